//! Lines: a row or a column of the board as a word, with a wall at both of its ends.
//!
//! Row 0 is line 1, and column 0 is bit 1 of it: in front of them stands a wall, and so does behind
//! the last ones. In a line of the other kind rows and columns have changed places. Because of the
//! walls there is always something to be seen on both sides of a place.

use super::board::SIDE;

/// How many lines of a kind there are, with the walls.
pub(super) const LINES: usize = SIDE + 2;

/// The number of a place: 64 times that of its row line, plus its bit. Numbers are ordered as LP-1
/// orders cells.
pub(super) type Place = usize;

/// How far a place is from the one below.
pub(super) const ROW: Place = 64;

/// The place in this line of a row at this bit.
#[inline]
pub(super) fn place(row: u32, column: u32) -> Place {
    row as usize * ROW + column as usize
}

/// The row line of a place, and its bit there.
#[inline]
pub(super) fn row_and_column(place: Place) -> (u32, u32) {
    ((place / ROW) as u32, (place % ROW) as u32)
}

/// The last place of a line before this one that is taken.
#[inline]
pub(super) fn previous(line: u64, at: u32) -> u32 {
    // The wall is taken; with it no compiler has to provide for an empty set.
    (line & !(u64::MAX << at) | 1).ilog2()
}

/// The first place of a line behind this one that is taken.
#[inline]
pub(super) fn next(line: u64, at: u32) -> u32 {
    (line & (u64::MAX << 1 << at)).trailing_zeros()
}

/// The free places of a line between two that are taken.
#[inline]
pub(super) fn between(previous: u32, next: u32) -> u64 {
    (1 << next) - (2 << previous)
}

/// A set of places from which the first one can be taken quickly.
#[derive(Clone, Debug)]
pub(super) struct Places {
    lines: [u64; LINES],
    /// The lines that are not empty.
    used: u64,
}

impl Places {
    /// The empty set.
    pub(super) fn new() -> Self {
        Self { lines: [0; LINES], used: 0 }
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.used == 0
    }

    #[inline]
    pub(super) fn insert(&mut self, place: Place) {
        self.insert_if(place, true);
    }

    /// Adds a place under a condition, which nobody could predict.
    #[inline]
    pub(super) fn insert_if(&mut self, place: Place, condition: bool) {
        let (row, column) = row_and_column(place);
        self.lines[row as usize] |= u64::from(condition) << column;
        self.used |= u64::from(condition) << row;
    }

    /// Takes out the first place.
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

    /// The rows in which there may be any.
    #[inline]
    pub(super) fn rows(&self) -> u64 {
        self.used
    }

    /// Those of a row.
    #[inline]
    pub(super) fn row(&self, row: u32) -> u64 {
        self.lines[row as usize]
    }

    /// Those of a row that has any, of which some may be left out.
    #[inline]
    pub(super) fn row_mut(&mut self, row: u32) -> &mut u64 {
        &mut self.lines[row as usize]
    }
}

#[cfg(test)]
mod tests {
    use quickcheck_macros::quickcheck;

    use super::{Places, between, next, place, previous};

    #[quickcheck]
    fn what_stands_beside_a_place_is_found(line: u64, at: u32) -> bool {
        let (line, at) = (line | 1 | 1 << 63, 1 + at % 62);
        let taken = |&bit: &u32| line >> bit & 1 == 1;
        let (before, behind) = (previous(line, at), next(line, at));
        let free = (before + 1..behind).filter(|&bit| bit != at);
        Some(before) == (0..at).rev().find(taken)
            && Some(behind) == (at + 1..64).find(taken)
            && between(before, behind) & !(1 << at) == free.map(|bit| 1 << bit).sum()
    }

    #[quickcheck]
    fn places_are_taken_in_their_order(numbers: Vec<(u8, u8, bool)>) -> bool {
        let mut places = Places::new();
        let mut expected = std::collections::BTreeSet::new();
        for (row, column, is_in) in numbers {
            let place = place(u32::from(row) % 34, u32::from(column) % 64);
            places.insert_if(place, is_in);
            expected.extend(Some(place).filter(|_| is_in));
        }
        let taken = std::iter::from_fn(|| places.take_first());
        taken.eq(expected) && places.is_empty()
    }
}
