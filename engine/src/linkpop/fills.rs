//! Fills along the empty cells of a row, for all cells at once.

/// The `empty` cells of a row that can be reached from `seeds`, a subset of them, towards higher
/// columns.
///
/// The addition carries through each run of empty cells from its first seed to the block after the
/// run, and flips the bits that it passes. It leaves the bits of further seeds unflipped, so the
/// seeds are added at the end.
#[inline]
pub(super) fn fill_right(empty: u32, seeds: u32) -> u32 {
    ((empty.wrapping_add(seeds) ^ empty) | seeds) & empty
}

/// [`fill_right`] towards lower columns. No addition carries that way, so steps of doubling length
/// are used.
#[inline]
pub(super) fn fill_left(empty: u32, seeds: u32) -> u32 {
    let (mut free, mut reached) = (empty, seeds);
    for step in [1, 2, 4, 8] {
        reached |= free & reached >> step;
        free &= free >> step;
    }
    reached | free & reached >> 16
}

/// All cells of the runs of `empty` cells that contain a seed.
#[inline]
pub(super) fn fill_run(empty: u32, seeds: u32) -> u32 {
    fill_right(empty, seeds) | fill_left(empty, seeds)
}
