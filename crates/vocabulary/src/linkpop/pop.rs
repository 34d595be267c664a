//! Steps, links, and the effect of a pop.

use std::fmt;

use super::board::Symbol;
use crate::cell::{Cell, Pick};
use crate::text::counted;

/// A move as a line of a script requests it (LP-30).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// The pop that the robot chooses (LP-20).
    Robot,
    /// The pop of a first and a second cell (LP-7).
    Pop(Pick, Pick),
}

impl From<Pop> for Step {
    fn from(Pop { pair, .. }: Pop) -> Self {
        Self::Pop(pair.earlier().into(), pair.other().into())
    }
}

impl From<Popped> for Pop {
    fn from(popped: Popped) -> Self {
        Self { pair: popped.pair, cost: popped.link.cost() }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Robot => f.write_str("robot"),
            Self::Pop(first, second) => {
                write!(f, "pop {} {} {} {}", first.row, first.column, second.row, second.column)
            }
        }
    }
}

/// An unordered pair of different cells.
///
/// Pairs are ordered as LP-20 orders them: by the earlier cell, then by the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pair {
    earlier: Cell,
    other: Cell,
}

impl Pair {
    /// The pair of these cells, in any order.
    ///
    /// # Panics
    ///
    /// If they are equal.
    #[must_use]
    pub fn new(one: Cell, other: Cell) -> Self {
        assert_ne!(one, other, "a pair has two cells");
        Self { earlier: one.min(other), other: one.max(other) }
    }

    /// The cell that comes first in row-major order.
    #[must_use]
    pub fn earlier(self) -> Cell {
        self.earlier
    }

    /// The cell that comes second.
    #[must_use]
    pub fn other(self) -> Cell {
        self.other
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.earlier, self.other)
    }
}

impl fmt::Debug for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A pair that can be popped, and the least number of segments of a link between its blocks
/// (LP-5, LP-7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pop {
    /// Cells of the two blocks.
    pub pair: Pair,
    /// Number of segments: 1, 2 or 3.
    pub cost: u8,
}

impl fmt::Display for Pop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at cost {}", self.pair, self.cost)
    }
}

/// A cell of a board or of the ring around it: rows and columns from -1 (LP-6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    /// The row, from 0 at the top of the board; -1 is the ring above it.
    pub row: i8,
    /// The column, from 0 at the left of the board; -1 is the ring to its left.
    pub column: i8,
}

impl Point {
    /// The point at `row` and `column`.
    #[must_use]
    #[inline]
    pub const fn new(row: i8, column: i8) -> Self {
        Self { row, column }
    }
}

impl From<Cell> for Point {
    #[inline]
    fn from(cell: Cell) -> Self {
        // Boards have at most `SIDE_MAX` rows and columns, so nothing wraps.
        Self { row: cell.row.cast_signed(), column: cell.column.cast_signed() }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.row, self.column)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A path of one to three straight segments between two cells, given by its ends and corners (LP-4,
/// LP-5).
///
/// This is a claim of a side: the points may be any, and an invariant of the rule set checks that
/// they form a link.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Link {
    points: [Point; 4],
    /// Number of points, 2 to 4; the rest of the array repeats the last one.
    length: u8,
}

impl Link {
    /// The link through these points: one end, zero to two corners, the other end.
    ///
    /// # Panics
    ///
    /// If there are fewer than two points or more than four.
    #[must_use]
    pub fn new(points: &[Point]) -> Self {
        let length = points.len();
        assert!((2..=4).contains(&length), "a link has one to three segments");
        let place = |index: usize| points[index.min(length - 1)];
        Self { points: std::array::from_fn(place), length: length as u8 }
    }

    /// The points from one end to the other.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points[..usize::from(self.length)]
    }

    /// Number of segments (LP-5).
    #[must_use]
    pub fn cost(&self) -> u8 {
        self.length - 1
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, point) in self.points().iter().enumerate() {
            let arrow = if index > 0 { "-" } else { "" };
            write!(f, "{arrow}{point}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The moves in a turn of checking: the cells of the moving blocks at its beginning, in row-major
/// order (LP-16). Each block moved one cell in the direction of its attribute.
pub type Turn = Vec<Cell>;

/// The effect of a pop.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Popped {
    /// The cells that became empty.
    pub pair: Pair,
    /// The symbol of both blocks.
    pub symbol: Symbol,
    /// A link of least cost between them, from the earlier cell to the other. There may be several;
    /// any of them is right (LP-21).
    pub link: Link,
    /// The following turns of checking, without the last one, in which nothing moved (LP-19).
    pub turns: Vec<Turn>,
}

impl fmt::Display for Popped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { symbol, link, turns, .. } = self;
        write!(f, "{symbol} popped over {link}")?;
        match turns.len() {
            0 => f.write_str(", nothing moves"),
            count => {
                let moves = turns.iter().map(Vec::len).sum::<usize>() as u64;
                let turns = counted(count as u64, "turn");
                write!(f, ", {turns} of {}", counted(moves, "move"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Pair;
    use crate::linkpop::Cell;

    #[test]
    fn pairs_are_ordered_by_the_earlier_cell_then_by_the_other() {
        let pair = |a: (u8, u8), b: (u8, u8)| Pair::new(Cell::new(a.0, a.1), Cell::new(b.0, b.1));
        assert_eq!(pair((1, 0), (0, 5)), pair((0, 5), (1, 0)));
        assert_eq!(pair((1, 0), (0, 5)).earlier(), Cell::new(0, 5));
        assert!(pair((0, 5), (1, 0)) < pair((0, 6), (0, 7)));
        assert!(pair((0, 5), (1, 9)) < pair((0, 5), (2, 0)));
    }
}
