//! Conflicts between numbers, which bound the value of a component.
//!
//! Two numbers are in conflict if every set of one kills the other, so that only one of them is
//! ever played:
//!
//! ```text
//! 2 # # 2      B B . 2      2 . B B
//! ```
//!
//! The value of a component is at most the number of moves that can be made in it, one after the
//! other, and of two numbers in conflict only one is played. So the largest independent set of the
//! conflict graph is a bound. Where numbers are large, it is often half their count. Cells are only
//! ever lost during a game, so a conflict lasts to the end.
//!
//! Naively, a conflict is found by comparing all pairs of sets. Departures:
//!
//! 1. Balls that do not touch decide at once.
//! 2. Otherwise the outcomes of the two numbers alone decide. They are enumerated for a few steps
//!    only; a conflict that is not found in time is left out, which weakens the bound but keeps it
//!    valid.
//! 3. The graph is built once for a component.

use crate::planted::{Fault, planted};

use crate::bits::Bits;
use crate::outcomes::{Branch, Leaf, Outcomes, Pruned, Visitor};
use crate::part::Part;
use crate::tuning::{CONFLICT_NUMBERS_MIN, CONFLICT_STEPS};

/// Most numbers for which a graph is built; each has a bit mask of this size at least.
const NUMBERS_MAX: usize = 10;

/// An upper bound on the number of moves that can be made with some numbers: a bound, no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MovesBound(u32);

impl MovesBound {
    /// One move for each number.
    fn of_numbers(count: usize) -> Self {
        Self(count as u32)
    }

    pub(crate) fn moves(self) -> u32 {
        self.0
    }
}

/// For each number a bit mask of the numbers it is in conflict with.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ConflictGraph([u16; NUMBERS_MAX]);

impl ConflictGraph {
    /// Conflicts of a part; `None` if there are none, or too few or too many numbers.
    pub(crate) fn of<const W: usize>(part: &Part<W>) -> Option<Self> {
        let count = part.numbers.len();
        if !(CONFLICT_NUMBERS_MIN..=NUMBERS_MAX).contains(&count) {
            return None;
        }
        Self::among(count, |one, other| are_in_conflict(part, one, other, CONFLICT_STEPS))
    }

    /// Conflicts among `count` numbers, asked pair by pair; `None` if there are none.
    fn among(count: usize, conflict: impl Fn(usize, usize) -> bool) -> Option<Self> {
        let mut conflicts = Self::default();
        for one in 1..count {
            for other in 0..one {
                if conflict(one, other) {
                    conflicts.0[one] |= 1 << other;
                    conflicts.0[other] |= 1 << one;
                }
            }
        }
        conflicts.0.iter().any(|&of_one| of_one != 0).then_some(conflicts)
    }

    /// Bound on the moves that can be made with these numbers, given the conflicts that are known.
    pub(crate) fn max_moves(conflicts: Option<&Self>, numbers: &[u16]) -> MovesBound {
        let Some(conflicts) = conflicts else { return MovesBound::of_numbers(numbers.len()) };
        let all = numbers.iter().fold(0, |all, number| all | 1 << number);
        MovesBound(conflicts.max_independent(all))
    }

    /// Size of the largest independent set among the numbers of this mask.
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

/// True if a conflict is found with this many steps for each enumeration: the numbers are next to
/// each other, or all outcomes of one were visited, and none leaves the other alive.
fn are_in_conflict<const W: usize>(part: &Part<W>, one: usize, other: usize, steps: u32) -> bool {
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
    let two = part.only([one, other]);
    (0..2)
        .any(|number| Outcomes::new(&two, number).enumerate(&mut SurvivorVisitor { steps }).is_ok())
}

/// Searches for an outcome in which the other of two numbers is alive.
struct SurvivorVisitor {
    steps: u32,
}

/// The end of a search for a survivor.
enum NoConflict {
    Survivor,
    /// The steps ran out, so there may be a survivor.
    OutOfSteps,
}

impl<const W: usize> Visitor<W> for SurvivorVisitor {
    type End = NoConflict;

    fn can_prune(&mut self, branch: &Branch<'_, W>) -> Result<Option<Pruned>, NoConflict> {
        self.steps = self.steps.checked_sub(1).ok_or(NoConflict::OutOfSteps)?;
        Ok(branch.without_survivors())
    }

    fn leaf(&mut self, leaf: &Leaf<'_, W>) -> Result<(), NoConflict> {
        let is_alive = !leaf.alive.is_empty() || leaf.safe > 0;
        if is_alive { Err(NoConflict::Survivor) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::{CONFLICT_STEPS, ConflictGraph, are_in_conflict};
    use crate::bits::Bits;
    use crate::outcomes::tests::{part, sets};
    use crate::part::Part;

    fn with_neighbours(part: &Part<1>, set: u64) -> u64 {
        (Bits([set]) | Bits([set]).around(part.stride)).0[0]
    }

    /// Largest number of these that have sets of which no two touch, by exhaustive search; `lost`
    /// touches earlier sets.
    fn longest(part: &Part<1>, sets: &[Vec<u64>], lost: u64) -> u32 {
        let Some((of_first, others)) = sets.split_first() else { return 0 };
        let played = of_first
            .iter()
            .filter(|&&set| set & lost == 0)
            .map(|&set| 1 + longest(part, others, lost | with_neighbours(part, set)));
        played.max().unwrap_or(0).max(longest(part, others, lost))
    }

    #[test]
    fn conflicts_are_real_and_most_of_them_are_found() {
        let (mut random, mut found, mut missed, mut near_each_other) = (5, 0, 0, 0);
        for _ in 0..4000 {
            let part = part(&mut random);
            for one in 0..part.numbers.len() {
                for other in 0..one {
                    let sets = [one, other].map(|number| sets(&part, number).into_iter().collect());
                    let all_touch = longest(&part, &sets, 0) < 2;
                    let is_found = |steps| are_in_conflict(&part, one, other, steps);
                    // However soon the search ends, a conflict is real.
                    for steps in 0..CONFLICT_STEPS {
                        assert!(
                            all_touch || !is_found(steps),
                            "{steps} steps: {one}, {other}, {part:?}"
                        );
                    }
                    match (all_touch, is_found(CONFLICT_STEPS)) {
                        (true, true) => found += 1,
                        (true, false) => missed += 1,
                        (false, is_said) => {
                            assert!(!is_said, "{one} and {other} of {part:?}");
                            let near = with_neighbours(&part, part.balls[one].0[0]);
                            near_each_other += u32::from(part.balls[other].0[0] & near != 0);
                        }
                    }
                }
            }
        }
        let counts = (found, missed, near_each_other);
        assert!(missed * 20 < found && near_each_other > 5, "{counts:?}");
    }

    #[test]
    fn the_bound_holds_and_is_often_exact() {
        let (mut random, mut fewer, mut exact) = (6, 0, 0);
        for _ in 0..600 {
            let part = part(&mut random);
            let sets: Vec<Vec<u64>> = (0..part.numbers.len())
                .map(|number| sets(&part, number).into_iter().collect())
                .collect();
            if !(2..=5).contains(&sets.len()) || sets.iter().any(|sets| sets.len() > 60) {
                continue;
            }
            let alive: Vec<u16> = (0..sets.len() as u16).collect();
            let count = sets.len() as u32;
            let said = ConflictGraph::max_moves(ConflictGraph::of(&part).as_ref(), &alive).moves();
            let made = longest(&part, &sets, 0);
            assert!(made <= said, "{made} moves instead of {said} in {part:?}");
            fewer += u32::from(said < count);
            exact += u32::from(said == made && made < count);
        }
        assert!(exact > 50, "{exact} of {fewer} are reached");
    }

    #[test]
    fn the_largest_independent_set() {
        // A path of five, 0-1-2-3-4, and then a complete graph.
        let path = ConflictGraph::among(5, |one, other| one - other == 1).unwrap();
        assert_eq!(
            [0b11111, 0b01111, 0b00110, 0b01010, 0].map(|set| path.max_independent(set)),
            [3, 2, 1, 2, 0]
        );
        assert_eq!(ConflictGraph::max_moves(Some(&path), &[0, 2, 4]).moves(), 3);
        let all = ConflictGraph::among(5, |_, _| true).unwrap();
        assert_eq!(all.max_independent(0b11111), 1);
        assert!(ConflictGraph::among(5, |_, _| false).is_none());
    }
}
