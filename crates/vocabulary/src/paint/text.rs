//! The text of paint: board files, answer files and case files (clauses PT-23 to PT-31 of
//! RULES.md).

use std::fmt::{self, Write};
use std::io::{self, Read};
use std::str::FromStr;

use super::board::{Board, NUMBER_MAX, Position, SIDE_MAX, Square};
use super::moves::Move;
use super::vocabulary::Paint;
use crate::cell::Pick;
use crate::game::Vocabulary;
use crate::text::{
    CaseReader, InputError, Item, Limits, Next, ParseError, RawToken, Rest, Scanner, TextError,
    counted, only_setup,
};

/// Cyrillic `В`, which looks like the Latin letter and is read like it (PT-25).
const CYRILLIC_VE: char = '\u{412}';

/// Reads a board and moves from a stream, piece by piece.
///
/// With [`Limits::Judge`] the text is a board file: a move in it is an error (PT-26), and the board
/// is returned only after the end of the input. Both limits allow the same boards (PT-3).
#[derive(Debug)]
pub struct Reader<R> {
    scanner: Scanner<R>,
    limits: Limits,
    state: State,
}

/// The part of the format that is read next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Board,
    Moves,
    Ended,
}

impl<R: Read> Reader<R> {
    /// A reader at the start of `input`.
    pub fn new(input: R, limits: Limits) -> Self {
        Self { scanner: Scanner::new(input), limits, state: State::Board }
    }

    fn setup(&mut self) -> Result<Board, InputError> {
        let board = board_file(&mut self.scanner)?;
        if self.limits == Limits::Judge {
            end_of_input(&mut self.scanner, "the end of the input: the board is complete")?;
        }
        Ok(board)
    }
}

impl<R: Read> CaseReader<Paint> for Reader<R> {
    fn next_item(&mut self) -> Result<Option<Item<Paint>>, InputError> {
        const COUNT: &str = "the number of cells of a move, or the end of the input";
        let state = std::mem::replace(&mut self.state, State::Ended);
        let (item, next) = match state {
            State::Board => (Item::Setup(self.setup()?), State::Moves),
            State::Moves => match cells(&mut self.scanner, COUNT)? {
                Some(mv) => (Item::Move(mv), State::Moves),
                None => (Item::Answer(Rest::Stop), State::Ended),
            },
            State::Ended => return Ok(None),
        };
        self.state = next;
        Ok(Some(item))
    }
}

/// PT-23: N alone on a line, then N rows.
fn board_file<R: Read>(scanner: &mut Scanner<R>) -> Result<Board, InputError> {
    let expected = format!("N, the side of the board, 1 to {SIDE_MAX}");
    // The return value is not needed: at the end of the input the number is missing, too.
    scanner.next_line()?;
    let side = scanner.number_on_line(&expected)?;
    let Some(side) = u8::try_from(side).ok().filter(|side| (1..=SIDE_MAX).contains(side)) else {
        return Err(scanner.token().expected(expected).into());
    };
    scanner.end_of_line("the end of the line: N stands alone")?;
    let mut squares = Vec::new();
    for row in 0..side {
        if !scanner.next_line()? {
            let expected = format!("row {row} of the board, {}", counted(side.into(), "cell"));
            return Err(scanner.missing(expected).into());
        }
        Row { side, row }.read(scanner, &mut squares)?;
    }
    Ok(Board::new(side, squares).expect("side and numbers are in limits"))
}

/// The row to read, for its errors.
struct Row {
    side: u8,
    row: u8,
}

impl Row {
    /// PT-24: a packed row if its line has one token and N is 2 or more, else a spaced one.
    fn read<R: Read>(
        &self,
        scanner: &mut Scanner<R>,
        squares: &mut Vec<Square>,
    ) -> Result<(), InputError> {
        let first = scanner.raw_token_on_line(&self.spaced(0))?;
        if self.side == 1 {
            squares.push(self.spaced_cell(&first, scanner, 0)?);
        } else if first.is_too_long || scanner.next_on_line()? != Next::Token {
            // PT-26: a token of excessive length is an error in both formats.
            return self.read_packed(&first.bytes, scanner, squares);
        } else {
            squares.push(self.spaced_cell(&first, scanner, 0)?);
            for column in 1..self.side {
                let token = scanner.raw_token_on_line(&self.spaced(column))?;
                squares.push(self.spaced_cell(&token, scanner, column)?);
            }
        }
        scanner.end_of_line(&self.full())
    }

    /// PT-25: `#`, `B` or a number.
    fn spaced_cell<R: Read>(
        &self,
        token: &RawToken,
        scanner: &Scanner<R>,
        column: u8,
    ) -> Result<Square, InputError> {
        let number = token.number.and_then(|number| u8::try_from(number).ok());
        let square = match number.filter(|&number| number <= NUMBER_MAX) {
            Some(number) => Some(Square::Number(number)),
            None => std::str::from_utf8(&token.bytes).ok().and_then(sign),
        };
        square.ok_or_else(|| scanner.token().expected(self.spaced(column)).into())
    }

    /// PT-24 to PT-26: each character of the token is a cell.
    fn read_packed<R: Read>(
        &self,
        token: &[u8],
        scanner: &mut Scanner<R>,
        squares: &mut Vec<Square>,
    ) -> Result<(), InputError> {
        let mut column = 0;
        let mut start = 0;
        for character in characters(token) {
            let end = start + character.len();
            let found = |scanner: &Scanner<R>| scanner.part_of_token(token, start..end);
            if column == self.side {
                return Err(found(scanner).expected(self.full()).into());
            }
            let Some(square) = packed_cell(character) else {
                return Err(found(scanner).expected(self.packed(column)).into());
            };
            squares.push(square);
            column += 1;
            start = end;
        }
        if column < self.side {
            let expected = self.packed(column);
            let error: TextError = match scanner.next_on_line()? {
                Next::EndOfInput => scanner.missing(expected),
                Next::EndOfLine | Next::Token => scanner.line_ends(expected),
            };
            return Err(error.into());
        }
        Ok(())
    }

    fn spaced(&self, column: u8) -> String {
        let row = self.row;
        format!("the cell in row {row}, column {column}: #, B or a number, 0 to {NUMBER_MAX}")
    }

    fn packed(&self, column: u8) -> String {
        format!("the cell in row {}, column {column}: #, B or a digit", self.row)
    }

    fn full(&self) -> String {
        let Self { side, row } = self;
        let cells = counted((*side).into(), "cell");
        format!("the end of the line: row {row} has its {cells}")
    }
}

/// The characters of a token, each as its bytes; a byte that is not valid UTF-8 is a character
/// (TX-4).
fn characters(token: &[u8]) -> impl Iterator<Item = &[u8]> {
    token.utf8_chunks().flat_map(|chunk| {
        let (valid, invalid) = (chunk.valid(), chunk.invalid());
        let valid =
            valid.char_indices().map(move |(at, c)| &valid.as_bytes()[at..at + c.len_utf8()]);
        valid.chain(invalid.chunks(1))
    })
}

/// PT-25: `#` or `B`.
fn sign(text: &str) -> Option<Square> {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some('#'), None) => Some(Square::Empty),
        (Some('B' | CYRILLIC_VE), None) => Some(Square::Painted),
        _ => None,
    }
}

/// PT-25: `#`, `B` or one digit.
fn packed_cell(character: &[u8]) -> Option<Square> {
    match character {
        [digit @ b'0'..=b'9'] => Some(Square::Number(digit - b'0')),
        _ => std::str::from_utf8(character).ok().and_then(sign),
    }
}

/// PT-28: a number k and k pairs; `None` if the input ends before k. Errors about k say `count`.
///
/// k is not trusted: memory is allocated only for pairs that have been read (TX-8).
fn cells<R: Read>(scanner: &mut Scanner<R>, count: &str) -> Result<Option<Move>, InputError> {
    const ROW: &str = "the row of a cell to paint, a number from 0";
    const COLUMN: &str = "the column of a cell to paint, a number from 0";
    let Some(count) = scanner.number(count)? else {
        return Ok(None);
    };
    let mut picks = Vec::new();
    for _ in 0..count {
        let row = scanner.number(ROW)?.ok_or_else(|| scanner.missing(ROW))?;
        let column = scanner.number(COLUMN)?.ok_or_else(|| scanner.missing(COLUMN))?;
        picks.push(Pick { row, column });
    }
    Ok(Some(Move::new(picks)))
}

/// Makes sure that the rest of the input is white space.
fn end_of_input<R: Read>(scanner: &mut Scanner<R>, expected: &str) -> Result<(), InputError> {
    if scanner.next_line()? {
        scanner.token_on_line(expected)?;
        return Err(scanner.token().expected(expected).into());
    }
    Ok(())
}

/// The reason why an answer file contains no move.
#[derive(Debug)]
pub enum AnswerError {
    /// The answer is unreadable (PT-30), a foul of the player (PT-33). A readable answer is a
    /// [`Move`], valid or not.
    Unreadable(Box<TextError>),
    /// The stream could not be read; the answer is unknown.
    Io(io::Error),
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => write!(f, "unreadable (PT-30): {error}"),
            Self::Io(error) => write!(f, "cannot read the answer: {error}"),
        }
    }
}

impl std::error::Error for AnswerError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Unreadable(_) => None,
            Self::Io(error) => Some(error),
        }
    }
}

impl From<InputError> for AnswerError {
    fn from(error: InputError) -> Self {
        match error {
            InputError::Text(error) => Self::Unreadable(error),
            InputError::Io(error) => Self::Io(error),
        }
    }
}

/// Reads a board file (PT-23 to PT-26).
///
/// ```
/// use twinboard_vocabulary::paint::text::{board, read_board};
///
/// // Rows need no blanks between the cells when they are read.
/// let read = read_board(&b"2\n2#\n#B\n"[..])?;
/// assert_eq!(board(&read), "2\n2 #\n# B\n");
/// # Ok::<(), twinboard_vocabulary::InputError>(())
/// ```
///
/// # Errors
///
/// The text is no board file, with line and column of the error, or reading failed.
pub fn read_board(input: impl Read) -> Result<Board, InputError> {
    Reader::new(input, Limits::Judge).setup()
}

/// Reads an answer file (PT-28 to PT-30). An empty file is an unreadable answer.
///
/// ```
/// use twinboard_vocabulary::paint::text::read_answer;
///
/// // Two cells, row and column of each.
/// let mv = read_answer(&b"2\n0 0\n0 1\n"[..])?;
/// assert_eq!(mv.to_string(), "(0,0) (0,1)");
/// # Ok::<(), twinboard_vocabulary::paint::text::AnswerError>(())
/// ```
///
/// # Errors
///
/// The answer is unreadable, or reading failed.
pub fn read_answer(input: impl Read) -> Result<Move, AnswerError> {
    const COUNT: &str = "an answer: the number of cells, then row and column of each";
    let mut scanner = Scanner::new(input);
    let mv = cells(&mut scanner, COUNT)?.ok_or_else(|| scanner.missing(COUNT));
    let mv = mv.map_err(InputError::from)?;
    end_of_input(&mut scanner, "the end of the answer: all its cells have been named")?;
    Ok(mv)
}

/// Writes a board file (PT-27).
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&board(self))
    }
}

impl FromStr for Board {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        only_setup(Reader::new(text.as_bytes(), Limits::Judge))
    }
}

/// Writes the cells, row by row, and the player to move ([`Vocabulary::text`]).
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Paint::text(self))
    }
}

/// Writes a board file; PT-27 prescribes every byte.
#[must_use]
pub fn board(board: &Board) -> String {
    let mut text = format!("{}\n", board.side());
    for row in board.squares().chunks(board.side().into()) {
        for (index, square) in row.iter().enumerate() {
            let separator = if index > 0 { " " } else { "" };
            let _ = write!(text, "{separator}{square}");
        }
        text.push('\n');
    }
    text
}

/// Writes an answer file: the number of cells, then one cell a line (PT-28). The answer without
/// cells is `0` (PT-29).
#[must_use]
pub fn answer(mv: &Move) -> String {
    let mut text = format!("{}\n", mv.picks().len());
    for Pick { row, column } in mv.picks() {
        let _ = writeln!(text, "{row} {column}");
    }
    text
}

/// Writes a case file: the board, then the moves (PT-31). [`Reader`] reads the same case again.
#[must_use]
pub fn print<'a>(setup: &Board, moves: impl IntoIterator<Item = &'a Move>) -> String {
    let mut text = board(setup);
    text.extend(moves.into_iter().map(answer));
    text
}
