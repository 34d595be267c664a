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

#[cfg(test)]
mod tests {
    use quickcheck_macros::quickcheck;

    use super::{fill_left, fill_right, fill_run};

    /// The cells that `seeds` reach in one direction, by a walk from cell to cell.
    fn walk(empty: u32, seeds: u32, towards: impl Fn(u32) -> Option<u32>) -> u32 {
        let has = |set: u32, column: u32| set >> column & 1 == 1;
        let mut reached = 0;
        for seed in (0..32).filter(|&column| has(seeds & empty, column)) {
            let mut at = Some(seed);
            while let Some(column) = at.filter(|&column| column < 32 && has(empty, column)) {
                reached |= 1 << column;
                at = towards(column);
            }
        }
        reached
    }

    #[quickcheck]
    fn fills_agree_with_a_walk(empty: u32, mask: u32, more: u32) -> bool {
        // The second row has few seeds and long runs.
        [(empty, empty & mask), (empty | more | mask, empty & mask & more), (!0, mask & more)]
            .into_iter()
            .all(|(empty, seeds)| {
                let right = walk(empty, seeds, |column| Some(column + 1));
                let left = walk(empty, seeds, |column| column.checked_sub(1));
                let seeds = empty & seeds;
                fill_right(empty, seeds) == right
                    && fill_left(empty, seeds) == left
                    && fill_run(empty, seeds) == right | left
            })
    }
}
