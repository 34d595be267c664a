//! Groups, both as legal moves and as the effect of a move.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use super::position::Cell;
use crate::text::{ParseError, Scanner};

/// A region of at least two cells (SG-4, SG-8): a legal move, and the effect of a move.
///
/// Groups are ordered by their cells, then by colour.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Group {
    cells: Cells,
    colour: u8,
}

impl Group {
    /// The group of these cells, given in any order without repetition.
    ///
    /// # Panics
    ///
    /// If `cells` is empty.
    #[must_use]
    pub fn new(colour: u8, cells: impl IntoIterator<Item = Cell>) -> Self {
        let mut cells: Cells = cells.into_iter().collect();
        cells.as_mut_slice().sort_unstable();
        assert!(!cells.as_slice().is_empty(), "a group has cells");
        Self { cells, colour }
    }

    /// A copy of the group in another colour.
    #[must_use]
    pub fn recoloured(&self, colour: u8) -> Self {
        Self { cells: self.cells.clone(), colour }
    }

    /// Common colour of its cells.
    #[must_use]
    pub fn colour(&self) -> u8 {
        self.colour
    }

    /// The cells in order of column, then row.
    #[must_use]
    #[inline]
    pub fn cells(&self) -> &[Cell] {
        self.cells.as_slice()
    }

    /// The first cell: the lowest one in the leftmost column.
    #[must_use]
    pub fn first(&self) -> Cell {
        self.cells()[0]
    }

    /// Number of cells.
    #[must_use]
    pub fn size(&self) -> usize {
        self.cells().len()
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 8;
        write!(f, "{} cells of colour {}:", self.size(), self.colour)?;
        for cell in self.cells().iter().take(SHOWN) {
            write!(f, " {cell}")?;
        }
        if self.size() > SHOWN {
            write!(f, " and {} more", self.size() - SHOWN)?;
        }
        Ok(())
    }
}

/// Number of cells that are stored without allocation: a list of 7 is as large as a vector.
const FEW: usize = 7;

/// A list of cells. Most groups are small and the checks copy them by the hundred, so short lists
/// are stored inline. The representation is not visible from outside.
#[derive(Clone)]
enum Cells {
    /// The first `count` elements of the array; the others are meaningless.
    Few { count: u8, cells: [Cell; FEW] },
    /// More than [`FEW`] cells.
    Many(Vec<Cell>),
}

impl Cells {
    #[inline]
    fn as_slice(&self) -> &[Cell] {
        match self {
            Self::Few { count, cells } => &cells[..usize::from(*count)],
            Self::Many(cells) => cells,
        }
    }

    #[inline]
    fn as_mut_slice(&mut self) -> &mut [Cell] {
        match self {
            Self::Few { count, cells } => &mut cells[..usize::from(*count)],
            Self::Many(cells) => cells,
        }
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<T: IntoIterator<Item = Cell>>(all: T) -> Self {
        let mut all = all.into_iter();
        let mut cells = [Cell::new(1, 1); FEW];
        for count in 0..FEW {
            match all.next() {
                Some(cell) => cells[count] = cell,
                None => return Self::Few { count: count as u8, cells },
            }
        }
        match all.next() {
            None => Self::Few { count: FEW as u8, cells },
            Some(next) => {
                let mut many = Vec::with_capacity(FEW + 1 + all.size_hint().0);
                many.extend_from_slice(&cells);
                many.push(next);
                many.extend(all);
                Self::Many(many)
            }
        }
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

impl PartialEq for Cells {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Cells {}

impl Hash for Cells {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_slice().hash(state);
    }
}

impl Ord for Cells {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_slice().cmp(other.as_slice())
    }
}

impl PartialOrd for Cells {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A move as a player requests it: a row and a column, any numbers but the pair `0 0`, which ends
/// the list of selections (SG-5, SG-16). It need not name a cell of the grid.
///
/// Numbers above [`u64::MAX`] saturate; neither names a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Selection {
    row: u64,
    column: u64,
}

impl Selection {
    /// The selection of `row` and `column`; `None` if and only if both are 0.
    #[must_use]
    pub const fn new(row: u64, column: u64) -> Option<Self> {
        if row == 0 && column == 0 { None } else { Some(Self { row, column }) }
    }

    /// Row number as written; rows of a grid count from 1.
    #[must_use]
    pub const fn row(self) -> u64 {
        self.row
    }

    /// Column number as written; columns of a grid count from 1.
    #[must_use]
    pub const fn column(self) -> u64 {
        self.column
    }
}

impl From<Cell> for Selection {
    fn from(cell: Cell) -> Self {
        Self { row: cell.row().into(), column: cell.column().into() }
    }
}

impl From<Group> for Selection {
    fn from(group: Group) -> Self {
        group.first().into()
    }
}

/// Reads the format of [`Display`](fmt::Display): `select ROW COLUMN`.
impl FromStr for Selection {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        const EXPECTED: &str = "`select`, a row and a column, not both 0";
        let mut scanner = Scanner::new(text.as_bytes());
        if !scanner.next_line()? || scanner.token_on_line(EXPECTED)? != b"select" {
            return Err(EXPECTED.into());
        }
        let selection = (scanner.number_on_line(EXPECTED)?, scanner.number_on_line(EXPECTED)?);
        scanner.end_of_line("the end of the selection")?;
        Self::new(selection.0, selection.1).ok_or_else(|| EXPECTED.into())
    }
}

impl fmt::Display for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "select {} {}", self.row, self.column)
    }
}

#[cfg(test)]
mod tests {
    use std::hash::{BuildHasher, RandomState};

    use super::{Cell, FEW, Group};

    fn column(height: usize) -> Vec<Cell> {
        (1..=height as u8).map(|row| Cell::new(row, 1)).collect()
    }

    #[test]
    fn groups_of_any_size_keep_their_cells_sorted() {
        for size in 1..=FEW + 3 {
            let backwards: Vec<Cell> = column(size).into_iter().rev().collect();
            let group = Group::new(3, backwards);
            assert_eq!((group.cells(), group.size()), (&column(size)[..], size));
            assert_eq!(group, Group::new(3, column(size)));
        }
    }

    #[test]
    fn groups_are_ordered_by_cells_then_by_colour_whatever_their_size() {
        let cells = |cells: &[(u8, u8)]| {
            cells.iter().map(|&(row, column)| Cell::new(row, column)).collect::<Vec<_>>()
        };
        let sorted = [
            Group::new(9, column(2)),
            Group::new(0, column(FEW)),
            Group::new(1, column(FEW)),
            Group::new(0, column(FEW + 2)),
            Group::new(0, cells(&[(1, 1), (1, 2)])),
            Group::new(0, cells(&[(2, 1), (1, 2)])),
            Group::new(0, cells(&[(1, 2), (2, 2)])),
        ];
        assert!(sorted.is_sorted_by(|one, other| one < other));
    }

    #[test]
    fn groups_are_equal_if_their_cells_and_colours_are() {
        let group = |colour, size| Group::new(colour, column(size));
        let hasher = RandomState::new();
        // Sizes that are stored with and without an allocation.
        for size in [3, 12] {
            let [one, again] = [group(4, size), group(4, size)];
            assert_eq!((one.colour(), one.size()), (4, size));
            assert_eq!((&one, hasher.hash_one(&one)), (&again, hasher.hash_one(&again)));
            for other in [group(4, size + 1), group(5, size), one.recoloured(5)] {
                assert!(other != one && hasher.hash_one(&other) != hasher.hash_one(&one));
            }
            let shown = format!("{one:?}");
            assert!(shown.contains("row: 3, column: 1"), "{shown}");
        }
    }
}
