//! The default case format, for every vocabulary: built on [`Display`](std::fmt::Display) and
//! [`FromStr`].
//!
//! A case is a block of lines: the text of its set-up, then a line `> MOVE` for each move. Empty
//! lines separate cases.
//!
//! ```text
//! ##.
//! .#.
//! > 1 2
//! > 2 2
//!
//! ###
//! ```
//!
//! So the text of a set-up must have no empty line, no line that begins with `>`, and no blanks at
//! the ends of its lines; its parser gets it without the final line feed. The text of a move is one
//! line. Errors have line and column, as exactly as the error of `FromStr` has them
//! ([`ParseError`]).

use std::fmt::Write;
use std::io::{BufRead, BufReader, Read};
use std::str::FromStr;

use super::{CaseReader, Found, InputError, Item, ParseError, Place, Rest, Source, TextError};
use crate::game::{MoveOf, SetupOf, Vocabulary};

/// Length limit of a line, in bytes: far more than any set-up needs; bounds the memory for endless
/// input.
const LINE_MAX: u64 = 1024 * 1024;
/// Exclusive limit for the lines of a set-up.
const LINES_MAX: usize = 65_536;
/// Length limit of a set-up, in bytes.
const SETUP_MAX: usize = 64 * 1024 * 1024;
/// Number of characters of a line that a message shows.
const SHOWN_MAX: usize = 60;

/// Reads cases from a stream, block by block.
pub struct Reader<V: Vocabulary, R> {
    input: BufReader<R>,
    /// The current line without its end, if it has been read but not consumed.
    line: Option<String>,
    /// Number of the line read last, from 1; 0 before the first.
    number: u64,
    state: State,
    check: Check<V>,
}

/// Says what was expected instead of a set-up that is none; see [`Reader::checking`].
pub type Check<V> = fn(&SetupOf<V>) -> Result<(), ParseError>;

/// The part of the format that is read next.
#[derive(Clone, Copy)]
enum State {
    Setup,
    Moves,
    Ended,
}

impl<V: Vocabulary, R: Read> Reader<V, R> {
    /// A reader at the start of `input`.
    pub fn new(input: R) -> Self {
        let input = BufReader::new(input);
        Self { input, line: None, number: 0, state: State::Setup, check: |_| Ok(()) }
    }

    /// The reader with a check of set-ups that their type cannot make, such as one that depends on a
    /// rule set in words.
    #[must_use]
    pub fn checking(self, check: Check<V>) -> Self {
        Self { check, ..self }
    }

    /// The current line; reads the next one if it has been consumed. `None` at the end of the
    /// input.
    fn line(&mut self) -> Result<Option<&str>, InputError> {
        if self.line.is_none() {
            let mut bytes = Vec::new();
            self.input.by_ref().take(LINE_MAX).read_until(b'\n', &mut bytes)?;
            if bytes.is_empty() {
                return Ok(None);
            }
            self.number += 1;
            let is_long = bytes.len() as u64 == LINE_MAX;
            let text = String::from_utf8_lossy(&bytes);
            let mark = if self.number == 1 { "\u{feff}" } else { "" };
            let text = text.strip_prefix(mark).unwrap_or(&text).trim_end().to_owned();
            if is_long {
                return Err(error_at(self.number, "", &text, "a line of less than 1 MiB").into());
            }
            self.line = Some(text);
        }
        Ok(self.line.as_deref())
    }

    /// The set-up of the next block; `None` at the end of the input.
    fn setup(&mut self) -> Result<Option<SetupOf<V>>, InputError> {
        while self.line()?.is_some_and(str::is_empty) {
            self.line = None;
        }
        let (mut text, first) = (String::new(), self.number);
        let mut lines = 0;
        while let Some(line) = self.line()?.filter(|line| !line.is_empty()) {
            if line.starts_with('>') {
                break;
            }
            text += line;
            text.push('\n');
            self.line = None;
            lines += 1;
            if lines == LINES_MAX {
                let expected = format!("a set-up of less than {LINES_MAX} lines");
                return Err(error_at(self.number, "", "", expected).into());
            }
            if text.len() > SETUP_MAX {
                return Err(error_at(self.number, "", "", "a set-up of at most 64 MiB").into());
            }
        }
        if text.is_empty() {
            return match self.line()? {
                None => Ok(None),
                Some(line) => {
                    let line = line.to_owned();
                    Err(error_at(self.number, "", &line, "a set-up before its moves").into())
                }
            };
        }
        let text = text.trim_end();
        let setup = parse(text, first, "")?;
        (self.check)(&setup).map_err(|error| located(error, text, first, ""))?;
        Ok(Some(setup))
    }

    /// The next move of the block, or the continuation after the last one.
    fn move_or_rest(&mut self) -> Result<Item<V>, InputError> {
        let Some(line) = self.line()?.filter(|line| !line.is_empty()).map(str::to_owned) else {
            return Ok(Item::Answer(Rest::Stop));
        };
        self.line = None;
        let Some(text) = line.strip_prefix('>') else {
            let expected = "`>` and a move, or an empty line to end the case";
            return Err(error_at(self.number, "", &line, expected).into());
        };
        let text = text.trim_start();
        let mv: MoveOf<V> = parse(text, self.number, &line[..line.len() - text.len()])?;
        Ok(Item::Move(mv))
    }
}

impl<V: Vocabulary, R: Read> CaseReader<V> for Reader<V, R> {
    fn next_item(&mut self) -> Result<Option<Item<V>>, InputError> {
        // An error leaves the state `Ended`.
        let item = match std::mem::replace(&mut self.state, State::Ended) {
            State::Setup => self.setup()?.map(Item::Setup),
            State::Moves => Some(self.move_or_rest()?),
            State::Ended => None,
        };
        self.state = match item {
            Some(Item::Setup(_) | Item::Move(_)) => State::Moves,
            Some(Item::Answer(_)) => State::Setup,
            None => State::Ended,
        };
        Ok(item)
    }
}

/// Parses a set-up or a move that begins in line `line` of a text, from 1, after `before` in this
/// line.
///
/// # Errors
///
/// That of `FromStr`, with its place in the whole text.
pub fn parse<T: FromStr<Err: Into<ParseError>>>(
    text: &str,
    line: u64,
    before: &str,
) -> Result<T, InputError> {
    text.parse().map_err(|error: T::Err| located(error.into(), text, line, before))
}

/// The error of a text that begins in line `line`, after `before`, with its place in the whole text.
fn located(error: ParseError, text: &str, line: u64, before: &str) -> InputError {
    let ParseError { error: known, expected } = error;
    let Some(known) = known else {
        return error_at(line, before, text.lines().next().unwrap_or(""), expected).into();
    };
    let mut known = *known;
    if known.place.line == 1 {
        known.place.column += before.len() as u64;
        known.source = known.source.map(|source| behind(before, source));
    }
    known.place.line += line - 1;
    known.into()
}

/// The error for `text`, found in line `line` after `before` where `expected` should be.
fn error_at(line: u64, before: &str, text: &str, expected: impl Into<String>) -> TextError {
    let shown: String = text.chars().take(SHOWN_MAX).collect();
    let is_cut = shown.len() < text.len();
    let found = if is_cut { format!("{shown}…") } else { shown.clone() };
    let source =
        Source { start: 0, end: shown.len(), text: shown, cut_before: false, cut_after: is_cut };
    TextError {
        place: Place { line, column: before.len() as u64 + 1 },
        found: if text.is_empty() { Found::EndOfLine } else { Found::Token(found) },
        expected: expected.into(),
        source: Some(behind(before, source)),
    }
}

/// An excerpt that begins with the text before it in the line, unless its own start is cut off.
fn behind(before: &str, source: Source) -> Source {
    if source.cut_before {
        return source;
    }
    let (start, end) = (source.start + before.len(), source.end + before.len());
    Source { text: format!("{before}{}", source.text), start, end, ..source }
}

/// Writes a case as [`Reader`] reads it.
pub fn print<V: Vocabulary>(setup: &SetupOf<V>, moves: &[MoveOf<V>]) -> String {
    let mut text = format!("{}\n", setup.to_string().trim_end_matches('\n'));
    for mv in moves {
        let _ = writeln!(text, "> {mv}");
    }
    text
}
