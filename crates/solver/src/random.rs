//! Random numbers: `SplitMix64` (Steele, Lea and Flood, Fast Splittable Pseudorandom Number
//! Generators, 2014).

/// Distance between the states of two numbers.
pub(crate) const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// The number of a state. As a hash: every bit of the result depends on every bit of the word.
#[inline]
pub(crate) const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

/// The next number, of 53 bits.
pub(crate) fn next_random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(STEP);
    mix(*state) >> 11
}
