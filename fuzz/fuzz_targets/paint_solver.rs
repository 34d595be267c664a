//! Paint: the text of a case, changed as a case, and on its first small position the solver against
//! games that are played to all their ends.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_crossover, fuzz_mutator, fuzz_target};
use twinboard_fuzz::Target;

static TARGET: Target = Target::of_claims("paint");

fuzz_target!(init: TARGET.init(), |data: &[u8]| -> Corpus { TARGET.try_case(data) });

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    TARGET.mutate(data, size, max_size, seed)
});

fuzz_crossover!(|one: &[u8], other: &[u8], out: &mut [u8], seed: u32| {
    TARGET.cross(one, other, out, seed)
});
