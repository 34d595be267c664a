//! A sum far too large for exhaustive play whose values are published. [`super::checks`] has sums of
//! small boards.

use twinboard_solver::{Budget, Solver};
use twinboard_vocabulary::paint::{Board, Square};

#[test]
fn a_row_of_ones_is_dawsons_kayles() {
    // Dawson's Kayles with its first Grundy values (Berlekamp, Conway, Guy, "Winning Ways").
    let strokes = [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2];
    let mut solver = Solver::new();
    for (count, expected) in strokes.into_iter().enumerate() {
        // Next to a row with a zero, so that a number is dead.
        let board = Board::from_fn(17, |cell| match cell.row {
            8 if usize::from(cell.column) < count => Square::Number(1),
            15 => Square::Number(0),
            _ => Square::Empty,
        });
        let said = solver.grundy(&board, &Budget::unlimited());
        assert_eq!(said, Some(expected), "{count} in a row");
    }
}
