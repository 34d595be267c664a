//! The board itself, and how it comes from and becomes plain data.

use board::linkpop::{self as vocabulary, Attribute, Block, Cell, Margin, Setup, Symbol};

use super::lines::{LINES, Place, ROW, place, row_and_column};
use super::twins::Twins;
use crate::bits::elements;
use crate::planted::{Fault, planted};

/// The largest number of rows and of columns.
pub(super) const SIDE: usize = 32;

/// What an empty place holds.
pub(super) const EMPTY: u8 = 0;
/// What stands in front of the board and behind it. Each is like nothing else, not even the other.
const FIRST_WALL: u8 = 30 << SYMBOL;
const LAST_WALL: u8 = 31 << SYMBOL;

/// Where in the byte of a block its symbol begins; below it lies one more than its attribute.
const SYMBOL: u8 = 3;
const _: () = assert!(Symbol::COUNT <= 30, "the walls are no symbols");

/// A board of Link and Pop, with the margin that its links obey.
#[derive(Clone, Debug)]
pub struct Board {
    pub(super) rows: u8,
    pub(super) columns: u8,
    pub(super) margin: Margin,
    /// What each place holds, walls included.
    pub(super) codes: [u8; LINES * ROW],
    /// For each row the columns that are taken, walls included.
    pub(super) by_row: [u64; LINES],
    /// For each column the rows that are taken, walls included.
    pub(super) by_column: [u64; LINES],
    /// The pairs of cost 1.
    pub(super) twins: Twins,
    /// Whether no block can move: true after a pop, and not known before the first.
    pub(super) is_settled: bool,
}

/// How a block is kept in a byte.
fn code(block: Block) -> u8 {
    block.symbol.index() << SYMBOL | (block.attribute as u8 + 1)
}

/// The block that is kept in such a byte.
fn block(code: u8) -> Option<Block> {
    let attribute = *Attribute::ALL.get(usize::from((code & 7).checked_sub(1)?))?;
    Some(Block { symbol: Symbol::new(code >> SYMBOL), attribute })
}

/// Whether two bytes are those of blocks with the same symbol, neither being [`EMPTY`].
#[inline]
pub(super) fn match_each_other(one: u8, other: u8) -> bool {
    let symbol = if planted(Fault::SymbolBit) { 0b11011 } else { 0b11111 };
    (one ^ other) & symbol << SYMBOL == 0
}

/// The place of a cell.
#[inline]
pub(super) fn place_of(cell: Cell) -> Place {
    place(u32::from(cell.row) + 1, u32::from(cell.column) + 1)
}

/// The cell of a place on the board.
#[inline]
pub(super) fn cell_of(place: Place) -> Cell {
    let (row, column) = row_and_column(place);
    Cell::new(row as u8 - 1, column as u8 - 1)
}

impl Board {
    /// The board of a set-up.
    #[must_use]
    pub fn from_setup(setup: &Setup) -> Self {
        let from = &setup.board;
        let (rows, columns) = (from.rows(), from.columns());
        let mut board = Self {
            rows,
            columns,
            margin: setup.margin,
            codes: [EMPTY; LINES * ROW],
            by_row: walled(rows, columns),
            by_column: walled(columns, rows),
            twins: Twins::new(),
            is_settled: false,
        };
        board.build_walls();
        for (row, cells) in (1..).zip(from.cells().chunks(columns.into())) {
            for (column, block) in (1..).zip(cells) {
                if let Some(block) = *block {
                    board.codes[place(row, column)] = code(block);
                    board.by_row[row as usize] |= 1 << column;
                    board.by_column[column as usize] |= 1 << row;
                }
            }
        }
        board.find_twins();
        board
    }

    fn build_walls(&mut self) {
        let (last_row, last_column) = (u32::from(self.rows) + 1, u32::from(self.columns) + 1);
        for row in 0..=last_row {
            self.codes[place(row, 0)] = FIRST_WALL;
            self.codes[place(row, last_column)] = LAST_WALL;
        }
        for column in 0..=last_column {
            self.codes[place(0, column)] = FIRST_WALL;
            self.codes[place(last_row, column)] = LAST_WALL;
        }
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

    /// Whether links may leave it.
    #[must_use]
    pub fn margin(&self) -> Margin {
        self.margin
    }

    /// Whether a cell is on the board.
    #[must_use]
    pub fn has(&self, cell: Cell) -> bool {
        cell.row < self.rows && cell.column < self.columns
    }

    /// What a cell of the board holds.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<Block> {
        block(self.codes[place_of(cell)])
    }

    /// How many blocks are left.
    #[must_use]
    pub fn blocks_left(&self) -> u32 {
        self.occupied_rows().map(u32::count_ones).iter().sum()
    }

    /// The same board as plain data.
    #[must_use]
    pub fn to_position(&self) -> vocabulary::Board {
        vocabulary::Board::from_fn(self.rows, self.columns, |cell| self.get(cell))
    }

    /// The columns of the board, as a set.
    #[inline]
    pub(super) fn width(&self) -> u32 {
        below(self.columns.into())
    }

    /// The columns of a row that hold a block; beyond the board there are none.
    #[inline]
    pub(super) fn occupied(&self, row: usize) -> u32 {
        if row < self.rows.into() { (self.by_row[row + 1] >> 1) as u32 & self.width() } else { 0 }
    }

    /// The same for all rows.
    #[inline]
    pub(super) fn occupied_rows(&self) -> [u32; SIDE] {
        std::array::from_fn(|row| self.occupied(row))
    }

    /// The empty cells of all rows; beyond the last one there are none.
    #[inline]
    pub(super) fn empties(&self) -> [u32; SIDE] {
        let width = if planted(Fault::RowEndWrap) { u32::MAX } else { self.width() };
        let mut empties = [0; SIDE];
        for (row, cells) in empties.iter_mut().enumerate().take(self.rows.into()) {
            *cells = !self.occupied(row) & width;
        }
        empties
    }

    /// The places of all blocks, in their order.
    pub(super) fn blocks(&self) -> impl Iterator<Item = Place> + '_ {
        (1..=u32::from(self.rows)).flat_map(|row| {
            let columns = elements(self.occupied(row as usize - 1).into());
            columns.map(move |column| place(row, column + 1))
        })
    }

    /// Those blocks of a set of columns of a row that match the block with this code.
    #[inline]
    pub(super) fn matching(&self, code: u8, row: usize, columns: u32) -> u32 {
        let is_match =
            |&column: &u32| match_each_other(self.codes[place(row as u32 + 1, column + 1)], code);
        let columns = elements(columns.into());
        columns.filter(is_match).fold(0, |columns, column| columns | 1 << column)
    }
}

/// Lines of an empty board, `count` of them with `length` places between their walls. The walls
/// before and behind them are full.
fn walled(count: u8, length: u8) -> [u64; LINES] {
    let mut lines = [0; LINES];
    lines[..usize::from(count) + 2].fill(1 | 2 << length);
    for wall in [0, usize::from(count) + 1] {
        lines[wall] = (4 << length) - 1;
    }
    lines
}

/// The set of the numbers below `count`, at most 32.
#[inline]
pub(super) const fn below(count: u32) -> u32 {
    ((1_u64 << count) - 1) as u32
}
