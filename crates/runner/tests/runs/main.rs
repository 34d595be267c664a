//! Runs of programs and conversations with them, at the best level of isolation, or at the one that
//! `TWINBOARD_TEST_LEVEL` names.

#![cfg(target_os = "linux")]

mod ends;
mod sessions;
#[path = "../support/mod.rs"]
mod support;
mod survivors;
