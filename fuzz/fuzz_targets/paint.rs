//! Paint: the input is a case file, mutated as a case and played in lockstep.
#![no_main]

twinboard_fuzz::cases!(twinboard_fuzz_targets::paint);
