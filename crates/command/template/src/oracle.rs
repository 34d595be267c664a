//! The oracle: the rules one by one, on plain data, written to be obviously right.

use std::ops::ControlFlow;

use twinboard::vocabulary::Game;

use crate::game::{Lamps, Outcome, Refusal, Row};

/// A game on a list of lamps.
#[derive(Clone, Debug)]
pub struct Naive {
    lamps: Vec<bool>,
}

impl Naive {
    /// Sets a game up.
    pub fn set_up(row: &Row) -> Option<Self> {
        Some(Self {
            lamps: row.0.clone(),
        })
    }
}

impl Game for Naive {
    type Vocabulary = Lamps;

    /// every lamp can be pressed until all are off.
    fn visit_legal_moves(&self, visit: &mut dyn FnMut(&u64) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.outcome() == Outcome::Won {
            return ControlFlow::Continue(());
        }
        (1..=self.lamps.len() as u64).try_for_each(|lamp| visit(&lamp))
    }

    ///
    fn play(&mut self, lamp: &u64) -> Result<u64, Refusal> {
        if self.outcome() == Outcome::Won {
            return Err(Refusal::Over);
        }
        if *lamp < 1 || *lamp > self.lamps.len() as u64 {
            return Err(Refusal::NoSuchLamp);
        }
        let pressed = *lamp as usize - 1;
        for at in 0..self.lamps.len() {
            if at.abs_diff(pressed) <= 1 {
                self.lamps[at] = !self.lamps[at];
            }
        }
        Ok(*lamp)
    }

    fn position(&self) -> Row {
        Row(self.lamps.clone())
    }

    ///
    fn outcome(&self) -> Outcome {
        if self.lamps.contains(&true) {
            Outcome::Playing
        } else {
            Outcome::Won
        }
    }
}
