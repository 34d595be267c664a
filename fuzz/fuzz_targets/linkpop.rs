//! Link and Pop: the text of a case, changed as a case, played in lockstep.
#![no_main]

twinboard_fuzz::cases!(twinboard_fuzz_targets::linkpop);
