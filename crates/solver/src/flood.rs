//! Flood fills on bit sets: the loops in which a search spends half of its time.
//!
//! Naively, a breadth-first search with a queue of cells finds everything below. Here a step moves
//! the whole front at once, with four shifts of the set, and:
//!
//! 1. a fill stops as soon as its question is answered: enough cells, a target met, nothing new;
//! 2. on boards of more than [`DENSE_WORDS_MAX`] words, [`ball`] updates only the words that the
//!    front can have reached.
//!
//! The tests compare every function with a breadth-first search over single cells.

use crate::bits::Bits;
use crate::tuning::DENSE_WORDS_MAX;

/// Cells within `steps` steps of a cell over `cells`; the first cell need not be one of them.
#[inline]
pub(crate) fn ball<const W: usize>(
    start: usize,
    cells: &Bits<W>,
    steps: u32,
    stride: u32,
) -> Bits<W> {
    if W <= DENSE_WORDS_MAX {
        grow(Bits::single(start), cells, steps, stride)
    } else {
        ball_by_words(start, cells, steps, stride)
    }
}

/// [`ball`] word by word: a step moves at most `stride` bits up or down, so on large boards most
/// words are out of reach.
#[inline]
fn ball_by_words<const W: usize>(
    start: usize,
    cells: &Bits<W>,
    steps: u32,
    stride: u32,
) -> Bits<W> {
    let mut reached = Bits::single(start);
    let (mut low, mut high) = (start, start);
    for _ in 0..steps {
        low = low.saturating_sub(stride as usize);
        high = (high + stride as usize).min(64 * W - 1);
        let mut before = 0;
        let mut fresh = 0;
        for word in low / 64..=high / 64 {
            let here = reached.0[word];
            let after = if word + 1 < W { reached.0[word + 1] } else { 0 };
            let up = |by: u32| here << by | before >> (64 - by);
            let down = |by: u32| here >> by | after << (64 - by);
            let around = up(1) | down(1) | up(stride) | down(stride);
            let more = (around & cells.0[word]) & !here;
            before = here;
            fresh |= more;
            reached.0[word] = here | more;
        }
        if fresh == 0 {
            break;
        }
    }
    reached
}

/// `start` and all cells within `steps` steps of it over `cells`.
#[inline]
pub(crate) fn grow<const W: usize>(
    start: Bits<W>,
    cells: &Bits<W>,
    steps: u32,
    stride: u32,
) -> Bits<W> {
    let mut region = start;
    for _ in 0..steps {
        let wider = region | (region.around(stride) & *cells);
        if wider == region {
            break;
        }
        region = wider;
    }
    region
}

/// `start` and all of `cells` connected to it.
#[inline]
pub(crate) fn fill<const W: usize>(start: Bits<W>, cells: &Bits<W>, stride: u32) -> Bits<W> {
    grow(start, cells, u32::MAX, stride)
}

/// True if `start` reaches all of `wanted` over `cells`, and at least `size` cells in all.
#[inline]
pub(crate) fn reaches_all<const W: usize>(
    start: Bits<W>,
    cells: &Bits<W>,
    wanted: &Bits<W>,
    size: u32,
    stride: u32,
) -> bool {
    let mut region = start;
    loop {
        let wider = region | (region.around(stride) & *cells);
        if wanted.without(wider).is_empty() && wider.len() >= size {
            return true;
        }
        if wider == region {
            return false;
        }
        region = wider;
    }
}

/// True if at least `size` cells over `cells` are connected to `start`, itself included.
#[inline]
pub(crate) fn reaches_size<const W: usize>(
    start: usize,
    cells: &Bits<W>,
    size: u32,
    stride: u32,
) -> bool {
    let mut region = Bits::single(start);
    // Counting up to `size` ends sooner than a complete fill.
    while region.len() < size {
        let wider = region | (region.around(stride) & *cells);
        if wider == region {
            return false;
        }
        region = wider;
    }
    true
}

/// Cells in or next to at least two of these balls; `first` counts as one more of them.
#[inline]
pub(crate) fn near_two<const W: usize>(
    first: Bits<W>,
    numbers: &[u16],
    balls: &[Bits<W>],
    stride: u32,
) -> Bits<W> {
    let (mut once, mut twice) = (first, Bits::EMPTY);
    for &number in numbers {
        let ball = balls[usize::from(number)];
        let near = ball | ball.around(stride);
        twice |= once & near;
        once |= near;
    }
    twice
}

/// Cells of `near` that a fill from `targets` over `cells` meets first, or all of `near` if it
/// meets none.
#[inline]
pub(crate) fn first_met<const W: usize>(
    targets: Bits<W>,
    near: Bits<W>,
    cells: &Bits<W>,
    stride: u32,
) -> Bits<W> {
    let mut wave = targets.around(stride) & *cells;
    loop {
        if wave.intersects(&near) {
            return wave & near;
        }
        let wider = wave | (wave.around(stride) & *cells);
        if wider == wave {
            return near;
        }
        wave = wider;
    }
}

/// Cells of `choices` nearest to `start` over `neutral`, at most `steps` steps away.
#[inline]
pub(crate) fn nearest<const W: usize>(
    start: Bits<W>,
    choices: &Bits<W>,
    neutral: &Bits<W>,
    steps: u32,
    stride: u32,
) -> Option<Bits<W>> {
    let mut region = start;
    for _ in 0..steps {
        let around = region.around(stride);
        let near = around & *choices;
        if !near.is_empty() {
            return Some(near);
        }
        let wider = region | (around & *neutral);
        if wider == region {
            return None;
        }
        region = wider;
    }
    None
}

/// Number of cells that are missing on the shortest path over `open` from the first cell of
/// `painted` to the farthest other one: a lower bound of the cells that connect all of them.
/// `painted` is a part of `open`. `None` if there is no path, and possibly if more than `limit`
/// cells are missing.
#[inline]
pub(crate) fn connection_steps<const W: usize>(
    painted: &Bits<W>,
    open: &Bits<W>,
    limit: u32,
    stride: u32,
) -> Option<u32> {
    let mut region = grow(Bits::single(painted.first()?), painted, u32::MAX, stride);
    let mut steps = 0;
    while !painted.without(region).is_empty() {
        let wider = region | (region.around(stride) & *open);
        if wider == region || steps > limit {
            return None;
        }
        let met = wider & *painted;
        if met == region & *painted {
            steps += 1;
            region = wider;
        } else {
            region |= grow(met, painted, u32::MAX, stride);
        }
    }
    Some(steps)
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::{
        ball, connection_steps, fill, first_met, grow, near_two, nearest, reaches_all, reaches_size,
    };
    use crate::bits::Bits;
    use crate::random::next_random;

    /// Number of `counted` cells entered on the way from `start` to each cell, over them and over
    /// `free` cells; `None` without a path. The start itself is not counted.
    fn distances<const W: usize>(
        start: Bits<W>,
        counted: Bits<W>,
        free: Bits<W>,
        stride: usize,
    ) -> Vec<Option<u32>> {
        let mut distances = vec![None; 64 * W];
        let mut found: VecDeque<(usize, u32)> = cells(start).map(|cell| (cell, 0)).collect();
        while let Some((cell, distance)) = found.pop_front() {
            if distances[cell].is_some() {
                continue;
            }
            distances[cell] = Some(distance);
            for near in neighbours::<W>(cell, stride) {
                if free.contains(near) {
                    found.push_front((near, distance));
                } else if counted.contains(near) {
                    found.push_back((near, distance + 1));
                }
            }
        }
        distances
    }

    fn cells<const W: usize>(bits: Bits<W>) -> impl Iterator<Item = usize> {
        (0..64 * W).filter(move |&cell| bits.contains(cell))
    }

    fn neighbours<const W: usize>(cell: usize, stride: usize) -> impl Iterator<Item = usize> {
        let before = [1, stride].into_iter().filter_map(move |step| cell.checked_sub(step));
        let after = [1, stride].into_iter().map(move |step| cell + step);
        before.chain(after).filter(|&near| near < 64 * W)
    }

    /// Cells for which the predicate holds.
    fn cells_where<const W: usize>(mut is_one: impl FnMut(usize) -> bool) -> Bits<W> {
        let mut bits = Bits::EMPTY;
        (0..64 * W).filter(|&cell| is_one(cell)).for_each(|cell| bits.insert(cell));
        bits
    }

    /// The minimum of these distances, and the cells at it.
    fn at_minimum<const W: usize>(
        distance: impl Fn(usize) -> Option<u32>,
    ) -> Option<(u32, Bits<W>)> {
        let min = (0..64 * W).filter_map(&distance).min()?;
        Some((min, cells_where(|cell| distance(cell) == Some(min))))
    }

    /// Compares all functions with distances found cell by cell, on random cells.
    fn agree<const W: usize>(random: &mut u64) {
        let step = [4, 7, 12, 16, 31][(next_random(random) % 5) as usize];
        let stride = step as u32;
        let mut drawn = || {
            let density = next_random(random) % 5;
            cells_where::<W>(|_| next_random(random) % 6 > density)
        };
        let (open, painted, others) = (drawn(), drawn(), drawn());
        let few = others.without(painted).without(open);
        let cell = (next_random(random) % (64 * W as u64)) as usize;
        let one = Bits::<W>::single(cell);
        let steps = (next_random(random) % 20) as u32;

        let way = distances(one, open, Bits::EMPTY, step);
        let within =
            |limit: u32| cells_where::<W>(|cell| way[cell].is_some_and(|steps| steps <= limit));
        let all = within(u32::MAX);
        assert_eq!(ball(cell, &open, steps, stride), within(steps));
        assert_eq!(grow(one, &open, steps, stride), within(steps));
        assert_eq!(fill(one, &open, stride), all);
        for size in [1, 2, all.len(), all.len() + 1, 3 * steps] {
            assert_eq!(reaches_size(cell, &open, size, stride), all.len() >= size);
            let some = all & others;
            assert_eq!(reaches_all(one, &open, &some, size, stride), all.len() >= size);
            let is_in = few.without(all).is_empty() && all.len() >= size;
            assert_eq!(reaches_all(one, &open, &few, size, stride), is_in);
        }

        // A choice need not be a cell of the path itself.
        let near = |way: &[Option<u32>], cell: usize| {
            neighbours::<W>(cell, step).filter_map(|near| way[near]).min().map(|steps| steps + 1)
        };
        let expected = at_minimum(|cell| near(&way, cell).filter(|_| few.contains(cell)))
            .filter(|&(away, _)| away <= steps);
        let found = nearest(one, &few, &open, steps, stride);
        assert_eq!(found, expected.map(|(_, cells)| cells));

        let first = cells_where(|near| {
            open.contains(near) && neighbours::<W>(cell, step).any(|it| it == near)
        });
        let wave = distances(first, open, Bits::EMPTY, step);
        let expected = at_minimum(|cell| wave[cell].filter(|_| others.contains(cell)));
        let met = first_met(one, others, &open, stride);
        assert_eq!(met, expected.map_or(others, |(_, cells)| cells));

        let joined = painted.first().map(|first| {
            let way = distances(Bits::single(first), open, painted, step);
            cells(painted).map(|cell| way[cell]).max_by_key(|steps| steps.unwrap_or(u32::MAX))
        });
        let joined = joined.flatten().flatten();
        let limit = joined.unwrap_or(steps);
        let either = open | painted;
        assert_eq!(connection_steps(&painted, &either, limit, stride), joined);
        if limit > 0 {
            assert_eq!(connection_steps(&painted, &either, limit - 1, stride), None);
        }

        let balls = [open, painted, others, few];
        let count = |cell: usize| {
            let near = |ball: &Bits<W>| {
                ball.contains(cell) || neighbours::<W>(cell, step).any(|it| ball.contains(it))
            };
            [&balls[1], &balls[3]].into_iter().filter(|ball| near(ball)).count()
                + usize::from(one.contains(cell))
        };
        assert_eq!(near_two(one, &[1, 3], &balls, stride), cells_where(|cell| count(cell) > 1));
    }

    #[test]
    fn floods_agree_with_breadth_first_search() {
        for seed in 1..=300 {
            agree::<1>(&mut { seed });
            agree::<4>(&mut { seed });
        }
        for seed in 1..=100 {
            agree::<8>(&mut { seed });
            agree::<16>(&mut { seed });
        }
    }
}
