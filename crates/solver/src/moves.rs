//! The moves of a position with their values.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use twinboard_vocabulary::paint::{Cell, LegalMove};
use twinboard_vocabulary::two_player::Value;

use super::position::{Moves, Rated};
use crate::bits::Bits;
use crate::budget::{Exhausted, LimitHit, Metered};
use crate::draws::{PositionSearch, Successor};
use crate::outcomes::{AllListed, Branch, Leaf, NoSet, Outcomes, Pruned, Visitor};
use crate::part::Part;
use crate::planted::{Fault, planted};
use crate::position::{Position, with_part};
use crate::proof::{BestOfMoves, MoveValue, Proved};
use crate::tuning::{LISTED_MAX, RATING_LIMIT, RATING_LIMIT_GROWTH};

/// A move, representing all with its outcome.
struct ListedMove {
    mv: LegalMove,
    after: Successor,
    value: Option<Proved<MoveValue>>,
    /// Estimated cost of evaluating it.
    cost: u64,
}

/// The moves of a position, as far as a search came.
pub(crate) struct RatedMoves {
    /// Value of the position.
    pub(crate) value: Result<Proved<Value>, Exhausted>,
    /// The best first, and moves without a value before the losses.
    pub(crate) moves: Vec<(LegalMove, Option<Proved<MoveValue>>)>,
    /// Whether every outcome is listed.
    pub(crate) listed: Result<AllListed, Exhausted>,
}

impl From<RatedMoves> for Moves {
    fn from(all: RatedMoves) -> Self {
        let rated = |(mv, value): (LegalMove, Option<Proved<MoveValue>>)| Rated {
            mv,
            value: value.map(|value| value.get().0),
        };
        Self {
            value: all.value.ok().map(Proved::get),
            moves: all.moves.into_iter().map(rated).collect(),
            is_complete: all.listed.is_ok() || planted(Fault::SaidComplete),
        }
    }
}

/// A move for each outcome with its value, as far as the budget allows.
pub(crate) fn all(search: &mut PositionSearch<'_>, position: &Position) -> RatedMoves {
    let before = search.meter().stored();
    let (mut candidates, listed) = with_part!(position, part => list(search, position, &part));
    let mut best = BestOfMoves::of(candidates.len(), position.can_be_drawn);
    // Without the values that are missing, `best` has none for the position.
    let _ = rate(search, &mut candidates, &mut best);
    search.meter().release_to(before);
    let value = best.value(listed);
    let mut moves: Vec<_> =
        candidates.into_iter().map(|ListedMove { mv, value, .. }| (mv, value)).collect();
    moves.sort_by_key(|(_, value)| {
        Reverse(value.map_or((Value::Loss, true), |value| (value.get().0, false)))
    });
    RatedMoves { value, moves, listed }
}

/// Up to `limit` moves with different outcomes: those that leave the most ways to go on.
pub(crate) fn costliest(
    search: &mut PositionSearch<'_>,
    position: &Position,
    limit: usize,
) -> Vec<LegalMove> {
    let before = search.meter().stored();
    let (mut candidates, _) = with_part!(position, part => list(search, position, &part));
    search.meter().release_to(before);
    candidates.sort_by_key(|candidate| Reverse(candidate.cost));
    candidates.truncate(limit);
    candidates.into_iter().map(|candidate| candidate.mv).collect()
}

/// Evaluates the moves in rounds with growing limits, cheap ones first.
fn rate(
    search: &mut PositionSearch<'_>,
    candidates: &mut [ListedMove],
    best: &mut BestOfMoves,
) -> Result<(), Exhausted> {
    candidates.sort_by_key(|candidate| candidate.cost);
    let mut limit = search.meter().initial_limit(RATING_LIMIT);
    loop {
        let mut is_open = false;
        for candidate in candidates.iter_mut().filter(|candidate| candidate.value.is_none()) {
            let after = &candidate.after;
            search.meter().step()?;
            match search.with_limit(limit, |search| search.value_of_move(after))? {
                Ok(value) => {
                    candidate.value = Some(value);
                    // A list has the values of all moves, beside a win, too.
                    let _ = best.add(value);
                }
                Err(LimitHit) => is_open = true,
            }
        }
        if !is_open {
            return Ok(());
        }
        let growth = search.meter().capped_growth(RATING_LIMIT_GROWTH);
        limit = limit.saturating_mul(growth);
    }
}

/// A move for each outcome, and an error if some may be missing.
fn list<const W: usize>(
    search: &mut PositionSearch<'_>,
    position: &Position,
    part: &Part<W>,
) -> (Vec<ListedMove>, Result<AllListed, Exhausted>) {
    let mut lister = MoveLister {
        search,
        part,
        can_be_drawn: position.can_be_drawn,
        number: 0,
        candidates: FxHashMap::default(),
    };
    let all = Outcomes::enumerate_all(part, &mut lister);
    let mut candidates: Vec<ListedMove> = lister.candidates.into_values().collect();
    // A hash map has no order of its own.
    candidates.sort_by(|one, other| one.mv.cells().cmp(other.mv.cells()));
    (candidates, all)
}

/// Visitor that keeps a move for each outcome of each number in turn.
struct MoveLister<'w, 's, 'p, const W: usize> {
    search: &'w mut PositionSearch<'s>,
    part: &'p Part<W>,
    can_be_drawn: bool,
    number: usize,
    /// By `reach` and safe numbers.
    candidates: FxHashMap<(Bits<W>, u32), ListedMove>,
}

impl<const W: usize> Visitor<W> for MoveLister<'_, '_, '_, W> {
    type End = Exhausted;

    fn begin(&mut self, number: usize) {
        self.number = number;
    }

    fn can_prune(&mut self, _branch: &Branch<'_, W>) -> Result<Option<Pruned>, Exhausted> {
        if self.candidates.len() >= LISTED_MAX {
            return Err(Exhausted::Limit);
        }
        self.search.grundy.meter.step()?;
        Ok(None)
    }

    fn leaf(&mut self, leaf: &Leaf<'_, W>) -> Result<(), Exhausted> {
        self.search.grundy.meter.counts.sets += 1;
        let key = (leaf.reach, leaf.safe);
        if self.candidates.contains_key(&key) {
            return Ok(());
        }
        let outcomes = Outcomes::new(self.part, self.number);
        let meter = &mut self.search.grundy.meter;
        let set = match outcomes.realize(leaf.painted, leaf.neutral, meter)? {
            Ok(set) => set,
            Err(NoSet { .. }) => return Ok(()),
        };
        self.search.grundy.meter.counts.outcomes += 1;
        let is_one_dead = leaf.kills(self.part);
        let components = self.part.components_of(leaf.alive, leaf.balls, leaf.safe);
        let candidate = ListedMove {
            mv: legal_move(self.part, set),
            after: self.search.after(components, self.can_be_drawn && !is_one_dead),
            value: None,
            cost: self.part.cost(leaf.alive, leaf.balls),
        };
        self.candidates.insert(key, candidate);
        self.search.grundy.meter.store(W)
    }
}

/// The move that paints a set of a part; the part has to be a whole position.
pub(crate) fn legal_move<const W: usize>(part: &Part<W>, set: Bits<W>) -> LegalMove {
    LegalMove::new(set.iter().map(|index| {
        let (row, column) = part.place(index);
        Cell::new(row, column)
    }))
}
