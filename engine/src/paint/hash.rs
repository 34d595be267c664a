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

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use board::paint::Cell;

    use super::{PAINT, cell_key, numbered, start_key, turn_key};

    /// All words there are, with what they stand for.
    fn words() -> HashMap<u64, String> {
        let mut words = HashMap::new();
        let mut put = |word, what: String| {
            if let Some(before) = words.insert(word, what.clone()) {
                panic!("{before} and {what} have the same word");
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
    fn no_two_things_have_the_same_word_and_each_bit_is_as_often_one_as_not() {
        let words = words();
        assert_eq!(words.len(), 1 + 31 + 900 * 22);
        for (word, what) in &words {
            assert!((10..=54).contains(&word.count_ones()), "{what} is {word:#x}");
        }
        for bit in 0..64 {
            let ones = words.keys().filter(|word| *word >> bit & 1 == 1).count();
            let share = ones as f64 / words.len() as f64;
            assert!((share - 0.5).abs() < 0.02, "bit {bit} is one in {share} of the words");
        }
    }

    #[test]
    fn no_two_pairs_of_neighbouring_words_differ_by_the_same() {
        // A key is the sum of words without carry: two such pairs would be two positions with one key.
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
