//! The naive side: everything is computed from the bids.

use std::ops::ControlFlow;

use twinboard::vocabulary::Game;

use super::{Bids, Joint, REFUSALS, Rounds, Scores, VIEWS};
use crate::text::List;

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Naive(Rounds);

impl Naive {
    /// Sets a game up; never `None`.
    #[must_use]
    pub fn set_up(rounds: &Rounds) -> Option<Self> {
        Some(Self(rounds.clone()))
    }

    /// BD-3: prize and winner of each round so far; 0 if nobody won.
    fn results(&self) -> Vec<(u64, usize)> {
        let bids = self.0.first.0.iter().zip(&self.0.second.0);
        let winner = |(first, second)| {
            if first > second {
                1
            } else if first < second {
                2
            } else {
                0
            }
        };
        self.0.prizes.0.iter().copied().zip(bids.map(winner)).collect()
    }

    fn score(&self, player: usize) -> u64 {
        self.results().iter().filter(|(_, winner)| *winner == player).map(|(prize, _)| prize).sum()
    }

    /// BD-1 and BD-3: the cards that were not bid.
    fn has(bids: &List, card: u64) -> bool {
        (1..=6).contains(&card) && !bids.0.contains(&card)
    }

    /// BD-6.
    fn view(&self, bids: &List) -> String {
        let winners: Vec<&str> =
            self.results().iter().map(|(_, it)| ["=", "1", "2"][*it]).collect();
        format!("prizes {}; own bids {bids}; won {}", self.0.prizes, winners.join(" "))
    }
}

impl Game for Naive {
    type Vocabulary = Bids;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&Joint) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for first in 1..=6 {
            for second in 1..=6 {
                let mv = Joint(first, second);
                if self.clone().play(&mv).is_ok() {
                    visit(&mv)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&mut self, mv: &Joint) -> Result<Joint, &'static str> {
        if self.outcome().0.is_some() {
            return Err(REFUSALS[0]);
        }
        if !Self::has(&self.0.first, mv.0) {
            return Err(REFUSALS[1]);
        }
        if !Self::has(&self.0.second, mv.1) {
            return Err(REFUSALS[2]);
        }
        self.0.first.0.push(mv.0);
        self.0.second.0.push(mv.1);
        Ok(*mv)
    }

    fn position(&self) -> Rounds {
        self.0.clone()
    }

    /// BD-4.
    fn outcome(&self) -> Scores {
        let is_over = self.0.first.0.len() == self.0.prizes.0.len();
        Scores(is_over.then(|| (self.score(1), self.score(2))))
    }

    fn observe(&self) -> Vec<(&'static str, String)> {
        vec![(VIEWS[0], self.view(&self.0.first)), (VIEWS[1], self.view(&self.0.second))]
    }
}
