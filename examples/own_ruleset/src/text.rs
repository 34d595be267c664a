//! The text of case files (PG-10 to PG-12): a reader and a printer.

use std::fmt::Write;
use std::io::Read;

use board::text::Scanner;
use board::{CaseReader, InputError, Item, Rest};

use crate::words::{Direction, HOLES_MAX, Jump, Outcome, Pegs, Row};

const ROW: &str = "a row of 1 to 64 holes, each `o` for a peg or `.`";
const HOLE: &str = "the number of a hole, or 0 to end the case";
const DIRECTION: &str = "`left` or `right`";
const END_OF_LINE: &str = "the end of the line";

/// What is read next.
#[derive(Clone, Copy, Debug)]
enum State {
    Row,
    Jumps,
    /// The input has ended, or a fault was found.
    Ended,
}

/// Reads cases from a stream, line by line.
#[derive(Debug)]
pub struct Reader<R> {
    scanner: Scanner<R>,
    state: State,
}

impl<R: Read> Reader<R> {
    /// A reader at the start of `input`.
    pub fn new(input: R) -> Self {
        Self { scanner: Scanner::new(input), state: State::Row }
    }

    /// The row that a case begins with; `None` at the end of the input.
    fn row(&mut self) -> Result<Option<Row>, InputError> {
        if !self.scanner.next_line()? {
            return Ok(None);
        }
        let word = self.scanner.word_on_line(ROW)?;
        let row = parsed(&word).ok_or_else(|| self.scanner.token().expected(ROW))?;
        self.scanner.end_of_line(END_OF_LINE)?;
        Ok(Some(row))
    }

    /// A line with a jump; `None` is the line that ends the case.
    fn jump(&mut self) -> Result<Option<Jump>, InputError> {
        if !self.scanner.next_line()? {
            return Err(self.scanner.missing(HOLE).into());
        }
        let from = self.scanner.number_on_line(HOLE)?;
        let jump = if from == 0 { None } else { Some(Jump { from, to: self.direction()? }) };
        self.scanner.end_of_line(END_OF_LINE)?;
        Ok(jump)
    }

    fn direction(&mut self) -> Result<Direction, InputError> {
        match &self.scanner.word_on_line(DIRECTION)?[..] {
            b"left" => Ok(Direction::Left),
            b"right" => Ok(Direction::Right),
            _ => Err(self.scanner.token().expected(DIRECTION).into()),
        }
    }
}

fn parsed(word: &[u8]) -> Option<Row> {
    let peg = |&byte: &u8| match byte {
        b'o' => Some(true),
        b'.' => Some(false),
        _ => None,
    };
    // What is longer than any row is not looked at.
    let pegs: Option<Vec<bool>> = word.iter().take(HOLES_MAX + 1).map(peg).collect();
    Row::new(pegs?)
}

impl<R: Read> CaseReader<Pegs> for Reader<R> {
    fn next_item(&mut self) -> Result<Option<Item<Pegs>>, InputError> {
        // After a fault there is nothing more to read.
        let item = match std::mem::replace(&mut self.state, State::Ended) {
            State::Row => self.row()?.map(Item::Setup),
            State::Jumps => Some(self.jump()?.map_or(Item::Answer(Rest::Stop), Item::Move)),
            State::Ended => None,
        };
        self.state = match item {
            Some(Item::Setup(_) | Item::Move(_)) => State::Jumps,
            Some(Item::Answer(_)) => State::Row,
            None => State::Ended,
        };
        Ok(item)
    }
}

/// A case as [`Reader`] reads it.
#[must_use]
pub fn print(row: &Row, jumps: &[Jump]) -> String {
    let mut text = printed(row) + "\n";
    for jump in jumps {
        let _ = writeln!(text, "{jump}");
    }
    text + "0\n"
}

/// What `play` answers to the case with this number.
#[must_use]
pub fn answer(number: usize, row: &Row, outcome: Outcome) -> String {
    format!("Row {number}: {} {outcome}\n", printed(row))
}

fn printed(row: &Row) -> String {
    row.pegs().iter().map(|&peg| if peg { 'o' } else { '.' }).collect()
}
