//! Candidates for shrinking a case, and the canonical form of equal cases.

use std::ops::Range;

use twinboard_harness::shrink::{number_complexity, truncations};
use twinboard_harness::{Case, Shrink};
use twinboard_vocabulary::linkpop::{
    Attribute, Block, Board, Cell, LinkPop, Margin, Pick, Setup, Step, Symbol,
};

use super::{LinkPopRules, Renaming};

impl Shrink<LinkPop> for LinkPopRules {
    /// Smaller cases, the boldest first: fewer rows and columns.
    fn smaller<'a>(
        &'a self,
        case: &'a Case<LinkPop>,
    ) -> Box<dyn Iterator<Item = Case<LinkPop>> + 'a> {
        Box::new(fewer_lines(case))
    }

    /// Simpler cases, the boldest first: fewer blocks, the margin inside, fewer and earlier
    /// symbols, blocks that stand, nearer cells.
    fn simpler<'a>(
        &'a self,
        case: &'a Case<LinkPop>,
    ) -> Box<dyn Iterator<Item = Case<LinkPop>> + 'a> {
        let inside = with_setup(case, Setup { margin: Margin::Inside, ..case.setup.clone() });
        let simpler = fewer_blocks(case)
            .chain([inside])
            .chain(merged_symbols(case))
            .chain(lower_symbols(case));
        let simpler = simpler.chain(standing_blocks(case)).chain(plainer_blocks(case));
        Box::new(simpler.chain(plainer_steps(case)))
    }

    /// The measure of [`simpler`](Self::simpler). Fewer blocks weigh more than the
    /// margin, the margin more than fewer symbols, and these more than the attributes, the symbols
    /// and the numbers of steps.
    fn complexity(&self, case: &Case<LinkPop>) -> u64 {
        let board = &case.setup.board;
        let blocks = board.blocks().count() as u64;
        let kinds = kinds(board).len() as u64;
        let outside = u64::from(case.setup.margin == Margin::Outside);
        let each: u64 = board.blocks().map(|(_, block)| weight(block)).sum();
        let far =
            |pick: Pick| number_complexity(pick.row, 1000) + number_complexity(pick.column, 1000);
        let steps = case.moves.iter().map(|step| match *step {
            Step::Robot => 0,
            Step::Pop(one, other) => 1 + far(one) + far(other),
        });
        ((blocks * 2 + outside) * 32 + kinds) * 10_000_000 + each + steps.sum::<u64>()
    }

    /// The case with symbols renamed in the order in which they appear.
    fn canonical(&self, case: &Case<LinkPop>) -> Case<LinkPop> {
        let mut order: Vec<u8> = Vec::new();
        for (_, block) in case.setup.board.blocks() {
            if !order.contains(&block.symbol.index()) {
                order.push(block.symbol.index());
            }
        }
        let rest: Vec<u8> = (0..Symbol::COUNT).filter(|symbol| !order.contains(symbol)).collect();
        let mut names = [0; Symbol::COUNT as usize];
        for (new, &old) in order.iter().chain(&rest).enumerate() {
            names[usize::from(old)] = new as u8;
        }
        let renaming = Renaming(names);
        with_board(case, case.setup.board.renamed(|symbol| renaming.of(symbol)))
    }
}

fn weight(block: Block) -> u64 {
    let moves = if block.attribute == Attribute::Still { 0 } else { 1 + block.attribute as u64 };
    u64::from(block.symbol.index()) + 32 * moves
}

fn kinds(board: &Board) -> Vec<Symbol> {
    let mut kinds: Vec<Symbol> = board.blocks().map(|(_, block)| block.symbol).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

fn with_setup(case: &Case<LinkPop>, setup: Setup) -> Case<LinkPop> {
    Case { setup, ..case.clone() }
}

fn with_board(case: &Case<LinkPop>, board: Board) -> Case<LinkPop> {
    with_setup(case, Setup { board, margin: case.setup.margin })
}

/// The direction in which a board is cut.
#[derive(Clone, Copy)]
enum Lines {
    Rows,
    Columns,
}

/// Cases without some of the rows or columns: half of them, a quarter, down to a single line.
fn fewer_lines(case: &Case<LinkPop>) -> impl Iterator<Item = Case<LinkPop>> + '_ {
    let rows = pieces(case.setup.board.rows()).map(|cut| (Lines::Rows, cut));
    let columns = pieces(case.setup.board.columns()).map(|cut| (Lines::Columns, cut));
    rows.chain(columns).flat_map(move |(lines, cut)| {
        let board = without(&case.setup.board, lines, &cut);
        // Once with the steps moved along with the cells they named at the start, once
        // unchanged.
        let follow = case.moves.iter().map(|&step| followed(step, lines, &cut)).collect();
        let moves = [follow, case.moves.clone()];
        // Without moves both are equal.
        let ways = if case.moves.is_empty() { 1 } else { 2 };
        moves
            .into_iter()
            .take(ways)
            .map(move |moves| with_board(&Case { moves, ..case.clone() }, board.clone()))
    })
}

/// The lines `0..count` cut into halves, quarters, and so on down to single lines. No piece holds
/// all lines.
fn pieces(count: u8) -> impl Iterator<Item = Range<u8>> {
    let lengths = std::iter::successors(Some(count / 2), |length| Some(length / 2));
    lengths.take_while(|&length| length > 0).flat_map(move |length| {
        let starts = (0..count).step_by(length.into());
        starts.map(move |start| start..(start + length).min(count))
    })
}

fn without(board: &Board, lines: Lines, cut: &Range<u8>) -> Board {
    let gone = cut.len() as u8;
    let behind = |line: u8| if line < cut.start { line } else { line + gone };
    match lines {
        Lines::Rows => Board::from_fn(board.rows() - gone, board.columns(), |cell| {
            board.get(Cell::new(behind(cell.row), cell.column))
        }),
        Lines::Columns => Board::from_fn(board.rows(), board.columns() - gone, |cell| {
            board.get(Cell::new(cell.row, behind(cell.column)))
        }),
    }
}

fn followed(step: Step, lines: Lines, cut: &Range<u8>) -> Step {
    let moved = |number: u64| {
        if number < cut.end.into() { number } else { number - cut.len() as u64 }
    };
    let pick = |pick: Pick| match lines {
        Lines::Rows => Pick { row: moved(pick.row), ..pick },
        Lines::Columns => Pick { column: moved(pick.column), ..pick },
    };
    match step {
        Step::Robot => step,
        Step::Pop(one, other) => Step::Pop(pick(one), pick(other)),
    }
}

/// Cases without some of the blocks: all of them, half of them, a quarter, down to a single block.
fn fewer_blocks(case: &Case<LinkPop>) -> impl Iterator<Item = Case<LinkPop>> + '_ {
    changed_blocks(case, |_| None)
}

/// Cases with some of the blocks standing still: all of them, half of them, down to a single block.
fn standing_blocks(case: &Case<LinkPop>) -> impl Iterator<Item = Case<LinkPop>> + '_ {
    changed_blocks(case, |block| Some(Block { attribute: Attribute::Still, ..block }))
}

/// Cases with some of the blocks changed: all of them, half of them, down to a single block.
fn changed_blocks<'a>(
    case: &'a Case<LinkPop>,
    change: impl Fn(Block) -> Option<Block> + Copy + 'a,
) -> impl Iterator<Item = Case<LinkPop>> + 'a {
    let blocks: Vec<(Cell, Block)> = case.setup.board.blocks().collect();
    let lengths = std::iter::successors(Some(blocks.len()), |length| Some(length / 2));
    let lengths: Vec<usize> = lengths.take_while(|&length| length > 0).collect();
    lengths.into_iter().flat_map(move |length| {
        let pieces: Vec<Vec<(Cell, Block)>> = blocks.chunks(length).map(<[_]>::to_vec).collect();
        pieces.into_iter().map(move |piece| {
            let mut board = case.setup.board.clone();
            for (cell, block) in piece {
                board.set(cell, change(block));
            }
            with_board(case, board)
        })
    })
}

/// Cases with one bit of all symbol numbers cleared: two symbols that a side confuses because it
/// misses a bit still differ in that bit.
fn lower_symbols(case: &Case<LinkPop>) -> impl Iterator<Item = Case<LinkPop>> + '_ {
    let board = &case.setup.board;
    let bits = (0..u8::BITS).rev().map(|bit| 1_u8 << bit);
    let bits = bits.filter(|bit| board.blocks().any(|(_, block)| block.symbol.index() & bit > 0));
    bits.map(|bit| with_board(case, board.renamed(|symbol| Symbol::new(symbol.index() & !bit))))
}

/// Cases with one symbol replaced by another that is on the board already, or by an earlier one.
fn merged_symbols(case: &Case<LinkPop>) -> impl Iterator<Item = Case<LinkPop>> + '_ {
    let there = kinds(&case.setup.board);
    let pairs = there.clone().into_iter().flat_map(move |from| {
        let there = there.clone();
        let all = (0..Symbol::COUNT).map(Symbol::new);
        all.filter(move |to| *to != from && (*to < from || there.contains(to)))
            .map(move |to| (from, to))
    });
    pairs.map(|(from, to)| {
        let merged = |symbol| if symbol == from { to } else { symbol };
        with_board(case, case.setup.board.renamed(merged))
    })
}

/// Cases with one block that stands still, moves in an earlier direction, or has an earlier symbol.
fn plainer_blocks(case: &Case<LinkPop>) -> impl Iterator<Item = Case<LinkPop>> + '_ {
    let there = kinds(&case.setup.board);
    case.setup.board.blocks().flat_map(move |(cell, block)| {
        let attributes = Attribute::ALL.map(|attribute| Block { attribute, ..block });
        let symbols = there.iter().map(|&symbol| Block { symbol, ..block });
        let plainer = attributes.into_iter().chain(symbols).collect::<Vec<_>>();
        let plainer = plainer.into_iter().filter(move |other| weight(*other) < weight(block));
        plainer.map(move |plainer| {
            let mut board = case.setup.board.clone();
            board.set(cell, Some(plainer));
            with_board(case, board)
        })
    })
}

/// Cases with one step that becomes the robot's, or names cells nearer to the corner.
fn plainer_steps(case: &Case<LinkPop>) -> impl Iterator<Item = Case<LinkPop>> + '_ {
    let (rows, columns) = (case.setup.board.rows(), case.setup.board.columns());
    case.moves.iter().enumerate().flat_map(move |(index, &step)| {
        let mut plainer = Vec::new();
        if let Step::Pop(one, other) = step {
            plainer.push(Step::Robot);
            plainer.push(Step::Pop(other, one));
            let near = |pick: Pick| nearer(pick, rows.into(), columns.into());
            plainer.extend(near(one).into_iter().map(|one| Step::Pop(one, other)));
            plainer.extend(near(other).into_iter().map(|other| Step::Pop(one, other)));
        }
        plainer.into_iter().map(move |step| {
            let mut simpler = case.clone();
            simpler.moves[index] = step;
            simpler
        })
    })
}

fn nearer(pick: Pick, rows: u64, columns: u64) -> Vec<Pick> {
    let lower = |number: u64, end: u64| {
        let all = [0, number.saturating_sub(1), end.saturating_sub(1), end];
        all.into_iter().filter(move |&other| other < number).chain(truncations(number))
    };
    let rows = lower(pick.row, rows).map(|row| Pick { row, ..pick });
    let columns = lower(pick.column, columns).map(|column| Pick { column, ..pick });
    rows.chain(columns).collect()
}

#[cfg(test)]
mod tests {
    use twinboard_harness::Case;
    use twinboard_harness::shrink::shrink;
    use twinboard_vocabulary::linkpop::{Board, LinkPop, Margin, Pick, Setup, Step};

    use crate::linkpop::LinkPopRules;

    /// A side that keeps only the low bits of a number takes this column for the last one of the
    /// board.
    #[test]
    fn a_large_number_truncated_to_the_last_column_shrinks_with_the_board() {
        for bits in [8, 16, 32] {
            let far = Pick { row: 2, column: (1 << 40) + 8 };
            let board = Board::from_fn(5, 9, |_| None);
            let setup = Setup { board, margin: Margin::Inside };
            let pop = Step::Pop(Pick { row: 0, column: 0 }, far);
            let case = Case::new(setup, vec![pop]);
            let mut fails = |case: &Case<LinkPop>| {
                let last = u64::from(case.setup.board.columns() - 1);
                case.moves.iter().any(|step| match *step {
                    Step::Pop(one, other) => [one, other]
                        .iter()
                        .any(|pick| pick.column > last && pick.column % (1 << bits) == last),
                    Step::Robot => false,
                })
            };
            assert!(fails(&case));
            let shrunk = shrink(&LinkPopRules::default(), case, &mut fails);
            assert_eq!((shrunk.setup.board.rows(), shrunk.setup.board.columns()), (1, 1));
            let Step::Pop(one, other) = shrunk.moves[0] else { panic!("{:?}", shrunk.moves) };
            let near = Pick { row: 0, column: 0 };
            let beyond = Pick { row: 0, column: 1 << bits };
            assert!([(near, beyond), (beyond, near)].contains(&(one, other)), "{one:?} {other:?}");
        }
    }
}
