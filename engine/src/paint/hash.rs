//! Hash of a position: one word for each number, one for the paint, one for the turn.
//!
//! The words of the numbers are updated from move to move (Zobrist, "A new hashing method with
//! application for game playing", 1970), because a move removes only one. A move paints up to 20
//! cells, so the paint is hashed anew whenever the hash is needed.
//!
//! The random words of the numbers are computed instead of stored. A table for 900 cells with 21
//! numbers each would take 148 KiB of the cache.

use twinboard_vocabulary::paint::Cell;

use crate::bits::fold;

/// Arbitrary odd numbers with mixed bits.
const SEED: u64 = 0x8EBC_6AF0_9C88_C6E3;
const FACTOR: u64 = 0x5899_65CC_7537_4CC3;
const SECOND_FACTOR: u64 = 0x1D8E_4E27_C47D_124F;

/// Separates the words of numbers, sides and turns from those of painted cells.
const NUMBERS_SEED: u64 = 0xD1B5_4A32_D192_ED03;
/// Inputs that belong to no cell.
const TURN: u64 = 1 << 32;
const SIDE: u64 = 2 << 32;

/// Word of a cell with this number.
#[inline]
pub(super) fn number_key(cell: Cell, number: u8) -> u64 {
    let place = u64::from(cell.row) << 16 | u64::from(cell.column) << 8;
    word_key(NUMBERS_SEED ^ (place | u64::from(number)))
}

/// Word of the second player's turn.
#[inline]
pub(super) fn turn_key() -> u64 {
    word_key(NUMBERS_SEED ^ TURN)
}

/// Word of an empty board.
pub(super) fn start_key(side: u8) -> u64 {
    word_key(NUMBERS_SEED ^ (SIDE | u64::from(side)))
}

/// Pseudo-random word for a word. A single product is not enough: the words are xored, and those
/// of similar inputs would have too much in common.
#[inline]
pub(super) fn word_key(word: u64) -> u64 {
    fold(fold(word ^ SEED, FACTOR) ^ SEED, SECOND_FACTOR)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use twinboard_vocabulary::paint::Cell;

    use super::{number_key, start_key, turn_key, word_key};
    use crate::paint::rows::{Rows, SIDE};
    use crate::paint::set::CellSet;

    fn row_words(cells: &Rows) -> impl Iterator<Item = u64> {
        (0..SIDE / 2).map(|pair| cells.pair_key(pair))
    }

    /// All words with their meanings; of the paint those of single cells.
    fn words() -> HashMap<u64, String> {
        let mut words = HashMap::new();
        let mut put = |word, meaning: String| {
            if let Some(before) = words.insert(word, meaning.clone()) {
                panic!("{before} and {meaning} have the same word");
            }
        };
        put(turn_key(), "the turn".into());
        (0..=30).for_each(|side| put(start_key(side), format!("side {side}")));
        for (number, word) in row_words(&Rows::NONE).enumerate() {
            put(word, format!("no paint in rows {}", 2 * number));
        }
        for (row, column) in (0..30).flat_map(|row| (0..30).map(move |column| (row, column))) {
            let cell = Cell::new(row, column);
            let word = row_words(&Rows::one(cell)).nth(usize::from(row) / 2).expect("16 pairs");
            put(word, format!("paint at {cell}"));
            (0..=20).for_each(|number| {
                put(number_key(cell, number), format!("{number} at {cell}"));
            });
        }
        words
    }

    #[test]
    fn words_are_unique_and_their_bits_balanced() {
        let words = words();
        assert_eq!(words.len(), 1 + 31 + 16 + 900 * 22);
        for (word, meaning) in &words {
            assert!((10..=54).contains(&word.count_ones()), "{meaning} is {word:#x}");
        }
        for bit in 0..64 {
            let ones = words.keys().filter(|word| *word >> bit & 1 == 1).count();
            let share = ones as f64 / words.len() as f64;
            let told = format!("bit {bit} is set in a share of {share} of the words");
            assert!((share - 0.5).abs() < 0.02, "{told}");
        }
    }

    #[test]
    fn no_two_pairs_of_nearby_words_have_the_same_difference() {
        // A hash is the xor of words, so two such pairs would give a hash collision.
        let cells = (0..4).flat_map(|row| (0..4).map(move |column| Cell::new(row, column)));
        let numbers = cells.flat_map(|cell| (0..=20).map(move |number| number_key(cell, number)));
        let words: Vec<u64> = numbers.chain((0..16).map(|paint| word_key(1 << paint))).collect();
        let mut seen = HashMap::new();
        for (index, one) in words.iter().enumerate() {
            for (before, other) in words[..index].iter().enumerate() {
                assert_eq!(seen.insert(one ^ other, (before, index)), None, "{before} and {index}");
            }
        }
    }
}
