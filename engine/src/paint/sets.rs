//! The sets of cells that a position consists of.

use twinboard_vocabulary::paint::Cell;

use super::set::CellSet;
use crate::planted::{Fault, planted};

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
