//! Requests by hand, for debugging an engine.

use std::fmt::Write as _;

use crate::breach::Breach;
use crate::connection::{Answer, Connection, Kind};
use crate::engine::{ConnectError, EngineSettings, open};
use crate::hello::Hello;

/// A conversation in which a person plays the part of the harness.
///
/// Requests are written without numbers of requests and games; they are about the game that was set
/// up or copied last.
pub struct Prompt {
    connection: Connection,
    /// Number of the current game; 0 before the first one.
    game: u64,
}

/// Requests that a person can make, each with its arguments.
pub const REQUESTS: &[(&str, &str)] = &[
    ("set-up", "SET-UP, the rest of the line and perhaps more lines"),
    ("moves", "[MOST]"),
    ("play", "MOVE"),
    ("position", ""),
    ("outcome", ""),
    ("copy", ""),
    ("undo", ""),
    ("key", ""),
    ("random", "X"),
    ("count", "MOST LEGAL-MOVE"),
    ("validate", ""),
    ("time", ""),
    ("end", ""),
];

/// Legal moves listed without MOST.
const MOVES_LISTED: &str = "1000";

impl Prompt {
    /// Starts an engine and reads its handshake.
    ///
    /// # Errors
    ///
    /// See [`ConnectError`].
    pub fn connect(settings: &EngineSettings) -> Result<(Self, Hello), ConnectError> {
        let (connection, hello) = open(settings)?;
        Ok((Self { connection, game: 0 }, hello))
    }

    /// Sends a request and returns the answer without its number.
    ///
    /// `name` is one of [`REQUESTS`]; `None` for any other. `text` has the arguments, for `set-up`
    /// the whole set-up.
    ///
    /// # Errors
    ///
    /// A breach of the protocol, after which the process is gone.
    pub fn request(&mut self, name: &str, text: &str) -> Option<Result<String, Breach>> {
        let kind = KINDS.into_iter().find(|kind| kind.name() == name)?;
        let answer = match kind {
            Kind::SetUp => {
                self.game = self.connection.new_game();
                self.send(kind, &set_up_arguments(text))
            }
            Kind::Copy => {
                let copy = self.connection.new_game();
                let answer = self.send(kind, &format!(" {copy}"));
                self.game = copy;
                answer
            }
            Kind::Moves if text.is_empty() => self.send(kind, &format!(" {MOVES_LISTED}")),
            _ if text.is_empty() => self.send(kind, ""),
            _ => self.send(kind, &format!(" {text}")),
        };
        Some(answer.map(|answer| format!("{}\n{}", answer.head, answer.lines)))
    }

    fn send(&mut self, kind: Kind, arguments: &str) -> Result<Answer, Breach> {
        let game = self.game;
        let number = self.connection.request(kind, |out| {
            if kind != Kind::Time {
                out.extend_from_slice(format!(" {game}").as_bytes());
            }
            out.extend_from_slice(arguments.as_bytes());
        });
        self.connection.answer(number)
    }
}

const KINDS: [Kind; 13] = [
    Kind::SetUp,
    Kind::Moves,
    Kind::Play,
    Kind::Position,
    Kind::Outcome,
    Kind::Copy,
    Kind::Undo,
    Kind::Key,
    Kind::Random,
    Kind::Count,
    Kind::Validate,
    Kind::Time,
    Kind::End,
];

/// The number of lines of a set-up, and the lines (EP-15).
fn set_up_arguments(setup: &str) -> String {
    let lines: Vec<&str> = setup.trim_end_matches('\n').split('\n').collect();
    let mut arguments = format!(" {}", lines.len());
    for line in lines {
        let _ = write!(arguments, "\n{line}");
    }
    arguments
}
