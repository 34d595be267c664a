//! Random numbers: everything random follows from a seed and a number, on every machine alike.

use arbitrary::{Error, Unstructured};
use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use twinboard_vocabulary::game::below;
pub use twinboard_vocabulary::random::{SplitMix, digest};
pub(crate) use twinboard_vocabulary::random::{digest_on, mix};

/// Number of bytes from which a case is drawn. Most set-ups use far fewer.
pub const CASE_BYTES: usize = 1 << 12;

/// Number of bytes for a set-up that uses up [`CASE_BYTES`]. When these run out too, every choice
/// falls to the first alternative, and the campaign says so.
pub const CASE_BYTES_MAX: usize = 1 << 20;

/// The bytes from which case `index` of the campaign with this seed is drawn.
#[must_use]
pub fn case_bytes(seed: u64, index: u64) -> Vec<u8> {
    first_bytes(seed, index, CASE_BYTES)
}

fn first_bytes(seed: u64, index: u64, count: usize) -> Vec<u8> {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    generator.set_stream(index);
    let mut bytes = vec![0; count];
    generator.fill_bytes(&mut bytes);
    bytes
}

/// Draws from the bytes of a case, once more from [`CASE_BYTES_MAX`] if they do not suffice. Also
/// returns whether even these were used up.
///
/// # Errors
///
/// Errors of `draw`.
pub fn draw_from_case<T>(
    seed: u64,
    index: u64,
    mut draw: impl FnMut(&mut Unstructured<'_>) -> arbitrary::Result<T>,
) -> arbitrary::Result<(T, bool)> {
    let mut draw_from = |count| {
        let bytes = first_bytes(seed, index, count);
        let mut u = Unstructured::new(&bytes);
        let drawn = draw(&mut u);
        let lacks = u.is_empty() || matches!(drawn, Err(Error::NotEnoughData));
        (drawn, lacks)
    };
    let (drawn, lacks) = match draw_from(CASE_BYTES) {
        (_, true) => draw_from(CASE_BYTES_MAX),
        drawn => drawn,
    };
    Ok((drawn?, lacks))
}

/// Generator of uniformly distributed 64-bit words, for inputs that are identified by a seed.
///
/// A plain ChaCha8 key stream (Bernstein, "ChaCha, a variant of Salsa20", 2008), so that any
/// program can draw the same inputs and no library decides the meaning of a seed:
///
/// * key: the seed as 8 bytes, then 24 zero bytes;
/// * nonce: the number of the stream as 8 bytes; the counter starts at 0;
/// * each word is 8 bytes of the key stream. All numbers are little-endian.
pub fn stream(seed: u64, stream: u64) -> impl FnMut() -> u64 {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let mut generator = ChaCha8Rng::from_seed(key);
    generator.set_stream(stream);
    move || {
        let mut word = [0; 8];
        generator.fill_bytes(&mut word);
        u64::from_le_bytes(word)
    }
}

/// An element of a list, each as often; `None` of an empty one.
pub(crate) fn chosen<'l, T>(list: &'l [T], random: &mut SplitMix) -> Option<&'l T> {
    let count = list.len() as u64;
    (count > 0).then(|| &list[below(&mut || random.next_u64(), count) as usize])
}

/// Four words as little-endian bytes, for an [`Unstructured`](arbitrary::Unstructured).
pub(crate) fn bytes_of(random: &mut SplitMix) -> [u8; 32] {
    let mut bytes = [0; 32];
    for chunk in bytes.chunks_mut(8) {
        chunk.copy_from_slice(&random.next_u64().to_le_bytes());
    }
    bytes
}

/// Complexity of a number in a move: its value below `far`, then its length in bits. Far beyond the
/// board the value makes no difference, but 267 is easier to read than 9,223,372,036,854,775,819.
#[must_use]
pub fn number_complexity(number: u64, far: u64) -> u64 {
    if number < far { number } else { far + u64::from(number.ilog2()) }
}

/// Smaller numbers with the same low 8, 16 or 32 bits that still exceed this width: a side that
/// truncates them fails in the same way.
pub fn truncations(number: u64) -> impl Iterator<Item = u64> {
    let narrowed = [8, 16, 32].map(|bits| 1 << bits | number & ((1 << bits) - 1));
    narrowed.into_iter().filter(move |&other| other < number)
}

#[cfg(test)]
mod tests {
    use super::{case_bytes, digest, number_complexity, stream, truncations};

    #[test]
    fn bytes_follow_from_seed_and_index_alone() {
        assert_eq!(case_bytes(1, 2), case_bytes(1, 2));
        assert_ne!(case_bytes(1, 2), case_bytes(1, 3));
        assert_ne!(case_bytes(1, 2), case_bytes(2, 2));
        // Pinned: a seed must mean the same campaign in the next version too.
        assert_eq!(digest(&case_bytes(1, 2)), 5_621_525_225_469_405_598);
    }

    #[test]
    fn stream_is_the_key_stream_of_chacha8() {
        // The published key stream for a key and a nonce of zeros.
        let published = "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e";
        let mut zeros = stream(0, 0);
        let bytes = (0..4).flat_map(|_| zeros().to_le_bytes());
        assert_eq!(bytes.map(|byte| format!("{byte:02x}")).collect::<String>(), published);
        assert_ne!(stream(0, 1)(), stream(0, 0)());
        assert_ne!(stream(1, 0)(), stream(0, 0)());
        assert_ne!(stream(1 << 63, 0)(), stream(0, 0)());
    }

    #[test]
    fn narrower_numbers_are_truncated_to_the_same_value_and_less_complex() {
        let all = |number| truncations(number).collect::<Vec<_>>();
        assert_eq!(all((1 << 63) + 11), [256 + 11, (1 << 16) + 11, (1 << 32) + 11]);
        assert_eq!(all((1 << 20) + 0x0203), [256 + 3, (1 << 16) + 0x0203]);
        assert_eq!(all(600), [256 + 600 % 256]);
        assert_eq!(all(256 + 88), [0; 0], "the smallest number of this kind");
        assert_eq!(all(5), [0; 0], "no side truncates it");
        let numbers = [0, 999, 1000, 3000, 1 << 32, u64::MAX];
        assert!(numbers.map(|number| number_complexity(number, 1000)).is_sorted());
        // From 1000 on, complexity is 1000 plus the number of bits after the highest one.
        let complexities = [999, 1000, 1001].map(|number| number_complexity(number, 1000));
        assert_eq!(complexities, [999, 1009, 1009]);
        assert_eq!(number_complexity(1 << 32, 1000), 1032);
        for number in [300_u64, (1 << 40) + 7, u64::MAX] {
            let complexity = number_complexity(number, 200);
            let mut simpler = truncations(number).map(|it| number_complexity(it, 200));
            assert!(simpler.all(|simpler| simpler < complexity), "{number}");
        }
    }
}
