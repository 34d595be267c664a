//! The eight symmetries of a square board.

use std::fmt;

use arbitrary::Unstructured;
use twinboard_harness::{Symmetries, Symmetry};
use twinboard_vocabulary::paint::{Board, Cell, LegalMove, Move, Paint, Pick, Position};

use super::PaintRules;

/// A rotation or reflection of a board of N × N, out of eight. It is a symmetry of the rules,
/// because these depend on neighbours only (PT-1), and neighbours stay neighbours.
///
/// The steps are applied in the order of the fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transform {
    side: u8,
    /// Exchanges rows and columns.
    is_transposed: bool,
    /// Exchanges the first row and the last, and so on.
    is_upside_down: bool,
    /// Exchanges the first column and the last, and so on.
    is_mirrored: bool,
}

impl Transform {
    /// All eight for boards of `side` × `side`; the first is the identity.
    #[must_use]
    pub fn all(side: u8) -> [Self; 8] {
        std::array::from_fn(|number| Self {
            side,
            is_transposed: number / 4 == 1,
            is_upside_down: number / 2 % 2 == 1,
            is_mirrored: number % 2 == 1,
        })
    }

    /// The image of a cell.
    #[must_use]
    pub fn cell(&self, cell: Cell) -> Cell {
        let Pick { row, column } = self.pick(cell.into());
        Cell::new(row as u8, column as u8)
    }

    /// The image of a pick. A pick off the board stays off the board.
    #[must_use]
    pub fn pick(&self, pick: Pick) -> Pick {
        let side = u64::from(self.side);
        let Pick { row, column } = pick;
        let (row, column) = if self.is_transposed { (column, row) } else { (row, column) };
        let transformed = |number: u64, is_reversed: bool| {
            if is_reversed && number < side { side - 1 - number } else { number }
        };
        Pick {
            row: transformed(row, self.is_upside_down),
            column: transformed(column, self.is_mirrored),
        }
    }

    /// The image of a board.
    #[must_use]
    pub fn board(&self, board: &Board) -> Board {
        let mut transformed = board.clone();
        for (cell, square) in board.cells() {
            transformed.set(self.cell(cell), square);
        }
        transformed
    }

    /// The image of a move, with the picks in the same order.
    #[must_use]
    pub fn mv(&self, mv: &Move) -> Move {
        Move::new(mv.picks().iter().map(|&pick| self.pick(pick)))
    }
}

impl fmt::Display for Transform {
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

impl Symmetries<Paint> for PaintRules {
    fn symmetry(
        &self,
        setup: &Board,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<Option<Box<dyn Symmetry<Paint>>>> {
        let transforms = Transform::all(setup.side());
        Ok(Some(Box::new(*u.choose(&transforms[1..])?)))
    }
}

impl Symmetry<Paint> for Transform {
    fn transform_setup(&self, setup: &Board) -> Board {
        self.board(setup)
    }

    fn transform_move(&self, mv: &Move) -> Move {
        self.mv(mv)
    }

    fn transform_legal(&self, legal: &LegalMove) -> LegalMove {
        LegalMove::new(legal.cells().iter().map(|&cell| self.cell(cell)))
    }

    fn transform_position(&self, position: &Position) -> Position {
        Position { board: self.board(&position.board), to_move: position.to_move }
    }
}

/// The cells that share a side with a cell (PT-1).
pub fn neighbours(side: u8, cell: Cell) -> impl Iterator<Item = Cell> {
    let Cell { row, column } = cell;
    let up = row.checked_sub(1).map(|row| Cell::new(row, column));
    let left = column.checked_sub(1).map(|column| Cell::new(row, column));
    let right = (column + 1 < side).then(|| Cell::new(row, column + 1));
    let down = (row + 1 < side).then(|| Cell::new(row + 1, column));
    [up, left, right, down].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use twinboard_vocabulary::paint::{Board, Cell, Pick, Square};

    use super::Transform;

    #[test]
    fn the_eight_transforms_differ_and_keep_neighbours() {
        let board = Board::from_fn(3, |cell| Square::Number(cell.row * 3 + cell.column));
        let transformed: BTreeSet<Board> =
            Transform::all(3).iter().map(|transform| transform.board(&board)).collect();
        assert_eq!(transformed.len(), 8);
        for transform in Transform::all(3) {
            let (a, b) = (transform.cell(Cell::new(1, 1)), transform.cell(Cell::new(1, 2)));
            assert_eq!(a, Cell::new(1, 1), "the middle stays");
            assert_eq!(a.row.abs_diff(b.row) + a.column.abs_diff(b.column), 1);
            assert_eq!(transform.board(&board).get(b), board.get(Cell::new(1, 2)));
        }
        assert_eq!(Transform::all(3)[0].board(&board), board);
    }

    #[test]
    fn picks_off_the_board_stay_off_the_board() {
        for transform in Transform::all(2) {
            for pick in [(0, 2), (2, 2), (u64::MAX, 1), (258, 257)].map(Pick::from) {
                let transformed = transform.pick(pick);
                let is_off = transformed.row >= 2 || transformed.column >= 2;
                assert!(is_off, "{transform}: {transformed}");
            }
        }
    }

    #[test]
    fn a_transform_is_described_in_words() {
        let names = Transform::all(2).map(|transform| transform.to_string());
        assert_eq!(names[0], "nothing");
        assert_eq!(names[7], "rows and columns exchanged, then upside down, then left to right");
    }
}
