//! Lines: a row or a column of the board as a word, with a wall at both ends.
//!
//! Row 0 of the board is line 1, and column 0 is bit 1 of that line: line 0 and bit 0 are walls,
//! and so are the line and the bit after the last ones. In the lines of columns rows and columns
//! are swapped. Because of the walls every place has something occupied on both sides, so no search
//! needs a case for "nothing found".

/// Limit of rows and of columns.
pub(super) const SIDE: usize = 32;

/// Number of row lines, and of column lines, including walls.
pub(super) const LINES: usize = SIDE + 2;

/// Number of a place: 64 times the number of its row line, plus its bit. Numbers have the order of
/// cells in LP-1.
pub(super) type Place = usize;

/// Distance from a place to the one below.
pub(super) const ROW: Place = 64;

/// The place at bit `column` of row line `row`.
#[inline]
pub(super) fn place(row: u32, column: u32) -> Place {
    row as usize * ROW + column as usize
}

/// Row line and bit of a place.
#[inline]
pub(super) fn row_and_column(place: Place) -> (u32, u32) {
    ((place / ROW) as u32, (place % ROW) as u32)
}

/// The last occupied bit of a line before bit `at`.
#[inline]
pub(super) fn previous(line: u64, at: u32) -> u32 {
    // The wall at bit 0 is set anyway; the `| 1` shows the compiler that the set is not empty.
    (line & !(u64::MAX << at) | 1).ilog2()
}

/// The first occupied bit of a line after bit `at`.
#[inline]
pub(super) fn next(line: u64, at: u32) -> u32 {
    (line & (u64::MAX << 1 << at)).trailing_zeros()
}

/// The bits of a line between two bits.
#[inline]
pub(super) fn between(previous: u32, next: u32) -> u64 {
    (1 << next) - (2 << previous)
}

/// A set of places that is also a priority queue: the first place is taken in constant time.
///
/// The lines are borrowed, so that the set of used lines stays in a register.
#[derive(Debug)]
pub(super) struct Places<'a> {
    lines: &'a mut [u64; LINES],
    /// The lines that are not empty.
    used: u64,
}

impl<'a> Places<'a> {
    /// The empty set; `lines` are all 0, and are again when all places have been taken.
    #[inline]
    pub(super) fn new(lines: &'a mut [u64; LINES]) -> Self {
        Self { lines, used: 0 }
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// Adds a place under a condition. Branchless, because the condition is unpredictable.
    #[inline]
    pub(super) fn insert_if(&mut self, place: Place, condition: bool) {
        let (row, column) = row_and_column(place);
        self.lines[row as usize] |= u64::from(condition) << column;
        self.used |= u64::from(condition) << row;
    }

    /// Removes and returns the first place.
    #[inline]
    pub(super) fn take_first(&mut self) -> Option<Place> {
        if self.used == 0 {
            return None;
        }
        let row = self.used.trailing_zeros();
        let line = &mut self.lines[row as usize];
        let column = line.trailing_zeros();
        *line &= *line - 1;
        self.used &= !(u64::from(*line == 0) << row);
        Some(place(row, column))
    }
}
