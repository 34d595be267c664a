//! Blocks, boards and the start of a game.

use crate::cell::Cell;
use std::fmt;

/// Limit of rows and of columns of a board in a case file (LP-3).
pub const SIDE_MAX: u8 = 32;

/// The letter on a block, A to Z. Blocks match if their symbols are equal (LP-2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(u8);

impl Symbol {
    /// Number of symbols.
    pub const COUNT: u8 = 26;

    /// The symbol with this capital letter; `None` for any other byte.
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<Self> {
        if letter.is_ascii_uppercase() { Some(Self(letter - b'A')) } else { None }
    }

    /// The symbol with this index in the alphabet, from 0.
    ///
    /// # Panics
    ///
    /// If `index` is not below [`COUNT`](Self::COUNT).
    #[must_use]
    pub const fn new(index: u8) -> Self {
        assert!(index < Self::COUNT, "there are 26 symbols");
        Self(index)
    }

    /// Index in the alphabet, from 0.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The capital letter.
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

/// The direction in which a block moves whenever it can (LP-2).
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
    /// The block never moves.
    Still,
}

impl Attribute {
    /// All attributes.
    pub const ALL: [Self; 5] = [Self::Up, Self::Down, Self::Left, Self::Right, Self::Still];

    /// The attribute with this capital letter, the first of its name; `None` for any other byte.
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

    /// The capital letter, the first of the name.
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

    /// Row and column offset of a move: (-1, 0) is up.
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
    /// The letter by which it matches.
    pub symbol: Symbol,
    /// The direction in which it moves.
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

/// A board: a block or nothing in each cell (LP-1).
///
/// Row `r`, column `c` (from 0) has index `r · columns + c`, the order of the text. Boards are
/// plain data: blocks that could move may be there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    rows: u8,
    columns: u8,
    cells: Vec<Option<Block>>,
}

impl Board {
    /// A board of `rows` × `columns` with these cells, row by row from the top. `None` if a side is
    /// not within 1 to [`SIDE_MAX`], or if the number of cells is not `rows · columns`.
    #[must_use]
    pub fn new(rows: u8, columns: u8, cells: Vec<Option<Block>>) -> Option<Self> {
        let sides = 1..=SIDE_MAX;
        let fits = sides.contains(&rows)
            && sides.contains(&columns)
            && cells.len() == usize::from(rows) * usize::from(columns);
        fits.then_some(Self { rows, columns, cells })
    }

    /// A board of `rows` × `columns` with the content that `cell` returns for each cell. `cell` is
    /// called row by row from the top.
    ///
    /// # Panics
    ///
    /// If a side is not within 1 to [`SIDE_MAX`].
    pub fn from_fn(rows: u8, columns: u8, cell: impl FnMut(Cell) -> Option<Block>) -> Self {
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| Cell { row, column }));
        Self::new(rows, columns, places.map(cell).collect()).expect("the sides are in limits")
    }

    /// Number of rows, 1 to [`SIDE_MAX`].
    #[must_use]
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// Number of columns, 1 to [`SIDE_MAX`].
    #[must_use]
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// The cells row by row from the top; `None` is an empty cell.
    #[must_use]
    pub fn cells(&self) -> &[Option<Block>] {
        &self.cells
    }

    /// The block in a cell; `None` if the cell is empty.
    ///
    /// # Panics
    ///
    /// If the cell is not on the board.
    #[must_use]
    #[inline]
    pub fn get(&self, cell: Cell) -> Option<Block> {
        self.cells[self.index(cell)]
    }

    /// Puts a block into a cell, or empties it.
    ///
    /// # Panics
    ///
    /// If the cell is not on the board.
    pub fn set(&mut self, cell: Cell, block: Option<Block>) {
        let index = self.index(cell);
        self.cells[index] = block;
    }

    /// All blocks with their cells, in row-major order.
    pub fn blocks(&self) -> impl Iterator<Item = (Cell, Block)> + '_ {
        let columns = usize::from(self.columns);
        let cells = self.cells.iter().enumerate();
        cells.filter_map(move |(index, block)| {
            Some((Cell::new((index / columns) as u8, (index % columns) as u8), (*block)?))
        })
    }

    /// True if the cell is on the board.
    #[must_use]
    pub fn has(&self, cell: Cell) -> bool {
        cell.row < self.rows && cell.column < self.columns
    }

    /// A copy of the board in which each symbol is replaced by `new(symbol)`.
    #[must_use]
    pub fn renamed(&self, new: impl Fn(Symbol) -> Symbol) -> Self {
        let renamed = |block: Block| Block { symbol: new(block.symbol), ..block };
        let cells = self.cells.iter().map(|cell| cell.map(renamed));
        Self { cells: cells.collect(), ..*self }
    }

    #[inline]
    fn index(&self, cell: Cell) -> usize {
        assert!(self.has(cell), "{cell} is not on the board");
        usize::from(cell.row) * usize::from(self.columns) + usize::from(cell.column)
    }
}

/// The cells that a link may use (LP-6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Margin {
    /// Every cell of a link lies on the board.
    #[default]
    Inside,
    /// A link may also run through the ring of empty cells around the board.
    Outside,
}

impl Margin {
    /// Both margins.
    pub const ALL: [Self; 2] = [Self::Inside, Self::Outside];

    /// The margin with this [`name`](Self::name).
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|margin| margin.name() == name)
    }

    /// Name in case files and on the command line.
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

/// The start of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The board. It may have empty cells, and blocks that would be free to move (LP-15).
    pub board: Board,
    /// The cells that links may use.
    pub margin: Margin,
}
