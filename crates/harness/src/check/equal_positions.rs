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
use twinboard_vocabulary::{
    Game, LegalMoveOf, MoveOf, OutcomeOf, PositionOf, SetupOf, TryClone, Vocabulary,
};

use crate::check::compare::{compare_results, compare_views};
use crate::model::divergence::{AS_SHOWN, Finding, POSITION, wrong_law};
use crate::model::guard;
use crate::model::rules::{RuleSet, View, board_and_words, differ_in_counters, view_of};
use crate::model::watched::WatchedSide;

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

// Positions in words and hash keys. A position writes more than many keys hold: the variant of the
// rules, earlier positions where repetition matters and, in the form of FEN, counters of moves, or a
// square for en passant on which no pawn can capture. A key that leaves those out is right. A key
// that holds more than the position is wrong.

/// Beginnings of the lines with which positions in words write what happened earlier.
const HISTORY: [&str; 2] = ["before ", "not again "];

/// True if two positions with the same board differ in their texts alone, on the oracle: in their
/// history, in counters, or in words that make no difference. With those words both have the same
/// legal moves and outcome, and each move leads to the same position, but for counters.
pub(crate) fn differ_in_text_only<R: RuleSet>(
    rules: &R,
    oracle: &WatchedSide<'_, R::Vocabulary>,
    setup: &SetupOf<R::Vocabulary>,
    positions: [&PositionOf<R::Vocabulary>; 2],
) -> bool {
    let [one, other] = positions.map(|position| without_history(&position.to_string()));
    if one == other {
        return positions[0] != positions[1];
    }
    let (Some((board, words)), Some((other_board, other_words))) =
        (board_and_words(&one), board_and_words(&other))
    else {
        return false;
    };
    // The first word says whose turn it is.
    let is_alike = board == other_board
        && words.len() == other_words.len()
        && words.first() == other_words.first();
    if !is_alike || differ_in_counters(&one, &other) {
        return is_alike;
    }
    // The oracle need not support what is in no case.
    let is_same = guard::catch(|| {
        let game = |position| oracle.set_up(&rules.setup_of_position(setup, position)?);
        let (one, other) = game(positions[0]).zip(game(positions[1]))?;
        let limit = rules.listing().limit;
        let [of_one, of_other] = [&one, &other].map(|game| view_of(game, limit, 0));
        // Nothing makes a difference any more when the game is over.
        let legal = of_one.legal.as_ref()?;
        let is_same = of_one.outcome == of_other.outcome && of_other.legal.as_ref() == Some(legal);
        let leads_to_same = |mv| {
            let (mut one, mut other) = one.try_clone().zip(other.try_clone())?;
            let mv = R::Vocabulary::to_move(mv);
            let is_played = one.play(&mv).is_ok() && other.play(&mv).is_ok();
            let after = [&one, &other].map(|it| without_history(&it.position().to_string()));
            let [after_one, after_other] = after;
            let is_same = one.outcome() == other.outcome()
                && (after_one == after_other || differ_in_counters(&after_one, &after_other));
            Some(is_played && is_same)
        };
        Some(is_same && legal.iter().all(|mv| leads_to_same(mv) == Some(true)))
    });
    is_same.ok().flatten().unwrap_or(false)
}

/// The text without earlier positions, and without the moves that a limit leaves, as in
/// `moves-max=200 left 30`.
fn without_history(text: &str) -> String {
    let is_history = |line: &&str| HISTORY.iter().any(|beginning| line.starts_with(beginning));
    let without_left = |line| match str::split_once(line, " left ") {
        Some((limit, _)) if limit.contains('=') => limit,
        _ => line,
    };
    text.lines().filter(|line| !is_history(line)).map(without_left).collect::<Vec<_>>().join("\n")
}

/// True if two positions differ in words such as `ko=simple`, which name variants of the rules: a key
/// may be the same in all of them. Within a game they stay.
pub(crate) fn differ_in_variant(one: &impl Display, other: &impl Display) -> bool {
    let words = |text: &str| -> Vec<String> {
        text.split_whitespace().filter(|word| word.contains('=')).map(str::to_owned).collect()
    };
    words(&one.to_string()) != words(&other.to_string())
}
