//! Situations that random cases meet too rarely: every size, a single pair at every place, blocks
//! that cross the whole board, the ends of rows and columns.

use twinboard_vocabulary::Game;
use twinboard_vocabulary::linkpop::{
    Attribute, Block, Board, Cell, LinkPop as Vocabulary, Margin, Outcome, Pair, Pop, Setup, Step,
    Symbol,
};

use super::support::play::legal_moves;
use super::{Engine, Oracle, with_each_margin};
use crate::support::play::SetUp;

/// The limits and sizes slightly below them, and single lines.
const SHAPES: [(u8, u8); 7] = [(32, 32), (31, 32), (32, 31), (30, 30), (32, 1), (1, 32), (17, 9)];

/// Fewer for the oracle, which is slow and has no words whose ends could be wrong.
const SHAPES_OF_ORACLE: &[(u8, u8)] =
    if cfg!(feature = "long-tests") { &SHAPES } else { &[(32, 1), (1, 32), (9, 17), (12, 12)] };

fn block(symbol: u8, attribute: Attribute) -> Block {
    Block { symbol: Symbol::new(symbol), attribute }
}

fn game<G: SetUp<Vocabulary = Vocabulary>>(board: &Board, margin: Margin) -> G {
    G::set_up(&Setup { board: board.clone(), margin }).expect("the game accepts every board")
}

pub(super) fn cells(rows: u8, columns: u8) -> impl Iterator<Item = Cell> {
    (0..rows).flat_map(move |row| (0..columns).map(move |column| Cell::new(row, column)))
}

/// A full board on which no neighbours are equal, except for two blocks with the symbol Z.
fn with_pair(rows: u8, columns: u8, one: Cell, other: Cell) -> Board {
    Board::from_fn(rows, columns, |cell| {
        let is_one = cell == one || cell == other;
        Some(block(if is_one { 25 } else { (cell.row + cell.column) % 3 }, Attribute::Still))
    })
}

fn a_pair_is_a_move_anywhere<G: SetUp<Vocabulary = Vocabulary>>(shapes: &[(u8, u8)]) {
    for &(rows, columns) in shapes {
        for one in cells(rows, columns) {
            let below = (one.row + 1 < rows).then(|| Cell::new(one.row + 1, one.column));
            let right = (one.column + 1 < columns).then(|| Cell::new(one.row, one.column + 1));
            for other in [below, right].into_iter().flatten() {
                let game: G = game(&with_pair(rows, columns, one, other), Margin::Inside);
                let pop = Pop { pair: Pair::new(one, other), cost: 1 };
                assert_eq!(legal_moves(&game), [pop], "{rows} × {columns}");
                assert_eq!(game.outcome(), Outcome::Playing, "{rows} × {columns}: {pop}");
            }
        }
    }
}

#[test]
fn a_single_pair_is_a_move_at_every_place() {
    a_pair_is_a_move_anywhere::<Engine>(&SHAPES);
    a_pair_is_a_move_anywhere::<Oracle>(SHAPES_OF_ORACLE);
}

fn two_blocks_are_linked_from_anywhere<G: SetUp<Vocabulary = Vocabulary>>(shapes: &[(u8, u8)]) {
    for &(rows, columns) in shapes {
        for one in [Cell::new(0, 0), Cell::new(rows - 1, columns - 1), Cell::new(0, columns - 1)] {
            for other in cells(rows, columns).filter(|&other| other != one) {
                let mut board = Board::from_fn(rows, columns, |_| None);
                board.set(one, Some(block(0, Attribute::Still)));
                board.set(other, Some(block(0, Attribute::Still)));
                let is_straight = one.row == other.row || one.column == other.column;
                let pop =
                    Pop { pair: Pair::new(one, other), cost: if is_straight { 1 } else { 2 } };
                for setup in with_each_margin(&board) {
                    let game = G::set_up(&setup).expect("the game accepts every board");
                    assert_eq!(legal_moves(&game), [pop], "{rows} × {columns}");
                }
            }
        }
    }
}

#[test]
fn two_blocks_on_an_empty_board_are_linked_from_all_places() {
    two_blocks_are_linked_from_anywhere::<Engine>(&SHAPES);
    // Few boards for the oracle, whose walks over an empty board are long.
    two_blocks_are_linked_from_anywhere::<Oracle>(&[(32, 1), (1, 32), (9, 17), (12, 12)]);
}

/// A wall of standing blocks across the board separates two others, unless it has a gap anywhere or
/// links may go around the board.
fn walls_have_to_be_whole<G: SetUp<Vocabulary = Vocabulary>>(rows: u8, columns: u8, wall: u8) {
    let (one, other) = (Cell::new(0, wall - 1), Cell::new(0, wall + 1));
    let pop = Pop { pair: Pair::new(one, other), cost: 3 };
    for gap in (1..rows).map(Some).chain([None]) {
        let board = Board::from_fn(rows, columns, |cell| match cell {
            _ if cell == one || cell == other => Some(block(25, Attribute::Still)),
            _ if cell.column == wall && Some(cell.row) != gap => {
                Some(block(cell.row % 20, Attribute::Still))
            }
            _ => None,
        });
        // Blocks of the wall with the same symbol are linked too, at a gap or around it.
        let has_pop = |margin| legal_moves(&game::<G>(&board, margin)).contains(&pop);
        assert_eq!(has_pop(Margin::Inside), gap.is_some(), "gap {gap:?}, wall {wall}");
        assert!(has_pop(Margin::Outside), "gap {gap:?}, wall {wall}");
    }
}

#[test]
fn a_wall_separates_blocks_unless_it_has_a_gap() {
    for (rows, columns, wall) in [(12, 3, 1), (12, 12, 10), (9, 32, 1), (9, 32, 30), (32, 6, 4)] {
        walls_have_to_be_whole::<Engine>(rows, columns, wall);
        walls_have_to_be_whole::<Oracle>(rows, columns, wall);
    }
}

/// A block alone in its line moves to the other end, one cell per turn.
fn blocks_cross_the_board<G: SetUp<Vocabulary = Vocabulary>>(side: u8) {
    for line in 0..side - 1 {
        for attribute in [Attribute::Up, Attribute::Down, Attribute::Left, Attribute::Right] {
            let far = side - 1;
            let (from, to) = match attribute {
                Attribute::Up => (Cell::new(far, line), Cell::new(0, line)),
                Attribute::Down => (Cell::new(0, line), Cell::new(far, line)),
                Attribute::Left => (Cell::new(line, far), Cell::new(line, 0)),
                _ => (Cell::new(line, 0), Cell::new(line, far)),
            };
            // The pair is in the next line, out of the way.
            let vertical = matches!(attribute, Attribute::Up | Attribute::Down);
            let beside = |end: u8| {
                if vertical { Cell::new(end, line + 1) } else { Cell::new(line + 1, end) }
            };
            let pair = [beside(0), beside(1)];
            let mut board = Board::from_fn(side, side, |_| None);
            board.set(from, Some(block(1, attribute)));
            for cell in pair {
                board.set(cell, Some(block(0, Attribute::Still)));
            }
            let mut game: G = game(&board, Margin::Inside);
            let event = game.play(&Step::Pop(pair[0].into(), pair[1].into())).expect("neighbours");
            assert_eq!(event.turns.len(), usize::from(far), "{attribute:?} in line {line}");
            let mut expected = Board::from_fn(side, side, |_| None);
            expected.set(to, Some(block(1, attribute)));
            assert_eq!(game.position(), expected, "{attribute:?} in line {line}");
            assert_eq!(game.outcome(), Outcome::Stuck);
        }
    }
}

#[test]
fn a_block_crosses_the_whole_board_in_every_line_and_direction() {
    for side in [2, 8, 9, 30, 31, 32] {
        blocks_cross_the_board::<Engine>(side);
        blocks_cross_the_board::<Oracle>(side);
    }
}

#[test]
fn the_engine_has_boards_of_every_size_with_keys_of_their_own() {
    let mut keys = std::collections::HashMap::new();
    for (rows, columns) in (1..=32).flat_map(|rows| (1..=32).map(move |columns| (rows, columns))) {
        let mixed = Board::from_fn(rows, columns, |cell| {
            let number = cell.row * 3 + cell.column;
            Some(block(1 + number % 25, Attribute::ALL[usize::from(number % 5)]))
        });
        let empty = Board::from_fn(rows, columns, |_| None);
        let alike = Board::from_fn(rows, columns, |_| Some(block(0, Attribute::Still)));
        for board in [mixed, empty, alike] {
            for margin in Margin::ALL {
                let engine: Engine = game(&board, margin);
                assert_eq!(engine.position(), board, "{rows} × {columns}");
                engine.validate().unwrap_or_else(|why| panic!("{rows} × {columns}: {why}"));
            }
            let key = game::<Engine>(&board, Margin::Inside).key().expect("the engine has keys");
            assert_eq!(keys.insert(key, (rows, columns)), None, "and {rows} × {columns}");
        }
    }
}
