//! The hash of a board, computed from scratch from the codes of its cells, eight at a time.

use super::board::Board;
use super::lines::{SIDE, place};
use crate::bits::fold;
use crate::planted::{Fault, planted};

/// Arbitrary odd numbers without a pattern in their bits.
const SEED: u64 = 0xA076_1D64_78BD_642F;
const FACTOR: u64 = 0xE703_7ED1_A0B4_28DB;

impl Board {
    /// A 64-bit hash of the visible state: size and blocks. Does not depend on earlier blocks and
    /// moves, or on the margin.
    #[must_use]
    pub fn hash(&self) -> u64 {
        if planted(Fault::KeyByRows) {
            let row = |row| &self.codes[place(row, 1)..][..usize::from(self.columns)];
            let codes = (1..=self.rows.into()).flat_map(row);
            return codes.fold(SEED, |hash, &code| fold(hash ^ u64::from(code), FACTOR));
        }
        let size = u64::from(self.rows) << 8 | u64::from(self.columns);
        let mut hash = fold(size ^ SEED, FACTOR);
        for row in 1..=u32::from(self.rows) {
            // The codes beyond the last column are equal on all boards of this size.
            let (words, _) = self.codes[place(row, 1)..][..SIDE].as_chunks::<8>();
            for &word in words.iter().take(usize::from(self.columns).div_ceil(8)) {
                // Sensitive to the order of the words: the hash so far is part of the next product.
                hash = fold(u64::from_le_bytes(word) ^ hash.rotate_left(29) ^ SEED, FACTOR)
                    .wrapping_add(hash);
            }
        }
        hash
    }
}

const _: () = assert!(SIDE.is_multiple_of(8), "a row is a whole number of words");
