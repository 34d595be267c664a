//! The words of Link and Pop: blocks, board, margin, step, link, refusal, outcome (clauses LP-1 to
//! LP-22 of RULES.md). Their text is in [`text`].

mod drawing;
mod pop;
pub mod text;

use std::fmt;

use crate::{Picture, Vocabulary};

pub use pop::{Link, Pair, Pick, Point, Pop, Popped, Step, Turn};

/// How many rows and columns a board of a case file may have (LP-3).
pub const SIDE_MAX: u8 = 32;

/// The vocabulary of Link and Pop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LinkPop;

impl Vocabulary for LinkPop {
    const NAME: &'static str = "linkpop";
    type Setup = Setup;
    type Move = Step;
    type LegalMove = Pop;
    type Event = Popped;
    type Refusal = Refusal;
    type Position = Board;
    type Outcome = Outcome;

    fn played(event: &Popped) -> Pop {
        Pop { pair: event.pair, cost: event.link.cost() }
    }

    fn is_over(outcome: Outcome) -> bool {
        outcome != Outcome::Playing
    }

    fn picture(board: &Board) -> Picture {
        drawing::board(board)
    }

    fn story(before: &Board, event: &Popped) -> Vec<Picture> {
        drawing::story(before, event)
    }
}

/// The letter on a block, A to Z: blocks match by it (LP-2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(u8);

impl Symbol {
    /// How many there are.
    pub const COUNT: u8 = 26;

    /// The symbol with this capital letter.
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<Self> {
        if letter.is_ascii_uppercase() { Some(Self(letter - b'A')) } else { None }
    }

    /// The symbol with this place in the alphabet, from 0.
    ///
    /// # Panics
    ///
    /// If there are not so many letters.
    #[must_use]
    pub const fn new(index: u8) -> Self {
        assert!(index < Self::COUNT, "there are 26 symbols");
        Self(index)
    }

    /// Its place in the alphabet, from 0.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Its capital letter.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Where a block moves if it can (LP-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Attribute {
    /// To the row above.
    Up,
    /// To the row below.
    Down,
    /// To the column on the left.
    Left,
    /// To the column on the right.
    Right,
    /// Nowhere, ever.
    Still,
}

impl Attribute {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Up, Self::Down, Self::Left, Self::Right, Self::Still];

    /// The attribute with this capital letter.
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<Self> {
        match letter {
            b'U' => Some(Self::Up),
            b'D' => Some(Self::Down),
            b'L' => Some(Self::Left),
            b'R' => Some(Self::Right),
            b'S' => Some(Self::Still),
            _ => None,
        }
    }

    /// Its capital letter.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Up => 'U',
            Self::Down => 'D',
            Self::Left => 'L',
            Self::Right => 'R',
            Self::Still => 'S',
        }
    }

    /// By how many rows and columns a block moves that can: rows count downwards.
    #[must_use]
    pub const fn step(self) -> (i8, i8) {
        match self {
            Self::Up => (-1, 0),
            Self::Down => (1, 0),
            Self::Left => (0, -1),
            Self::Right => (0, 1),
            Self::Still => (0, 0),
        }
    }
}

/// A block: neither its symbol nor its attribute ever changes (LP-2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Block {
    /// What it matches by.
    pub symbol: Symbol,
    /// Where it moves.
    pub attribute: Attribute,
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.symbol, self.attribute.letter())
    }
}

impl fmt::Debug for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A cell of a board: row and column from 0, row 0 at the top (LP-1).
///
/// Cells are ordered as LP-1 orders them: by row, then by column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The row, from 0 at the top.
    pub row: u8,
    /// The column, from 0 at the left.
    pub column: u8,
}

impl Cell {
    /// The cell at `row` and `column`, both from 0.
    #[must_use]
    pub const fn new(row: u8, column: u8) -> Self {
        Self { row, column }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.row, self.column)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A board: of each cell its block or that it is empty (LP-1).
///
/// Row `r`, column `c` (from 0) is at index `r · columns + c`: the order of the text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    rows: u8,
    columns: u8,
    cells: Vec<Option<Block>>,
}

impl Board {
    /// A board of `rows` × `columns` with these cells, row by row from the top. `None` if a side is
    /// not 1 to [`SIDE_MAX`], or if there are not `rows · columns` cells.
    #[must_use]
    pub fn new(rows: u8, columns: u8, cells: Vec<Option<Block>>) -> Option<Self> {
        let sides = 1..=SIDE_MAX;
        let fits = sides.contains(&rows)
            && sides.contains(&columns)
            && cells.len() == usize::from(rows) * usize::from(columns);
        fits.then_some(Self { rows, columns, cells })
    }

    /// A board of `rows` × `columns` whose cells are those of `cell`.
    ///
    /// # Panics
    ///
    /// If a side is not 1 to [`SIDE_MAX`].
    pub fn from_fn(rows: u8, columns: u8, cell: impl FnMut(Cell) -> Option<Block>) -> Self {
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| Cell { row, column }));
        Self::new(rows, columns, places.map(cell).collect()).expect("the sides are in limits")
    }

    /// How many rows it has.
    #[must_use]
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// How many columns it has.
    #[must_use]
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// The cells row by row from the top; `None` is an empty one.
    #[must_use]
    pub fn cells(&self) -> &[Option<Block>] {
        &self.cells
    }

    /// What a cell holds.
    ///
    /// # Panics
    ///
    /// If it is not on the board.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<Block> {
        self.cells[self.index(cell)]
    }

    /// Puts a block into a cell, or takes it out.
    ///
    /// # Panics
    ///
    /// If the cell is not on the board.
    pub fn set(&mut self, cell: Cell, block: Option<Block>) {
        let index = self.index(cell);
        self.cells[index] = block;
    }

    /// Every cell with its block, in row-major order; empty cells are left out.
    pub fn blocks(&self) -> impl Iterator<Item = (Cell, Block)> + '_ {
        let columns = usize::from(self.columns);
        let cells = self.cells.iter().enumerate();
        cells.filter_map(move |(index, block)| {
            Some((Cell::new((index / columns) as u8, (index % columns) as u8), (*block)?))
        })
    }

    /// Whether a cell is on the board.
    #[must_use]
    pub fn has(&self, cell: Cell) -> bool {
        cell.row < self.rows && cell.column < self.columns
    }

    /// The same board with other symbols.
    #[must_use]
    pub fn renamed(&self, new: impl Fn(Symbol) -> Symbol) -> Self {
        let renamed = |block: Block| Block { symbol: new(block.symbol), ..block };
        let cells = self.cells.iter().map(|cell| cell.map(renamed));
        Self { cells: cells.collect(), ..*self }
    }

    fn index(&self, cell: Cell) -> usize {
        assert!(self.has(cell), "{cell} is not on the board");
        usize::from(cell.row) * usize::from(self.columns) + usize::from(cell.column)
    }
}

/// Whether a link may leave the board (LP-6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Margin {
    /// Every cell of a link lies on the board.
    #[default]
    Inside,
    /// A link may also run through the ring of empty cells around the board.
    Outside,
}

impl Margin {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Inside, Self::Outside];

    /// The margin of that name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|margin| margin.name() == name)
    }

    /// What case files and the command line call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inside => "inside",
            Self::Outside => "outside",
        }
    }
}

impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a game starts from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The board. It may have empty cells, and blocks that would be free to move (LP-15).
    pub board: Board,
    /// Whether links may leave it.
    pub margin: Margin,
}

/// Why a step was refused; the first that applies, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Refusal {
    /// The first cell is off the board (LP-8).
    FirstOffBoard,
    /// The second cell is off the board (LP-9).
    SecondOffBoard,
    /// The same cell twice (LP-10).
    SameCell,
    /// The first cell is empty (LP-11).
    FirstEmpty,
    /// The second cell is empty (LP-12).
    SecondEmpty,
    /// The blocks have different symbols (LP-13).
    DifferentSymbols,
    /// The blocks have no link of at most three segments (LP-14).
    NoLink,
    /// The robot was asked, and no pair can be popped (LP-30).
    NothingToPop,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FirstOffBoard => "the first cell is off the board (LP-8)",
            Self::SecondOffBoard => "the second cell is off the board (LP-9)",
            Self::SameCell => "the same cell twice (LP-10)",
            Self::FirstEmpty => "the first cell is empty (LP-11)",
            Self::SecondEmpty => "the second cell is empty (LP-12)",
            Self::DifferentSymbols => "different symbols (LP-13)",
            Self::NoLink => "no link of at most three segments (LP-14)",
            Self::NothingToPop => "the robot finds no pair (LP-30)",
        })
    }
}

/// Whether a game goes on (LP-22).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// There is a pair that can be popped.
    Playing,
    /// No block is left.
    Cleared,
    /// Blocks are left, but no pair that can be popped.
    Stuck,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Playing => "the game goes on",
            Self::Cleared => "cleared (LP-22)",
            Self::Stuck => "stuck (LP-22)",
        })
    }
}
