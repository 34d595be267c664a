#![no_main]

#[path = "../../src/peers/games.rs"]
#[allow(dead_code)]
mod games;

use games::{PlayedByHand, Raw, SameGame};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(raw) = Raw::of_bytes::<SameGame>(data) {
        assert!(SameGame::holds(&raw), "the sides differ");
    }
});
