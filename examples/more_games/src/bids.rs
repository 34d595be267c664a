//! Goofspiel with sealed bids: simultaneous moves, and hidden information. Rules: BD-1 to BD-6.

use std::fmt;
use std::str::FromStr;

use arbitrary::Unstructured;
use twinboard::Registration;
use twinboard::harness::{Clause, Pairing, RuleSet};
use twinboard::vocabulary::Vocabulary;

use crate::text::{List, lines};

pub mod engine;
pub mod oracle;

/// The vocabulary and the rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bids;

lines! {
    /// Set-up and position: all that has been bid, which determines everything else.
    Rounds {
        /// The prizes in order.
        prizes: List,
        /// The bids of the first player so far.
        first: List,
        /// The bids of the second.
        second: List,
    }
    |rounds| {
        let are_cards = |cards: &[u64]| {
            let is_new = |(at, card): (usize, &u64)| !cards[..at].contains(card);
            cards.iter().all(|card| (1..=6).contains(card)) && cards.iter().enumerate().all(is_new)
        };
        let (prizes, first, second) = (&rounds.prizes.0, &rounds.first.0, &rounds.second.0);
        if !(1..=6).contains(&prizes.len()) || !prizes.iter().all(|prize| (1..=9).contains(prize)) {
            Err("1 to 6 prizes from 1 to 9")
        } else if first.len() > prizes.len() || first.len() != second.len() {
            Err("equally many bids of both players, at most one for each prize")
        } else if !are_cards(first) || !are_cards(second) {
            Err("different cards from 1 to 6 as the bids of a player")
        } else {
            Ok(())
        }
    }
}

/// A joint move: the cards of both players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Joint(pub u64, pub u64);

impl fmt::Display for Joint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, self.1)
    }
}

impl FromStr for Joint {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let (first, second) = text.split_once(' ').ok_or("a card of each player")?;
        let card = |text: &str| text.parse().map_err(|_| "a number as a card");
        Ok(Self(card(first)?, card(second)?))
    }
}

/// Refusals: the game is over, or a player does not have the card.
pub const REFUSALS: [&str; 3] =
    ["the game is over (BD-5)", "not in the first hand (BD-5)", "not in the second hand (BD-5)"];
/// Names of what the players see.
pub const VIEWS: [&str; 2] = ["the view of player 1", "the view of player 2"];

/// The scores once the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scores(pub Option<(u64, u64)>);

impl fmt::Display for Scores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some((first, second)) => write!(f, "over, {first} to {second} (BD-4)"),
            None => f.write_str("the game goes on"),
        }
    }
}

impl Vocabulary for Bids {
    const NAME: &'static str = "bids";
    type Setup = Rounds;
    type Move = Joint;
    type LegalMove = Joint;
    type Event = Joint;
    type Refusal = &'static str;
    type Position = Rounds;
    type Outcome = Scores;

    fn is_over(scores: Scores) -> bool {
        scores.0.is_some()
    }
}

impl RuleSet for Bids {
    type Vocabulary = Self;

    fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<Rounds> {
        let count = u.int_in_range(1..=6)?;
        let prizes = (0..count).map(|_| u.int_in_range(1..=9)).collect::<Result<_, _>>()?;
        Ok(Rounds { prizes: List(prizes), first: List(Vec::new()), second: List(Vec::new()) })
    }

    fn setup_of_position(&self, _: &Rounds, position: &Rounds) -> Option<Rounds> {
        Some(position.clone())
    }

    fn clauses(&self) -> &'static [Clause<Self>] {
        &[
            Clause {
                id: "BD-3",
                name: "equal",
                reached: |seen| seen.event().is_some_and(|it| it.0 == it.1),
            },
            Clause { id: "BD-4", name: "over", reached: |seen| seen.now.outcome.0.is_some() },
            Clause {
                id: "BD-5",
                name: "over",
                reached: |seen| seen.refusal() == Some(REFUSALS[0]),
            },
            Clause {
                id: "BD-5",
                name: "first",
                reached: |seen| seen.refusal() == Some(REFUSALS[1]),
            },
            Clause {
                id: "BD-5",
                name: "second",
                reached: |seen| seen.refusal() == Some(REFUSALS[2]),
            },
        ]
    }
}

/// Rule set, engine, oracle and planted faults.
#[must_use]
pub fn registration() -> Registration {
    Registration::new(Pairing::new(Bids, engine::Hands::set_up, oracle::Naive::set_up))
        .faults(engine::planted::CATALOGUE)
}
