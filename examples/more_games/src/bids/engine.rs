//! The fast side: hands as bits, scores kept up to date.

use std::ops::ControlFlow;

use twinboard::vocabulary::Game;

use super::{Bids, Joint, REFUSALS, Rounds, Scores, VIEWS};
use crate::text::List;
use planted::{Fault, planted};

/// Planted faults.
pub mod planted {
    twinboard::faults::catalogue! {
        "bids" in Engine {
            /// The first player wins the prize if the bids are equal.
            Equal = "bids-equal" breaks "BD-3",

            /// The second player is shown the bids of the first.
            Leak = "bids-leak" breaks "BD-6",
        }
    }
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Hands {
    prizes: [u8; 6],
    count: usize,
    round: usize,
    /// A bit for each card that a player still has.
    hands: [u8; 2],
    bids: [[u8; 6]; 2],
    scores: [u8; 2],
}

impl Hands {
    /// Sets a game up; never `None`.
    #[must_use]
    pub fn set_up(rounds: &Rounds) -> Option<Self> {
        let count = rounds.prizes.0.len();
        let mut prizes = [0; 6];
        prizes.iter_mut().zip(&rounds.prizes.0).for_each(|(to, from)| *to = *from as u8);
        let mut game = Self {
            prizes,
            count,
            round: 0,
            hands: [0b11_1111; 2],
            bids: [[0; 6]; 2],
            scores: [0; 2],
        };
        for (first, second) in rounds.first.0.iter().zip(&rounds.second.0) {
            game.bid([*first as u8, *second as u8]);
        }
        Some(game)
    }

    fn bid(&mut self, cards: [u8; 2]) {
        for player in [0, 1] {
            self.hands[player] &= !(1 << (cards[player] - 1));
            self.bids[player][self.round] = cards[player];
        }
        if cards[0] > cards[1] || cards[0] == cards[1] && planted(Fault::Equal) {
            self.scores[0] += self.prizes[self.round];
        } else if cards[0] < cards[1] {
            self.scores[1] += self.prizes[self.round];
        }
        self.round += 1;
    }

    fn list(&self, player: usize) -> List {
        List(self.bids[player][..self.round].iter().copied().map(u64::from).collect())
    }

    fn prizes(&self) -> List {
        List(self.prizes[..self.count].iter().copied().map(u64::from).collect())
    }

    fn view(&self, player: usize) -> String {
        let shown = if planted(Fault::Leak) { 0 } else { player };
        let won: String = (0..self.round)
            .map(|round| match self.bids[0][round].cmp(&self.bids[1][round]) {
                std::cmp::Ordering::Greater => " 1",
                std::cmp::Ordering::Less => " 2",
                std::cmp::Ordering::Equal => " =",
            })
            .collect();
        let won = if won.is_empty() { " " } else { &won };
        format!("prizes {}; own bids {}; won{won}", self.prizes(), self.list(shown))
    }
}

impl Game for Hands {
    type Vocabulary = Bids;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&Joint) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.round == self.count {
            return ControlFlow::Continue(());
        }
        let cards = |player: usize| (0..6).filter(move |card| self.hands[player] >> card & 1 == 1);
        cards(0).try_for_each(|first| {
            cards(1).try_for_each(|second| visit(&Joint(first + 1, second + 1)))
        })
    }

    fn play(&mut self, mv: &Joint) -> Result<Joint, &'static str> {
        if self.round == self.count {
            return Err(REFUSALS[0]);
        }
        let has = |player: usize, card: u64| {
            (1..=6).contains(&card) && self.hands[player] >> (card - 1) & 1 == 1
        };
        if !has(0, mv.0) {
            return Err(REFUSALS[1]);
        }
        if !has(1, mv.1) {
            return Err(REFUSALS[2]);
        }
        self.bid([mv.0 as u8, mv.1 as u8]);
        Ok(*mv)
    }

    fn position(&self) -> Rounds {
        Rounds { prizes: self.prizes(), first: self.list(0), second: self.list(1) }
    }

    fn outcome(&self) -> Scores {
        let [first, second] = self.scores.map(u64::from);
        Scores((self.round == self.count).then_some((first, second)))
    }

    fn observe(&self) -> Vec<(&'static str, String)> {
        vec![(VIEWS[0], self.view(0)), (VIEWS[1], self.view(1))]
    }
}
