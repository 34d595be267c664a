//! The text of SameGame: any bytes at both readers.
#![no_main]

twinboard_fuzz::text!(twinboard_fuzz_targets::samegame);
