//! Paint: the text of a case, changed as a case, played in lockstep.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_crossover, fuzz_mutator, fuzz_target};
use twinboard_fuzz::Target;

static TARGET: Target = Target::new("paint");

fuzz_target!(init: TARGET.init(), |data: &[u8]| -> Corpus { TARGET.try_case(data) });

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    TARGET.mutate(data, size, max_size, seed)
});

fuzz_crossover!(|one: &[u8], other: &[u8], out: &mut [u8], seed: u32| {
    TARGET.cross(one, other, out, seed)
});
