//! Boards of fixed cells with fields: chess, draughts, Othello, Go, and most other board games.
//!
//! A [`Layout`] states in constants which texts a cell may have and which fields follow the board,
//! such as the side to move. [`Diagram`] is such a board, with text, exact errors, order and a
//! picture:
//!
//! ```
//! use twinboard_vocabulary::diagram::{Diagram, Field, Layout, Notation, Values};
//!
//! /// A chess board with the side to move, and nothing else.
//! #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
//! struct Pieces;
//!
//! impl Layout for Pieces {
//!     const ROWS: usize = 8;
//!     const COLUMNS: usize = 8;
//!     const CELLS: &'static [&'static str] =
//!         &[".", "P", "N", "B", "R", "Q", "K", "p", "n", "b", "r", "q", "k"];
//!     const NOTATION: Notation = Notation::Ranks;
//!     const FIELDS: &'static [Field] =
//!         &[Field { name: "turn", values: Values::Choice(&["w", "b"]) }];
//! }
//!
//! let diagram: Diagram<Pieces> = "8/8/8/3k4/8/8/1R6/4K3 w".parse().unwrap();
//! assert_eq!((diagram.get(3, 3), diagram.field("turn")), ("k", "w"));
//! assert_eq!(diagram.to_string(), "8/8/8/3k4/8/8/1R6/4K3 w");
//! let error = "8/8/8/3k4/8/8/1R6/4K3 x".parse::<Diagram<Pieces>>().unwrap_err();
//! assert_eq!(error.to_string(), "line 1, column 23: found `x`, expected the turn, `w` or `b`");
//! ```
//!
//! `Diagrams` of the harness draws, mutates, shrinks and enumerates them.

use std::fmt::{self, Debug, Write};
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::picture::{Glyph, Picture};
use crate::text::{Found, ParseError, Place, Source, TextError, counted};

mod value;

use value::Value;

/// The board of a game: its size, the texts of its cells, its notation and its fields.
pub trait Layout: Copy + Ord + Hash + Debug + Send + Sync + 'static {
    /// Number of rows.
    const ROWS: usize;
    /// Number of columns, at most 26.
    const COLUMNS: usize;
    /// The texts of a cell, at most 255 and none a number: the empty cell first, then one or more
    /// pieces, the simplest first.
    const CELLS: &'static [&'static str];
    /// The notation of the board.
    const NOTATION: Notation = Notation::Lines;
    /// What follows the board, in this order.
    const FIELDS: &'static [Field] = &[];
    /// Up to so many numbers after the last field are read and dropped, such as the clocks of FEN.
    const DROPPED_NUMBERS: usize = 0;
    /// True if row 1 is the top row, false if it is the bottom row. Texts begin with the top row.
    const IS_NUMBERED_FROM_TOP: bool = false;

    /// How many cells may have this text. Default: any number.
    #[must_use]
    fn count(_cell: &str) -> RangeInclusive<usize> {
        0..=usize::MAX
    }

    /// The canonical form of a diagram, to which equal positions are brought when they are read:
    /// without rights that nobody can use, for example. Default: the diagram itself.
    ///
    /// # Errors
    ///
    /// What a valid diagram has, a phrase that follows the word "expected".
    fn canonical(diagram: Diagram<Self>) -> Result<Diagram<Self>, String> {
        Ok(diagram)
    }
}

/// The text of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// A line for each row, with all its cells; the fields in one more line.
    Lines,
    /// As in FEN: the rows with `/` between them, numbers for empty cells in a row, and the fields,
    /// all in one line.
    Ranks,
}

/// A field after the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name, for errors and captions.
    pub name: &'static str,
    /// Its values.
    pub values: Values,
}

/// The values of a [`Field`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// One of these.
    Choice(&'static [&'static str]),
    /// Some of these letters, in this order; `-` for none. All subsets of more than a dozen are too
    /// many to enumerate; shrinking leaves their letters out one by one.
    Subset(&'static str),
    /// A cell by the letter of its column and the number of its row, such as `e3`; `-` for none.
    Cell,
    /// A whole number from 0 to this one.
    Number(u64),
}

/// Values of a number field that [`Diagram::values`] lists at most.
const NUMBERS_MAX: u64 = 100;

/// A board with its fields. The default order compares the cells, then the fields.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Diagram<L: Layout> {
    /// Indices into [`Layout::CELLS`], row by row from the top.
    cells: Vec<u8>,
    fields: Vec<Value>,
    layout: PhantomData<L>,
}

impl<L: Layout> Diagram<L> {
    /// The board without pieces, with the first value of each field.
    #[must_use]
    pub fn empty() -> Self {
        let first = |field: &Field| match field.values {
            Values::Choice(values) => values[0],
            Values::Subset(_) | Values::Cell => "-",
            Values::Number(_) => "0",
        };
        let fields = L::FIELDS.iter().map(|field| Value::new(first(field))).collect();
        Self { cells: vec![0; L::ROWS * L::COLUMNS], fields, layout: PhantomData }
    }

    /// Text of the cell in a row and a column, from 0 and from the top.
    ///
    /// # Panics
    ///
    /// If the board has no such cell.
    #[must_use]
    pub fn get(&self, row: usize, column: usize) -> &'static str {
        assert!(column < L::COLUMNS, "no column {column}");
        L::CELLS[usize::from(self.cells[row * L::COLUMNS + column])]
    }

    /// Changes the cell in a row and a column, from 0 and from the top.
    ///
    /// # Panics
    ///
    /// If the board has no such cell, or a cell cannot have this text.
    pub fn set(&mut self, row: usize, column: usize, text: &str) {
        assert!(column < L::COLUMNS, "no column {column}");
        let index = L::CELLS.iter().position(|cell| *cell == text).expect("a cell may have it");
        self.cells[row * L::COLUMNS + column] = index as u8;
    }

    /// The index into [`Layout::CELLS`] of each cell, row by row from the top.
    pub fn indices(&self) -> impl Iterator<Item = usize> + '_ {
        self.cells.iter().map(|&cell| usize::from(cell))
    }

    /// Changes the cell at a place of [`indices`](Self::indices).
    ///
    /// # Panics
    ///
    /// If there is no such place, or no such index into [`Layout::CELLS`].
    pub fn set_index(&mut self, place: usize, index: usize) {
        assert!(index < L::CELLS.len(), "no cell text {index}");
        self.cells[place] = index as u8;
    }

    /// The cells with this text, by row and column.
    pub fn find<'a>(&'a self, text: &'a str) -> impl Iterator<Item = (usize, usize)> + 'a {
        let all = (0..L::ROWS).flat_map(|row| (0..L::COLUMNS).map(move |column| (row, column)));
        all.filter(move |&(row, column)| self.get(row, column) == text)
    }

    /// Row and column, from 0 and from the top, of a cell with this name, such as `e3`.
    #[must_use]
    pub fn cell_named(name: &str) -> Option<(usize, usize)> {
        let (column, row) = name.split_at_checked(1)?;
        let column = usize::from(column.as_bytes()[0]).checked_sub(usize::from(b'a'))?;
        // No sign and no zeros before the number.
        let is_plain = row.starts_with(|first: char| first.is_ascii_digit() && first != '0');
        let row = row.parse().ok().filter(|row| is_plain && (1..=L::ROWS).contains(row))?;
        let row = if L::IS_NUMBERED_FROM_TOP { row - 1 } else { L::ROWS - row };
        (column < L::COLUMNS).then_some((row, column))
    }

    /// Name of the cell in a row and a column, from 0 and from the top, such as `e3`.
    #[must_use]
    pub fn name_of_cell(row: usize, column: usize) -> String {
        format!("{}{}", column_name(column), Self::row_number(row))
    }

    fn row_number(row: usize) -> usize {
        if L::IS_NUMBERED_FROM_TOP { row + 1 } else { L::ROWS - row }
    }

    /// The value of a field.
    ///
    /// # Panics
    ///
    /// If the layout has no field with this name.
    #[must_use]
    #[inline]
    pub fn field(&self, name: &str) -> &str {
        self.fields[Self::index_of(name)].as_str()
    }

    /// Changes a field.
    ///
    /// # Panics
    ///
    /// If the layout has no field with this name, or the field cannot have this value.
    pub fn set_field(&mut self, name: &str, value: &str) {
        let index = Self::index_of(name);
        assert!(Self::accepts(index, value), "the {name} cannot be `{value}`");
        self.fields[index] = Value::new(value);
    }

    #[inline]
    fn index_of(name: &str) -> usize {
        L::FIELDS.iter().position(|field| field.name == name).expect("a field of the layout")
    }

    /// The values of the field with this index, the simplest first; of a number the first hundred.
    ///
    /// # Panics
    ///
    /// If the layout has no such field.
    #[must_use]
    pub fn values(index: usize) -> Vec<String> {
        (0..Self::values_count(index)).map(|place| Self::value(index, place)).collect()
    }

    /// The number of [`values`](Self::values).
    ///
    /// # Panics
    ///
    /// If the layout has no such field.
    #[must_use]
    pub fn values_count(index: usize) -> usize {
        match L::FIELDS[index].values {
            Values::Choice(values) => values.len(),
            Values::Subset(letters) => {
                letters.chars().fold(1, |subsets: usize, _| subsets.saturating_mul(2))
            }
            Values::Cell => 1 + L::ROWS * L::COLUMNS,
            Values::Number(max) => max.min(NUMBERS_MAX) as usize + 1,
        }
    }

    /// The value at a place of [`values`](Self::values), made without the others.
    ///
    /// # Panics
    ///
    /// If the layout has no such field.
    #[must_use]
    pub fn value(index: usize, place: usize) -> String {
        match (L::FIELDS[index].values, place) {
            (Values::Choice(values), _) => values[place].to_owned(),
            (Values::Subset(_) | Values::Cell, 0) => "-".to_owned(),
            (Values::Subset(letters), _) => {
                // Its binary digits say which letters are in it, the last digit about the first one.
                let mut digits = place;
                let is_in = |_: &char| {
                    let last = digits % 2;
                    digits /= 2;
                    last == 1
                };
                letters.chars().filter(is_in).collect()
            }
            (Values::Cell, _) => {
                Self::name_of_cell((place - 1) / L::COLUMNS, (place - 1) % L::COLUMNS)
            }
            (Values::Number(_), _) => place.to_string(),
        }
    }

    /// The place of a value among [`values`](Self::values), found without the others; their number
    /// for one that is not among them, such as a large number.
    ///
    /// # Panics
    ///
    /// If the layout has no such field.
    #[must_use]
    pub fn place_of(index: usize, value: &str) -> usize {
        let place = match L::FIELDS[index].values {
            Values::Choice(values) => values.iter().position(|other| *other == value),
            Values::Subset(_) | Values::Cell if value == "-" => Some(0),
            Values::Subset(letters) => {
                let mut rest = value.chars().peekable();
                let digits = letters.chars().map(|letter| rest.next_if_eq(&letter).is_some());
                let digits: Vec<bool> = digits.collect();
                let add = |sum: usize, is_in: bool| sum.saturating_mul(2) + usize::from(is_in);
                Some(digits.into_iter().rev().fold(0, add))
            }
            Values::Cell => {
                Self::cell_named(value).map(|(row, column)| 1 + row * L::COLUMNS + column)
            }
            Values::Number(_) => value.parse().ok(),
        };
        let count = Self::values_count(index);
        place.filter(|place| *place < count).unwrap_or(count)
    }

    fn accepts(index: usize, text: &str) -> bool {
        match L::FIELDS[index].values {
            Values::Choice(values) => values.contains(&text),
            Values::Subset(letters) => {
                let mut rest = letters.chars();
                text == "-" || !text.is_empty() && text.chars().all(|c| rest.any(|r| r == c))
            }
            Values::Cell => text == "-" || Self::cell_named(text).is_some(),
            Values::Number(max) => {
                let number = text.parse().ok().filter(|number: &u64| *number <= max);
                number.is_some_and(|number| number.to_string() == text)
            }
        }
    }

    /// The canonical form of the diagram ([`Layout::canonical`]).
    ///
    /// # Errors
    ///
    /// What a valid diagram has, a phrase that follows the word "expected": a number of cells with
    /// one text ([`Layout::count`]), or what [`Layout::canonical`] demands.
    pub fn checked(self) -> Result<Self, String> {
        for (index, text) in L::CELLS.iter().enumerate() {
            let limits = L::count(text);
            if limits.contains(&0) && limits.contains(&self.cells.len()) {
                continue;
            }
            // Few enough at once to be counted in a byte, many cells in one instruction.
            let of_some = |some: &[u8]| -> u8 {
                some.iter().map(|&cell| u8::from(cell == index as u8)).sum()
            };
            let count = self.cells.chunks(128).map(|some| usize::from(of_some(some))).sum();
            if !limits.contains(&count) {
                let limits = match (*limits.start(), *limits.end()) {
                    (min, max) if min == max => format!("exactly {min}"),
                    (min, usize::MAX) => format!("at least {min}"),
                    (min, max) => format!("{min} to {max}"),
                };
                return Err(format!("{limits} of `{text}`, not {count}"));
            }
        }
        L::canonical(self)
    }

    /// The board, with the names and values of the fields below it.
    #[must_use]
    pub fn picture(&self) -> Picture {
        let glyph = |&cell: &u8| match cell {
            0 => Glyph::empty(),
            cell => Glyph::new(L::CELLS[usize::from(cell)], cell),
        };
        let rows = self.cells.chunks(L::COLUMNS).enumerate();
        let fields = L::FIELDS.iter().zip(&self.fields);
        let caption: Vec<String> =
            fields.map(|(field, value)| format!("{} {value}", field.name)).collect();
        Picture {
            rows: rows
                .map(|(row, cells)| {
                    (Self::row_number(row).to_string(), cells.iter().map(glyph).collect())
                })
                .collect(),
            columns: (0..L::COLUMNS).map(|column| column_name(column).to_string()).collect(),
            caption: (!caption.is_empty()).then(|| caption.join(", ")),
            ..Picture::default()
        }
    }
}

/// The letter of a column, from 0.
fn column_name(column: usize) -> char {
    char::from(b'a' + column as u8)
}

impl<L: Layout> fmt::Display for Diagram<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, cells) in self.cells.chunks(L::COLUMNS).enumerate() {
            if row > 0 {
                f.write_char(if L::NOTATION == Notation::Ranks { '/' } else { '\n' })?;
            }
            let mut empty = 0;
            for (column, &cell) in cells.iter().enumerate() {
                if cell > 0 || L::NOTATION == Notation::Lines {
                    f.write_str(L::CELLS[usize::from(cell)])?;
                    continue;
                }
                empty += 1;
                if cells.get(column + 1).is_none_or(|&next| next > 0) {
                    match empty {
                        0..=9 => f.write_char(char::from(b'0' + empty))?,
                        _ => write!(f, "{empty}")?,
                    }
                    empty = 0;
                }
            }
        }
        for (index, field) in self.fields.iter().enumerate() {
            let is_line = index == 0 && L::NOTATION == Notation::Lines;
            f.write_char(if is_line { '\n' } else { ' ' })?;
            f.write_str(field.as_str())?;
        }
        Ok(())
    }
}

impl<L: Layout> Debug for Diagram<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Diagram({self})")
    }
}

/// Reads a diagram in the notation of its layout and brings it into its canonical form. Any white
/// space may be between fields, and after them.
impl<L: Layout> FromStr for Diagram<L> {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut reader = Reader { text, at: 0 };
        let mut cells = Vec::with_capacity(L::ROWS * L::COLUMNS);
        for row in 0..L::ROWS {
            if row > 0 && L::NOTATION == Notation::Ranks {
                reader.expect("/", "`/` and the next row")?;
            } else if row > 0 {
                reader.expect_line("the end of the row")?;
            }
            reader.read_row::<L>(&mut cells)?;
        }
        let mut fields = Vec::with_capacity(L::FIELDS.len());
        for (index, field) in L::FIELDS.iter().enumerate() {
            let token = reader.token();
            if !Self::accepts(index, token) {
                return Err(reader.error(token.len(), &expected_of(field)));
            }
            fields.push(Value::new(token));
            reader.at += token.len();
        }
        for _ in 0..L::DROPPED_NUMBERS {
            let token = reader.token();
            let is_number = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit());
            reader.at += if is_number { token.len() } else { 0 };
        }
        let rest = reader.token();
        if !rest.is_empty() {
            return Err(reader.error(rest.len(), "the end of the board"));
        }
        Ok(Self { cells, fields, layout: PhantomData }.checked()?)
    }
}

fn expected_of(field: &Field) -> String {
    let values = match field.values {
        Values::Choice(values) => {
            values.iter().map(|v| format!("`{v}`")).collect::<Vec<_>>().join(" or ")
        }
        Values::Subset(letters) => format!("some of `{letters}` in this order, or `-`"),
        Values::Cell => "a cell such as `a1`, or `-`".to_owned(),
        Values::Number(max) => format!("a number from 0 to {max}"),
    };
    format!("the {}, {values}", field.name)
}

/// The cells of a layout by the first byte of their text.
struct ByByte<L>(PhantomData<L>);

impl<L: Layout> ByByte<L> {
    /// One more than the index of the cell whose text is this byte; 0 if none is, or if another
    /// text begins with it.
    const CELLS: [u8; 256] = by_byte(L::CELLS);
}

const fn by_byte(cells: &[&str]) -> [u8; 256] {
    let (mut alone, mut count) = ([0; 256], [0_u8; 256]);
    let mut index = 0;
    while index < cells.len() {
        let text = cells[index].as_bytes();
        if !text.is_empty() {
            let first = text[0] as usize;
            count[first] = count[first].saturating_add(1);
            alone[first] = if text.len() == 1 && count[first] == 1 && index < 255 {
                index as u8 + 1
            } else {
                0
            };
        }
        index += 1;
    }
    alone
}

/// A place in the text of a diagram.
struct Reader<'a> {
    text: &'a str,
    /// Byte offset of what is read next.
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Reads the cells of one row.
    fn read_row<L: Layout>(&mut self, cells: &mut Vec<u8>) -> Result<(), ParseError> {
        let end = cells.len() + L::COLUMNS;
        let is_shortened = L::NOTATION == Notation::Ranks;
        while cells.len() < end {
            let rest = &self.text.as_bytes()[self.at..];
            let first = rest.first().copied();
            if let Some(digit) = first.filter(|first| is_shortened && first.is_ascii_digit()) {
                let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
                let missing = end - cells.len();
                let run = match digits {
                    1 => Some(usize::from(digit - b'0')),
                    _ => self.rest()[..digits].parse().ok(),
                };
                let run = run.filter(|run| (1..=missing).contains(run));
                let expected =
                    || format!("at most {} in this row", counted(missing as u64, "more cell"));
                let run = run.ok_or_else(|| self.error(digits, &expected()))?;
                cells.resize(cells.len() + run, 0);
                self.at += digits;
                continue;
            }
            if let Some(first) = first
                && ByByte::<L>::CELLS[usize::from(first)] > usize::from(is_shortened) as u8
            {
                cells.push(ByByte::<L>::CELLS[usize::from(first)] - 1);
                self.at += 1;
                continue;
            }
            // A text may be the beginning of another one.
            let rest = self.rest();
            let texts = L::CELLS.iter().enumerate().skip(usize::from(is_shortened));
            let fitting = texts.filter(|(_, cell)| rest.starts_with(**cell));
            let Some((index, cell)) = fitting.max_by_key(|(_, cell)| cell.len()) else {
                let length = rest.chars().next().map_or(0, char::len_utf8);
                return Err(self.error(length, &expected_cell::<L>(is_shortened)));
            };
            cells.push(index as u8);
            self.at += cell.len();
        }
        Ok(())
    }

    fn expect(&mut self, separator: &str, expected: &str) -> Result<(), ParseError> {
        if !self.text.as_bytes()[self.at..].starts_with(separator.as_bytes()) {
            let length = self.rest().chars().next().map_or(0, char::len_utf8);
            return Err(self.error(length, expected));
        }
        self.at += separator.len();
        Ok(())
    }

    fn expect_line(&mut self, expected: &str) -> Result<(), ParseError> {
        let length = if self.rest().starts_with("\r\n") { "\r\n" } else { "\n" };
        self.expect(length, expected)
    }

    /// The next characters up to a white space; none at the end.
    fn token(&mut self) -> &'a str {
        let rest = self.rest().trim_start();
        self.at = self.text.len() - rest.len();
        &rest[..rest.find(char::is_whitespace).unwrap_or(rest.len())]
    }

    /// The error that the next `length` bytes are not what was expected.
    fn error(&self, length: usize, expected: &str) -> ParseError {
        let before = &self.text[..self.at];
        let start_of_line = before.rfind('\n').map_or(0, |end| end + 1);
        let line = self.text[start_of_line..].lines().next().unwrap_or_default();
        let start = self.at - start_of_line;
        let found = &self.text[self.at..self.at + length];
        let found = if found.is_empty() {
            Found::EndOfInput
        } else if found.starts_with(['\n', '\r']) {
            Found::EndOfLine
        } else {
            Found::Token(found.chars().take(FOUND_MAX).collect())
        };
        let start = start.min(line.len());
        ParseError::from(TextError {
            place: Place {
                line: before.matches('\n').count() as u64 + 1,
                column: before[start_of_line..].chars().count() as u64 + 1,
            },
            found,
            expected: expected.to_owned(),
            source: Some(Source {
                text: line.to_owned(),
                start,
                end: (start + length).min(line.len()),
                cut_before: false,
                cut_after: false,
            }),
        })
    }
}

/// Characters of what was found that an error shows at most.
const FOUND_MAX: usize = 20;

fn expected_cell<L: Layout>(is_shortened: bool) -> String {
    let texts = L::CELLS[usize::from(is_shortened)..].join(" ");
    let number = if is_shortened { ", or a number of empty cells" } else { "" };
    format!("a cell, one of {texts}{number}")
}

#[cfg(test)]
mod tests {
    use super::{Diagram, Field, Layout, Notation, Values};

    /// Two rows of three cells, with a field of each kind.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    struct Small<const IS_FEN: bool>;

    impl<const IS_FEN: bool> Layout for Small<IS_FEN> {
        const ROWS: usize = 2;
        const COLUMNS: usize = 3;
        const CELLS: &'static [&'static str] = &[".", "x", "+x", "é"];
        const NOTATION: Notation = if IS_FEN { Notation::Ranks } else { Notation::Lines };
        const FIELDS: &'static [Field] = &[
            Field { name: "turn", values: Values::Choice(&["w", "b"]) },
            Field { name: "rights", values: Values::Subset("Kk") },
            Field { name: "target", values: Values::Cell },
            Field { name: "score", values: Values::Number(9) },
        ];
        const DROPPED_NUMBERS: usize = 1;

        fn count(cell: &str) -> std::ops::RangeInclusive<usize> {
            if cell == "é" { 0..=1 } else { 0..=usize::MAX }
        }

        fn canonical(mut diagram: Diagram<Self>) -> Result<Diagram<Self>, String> {
            if diagram.get(0, 0) == "x" {
                return Err("no x in the corner".into());
            }
            if diagram.field("target") == "a1" {
                diagram.set_field("target", "-");
            }
            Ok(diagram)
        }
    }

    #[test]
    fn diagrams_survive_a_round_trip_in_both_notations() {
        let fen: Diagram<Small<true>> = "+x1x/3 b Kk c2 7".parse().expect("a diagram");
        assert_eq!(fen.to_string(), "+x1x/3 b Kk c2 7");
        assert_eq!(format!("{fen:?}"), "Diagram(+x1x/3 b Kk c2 7)");
        let lines: Diagram<Small<false>> =
            "+x.x\r\n...\nb Kk  c2 7 12\n".parse().expect("a diagram");
        assert_eq!(lines.to_string(), "+x.x\n...\nb Kk c2 7");
        assert_eq!(lines.find("x").collect::<Vec<_>>(), [(0, 2)]);
        assert!(fen < "+xx1/3 b Kk c2 7".parse().expect("another diagram"));
        let picture = "2 | +x  .  x\n1 |  .  .  .\n  +---------\n     a  b  c\n\
                       turn b, rights Kk, target c2, score 7\n";
        assert_eq!(lines.picture().to_string(), picture);
        assert_eq!(Diagram::<Small<true>>::empty().to_string(), "3/3 w - - 0");
        let canonical: Diagram<Small<true>> = "3/3 w - a1 0".parse().expect("a diagram");
        assert_eq!(canonical, Diagram::empty());
    }

    #[test]
    fn errors_have_their_place_and_say_what_was_expected() {
        let fen = |text: &str| text.parse::<Diagram<Small<true>>>().expect_err(text).to_string();
        let lines = |text: &str| text.parse::<Diagram<Small<false>>>().expect_err(text).to_string();
        for (error, expected) in [
            (
                fen(""),
                "line 1, column 1: the input ends, expected a cell, one of x +x é, or a number of empty cells",
            ),
            (
                fen("xy"),
                "line 1, column 2: found `y`, expected a cell, one of x +x é, or a number of empty cells",
            ),
            (fen("1é2/3"), "line 1, column 3: found `2`, expected at most 1 more cell in this row"),
            (fen("0"), "line 1, column 1: found `0`, expected at most 3 more cells in this row"),
            (fen("1xxx"), "line 1, column 4: found `x`, expected `/` and the next row"),
            (fen("3/3 x"), "line 1, column 5: found `x`, expected the turn, `w` or `b`"),
            (
                fen("3/3 w kK"),
                "line 1, column 7: found `kK`, expected the rights, some of `Kk` in this order, or `-`",
            ),
            (
                fen("3/3 w KK"),
                "line 1, column 7: found `KK`, expected the rights, some of `Kk` in this order, or `-`",
            ),
            (
                fen("3/3 w - d1"),
                "line 1, column 9: found `d1`, expected the target, a cell such as `a1`, or `-`",
            ),
            (
                fen("3/3 w - a01"),
                "line 1, column 9: found `a01`, expected the target, a cell such as `a1`, or `-`",
            ),
            (
                fen("3/3 w - é1"),
                "line 1, column 9: found `é1`, expected the target, a cell such as `a1`, or `-`",
            ),
            (
                fen("3/3 w - -"),
                "line 1, column 10: the input ends, expected the score, a number from 0 to 9",
            ),
            (
                fen("3/3 w - - 10"),
                "line 1, column 11: found `10`, expected the score, a number from 0 to 9",
            ),
            (fen("3/3 w - - 1 2 3"), "line 1, column 15: found `3`, expected the end of the board"),
            (fen("éé1/3 w - - 0"), "expected 0 to 1 of `é`, not 2"),
            (fen("x2/3 w - - 0"), "expected no x in the corner"),
            (lines("..x\n..x.\n"), "line 2, column 4: found `.`, expected the turn, `w` or `b`"),
            (lines("..\n"), "line 1, column 3: the line ends, expected a cell, one of . x +x é"),
            (lines("..xx"), "line 1, column 4: found `x`, expected the end of the row"),
        ] {
            assert_eq!(error, expected);
        }
    }

    #[test]
    fn every_value_of_a_field_is_accepted() {
        type Board = Diagram<Small<true>>;
        let counts: Vec<usize> = (0..4).map(|index| Board::values(index).len()).collect();
        assert_eq!(counts, [2, 4, 7, 10]);
        for index in 0..4 {
            for (place, value) in Board::values(index).iter().enumerate() {
                assert!(Board::accepts(index, value));
                assert_eq!(Board::place_of(index, value), place, "{value}");
            }
            assert!(!Board::accepts(index, ""));
        }
        assert_eq!(Board::values(1), ["-", "K", "k", "Kk"]);
        assert_eq!(Board::cell_named(&Board::name_of_cell(1, 2)), Some((1, 2)));
        assert_eq!(Board::name_of_cell(1, 2), "c1");
    }
}
