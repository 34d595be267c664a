//! The text of paint: any bytes at both readers.
#![no_main]

use libfuzzer_sys::fuzz_target;
use twinboard_fuzz::Target;

static TARGET: Target = Target::new("paint");

fuzz_target!(|data: &[u8]| TARGET.check_text(data));
