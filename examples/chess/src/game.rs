//! The vocabulary of all sides: positions as FEN, moves as UCI text. No rule of play belongs here.

use std::fmt::{self, Debug, Display, Write};
use std::ops::RangeInclusive;
use std::str::FromStr;

use twinboard::vocabulary::diagram::{Diagram, Field, Layout, Notation, Values};
use twinboard::vocabulary::{ParseError, Picture, Vocabulary};

/// Chess: the layout of its board, its vocabulary, and its rule set; see [`rules`](crate::rules).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chess;

/// A position: the first four fields of FEN. The two clocks may follow, and are dropped.
pub type Fen = Diagram<Chess>;

impl Layout for Chess {
    const ROWS: usize = 8;
    const COLUMNS: usize = 8;
    const CELLS: &'static [&'static str] =
        &[".", "P", "N", "B", "R", "Q", "K", "p", "n", "b", "r", "q", "k"];
    const NOTATION: Notation = Notation::Ranks;
    const FIELDS: &'static [Field] = &[
        Field { name: "turn", values: Values::Choice(&["w", "b"]) },
        Field { name: "castling", values: Values::Subset("KQkq") },
        Field { name: "en passant", values: Values::Cell },
    ];
    const DROPPED_NUMBERS: usize = 2;

    fn count(cell: &str) -> RangeInclusive<usize> {
        match cell {
            "K" | "k" => 1..=1,
            "P" | "p" => 0..=8,
            _ => 0..=64,
        }
    }

    /// A convention of the text: the en-passant square is left out unless a pawn stands beside the
    /// one that could be taken. Some libraries always keep it, some only if it can be taken.
    fn canonical(mut fen: Fen) -> Result<Fen, String> {
        let (pawn, row) = if fen.field("turn") == "w" { ("P", 2) } else { ("p", 5) };
        let beside = if row == 2 { 3 } else { 4 };
        if let Some((of, column)) = Fen::cell_named(fen.field("en passant"))
            && of == row
            && !fen.find(pawn).any(|(r, c)| r == beside && c.abs_diff(column) == 1)
        {
            fen.set_field("en passant", "-");
        }
        Ok(fen)
    }
}

impl Vocabulary for Chess {
    const NAME: &'static str = "chess";
    type Setup = Fen;
    type Move = Uci;
    type LegalMove = Uci;
    type Event = Uci;
    type Refusal = &'static str;
    type Position = Fen;
    type Outcome = &'static str;

    fn is_over(outcome: &'static str) -> bool {
        outcome != PLAYING
    }

    fn picture(position: &Fen) -> Picture {
        position.picture()
    }
}

/// The position that a library prints as FEN.
///
/// # Panics
///
/// If it is none.
pub fn read(board: impl Display) -> Fen {
    let mut text = String::with_capacity(FEN_MAX);
    write!(text, "{board}").expect("a string takes any text");
    text.parse().expect("a library writes FEN")
}

/// The FEN of a position for a library to read, with both clocks.
pub fn written(fen: &Fen) -> String {
    let mut text = String::with_capacity(FEN_MAX);
    write!(text, "{fen} 0 1").expect("a string takes any text");
    text
}

/// Bytes that the text of a position has at most: 64 pieces, 7 slashes, the fields and the clocks.
const FEN_MAX: usize = 96;

/// The refusal of every illegal move (CH-1): libraries give no reasons.
pub const ILLEGAL: &str = "illegal (CH-1)";
/// The outcome when the player to move is in check and has no legal move.
pub const CHECKMATE: &str = "checkmate (CH-8)";
/// The outcome when the player to move is not in check and has no legal move.
pub const STALEMATE: &str = "stalemate (CH-9)";
/// The outcome while there is a legal move.
pub const PLAYING: &str = "the game goes on";

/// A move as UCI text, such as `e2e4` or `e7e8q`. Castling is the move of the king.
///
/// The text is in place: hundreds of moves are listed, compared and sorted for each one that is
/// played, and an allocation for each would take longer than the libraries do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Uci {
    /// The text; a move without a promotion ends with a 0.
    bytes: [u8; 5],
}

impl Uci {
    /// The move that a library prints.
    ///
    /// # Panics
    ///
    /// If its text has more than five characters.
    pub fn of(mv: impl Display) -> Self {
        let mut text = Text { bytes: [0; 5], length: 0 };
        write!(text, "{mv}").expect("four or five characters");
        Self { bytes: text.bytes }
    }

    /// The move between two squares, which are 0 for a1, 1 for b1, to 63 for h8, with the letter of
    /// a promotion.
    pub fn new(from: usize, to: usize, promotion: Option<char>) -> Self {
        let column = |square| b'a' + (square % 8) as u8;
        let row = |square| b'1' + (square / 8) as u8;
        let promotion = promotion.map_or(0, |letter| letter as u8);
        Self { bytes: [column(from), row(from), column(to), row(to), promotion] }
    }

    /// The same move, seen from the other side of the board.
    pub fn mirrored(mut self) -> Self {
        for row in [1, 3] {
            self.bytes[row] = (b'1' + b'8').wrapping_sub(self.bytes[row]);
        }
        self
    }

    /// The text.
    pub fn text(&self) -> &str {
        let length = if self.bytes[4] == 0 { 4 } else { 5 };
        str::from_utf8(&self.bytes[..length]).expect("made from a text")
    }

    /// Row and column of the square from which a piece moves.
    pub fn from(&self) -> (usize, usize) {
        Fen::cell_named(&self.text()[..2]).unwrap_or_default()
    }

    /// Row and column of the square to which it moves.
    pub fn to(&self) -> (usize, usize) {
        Fen::cell_named(&self.text()[2..4]).unwrap_or_default()
    }
}

/// Bytes in which a move is written.
struct Text {
    bytes: [u8; 5],
    length: usize,
}

impl Write for Text {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.length + text.len();
        let place = self.bytes.get_mut(self.length..end).ok_or(fmt::Error)?;
        place.copy_from_slice(text.as_bytes());
        self.length = end;
        Ok(())
    }
}

impl Display for Uci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl Debug for Uci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Uci({self})")
    }
}

impl FromStr for Uci {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let is_square = |at| text.get(at..at + 2).is_some_and(|it| Fen::cell_named(it).is_some());
        let promotion = text.get(4..).unwrap_or("x");
        if is_square(0) && is_square(2) && ["", "n", "b", "r", "q"].contains(&promotion) {
            return Ok(Self::of(text));
        }
        Err("two squares and perhaps n, b, r or q, such as e2e4 or e7e8q".into())
    }
}

/// The text of an observation about squares: their names in order, with blanks.
pub fn squares(squares: impl IntoIterator<Item = impl Display>) -> String {
    let mut names: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
    names.sort_unstable();
    names.join(" ")
}
