//! Numbers that follow from a seed, and digests of bytes: the same on every machine.
//!
//! No rule of play uses them, and both are checked against the numbers published with them. They
//! draw samples and inputs, mix hash keys, and make digests and seeds.

/// A small, fast generator of 64-bit numbers: `SplitMix64` of Steele, Lea and Flood, "Fast
/// splittable pseudorandom number generators" (2014).
///
/// ```
/// use twinboard_vocabulary::random::SplitMix;
///
/// let mut random = SplitMix::new(1_234_567);
/// assert_eq!(random.next_u64(), 6_457_827_717_110_365_317);
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    /// A generator with this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits, uniformly distributed.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        next(&mut self.0)
    }
}

/// Distance between the states of two successive numbers of [`SplitMix`].
pub const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// The next number of [`SplitMix`] for a caller that keeps its state.
#[inline]
pub const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(STEP);
    mix(*state)
}

/// The finalizer of [`SplitMix`]: a bijection in which every bit of the word affects every bit of
/// the result.
#[expect(clippy::inline_always, reason = "callers compile it for several instruction sets")]
#[inline(always)]
#[must_use]
pub const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

/// [`digest`] of the empty string.
const DIGEST_OF_NOTHING: u64 = 0xCBF2_9CE4_8422_2325;

/// FNV-1a hash of 64 bits, for seeds and digests; not meant to resist deliberate collisions.
#[must_use]
pub fn digest(bytes: &[u8]) -> u64 {
    digest_on(DIGEST_OF_NOTHING, bytes)
}

/// Continues a digest: `digest_on(digest(a), b)` is the digest of `a` followed by `b`.
#[must_use]
pub fn digest_on(so_far: u64, bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    bytes.iter().fold(so_far, step)
}

#[cfg(test)]
mod tests {
    use super::{SplitMix, digest, digest_on};

    #[test]
    fn split_mix_yields_the_published_numbers() {
        let mut random = SplitMix::new(1_234_567);
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
        ];
        assert_eq!(published.map(|_| random.next_u64()), published);
    }

    #[test]
    fn digests_are_the_published_ones_of_fnv_1a() {
        assert_eq!(digest(b""), 0xCBF2_9CE4_8422_2325);
        assert_eq!(digest(b"a"), 0xAF63_DC4C_8601_EC8C);
        assert_eq!(digest(b"foobar"), 0x8594_4171_F739_67E8);
        assert_eq!(digest_on(digest(b"foo"), b"bar"), digest(b"foobar"));
    }
}
