//! Flood fills on bit sets: the loops in which a search spends half of its time.
//!
//! Naively, a breadth-first search with a queue of cells finds everything below. Here a step moves
//! the whole front at once, with four shifts of the set, and a fill stops as soon as its question
//! is answered: enough cells, a target met, nothing new.

use crate::bits::Bits;

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

/// Cells in or next to at least two of the balls of these numbers.
#[inline]
pub(crate) fn near_two<const W: usize>(numbers: &[u16], balls: &[Bits<W>], stride: u32) -> Bits<W> {
    let (mut once, mut twice) = (Bits::EMPTY, Bits::EMPTY);
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
