//! The third implementation of paint and the search for planted faults, which the tests of
//! `twinboard-games` use too.

#![allow(dead_code, reason = "the tests of `twinboard-games` use the rest")]

#[path = "../../../games/tests/support/paint.rs"]
pub(crate) mod paint;
#[path = "../../../games/tests/support/planted.rs"]
pub(crate) mod planted;
#[path = "../../../games/tests/support/play.rs"]
pub(crate) mod play;
