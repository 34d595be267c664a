//! The third implementation of paint, which the tests of `twinboard-games` use too.

#![allow(dead_code, reason = "the tests of `twinboard-games` use the rest")]

#[path = "../../../games/tests/support/paint.rs"]
pub(crate) mod paint;
#[path = "../../../games/tests/support/play.rs"]
pub(crate) mod play;
