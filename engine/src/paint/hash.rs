//! Hash of a position, updated incrementally cell by cell (Zobrist, "A new hashing method with
//! application for game playing", 1970): a move changes at most 20 cells of up to 900.
//!
//! The random words of the cells are computed instead of stored. A table for 900 cells with 22
//! contents each would take 155 KiB, too much of the cache of a search.

use board::paint::Cell;

use crate::bits::fold;

/// Arbitrary odd numbers with mixed bits.
const SEED: u64 = 0x8EBC_6AF0_9C88_C6E3;
const FACTOR: u64 = 0x5899_65CC_7537_4CC3;
const SECOND_FACTOR: u64 = 0x1D8E_4E27_C47D_124F;

/// Content code of a painted cell. Empty cells do not contribute to the hash.
pub(super) const PAINT: u64 = 1;
/// Inputs that belong to no cell.
const TURN: u64 = 1 << 32;
const SIDE: u64 = 2 << 32;

/// Content code of a cell with this number.
pub(super) fn numbered(number: u8) -> u64 {
    PAINT + 1 + u64::from(number)
}

/// Word of a cell with this content.
#[inline]
pub(super) fn cell_key(cell: Cell, content: u64) -> u64 {
    word(u64::from(cell.row) << 16 | u64::from(cell.column) << 8 | content)
}

/// Word of the second player's turn.
#[inline]
pub(super) fn turn_key() -> u64 {
    word(TURN)
}

/// Word of an empty board.
pub(super) fn start_key(side: u8) -> u64 {
    word(SIDE | u64::from(side))
}

/// Pseudo-random word for a number. A single product is not enough: the words are xored, and those
/// of neighbouring numbers would have too much in common.
#[inline]
fn word(number: u64) -> u64 {
    fold(fold(number ^ SEED, FACTOR) ^ SEED, SECOND_FACTOR)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use board::paint::Cell;

    use super::{PAINT, cell_key, numbered, start_key, turn_key};

    /// All words with their meanings.
    fn words() -> HashMap<u64, String> {
        let mut words = HashMap::new();
        let mut put = |word, meaning: String| {
            if let Some(before) = words.insert(word, meaning.clone()) {
                panic!("{before} and {meaning} have the same word");
            }
        };
        put(turn_key(), "the turn".into());
        (0..=30).for_each(|side| put(start_key(side), format!("side {side}")));
        for (row, column) in (0..30).flat_map(|row| (0..30).map(move |column| (row, column))) {
            let cell = Cell::new(row, column);
            put(cell_key(cell, PAINT), format!("paint at {cell}"));
            (0..=20).for_each(|number| {
                put(cell_key(cell, numbered(number)), format!("{number} at {cell}"));
            });
        }
        words
    }

    #[test]
    fn words_are_unique_and_their_bits_balanced() {
        let words = words();
        assert_eq!(words.len(), 1 + 31 + 900 * 22);
        for (word, meaning) in &words {
            assert!((10..=54).contains(&word.count_ones()), "{meaning} is {word:#x}");
        }
        for bit in 0..64 {
            let ones = words.keys().filter(|word| *word >> bit & 1 == 1).count();
            let share = ones as f64 / words.len() as f64;
            assert!(
                (share - 0.5).abs() < 0.02,
                "bit {bit} is set in a share of {share} of the words"
            );
        }
    }

    #[test]
    fn no_two_pairs_of_nearby_words_have_the_same_difference() {
        // A hash is the xor of words, so two such pairs would give a hash collision.
        let contents = || [PAINT].into_iter().chain((0..=20).map(numbered));
        let cells = (0..4).flat_map(|row| (0..4).map(move |column| Cell::new(row, column)));
        let words: Vec<u64> =
            cells.flat_map(|cell| contents().map(move |content| cell_key(cell, content))).collect();
        let mut seen = HashMap::new();
        for (index, one) in words.iter().enumerate() {
            for (before, other) in words[..index].iter().enumerate() {
                assert_eq!(seen.insert(one ^ other, (before, index)), None, "{before} and {index}");
            }
        }
    }
}
