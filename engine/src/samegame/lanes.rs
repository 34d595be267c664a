//! Four lanes of 16 bits in a word, and the steps from a cell to its neighbours.
//!
//! Bit 0 of a lane is row 1; lane 0 of word 0 is column 1. A step moves a whole set of cells: bits
//! that leave a lane at its top or bottom are lost, bits that leave a word at its side enter the
//! next word.

use twinboard_vocabulary::samegame::Cell;

use crate::planted::{Fault, planted};

/// Number of rows of a lane.
pub(super) const LANE_ROWS: u32 = 16;
/// Number of columns of a word.
pub(super) const WORD_COLUMNS: u32 = 4;
/// Number of cells of a word.
const WORD_CELLS: u32 = LANE_ROWS * WORD_COLUMNS;

/// Row 1 of every lane.
pub(super) const BOTTOM: u64 = 0x0001_0001_0001_0001;
/// Row 16 of every lane.
pub(super) const TOP: u64 = BOTTOM << (LANE_ROWS - 1);
/// The lowest lane of a word.
pub(super) const LANE: u64 = 0xFFFF;

/// Word index and bit index of a cell; the word may be beyond the board.
#[inline]
pub(super) fn place(cell: Cell) -> (usize, u32) {
    let (row, column) = (u32::from(cell.row() - 1), u32::from(cell.column() - 1));
    let bit = column % WORD_COLUMNS * LANE_ROWS + row;
    ((column / WORD_COLUMNS) as usize, bit)
}

/// The cell at a bit of a word.
#[inline]
pub(super) fn cell(word: usize, bit: u32) -> Cell {
    let index = word as u32 * WORD_CELLS + bit;
    Cell::new((index % LANE_ROWS + 1) as u8, (index / LANE_ROWS + 1) as u8)
}

/// Every cell gets the content of the cell above it; the top row becomes empty.
///
/// ```text
///   d . .        . . .
///   c f .   →    d . .
///   b e g        c f .
/// ```
#[inline]
pub(super) const fn from_above(word: u64) -> u64 {
    (word >> 1) & !TOP
}

/// Every cell of a word gets the content of the cell to its right; the last lane gets the first
/// lane of the next word.
#[inline]
pub(super) const fn from_right(word: u64, next: u64) -> u64 {
    word >> LANE_ROWS | next << (WORD_CELLS - LANE_ROWS)
}

/// Every cell of a word gets the content of the cell to its left; the first lane gets the last lane
/// of the word before.
#[inline]
pub(super) const fn from_left(word: u64, before: u64) -> u64 {
    word << LANE_ROWS | before >> (WORD_CELLS - LANE_ROWS)
}

/// The word after word `w`; 0 if that is the last.
#[inline]
pub(super) fn next<const W: usize>(words: &[u64; W], w: usize) -> u64 {
    if w + 1 < W { words[w + 1] } else { 0 }
}

/// The word before word `w`; 0 if that is the first.
#[inline]
pub(super) fn before<const W: usize>(words: &[u64; W], w: usize) -> u64 {
    if w > 0 { words[w - 1] } else { 0 }
}

/// Four bytes, one a lane, the first one in lane 0.
#[inline]
pub(super) const fn of_bytes(bytes: [u8; 4]) -> u64 {
    let pairs = u32::from_le_bytes(bytes) as u64;
    let pairs = (pairs | pairs << 16) & 0x0000_FFFF_0000_FFFF;
    (pairs | pairs << 8) & 0x00FF_00FF_00FF_00FF
}

/// The rows in which a cell may equal the one above it: all but the top one.
#[inline]
pub(super) fn rows_below_another() -> u64 {
    if planted(Fault::LaneCarry) {
        return u64::MAX;
    }
    if planted(Fault::TenRows) {
        return BOTTOM * 0x03FF;
    }
    !TOP
}

/// True if `W` words have a bit for the cell.
#[inline]
pub(super) fn fits<const W: usize>(cell: Cell) -> bool {
    u32::from(cell.row()) <= LANE_ROWS && (u32::from(cell.column()) - 1) / WORD_COLUMNS < W as u32
}
