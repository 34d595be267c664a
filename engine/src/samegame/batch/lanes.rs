//! Vectors with one lane for each board of a batch.

use crate::samegame::lanes::WORD_COLUMNS;

/// Number of boards of a batch, the lanes of a vector: one register of AVX-512, two of AVX2, four
/// of SSE2. With 16 lanes AVX2 waits for its instructions, with 64 lanes AVX-512 for the slowest
/// board (measured).
pub const BOARDS: usize = 32;

/// A number per board. A column of a plane, a set of rows, or all ones for true.
pub(super) type Lanes = [u16; BOARDS];

/// A vector per column. `as_flattened` is the slice of the columns; its length `4 · W` cannot be
/// written as the length of an array.
pub(super) type Columns<const W: usize> = [[Lanes; WORD_COLUMNS as usize]; W];

/// Zeros.
pub(super) const NONE: Lanes = [0; BOARDS];

/// True if any lane is not 0.
#[inline(always)]
pub(super) fn any(lanes: &Lanes) -> bool {
    lanes.iter().fold(0, |any, lane| any | lane) != 0
}

/// All ones for true, for `&` and `|` with the lanes of a vector.
#[inline(always)]
pub(super) const fn mask(condition: bool) -> u16 {
    if condition { u16::MAX } else { 0 }
}
