//! Invariants of a board, checked from scratch.

use board::linkpop::Cell;

use super::board::{Board, place_of};
use super::lines::{LINES, ROW, row_and_column};

impl Board {
    /// Checks that the lines agree with the places, that the walls are complete, and that the
    /// maintained twins are up to date.
    ///
    /// # Errors
    ///
    /// A sentence that names the broken invariant.
    pub fn validate(&self) -> Result<(), String> {
        for row in 0..self.rows {
            for column in 0..self.columns {
                self.validate_cell(Cell::new(row, column))?;
            }
        }
        self.validate_walls()?;
        self.validate_twins()
    }

    /// Checks that all blocks with a twin, and only blocks, are candidates, and that the first
    /// candidate has a twin.
    fn validate_twins(&self) -> Result<(), String> {
        let has_twin = |&(row, column): &(u32, u32)| self.twin(row, column).is_some();
        let mut twins = self.blocks().map(row_and_column).filter(has_twin);
        let is_candidate = |(row, column)| self.twins.has(row, column);
        let are_blocks = (1..LINES).all(|row| self.twins.candidates[row] & !self.by_row[row] == 0);
        if self.twins.first() != twins.next() || !twins.all(is_candidate) || !are_blocks {
            return Err("the candidates for twins are out of date".into());
        }
        Ok(())
    }

    fn validate_cell(&self, cell: Cell) -> Result<(), String> {
        let place = place_of(cell);
        let (row, column) = row_and_column(place);
        let block = self.get(cell);
        if block.is_none() && self.codes[place] != 0 {
            return Err(format!(
                "{cell} has the code {:#x}, which is not a block",
                self.codes[place]
            ));
        }
        let lines = [(self.by_row[row as usize], column), (self.by_column[column as usize], row)];
        if lines.map(|(line, bit)| line >> bit & 1 == 1) != [block.is_some(); 2] {
            return Err(format!("{cell} has {block:?}, but the line of its row or column differs"));
        }
        Ok(())
    }

    /// Checks that the places around the board are walls, and that all places beyond them are
    /// empty.
    fn validate_walls(&self) -> Result<(), String> {
        let (last_row, last_column) = (usize::from(self.rows) + 1, usize::from(self.columns) + 1);
        for (place, &code) in self.codes.iter().enumerate() {
            let (row, column) = (place / ROW, place % ROW);
            let on_board = (1..last_row).contains(&row) && (1..last_column).contains(&column);
            let is_wall = row <= last_row && column <= last_column;
            if !on_board && (code != 0) != is_wall {
                return Err(format!(
                    "the place ({row}, {column}) off the board has code {code:#x}"
                ));
            }
            let in_lines = |line: u64, bit: usize| line >> bit & 1 == 1;
            let is_taken = column < LINES
                && [in_lines(self.by_row[row], column), in_lines(self.by_column[column], row)]
                    != [is_wall; 2];
            if !on_board && is_taken {
                return Err(format!("the lines are wrong at ({row}, {column}), off the board"));
            }
        }
        Ok(())
    }
}
