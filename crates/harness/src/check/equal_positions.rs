//! The law that a position determines the rest of the game: equal positions have the same outcome
//! and the same legal moves, whatever moves led to them ([`Vocabulary::Position`]).
//!
//! Hash keys, `perft` and `exhaust` rest on it. Whether two positions are equal is decided by `Eq`
//! or by their text, never by a hash. A game that breaks the law on the oracle is written wrong: the
//! rule set is at fault, and neither side is.

use std::collections::{HashMap, VecDeque};
use std::fmt::Display;

use rustc_hash::FxBuildHasher;
use twinboard_vocabulary::text::counted;
use twinboard_vocabulary::{Game, LegalMoveOf, MoveOf, OutcomeOf, PositionOf, Vocabulary};

use crate::check::compare::{compare_results, compare_views};
use crate::model::divergence::{AS_SHOWN, Finding, POSITION, wrong_law};
use crate::model::listing::view_of;
use crate::model::rules::{RuleSet, View};

/// Moves that are kept of a list; of longer lists, every other one, every third, and so on. Few of
/// moves that are more than plain data, because copying them takes longer than listing them.
const KEPT_MOVES: usize = 256;
const KEPT_MOVES_WITH_HEAP: usize = 4;
/// Moves that two games with equal positions play on, at most, to find out how they differ.
const MOVES_AHEAD: usize = 300;
/// Moves of a game that a message names, at most.
const NAMED_MOVES: usize = 24;

/// The positions of a case, each with its first step, and the keys of the engine.
pub(crate) struct SeenPositions<V: Vocabulary> {
    seen: HashMap<PositionOf<V>, Seen<V>, FxBuildHasher>,
    step_of_key: HashMap<u64, usize, FxBuildHasher>,
}

struct Seen<V: Vocabulary> {
    step: usize,
    key: Option<u64>,
    outcome: OutcomeOf<V>,
    /// The number of legal moves and some of them; `None` if they are too many to list.
    legal: Option<(usize, Vec<LegalMoveOf<V>>)>,
}

/// What a position contradicts, each with the earlier step.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Clash {
    /// The same position, with another outcome or other legal moves.
    OtherFuture(usize),
    /// The same position, with this key.
    OtherKey(usize, u64),
    /// Another position, with the same key.
    SameKey(usize),
}

impl<V: Vocabulary> SeenPositions<V> {
    pub(crate) fn new() -> Self {
        Self { seen: HashMap::default(), step_of_key: HashMap::default() }
    }

    /// Adds the position of a step, unless it contradicts an earlier one.
    pub(crate) fn add(
        &mut self,
        view: &View<V>,
        key: Option<u64>,
        step: usize,
    ) -> Result<(), Clash> {
        if let Some(seen) = self.seen.get(&view.position) {
            return match (key, seen.key) {
                _ if !seen.has_future_of(view) => Err(Clash::OtherFuture(seen.step)),
                (Some(key), Some(known)) if key != known => Err(Clash::OtherKey(seen.step, known)),
                _ => Ok(()),
            };
        }
        let legal = view.legal.as_ref().map(|legal| (legal.len(), kept(legal).cloned().collect()));
        let seen = Seen { step, key, outcome: view.outcome, legal };
        self.seen.insert(view.position.clone(), seen);
        // Equal positions were found above, so a key that is known is that of a different one.
        match key.and_then(|key| self.step_of_key.insert(key, step)) {
            Some(earlier) => Err(Clash::SameKey(earlier)),
            None => Ok(()),
        }
    }

    /// The positions of the case, each once, in no order.
    pub(crate) fn all(&self) -> impl Iterator<Item = &PositionOf<V>> {
        self.seen.keys()
    }

    /// The position whose first step is this one.
    pub(crate) fn first_of(&self, step: usize) -> Option<&PositionOf<V>> {
        self.seen.iter().find_map(|(position, seen)| (seen.step == step).then_some(position))
    }

    /// The step at which the case has had this position, with another outcome or other legal moves.
    pub(crate) fn contradicted_by(&self, view: &View<V>) -> Option<usize> {
        let seen = self.seen.get(&view.position)?;
        (!seen.has_future_of(view)).then_some(seen.step)
    }
}

impl<V: Vocabulary> Seen<V> {
    fn has_future_of(&self, view: &View<V>) -> bool {
        self.outcome == view.outcome
            && match (&self.legal, &view.legal) {
                (Some((count, known)), Some(legal)) => {
                    *count == legal.len() && kept(legal).eq(known)
                }
                (None, None) => true,
                _ => false,
            }
    }
}

/// The moves of a list that are kept.
fn kept<M>(legal: &[M]) -> impl Iterator<Item = &M> {
    let limit = if std::mem::needs_drop::<M>() { KEPT_MOVES_WITH_HEAP } else { KEPT_MOVES };
    legal.iter().step_by(legal.len().div_ceil(limit).max(1))
}

/// The finding that the position lacks a part of the state. Each way is how the equal positions are
/// reached and what follows there.
pub(crate) fn incomplete_position<V: Vocabulary>(
    position: &PositionOf<V>,
    [one, another]: &[(String, String); 2],
) -> Finding {
    let text = V::text(position);
    let detail = format!(
        "equal positions must have equal outcomes and legal moves, and here they do not, on the \
         oracle too:\n  one way      {}\n               {}\n  another way  {}\n               {}\n\
         the position:\n{}\n`Position` of the vocabulary lacks something on which the rest of the \
         game depends, such as\nwhose turn it is, a right that was lost, or how often a position \
         was repeated: add it there",
        one.0,
        one.1,
        another.0,
        another.1,
        text.trim_end(),
    );
    wrong_law(POSITION, None, detail)
}

/// The law broken by the oracle, if the positions of these two games are equal and the games differ
/// from there on; each has a text that says how it was reached.
pub(crate) fn broken_by<R: RuleSet, G: Game<Vocabulary = R::Vocabulary>>(
    rules: &R,
    [(one_way, one), (another_way, another)]: [(String, G); 2],
) -> Option<Finding> {
    let position = one.position();
    if position != another.position() {
        return None;
    }
    let (moves, [one, another]) = first_difference(rules, one, another)?;
    let ways = [(one_way, one), (another_way, another)].map(|(way, difference)| {
        let then: String = moves.iter().map(|mv| format!(", then {mv}")).collect();
        (way + &then, difference)
    });
    Some(incomplete_position::<R::Vocabulary>(&position, &ways))
}

/// Plays two games on with the same moves, the shortest lines first, until they differ. Returns the
/// moves and what each shows then.
fn first_difference<R: RuleSet, G: Game<Vocabulary = R::Vocabulary>>(
    rules: &R,
    one: G,
    another: G,
) -> Option<(Vec<MoveOf<R::Vocabulary>>, [String; 2])> {
    let limit = rules.listing().limit;
    let mut games = VecDeque::from([(Vec::new(), one, another)]);
    let mut continued = Vec::new();
    let mut played = 0;
    while let Some((moves, one, another)) = games.pop_front() {
        let views = [view_of(&one, limit, 0), view_of(&another, limit, 0)];
        if let Err(finding) = compare_views(&views[0], &views[1], limit) {
            return Some((moves, shown::<R::Vocabulary>(finding, &views)));
        }
        let [view, _] = views;
        if continued.contains(&view.position) {
            continue;
        }
        for legal in view.legal.iter().flatten() {
            if played == MOVES_AHEAD {
                return None;
            }
            played += 1;
            let (mut one, mut another) = one.try_clone().zip(another.try_clone())?;
            let mv = R::Vocabulary::to_move(legal);
            let results = [one.play(&mv), another.play(&mv)];
            let mut longer = moves.clone();
            longer.push(mv);
            if let Err(finding) = compare_results(rules, &results[0], &results[1]) {
                return Some((longer, shown::<R::Vocabulary>(finding, &[])));
            }
            games.push_back((longer, one, another));
        }
        continued.push(view.position);
    }
    None
}

/// The two answers of a finding that compares them.
pub(crate) fn shown<V: Vocabulary>(finding: Finding, views: &[View<V>]) -> [String; 2] {
    let Finding::Differs { aspect, engine, oracle } = finding else {
        return [finding.to_string(), finding.to_string()];
    };
    let mut texts = [engine, oracle];
    for (text, view) in texts.iter_mut().zip(views).filter(|(text, _)| *text == AS_SHOWN) {
        *text = V::text(&view.position);
    }
    texts.map(|text| format!("{aspect}: {}", text.trim_end()))
}

/// A game in words: its set-up and its moves, of a long game the last ones.
pub(crate) fn after<M: Display>(setup: &str, moves: &[M]) -> String {
    let setup = setup.trim_end().replace('\n', " / ");
    let earlier = moves.len().saturating_sub(NAMED_MOVES);
    let named: Vec<String> = moves[earlier..].iter().map(ToString::to_string).collect();
    let named = named.join(", ");
    match (moves.len(), earlier) {
        (0, _) => format!("at the set-up `{setup}`"),
        (_, 0) => format!("from `{setup}` by {named}"),
        _ => format!("from `{setup}` by {}, then {named}", counted(earlier as u64, "move")),
    }
}
