//! Candidates for shrinking a case, and the canonical form of equal cases.

use std::ops::Range;

use twinboard_harness::shrink::{number_complexity, truncations};
use twinboard_harness::{Case, Shrink};
use twinboard_vocabulary::paint::{Board, Cell, Move, Paint, Pick, Square};

use super::PaintRules;
use super::transform::Transform;

impl Shrink<Paint> for PaintRules {
    /// Smaller cases, the boldest first: fewer rows and columns.
    fn smaller<'a>(&'a self, case: &'a Case<Paint>) -> Box<dyn Iterator<Item = Case<Paint>> + 'a> {
        Box::new(fewer_lines(case))
    }

    /// Simpler cases, the boldest first: more empty cells, smaller numbers, moves of fewer and
    /// nearer cells.
    fn simpler<'a>(&'a self, case: &'a Case<Paint>) -> Box<dyn Iterator<Item = Case<Paint>> + 'a> {
        let simpler = emptier(case).chain(plainer_squares(case)).chain(smaller_sets(case));
        Box::new(simpler.chain(fewer_cells(case)).chain(nearer_cells(case)))
    }

    /// The measure of [`simpler`](Self::simpler): fewer filled cells weigh more than smaller
    /// numbers, and these more than moves of fewer and nearer cells.
    fn complexity(&self, case: &Case<Paint>) -> u64 {
        let squares = case.setup.squares();
        let full = squares.iter().filter(|&&square| square != Square::Empty).count() as u64;
        let each: u64 = squares.iter().map(|&square| weight(square)).sum();
        let far = |number| number_complexity(number, 1000);
        let picks = case.moves.iter().flat_map(Move::picks);
        let picks: u64 = picks.map(|pick| 2000 + far(pick.row) + far(pick.column)).sum();
        (full * 64 + each) * 100_000_000 + picks.min(99_999_999)
    }

    /// The smallest of the eight transformed cases, with the cells of each move sorted.
    fn canonical(&self, case: &Case<Paint>) -> Case<Paint> {
        let transformed = Transform::all(case.setup.side()).map(|transform| {
            let ordered = |mv: &Move| {
                let mut picks = transform.mv(mv).picks().to_vec();
                picks.sort_unstable();
                Move::new(picks)
            };
            (transform.board(&case.setup), case.moves.iter().map(ordered).collect::<Vec<_>>())
        });
        let (setup, moves) = transformed.into_iter().min().expect("there are eight");
        Case { setup, moves, rest: case.rest.clone() }
    }
}

fn weight(square: Square) -> u64 {
    match square {
        Square::Empty => 0,
        Square::Painted => 1,
        Square::Number(number) => 2 + u64::from(number),
    }
}

fn with_board(case: &Case<Paint>, setup: Board) -> Case<Paint> {
    Case { setup, ..case.clone() }
}

/// Cases without some of the rows and as many columns: half of them, a quarter, down to a single
/// line.
fn fewer_lines(case: &Case<Paint>) -> impl Iterator<Item = Case<Paint>> + '_ {
    cuts(case.setup.side()).flat_map(move |(rows, columns)| {
        let board = without(&case.setup, &rows, &columns);
        let side = u64::from(case.setup.side());
        let cut = |side| {
            let moves = case.moves.iter().map(|mv| cut_out(mv, side, &rows, &columns));
            with_board(&Case { moves: moves.collect(), ..case.clone() }, board.clone())
        };
        // Four versions of the moves: cut, with numbers that fit them; cut; with picks off the
        // board moved along, for a side that takes them for cells; unchanged.
        let all = [fitted(case, &cut(side)), cut(side), cut(u64::MAX), with_board(case, board)];
        // Without moves all are equal.
        let ways = if case.moves.is_empty() { 1 } else { all.len() };
        all.into_iter().take(ways)
    })
}

/// Lowers each number that equals the size of the move painting it to the new size of that move.
fn fitted(case: &Case<Paint>, cut: &Case<Paint>) -> Case<Paint> {
    let mut fitted = cut.clone();
    for (old, new) in case.moves.iter().zip(&cut.moves) {
        let count = u8::try_from(new.picks().len()).unwrap_or(u8::MAX);
        for (cell, number) in cut.setup.numbers() {
            let is_its = usize::from(number) == old.picks().len();
            if is_its && count < number && new.picks().contains(&cell.into()) {
                fitted.setup.set(cell, Square::Number(count));
            }
        }
    }
    fitted
}

/// Pairs of row and column ranges of equal length to leave out. On large boards only the same range
/// for both, or the outer columns.
fn cuts(side: u8) -> impl Iterator<Item = (Range<u8>, Range<u8>)> {
    pieces(side).flat_map(move |rows| {
        pieces(side).filter_map(move |columns| {
            let is_outer = columns.start == 0 || columns.end == side;
            let is_tried = columns == rows || is_outer || side <= 8;
            (is_tried && columns.len() == rows.len()).then(|| (rows.clone(), columns))
        })
    })
}

/// The lines `0..count` cut into halves, quarters, and so on down to single lines. No piece holds
/// all lines.
fn pieces(count: u8) -> impl Iterator<Item = Range<u8>> {
    let lengths = std::iter::successors(Some(count / 2), |length| Some(length / 2));
    lengths.take_while(|&length| length > 0).flat_map(move |length| {
        let starts = (0..=count - length).step_by(length.into());
        let last = (!count.is_multiple_of(length)).then_some(count - length);
        starts.chain(last).map(move |start| start..start + length)
    })
}

fn without(board: &Board, rows: &Range<u8>, columns: &Range<u8>) -> Board {
    let behind = |line: u8, cut: &Range<u8>| {
        if line < cut.start { line } else { line + cut.len() as u8 }
    };
    Board::from_fn(board.side() - rows.len() as u8, |cell| {
        board.get(Cell::new(behind(cell.row, rows), behind(cell.column, columns)))
    })
}

/// The move without its cells in the removed lines. Cells behind these lines move along; numbers of
/// `side` or more count as off the board and stay.
fn cut_out(mv: &Move, side: u64, rows: &Range<u8>, columns: &Range<u8>) -> Move {
    let moved = |number: u64, cut: &Range<u8>| {
        if number < cut.start.into() || number >= side {
            Some(number)
        } else {
            (number >= cut.end.into()).then(|| number - cut.len() as u64)
        }
    };
    let picks = mv.picks().iter();
    Move::new(picks.filter_map(|pick| Some((moved(pick.row, rows)?, moved(pick.column, columns)?))))
}

/// Cases with some of the filled cells emptied: all of them, half of them, down to a single cell.
fn emptier(case: &Case<Paint>) -> impl Iterator<Item = Case<Paint>> + '_ {
    let full = case.setup.cells().filter(|&(_, square)| square != Square::Empty);
    let full: Vec<Cell> = full.map(|(cell, _)| cell).collect();
    let lengths = std::iter::successors(Some(full.len()), |length| Some(length / 2));
    let lengths: Vec<usize> = lengths.take_while(|&length| length > 0).collect();
    lengths.into_iter().flat_map(move |length| {
        let pieces: Vec<Vec<Cell>> = full.chunks(length).map(<[Cell]>::to_vec).collect();
        pieces.into_iter().map(|piece| {
            let mut board = case.setup.clone();
            for cell in piece {
                board.set(cell, Square::Empty);
            }
            with_board(case, board)
        })
    })
}

/// Cases with one number replaced by paint or by a smaller number.
fn plainer_squares(case: &Case<Paint>) -> impl Iterator<Item = Case<Paint>> + '_ {
    case.setup.numbers().flat_map(move |(cell, number)| {
        let smaller = [0, 1, number / 2, number.saturating_sub(1)].map(Square::Number);
        let plainer = [Square::Painted].into_iter().chain(smaller);
        let plainer = plainer.filter(move |&other| weight(other) < weight(Square::Number(number)));
        plainer.map(move |square| {
            let mut board = case.setup.clone();
            board.set(cell, square);
            with_board(case, board)
        })
    })
}

/// Cases with a number reduced by one, and one cell fewer in the move that paints it.
fn smaller_sets(case: &Case<Paint>) -> impl Iterator<Item = Case<Paint>> + '_ {
    let numbers: Vec<(Cell, u8)> = case.setup.numbers().filter(|&(_, number)| number > 1).collect();
    numbers.into_iter().flat_map(move |(cell, number)| {
        let moves = case.moves.iter().enumerate();
        let paints = moves.filter(move |(_, mv)| mv.picks().contains(&cell.into()));
        paints.flat_map(move |(index, mv)| {
            let others = (0..mv.picks().len()).filter(move |&at| mv.picks()[at] != cell.into());
            others.map(move |at| {
                let mut smaller = case.clone();
                smaller.setup.set(cell, Square::Number(number - 1));
                smaller.moves[index] = without_pick(mv, at);
                smaller
            })
        })
    })
}

fn without_pick(mv: &Move, index: usize) -> Move {
    let mut picks = mv.picks().to_vec();
    picks.remove(index);
    Move::new(picks)
}

/// Cases with one cell fewer in a move, or with half of its cells.
fn fewer_cells(case: &Case<Paint>) -> impl Iterator<Item = Case<Paint>> + '_ {
    case.moves.iter().enumerate().flat_map(move |(index, mv)| {
        let count = mv.picks().len();
        let halves = (count > 2).then(|| {
            [&mv.picks()[count / 2..], &mv.picks()[..count / 2]]
                .map(|half| Move::new(half.to_vec()))
        });
        let single = (0..count).map(|at| without_pick(mv, at));
        halves.into_iter().flatten().chain(single).map(move |mv| with_move(case, index, mv))
    })
}

fn with_move(case: &Case<Paint>, index: usize, mv: Move) -> Case<Paint> {
    let mut other = case.clone();
    other.moves[index] = mv;
    other
}

/// Cases with one cell of a move nearer to the corner.
fn nearer_cells(case: &Case<Paint>) -> impl Iterator<Item = Case<Paint>> + '_ {
    let side = u64::from(case.setup.side());
    case.moves.iter().enumerate().flat_map(move |(index, mv)| {
        (0..mv.picks().len()).flat_map(move |at| {
            nearer(mv.picks()[at], side).into_iter().map(move |pick| {
                let mut picks = mv.picks().to_vec();
                picks[at] = pick;
                with_move(case, index, Move::new(picks))
            })
        })
    })
}

fn nearer(pick: Pick, side: u64) -> Vec<Pick> {
    let lower = |number: u64| {
        let all = [0, number.saturating_sub(1), side - 1, side];
        all.into_iter().filter(move |&other| other < number).chain(truncations(number))
    };
    let rows = lower(pick.row).map(|row| Pick { row, ..pick });
    let columns = lower(pick.column).map(|column| Pick { column, ..pick });
    rows.chain(columns).collect()
}

#[cfg(test)]
mod tests {
    use twinboard_harness::shrink::shrink;
    use twinboard_harness::{Case, Shrink};
    use twinboard_vocabulary::paint::{Board, Cell, Move, Paint, Square};

    use super::{pieces, without};
    use crate::paint::{PaintRules, Transform};

    fn numbered(side: u8) -> Board {
        Board::from_fn(side, |cell| Square::Number(cell.row * side + cell.column))
    }

    #[test]
    fn lines_are_cut_out_of_rows_and_columns() {
        let board = without(&numbered(3), &(0..1), &(2..3));
        let numbers: Vec<u8> = board.numbers().map(|(_, number)| number).collect();
        assert_eq!(numbers, [3, 4, 6, 7]);
        assert_eq!(pieces(1).count(), 0, "a board is never cut to nothing");
        assert_eq!(pieces(3).collect::<Vec<_>>(), [0..1, 1..2, 2..3]);
        assert_eq!(pieces(5).take(3).collect::<Vec<_>>(), [0..2, 2..4, 3..5]);
    }

    /// A side that keeps only the low bits of a number takes this cell for the last one of the
    /// board.
    #[test]
    fn a_large_number_truncated_to_the_last_line_shrinks_with_the_board() {
        for bits in [8, 16, 32] {
            let far = (1_u64 << 40) + 11;
            let mut board = Board::from_fn(12, |_| Square::Empty);
            board.set(Cell::new(11, 11), Square::Number(1));
            let case: Case<Paint> = Case::new(board, vec![Move::new([(far, 11)])]);
            let mut fails = |case: &Case<Paint>| {
                let last = u64::from(case.setup.side() - 1);
                let picks = case.moves.first().map_or(&[][..], Move::picks);
                picks.iter().any(|pick| pick.row > last && pick.row % (1 << bits) == last)
            };
            assert!(fails(&case));
            let shrunk = shrink(&PaintRules, case, &mut fails);
            assert_eq!(shrunk.setup.side(), 1);
            assert_eq!(shrunk.moves, [Move::new([(1_u64 << bits, 0)])]);
        }
    }

    /// After a candidate that fails, those before it are not tried again at once.
    #[test]
    fn a_large_board_shrinks_with_few_candidates() {
        let case: Case<Paint> = Case::new(Board::from_fn(30, |_| Square::Number(9)), Vec::new());
        let mut tried = 0;
        // A fault on boards of 20 × 20 and more with some numbers left.
        let shrunk = shrink(&PaintRules, case, &mut |case| {
            tried += 1;
            case.setup.side() >= 20 && case.setup.numbers().count() >= 100
        });
        let numbers: Vec<u8> = shrunk.setup.numbers().map(|(_, number)| number).collect();
        assert_eq!((shrunk.setup.side(), numbers), (20, vec![0; 100]));
        assert!(tried < 5_000, "{tried} candidates tried");
    }

    #[test]
    fn transformed_cases_have_one_canonical_form() {
        let mv = Move::new([(1, 0), (0, 0), (0, 7)]);
        let case: Case<Paint> = Case::new(numbered(2), vec![mv]);
        let forms = Transform::all(2).map(|transform| {
            let moves = case.moves.iter().map(|mv| transform.mv(mv)).collect();
            PaintRules.canonical(&Case::new(transform.board(&case.setup), moves))
        });
        assert!(forms.iter().all(|form| *form == forms[0]), "{forms:?}");
        assert_eq!(forms[0].setup.get(Cell::new(0, 0)), Square::Number(0));
        assert!(forms[0].moves[0].picks().is_sorted());
    }
}
