//! Numbers that exclude each other: whichever of two is played, the other dies.
//!
//! Nothing is worth more than moves can be made in it, one after the other. Of numbers that exclude each other only
//! one is ever played, so no more moves can be made than there are numbers in the largest set of them in which
//! no two do. Where numbers are large that is often half as many as there are numbers. Cells are lost while
//! the game goes on and never come back, so what excludes each other once does so to the end.

use std::ops::ControlFlow;

use engine::planted::{Fault, planted};

use crate::bits::Bits;
use crate::part::Part;
use crate::walk::{Leaf, Rest, Visitor, Walk};

/// Of more numbers than this it is not asked which exclude each other.
const NUMBERS_MAX: usize = 10;
/// Of two it is not asked, either: their value is soon known.
const NUMBERS_MIN: usize = 3;
/// So many steps a walk may take to find out whether one leaves room for the other.
const STEPS: u32 = 30;

/// By number, which others it excludes: bit `n` stands for number `n`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rivals([u16; NUMBERS_MAX]);

impl Rivals {
    /// Those of a part; `None` if there are none or if it is not asked.
    pub(crate) fn of<const W: usize>(part: &Part<W>) -> Option<Self> {
        let count = part.numbers.len();
        if !(NUMBERS_MIN..=NUMBERS_MAX).contains(&count) {
            return None;
        }
        Self::among(count, |one, other| exclude(part, one, other))
    }

    /// Those of so many numbers, told pair by pair; `None` if there are none.
    fn among(count: usize, exclude: impl Fn(usize, usize) -> bool) -> Option<Self> {
        let mut rivals = Self::default();
        for one in 1..count {
            for other in 0..one {
                if exclude(one, other) {
                    rivals.0[one] |= 1 << other;
                    rivals.0[other] |= 1 << one;
                }
            }
        }
        rivals.0.iter().any(|&of_one| of_one != 0).then_some(rivals)
    }

    /// How many moves can be made at most with these numbers.
    pub(crate) fn moves_of(&self, numbers: &[u16]) -> u32 {
        self.most(numbers.iter().fold(0, |all, number| all | 1 << number))
    }

    /// How many numbers there are in the largest set of these in which no two exclude each other.
    fn most(&self, numbers: u16) -> u32 {
        if numbers == 0 {
            return 0;
        }
        let others = numbers & (numbers - 1);
        let of_first = others & self.0[numbers.trailing_zeros() as usize];
        let with_first = 1 + self.most(others & !of_first);
        if of_first == 0 { with_first } else { with_first.max(self.most(others)) }
    }
}

/// How many moves can be made at most where a walk is. This is asked at every step, so it looks at the cell of a
/// number and those beside it alone, which another one has to leave free.
pub(crate) fn moves_left<const W: usize>(part: &Part<W>, rest: &Rest<'_, W>) -> u32 {
    let count = rest.alive.len();
    if count > NUMBERS_MAX {
        return count as u32;
    }
    let empties = part.empties & rest.reach;
    let seed = |index: usize| part.numbers[usize::from(rest.alive[index])];
    let near = |index: usize| {
        let cell = Bits::one(seed(index).at.into());
        cell | cell.around(part.stride)
    };
    let spares = |one: usize, other: usize| {
        let near = near(other);
        !near.has(seed(one).at.into()) && part.lives(seed(one), empties.without(near))
    };
    let rivals = Rivals::among(count, |one, other| !spares(one, other) || !spares(other, one));
    rivals.map_or(count as u32, |rivals| rivals.most((1 << count) - 1))
}

/// Whether two numbers of a part exclude each other, as far as is soon seen.
fn exclude<const W: usize>(part: &Part<W>, one: usize, other: usize) -> bool {
    let near = part.balls[one] | part.balls[one].around(part.stride);
    if !near.meets(&part.balls[other]) {
        return false;
    }
    if planted(Fault::SolverAllRivals) {
        return true;
    }
    let cell = Bits::<W>::one(part.numbers[one].at.into());
    if cell.around(part.stride).has(part.numbers[other].at.into()) {
        return true;
    }
    if goes_away(part, one, other) || goes_away(part, other, one) {
        return false;
    }
    let two = part.only([one, other]);
    (0..2).any(|number| {
        let mut looker = Looker { steps: STEPS, leaves_room: false };
        let _ = Walk::new(&two, number).run(&mut looker);
        !looker.leaves_room
    })
}

/// Whether a number leaves room for another if it goes as far away from it as it can, cell by cell.
fn goes_away<const W: usize>(part: &Part<W>, one: usize, other: usize) -> bool {
    let (seed, other, ball) = (part.numbers[one], part.numbers[other], part.balls[one]);
    // What is within so many steps of the other one.
    let mut within = vec![Bits::one(other.at.into())];
    while let Some(&last) = within.last() {
        let wider = last | (last.around(part.stride) & (part.empties | ball));
        if wider == last {
            break;
        }
        within.push(wider);
    }
    let mut set = Bits::one(seed.at.into());
    for _ in 1..seed.value {
        let near = (set.around(part.stride) & ball).without(set);
        let farthest = within.iter().rev().map(|within| near.without(*within));
        let Some(cell) = farthest.chain([near]).find_map(|cells| cells.first()) else {
            return false;
        };
        set.insert(cell);
    }
    let lost = set | set.around(part.stride);
    !lost.has(other.at.into()) && part.lives(other, part.empties.without(lost))
}

/// Looks for an outcome that leaves the other of two numbers alive.
struct Looker {
    steps: u32,
    /// Whether there is one, or may be one.
    leaves_room: bool,
}

impl<const W: usize> Visitor<W> for Looker {
    fn is_settled(&mut self, rest: &Rest<'_, W>) -> ControlFlow<(), bool> {
        let Some(steps) = self.steps.checked_sub(1) else {
            self.leaves_room = true;
            return ControlFlow::Break(());
        };
        self.steps = steps;
        ControlFlow::Continue(rest.alive.is_empty() && rest.safe == 0)
    }

    fn leaf(&mut self, leaf: &Leaf<'_, W>) -> ControlFlow<()> {
        self.leaves_room = !leaf.alive.is_empty() || leaf.safe > 0;
        if self.leaves_room { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
