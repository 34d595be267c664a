//! How cells spread over others, step by step: the loops that a search spends most of its time in.
//!
//! On x86-64 each of them is compiled twice, once for every processor and once for those that shift and count
//! many words at a time, which is found out when the program runs.

#[cfg(target_arch = "x86_64")]
use std::sync::LazyLock;

use crate::bits::Bits;

/// So many words, or fewer, are soon gone through by every processor, and a step is one over all of them.
const FEW: usize = 4;

/// Whether the processor has what the second version is compiled for.
#[cfg(target_arch = "x86_64")]
static IS_WIDE: LazyLock<bool> = LazyLock::new(|| {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
});

#[cfg(test)]
thread_local! {
    /// Whether this thread goes the way of every processor.
    static IS_PLAIN: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Whether the second version can be called, and is worth it for so many words.
#[cfg(target_arch = "x86_64")]
#[inline]
fn is_wide(words: usize) -> bool {
    #[cfg(test)]
    if IS_PLAIN.get() {
        return false;
    }
    words >= FEW && *IS_WIDE
}

/// Compiles a function twice, and calls the one that the processor can run.
macro_rules! twice {
    (
        $(#[$meta:meta])*
        $vis:vis fn $name:ident<const $words:ident: usize>(
            $($argument:ident: $type:ty),* $(,)?
        ) -> $result:ty
        $body:block
    ) => {
        $(#[$meta])*
        #[allow(unsafe_code, clippy::inline_always)]
        #[inline]
        $vis fn $name<const $words: usize>($($argument: $type),*) -> $result {
            #[inline(always)]
            fn plain<const $words: usize>($($argument: $type),*) -> $result $body

            #[cfg(target_arch = "x86_64")]
            if is_wide($words) {
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn wide<const $words: usize>($($argument: $type),*) -> $result {
                    plain($($argument),*)
                }
                // SAFETY: the processor has what `wide` is compiled for, as was just found out.
                return unsafe { wide($($argument),*) };
            }
            plain($($argument),*)
        }
    };
}

twice! {
    /// A cell with all that so many steps over these lead to.
    pub(crate) fn steps_from<const W: usize>(
        start: usize,
        cells: &Bits<W>,
        steps: u32,
        stride: u32,
    ) -> Bits<W> {
        if W <= FEW {
            grow_plainly(Bits::one(start), cells, steps, stride)
        } else {
            steps_in_reach(start, cells, steps, stride)
        }
    }
}

twice! {
    /// Cells with all that so many steps over these lead to.
    pub(crate) fn grow<const W: usize>(
        start: Bits<W>,
        cells: &Bits<W>,
        steps: u32,
        stride: u32,
    ) -> Bits<W> {
        grow_plainly(start, cells, steps, stride)
    }
}

twice! {
    /// Cells with all of these that hang together with them.
    pub(crate) fn flood<const W: usize>(start: Bits<W>, cells: &Bits<W>, stride: u32) -> Bits<W> {
        grow_plainly(start, cells, u32::MAX, stride)
    }
}

twice! {
    /// Whether all of `wanted` hangs together with `start` over these cells, so many in all.
    pub(crate) fn has_room<const W: usize>(
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
}

twice! {
    /// Whether a cell hangs together with so many over these, itself among them.
    pub(crate) fn lives<const W: usize>(
        start: usize,
        cells: &Bits<W>,
        size: u32,
        stride: u32,
    ) -> bool {
        let mut region = Bits::one(start);
        // Enough cells are found sooner than all.
        while region.len() < size {
            let wider = region | (region.around(stride) & *cells);
            if wider == region {
                return false;
            }
            region = wider;
        }
        true
    }
}

twice! {
    /// What is in or beside two of these at least, one of which may be `first`.
    pub(crate) fn twice_near<const W: usize>(
        first: Bits<W>,
        numbers: &[u16],
        balls: &[Bits<W>],
        stride: u32,
    ) -> Bits<W> {
        let (mut once, mut twice) = (first, Bits::NONE);
        for &number in numbers {
            let ball = balls[usize::from(number)];
            let near = ball | ball.around(stride);
            twice |= once & near;
            once |= near;
        }
        twice
    }
}

twice! {
    /// Of `near` the cells that the ways from `prey` over these come to first; all where there is no way.
    pub(crate) fn first_met<const W: usize>(
        prey: Bits<W>,
        near: Bits<W>,
        cells: &Bits<W>,
        stride: u32,
    ) -> Bits<W> {
        let mut wave = prey.around(stride) & *cells;
        loop {
            if wave.meets(&near) {
                return wave & near;
            }
            let wider = wave | (wave.around(stride) & *cells);
            if wider == wave {
                return near;
            }
            wave = wider;
        }
    }
}

twice! {
    /// Of `choices` those that are nearest to `start` over `neutral`, at most so many steps away.
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
}

twice! {
    /// So many steps over `open` it takes from one of `painted` to all others, where those on the way do
    /// not count. It is `None` if there is no way, and may be if there are more than `most`.
    pub(crate) fn steps_to_all<const W: usize>(
        painted: &Bits<W>,
        open: &Bits<W>,
        most: u32,
        stride: u32,
    ) -> Option<u32> {
        let mut region = grow_plainly(Bits::one(painted.first()?), painted, u32::MAX, stride);
        let mut steps = 0;
        while !painted.without(region).is_empty() {
            let wider = region | (region.around(stride) & *open);
            if wider == region || steps > most {
                return None;
            }
            let met = wider & *painted;
            if met == region & *painted {
                steps += 1;
                region = wider;
            } else {
                region |= grow_plainly(met, painted, u32::MAX, stride);
            }
        }
        Some(steps)
    }
}

// What these do is compiled for the processors that the caller is compiled for: they have to be a part of it.

/// What [`steps_from`] does, word by word: a step goes `stride` bits up or down at most, so on large boards most
/// words are out of reach.
#[allow(clippy::inline_always)]
#[inline(always)]
fn steps_in_reach<const W: usize>(
    start: usize,
    cells: &Bits<W>,
    steps: u32,
    stride: u32,
) -> Bits<W> {
    let mut reached = Bits::one(start);
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

/// What [`grow`] does.
#[allow(clippy::inline_always)]
#[inline(always)]
fn grow_plainly<const W: usize>(
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

#[cfg(test)]
mod tests {
    use super::{
        IS_PLAIN, first_met, flood, grow, has_room, lives, nearest, steps_from, steps_to_all,
        twice_near,
    };
    use crate::bits::Bits;
    use crate::search::next;

    /// What all of them say of cells that chance chooses.
    fn all<const W: usize>(random: &mut u64) -> String {
        let stride = [4, 7, 12, 16, 31][(next(random) % 5) as usize];
        let mut cells = || {
            let density = next(random) % 4;
            let mut cells = Bits::<W>::NONE;
            for index in 0..64 * W {
                if next(random) % 5 > density {
                    cells.insert(index);
                }
            }
            cells
        };
        let (open, some, others) = (cells(), cells(), cells());
        let few = others.without(some).without(open);
        let start = (next(random) % (64 * W as u64)) as usize;
        let one = Bits::one(start);
        let steps = (next(random) % 20) as u32;
        let balls = [open, some, others, few];
        // Words out of reach change nothing.
        assert_eq!(steps_from(start, &open, steps, stride), grow(one, &open, steps, stride));
        format!(
            "{:?}",
            (
                steps_from(start, &open, steps, stride),
                grow(one, &open, steps, stride),
                flood(one, &open, stride),
                has_room(one, &open, &one, 3 * steps, stride),
                lives(start, &some, 2 * steps, stride),
                twice_near(few, &[1, 3], &balls, stride),
                first_met(few, one, &open, stride),
                nearest(one, &few, &open, steps, stride),
                steps_to_all(&(one | few), &open, steps, stride),
            )
        )
    }

    fn agree<const W: usize>() {
        let mut said = std::collections::BTreeSet::new();
        for seed in 1..=300 {
            let [wide, plain] = [false, true].map(|is_plain| {
                IS_PLAIN.set(is_plain);
                let mut random = seed;
                all::<W>(&mut random)
            });
            assert_eq!(wide, plain, "seed {seed}, {W} words");
            said.insert(wide);
        }
        assert!(said.len() > 290, "they say nothing: {}", said.len());
    }

    #[test]
    fn both_versions_say_the_same() {
        agree::<4>();
        agree::<8>();
        agree::<16>();
    }

    #[test]
    fn so_many_steps_and_no_more() {
        // A row of ten cells; a step is one of them.
        let mut row = Bits::<16>::NONE;
        row.put_row(20, 0b11_1111_1111);
        assert_eq!(steps_from(20, &row, 3, 31).len(), 4);
        assert_eq!(grow(Bits::one(24), &row, 2, 31).len(), 5);
        assert_eq!(flood(Bits::one(24), &row, 31), row);
        assert!(lives(29, &row, 10, 31) && !lives(29, &row, 11, 31));
    }
}
