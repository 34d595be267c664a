//! The board itself, and how it comes from and becomes plain data.

use board::linkpop::{self as words, Attribute, Block, Cell, Margin, Setup, Symbol};

use super::lanes::{LANES, Lanes};
use super::runs::Runs;
use crate::planted::{Fault, planted};

/// The largest number of rows and of columns.
pub(super) const SIDE: usize = 32;
/// For every symbol which lane is its own, or that none is.
const NO_LANE: u8 = u8::MAX;

/// A board of Link and Pop, with the margin that its links obey.
#[derive(Clone, Debug)]
pub struct Board {
    pub(super) rows: u8,
    pub(super) columns: u8,
    pub(super) margin: Margin,
    /// The columns there are, as a set.
    pub(super) width: u32,
    /// What each cell holds, by row and column: 0 if nothing, else [`code`].
    pub(super) codes: [[u8; SIDE]; SIDE],
    /// For each row which columns hold a block.
    pub(super) occupied: [u32; SIDE],
    /// For each attribute that moves, in the order of [`MOVING`], and each row, which columns hold
    /// a block that has it.
    pub(super) moving: [[u32; SIDE]; MOVING.len()],
    /// For each row and symbol which columns hold it.
    pub(super) symbols: Lanes,
    lane_of: [u8; Symbol::COUNT as usize],
    /// What is known of the runs of empty cells in each row.
    pub(super) runs: Runs,
    /// Whether no block can move: true after a pop, and not known before the first.
    pub(super) is_settled: bool,
}

/// The attributes that move.
pub(super) const MOVING: [Attribute; 4] =
    [Attribute::Up, Attribute::Down, Attribute::Left, Attribute::Right];

/// How a block is kept in a byte that is not 0.
fn code(block: Block) -> u8 {
    block.symbol.index() << 3 | (block.attribute as u8 + 1)
}

/// The block that is kept in such a byte.
fn block(code: u8) -> Option<Block> {
    let attribute = *Attribute::ALL.get(usize::from((code & 7).checked_sub(1)?))?;
    Some(Block { symbol: Symbol::new(code >> 3), attribute })
}

impl Board {
    /// The board of a set-up.
    #[must_use]
    pub fn from_setup(setup: &Setup) -> Self {
        let from = &setup.board;
        let (rows, columns) = (from.rows(), from.columns());
        let (lane_of, lanes) = assign_lanes(from);
        let mut board = Self {
            rows,
            columns,
            margin: setup.margin,
            width: below(columns.into()),
            codes: [[0; SIDE]; SIDE],
            occupied: [0; SIDE],
            moving: [[0; SIDE]; MOVING.len()],
            symbols: Lanes::new(lanes),
            lane_of,
            runs: Runs::new(lanes),
            is_settled: false,
        };
        for (cell, block) in from.blocks() {
            board.put(cell.row.into(), cell.column.into(), code(block));
        }
        board.refresh_runs(below(rows.into()));
        board
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
        block(self.codes[usize::from(cell.row)][usize::from(cell.column)])
    }

    /// How many blocks are left.
    #[must_use]
    pub fn blocks_left(&self) -> u32 {
        self.occupied.iter().map(|row| row.count_ones()).sum()
    }

    /// The same board as plain data.
    #[must_use]
    pub fn to_words(&self) -> words::Board {
        words::Board::from_fn(self.rows, self.columns, |cell| self.get(cell))
    }

    /// The empty cells of a row that is on the board, as a set of columns.
    #[inline]
    pub(super) fn empty(&self, row: usize) -> u32 {
        !self.occupied[row] & self.width
    }

    /// The empty cells of all rows; beyond the last one there are none.
    #[inline]
    pub(super) fn empties(&self) -> [u32; SIDE] {
        let mut empties = [0; SIDE];
        for (row, cells) in empties.iter_mut().enumerate().take(self.rows.into()) {
            *cells = self.empty(row);
            if planted(Fault::RowEndWrap) {
                *cells = !self.occupied[row];
            }
        }
        empties
    }

    /// The lane of the symbol in a cell that holds a block.
    #[inline]
    pub(super) fn lane_at(&self, row: usize, column: usize) -> usize {
        usize::from(self.lane_of[usize::from(self.codes[row][column] >> 3)])
    }

    /// Puts a block into an empty cell.
    #[inline]
    pub(super) fn put(&mut self, row: usize, column: usize, code: u8) {
        debug_assert_eq!(self.codes[row][column], 0, "the cell holds a block");
        self.codes[row][column] = code;
        self.toggle(row, column, code);
    }

    /// Takes the block out of a cell.
    #[inline]
    pub(super) fn take(&mut self, row: usize, column: usize) -> u8 {
        let code = std::mem::take(&mut self.codes[row][column]);
        debug_assert_ne!(code, 0, "the cell is empty");
        self.toggle(row, column, code);
        code
    }

    /// Enters a block into the sets of its row, or takes it out of them.
    #[inline]
    fn toggle(&mut self, row: usize, column: usize, code: u8) {
        let bit = 1 << column;
        self.occupied[row] ^= bit;
        if let Some(moving) = self.moving.get_mut(usize::from(code & 7) - 1) {
            moving[row] ^= bit;
        }
        let lane = usize::from(self.lane_of[usize::from(code >> 3)]);
        *self.symbols.at_mut(row, lane) ^= bit;
    }
}

/// Gives each symbol that occurs a lane, in the order of the alphabet, so that boards of few
/// symbols have few lanes to ask. Returns the lanes and how many there are.
fn assign_lanes(board: &words::Board) -> ([u8; Symbol::COUNT as usize], usize) {
    let mut lane_of = [NO_LANE; Symbol::COUNT as usize];
    for (_, block) in board.blocks() {
        lane_of[usize::from(block.symbol.index())] = 0;
    }
    let mut lanes = 0;
    for lane in lane_of.iter_mut().filter(|lane| **lane != NO_LANE) {
        *lane = lanes as u8;
        lanes += 1;
    }
    if planted(Fault::LastLane) && lanes > LANES && lanes % LANES == 1 {
        // As if the lanes were counted by dividing without rounding up.
        return (lane_of.map(|lane| lane.min(lanes as u8 - 2)), lanes);
    }
    (lane_of, lanes)
}

/// The set of the numbers below `count`, at most 32.
#[inline]
pub(super) const fn below(count: u32) -> u32 {
    ((1_u64 << count) - 1) as u32
}
