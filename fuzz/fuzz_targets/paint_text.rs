//! Text of paint: the input is any bytes; the cases read from it must survive a round trip.
#![no_main]

twinboard_libfuzzer::text!(|| twinboard_fuzz::subject("paint"));
