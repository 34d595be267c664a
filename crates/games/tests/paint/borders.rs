//! Situations that random boards meet too rarely: corridors of every length in every row and
//! column, and L-shaped corridors across the whole board. They are enclosed in zeros, which no set
//! crosses (PT-18), so their moves can be counted by hand.

use twinboard_games::paint::Transform;
use twinboard_vocabulary::paint::{Board, Cell, LegalMove, NUMBER_MAX, Outcome, SIDE_MAX, Square};

use super::support::paint::request;
use super::support::play::legal_moves;
use super::{Engine, Oracle, Vocabulary, start};
use crate::support::play::SetUp;

/// A board of zeros with this number, and empty cells.
fn walled(side: u8, (at, number): (Cell, u8), empty: impl Fn(Cell) -> bool) -> Board {
    Board::from_fn(side, |cell| match cell {
        _ if cell == at => Square::Number(number),
        _ if empty(cell) => Square::Empty,
        _ => Square::Number(0),
    })
}

/// Asserts that these are the moves, and that the last of them ends the game.
fn has_moves<G: SetUp<Vocabulary = Vocabulary>>(board: &Board, mut expected: Vec<LegalMove>) {
    let mut game: G = start(board);
    expected.sort_unstable();
    let count = expected.len() as u64;
    assert!(legal_moves(&game) == expected, "not {expected:?} on\n{board:?}");
    assert_eq!(game.count_kind(&expected[0], count), Some(count), "{board:?}");
    assert_eq!(game.count_kind(&expected[0], count - 1), None, "{board:?}");
    let last = &expected[expected.len() - 1];
    let event = game.play(&request(last.cells().iter().copied())).expect("it was listed");
    assert_eq!(event.cells, *last);
    assert_ne!(game.outcome(), Outcome::Playing, "{board:?}");
}

fn corridors_have_all_their_stretches<G: SetUp<Vocabulary = Vocabulary>>(side: u8, line: u8) {
    for at in [0, 1, side / 2, side - 1].into_iter().filter(|&at| at < side) {
        for number in [side.min(NUMBER_MAX), (side / 2).max(1)] {
            for is_row in [true, false] {
                let cell =
                    |place| if is_row { Cell::new(line, place) } else { Cell::new(place, line) };
                let is_in_line = |cell: Cell| line == if is_row { cell.row } else { cell.column };
                let board = walled(side, (cell(at), number), is_in_line);
                // All stretches of `number` cells that contain the number.
                let firsts = (at + 1).saturating_sub(number)..=at.min(side - number);
                let stretches =
                    firsts.map(|first| LegalMove::new((first..first + number).map(cell)));
                has_moves::<G>(&board, stretches.collect());
            }
        }
    }
}

#[test]
fn a_corridor_reaches_from_end_to_end_in_every_row_and_column() {
    for side in 1..=SIDE_MAX {
        let lines: Vec<u8> = match side {
            8 | 11 | 16 | SIDE_MAX => (0..side).collect(),
            _ => vec![0, side - 1],
        };
        for line in lines {
            corridors_have_all_their_stretches::<Engine>(side, line);
            corridors_have_all_their_stretches::<Oracle>(side, line);
        }
    }
}

/// Corridors to the right and down from a corner that holds the number.
fn corners_turn<G: SetUp<Vocabulary = Vocabulary>>(side: u8, at: Cell, number: u8) {
    let right = move |steps: u8| Cell::new(at.row, at.column + steps);
    let down = move |steps: u8| Cell::new(at.row + steps, at.column);
    let board = walled(side, (at, number), |cell| {
        (cell.row == at.row && cell.column > at.column)
            || (cell.column == at.column && cell.row > at.row)
    });
    let splits = (0..number)
        .filter(|&steps| at.column + steps < side && at.row + (number - 1 - steps) < side);
    let moves = splits.map(|steps| {
        let arms = (1..=steps).map(right).chain((1..number - steps).map(down));
        LegalMove::new(arms.chain([at]))
    });
    has_moves::<G>(&board, moves.collect());
}

#[test]
fn a_number_in_a_corner_divides_its_cells_between_both_arms() {
    for side in 1..=SIDE_MAX {
        for offset in [0, 1, side / 2].into_iter().filter(|&offset| offset < side) {
            let number = (side - offset).min(NUMBER_MAX);
            for at in [Cell::new(0, 0), Cell::new(offset, 0), Cell::new(0, offset)] {
                corners_turn::<Engine>(side, at, number);
                corners_turn::<Oracle>(side, at, number);
            }
        }
    }
}

fn rows_are_not_joined_at_their_ends<G: SetUp<Vocabulary = Vocabulary>>(side: u8) {
    for row in 0..side - 1 {
        // The last cell of a row and the first of the next, with a 2 in one of them.
        let ends = [Cell::new(row, side - 1), Cell::new(row + 1, 0)];
        for at in ends {
            let game: G = start(&walled(side, (at, 2), |cell| ends.contains(&cell)));
            assert_eq!(legal_moves(&game), [], "{side}, row {row}");
            assert!(matches!(game.outcome(), Outcome::Lost(_)), "{side}, row {row}");
        }
    }
}

#[test]
fn the_end_of_a_row_does_not_touch_the_start_of_the_next() {
    for side in 3..=SIDE_MAX {
        rows_are_not_joined_at_their_ends::<Engine>(side);
        rows_are_not_joined_at_their_ends::<Oracle>(side);
    }
}

/// A corridor of `a + b + gap` cells with a number at each end, on a board of zeros: from the left
/// end of a row to the right, and down from there. With a 1 in the opposite corner, the game goes
/// on in any case.
///
/// The `a` is painted towards the `b`. Its last cell is `a − 1` steps away and the next one touches
/// paint, so `b − 1 + gap` cells are left for the `b`, its own included.
fn dies_from_its_greatest_distance_only<G: SetUp<Vocabulary = Vocabulary>>(
    numbers: [u8; 2],
    gap: u8,
    row: u8,
    transform: Transform,
) {
    let [a, b] = numbers;
    let right = (0..SIDE_MAX).map(|column| Cell::new(row, column));
    let down = (row + 1..SIDE_MAX).map(|row| Cell::new(row, SIDE_MAX - 1));
    let path: Vec<Cell> = right.chain(down).take((a + b + gap).into()).collect();
    let end = path[path.len() - 1];
    let one = Cell::new(SIDE_MAX - 1, 0);
    for has_one in [false, true] {
        let mut board = walled(SIDE_MAX, (path[0], a), |cell| path.contains(&cell));
        board.set(end, Square::Number(b));
        if has_one {
            board.set(one, Square::Number(1));
        }
        let image = |cells: &[Cell]| LegalMove::new(cells.iter().map(|&cell| transform.cell(cell)));
        let mut game: G = start(&transform.board(&board));
        let mv = image(&path[..a.into()]);
        game.play(&request(mv.cells().iter().copied())).expect("the number has this set");
        let mut expected: Vec<LegalMove> = has_one.then(|| image(&[one])).into_iter().collect();
        if gap > 0 {
            expected.push(image(&path[path.len() - usize::from(b)..]));
        }
        expected.sort_unstable();
        let what = format!("{a} and {b} with a gap of {gap} from row {row}, {transform}");
        assert_eq!(legal_moves(&game), expected, "{what}");
        assert_eq!(game.outcome() == Outcome::Playing, !expected.is_empty(), "{what}");
    }
}

#[test]
fn a_number_kills_others_from_its_greatest_distance_in_every_direction_and_no_farther() {
    let transforms = Transform::all(SIDE_MAX);
    let numbers = (1..=NUMBER_MAX).flat_map(|a| (1..=NUMBER_MAX).map(move |b| [a, b]));
    for (index, numbers) in numbers.enumerate() {
        for (gap, row) in [(0, 0), (1, 0), (0, 14), (1, 14)] {
            // Each direction for every fourth pair, and for the largest numbers all of them.
            let is_large = numbers.iter().all(|&number| number >= NUMBER_MAX - 1);
            let chosen = |at: &usize| is_large || (index + at) % transforms.len() < 2;
            for at in (0..transforms.len()).filter(chosen) {
                let transform = transforms[at];
                dies_from_its_greatest_distance_only::<Engine>(numbers, gap, row, transform);
                if is_large || at % 4 == 0 {
                    dies_from_its_greatest_distance_only::<Oracle>(numbers, gap, row, transform);
                }
            }
        }
    }
}
