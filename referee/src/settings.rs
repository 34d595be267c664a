//! Who plays on which boards and within which limits: all that decides the games.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::statistics::Sprt;

/// The settings of a tournament. They are kept with its games, so that it can be gone on with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The name of the rule set.
    pub rule_set: String,
    /// Who plays. Each has another name.
    pub players: Vec<Entrant>,
    /// The boards, in the order in which they are played.
    pub boards: Vec<Board>,
    /// How much a player may use for a move.
    pub limits: Limits,
    /// What the choices of the players in this process follow from.
    pub seed: u64,
    /// The test that ends the games of two players before the last board, if it decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
}

/// Somebody who takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// What it is called in tables.
    pub name: String,
    /// Who it is.
    #[serde(flatten)]
    pub kind: PlayerKind,
}

/// A player that is built in, or a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerKind {
    /// The player of this name that needs no program.
    BuiltIn(String),
    /// A program, run anew for every move, which finds the board in a file and leaves its answer in
    /// another: the program and its arguments.
    Files(Vec<String>),
    /// A program, run anew for every move, which gets the board on its standard input and answers on
    /// its standard output.
    Stdio(Vec<String>),
}

/// A board that is played on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// What it is called. Each has another name.
    pub name: String,
    /// It, as a program reads it.
    pub text: String,
}

/// How much a player may use for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// The time, on the wall clock, in nanoseconds.
    pub time_ns: u64,
    /// The address space of each process of a program, in bytes.
    pub memory: u64,
    /// What a program may write to each stream and each file, in bytes.
    pub output: u64,
    /// How many processes a program may have at a time.
    pub processes: u32,
}

impl Limits {
    /// The time for a move.
    #[must_use]
    pub fn time(&self) -> Duration {
        Duration::from_nanos(self.time_ns)
    }

    /// The same for a program that is run.
    #[must_use]
    pub fn for_runner(&self) -> runner::Limits {
        let Self { memory, output, processes, .. } = *self;
        runner::Limits { time: self.time(), memory, output, processes }
    }
}

impl Settings {
    /// What the other settings have that these have not, in a word; `None` if they are the same.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<&'static str> {
        // Every field is named, so that none is forgotten.
        let Self { rule_set, players, boards, limits, seed, sprt } = self;
        let differences = [
            (*rule_set != other.rule_set, "another rule set"),
            (*players != other.players, "other players"),
            (*boards != other.boards, "other boards"),
            (limits.time_ns != other.limits.time_ns, "another time for a move"),
            (*limits != other.limits, "other limits"),
            (*seed != other.seed, "another seed"),
            (*sprt != other.sprt, "another sequential test"),
        ];
        differences.into_iter().find(|(differs, _)| *differs).map(|(_, what)| what)
    }

    /// All games: every player against every other on every board, each moving first once (PT-35).
    #[must_use]
    pub fn pairings(&self) -> Vec<Pairing> {
        let count = self.players.len();
        let mut pairings = Vec::new();
        for board in 0..self.boards.len() {
            for one in 0..count {
                for other in one + 1..count {
                    pairings.push(Pairing { board, players: [one, other] });
                    pairings.push(Pairing { board, players: [other, one] });
                }
            }
        }
        pairings
    }
}

/// A game that is to be played: places in the lists of the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Its board.
    pub board: usize,
    /// Who moves first, and the other.
    pub players: [usize; 2],
}
