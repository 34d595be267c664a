//! Numbers that are alive: those that have a valid move.
//!
//! A number of value k is alive if at least k cells are connected to it: its own cell and usable
//! cells without a number. A dead number stays dead.
//!
//! A living number finds enough cells within a few steps, usually two or three, and only paint
//! within these steps can kill it. On large boards a move marks the numbers that are close enough
//! to the new paint as *suspects*, with a few operations on sets for all of them. They are examined
//! when no other number shows that the game goes on. On small boards all numbers are suspects, and
//! a caller that asks for the living ones has all of them examined.

use twinboard_vocabulary::paint::{Cell, Outcome};

use super::search::{FAR, SearchSet};
use super::set::Table;
use super::state::State;
use crate::planted::{Fault, planted};

impl<S: SearchSet> State<S> {
    /// Determines the living numbers of a new board.
    pub(super) fn start_life(&mut self) {
        self.sets.living = self.sets.numbers & self.sets.usable;
        for number in self.sets.numbers.iter() {
            // A 0 can never be painted (PT-18).
            match self.values.get(number).checked_sub(1) {
                None => self.sets.living.remove(number),
                Some(steps) => self.by_steps[FAR.min(steps.into())].insert(number),
            }
        }
        self.sets.suspects = self.sets.living;
        if S::TRACKS_LIFE {
            self.settle();
        }
    }

    /// Removes the numbers among the cells `lost` by a move that paints `cells`, and marks those
    /// that it may have killed as suspects.
    #[inline]
    pub(super) fn suspect_near(&mut self, cells: S, lost: S) {
        let sets = &mut self.sets;
        sets.living = sets.living.without(lost);
        let endangered = cells.endangered(&sets.living, &self.by_steps);
        sets.suspects = sets.living & (sets.suspects | endangered | self.by_steps[FAR]);
        if S::TRACKS_LIFE && sets.living.without(sets.suspects).is_empty() {
            self.examine(true);
        }
    }

    /// Examines all suspects.
    pub(super) fn settle(&mut self) {
        self.examine(false);
    }

    /// Examines suspects, either all or until one turns out to be alive.
    fn examine(&mut self, until_alive: bool) {
        let (open, suspects) = (self.flooded(), self.sets.suspects);
        for number in suspects.iter() {
            let steps = self.steps_needed(number, &open);
            self.sets.suspects.remove(number);
            let Some(steps) = steps else {
                self.sets.living.remove(number);
                continue;
            };
            if S::TRACKS_LIFE {
                self.by_steps.iter_mut().for_each(|numbers| numbers.remove(number));
                self.by_steps[FAR.min(steps as usize)].insert(number);
            }
            if until_alive {
                break;
            }
        }
    }

    /// Numbers that have a valid move.
    pub(super) fn alive(&self) -> S {
        let mut alive = self.sets.living;
        if !self.sets.suspects.is_empty() {
            let open = self.flooded();
            for number in self.sets.suspects.iter() {
                if self.steps_needed(number, &open).is_none() {
                    alive.remove(number);
                }
            }
        }
        alive
    }

    /// True if the number has a valid move.
    pub(super) fn is_alive(&self, number: Cell) -> bool {
        self.sets.living.contains(number)
            && (!self.sets.suspects.contains(number)
                || self.steps_needed(number, &self.flooded()).is_some())
    }

    /// Cells of the areas of a living number.
    pub(super) fn ball(&self, number: Cell) -> S {
        debug_assert!(self.is_alive(number), "the number at {number} is alive");
        self.flooded().ball(number, u32::from(self.value(number)) - 1)
    }

    /// True if some number has a valid move.
    pub(super) fn is_any_alive(&self) -> bool {
        if !self.sets.living.without(self.sets.suspects).is_empty() {
            return true;
        }
        let open = self.flooded();
        self.sets.suspects.iter().any(|number| self.steps_needed(number, &open).is_some())
    }

    /// A number of steps within which a usable number finds enough cells for an area, its own
    /// included; `None` if it has no area.
    #[inline]
    pub(super) fn steps_needed(&self, number: Cell, open: &S) -> Option<u32> {
        open.steps_to(number, self.value(number).into())
    }

    /// Cells over which numbers find others: the open ones.
    #[inline]
    pub(super) fn flooded(&self) -> S {
        if planted(Fault::FloodOverNumbers) {
            return self.sets.usable;
        }
        let mut open = self.open();
        if planted(Fault::FloodLastRow) && self.side > 1 {
            (0..self.side).for_each(|column| open.remove(Cell::new(self.side - 1, column)));
        }
        open
    }

    /// Outcome of the game (PT-20 to PT-22).
    pub(super) fn outcome(&self) -> Outcome {
        if self.is_any_alive() {
            Outcome::Playing
        } else if self.sets.numbers.is_empty()
            || planted(Fault::ZeroIsDrawn)
                && self.sets.numbers.iter().all(|cell| self.value(cell) == 0)
        {
            Outcome::Drawn
        } else {
            let is_other = planted(Fault::WrongLoser);
            Outcome::Lost(if is_other { self.to_move.other() } else { self.to_move })
        }
    }
}
