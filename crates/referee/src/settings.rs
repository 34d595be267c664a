//! Settings of a tournament: players, boards, limits and seed, which determine all games.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::statistics::sprt::Sprt;

/// Settings of a tournament. They are stored with its games, so that it can be resumed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Name of the rule set.
    pub rule_set: String,
    /// Players, with unique names.
    pub players: Vec<Entrant>,
    /// Boards in the order of play, with unique names.
    pub boards: Vec<Board>,
    /// Limits of a player for each move.
    pub limits: Limits,
    /// Names of the variables that programs get in addition to those that all programs get. Their
    /// values may be secrets and are not stored.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub env: Vec<String>,
    /// Seed for the random choices of built-in players.
    pub seed: u64,
    /// Sequential test that ends a match of two players before the last board once it decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
}

/// Participant of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// Unique name, as shown in tables.
    pub name: String,
    /// Built-in player or program.
    #[serde(flatten)]
    pub kind: PlayerKind,
}

/// Kind of a player: built in, or a program with its interface.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerKind {
    /// Built-in player of this name.
    BuiltIn(String),
    /// Program and its arguments. It is started for every move, reads the board from a file and
    /// writes its answer to another.
    Files(Vec<String>),
    /// Program and its arguments. It is started for every move, reads the board from standard input
    /// and writes its answer to standard output.
    Stdio(Vec<String>),
}

/// Board of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// Unique name.
    pub name: String,
    /// The board, in the text format of programs; empty if it is drawn.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Group and seed of a board that is drawn when it is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn: Option<[u64; 2]>,
}

impl Board {
    /// A board given as text.
    #[must_use]
    pub fn of_text(name: String, text: String) -> Self {
        Self { name, text, drawn: None }
    }
}

/// Limits of a player for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Wall-clock time in nanoseconds.
    pub time_ns: u64,
    /// Address space of each process of a program, in bytes.
    pub memory: u64,
    /// Bytes that a program may write to each stream and to each file.
    pub output: u64,
    /// Number of simultaneous processes of a program.
    pub processes: u32,
}

impl Limits {
    /// Time limit of a move.
    #[must_use]
    pub fn time(&self) -> Duration {
        Duration::from_nanos(self.time_ns)
    }

    /// These limits as those of a runner.
    #[must_use]
    pub fn for_runner(&self) -> twinboard_runner::Limits {
        let Self { memory, output, processes, .. } = *self;
        twinboard_runner::Limits { time: self.time(), memory, output, processes }
    }
}

impl Settings {
    /// Description of the first difference from `other`, which reads as a property of `other`;
    /// `None` if they are equal.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<&'static str> {
        // The pattern lists every field, so a new one cannot be forgotten.
        let Self { rule_set, players, boards, limits, env, seed, sprt } = self;
        let differences = [
            (*rule_set != other.rule_set, "another rule set"),
            (*players != other.players, "other players"),
            (*boards != other.boards, "other boards"),
            (limits.time_ns != other.limits.time_ns, "another time for a move"),
            (*limits != other.limits, "other limits"),
            (*env != other.env, "other variables (--env)"),
            (*seed != other.seed, "another seed"),
            (*sprt != other.sprt, "another sequential test"),
        ];
        differences.into_iter().find(|(differs, _)| *differs).map(|(_, name)| name)
    }

    /// All games: on every board each pair of players meets twice, each moving first once (PT-35).
    ///
    /// Three players on one board play six games:
    ///
    /// ```
    /// use twinboard_referee::{Board, Entrant, Limits, PlayerKind, Settings};
    ///
    /// let player = |name: &str| Entrant {
    ///     name: name.into(),
    ///     kind: PlayerKind::BuiltIn("random".into()),
    /// };
    /// let settings = Settings {
    ///     rule_set: "toy".into(),
    ///     players: ["ann", "bob", "eve"].map(|name| player(name)).into(),
    ///     boards: vec![Board::of_text("small".into(), "5 stones".into())],
    ///     limits: Limits { time_ns: 1_000_000, memory: 1 << 30, output: 1 << 20, processes: 8 },
    ///     env: vec![],
    ///     seed: 7,
    ///     sprt: None,
    /// };
    /// let games: Vec<_> = settings.pairings().iter().map(|game| game.players).collect();
    /// assert_eq!(games, [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]);
    /// ```
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

/// Board and players of a game, as indices into the lists of the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Index of the board.
    pub board: usize,
    /// Indices of the players, the one who moves first in front.
    pub players: [usize; 2],
}
