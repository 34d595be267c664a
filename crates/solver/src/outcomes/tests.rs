//! Outcomes compared with all sets, painted one by one.

use std::collections::BTreeSet;
use std::convert::Infallible;

use super::{Branch, Leaf, Outcomes, Pruned, Visitor};
use crate::bits::Bits;
use crate::budget::{Budget, Counts, Meter};
use crate::part::{Components, Part};
use crate::random::next_random;
use crate::shape::Number;

const SIDE: u8 = 5;

/// An outcome independent of its place: keys of the components, and the number of single numbers.
type Remains = (Vec<u64>, u32);

fn remains(components: &Components) -> Remains {
    let mut keys: Vec<u64> = components.shapes.iter().map(|shape| shape.key).collect();
    keys.sort_unstable();
    (keys, components.singles)
}

/// A random part with holes and numbers.
pub(crate) fn part(random: &mut u64) -> Part<1> {
    let (holes, share) = (next_random(random) % 3, 2 + next_random(random) % 4);
    let value_max = 2 + next_random(random) % 5;
    let (mut rows, mut numbers) = (vec![0; SIDE.into()], Vec::new());
    for row in 0..SIDE {
        for column in 0..SIDE {
            if next_random(random) % 10 < holes {
                continue;
            }
            rows[usize::from(row)] |= 1 << column;
            if next_random(random) % 10 < share {
                let value = (1 + next_random(random) % value_max) as u8;
                numbers.push(Number { row, column, value });
            }
        }
    }
    Part::new(&rows, SIDE, &numbers)
}

/// All sets of a number, grown cell by cell.
pub(crate) fn sets(part: &Part<1>, number: usize) -> BTreeSet<u64> {
    let center = part.numbers[number];
    let mut sets = BTreeSet::from([Bits::<1>::single(center.at.into()).0[0]]);
    for _ in 1..center.value {
        let grow = |set: u64| {
            let set = Bits([set]);
            let near = (set.around(part.stride) & part.empties).without(set);
            near.iter().map(move |cell| (set | Bits::single(cell)).0[0])
        };
        sets = sets.into_iter().flat_map(grow).collect();
    }
    sets
}

/// How many numbers a painted set leaves alive, and their components, evaluated from scratch.
pub(crate) fn left_by(part: &Part<1>, set: u64) -> (usize, Components) {
    let lost = Bits([set]) | Bits([set]).around(part.stride);
    let empties = part.empties.without(lost);
    let mut balls = vec![Bits::EMPTY; part.numbers.len()];
    let mut alive = Vec::new();
    for (other, &center) in part.numbers.iter().enumerate() {
        if !lost.contains(center.at.into())
            && let Some(ball) = part.ball(center, empties)
        {
            balls[other] = ball;
            alive.push(other as u16);
        }
    }
    (alive.len(), part.components_of(&alive, &balls, 0))
}

/// Outcomes of all sets, each painted and evaluated from scratch.
fn by_sets(part: &Part<1>, number: usize) -> BTreeSet<Remains> {
    let left = |set: u64| remains(&left_by(part, set).1);
    sets(part, number).into_iter().map(left).collect()
}

/// Visitor that collects the outcomes of leaves with a set, and checks the sets.
struct Gatherer<'p> {
    part: &'p Part<1>,
    number: usize,
    remains: BTreeSet<Remains>,
    uncertain: usize,
}

impl Visitor<1> for Gatherer<'_> {
    type End = Infallible;

    fn leaf(&mut self, leaf: &Leaf<'_, 1>) -> Result<(), Infallible> {
        let (mut counts, outcomes) = (Counts::default(), Outcomes::new(self.part, self.number));
        let mut meter = Meter::new(&mut counts, &Budget::unlimited(), false);
        let set =
            outcomes.realize(leaf.painted, leaf.neutral, &mut meter).expect("there is no limit");
        self.uncertain += usize::from(!leaf.is_certain);
        // A search that is cut short at any step says nothing.
        for effort in (0..100).filter(|_| !leaf.is_certain) {
            let budget = Budget { effort: Some(effort), ..Budget::unlimited() };
            let mut meter = Meter::new(&mut counts, &budget, false);
            let cut_short = outcomes.realize(leaf.painted, leaf.neutral, &mut meter);
            assert!(cut_short.is_err() || cut_short == Ok(set), "within {effort}: {cut_short:?}");
        }
        assert!(set.is_ok() || !leaf.is_certain, "a certain outcome has a set");
        if let Ok(set) = set {
            assert!(sets(self.part, self.number).contains(&set.0[0]), "it is a set of the number");
            self.remains
                .insert(remains(&self.part.components_of(leaf.alive, leaf.balls, leaf.safe)));
        }
        Ok(())
    }
}

fn gatherer(part: &Part<1>, number: usize) -> Gatherer<'_> {
    Gatherer { part, number, remains: BTreeSet::new(), uncertain: 0 }
}

#[test]
fn enumeration_visits_exactly_the_outcomes_of_all_sets() {
    let (mut random, mut outcomes, mut uncertain) = (1, 0, 0);
    for _ in 0..400 {
        let part = part(&mut random);
        for number in 0..part.numbers.len() {
            let mut all = gatherer(&part, number);
            let _ = Outcomes::new(&part, number).enumerate(&mut all);
            assert_eq!(all.remains, by_sets(&part, number), "number {number} of {part:?}");
            outcomes += all.remains.len();
            uncertain += all.uncertain;
        }
    }
    // Enough of both occurred.
    assert!(outcomes > 2000 && uncertain > 0, "{outcomes} outcomes, {uncertain} uncertain");
}

/// Ends an enumeration after some steps, or right after a leaf.
struct Ends<'g, 'p> {
    gatherer: &'g mut Gatherer<'p>,
    steps: u64,
    at_outcomes: bool,
}

impl Visitor<1> for Ends<'_, '_> {
    type End = ();

    fn can_prune(&mut self, _branch: &Branch<'_, 1>) -> Result<Option<Pruned>, ()> {
        if self.steps == 0 {
            return Err(());
        }
        self.steps -= 1;
        Ok(None)
    }

    fn leaf(&mut self, leaf: &Leaf<'_, 1>) -> Result<(), ()> {
        let _ = self.gatherer.leaf(leaf);
        // The resumed enumeration visits this leaf again.
        let ends = std::mem::take(&mut self.at_outcomes);
        if ends { Err(()) } else { Ok(()) }
    }
}

#[test]
fn an_enumeration_resumes_where_it_was_ended() {
    let (mut random, mut ended) = (4, 0);
    for _ in 0..200 {
        let part = part(&mut random);
        for number in 0..part.numbers.len() {
            let (mut all, mut path) = (gatherer(&part, number), Vec::new());
            loop {
                let (steps, at_outcomes) =
                    (1 + next_random(&mut random) % 9, next_random(&mut random).is_multiple_of(2));
                let mut visit = Ends { gatherer: &mut all, steps, at_outcomes };
                match Outcomes::new(&part, number).resume(path, &mut visit) {
                    Err((there, ())) => path = there,
                    Ok(_) => break,
                }
                ended += 1;
                assert!(ended < 1_000_000, "it comes to an end");
            }
            assert_eq!(all.remains, by_sets(&part, number), "number {number} of {part:?}");
        }
    }
    assert!(ended > 3000, "ended {ended} times");
}

/// Number of outcomes in which no other number is alive.
struct Killed(u32);

impl Visitor<1> for Killed {
    type End = Infallible;

    fn leaf(&mut self, leaf: &Leaf<'_, 1>) -> Result<(), Infallible> {
        self.0 += u32::from(leaf.alive.is_empty());
        Ok(())
    }
}

#[test]
fn an_attacking_set_reaches_the_others_wherever_there_is_room() {
    // From the middle of seven rows, eleven cells suffice to get next to two corners, nearest
    // first.
    let numbers = [(0, 0, 2), (0, 6, 2), (3, 3, 11)];
    let numbers = numbers.map(|(row, column, value)| Number { row, column, value });
    let part = Part::<1>::new(&[0b111_1111; 7], 7, &numbers);
    let (mut random, mut killed) = (3, Killed(0));
    let mut outcomes = Outcomes::new(&part, 2);
    for _ in 0..400 {
        let _ = outcomes.sample(&mut || next_random(&mut random), &mut killed);
    }
    // Half of the samples attack; a quarter of these attack both numbers for sure, and more than
    // half of the others both as well.
    assert!(killed.0 > 100, "{} of 400", killed.0);
}
