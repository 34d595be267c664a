//! The text of Link and Pop: any bytes at both readers.
#![no_main]

twinboard_fuzz::text!(twinboard_fuzz_targets::linkpop);
