//! Validity of a move, and the reason to refuse it.

use board::paint::{Cell, Move, Pick, Refusal};

use super::board::{Area, Board};
use super::cells::Cells;
use crate::planted::{Fault, planted};

impl Board {
    /// Checks a move.
    ///
    /// # Errors
    ///
    /// If the move is not valid: the first refusal of PT-8 to PT-17 that applies.
    pub fn check(&self, mv: &Move) -> Result<Area, Refusal> {
        if self.alive.is_empty() {
            return Err(Refusal::GameOver);
        }
        let cells = self.picked(mv.picks())?;
        if planted(Fault::PaintedLate)
            && cells.first().is_some_and(|first| cells.flood(Cells::one(first)) != cells)
        {
            return Err(Refusal::NotConnected);
        }
        if !cells.without(self.free).is_empty() {
            return Err(Refusal::Painted);
        }
        let first = cells.first().ok_or(Refusal::NoCells)?;
        if !cells.is_connected_from(first) {
            return Err(Refusal::NotConnected);
        }
        let numbers = cells & self.numbers;
        let number = numbers.first().ok_or(Refusal::NoNumber)?;
        if numbers.len() > 1
            && !(planted(Fault::CountFirst) && u32::from(self.value(number)) != cells.len())
        {
            return Err(Refusal::SeveralNumbers);
        }
        if u32::from(self.value(number)) != cells.len() {
            return Err(Refusal::WrongCount);
        }
        if !cells.without(self.usable).is_empty() {
            return Err(Refusal::TouchesPaint);
        }
        Ok(Area { cells, number })
    }

    /// The picked cells, if there are any and all are different and on the board (PT-9 to PT-11).
    fn picked(&self, picks: &[Pick]) -> Result<Cells, Refusal> {
        if picks.is_empty() {
            return Err(Refusal::NoCells);
        }
        // Compared as `u64`: truncation could turn a large number into a cell.
        let side = u64::from(self.side);
        let row = |pick: &Pick| if planted(Fault::RowByte) { pick.row & 255 } else { pick.row };
        if picks.iter().any(|pick| row(pick) >= side || pick.column >= side) {
            return Err(Refusal::OffBoard);
        }
        let mut cells = Cells::NONE;
        for pick in picks {
            let cell = Cell::new(pick.row as u8, pick.column as u8);
            if cells.contains(cell) {
                return Err(Refusal::Repeated);
            }
            cells.insert(cell);
        }
        Ok(cells)
    }
}
