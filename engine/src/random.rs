//! Random numbers for samples and tests: `SplitMix64` (Steele, Lea and Flood, Fast Splittable
//! Pseudorandom Number Generators, 2014). Equal states give equal numbers on every machine.
//!
//! ```
//! use twinboard_engine::random;
//!
//! let mut state = 7;
//! assert_ne!(random::next(&mut state), random::next(&mut state));
//! ```

/// Distance between the states of two numbers.
pub(crate) const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// The number of a state.
#[expect(clippy::inline_always, reason = "a batch compiles it for several instruction sets")]
#[inline(always)]
pub(crate) const fn mix(state: u64) -> u64 {
    let mixed = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

/// The next number: 64 uniformly distributed bits.
#[inline]
pub const fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(STEP);
    mix(*state)
}
