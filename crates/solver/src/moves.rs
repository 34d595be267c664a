//! The moves of a position with their values.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;
use twinboard_vocabulary::paint::{Cell, LegalMove};
use twinboard_vocabulary::two_player::Value;

use crate::bits::Bits;
use crate::budget::{Exhausted, Metered};
use crate::draws::{PositionSearch, Successor};
use crate::outcomes::{Branch, Leaf, Outcomes, Visitor};
use crate::part::Part;
use crate::planted::{Fault, planted};
use crate::position::{Position, with_part};
use crate::tuning::{LISTED_MAX, RATING_LIMIT, RATING_LIMIT_GROWTH};
use crate::value::{Moves, Rated};

/// A move, representing all with its outcome.
struct ListedMove {
    mv: LegalMove,
    after: Successor,
    value: Option<Value>,
    /// Estimated cost of evaluating it.
    cost: u64,
}

/// A move for each outcome with its value, as far as the budget allows.
pub(crate) fn all(search: &mut PositionSearch<'_>, position: &Position) -> Moves {
    let (mut candidates, end) = with_part!(position, part => list(search, position, &part));
    let is_complete = end.is_ok() || planted(Fault::SaidComplete);
    let rated = rate(search, &mut candidates);
    let best = candidates.iter().filter_map(|candidate| candidate.value).max();
    let value = match best {
        Some(Value::Win) => Some(Value::Win),
        best if is_complete && rated.is_ok() => {
            Some(best.unwrap_or(if position.can_be_drawn { Value::Draw } else { Value::Loss }))
        }
        _ => None,
    };
    let mut moves: Vec<Rated> =
        candidates.into_iter().map(|ListedMove { mv, value, .. }| Rated { mv, value }).collect();
    moves.sort_by_key(|rated| {
        Reverse(rated.value.map_or((Value::Loss, true), |value| (value, false)))
    });
    Moves { value, moves, is_complete }
}

/// Up to `limit` moves with different outcomes: those that leave the most ways to go on.
pub(crate) fn costliest(
    search: &mut PositionSearch<'_>,
    position: &Position,
    limit: usize,
) -> Vec<LegalMove> {
    let (mut candidates, _) = with_part!(position, part => list(search, position, &part));
    candidates.sort_by_key(|candidate| Reverse(candidate.cost));
    candidates.truncate(limit);
    candidates.into_iter().map(|candidate| candidate.mv).collect()
}

/// Evaluates the moves in rounds with growing limits, cheap ones first.
fn rate(search: &mut PositionSearch<'_>, candidates: &mut [ListedMove]) -> Result<(), Exhausted> {
    candidates.sort_by_key(|candidate| candidate.cost);
    let mut limit = search.meter().initial_limit(RATING_LIMIT);
    loop {
        let mut is_open = false;
        for candidate in candidates.iter_mut().filter(|candidate| candidate.value.is_none()) {
            let after = &candidate.after;
            search.meter().step()?;
            candidate.value = search.with_limit(limit, |search| search.value_of_move(after))?;
            is_open |= candidate.value.is_none();
        }
        if !is_open {
            return Ok(());
        }
        let growth = search.meter().capped_growth(RATING_LIMIT_GROWTH);
        limit = limit.saturating_mul(growth);
    }
}

/// A move for each outcome; an error if some may be missing.
fn list<const W: usize>(
    search: &mut PositionSearch<'_>,
    position: &Position,
    part: &Part<W>,
) -> (Vec<ListedMove>, Result<(), Exhausted>) {
    let mut lister = MoveLister {
        search,
        part,
        can_be_drawn: position.can_be_drawn,
        number: 0,
        candidates: FxHashMap::default(),
        end: Ok(()),
    };
    for number in 0..part.numbers.len() {
        lister.number = number;
        if Outcomes::new(part, number).enumerate(&mut lister).is_break() {
            break;
        }
    }
    let MoveLister { candidates, end, .. } = lister;
    let mut candidates: Vec<ListedMove> = candidates.into_values().collect();
    // A hash map has no order of its own.
    candidates.sort_by(|one, other| one.mv.cells().cmp(other.mv.cells()));
    (candidates, end)
}

/// Visitor that keeps a move for each outcome of each number in turn.
struct MoveLister<'w, 's, 'p, const W: usize> {
    search: &'w mut PositionSearch<'s>,
    part: &'p Part<W>,
    can_be_drawn: bool,
    number: usize,
    /// By `reach` and safe numbers.
    candidates: FxHashMap<(Bits<W>, u32), ListedMove>,
    end: Result<(), Exhausted>,
}

impl<const W: usize> MoveLister<'_, '_, '_, W> {
    fn ended(&mut self, exhausted: Exhausted) -> ControlFlow<()> {
        self.end = Err(exhausted);
        ControlFlow::Break(())
    }
}

impl<const W: usize> Visitor<W> for MoveLister<'_, '_, '_, W> {
    fn can_prune(&mut self, _branch: &Branch<'_, W>) -> ControlFlow<(), bool> {
        if self.candidates.len() >= LISTED_MAX {
            return self.ended(Exhausted::Limit).map_continue(|()| false);
        }
        match self.search.grundy.meter.step() {
            Ok(()) => ControlFlow::Continue(false),
            Err(exhausted) => self.ended(exhausted).map_continue(|()| false),
        }
    }

    fn leaf(&mut self, leaf: &Leaf<'_, W>) -> ControlFlow<()> {
        self.search.grundy.meter.counts.sets += 1;
        let key = (leaf.reach, leaf.safe);
        if self.candidates.contains_key(&key) {
            return ControlFlow::Continue(());
        }
        let outcomes = Outcomes::new(self.part, self.number);
        let realized = outcomes.realize(leaf.painted, leaf.neutral, &mut self.search.grundy.meter);
        let set = match realized {
            Ok(Some(set)) => set,
            Ok(None) => return ControlFlow::Continue(()),
            Err(exhausted) => return self.ended(exhausted),
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
        ControlFlow::Continue(())
    }
}

/// The move that paints a set of a part; the part has to be a whole position.
pub(crate) fn legal_move<const W: usize>(part: &Part<W>, set: Bits<W>) -> LegalMove {
    LegalMove::new(set.iter().map(|index| {
        let (row, column) = part.place(index);
        Cell::new(row, column)
    }))
}
