//! Record of a finished game.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use twinboard_vocabulary::two_player::Player;

use super::journal;
use crate::foul::Foul;

/// A finished game.
///
/// All deciding fields are required when a record is read: a missing `winner` must not turn a win
/// into a draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Number of the game in the tournament, from 0.
    pub game: usize,
    /// Name of the board.
    pub board: String,
    /// Names of the players, the one who moved first in front.
    pub players: [String; 2],
    /// Winner; `None` for a draw.
    #[serde(
        serialize_with = "journal::optional_name",
        deserialize_with = "journal::optional_player"
    )]
    pub winner: Option<Player>,
    /// Foul of the loser, if it ended the game.
    #[serde(rename = "fault", deserialize_with = "Option::deserialize")]
    pub foul: Option<Foul>,
    /// End of the loser's standard error, if a foul ended the game.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub errors: String,
    /// Number of valid moves.
    pub moves: u64,
    /// Number of moves that were made again, because this process had been stopped, or had got no
    /// processor, for so long that the move was late.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub repeated: u64,
    /// Thinking times of the two players.
    pub times: [Times; 2],
    /// Path of the case file, relative to the folder of the tournament.
    #[serde(default)]
    pub file: String,
    /// Contents of the case file: the initial board and all readable moves.
    #[serde(skip)]
    pub case: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// Thinking times of a player, on the wall clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Times {
    /// Number of answers, including those that are fouls.
    pub answers: u64,
    /// Sum over all answers, in nanoseconds.
    pub total_ns: u64,
    /// Time of the slowest answer, in nanoseconds.
    pub worst_ns: u64,
}

impl Times {
    /// Adds one answer.
    pub fn add(&mut self, time: Duration) {
        let ns = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.join(&Self { answers: 1, total_ns: ns, worst_ns: ns });
    }

    /// Adds the answers of `other`. A sum that is too large stays at the largest number: a journal
    /// may have any.
    pub fn join(&mut self, other: &Self) {
        self.answers = self.answers.saturating_add(other.answers);
        self.total_ns = self.total_ns.saturating_add(other.total_ns);
        self.worst_ns = self.worst_ns.max(other.worst_ns);
    }

    /// Average time per answer; `None` without answers.
    #[must_use]
    pub fn average(&self) -> Option<Duration> {
        Some(Duration::from_nanos(self.total_ns.checked_div(self.answers)?))
    }

    /// Time of the slowest answer; `None` without answers.
    #[must_use]
    pub fn worst(&self) -> Option<Duration> {
        (self.answers > 0).then(|| Duration::from_nanos(self.worst_ns))
    }
}

impl Record {
    /// Name of the player in this seat.
    #[must_use]
    pub fn player(&self, seat: Player) -> &str {
        &self.players[seat.index()]
    }

    /// Result of the player in this seat, in half points: 2 for a win, 1 for a draw.
    #[must_use]
    pub fn half_points(&self, seat: Player) -> usize {
        match self.winner {
            None => 1,
            Some(winner) if winner == seat => 2,
            Some(_) => 0,
        }
    }

    /// Result of the player of this name, in half points; `None` if it did not play in this game.
    #[must_use]
    pub fn half_points_of(&self, player: &str) -> Option<usize> {
        let seat = Player::ALL.into_iter().find(|&seat| self.player(seat) == player)?;
        Some(self.half_points(seat))
    }
}
