//! Numbers that exclude each other: whichever of two is played, the other dies.
//!
//! Nothing is worth more than moves can be made in it, one after the other. Of numbers that exclude each other only
//! one is ever played, so no more moves can be made than there are numbers in the largest set of them in which
//! no two do. Where numbers are large that is often half as many as there are numbers. Cells are lost while
//! the game goes on and never come back, so what excludes each other once does so to the end.

use std::ops::ControlFlow;

use crate::planted::{Fault, planted};

use crate::bits::Bits;
use crate::part::Part;
use crate::tuning::{CONFLICT_NUMBERS_MAX_PER_STEP, CONFLICT_NUMBERS_MIN, CONFLICT_WALK_STEPS};
use crate::walk::{Visitor, Walk, WalkLeaf, WalkState};

/// Of more numbers than this it is not asked which exclude each other.
const NUMBERS_MAX: usize = 10;

/// By number, which others it excludes: bit `n` stands for number `n`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ConflictGraph([u16; NUMBERS_MAX]);

impl ConflictGraph {
    /// Those of a part; `None` if there are none or if it is not asked.
    pub(crate) fn of<const W: usize>(part: &Part<W>) -> Option<Self> {
        let count = part.numbers.len();
        if !(CONFLICT_NUMBERS_MIN..=NUMBERS_MAX).contains(&count) {
            return None;
        }
        Self::among(count, |one, other| in_conflict(part, one, other))
    }

    /// Those of so many numbers, told pair by pair; `None` if there are none.
    fn among(count: usize, in_conflict: impl Fn(usize, usize) -> bool) -> Option<Self> {
        let mut conflicts = Self::default();
        for one in 1..count {
            for other in 0..one {
                if in_conflict(one, other) {
                    conflicts.0[one] |= 1 << other;
                    conflicts.0[other] |= 1 << one;
                }
            }
        }
        conflicts.0.iter().any(|&of_one| of_one != 0).then_some(conflicts)
    }

    /// How many moves can be made at most with these numbers.
    pub(crate) fn max_moves(&self, numbers: &[u16]) -> u32 {
        self.max_independent(numbers.iter().fold(0, |all, number| all | 1 << number))
    }

    /// How many numbers there are in the largest set of these in which no two exclude each other.
    fn max_independent(&self, numbers: u16) -> u32 {
        if numbers == 0 {
            return 0;
        }
        let others = numbers & (numbers - 1);
        let of_first = others & self.0[numbers.trailing_zeros() as usize];
        let with_first = 1 + self.max_independent(others & !of_first);
        if of_first == 0 { with_first } else { with_first.max(self.max_independent(others)) }
    }
}

/// How many moves can be made at most where a walk is. This is asked at every step, so it looks at the cell of a
/// number and those beside it alone, which another one has to leave free.
pub(crate) fn max_moves_left<const W: usize>(part: &Part<W>, state: &WalkState<'_, W>) -> u32 {
    let count = state.alive.len();
    if count > CONFLICT_NUMBERS_MAX_PER_STEP {
        return count as u32;
    }
    let empties = part.empties & state.reach;
    let center = |index: usize| part.numbers[usize::from(state.alive[index])];
    let near = |index: usize| {
        let cell = Bits::single(center(index).at.into());
        cell | cell.around(part.stride)
    };
    let spares = |one: usize, other: usize| {
        let near = near(other);
        !near.contains(center(one).at.into()) && part.lives(center(one), empties.without(near))
    };
    let conflicts =
        ConflictGraph::among(count, |one, other| !spares(one, other) || !spares(other, one));
    conflicts.map_or(count as u32, |conflicts| conflicts.max_independent((1 << count) - 1))
}

/// Whether two numbers of a part exclude each other, as far as is soon seen.
fn in_conflict<const W: usize>(part: &Part<W>, one: usize, other: usize) -> bool {
    let near = part.balls[one] | part.balls[one].around(part.stride);
    if !near.intersects(&part.balls[other]) {
        return false;
    }
    if planted(Fault::AllRivals) {
        return true;
    }
    let cell = Bits::<W>::single(part.numbers[one].at.into());
    if cell.around(part.stride).contains(part.numbers[other].at.into()) {
        return true;
    }
    if can_avoid(part, one, other) || can_avoid(part, other, one) {
        return false;
    }
    let two = part.only([one, other]);
    (0..2).any(|number| {
        let mut visitor = SurvivorVisitor { steps: CONFLICT_WALK_STEPS, has_survivor: false };
        let _ = Walk::new(&two, number).run(&mut visitor);
        !visitor.has_survivor
    })
}

/// Whether a number leaves room for another if it goes as far away from it as it can, cell by cell.
fn can_avoid<const W: usize>(part: &Part<W>, one: usize, other: usize) -> bool {
    let (center, other, ball) = (part.numbers[one], part.numbers[other], part.balls[one]);
    // What is within so many steps of the other one.
    let mut within = vec![Bits::single(other.at.into())];
    while let Some(&last) = within.last() {
        let wider = last | (last.around(part.stride) & (part.empties | ball));
        if wider == last {
            break;
        }
        within.push(wider);
    }
    let mut set = Bits::single(center.at.into());
    for _ in 1..center.value {
        let near = (set.around(part.stride) & ball).without(set);
        let farthest = within.iter().rev().map(|within| near.without(*within));
        let Some(cell) = farthest.chain([near]).find_map(|cells| cells.first()) else {
            return false;
        };
        set.insert(cell);
    }
    let lost = set | set.around(part.stride);
    !lost.contains(other.at.into()) && part.lives(other, part.empties.without(lost))
}

/// Looks for an outcome that leaves the other of two numbers alive.
struct SurvivorVisitor {
    steps: u32,
    /// Whether there is one, or may be one.
    has_survivor: bool,
}

impl<const W: usize> Visitor<W> for SurvivorVisitor {
    fn can_prune(&mut self, state: &WalkState<'_, W>) -> ControlFlow<(), bool> {
        let Some(steps) = self.steps.checked_sub(1) else {
            self.has_survivor = true;
            return ControlFlow::Break(());
        };
        self.steps = steps;
        ControlFlow::Continue(state.alive.is_empty() && state.safe == 0)
    }

    fn leaf(&mut self, leaf: &WalkLeaf<'_, W>) -> ControlFlow<()> {
        self.has_survivor = !leaf.alive.is_empty() || leaf.safe > 0;
        if self.has_survivor { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::{ConflictGraph, can_avoid, in_conflict, max_moves_left};
    use crate::bits::Bits;
    use crate::part::Part;
    use crate::walk::WalkState;
    use crate::walk::tests::{part, sets};

    fn with_neighbours(part: &Part<1>, set: u64) -> u64 {
        (Bits([set]) | Bits([set]).around(part.stride)).0[0]
    }

    /// The largest number of these that have sets of which no two touch, by trying all; `lost` touches others.
    fn longest(part: &Part<1>, sets: &[Vec<u64>], lost: u64) -> u32 {
        let Some((of_first, others)) = sets.split_first() else { return 0 };
        let played = of_first
            .iter()
            .filter(|&&set| set & lost == 0)
            .map(|&set| 1 + longest(part, others, lost | with_neighbours(part, set)));
        played.max().unwrap_or(0).max(longest(part, others, lost))
    }

    #[test]
    fn two_numbers_exclude_each_other_only_if_all_their_sets_touch_and_are_found_mostly() {
        let (mut random, mut found, mut missed, mut narrow) = (5, 0, 0, 0);
        for _ in 0..4000 {
            let part = part(&mut random);
            for one in 0..part.numbers.len() {
                for other in 0..one {
                    let sets = [one, other].map(|number| sets(&part, number).into_iter().collect());
                    let all_touch = longest(&part, &sets, 0) < 2;
                    match (all_touch, in_conflict(&part, one, other)) {
                        (true, true) => found += 1,
                        (true, false) => missed += 1,
                        (false, is_said) => {
                            assert!(!is_said, "{one} and {other} of {part:?}");
                            let is_seen =
                                can_avoid(&part, one, other) || can_avoid(&part, other, one);
                            let near = with_neighbours(&part, part.balls[one].0[0]);
                            narrow += u32::from(!is_seen && part.balls[other].0[0] & near != 0);
                        }
                    }
                }
            }
        }
        // Some have sets that do not touch, which take more than to go away from each other.
        assert!(missed * 20 < found && narrow > 5, "{found} found, {missed} not, {narrow} narrow");
    }

    #[test]
    fn no_more_moves_are_made_than_are_said() {
        let (mut random, mut fewer, mut exact) = (6, [0; 2], [0; 2]);
        for _ in 0..600 {
            let part = part(&mut random);
            let sets: Vec<Vec<u64>> = (0..part.numbers.len())
                .map(|number| sets(&part, number).into_iter().collect())
                .collect();
            if !(2..=5).contains(&sets.len()) || sets.iter().any(|sets| sets.len() > 60) {
                continue;
            }
            let alive: Vec<u16> = (0..sets.len() as u16).collect();
            let reach = part.balls.iter().fold(Bits::EMPTY, |all, &ball| all | ball);
            let balls = &part.balls;
            let state = WalkState { alive: &alive, balls, reach, safe: 0, threatened: reach };
            let count = sets.len() as u32;
            let by_pairs =
                ConflictGraph::of(&part).map_or(count, |conflicts| conflicts.max_moves(&alive));
            let made = longest(&part, &sets, 0);
            for (way, said) in [by_pairs, max_moves_left(&part, &state)].into_iter().enumerate() {
                assert!(made <= said, "{made} moves instead of {said} in {part:?}");
                fewer[way] += u32::from(said < count);
                exact[way] += u32::from(said == made && made < count);
            }
        }
        assert!(exact.iter().all(|&exact| exact > 50), "{exact:?} of {fewer:?} are reached");
    }

    #[test]
    fn the_largest_set_without_rivals() {
        // A path of five: 0-1-2-3-4. Then all against all.
        let path = ConflictGraph::among(5, |one, other| one - other == 1).unwrap();
        assert_eq!(
            [0b11111, 0b01111, 0b00110, 0b01010, 0].map(|set| path.max_independent(set)),
            [3, 2, 1, 2, 0]
        );
        assert_eq!(path.max_moves(&[0, 2, 4]), 3);
        let all = ConflictGraph::among(5, |_, _| true).unwrap();
        assert_eq!(all.max_independent(0b11111), 1);
        assert!(ConflictGraph::among(5, |_, _| false).is_none());
    }
}
