//! The hash of a position, kept up to date cell by cell (Zobrist, "A new hashing method with
//! application for game playing", 1970): a move changes at most twenty cells of up to nine hundred.
//!
//! The words of the cells are computed instead of stored. Nine hundred cells with twenty-two
//! contents each would be a table of 155 KiB, for which a search has better use in its cache.

use board::paint::Cell;

use crate::bits::fold;

/// Any odd numbers with bits of both kinds everywhere.
const SEED: u64 = 0x8EBC_6AF0_9C88_C6E3;
const FACTOR: u64 = 0x5899_65CC_7537_4CC3;
const SECOND_FACTOR: u64 = 0x1D8E_4E27_C47D_124F;

/// What a painted cell holds. An empty one counts for nothing.
pub(super) const PAINT: u64 = 1;
/// What stands for no cell at all.
const TURN: u64 = 1 << 32;
const SIDE: u64 = 2 << 32;

/// What a cell with this number holds.
pub(super) fn numbered(number: u8) -> u64 {
    PAINT + 1 + u64::from(number)
}

/// The word of a cell that holds this.
#[inline]
pub(super) fn cell_key(cell: Cell, content: u64) -> u64 {
    word(u64::from(cell.row) << 16 | u64::from(cell.column) << 8 | content)
}

/// The word that stands for the second player's turn.
#[inline]
pub(super) fn turn_key() -> u64 {
    word(TURN)
}

/// The word of an empty board.
pub(super) fn start_key(side: u8) -> u64 {
    word(SIDE | u64::from(side))
}

/// A word for every number, as if drawn at random. One product is not enough: the words are xored,
/// and those of neighbouring numbers would have too much in common.
#[inline]
fn word(number: u64) -> u64 {
    fold(fold(number ^ SEED, FACTOR) ^ SEED, SECOND_FACTOR)
}
