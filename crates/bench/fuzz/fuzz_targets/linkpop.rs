#![no_main]

#[path = "../../src/peers/games.rs"]
#[allow(dead_code)]
mod games;

use games::{LinkPop, PlayedByHand, Raw};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(raw) = Raw::of_bytes::<LinkPop>(data) {
        assert!(LinkPop::holds(&raw), "the sides differ");
    }
});
