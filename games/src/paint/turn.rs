//! The eight symmetries of a square board.

use std::fmt;

use board::paint::{Board, Cell, Move, Pick};

/// One of the eight ways to turn and mirror a board of N×N. The rules know neighbours only, and those
/// stay neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    side: u8,
    /// Whether rows and columns are exchanged; that comes first.
    is_transposed: bool,
    /// Whether the first row becomes the last.
    is_upside_down: bool,
    /// Whether the first column becomes the last.
    is_mirrored: bool,
}

impl Turn {
    /// All of them for boards of `side` × `side`; the first leaves everything where it is.
    #[must_use]
    pub fn all(side: u8) -> [Self; 8] {
        std::array::from_fn(|number| Self {
            side,
            is_transposed: number / 4 == 1,
            is_upside_down: number / 2 % 2 == 1,
            is_mirrored: number % 2 == 1,
        })
    }

    /// Where a cell comes to lie.
    #[must_use]
    pub fn cell(&self, cell: Cell) -> Cell {
        let Pick { row, column } = self.pick(cell.into());
        Cell::new(row as u8, column as u8)
    }

    /// Where a cell comes to lie; one that is off the board stays off it.
    #[must_use]
    pub fn pick(&self, pick: Pick) -> Pick {
        let side = u64::from(self.side);
        let Pick { row, column } = pick;
        let (row, column) = if self.is_transposed { (column, row) } else { (row, column) };
        let turned = |number: u64, is_turned: bool| {
            if is_turned && number < side { side - 1 - number } else { number }
        };
        Pick { row: turned(row, self.is_upside_down), column: turned(column, self.is_mirrored) }
    }

    /// The board, turned.
    #[must_use]
    pub fn board(&self, board: &Board) -> Board {
        let mut turned = board.clone();
        for (cell, square) in board.cells() {
            turned.set(self.cell(cell), square);
        }
        turned
    }

    /// What was asked for, turned; in the same order.
    #[must_use]
    pub fn asked(&self, mv: &Move) -> Move {
        Move::new(mv.picks().iter().map(|&pick| self.pick(pick)))
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps = [
            (self.is_transposed, "rows and columns exchanged"),
            (self.is_upside_down, "upside down"),
            (self.is_mirrored, "left to right"),
        ];
        let steps: Vec<&str> =
            steps.into_iter().filter(|(is_made, _)| *is_made).map(|(_, name)| name).collect();
        if steps.is_empty() { f.write_str("nothing") } else { f.write_str(&steps.join(", then ")) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use board::paint::{Board, Cell, Pick, Square};

    use super::Turn;

    #[test]
    fn the_eight_turns_are_different_and_keep_neighbours() {
        let board = Board::from_fn(3, |cell| Square::Number(cell.row * 3 + cell.column));
        let turned: BTreeSet<Board> = Turn::all(3).iter().map(|turn| turn.board(&board)).collect();
        assert_eq!(turned.len(), 8);
        for turn in Turn::all(3) {
            let (a, b) = (turn.cell(Cell::new(1, 1)), turn.cell(Cell::new(1, 2)));
            assert_eq!(a, Cell::new(1, 1), "the middle stays");
            assert_eq!(a.row.abs_diff(b.row) + a.column.abs_diff(b.column), 1);
            assert_eq!(turn.board(&board).get(b), board.get(Cell::new(1, 2)));
        }
        assert_eq!(Turn::all(3)[0].board(&board), board);
    }

    #[test]
    fn what_is_off_the_board_stays_off_it() {
        for turn in Turn::all(2) {
            for pick in [(0, 2), (2, 2), (u64::MAX, 1), (258, 257)].map(Pick::from) {
                let turned = turn.pick(pick);
                assert!(turned.row >= 2 || turned.column >= 2, "{turn}: {turned}");
            }
        }
    }

    #[test]
    fn a_turn_says_what_it_does() {
        let names = Turn::all(2).map(|turn| turn.to_string());
        assert_eq!(names[0], "nothing");
        assert_eq!(names[7], "rows and columns exchanged, then upside down, then left to right");
    }
}
