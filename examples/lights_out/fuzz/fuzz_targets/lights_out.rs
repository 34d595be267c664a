//! The text of a case, changed as a case, played in lockstep.
#![no_main]

twinboard_libfuzzer::cases!(|| lights_out::registration().fuzzed());
