//! Random numbers of the solver.

use twinboard_vocabulary::random;

/// The next number, of 53 bits.
pub(crate) fn next_random(state: &mut u64) -> u64 {
    random::next(state) >> 11
}
