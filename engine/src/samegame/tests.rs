//! Constructors and invariants of a board, and many boards at once.

use std::collections::BTreeMap;

use twinboard_vocabulary::Game;
use twinboard_vocabulary::samegame::{Cell, Grid, Selection};

use super::{Board, SameGame};

mod batch;

#[test]
fn boards_are_made_of_grids_within_their_room_only() {
    let of_grid = |rows: u8, columns: u8, colour: u8| {
        let cells = usize::from(rows) * usize::from(columns);
        Board::<2, 2>::from_grid(&Grid::new(rows, columns, vec![colour; cells]).expect("a grid"))
    };
    let full: Vec<_> = (0..128).map(|cell| (1 + cell % 16, 1 + cell / 16, 3)).collect();
    assert_eq!(of_grid(16, 8, 2), Some(raw(&full)), "columns and colours just fit");
    assert_eq!(of_grid(1, 9, 0), None, "too many columns");
    assert_eq!(of_grid(1, 1, 3), None, "a colour without a code");
}

/// A board with these codes of colours, settled or not.
fn raw<const P: usize>(cells: &[(u8, u8, u64)]) -> Board<2, P> {
    let mut board = Board::EMPTY;
    for &(row, column, code) in cells {
        let (w, bit) = super::lanes::place(Cell::new(row, column));
        for (p, plane) in board.planes.iter_mut().enumerate() {
            plane[w] |= (code >> p & 1) << bit;
        }
    }
    board
}

#[test]
fn validate_names_every_broken_invariant() {
    let raw = raw::<4>;
    for code in 1..=15 {
        let broken = (code > 10).then(|| "a cell has a code above 10".to_owned());
        for column in [1, 4, 5, 8] {
            let mut cells: Vec<_> = (1..column).map(|left| (1, left, 1)).collect();
            cells.push((1, column, code));
            assert_eq!(raw(&cells).validate().err(), broken, "{code} in column {column}");
        }
    }
    let floating = Err("a cell is above an empty one".to_owned());
    assert_eq!(raw(&[(2, 1, 3)]).validate(), floating);
    assert_eq!(raw(&[(1, 1, 3), (16, 1, 3)]).validate(), floating);
    assert_eq!(raw(&[(1, 1, 3), (2, 1, 5), (1, 2, 3), (3, 2, 9)]).validate(), floating);
    let apart = Err("an empty column is to the left of one with cells".to_owned());
    assert_eq!(raw(&[(1, 2, 3)]).validate(), apart);
    assert_eq!(raw(&[(1, 5, 3)]).validate(), apart);
    assert_eq!(raw(&[(1, 1, 3), (1, 2, 3), (1, 3, 3), (1, 5, 3)]).validate(), apart);
    assert_eq!(raw(&[(1, 1, 3), (1, 2, 3), (1, 3, 3), (1, 4, 3), (1, 6, 3)]).validate(), apart);
    let full: Vec<_> = (0..128).map(|cell| (1 + cell % 16, 1 + cell / 16, 10)).collect();
    assert_eq!(raw(&full).validate(), Ok(()));
    assert_eq!(raw(&[]).validate(), Ok(()));
}

/// Equal cells on grids of different sizes are different positions.
#[test]
fn the_key_of_a_position_depends_on_its_cells_and_the_size_of_its_grid() {
    let mut seen = BTreeMap::new();
    for (rows, columns) in (1..=16).flat_map(|rows| (1..=64).map(move |columns| (rows, columns))) {
        // A cell of another colour in the corner; it is the only one left after a move.
        let mut colours = vec![1; usize::from(rows) * usize::from(columns)];
        let last = colours.len() - 1;
        colours[last] = 3;
        let grid = Grid::new(rows, columns, colours).expect("within the limits");
        let mut game = SameGame::set_up(&grid).expect("every grid fits");
        let before = game.key().expect("each position has one");
        assert_eq!(seen.insert(before, (rows, columns)), None, "{rows} x {columns}");
        if last > 1 {
            let first = Selection::new(1, 1).expect("there is such a cell");
            game.play(&first).expect("all cells but one are a group");
            let key = game.key().expect("each position has one");
            assert_eq!(seen.insert(key, (rows, columns)), None, "{rows} x {columns}");
            assert_eq!(game.clone().key(), Some(key));
        }
    }
}
