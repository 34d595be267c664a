//! Tests with real engines in other languages: those of `examples/engines` and of
//! `twinboard engine-template`.
//!
//! They need g++ and python3, and leave the kit for JavaScript out without node, so they run only
//! if they are named:
//!
//! ```text
//! cargo test -p twinboard-cli --test foreign
//! ```

#[path = "../shared/mod.rs"]
mod shared;

mod commands;
mod conversations;
mod counting;
mod coverage;
mod ends;
mod engines;
mod faults;
mod handshake;
mod limits;
mod offers;
mod published;
mod support;
