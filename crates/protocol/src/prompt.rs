//! Requests by hand, for debugging an engine.

use twinboard_vocabulary::{ExactText, Vocabulary};

use crate::breach::{Breach, quote};
use crate::connect::Connected;
use crate::connection::{Answer, Connection};
use crate::hello::Hello;
use crate::kind::Kind;
use crate::words::{push_argument, push_number, push_setup, read_number};

mod memory;
mod reader;

use memory::Memory;
use reader::{ByTexts, Reader};

/// A conversation in which a person plays the part of the harness.
///
/// Requests are written without numbers of requests and games; they are about the game that was set
/// up or copied last. Each answer is checked as in a campaign, as far as it can be without an
/// oracle: its form, its texts (EP-32, EP-33), and, if the same was asked before at the same
/// position, that it is the same (EP-14, EP-16, EP-18, EP-24, EP-25).
pub struct Prompt {
    connection: Connection,
    hello: Hello,
    /// Reads the texts of the rule set; `None` if it is not known.
    reader: Option<Box<dyn Reader>>,
    memory: Memory,
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
    /// A conversation with this engine, whatever rule set it plays. Texts of the rule set are not
    /// read.
    #[must_use]
    pub fn new(connected: Connected) -> Self {
        let Connected { connection, hello, .. } = connected;
        let (memory, errors) = (Memory::default(), Vec::new());
        Self { connection, hello, reader: None, memory, game: 0, games: 0, errors }
    }

    /// Reads the texts of the rule set, which is that of the engine.
    #[must_use]
    pub fn with_texts<V: Vocabulary>(self, texts: &'static dyn ExactText<V>) -> Self {
        Self { reader: Some(Box::new(ByTexts(texts))), ..self }
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
        let text = if kind == Kind::Moves && text.is_empty() { MOVES_LISTED } else { text };
        let answer = self.answer(kind, text);
        Some(answer.map(|answer| format!("{}\n{}", answer.head, answer.lines)))
    }

    fn answer(&mut self, kind: Kind, text: &str) -> Result<Answer, Breach> {
        if matches!(kind, Kind::SetUp | Kind::Copy) {
            self.games += 1;
        }
        let new = self.games;
        if kind == Kind::SetUp {
            self.game = new;
        }
        let game = self.game;
        let is_in_progress = !kind.is_of_game() || kind == Kind::SetUp || self.memory.has(game);
        let is_request = is_in_progress
            && kind.offer().is_none_or(|offer| self.hello.has(offer))
            && reader::is_request(kind, text)
            && (kind != Kind::Undo || self.memory.has_moves(game));
        // True if the texts of the rule set are right, too.
        let is_readable = self.reader.as_ref().map(|reader| reader.is_request(kind, text));
        let number = self.connection.request(kind, |out| {
            if kind.is_of_game() {
                push_number(out, game);
            }
            match kind {
                Kind::SetUp => push_setup(out, text),
                Kind::Copy => push_number(out, new),
                _ if text.is_empty() => {}
                _ => push_argument(out, text),
            }
        });
        if !is_request || !is_readable.unwrap_or(reader::is_free_of_texts(kind)) {
            // What a person writes may be wrong, so that `unknown` is the right answer (EP-8).
            self.connection.allow_unknown(number);
        }
        let answer = self.connection.answer(number)?;
        if answer.head == "unknown" {
            return Ok(answer);
        }
        let checked = if is_in_progress {
            let is_checked = is_request && is_readable != Some(false);
            self.check((game, new), (kind, text), &answer, is_checked)
        } else {
            let (kind, found) = (kind.name(), quote(answer.head.as_bytes()));
            Err(Breach::new(
                "EP-8",
                format!(
                    "game {game} is not in progress, and the answer to {kind} is `{found}`; expected \
                     `unknown`"
                ),
            ))
        };
        if kind == Kind::Copy {
            self.game = new;
        }
        checked.map(|()| answer).map_err(|breach| self.connection.close(breach))
    }

    /// Notes an answer, and checks it first if that is wanted.
    fn check(
        &mut self,
        games: (u64, u64),
        (kind, text): (Kind, &str),
        answer: &Answer,
        is_checked: bool,
    ) -> Result<(), Breach> {
        if is_checked {
            reader::check(kind, read_number(text, 10).unwrap_or(u64::MAX), answer)?;
            let answer = match &self.reader {
                None => answer,
                Some(reader) => {
                    reader.check(&self.hello, kind, answer)?;
                    &reader.canonical(kind, answer)?
                }
            };
            self.memory.compare(games.0, (kind, text), answer)?;
        }
        self.memory.note(games, (kind, text), answer);
        Ok(())
    }

    /// The standard error of the engine since the last call, at most its last bytes.
    pub fn errors(&mut self) -> Vec<u8> {
        let errors = self.connection.errors();
        let new = errors.strip_prefix(self.errors.as_slice()).unwrap_or(&errors).to_vec();
        self.errors = errors;
        new
    }
}
