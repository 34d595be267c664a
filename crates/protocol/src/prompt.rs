//! Requests by hand, for debugging an engine.

use crate::breach::Breach;
use crate::connect::Connected;
use crate::connection::{Answer, Connection};
use crate::kind::Kind;
use crate::words::{push_argument, push_number, push_setup};

/// A conversation in which a person plays the part of the harness.
///
/// Requests are written without numbers of requests and games; they are about the game that was set
/// up or copied last.
pub struct Prompt {
    connection: Connection,
    /// Number of the current game; 0 before the first one.
    game: u64,
    /// Number of games so far.
    games: u64,
    /// Standard error at the last request.
    errors: Vec<u8>,
}

/// Requests that a person can make, each with its arguments.
const REQUESTS: [(Kind, &str); 14] = [
    (Kind::SetUp, "[SET-UP], or the lines that follow, up to an empty one"),
    (Kind::Moves, "[MOST]"),
    (Kind::Play, "MOVE"),
    (Kind::Position, ""),
    (Kind::Outcome, ""),
    (Kind::Copy, ""),
    (Kind::Undo, ""),
    (Kind::Key, ""),
    (Kind::Random, "X"),
    (Kind::Count, "MOST LEGAL-MOVE"),
    (Kind::Validate, ""),
    (Kind::Time, ""),
    (Kind::Coverage, ""),
    (Kind::End, ""),
];

/// Legal moves listed without MOST.
const MOVES_LISTED: &str = "1000";

impl Prompt {
    /// A conversation with this engine.
    #[must_use]
    pub fn new(connected: Connected) -> Self {
        Self { connection: connected.connection, game: 0, games: 0, errors: Vec::new() }
    }

    /// Names of the requests that a person can make, each with its arguments.
    pub fn requests() -> impl Iterator<Item = (&'static str, &'static str)> {
        REQUESTS.iter().map(|&(kind, arguments)| (kind.name(), arguments))
    }

    /// Sends a request and returns the answer without its number, which may be `unknown`.
    ///
    /// `name` is one of [`requests`](Self::requests); `None` for any other. `text` has the
    /// arguments, for `set-up` the whole set-up.
    ///
    /// # Errors
    ///
    /// A breach of the protocol, after which the process is gone.
    pub fn request(&mut self, name: &str, text: &str) -> Option<Result<String, Breach>> {
        let kind = REQUESTS.iter().map(|&(kind, _)| kind).find(|kind| kind.name() == name)?;
        let answer = match kind {
            Kind::SetUp => {
                self.games += 1;
                self.game = self.games;
                self.send(kind, |out| push_setup(out, text))
            }
            Kind::Copy => {
                self.games += 1;
                let copy = self.games;
                let answer = self.send(kind, |out| push_number(out, copy));
                self.game = copy;
                answer
            }
            Kind::Moves if text.is_empty() => {
                self.send(kind, |out| push_argument(out, MOVES_LISTED))
            }
            _ if text.is_empty() => self.send(kind, |_| ()),
            _ => self.send(kind, |out| push_argument(out, text)),
        };
        Some(answer.map(|answer| format!("{}\n{}", answer.head, answer.lines)))
    }

    /// The standard error of the engine since the last call, at most its last bytes.
    pub fn errors(&mut self) -> Vec<u8> {
        let errors = self.connection.errors();
        let new = errors.strip_prefix(self.errors.as_slice()).unwrap_or(&errors).to_vec();
        self.errors = errors;
        new
    }

    fn send(&mut self, kind: Kind, write: impl FnOnce(&mut Vec<u8>)) -> Result<Answer, Breach> {
        let game = self.game;
        let number = self.connection.request(kind, |out| {
            if kind.is_of_game() {
                push_number(out, game);
            }
            write(out);
        });
        // What a person writes may be wrong, so that `unknown` is the right answer (EP-8).
        self.connection.allow_unknown(number);
        self.connection.answer(number)
    }
}
