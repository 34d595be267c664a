//! Invariants of a board, checked from scratch.

use std::fmt::Display;

use twinboard_vocabulary::linkpop::Cell;

use super::board::{Board, EMPTY, below, place_of, walled};
use super::lines::{LINES, ROW, place, row_and_column};

impl Board {
    /// Checks that the lines agree with the places, that the walls are complete, and that the
    /// maintained direct pairs are up to date.
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
        self.validate_direct_pairs()
    }

    /// Checks that all candidates are blocks, that every block with a direct partner is one, that
    /// the first candidate has a partner, and that this pair is known.
    fn validate_direct_pairs(&self) -> Result<(), String> {
        let has_partner = |&(row, column): &(u32, u32)| self.direct_partner(row, column).is_some();
        let mut paired = self.blocks().map(row_and_column).filter(has_partner);
        let is_candidate = |(row, column)| self.direct_pairs.has(row, column);
        let are_blocks =
            (1..LINES).all(|row| self.direct_pairs.candidates[row] & !self.by_row[row] == 0);
        let first = paired.next();
        let pair = first.and_then(|(row, column)| {
            Some((place(row, column), self.direct_partner(row, column)?))
        });
        if self.direct_pairs.first_candidate() != first
            || self.direct_pairs.first != pair
            || !paired.all(is_candidate)
            || !are_blocks
        {
            return Err("the candidates for direct pairs are out of date".into());
        }
        Ok(())
    }

    fn validate_cell(&self, cell: Cell) -> Result<(), String> {
        let at = place_of(cell);
        let (row, column) = row_and_column(at);
        let block = self.get(cell);
        if block.is_none() && self.codes[at] != 0 {
            return Err(format!("{cell} has the code {:#x}, which is not a block", self.codes[at]));
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
        validate_lines(&self.by_row, self.rows, self.columns)
            .map_err(|(row, column)| wrong_lines(row, column))?;
        validate_lines(&self.by_column, self.columns, self.rows)
            .map_err(|(column, row)| wrong_lines(row, column))?;
        let walls = walled(self.rows, self.columns);
        for (row, (codes, walls)) in self.codes.chunks(ROW).zip(walls).enumerate() {
            // Most places lie beyond the last wall: no branch for each of them.
            let (near, beyond) = codes.split_at((u64::BITS - walls.leading_zeros()) as usize);
            let is_empty = beyond.iter().fold(EMPTY, |all, &code| all | code) == EMPTY;
            let is_wall = |column: usize| walls >> column & 1 == 1;
            let has_all_walls =
                near.iter().enumerate().all(|(column, &code)| code != EMPTY || !is_wall(column));
            if !is_empty || !has_all_walls {
                return Err(format!("row {row} has wrong codes off the board: {codes:x?}"));
            }
        }
        Ok(())
    }
}

/// Checks the bits of lines off the board: `count` lines with `length` places between their walls.
///
/// # Errors
///
/// The number of a line, and a wrong bit of it.
fn validate_lines(lines: &[u64; LINES], count: u8, length: u8) -> Result<(), (usize, u32)> {
    for (number, (line, walls)) in lines.iter().zip(walled(count, length)).enumerate() {
        let has_cells = (1..=usize::from(count)).contains(&number);
        let on_board = if has_cells { u64::from(below(length.into())) << 1 } else { 0 };
        let wrong = (line ^ walls) & !on_board;
        if wrong != 0 {
            return Err((number, wrong.trailing_zeros()));
        }
    }
    Ok(())
}

fn wrong_lines(row: impl Display, column: impl Display) -> String {
    format!("the lines are wrong at ({row}, {column}), off the board")
}
