//! Link and Pop: the input is a case file, mutated as a case and played in lockstep.
#![no_main]

twinboard_libfuzzer::cases!(|| twinboard_fuzz::subject("linkpop"));
