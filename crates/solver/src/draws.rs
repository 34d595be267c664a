//! Values of whole positions while the game can still be drawn.
//!
//! A position whose numbers are all alive is not a sum of games: if none of them dies, the last
//! move is a draw. So it is searched as a whole, with values win, draw and loss, and a table of its
//! own. The first move by which a number dies leaves a sum of components, whose Grundy value says
//! who wins.
//!
//! The naive algorithm is a negamax over all moves with a table. Departures:
//!
//! 1. Moves are outcomes instead of sets, and of equal components only one is searched.
//! 2. Successors are tried in rounds with growing limits, cheap ones first, and the first win ends
//!    the search.
//! 3. Once a number is dead, a [`GrundySearch`] decides.

use rustc_hash::{FxHashMap, FxHashSet};
use twinboard_vocabulary::random::mix;
use twinboard_vocabulary::two_player::Value;

use crate::bits::Bits;
use crate::budget::{Exhausted, LimitHit, Meter, Metered};
use crate::outcomes::{AllListed, Branch, Leaf, NoSet, Outcomes, Pruned, Visitor};
use crate::part::{Components, Part, with_words};
use crate::planted::{Fault, planted};
use crate::proof::{BestOfMoves, Exact, MoveValue, Proved};
use crate::search::{GrundySearch, ShapeMove, Sum};
use crate::shape::Shape;
use crate::tuning::{DRAW_TABLE_CAPACITY, DRAWABLE_COST_FACTOR};
use crate::winning::PositionMove;

/// Values of positions without a dead number, by key.
pub(crate) type DrawTable = FxHashMap<u64, Proved<Value>>;

/// A move that does not lose, with its value.
pub(crate) type GoodMove = (PositionMove, Proved<MoveValue>);

/// A search for values of whole positions.
pub(crate) struct PositionSearch<'a> {
    pub(crate) table: &'a mut DrawTable,
    pub(crate) grundy: GrundySearch<'a>,
}

impl<'a> Metered<'a> for PositionSearch<'a> {
    fn meter(&mut self) -> &mut Meter<'a> {
        &mut self.grundy.meter
    }
}

/// A position after a move.
#[derive(Clone, Debug)]
pub(crate) enum Successor {
    /// All numbers are alive: the game can still be drawn.
    Undecided(Components),
    /// A number is dead: a sum decides.
    Sum(Sum<Exact>),
}

impl PositionSearch<'_> {
    /// The position that these components form.
    pub(crate) fn after(&self, components: Components, can_be_drawn: bool) -> Successor {
        if can_be_drawn {
            Successor::Undecided(components)
        } else {
            Successor::Sum(self.grundy.sum(components))
        }
    }

    /// Value of a move for the player who made it.
    pub(crate) fn value_of_move(
        &mut self,
        after: &Successor,
    ) -> Result<Proved<MoveValue>, Exhausted> {
        let value = match after {
            Successor::Undecided(components) => self.value(components)?,
            Successor::Sum(sum) => Proved::by_sum(self.grundy.sum_has_value(sum, 0)?),
        };
        Ok(value.of_last_move())
    }

    /// Value of a position without a dead number, for the player to move.
    pub(crate) fn value(&mut self, components: &Components) -> Result<Proved<Value>, Exhausted> {
        if let Some(drawn) = Proved::at_end(components) {
            return Ok(drawn);
        }
        let key = key(components);
        if let Some(&value) = self.table.get(&key) {
            return Ok(value);
        }
        self.grundy.meter.node()?;
        let value = self.best(components, None)?;
        if self.table.len() >= DRAW_TABLE_CAPACITY {
            self.table.clear();
        }
        self.table.insert(key, value.for_table());
        Ok(value)
    }

    /// Value of the best move; frees the outcomes stored for finding it. With `good`, the best move
    /// that does not lose is left there, also if the search ends early.
    pub(crate) fn best(
        &mut self,
        components: &Components,
        good: Option<&mut Option<GoodMove>>,
    ) -> Result<Proved<Value>, Exhausted> {
        let before = self.grundy.meter.stored();
        let found = self.best_outcome(components, good);
        self.grundy.meter.release_to(before);
        found
    }

    fn best_outcome(
        &mut self,
        components: &Components,
        mut good: Option<&mut Option<GoodMove>>,
    ) -> Result<Proved<Value>, Exhausted> {
        let (mut open, listed) = self.outcomes(components, good.is_some())?;
        let mut best = BestOfMoves::of(open.len());
        let mut factor: u64 = 1;
        while !open.is_empty() {
            open.sort_by_key(|outcome| outcome.cost);
            let mut later = Vec::new();
            for outcome in open {
                self.grundy.meter.step()?;
                let effort = self.grundy.meter.outcome_limit(outcome.cost, factor);
                match self.with_limit(effort, |search| search.value_of_move(&outcome.after))? {
                    Ok(value) => {
                        if value.get() > MoveValue(Value::Loss)
                            && let (Some(good), Some(mv)) = (good.as_deref_mut(), outcome.mv)
                        {
                            *good = Some((mv, value));
                        }
                        if let Some(won) = best.add(value) {
                            return Ok(won);
                        }
                    }
                    Err(LimitHit) => later.push(outcome),
                }
            }
            open = later;
            factor = factor.saturating_mul(self.meter().outcome_limit_growth());
        }
        Ok(best.of_all(listed))
    }

    /// A successor for each outcome, with a move to it if that is wanted.
    fn outcomes(
        &mut self,
        components: &Components,
        wants_moves: bool,
    ) -> Result<(Vec<OrderedSuccessor>, AllListed), Exhausted> {
        let mut outcomes = Vec::new();
        if components.singles > 0 {
            let after =
                Components { singles: components.singles - 1, shapes: components.shapes.clone() };
            let mv = wants_moves.then_some(PositionMove::AnySingle);
            outcomes.push(OrderedSuccessor { after: Successor::Undecided(after), cost: 1, mv });
        }
        let different = components.shapes.iter().enumerate().filter(|(index, shape)| {
            components.shapes[..*index].iter().all(|before| before.key != shape.key)
        });
        let listed = AllListed::of_each(different, |(index, shape)| {
            let mut others = components.clone();
            others.shapes.swap_remove(index);
            let list = SuccessorList { search: self, others, wants_moves, outcomes: &mut outcomes };
            with_words!(shape.height, shape.width, W => list.fill::<W>(shape))
        })?;
        Ok((outcomes, listed))
    }
}

/// A successor with the estimated cost of searching it.
struct OrderedSuccessor {
    after: Successor,
    cost: u64,
    /// A move that leads to it, if one is wanted.
    mv: Option<PositionMove>,
}

/// Key of a position, independent of the order of its components.
fn key(components: &Components) -> u64 {
    let shapes =
        components.shapes.iter().fold(0_u64, |sum, shape| sum.wrapping_add(mix(shape.key)));
    let singles = if planted(Fault::SinglesUnkeyed) { 0 } else { components.singles };
    mix(shapes ^ u64::from(singles) << 48)
}

/// The successors of moves in one component.
struct SuccessorList<'w, 's> {
    search: &'w mut PositionSearch<'s>,
    others: Components,
    wants_moves: bool,
    outcomes: &'w mut Vec<OrderedSuccessor>,
}

impl SuccessorList<'_, '_> {
    fn fill<const W: usize>(self, shape: &Shape) -> Result<AllListed, Exhausted> {
        let part = Part::<W>::of(shape);
        let seen = FxHashSet::default();
        let mut visitor = SuccessorVisitor { list: self, shape, part: &part, number: 0, seen };
        Outcomes::enumerate_all(&part, &mut visitor)
    }
}

/// Visitor for one number of one component.
struct SuccessorVisitor<'p, 'w, 's, const W: usize> {
    list: SuccessorList<'w, 's>,
    shape: &'p Shape,
    part: &'p Part<W>,
    number: usize,
    /// Outcomes listed so far, by `reach` and safe numbers.
    seen: FxHashSet<(Bits<W>, u32)>,
}

impl<const W: usize> Visitor<W> for SuccessorVisitor<'_, '_, '_, W> {
    type End = Exhausted;

    fn begin(&mut self, number: usize) {
        self.number = number;
    }

    fn can_prune(&mut self, _branch: &Branch<'_, W>) -> Result<Option<Pruned>, Exhausted> {
        self.list.search.grundy.meter.step()?;
        Ok(None)
    }

    fn leaf(&mut self, leaf: &Leaf<'_, W>) -> Result<(), Exhausted> {
        let list = &mut self.list;
        let search = &mut *list.search;
        search.grundy.meter.counts.sets += 1;
        if self.seen.contains(&(leaf.reach, leaf.safe)) {
            return Ok(());
        }
        let mut mv = None;
        if list.wants_moves || !leaf.is_certain {
            let outcomes = Outcomes::new(self.part, self.number);
            let set = outcomes.realize(leaf.painted, leaf.neutral, &mut search.grundy.meter)?;
            let set = match set {
                Ok(set) => set,
                Err(NoSet { .. }) => return Ok(()),
            };
            mv = list.wants_moves.then(|| {
                let mv = ShapeMove::new(self.part, self.shape, self.number, set);
                PositionMove::of(&mv, self.shape)
            });
        }
        self.seen.insert((leaf.reach, leaf.safe));
        search.grundy.meter.counts.outcomes += 1;
        let mut components = self.part.components_of(leaf.alive, leaf.balls, leaf.safe);
        components.singles += if planted(Fault::OthersForgotten) { 0 } else { list.others.singles };
        components.shapes.extend(list.others.shapes.iter().cloned());
        let is_one_dead = leaf.kills(self.part);
        let cost = self.part.cost(leaf.alive, leaf.balls);
        // Without a dead number many more moves are to come.
        let cost = if is_one_dead { cost } else { cost.saturating_mul(DRAWABLE_COST_FACTOR) };
        let after = search.after(components, !is_one_dead);
        list.outcomes.push(OrderedSuccessor { after, cost, mv });
        search.grundy.meter.store(W)
    }
}
