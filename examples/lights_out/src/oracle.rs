//! The naive side: vectors of lights, and functions in the order of the rules.

use std::ops::ControlFlow;

use twinboard::vocabulary::Game;
use twinboard::vocabulary::cells::RowColumn;

use crate::game::{Board, IS_OVER, LightsOut, NO_CELL, PLAYING, WON};

/// A game in progress. Written for comparison with the rules, line by line, and not for speed.
#[derive(Clone, Debug)]
pub struct Naive {
    /// The lights, row by row from the top; true is on (LO-1).
    lights: Vec<Vec<bool>>,
}

impl Naive {
    /// Sets a game up.
    #[must_use]
    pub fn set_up(board: &Board) -> Option<Self> {
        Some(Self { lights: board.0.clone() })
    }

    /// LO-1: all cells of the board.
    fn cells(&self) -> impl Iterator<Item = RowColumn> + use<> {
        let (rows, columns) = (self.lights.len() as u64, self.lights[0].len() as u64);
        (1..=rows).flat_map(move |row| (1..=columns).map(move |column| RowColumn { row, column }))
    }

    /// LO-2: true for the pressed cell and its neighbours to the left, right, above and below.
    fn is_toggled(cell: RowColumn, press: RowColumn) -> bool {
        cell.row.abs_diff(press.row) + cell.column.abs_diff(press.column) <= 1
    }

    /// LO-5: all lights are off.
    fn is_won(&self) -> bool {
        self.lights.iter().flatten().all(|&is_on| !is_on)
    }
}

impl Game for Naive {
    type Vocabulary = LightsOut;

    /// LO-3 and LO-4: every cell may be pressed until the game is won.
    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&RowColumn) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.is_won() {
            return ControlFlow::Continue(());
        }
        self.cells().try_for_each(|press| visit(&press))
    }

    fn play(&mut self, press: &RowColumn) -> Result<RowColumn, &'static str> {
        if !self.cells().any(|cell| cell == *press) {
            return Err(NO_CELL);
        }
        if self.is_won() {
            return Err(IS_OVER);
        }
        for cell in self.cells().filter(|&cell| Self::is_toggled(cell, *press)) {
            let light = &mut self.lights[cell.row as usize - 1][cell.column as usize - 1];
            *light = !*light;
        }
        Ok(*press)
    }

    fn position(&self) -> Board {
        Board(self.lights.clone())
    }

    fn outcome(&self) -> &'static str {
        if self.is_won() { WON } else { PLAYING }
    }
}
