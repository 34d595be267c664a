//! Random numbers: everything random follows from a seed and a number, on every machine alike.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Number of bytes from which a case is drawn. Largest set-up and longest game use fewer: when
/// bytes run out, every choice falls to the first alternative.
pub const CASE_BYTES: usize = 4096;

/// The bytes from which case `index` of the campaign with this seed is drawn.
#[must_use]
pub fn case_bytes(seed: u64, index: u64) -> Vec<u8> {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    generator.set_stream(index);
    let mut bytes = vec![0; CASE_BYTES];
    generator.fill_bytes(&mut bytes);
    bytes
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

/// A small, fast generator for choices within one case and for the inputs of benchmarks:
/// `SplitMix64` of Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
///
/// ```
/// use twinboard_harness::random::SplitMix;
///
/// let mut random = SplitMix::new(1_234_567);
/// assert_eq!(random.next_u64(), 6_457_827_717_110_365_317);
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    /// A generator with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits, uniformly distributed.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mixed(self.0)
    }

    /// Four words as little-endian bytes, for an [`Unstructured`](arbitrary::Unstructured).
    pub(crate) fn bytes(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.next_u64().to_le_bytes());
        }
        bytes
    }
}

/// Mixing function of [`SplitMix`]: a bijection in which every input bit affects every output bit.
pub(crate) fn mixed(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

/// [`digest`] of the empty string.
pub(crate) const DIGEST_OF_NOTHING: u64 = 0xCBF2_9CE4_8422_2325;

/// FNV-1a hash of 64 bits: the same on every machine and in every version. For seeds and digests;
/// not meant to resist deliberate collisions.
#[must_use]
pub fn digest(bytes: &[u8]) -> u64 {
    digest_on(DIGEST_OF_NOTHING, bytes)
}

/// Continues a digest: `digest_on(digest(a), b)` is the digest of `a` followed by `b`.
pub(crate) fn digest_on(so_far: u64, bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    bytes.iter().fold(so_far, step)
}

#[cfg(test)]
mod tests {
    use super::{SplitMix, case_bytes, digest, digest_on, stream};

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
        let published = [
            0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6, 0x7f, 0x5b, 0xb8, 0xe8, 0x1f, 0x09,
            0xa5, 0xa1, 0x2c, 0x84, 0x0e, 0xc3, 0xce, 0x9a, 0x7f, 0x3b, 0x18, 0x1b, 0xe1, 0x88,
            0xef, 0x71, 0x1a, 0x1e,
        ];
        let mut zeros = stream(0, 0);
        for bytes in published.chunks_exact(8) {
            assert_eq!(zeros().to_le_bytes(), bytes);
        }
        assert_ne!(stream(0, 1)(), stream(0, 0)());
        assert_ne!(stream(1, 0)(), stream(0, 0)());
        assert_ne!(stream(1 << 63, 0)(), stream(0, 0)());
    }

    #[test]
    fn split_mix_yields_the_published_numbers() {
        let mut random = SplitMix::new(1_234_567);
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
        ];
        let mut bytes = random.clone().bytes().to_vec();
        for word in published {
            assert_eq!(random.next_u64(), word);
            assert_eq!(bytes.drain(..8).as_slice(), word.to_le_bytes());
        }
    }

    #[test]
    fn digests_are_the_published_ones_of_fnv_1a() {
        // Published with the function.
        assert_eq!(digest(b""), 0xCBF2_9CE4_8422_2325);
        assert_eq!(digest(b"a"), 0xAF63_DC4C_8601_EC8C);
        assert_eq!(digest(b"foobar"), 0x8594_4171_F739_67E8);
        assert_eq!(digest_on(digest(b"foo"), b"bar"), digest(b"foobar"));
    }
}
