//! Pig with two dice: chance with weights, scores, and more than two players. Rules: PG-1 to PG-7.

use std::fmt;
use std::str::FromStr;

use arbitrary::Unstructured;
use twinboard::Registration;
use twinboard::harness::{Clause, Pairing, RuleSet};
use twinboard::vocabulary::{ByFromStr, ExactText, Vocabulary};

use crate::text::{List, lines};

pub mod engine;
pub mod oracle;

/// The vocabulary and the rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pig;

lines! {
    /// Set-up and position (PG-1).
    State {
        /// The score that wins.
        goal: u64,
        /// The scores of the players.
        scores: List,
        /// The player in turn, from 1.
        turn: u64,
        /// Points at stake.
        stake: u64,
        /// True if the dice are to move.
        rolling: bool,
    }
    |state| {
        let players = state.scores.0.len();
        if !(2..=4).contains(&players) || !(1..=players as u64).contains(&state.turn) {
            Err("2 to 4 players, one of them in turn")
        } else if state.goal > 999 || state.stake > 999 {
            Err("at most 999 as the goal and at stake")
        } else {
            Ok(())
        }
    }
}

/// A move of a player, or of nature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Move {
    /// The player rolls the dice.
    Roll,
    /// The player holds.
    Hold,
    /// The dice show this sum.
    Dice(u64),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Roll => f.write_str("roll"),
            Self::Hold => f.write_str("hold"),
            Self::Dice(sum) => write!(f, "dice {sum}"),
        }
    }
}

impl FromStr for Move {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        match text {
            "roll" => Ok(Self::Roll),
            "hold" => Ok(Self::Hold),
            _ => text
                .strip_prefix("dice ")
                .and_then(|sum| sum.parse().ok())
                .map(Self::Dice)
                .ok_or("roll, hold, or dice and a sum"),
        }
    }
}

/// A legal move and how often it happens (PG-3): of 36 ways, or 1 if a player moves. Both sides state
/// it, so it is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weighed(pub Move, pub u32);

impl fmt::Display for Weighed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x{}", self.0, self.1)
    }
}

impl FromStr for Weighed {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let (mv, ways) = text.split_once(" x").ok_or("a move and its weight")?;
        Ok(Self(mv.parse()?, ways.parse().map_err(|_| "a weight")?))
    }
}

impl From<Weighed> for Move {
    fn from(Weighed(mv, _): Weighed) -> Self {
        mv
    }
}

/// A reason of PG-7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason(pub &'static str);

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl FromStr for Reason {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let all = ["over", "turn", "no-stake", "no-sum"];
        all.into_iter().find(|it| *it == text).map(Self).ok_or("a reason of PG-7")
    }
}

impl Vocabulary for Pig {
    const NAME: &'static str = "pig";
    type Setup = State;
    type Move = Move;
    type LegalMove = Weighed;
    type Event = Weighed;
    type Refusal = Reason;
    type Position = State;
    /// The player who has won, or 0.
    type Outcome = u64;

    fn is_over(winner: u64) -> bool {
        winner > 0
    }

    fn weight(legal: &Weighed) -> u32 {
        legal.1
    }
}

impl RuleSet for Pig {
    type Vocabulary = Self;

    fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<State> {
        let goal = u.int_in_range(1..=40)?;
        let players = u.int_in_range(2..=4)?;
        let scores =
            (0..players).map(|_| u.int_in_range(0..=goal - 1)).collect::<Result<_, _>>()?;
        let turn = u.int_in_range(1..=players)?;
        Ok(State {
            goal,
            scores: List(scores),
            turn,
            stake: u.int_in_range(0..=9)?,
            rolling: u.arbitrary()?,
        })
    }

    fn setup_of_position(&self, _: &State, position: &State) -> Option<State> {
        position.to_string().parse().ok()
    }

    fn clauses(&self) -> &'static [Clause<Self>] {
        &[
            Clause {
                id: "PG-3",
                name: "12",
                reached: |seen| seen.event().is_some_and(|event| event.0 == Move::Dice(12)),
            },
            Clause {
                id: "PG-4",
                name: "7",
                reached: |seen| seen.event().is_some_and(|event| event.0 == Move::Dice(7)),
            },
            Clause {
                id: "PG-5",
                name: "hold",
                reached: |seen| seen.event().is_some_and(|event| event.0 == Move::Hold),
            },
            Clause { id: "PG-6", name: "the fourth wins", reached: |seen| seen.now.outcome == 4 },
            Clause {
                id: "PG-7",
                name: "over",
                reached: |seen| seen.refusal() == Some(Reason("over")),
            },
            Clause {
                id: "PG-7",
                name: "turn",
                reached: |seen| seen.refusal() == Some(Reason("turn")),
            },
            Clause {
                id: "PG-7",
                name: "no stake",
                reached: |seen| seen.refusal() == Some(Reason("no-stake")),
            },
            Clause {
                id: "PG-7",
                name: "no sum",
                reached: |seen| seen.refusal() == Some(Reason("no-sum")),
            },
        ]
    }

    /// For engines in other processes: all texts can be read.
    fn exact_text(&self) -> Option<&'static dyn ExactText<Self>> {
        Some(&ByFromStr)
    }
}

/// Rule set, engine, oracle and planted faults.
#[must_use]
pub fn registration() -> Registration {
    Registration::new(Pairing::new(Pig, engine::Fast::set_up, oracle::Naive::set_up))
        .corpus_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/corpus"))
        .faults(engine::planted::CATALOGUE)
}
