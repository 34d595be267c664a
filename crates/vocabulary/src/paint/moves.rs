//! Moves as requested, legal moves, and the effect of a move.

use std::fmt;
use std::str::FromStr;

use crate::cell::{Cell, Pick};
use crate::text::ParseError;

/// The text of a move that names no cell.
const NO_CELLS: &str = "no cells";

/// A list of cells to paint (PT-6). It may be empty, repeat cells, and name cells off the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    picks: Vec<Pick>,
}

impl Move {
    /// The move that names these cells, in this order.
    pub fn new<P: Into<Pick>>(picks: impl IntoIterator<Item = P>) -> Self {
        Self { picks: picks.into_iter().map(Into::into).collect() }
    }

    /// The named cells in their order.
    #[must_use]
    pub fn picks(&self) -> &[Pick] {
        &self.picks
    }
}

impl From<LegalMove> for Move {
    fn from(legal: LegalMove) -> Self {
        Self::new(legal.cells)
    }
}

impl From<Painted> for LegalMove {
    fn from(painted: Painted) -> Self {
        painted.cells
    }
}

/// Reads the format of [`Display`](fmt::Display): cells such as `(0,1) (0,2)`, or `no cells`.
impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text.trim() == NO_CELLS {
            return Ok(Self::default());
        }
        let pick = |token: &str| {
            let (row, column) = token.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
            Some(Pick { row: row.parse().ok()?, column: column.parse().ok()? })
        };
        let picks: Option<Vec<Pick>> = text.split_whitespace().map(pick).collect();
        let picks = picks.filter(|picks| !picks.is_empty());
        picks.map(Self::new).ok_or_else(|| "cells such as (0,1) (0,2), or `no cells`".into())
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.picks.is_empty() {
            return f.write_str(NO_CELLS);
        }
        write_list(f, &self.picks)
    }
}

/// A valid move as it is listed: its cells in row-major order, because their order is irrelevant
/// (PT-6).
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LegalMove {
    cells: Vec<Cell>,
}

impl LegalMove {
    /// The move that paints these cells, given in any order.
    ///
    /// # Panics
    ///
    /// If a cell is repeated: no valid move repeats a cell (PT-11).
    pub fn new(cells: impl IntoIterator<Item = Cell>) -> Self {
        let cells = cells.into_iter().collect();
        Self::try_new(cells).expect("a valid move has each cell once")
    }

    /// The move that paints these cells, given in any order; `None` if a cell is repeated.
    #[must_use]
    pub fn try_new(mut cells: Vec<Cell>) -> Option<Self> {
        cells.sort_unstable();
        let is_repeated = cells.windows(2).any(|pair| pair[0] == pair[1]);
        (!is_repeated).then_some(Self { cells })
    }

    /// Its cells in row-major order.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }
}

impl fmt::Display for LegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_list(f, &self.cells)
    }
}

/// The effect of a move (PT-19).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Painted {
    /// The newly painted cells.
    pub cells: LegalMove,
    /// The number among them.
    pub number: u8,
    /// The cell of the number.
    pub at: Cell,
}

impl fmt::Display for Painted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} at {} is painted: {}", self.number, self.at, self.cells)
    }
}

fn write_list(f: &mut fmt::Formatter<'_>, items: &[impl fmt::Display]) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        let separator = if index > 0 { " " } else { "" };
        write!(f, "{separator}{item}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{LegalMove, Painted};
    use crate::paint::Cell;

    #[test]
    fn a_legal_move_does_not_depend_on_the_order_of_its_cells() {
        let [a, b, c] = [Cell::new(0, 1), Cell::new(0, 2), Cell::new(1, 0)];
        let legal = LegalMove::new([c, a, b]);
        assert_eq!(legal, LegalMove::new([b, c, a]));
        assert_eq!(legal.cells(), [a, b, c]);
        assert_eq!(legal.to_string(), "(0,1) (0,2) (1,0)");
        assert!(legal < LegalMove::new([b]), "the first cell counts first");
        let painted = Painted { cells: legal, number: 3, at: b };
        assert_eq!(painted.to_string(), "the 3 at (0,2) is painted: (0,1) (0,2) (1,0)");
    }

    #[test]
    #[should_panic(expected = "each cell once")]
    fn a_legal_move_has_no_cell_twice() {
        let _ = LegalMove::new([Cell::new(0, 1), Cell::new(1, 1), Cell::new(0, 1)]);
    }
}
