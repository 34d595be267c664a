//! Situations that random cases meet too rarely: a single pair at every place of the largest
//! boards, and every size.

use twinboard_vocabulary::samegame::{Cell, Grid, Group, Outcome, SameGame as Vocabulary};

use super::support::play::{SetUp, legal_moves};
use super::{Engine, Oracle};

/// A grid without equal neighbours, except for two cells of colour 9.
fn with_pair(rows: u8, columns: u8, one: Cell, other: Cell) -> Grid {
    let cells = (1..=rows).flat_map(|row| (1..=columns).map(move |column| Cell::new(row, column)));
    let colour = |cell: Cell| {
        if cell == one || cell == other { 9 } else { (cell.row() + cell.column()) % 3 }
    };
    Grid::new(rows, columns, cells.map(colour).collect()).expect("within the limits")
}

fn a_pair_is_a_move_anywhere<G: SetUp<Vocabulary = Vocabulary>>() {
    for (rows, columns) in [(16, 64), (10, 40), (15, 15), (16, 1), (1, 64)] {
        for (row, column) in
            (1..=rows).flat_map(|row| (1..=columns).map(move |column| (row, column)))
        {
            let above = (row < rows).then(|| Cell::new(row + 1, column));
            let right = (column < columns).then(|| Cell::new(row, column + 1));
            for other in [above, right].into_iter().flatten() {
                let one = Cell::new(row, column);
                let grid = with_pair(rows, columns, one, other);
                let game = G::set_up(&grid).expect("the game accepts every grid");
                assert_eq!(game.outcome(), Outcome::Playing, "{rows}x{columns}, {one} and {other}");
                let moves = [Group::new(9, vec![one, other])];
                assert_eq!(legal_moves(&game), moves, "{rows}x{columns}");
            }
        }
    }
}

#[test]
fn a_single_pair_is_a_move_at_every_place() {
    a_pair_is_a_move_anywhere::<Engine>();
    a_pair_is_a_move_anywhere::<Oracle>();
}
