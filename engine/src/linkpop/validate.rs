//! What a board promises itself, checked the slow way.

use board::linkpop::Cell;

use super::board::{Board, MOVING, SIDE};

impl Board {
    /// Checks that the sets of each row say what the cells say, that nothing lies beyond the
    /// board, and that what was kept from the last pop is still true.
    ///
    /// # Errors
    ///
    /// A sentence that says which promise is broken.
    pub fn validate(&self) -> Result<(), String> {
        for row in 0..SIDE {
            for column in 0..SIDE {
                self.validate_cell(row, column)?;
            }
        }
        let mut fresh = self.clone();
        fresh.refresh_runs(super::board::below(self.rows.into()));
        for row in 0..usize::from(self.rows) {
            if self.runs.twins[row] != fresh.runs.twins[row] {
                return Err(format!("row {row}: which blocks see each other is out of date"));
            }
            let kept = self.runs.seen.chunks().iter().zip(fresh.runs.seen.chunks());
            if kept.into_iter().any(|(kept, fresh)| kept[row] != fresh[row]) {
                return Err(format!("row {row}: what is seen along it is out of date"));
            }
        }
        Ok(())
    }

    fn validate_cell(&self, row: usize, column: usize) -> Result<(), String> {
        let cell = Cell::new(row as u8, column as u8);
        let has = |set: u32| set >> column & 1 == 1;
        let block = self.get(cell);
        if block.is_some() && !self.has(cell) {
            return Err(format!("{cell} is beyond the board, and not empty"));
        }
        if has(self.occupied[row]) != block.is_some() {
            return Err(format!("{cell} holds {block:?}, and its row says otherwise"));
        }
        for (attribute, moving) in MOVING.iter().zip(&self.moving) {
            let is_so = block.is_some_and(|block| block.attribute == *attribute);
            if has(moving[row]) != is_so {
                return Err(format!("{cell} holds {block:?}, and is wrong among {attribute:?}"));
            }
        }
        let lane = block.map(|_| self.lane_at(row, column));
        let lanes = self.symbols.chunks().iter().flat_map(|chunk| chunk[row]);
        for (number, columns) in lanes.enumerate() {
            if has(columns) != (lane == Some(number)) {
                return Err(format!("{cell} holds {block:?}, and is wrong in lane {number}"));
            }
        }
        Ok(())
    }
}
