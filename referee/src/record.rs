//! A game that was played.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::{Fault, Player, json};

/// A game from its board to its end.
///
/// What is read must be whole: nobody's win may become a draw because a field is missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Its number among the games of the tournament, from 0.
    pub game: usize,
    /// The name of its board.
    pub board: String,
    /// The names of who moved first and of the other.
    pub players: [String; 2],
    /// Who has won; nobody if it is a draw.
    #[serde(serialize_with = "json::optional_name", deserialize_with = "json::optional_player")]
    pub winner: Option<Player>,
    /// What the loser did wrong, if the game ended by that.
    #[serde(deserialize_with = "Option::deserialize")]
    pub fault: Option<Fault>,
    /// The end of what the program of the loser wrote to its standard error before its fault.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub errors: String,
    /// How many valid moves were made.
    pub moves: u64,
    /// How long each player took.
    pub times: [Times; 2],
    /// The file that has the game as a case, as seen from the folder of the tournament.
    #[serde(default)]
    pub file: String,
    /// The game as a case: the board it began from and all moves that could be read.
    #[serde(skip)]
    pub case: String,
}

/// How long a player took for its answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Times {
    /// How many answers it was asked for.
    pub answers: u64,
    /// For all of them together, in nanoseconds of wall clock.
    pub total_ns: u64,
    /// For the slowest one.
    pub worst_ns: u64,
}

impl Times {
    /// One more answer.
    pub fn add(&mut self, time: Duration) {
        let ns = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.join(&Self { answers: 1, total_ns: ns, worst_ns: ns });
    }

    /// What two add up to.
    pub fn join(&mut self, other: &Self) {
        self.answers += other.answers;
        self.total_ns = self.total_ns.saturating_add(other.total_ns);
        self.worst_ns = self.worst_ns.max(other.worst_ns);
    }

    /// For one answer on average; `None` if there was none.
    #[must_use]
    pub fn average(&self) -> Option<Duration> {
        Some(Duration::from_nanos(self.total_ns.checked_div(self.answers)?))
    }

    /// For the slowest answer; `None` if there was none.
    #[must_use]
    pub fn worst(&self) -> Option<Duration> {
        (self.answers > 0).then(|| Duration::from_nanos(self.worst_ns))
    }
}

impl Record {
    /// The name of the player in this seat.
    #[must_use]
    pub fn player(&self, seat: Player) -> &str {
        &self.players[seat.index()]
    }

    /// The record but for what depends on the machine: two runs of players that leave nothing to
    /// chance have this in common.
    #[must_use]
    pub fn without_times(&self) -> Self {
        Self {
            times: self.times.map(|times| Times { answers: times.answers, ..Times::default() }),
            ..self.clone()
        }
    }
}
