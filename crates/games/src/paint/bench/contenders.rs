//! Names of the contenders, and the checksum that holds them to the same work.

use twinboard_harness::random::SplitMix;

pub(super) type Engine = twinboard_engine::paint::Board;
pub(super) type Oracle = twinboard_oracle::Paint;

pub(super) const ENGINE: &str = "engine";
pub(super) const ORACLE: &str = "oracle";
pub(super) const PLAIN: &str = "plain";
pub(super) const LEAN: &str = "plain, lean";

/// Extends a checksum by a number. The order of the numbers matters.
pub(super) fn chained(checksum: u64, next: u64) -> u64 {
    SplitMix::new(checksum ^ next).next_u64()
}
