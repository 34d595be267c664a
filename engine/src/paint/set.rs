//! The algebra of sets of cells, in whichever form they are stored.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr};

use twinboard_vocabulary::paint::Cell;

use crate::planted::{Fault, planted};

/// A set of cells of a board.
pub(super) trait CellSet:
    Copy + Debug + Eq + BitAnd<Output = Self> + BitOr<Output = Self>
{
    /// A number for each cell.
    type Table: Table;

    /// No cells.
    const NONE: Self;

    /// All cells of a board of `side` × `side`.
    fn square(side: u8) -> Self;
    /// Set of a single cell.
    fn one(cell: Cell) -> Self;
    /// True if the set contains the cell.
    fn contains(&self, cell: Cell) -> bool;
    /// Adds a cell.
    fn insert(&mut self, cell: Cell);
    /// Removes a cell.
    fn remove(&mut self, cell: Cell);
    /// Number of cells.
    fn len(&self) -> u32;
    /// Cells in row-major order.
    fn iter(&self) -> impl Iterator<Item = Cell> + '_;
    /// The cells that are not in `others`.
    fn without(self, others: Self) -> Self;
    /// All neighbours of these cells; some may be off the board.
    fn around(self) -> Self;
    /// True if all cells of the set are connected to `start`, which must be one of them.
    fn is_connected_from(&self, start: Cell) -> bool;
    /// Cells within `steps` steps of `start` over cells of this set; `start` need not be one.
    fn ball(&self, start: Cell, steps: u32) -> Self;
    /// 64-bit hash of the set.
    fn hash(&self) -> u64;

    /// True if the set has no cells.
    #[inline]
    fn is_empty(&self) -> bool {
        *self == Self::NONE
    }

    /// First cell in row-major order.
    #[inline]
    fn first(&self) -> Option<Cell> {
        self.iter().next()
    }

    /// `start` and all cells that are reachable from it over cells of this set.
    fn flood(self, start: Self) -> Self {
        let mut flood = start;
        loop {
            let grown = flood | (flood.around() & self);
            if grown == flood {
                return flood;
            }
            flood = grown;
        }
    }
}

/// A number for each cell of a board.
pub(super) trait Table: Copy + Debug {
    /// Zero for every cell.
    const ZERO: Self;
    /// Number of a cell.
    fn get(&self, cell: Cell) -> u8;
    /// Sets the number of a cell.
    fn set(&mut self, cell: Cell, number: u8);
}

impl<const SIDE: usize> Table for [[u8; SIDE]; SIDE] {
    const ZERO: Self = [[0; SIDE]; SIDE];

    #[inline]
    fn get(&self, cell: Cell) -> u8 {
        self[usize::from(cell.row)][usize::from(cell.column)]
    }

    #[inline]
    fn set(&mut self, cell: Cell, number: u8) {
        self[usize::from(cell.row)][usize::from(cell.column)] = number;
    }
}

/// The part of a position that changes with each move, except for the player to move. A copy of it
/// undoes a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sets<S> {
    /// Cells that are not painted.
    pub(super) free: S,
    /// Free cells without a painted neighbour: those that can be painted.
    pub(super) usable: S,
    /// Free cells with a number.
    pub(super) numbers: S,
    /// All living numbers, and perhaps some dead ones; these are suspects.
    pub(super) living: S,
    /// Numbers in `living` that may have died.
    pub(super) suspects: S,
    /// Hash of the side and of the numbers.
    pub(super) key: u64,
}

impl<S: CellSet> Sets<S> {
    /// Usable cells without a number. An area consists of these and the cell of its number.
    #[inline]
    pub(super) fn open(&self) -> S {
        self.usable.without(self.numbers)
    }

    /// Paints the cells of a valid move and returns those that it makes unusable. Leaves the key
    /// and the living numbers as they are.
    #[inline]
    pub(super) fn paint(&mut self, cells: S, number: Cell) -> S {
        debug_assert!(cells.without(self.usable).is_empty(), "cells of a valid move are usable");
        debug_assert!((cells & self.numbers) == S::one(number), "a valid move has one number");
        let lost = cells | cells.around();
        let unusable = if planted(Fault::StillUsable) { cells } else { lost };
        self.free = self.free.without(cells);
        self.usable = self.usable.without(unusable);
        self.numbers.remove(number);
        lost
    }
}
