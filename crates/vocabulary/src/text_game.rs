//! Games in words: positions are lines, moves and outcomes are words.
//!
//! A [`TextGame`] names no types, so the harness is compiled once for all of them
//! ([`TextVocabulary`]) and a new game costs the build of its own file. A typed vocabulary stays for
//! engines that play a million steps a second.
//!
//! ```
//! use twinboard_vocabulary::text_game::TextGame;
//!
//! /// A heap of matches; a move takes one to three of them, and who takes the last one wins.
//! #[derive(Clone)]
//! struct Matches(u32);
//!
//! impl TextGame for Matches {
//!     fn set_up(setup: &str) -> Result<Self, String> {
//!         let number = setup.parse().ok().filter(|number| *number <= 100);
//!         number.map(Self).ok_or_else(|| "a number up to 100".to_owned())
//!     }
//!
//!     fn moves(&self) -> Vec<String> {
//!         (1..=self.0.min(3)).map(|number| number.to_string()).collect()
//!     }
//!
//!     fn play(&mut self, mv: &str) -> Result<(), String> {
//!         if !self.moves().iter().any(|legal| legal == mv) {
//!             return Err("it takes one to three of the matches that are left".to_owned());
//!         }
//!         self.0 -= mv.parse::<u32>().expect("a legal move is a number");
//!         Ok(())
//!     }
//!
//!     fn position(&self) -> String {
//!         self.0.to_string()
//!     }
//!
//!     fn outcome(&self) -> Option<String> {
//!         (self.0 == 0).then(|| "last match taken".to_owned())
//!     }
//! }
//!
//! let mut game = Matches::set_up("4")?;
//! game.play("3")?;
//! assert_eq!((game.moves(), game.position()), (vec!["1".to_owned()], "1".to_owned()));
//! # Ok::<(), String>(())
//! ```

use std::cmp::Ordering;
use std::convert::Infallible;
use std::fmt::{self, Debug, Display};
use std::hash::{Hash, Hasher};
use std::ops::{ControlFlow, RangeInclusive};
use std::str::FromStr;
use std::sync::Arc;

use smol_str::SmolStr;

use crate::game::any::AnyImplementation;
use crate::game::{Game, SetupOf, Vocabulary, from_fn};
use crate::text::{ParseError, interned};

/// A game in words, as an oracle or an engine plays it. Its copies are independent.
///
/// Texts are compared as they are, so both sides write the same ones: state their form where the
/// rules are. The text of a position determines the rest of the game
/// ([`Vocabulary::Position`]); if it is a set-up too, games also begin in the middle.
pub trait TextGame: Clone + Send + 'static {
    /// Sets a game up from lines without blanks at their ends and without empty lines.
    ///
    /// # Errors
    ///
    /// What was expected, if this is no set-up: "8 rows of 8 cells `.xo`". An engine refuses in
    /// this way what it does not support; such cases are skipped.
    fn set_up(setup: &str) -> Result<Self, String>;

    /// The legal moves, each once, in any order; none if the game is over.
    fn moves(&self) -> Vec<String>;

    /// Plays a move, a text of one line that may be anything.
    ///
    /// # Errors
    ///
    /// The reason why the move is illegal; nothing has changed then. Reports show the reasons;
    /// they are not compared, for engines give none, or each its own.
    fn play(&mut self, mv: &str) -> Result<(), String>;

    /// The state of the game, in lines.
    fn position(&self) -> String;

    /// The result; `None` while the game goes on.
    fn outcome(&self) -> Option<String>;

    /// Whose turn it is, by the name that [`outcome`](Self::outcome) gives a winner: `white` where that
    /// is `white wins` or `white wins by 3`. In a game that is over, who would be to move. With it, and
    /// with positions that are set-ups, `match` and `tournament` play the game. Default: none, as in
    /// a game for one, or where nature moves.
    fn player(&self) -> Option<String> {
        None
    }

    /// A text that two positions share if and only if the games from them are equal up to a symmetry
    /// or the names of things: `exhaust` goes on from one of them. Default: none, so it goes on from
    /// every position.
    fn canonical(&self) -> Option<String> {
        None
    }

    /// Relative frequency of a legal move, if it is one of nature ([`Vocabulary::weight`]). Default: 1.
    fn weight(&self, _mv: &str) -> u32 {
        1
    }

    /// Further answers about the position, by name ([`Game::observe`]). Default: none.
    fn observe(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// A hash of the position ([`Game::key`]). Default: none.
    fn key(&self) -> Option<u64> {
        None
    }

    /// Takes the last move back; false if this side cannot do so, as by default.
    fn undo(&mut self) -> bool {
        false
    }
}

/// The vocabulary of all games in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextVocabulary;

impl Vocabulary for TextVocabulary {
    /// Rule sets in words have names of their own.
    const NAME: &'static str = "text";
    type Setup = Lines;
    type Move = TextMove;
    type LegalMove = TextMove;
    type Event = TextMove;
    type Refusal = Reason;
    type Position = Lines;
    type Outcome = TextOutcome;

    fn is_over(outcome: TextOutcome) -> bool {
        outcome != TextOutcome::PLAYING
    }

    fn weight(legal: &TextMove) -> u32 {
        legal.weight
    }

    /// Rows and columns of the board, both 0 if the text is none.
    fn quantities(setup: &Lines) -> Vec<(&'static str, u64)> {
        let (rows, columns) = size_of_board(setup.as_str());
        vec![("rows", rows), ("columns", columns)]
    }

    /// The set-up with rows and columns in the middle of its board repeated or left out.
    fn within(setup: &Lines, limits: &[RangeInclusive<u64>]) -> Option<Lines> {
        let board = BoardText::read(setup.as_str())?;
        let [rows, columns] = [board.rows.len(), board.rows[0].len()];
        let [of_rows, of_columns] = limits else { return None };
        let clamped = |size: usize, limit: &RangeInclusive<u64>| {
            let size = (size as u64).clamp(*limit.start(), (*limit.end()).max(*limit.start()));
            usize::try_from(size).ok().filter(|size| (1..=SIDE_MAX).contains(size))
        };
        let (rows, columns) = (clamped(rows, of_rows)?, clamped(columns, of_columns)?);
        Some(Lines::new(&board.of_size(rows, columns).to_string()))
    }
}

/// Most rows or columns of a board that is made from another one.
const SIDE_MAX: usize = 64;

/// Rows and columns of the board at the beginning of a text: rows of one length that are cells
/// without blanks or words, or those of a FEN, in which numbers stand for empty cells.
#[must_use]
pub fn size_of_board(text: &str) -> (u64, u64) {
    let is_cells = |line: &&str| !line.contains('=');
    let mut lines = text.lines().take_while(is_cells);
    let Some(first) = lines.next() else { return (0, 0) };
    let fields = first.split(' ').next().unwrap_or_default();
    if let Some((row, _)) = fields.split_once('/') {
        let mut columns = 0;
        for number in row.split(|c: char| !c.is_ascii_digit()) {
            columns += number.parse::<u64>().unwrap_or(0);
        }
        columns += row.chars().filter(|c| c.is_alphabetic()).count() as u64;
        return (fields.split('/').count() as u64, columns);
    }
    let cells = |line: &str| {
        let has_words = line.contains(' ');
        (has_words, if has_words { line.split(' ').count() } else { line.chars().count() })
    };
    // Words of letters, such as `store`, are no cells, and then their number is no size.
    let is_word = |word: &str| word.len() > 1 && word.bytes().all(|c| c.is_ascii_lowercase());
    if cells(first).0 && first.split(' ').any(is_word) {
        return (0, 0);
    }
    let same = lines.take_while(|line| cells(line) == cells(first)).count() as u64;
    (same + 1, cells(first).1 as u64)
}

/// A set-up or a position: lines without blanks at their ends.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lines(Box<str>);

impl Lines {
    /// These lines, without the blanks at their ends.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let text = text.trim_end();
        if text.lines().all(|line| line.trim_end().len() == line.len()) && !text.contains('\r') {
            return Self(text.into());
        }
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        Self(lines.join("\n").into())
    }

    /// The lines, with a line feed between them.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Debug for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.0, f)
    }
}

impl Display for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.0)
    }
}

impl FromStr for Lines {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::new(text))
    }
}

/// A move: a text of one line. A legal move also has a weight, which is not compared.
#[derive(Clone)]
pub struct TextMove {
    text: SmolStr,
    weight: u32,
}

impl TextMove {
    /// The text of the move.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl From<&str> for TextMove {
    fn from(text: &str) -> Self {
        Self { text: text.into(), weight: 1 }
    }
}

impl PartialEq for TextMove {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for TextMove {}

impl PartialOrd for TextMove {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for TextMove {
    fn cmp(&self, other: &Self) -> Ordering {
        self.text.cmp(&other.text)
    }
}

impl Hash for TextMove {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl Debug for TextMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.text, f)
    }
}

impl Display for TextMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for TextMove {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text.trim().is_empty() || text.contains(['\n', '\r']) {
            return Err("a move in one line".into());
        }
        Ok(Self::from(text.trim()))
    }
}

/// The reason of a refusal, for people: any two are equal ([`TextGame::play`]).
#[derive(Clone, Copy, Debug)]
pub struct Reason(&'static str);

impl Reason {
    /// The reason in words.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.0
    }

    fn of(reason: &str) -> Self {
        Self(interned(reason, REASONS_MAX).unwrap_or("illegal"))
    }
}

impl PartialEq for Reason {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Eq for Reason {}

impl Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl FromStr for Reason {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::of(text))
    }
}

/// The outcome of a game, or that it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TextOutcome(&'static str);

impl TextOutcome {
    /// The game goes on; its text is `playing`.
    pub const PLAYING: Self = Self("playing");

    /// The outcome in words.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.0
    }

    fn of(outcome: Option<&str>) -> Self {
        let text = outcome.and_then(|text| interned(text.trim(), usize::MAX));
        text.map_or(Self::PLAYING, Self)
    }
}

impl Display for TextOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl FromStr for TextOutcome {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::of(Some(text)))
    }
}

/// Number of reasons that are kept; reasons that quote the move have no end.
const REASONS_MAX: usize = 10_000;

/// An implementation of a game in words without its type.
pub type AnyTextSide = AnyImplementation<TextVocabulary>;

/// A game in words as one side of a pairing.
#[must_use]
pub fn text_side<G: TextGame>() -> AnyTextSide {
    AnyImplementation::new(Arc::new(from_fn(Playing::<G>::set_up)))
}

/// A [`TextGame`] in progress as a [`Game`].
#[derive(Clone)]
struct Playing<G>(G);

impl<G: TextGame> Playing<G> {
    fn set_up(setup: &SetupOf<TextVocabulary>) -> Option<Self> {
        G::set_up(setup.as_str()).ok().map(Self)
    }
}

impl<G: TextGame> Game for Playing<G> {
    type Vocabulary = TextVocabulary;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&TextMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.0.moves().into_iter().try_for_each(|text| {
            let weight = self.0.weight(&text);
            visit(&TextMove { text: text.into(), weight })
        })
    }

    fn play(&mut self, mv: &TextMove) -> Result<TextMove, Reason> {
        match self.0.play(mv.as_str()) {
            Ok(()) => Ok(mv.clone()),
            Err(reason) => Err(Reason::of(&reason)),
        }
    }

    fn position(&self) -> Lines {
        Lines::new(&self.0.position())
    }

    fn outcome(&self) -> TextOutcome {
        TextOutcome::of(self.0.outcome().as_deref())
    }

    fn key(&self) -> Option<u64> {
        self.0.key()
    }

    fn observe(&self) -> Vec<(&'static str, String)> {
        self.0.observe()
    }

    fn undo_moves(&mut self, moves: &[TextMove]) -> bool {
        // Whether this side takes moves back is seen on a copy, which is then forgotten.
        let mut copy = self.clone();
        let can_undo = |mv: &TextMove| copy.0.play(mv.as_str()).is_ok() && copy.0.undo();
        if !moves.first().is_some_and(can_undo) {
            return false;
        }
        // The moves are listed on the way: what is kept of them must not outlive their position.
        let mut play = |mv: &TextMove| self.0.play(mv.as_str()).map(|()| self.0.moves()).is_ok();
        let played = moves.iter().take_while(|mv| play(mv)).count();
        for _ in 0..played {
            self.0.undo();
        }
        true
    }
}

/// A text whose first lines are a board of one width: its columns are characters, or words where all
/// lines have as many. The text ([`Display`]) has the rows as they are then.
///
/// ```
/// use twinboard_vocabulary::text_game::BoardText;
///
/// let small = BoardText::read("xx\n..\noo\nx to move").unwrap();
/// assert_eq!(small.of_size(4, 3).to_string(), "xxx\n...\n...\nooo\nx to move");
/// let words = BoardText::read("x 4 4\no 4 4\nx to move").unwrap();
/// assert_eq!(words.of_size(2, 2).to_string(), "x 4\no 4\nx to move");
/// for text in ["8/8 w - -", "\n\n", "goal=1\ndice=2"] {
///     assert!(BoardText::read(text).is_none(), "{text}");
/// }
/// ```
#[derive(Clone, Debug)]
pub struct BoardText {
    /// The cells of each row.
    pub rows: Vec<Vec<String>>,
    separator: &'static str,
    rest: String,
}

impl BoardText {
    /// `None` if the text does not begin with a board of two rows or more.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let lines: Vec<&str> = text.split('\n').collect();
        // An option, `swap=no`, may be as long.
        let is_row = |line: &&&str| line.len() == lines[0].len() && !line.contains('=');
        let rows = lines.iter().take_while(is_row).count();
        let (board, rest) = lines.split_at(rows);
        board.first()?;
        let words = |line: &&str| line.split(' ').count();
        let by_words =
            words(&board[0]) > 1 && board.iter().all(|line| words(line) == words(&board[0]));
        let cells = |line: &&str| {
            if by_words {
                line.split(' ').map(str::to_owned).collect()
            } else {
                line.chars().map(String::from).collect()
            }
        };
        let rows: Vec<Vec<String>> = board.iter().map(cells).collect();
        let columns = rows[0].len();
        let is_board =
            rows.len() >= 2 && columns > 0 && rows.iter().all(|row| row.len() == columns);
        let rest = rest.iter().map(|line| format!("\n{line}")).collect();
        is_board.then_some(Self { rows, separator: if by_words { " " } else { "" }, rest })
    }

    /// The text with so many rows and columns, at least one each: those in the middle are repeated or
    /// left out.
    #[must_use]
    pub fn of_size(mut self, rows: usize, columns: usize) -> Self {
        of_length(&mut self.rows, rows);
        for row in &mut self.rows {
            of_length(row, columns);
        }
        self
    }
}

impl fmt::Display for BoardText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows: Vec<String> = self.rows.iter().map(|row| row.join(self.separator)).collect();
        write!(f, "{}{}", rows.join("\n"), self.rest)
    }
}

fn of_length<T: Clone>(items: &mut Vec<T>, length: usize) {
    while items.len() != length.max(1) {
        let grows = items.len() < length;
        repeat_or_remove(items, items.len() / 2, grows);
    }
}

/// Repeats the item at a place, taken modulo the length, or removes it if others are left.
pub fn repeat_or_remove<T: Clone>(items: &mut Vec<T>, place: usize, repeats: bool) {
    let place = place % items.len();
    if repeats {
        items.insert(place, items[place].clone());
    } else if items.len() > 1 {
        items.remove(place);
    }
}

#[cfg(test)]
mod tests {
    use super::size_of_board;

    #[test]
    fn boards_have_a_size() {
        for (text, size) in [
            ("...\n...\nko=simple\nx to move", (2, 3)),
            (". 2 .\n. . .\ngoal=64\nscore 0", (2, 3)),
            ("rnb1/4/4 w KQkq - 0 1", (3, 4)),
            ("10/9k b -", (2, 10)),
            ("+P2/3 b -", (2, 3)),
            ("goal=100 dice=1\nscores 0 0", (0, 0)),
            (".....\n.....\nwhite to move", (2, 5)),
            ("x 4 4 store 0\no 4 4 store 0\nx to move", (0, 0)),
        ] {
            assert_eq!(size_of_board(text), size, "{text}");
        }
    }
}
