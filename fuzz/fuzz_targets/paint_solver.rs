//! Paint: the input is a case file, mutated as a case. On its first small position the values of
//! the solver are compared with an exhaustive search.
#![no_main]

twinboard_libfuzzer::assertions!(|| twinboard_fuzz::subject("paint"));
