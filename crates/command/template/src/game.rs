//! The rules, and the oracle: it plays them one by one on plain data, written to be obviously right.
//!
//! * A row has 1 to 64 lamps, counted from 1 from the left; each is on (`#`) or off (`.`).
//! * Pressing a lamp switches it and its neighbours.
//! * A press beyond the row is refused.
//! * The game is won when all lamps are off. After that every press is refused.

use twinboard::TextGame;

/// A row of lamps, a game in progress. Its moves are the numbers of lamps.
#[derive(Clone, Debug)]
pub struct Naive {
    lamps: Vec<char>,
}

impl TextGame for Naive {
    ///
    fn set_up(setup: &str) -> Result<Self, String> {
        let lamps: Vec<char> = setup.chars().collect();
        let is_row =
            (1..=64).contains(&lamps.len()) && lamps.iter().all(|lamp| "#.".contains(*lamp));
        if is_row {
            Ok(Self { lamps })
        } else {
            Err("a row of 1 to 64 lamps, each # or .".to_owned())
        }
    }

    /// Every lamp can be pressed until all are off.
    fn moves(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        (1..=self.lamps.len())
            .map(|lamp| lamp.to_string())
            .collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        if self.outcome().is_some() {
            return Err("the game is won (R-4)".to_owned());
        }
        let moves = self.moves();
        let pressed = moves.iter().position(|lamp| lamp == mv);
        let pressed = pressed.ok_or("no such lamp (R-3)")?;
        for at in 0..self.lamps.len() {
            if at.abs_diff(pressed) <= 1 {
                self.lamps[at] = if self.lamps[at] == '#' { '.' } else { '#' };
            }
        }
        Ok(())
    }

    fn position(&self) -> String {
        self.lamps.iter().collect()
    }

    ///
    fn outcome(&self) -> Option<String> {
        (!self.lamps.contains(&'#')).then(|| "won".to_owned())
    }
}
