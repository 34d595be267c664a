//! Validity of a move, and the reason to refuse it.

use twinboard_vocabulary::paint::{Cell, Move, Pick, Refusal};

use super::cells::Area;
use super::search::SearchSet;
use super::state::State;
use crate::planted::{Fault, planted};

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
