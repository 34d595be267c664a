//! The text of Link and Pop: the judge's input as a stream, case files with their scripts, and the
//! judge's output (clauses LP-23 to LP-32 of RULES.md).

use std::collections::VecDeque;
use std::fmt::{self, Write};
use std::io::Read;
use std::str::FromStr;

use super::board::{Attribute, Block, Board, Margin, SIDE_MAX, Setup, Symbol};
use super::pop::Step;
use super::vocabulary::LinkPop;
use crate::cell::Pick;
use crate::game::Vocabulary;
use crate::text::{
    CaseReader, InputError, Item, Limits, Next, ParseError, Rest, Scanner, counted, only_setup,
};

/// Limit of rows and of columns in the input of the judge (LP-3).
pub const JUDGE_SIDE_MAX: u8 = 30;

/// The expected text in errors about surplus tokens.
const END_OF_LINE: &str = "the end of the line";

/// Reads boards and scripts from a stream, case by case.
#[derive(Debug)]
pub struct Reader<R> {
    scanner: Scanner<R>,
    limits: Limits,
    /// The margin of a case that names none.
    margin: Margin,
    /// Items that have been read and not returned yet.
    items: VecDeque<Item<LinkPop>>,
    /// The error to return after them.
    error: Option<InputError>,
    /// The board read last, if it may still have a script.
    board: Option<Board>,
    /// Number of boards read so far.
    boards: usize,
    ended: bool,
}

/// A line at a place where a case may begin.
enum Size {
    Board(u8, u8),
    /// The pair of zeros.
    Zeros,
    EndOfInput,
}

impl<R: Read> Reader<R> {
    /// A reader at the start of `input`; `margin` is that of every case that names none (LP-31).
    pub fn new(input: R, limits: Limits, margin: Margin) -> Self {
        Self {
            scanner: Scanner::new(input),
            limits,
            margin,
            items: VecDeque::new(),
            error: None,
            board: None,
            boards: 0,
            ended: false,
        }
    }

    /// Reads until an item can be returned or the input ends.
    fn read(&mut self) -> Result<(), InputError> {
        match self.size()? {
            Size::Board(rows, columns) => {
                self.give_board();
                let board = self.rows(rows, columns)?;
                self.boards += 1;
                self.board = Some(board);
                // The judge's cases have no scripts: each is answered before more is read (LP-27).
                if self.limits == Limits::Judge {
                    self.give_board();
                }
            }
            Size::Zeros if self.limits == Limits::Case => {
                self.ended = true;
                self.scanner.end_of_line("the end of the line, the script below it")?;
                self.script()?;
            }
            Size::Zeros | Size::EndOfInput => {
                self.ended = true;
                self.give_board();
            }
        }
        Ok(())
    }

    /// Queues the board that might have had a script, but has none, so the robot plays (LP-32).
    fn give_board(&mut self) {
        if let Some(board) = self.board.take() {
            let setup = Setup { board, margin: self.margin };
            self.items.extend([Item::Setup(setup), Item::Answer(Rest::Repeat(Step::Robot))]);
        }
    }

    /// LP-24: `n m`.
    fn size(&mut self) -> Result<Size, InputError> {
        let side_max = match self.limits {
            Limits::Judge => JUDGE_SIDE_MAX,
            Limits::Case => SIDE_MAX,
        };
        if !self.scanner.next_line()? {
            return Ok(Size::EndOfInput);
        }
        let rows_expected = format!("the number of rows, 1 to {side_max}, or the pair 0 0 to end");
        let rows = self.scanner.number_on_line(&rows_expected)?;
        let rows_token = self.scanner.token();
        // The end of an endless number is not where it went wrong.
        if rows == u64::MAX && self.scanner.next_on_line()? != Next::Token {
            return Err(rows_token.expected(rows_expected).into());
        }
        let columns_expected = format!("the number of columns, 1 to {side_max}");
        let columns = self.scanner.number_on_line(&columns_expected)?;
        if (rows, columns) == (0, 0) {
            return Ok(Size::Zeros);
        }
        let sides = 1..=u64::from(side_max);
        if !sides.contains(&rows) {
            return Err(rows_token.expected(rows_expected).into());
        }
        if !sides.contains(&columns) {
            return Err(self.scanner.token().expected(columns_expected).into());
        }
        self.scanner.end_of_line(END_OF_LINE)?;
        Ok(Size::Board(rows as u8, columns as u8))
    }

    /// LP-25: the rows of a board.
    fn rows(&mut self, rows: u8, columns: u8) -> Result<Board, InputError> {
        let mut cells = Vec::new();
        for row in 0..rows {
            if !self.scanner.next_line()? {
                let expected =
                    format!("row {row} of the board, {}", counted(columns.into(), "block"));
                return Err(self.scanner.missing(expected).into());
            }
            for column in 0..columns {
                cells.push(self.cell(row, column)?);
            }
            self.scanner.end_of_line(END_OF_LINE)?;
        }
        Ok(Board::new(rows, columns, cells).expect("the sides are in limits"))
    }

    fn cell(&mut self, row: u8, column: u8) -> Result<Option<Block>, InputError> {
        let or_empty = match self.limits {
            Limits::Judge => "",
            Limits::Case => ", or .. for an empty cell",
        };
        let expected = format!(
            "a block for row {row}, column {column}: a letter A to Z and one of U D L R S{or_empty}"
        );
        let token = self.scanner.token_on_line(&expected)?;
        match token[..] {
            [b'.', b'.'] if self.limits == Limits::Case => Ok(None),
            [symbol, attribute] => {
                let symbol = Symbol::from_letter(symbol);
                let block = symbol.zip(Attribute::from_letter(attribute));
                let block = block.map(|(symbol, attribute)| Block { symbol, attribute });
                block.map(Some).ok_or_else(|| self.scanner.token().expected(expected).into())
            }
            _ => Err(self.scanner.token().expected(expected).into()),
        }
    }

    /// LP-30 to LP-32: the script after the zeros.
    fn script(&mut self) -> Result<(), InputError> {
        let mut margin = self.margin;
        let mut steps = Vec::new();
        let mut is_first = true;
        while self.scanner.next_line()? {
            if self.boards != 1 {
                let why = if self.boards == 0 { "no board" } else { "several boards" };
                let expected = format!("the end of the input: a file with {why} has no script");
                self.give_board();
                self.scanner.token_on_line(&expected)?;
                return Err(self.scanner.token().expected(expected).into());
            }
            let expected = if is_first {
                "a step, `robot` or `pop`, or `margin`"
            } else {
                "a step, `robot` or `pop`"
            };
            match self.scanner.token_on_line(expected)?.as_slice() {
                b"robot" => steps.push(Step::Robot),
                b"pop" => steps.push(self.pop()?),
                b"margin" if is_first => margin = self.margin()?,
                _ => return Err(self.scanner.token().expected(expected).into()),
            }
            self.scanner.end_of_line(END_OF_LINE)?;
            is_first = false;
        }
        let Some(board) = self.board.take() else { return Ok(()) };
        self.items.push_back(Item::Setup(Setup { board, margin }));
        let rest = if steps.is_empty() { Rest::Repeat(Step::Robot) } else { Rest::Stop };
        self.items.extend(steps.into_iter().map(Item::Move));
        self.items.push_back(Item::Answer(rest));
        Ok(())
    }

    fn pop(&mut self) -> Result<Step, InputError> {
        let mut number = |what: &str| {
            self.scanner.number_on_line(&format!("the {what} of a cell to pop, a number from 0"))
        };
        let first = Pick { row: number("row")?, column: number("column")? };
        let second = Pick { row: number("row")?, column: number("column")? };
        Ok(Step::Pop(first, second))
    }

    fn margin(&mut self) -> Result<Margin, InputError> {
        const EXPECTED: &str = "`inside` or `outside`";
        let token = self.scanner.token_on_line(EXPECTED)?;
        let margin = std::str::from_utf8(&token).ok().and_then(Margin::by_name);
        margin.ok_or_else(|| self.scanner.token().expected(EXPECTED).into())
    }
}

impl<R: Read> CaseReader<LinkPop> for Reader<R> {
    fn next_item(&mut self) -> Result<Option<Item<LinkPop>>, InputError> {
        loop {
            if let Some(item) = self.items.pop_front() {
                return Ok(Some(item));
            }
            if let Some(error) = self.error.take() {
                return Err(error);
            }
            if self.ended {
                return Ok(None);
            }
            if let Err(error) = self.read() {
                // The board before the error is complete, unless the error is in its script.
                if !self.ended {
                    self.give_board();
                }
                self.ended = true;
                self.error = Some(error);
            }
        }
    }
}

/// Writes the board, and the margin if it is outside.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print(self, &[], Margin::Inside))
    }
}

/// Reads within the limits of case files; the margin is inside if it is not named.
impl FromStr for Setup {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        only_setup(Reader::new(text.as_bytes(), Limits::Case, Margin::Inside))
    }
}

/// Writes the blocks, row by row ([`Vocabulary::text`]).
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&LinkPop::text(self))
    }
}

/// Reads a line of a script (LP-30), which is also what [`Display`](fmt::Display) writes.
impl FromStr for Step {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        const EXPECTED: &str = "a step, `robot` or `pop` and two cells";
        let mut reader = Reader::new(text.as_bytes(), Limits::Case, Margin::Inside);
        if !reader.scanner.next_line()? {
            return Err(EXPECTED.into());
        }
        let step = match reader.scanner.token_on_line(EXPECTED)?.as_slice() {
            b"robot" => Self::Robot,
            b"pop" => reader.pop()?,
            _ => return Err(reader.scanner.token().expected(EXPECTED).into()),
        };
        reader.scanner.end_of_line(END_OF_LINE)?;
        Ok(step)
    }
}

/// Writes a case file: the board, `0 0`, and the script if there is one.
///
/// `default` is the margin that applies to files that name none. The margin is written unless it
/// and `default` are inside, so a case that was saved under another default reads the same under
/// the usual one.
///
/// [`Reader`] reads the same case again. Two continuations have no text: stopping before any step,
/// because a case without steps is played by the robot (LP-32), and the robot after other steps.
///
/// ```
/// use twinboard_vocabulary::linkpop::{Margin, Setup, Step, text::print};
///
/// let setup: Setup = "1 2\nAS AS\n0 0\n".parse()?;
/// let text = print(&setup, &[Step::Robot], Margin::Inside);
/// assert_eq!(text, "1 2\nAS AS\n0 0\nrobot\n");
/// # Ok::<(), twinboard_vocabulary::ParseError>(())
/// ```
#[must_use]
pub fn print(setup: &Setup, steps: &[Step], default: Margin) -> String {
    let mut text = print_board(&setup.board);
    text.push_str("0 0\n");
    if (setup.margin, default) != (Margin::Inside, Margin::Inside) {
        let _ = writeln!(text, "margin {}", setup.margin);
    }
    for step in steps {
        let _ = writeln!(text, "{step}");
    }
    text
}

/// Writes a board in the input format: its size, then its rows (LP-24, LP-25).
#[must_use]
pub fn print_board(board: &Board) -> String {
    let mut text = format!("{} {}\n", board.rows(), board.columns());
    for row in board.cells().chunks(board.columns().into()) {
        for (index, cell) in row.iter().enumerate() {
            let separator = if index > 0 { " " } else { "" };
            let _ = match cell {
                Some(block) => write!(text, "{separator}{block}"),
                None => write!(text, "{separator}.."),
            };
        }
        text.push('\n');
    }
    text
}

/// Writes the answer for case `number`, counted from 1, as the judge expects it to the byte
/// (LP-28).
#[must_use]
pub fn answer(number: usize, board: &Board) -> String {
    let mut text = format!("Case {number}\n");
    for row in board.cells().chunks(board.columns().into()) {
        text.extend(row.iter().map(|cell| cell.map_or('.', |block| block.symbol.letter())));
        text.push('\n');
    }
    text
}
