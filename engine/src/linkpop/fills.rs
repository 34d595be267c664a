//! Fills: along a row of empty cells, all of it at once.

/// The cells of a row that can be reached from `seeds` towards higher columns over `empty` ones;
/// `seeds` are empty cells themselves.
///
/// The addition carries through each run from its first seed on and stops at the block behind it.
/// A carry that meets another seed leaves its bit as it is: the seeds are joined at last.
#[inline]
pub(super) fn fill_right(empty: u32, seeds: u32) -> u32 {
    ((empty.wrapping_add(seeds) ^ empty) | seeds) & empty
}

/// The same towards lower columns, where no addition carries: by steps that double.
#[inline]
pub(super) fn fill_left(empty: u32, seeds: u32) -> u32 {
    let (mut free, mut reached) = (empty, seeds);
    for step in [1, 2, 4, 8] {
        reached |= free & reached >> step;
        free &= free >> step;
    }
    reached | free & reached >> 16
}

/// All cells of the runs that have a seed.
#[inline]
pub(super) fn fill_run(empty: u32, seeds: u32) -> u32 {
    fill_right(empty, seeds) | fill_left(empty, seeds)
}

#[cfg(test)]
mod tests {
    use quickcheck_macros::quickcheck;

    use super::{fill_left, fill_right, fill_run};

    /// Cell by cell: what `seeds` reach in one direction.
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
    fn fills_go_as_far_as_walking_does(empty: u32, mask: u32, more: u32) -> bool {
        // The second word makes few seeds and long runs.
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
