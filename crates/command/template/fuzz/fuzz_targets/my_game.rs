//! Fuzz target: mutates cases as cases and plays them in lockstep.
#![no_main]

twinboard_libfuzzer::cases!(|| my_game::registration().fuzzed());
