//! Paint: the text of a case, changed as a case, and on its first small position the solver against
//! games that are played to all their ends.
#![no_main]

twinboard_fuzz::assertions!(twinboard_fuzz_targets::paint);
