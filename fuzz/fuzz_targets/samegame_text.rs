//! Text of SameGame: the input is any bytes; the cases read from it must survive a round trip.
#![no_main]

twinboard_fuzz::text!(twinboard_fuzz_targets::samegame);
