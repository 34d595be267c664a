//! Checks the invariants of a board by computing everything anew.

use twinboard_vocabulary::paint::{Cell, Move, NUMBER_MAX, Pick, Refusal};

use super::cells::Area;
use super::search::{FAR, SearchSet};
use super::state::State;
use crate::planted::{Fault, planted};

impl<S: SearchSet> State<S> {
    pub(super) fn validate(&self) -> Result<(), String> {
        let off_board = self.sets.free.without(S::square(self.side));
        if let Some(cell) = off_board.first() {
            return Err(format!("{cell} is off the board and free"));
        }
        if let Some(cell) = self.sets.numbers.without(self.sets.free).first() {
            return Err(format!("{cell} holds a number and is painted"));
        }
        if let Some(cell) = self.sets.numbers.iter().find(|&cell| self.value(cell) > NUMBER_MAX) {
            return Err(format!("{cell} holds {}, which no cell may", self.value(cell)));
        }
        if let Some(cell) = self.sets.suspects.without(self.sets.living).first() {
            return Err(format!("{cell} is a suspect without having been alive"));
        }
        if let Some(cell) = self.sets.living.without(self.sets.numbers).first() {
            return Err(format!("{cell} is marked as alive and holds no number"));
        }
        self.validate_kept()
    }

    fn validate_kept(&self) -> Result<(), String> {
        let fresh = Self::from_position(&self.to_position());
        let certain = self.sets.living.without(self.sets.suspects);
        let kept = [
            ("free", self.sets.free, fresh.sets.free),
            ("usable", self.sets.usable, fresh.sets.usable),
            ("a number", self.sets.numbers, fresh.sets.numbers),
            ("a live number", self.alive(), fresh.alive()),
            ("a live number and no suspect", certain, certain & fresh.alive()),
        ];
        for (name, kept, fresh) in kept {
            if let Some(cell) = (kept.without(fresh) | fresh.without(kept)).first() {
                return Err(if kept.contains(cell) {
                    format!("{cell} is marked as {name}, but is not")
                } else {
                    format!("{cell} is {name}, but is not marked as such")
                });
            }
        }
        self.validate_steps(certain)?;
        if self.sets.key != fresh.sets.key {
            return Err(format!(
                "the hash is {:#x} and should be {:#x}",
                self.sets.key, fresh.sets.key
            ));
        }
        Ok(())
    }

    /// Checks that the living numbers `certain` find enough cells within their steps. Fewer steps
    /// may be enough: moves may have been undone, and a search does not always find the minimum.
    fn validate_steps(&self, certain: S) -> Result<(), String> {
        let open = self.flooded();
        for number in certain.iter().filter(|_| S::TRACKS_LIFE) {
            let sets = self.by_steps.iter().filter(|numbers| numbers.contains(number)).count();
            let known = self.by_steps.iter().position(|numbers| numbers.contains(number));
            let found = match known {
                Some(steps) if sets == 1 && steps < FAR => open.ball(number, steps as u32).len(),
                Some(_) if sets == 1 => open.flood(S::one(number)).len(),
                _ => 0,
            };
            if found < self.value(number).into() {
                return Err(format!(
                    "the number at {number} finds {found} cells in {known:?} steps"
                ));
            }
        }
        Ok(())
    }
}

impl<S: SearchSet> State<S> {
    pub(super) fn check(&self, mv: &Move) -> Result<Area, Refusal> {
        if !self.is_any_alive() {
            return Err(Refusal::GameOver);
        }
        let cells = self.picked(mv.picks())?;
        if planted(Fault::PaintedLate)
            && cells.first().is_some_and(|first| cells.flood(S::one(first)) != cells)
        {
            return Err(Refusal::NotConnected);
        }
        if !cells.without(self.sets.free).is_empty() {
            return Err(Refusal::Painted);
        }
        let first = mv.picks().first().map(cell).ok_or(Refusal::NoCells)?;
        if !cells.is_connected_from(first) {
            return Err(Refusal::NotConnected);
        }
        // Faster than a search in `cells & numbers`.
        let number = mv.picks().iter().map(cell).find(|&cell| self.sets.numbers.contains(cell));
        let number = number.ok_or(Refusal::NoNumber)?;
        let mut numbers = cells & self.sets.numbers;
        numbers.remove(number);
        // All picked cells are different.
        let is_count = usize::from(self.value(number)) == mv.picks().len();
        if !numbers.is_empty() && (is_count || !planted(Fault::CountFirst)) {
            return Err(Refusal::SeveralNumbers);
        }
        if !is_count {
            return Err(Refusal::WrongCount);
        }
        if !cells.without(self.sets.usable).is_empty() {
            return Err(Refusal::TouchesPaint);
        }
        Ok(Area { cells: cells.into(), number })
    }

    /// The picked cells, if there are any and all are different and on the board (PT-9 to PT-11).
    fn picked(&self, picks: &[Pick]) -> Result<S, Refusal> {
        if picks.is_empty() {
            return Err(Refusal::NoCells);
        }
        // Compared as `u64`: truncation could turn a large number into a cell.
        let side = u64::from(self.side);
        let row = |pick: &Pick| if planted(Fault::RowByte) { pick.row & 255 } else { pick.row };
        if picks.iter().any(|pick| row(pick) >= side || pick.column >= side) {
            return Err(Refusal::OffBoard);
        }
        let mut cells = S::NONE;
        for cell in picks.iter().map(cell) {
            if cells.contains(cell) {
                return Err(Refusal::Repeated);
            }
            cells.insert(cell);
        }
        Ok(cells)
    }
}

/// Cell of a pick on the board.
fn cell(pick: &Pick) -> Cell {
    Cell::new(pick.row as u8, pick.column as u8)
}
