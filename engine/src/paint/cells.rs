//! Sets of cells and moves as users see them.

use std::hash::{Hash, Hasher};
use std::ops::BitOr;

use twinboard_vocabulary::paint::{Cell, LegalMove};

use super::rows::Rows;
use super::set::CellSet;
use super::word::{self, Word};

/// A set of cells in one of two forms: a word on boards of up to 8 × 8, rows of bits on larger
/// ones.
///
/// Sets are compared by their cells, not by their forms. Operations on two words yield a word, all
/// others yield rows.
#[derive(Clone, Copy, Debug)]
pub enum Cells {
    /// Set of a board of up to 8 × 8.
    Word(Word),
    /// Set of a board of up to 30 × 30.
    Rows(Rows),
}

impl From<Word> for Cells {
    #[inline]
    fn from(word: Word) -> Self {
        Self::Word(word)
    }
}

impl From<Rows> for Cells {
    #[inline]
    fn from(rows: Rows) -> Self {
        Self::Rows(rows)
    }
}

impl From<&Cells> for Word {
    /// The cells, which must fit into a word.
    #[inline]
    fn from(cells: &Cells) -> Self {
        match cells {
            Cells::Word(word) => *word,
            Cells::Rows(rows) => rows.to_word(),
        }
    }
}

impl From<&Cells> for Rows {
    #[inline]
    fn from(cells: &Cells) -> Self {
        match cells {
            Cells::Word(word) => Self::of_word(*word),
            Cells::Rows(rows) => *rows,
        }
    }
}

/// Evaluates an expression for the set in whichever form it has.
macro_rules! either {
    ($cells:expr, $set:ident => $value:expr) => {
        match $cells {
            Cells::Word($set) => $value,
            Cells::Rows($set) => $value,
        }
    };
}

/// Applies an operation to two sets of the same form.
macro_rules! both {
    ($one:expr, $other:expr, $operation:expr) => {
        match ($one, $other) {
            (Cells::Word(one), Cells::Word(other)) => Cells::Word($operation(one, other)),
            (one, other) => Cells::Rows($operation(Rows::from(&one), Rows::from(&other))),
        }
    };
}

impl BitOr for Cells {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        both!(self, other, BitOr::bitor)
    }
}

impl PartialEq for Cells {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Word(one), Self::Word(other)) => one == other,
            (one, other) => Rows::from(one) == Rows::from(other),
        }
    }
}

impl Eq for Cells {}

impl Hash for Cells {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Hash::hash(&Rows::from(self), state);
    }
}

impl Cells {
    /// Set of a single cell.
    #[must_use]
    pub fn one(cell: Cell) -> Self {
        Self::Rows(Rows::one(cell))
    }

    /// True if the set contains the cell.
    #[must_use]
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        match self {
            Self::Word(_) if !fits_word(cell) => false,
            _ => either!(self, set => set.contains(cell)),
        }
    }

    /// True if the set has no cells.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        either!(self, set => set.is_empty())
    }

    /// Number of cells.
    #[must_use]
    #[inline]
    pub fn len(&self) -> u32 {
        either!(self, set => set.len())
    }

    /// Cells in row-major order.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        let (word, rows) = match self {
            Self::Word(word) => (Some(word), None),
            Self::Rows(rows) => (None, Some(rows)),
        };
        let of_word = word.into_iter().flat_map(CellSet::iter);
        of_word.chain(rows.into_iter().flat_map(CellSet::iter))
    }
}

/// A valid move (PT-7): the cells that it paints, and the cell of its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Area {
    /// Cells that it paints.
    pub cells: Cells,
    /// Cell of its number.
    pub number: Cell,
}

impl Area {
    /// The move as plain data.
    #[must_use]
    pub fn to_legal_move(&self) -> LegalMove {
        LegalMove::new(self.cells.iter())
    }
}

/// True if a word can contain the cell.
#[inline]
fn fits_word(cell: Cell) -> bool {
    cell.row < word::SIDE && cell.column < word::SIDE
}
