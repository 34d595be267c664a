//! Comparisons of the two sides and the general invariants: pure functions of recorded answers.

use std::fmt::{self, Display};

use twinboard_vocabulary::text::counted;
use twinboard_vocabulary::{Game, MoveOf, Picture, PositionOf, ResultOf, SetupOf, Vocabulary};

use crate::model::activity::Side;
use crate::model::divergence::{AS_SHOWN, Aspect, Finding, wrong_law};
use crate::model::general_laws::{
    LISTED_MEANS_ACCEPTED, LISTED_ONCE, OVER_MEANS_NO_MOVE, PLAYED_MEANS_LISTED,
    REFUSED_MEANS_UNCHANGED,
};
use crate::model::guard;
use crate::model::rules::{Invariant, Observed, RuleSet, Step, View, ViewOf, legal_moves, view_of};
use crate::model::stats::Stats;

/// Name of the invariant behind [`twinboard_vocabulary::Game::validate`].
pub(crate) const REPRESENTATION: &str = "consistent representation";

/// Compares the results of a move: events by [`RuleSet::same_event`], refusals by equality. A
/// `same_event` that tells equal events apart is reported as a wrong law.
pub(crate) fn compare_results<R: RuleSet>(
    rules: &R,
    engine: &ResultOf<R::Vocabulary>,
    oracle: &ResultOf<R::Vocabulary>,
) -> Result<(), Finding> {
    let same = match (engine, oracle) {
        (Ok(engine), Ok(oracle)) => rules.same_event(engine, oracle),
        (Err(engine), Err(oracle)) => engine == oracle,
        _ => false,
    };
    if same {
        return Ok(());
    }
    if engine == oracle {
        let detail = "both sides say the same of the move, and it is not taken to be the same";
        return Err(wrong_law("`same_event`", None, detail.to_owned()));
    }
    let (engine, oracle) = result_texts(rules, engine, oracle);
    Err(differs(Aspect::Result, engine, oracle))
}

/// Texts of two results that differ: those of reports, else the exact ones, else those of `Debug`.
fn result_texts<R: RuleSet>(
    rules: &R,
    engine: &ResultOf<R::Vocabulary>,
    oracle: &ResultOf<R::Vocabulary>,
) -> (String, String) {
    texts_that_differ(
        engine,
        oracle,
        &[
            &|result| match result {
                Ok(event) => format!("accepted: {event}"),
                Err(refusal) => format!("refused: {refusal}"),
            },
            &|result| {
                let mut text = "accepted: ".to_owned();
                if let (Some(texts), Ok(event)) = (rules.exact_text(), result) {
                    texts.write_event(event, &mut text);
                }
                text
            },
            &|result| match result {
                Ok(event) => format!("accepted: {event:?}"),
                Err(refusal) => format!("refused: {refusal:?}"),
            },
        ],
    )
}

/// Texts of two values, by the first of these kinds that tells them apart, else by the last.
fn texts_that_differ<T>(
    engine: &T,
    oracle: &T,
    kinds: &[&dyn Fn(&T) -> String],
) -> (String, String) {
    let mut pairs = kinds.iter().map(|text| (text(engine), text(oracle)));
    let last = pairs.next_back().expect("there is a kind of text");
    pairs.find(|(engine, oracle)| engine != oracle).unwrap_or(last)
}

/// Compares position, outcome and legal moves, in this order. `limit` is the limit of the lists,
/// for the message.
pub(crate) fn compare_views<V: Vocabulary>(
    engine: &View<V>,
    oracle: &View<V>,
    limit: usize,
) -> Result<(), Finding> {
    if engine.position != oracle.position {
        let (engine, oracle) = position_texts::<V>(&engine.position, &oracle.position);
        return Err(differs(Aspect::Position, engine, oracle));
    }
    if engine.outcome != oracle.outcome {
        return Err(differs(
            Aspect::Outcome,
            engine.outcome.to_string(),
            oracle.outcome.to_string(),
        ));
    }
    match (&engine.legal, &oracle.legal) {
        (Some(engine), Some(oracle)) if engine != oracle => {
            Err(differs(Aspect::LegalMoves, only_in(engine, oracle), only_in(oracle, engine)))
        }
        (Some(_), None) | (None, Some(_)) => {
            let text = |legal: &Option<Vec<_>>| match legal {
                Some(legal) => counted(legal.len() as u64, "move"),
                None => format!("more than {limit} moves"),
            };
            Err(differs(Aspect::LegalMoves, text(&engine.legal), text(&oracle.legal)))
        }
        _ => Ok(()),
    }
}

/// Texts of two positions that differ: a reference to their boards if these show it, else their
/// canonical texts, else those of [`Display`], else those of `Debug`.
pub(crate) fn position_texts<V: Vocabulary>(
    engine: &PositionOf<V>,
    oracle: &PositionOf<V>,
) -> (String, String) {
    if !V::picture(engine).looks_like(&V::picture(oracle)) {
        let shown = AS_SHOWN.to_owned();
        return (shown.clone(), shown);
    }
    texts_that_differ(
        engine,
        oracle,
        &[&|it| V::text(it), &|it| it.to_string(), &|it| format!("{it:?}")],
    )
}

/// All that a game shows at a position: a copy of it, or a game that was set up there, must show the
/// same.
pub(crate) struct Shown<'a, R: RuleSet> {
    pub(crate) rules: &'a R,
    pub(crate) view: &'a ViewOf<R>,
    pub(crate) key: Option<u64>,
    pub(crate) observations: &'a Observations,
}

/// The first part that another game shows otherwise.
pub(crate) struct Difference {
    /// What it has instead.
    pub(crate) text: String,
    /// Its board, if that shows the difference.
    pub(crate) board: Option<Picture>,
}

impl Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.board {
            Some(board) => write!(f, "{}:\n{board}", self.text),
            None => f.write_str(&self.text),
        }
    }
}

impl<R: RuleSet> Shown<'_, R> {
    /// Compares what `game` shows. Outcome and legal moves are left out unless `is_full`.
    pub(crate) fn difference<G>(&self, game: &G, is_full: bool) -> Option<Difference>
    where
        G: Game<Vocabulary = R::Vocabulary>,
    {
        let (limit, expected) = (self.rules.listing().limit, self.view);
        let now = if is_full {
            view_of(game, limit, expected.legal.as_ref().map_or(0, Vec::len))
        } else {
            View { position: game.position(), outcome: expected.outcome, legal: None }
        };
        let text = match compare_views(&now, expected, limit) {
            Err(Finding::Differs { aspect: Aspect::Position, engine, .. })
                if engine == AS_SHOWN =>
            {
                let board = Some(self.rules.picture(&now.position));
                return Some(Difference { text: "another position".to_owned(), board });
            }
            Err(Finding::Differs { aspect, engine, oracle })
                if is_full || aspect != Aspect::LegalMoves =>
            {
                let what = match aspect {
                    Aspect::Position => "another position",
                    Aspect::Outcome => "another outcome",
                    _ => "other legal moves",
                };
                format!("{what}\nnow: {}\nexpected: {}", engine.trim_end(), oracle.trim_end())
            }
            _ => {
                let key = game.key();
                if key == self.key {
                    changed(&game.observe(), self.observations)?
                } else {
                    format!("the key {}, not {}", hex(key), hex(self.key))
                }
            }
        };
        Some(Difference { text, board: None })
    }
}

/// A key as text.
pub(crate) fn hex(key: Option<u64>) -> String {
    key.map_or_else(|| "none".to_owned(), |key| format!("{key:016x}"))
}

/// Compares the numbers of legal moves of the kind of `like`; `None` means more than `limit`.
pub(crate) fn compare_counts(
    like: &impl Display,
    engine: Option<u64>,
    oracle: Option<u64>,
    limit: u64,
) -> Result<(), Finding> {
    if engine == oracle {
        return Ok(());
    }
    let text = |count: Option<u64>| match count {
        Some(count) => format!("{} of the kind of {like}", counted(count, "move")),
        None => format!("more than {limit} moves of the kind of {like}"),
    };
    Err(differs(Aspect::LegalMoves, text(engine), text(oracle)))
}

/// Longest list of moves in a message, in characters with the words before it: what is left of a
/// line of a report.
const LIST_WIDTH: usize = 100;

/// Appends texts to a sentence, separated by commas, up to [`LIST_WIDTH`]; then the number of the
/// others. The first one is always there.
fn listed(mut sentence: String, items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    let width = |text: &str| text.chars().count();
    let all = sentence.clone() + &items.join(", ");
    if width(&all) <= LIST_WIDTH {
        return all;
    }
    let mut left = items.len();
    for item in &items {
        let next = if left < items.len() { format!(", {item}") } else { item.clone() };
        let more = format!(", and {} more", left - 1);
        if left < items.len() && width(&sentence) + width(&next) + width(&more) > LIST_WIDTH {
            break;
        }
        sentence += &next;
        left -= 1;
    }
    if left > 0 { format!("{sentence}, and {left} more") } else { sentence }
}

/// Describes the difference between `own` and `others`, both sorted: the moves that only `own` has,
/// up to the length of a line, or else a move that one of them has twice.
pub(crate) fn only_in<M: Ord + Display>(own: &[M], others: &[M]) -> String {
    let mut only = own.iter().filter(|mv| others.binary_search(mv).is_err()).peekable();
    let repeated = |list: &[M]| list.windows(2).position(|pair| pair[0] == pair[1]);
    let count = counted(own.len() as u64, "move");
    match (only.peek(), repeated(own), repeated(others)) {
        (Some(_), ..) => listed(format!("{count}; it alone lists "), only.map(ToString::to_string)),
        (None, Some(at), _) => format!("{count}; it lists twice {}", own[at]),
        (None, None, Some(_)) => format!("{count}; it lists each once"),
        (None, None, None) => format!("{count}; it misses what the other lists"),
    }
}

/// Name and detail of each invariant that is broken, the general ones first.
pub(crate) fn broken_invariants<R: RuleSet>(
    rules: &R,
    observed: &Observed<'_, R::Vocabulary>,
) -> Vec<(String, String)> {
    let own = rules.invariants().iter();
    // The answers of a side may be such that a check panics: then it is that side which is wrong.
    let checked = |invariant: &Invariant<R::Vocabulary>| {
        guard::catch(|| (invariant.check)(observed))
            .unwrap_or_else(|panic| Err(format!("the check of it panics: {panic}")))
    };
    let own = own.map(|invariant| (invariant.name, checked(invariant)));
    let all = general_invariants(observed).into_iter().chain(own);
    all.filter_map(|(name, result)| Some((name.to_owned(), result.err()?))).collect()
}

/// Names and results of the laws of every game.
fn general_invariants<V: Vocabulary>(
    observed: &Observed<'_, V>,
) -> [(&'static str, Result<(), String>); 5] {
    [
        (OVER_MEANS_NO_MOVE, over_means_no_move(observed)),
        (LISTED_ONCE, listed_once(observed)),
        (PLAYED_MEANS_LISTED, played_means_listed(observed)),
        (LISTED_MEANS_ACCEPTED, listed_means_accepted(observed)),
        (REFUSED_MEANS_UNCHANGED, refused_means_unchanged(observed)),
    ]
}

fn listed_once<V: Vocabulary>(observed: &Observed<'_, V>) -> Result<(), String> {
    let legal = observed.now.legal.as_deref().unwrap_or_default();
    match legal.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("listed twice: {}", pair[0])),
        None => Ok(()),
    }
}

fn over_means_no_move<V: Vocabulary>(observed: &Observed<'_, V>) -> Result<(), String> {
    let now = observed.now;
    let no_move = now.legal.as_ref().is_some_and(Vec::is_empty);
    if V::is_over(now.outcome) == no_move {
        return Ok(());
    }
    let listed = now.legal.as_ref().map_or("very many".into(), |legal| legal.len().to_string());
    Err(format!("the outcome is: {}; legal moves: {listed}", now.outcome))
}

fn played_means_listed<V: Vocabulary>(observed: &Observed<'_, V>) -> Result<(), String> {
    let legal = observed.step.as_ref().and_then(|step| step.before.legal.as_ref());
    let (Some(event), Some(legal)) = (observed.event(), legal) else {
        return Ok(());
    };
    let played = V::played(event);
    if legal.binary_search(&played).is_ok() {
        Ok(())
    } else {
        Err(format!("played, but not listed: {played}"))
    }
}

fn listed_means_accepted<V: Vocabulary>(observed: &Observed<'_, V>) -> Result<(), String> {
    let (Some(step), Some(refusal)) = (&observed.step, observed.refusal()) else {
        return Ok(());
    };
    let asked_for = |legal: &&V::LegalMove| V::to_move(legal) == *step.mv;
    match step.before.legal.iter().flatten().find(asked_for) {
        Some(legal) => Err(format!("listed, but refused: {legal}: {refusal}")),
        None => Ok(()),
    }
}

fn refused_means_unchanged<V: Vocabulary>(observed: &Observed<'_, V>) -> Result<(), String> {
    let (Some(step), Some(refusal)) = (&observed.step, observed.refusal()) else {
        return Ok(());
    };
    let unchanged = step.before.position == observed.now.position
        && step.before.outcome == observed.now.outcome;
    if unchanged {
        Ok(())
    } else {
        Err(format!("the position changed though the move was refused: {refusal}"))
    }
}

fn differs(aspect: Aspect, engine: String, oracle: String) -> Finding {
    Finding::Differs { aspect, engine, oracle }
}

/// The finding that `side` breaks an invariant.
pub(crate) fn broken(side: Side, invariant: &str, detail: String) -> Finding {
    Finding::Broken { side: Some(side), invariant: invariant.to_owned(), detail }
}

/// Marks a difference as one about `mv`, which was only tried on copies; other findings stay.
pub(crate) fn tried(finding: Finding, mv: &impl Display) -> Finding {
    match finding {
        Finding::Differs { engine, oracle, .. } => {
            let text = |result: &str| format!("trying {mv}: {result}");
            differs(Aspect::Tried, text(&engine), text(&oracle))
        }
        other => other,
    }
}

/// How much of a step is compared, each level with those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Result of the move, position and outcome.
    Position,
    /// The list of legal moves.
    Moves,
    /// Observations, judgments of legality and the invariants.
    Everything,
}

/// The answers of one side in a step. A part that was not asked for is missing on both sides.
pub struct Answers<V: Vocabulary> {
    /// Result of the move; `None` at the set-up.
    pub result: Option<ResultOf<V>>,
    /// State after the step.
    pub view: Option<View<V>>,
    /// The answer of [`Game::is_legal`] about the move, before it was played.
    pub said: Option<bool>,
    /// Observations after the step ([`Game::observe`]).
    pub observations: Observations,
}

impl<V: Vocabulary> Default for Answers<V> {
    fn default() -> Self {
        Self { result: None, view: None, said: None, observations: Observations::new() }
    }
}

impl<V: Vocabulary> Answers<V> {
    /// Plays a move, unless the step is the set-up, and asks for everything up to a level. Longer
    /// lists of legal moves than `limit` are not made.
    pub fn of<G>(game: &mut G, mv: Option<&MoveOf<V>>, level: Level, limit: usize) -> Self
    where
        G: Game<Vocabulary = V>,
    {
        let said = Self::judgment(game, mv, level);
        Self { said, ..Self::after(game, mv, level, limit) }
    }

    /// What the side says of a move at a level, before it is played or announced.
    pub(crate) fn judgment<G>(game: &G, mv: Option<&MoveOf<V>>, level: Level) -> Option<bool>
    where
        G: Game<Vocabulary = V>,
    {
        mv.filter(|_| level == Level::Everything).and_then(|mv| game.is_legal(mv))
    }

    /// [`of`](Self::of) without what the side says of the move, which may have been announced.
    pub(crate) fn after<G>(game: &mut G, mv: Option<&MoveOf<V>>, level: Level, limit: usize) -> Self
    where
        G: Game<Vocabulary = V>,
    {
        let result = mv.map(|mv| game.play(mv));
        let view = Some(view_at(game, level, limit, 0));
        let observations =
            if level == Level::Everything { game.observe() } else { Observations::new() };
        Self { result, view, said: None, observations }
    }

    /// The step as the invariants and clauses of the rule set see it; `before` is the state that
    /// the move was played in. `None` before the side has shown its state.
    pub(crate) fn observed<'s>(
        &'s self,
        setup: &'s SetupOf<V>,
        before: Option<(&'s View<V>, &'s MoveOf<V>)>,
    ) -> Option<Observed<'s, V>> {
        let step = before.zip(self.result.as_ref());
        let step = step.map(|((before, mv), result)| Step { before, mv, result });
        let now = self.view.as_ref()?;
        Some(Observed { setup, step, now, observations: &self.observations })
    }
}

/// The state of a game at a level; without legal moves below [`Level::Moves`]. `capacity` is the
/// initial one of the list.
pub(crate) fn view_at<G: Game>(
    game: &G,
    level: Level,
    limit: usize,
    capacity: usize,
) -> View<G::Vocabulary> {
    let (position, outcome) = (game.position(), game.outcome());
    let legal = (level >= Level::Moves).then(|| legal_moves(game, limit, capacity)).flatten();
    View { position, outcome, legal }
}

/// Compares the answers of both sides: result, position, outcome, legal moves, observations.
///
/// # Errors
///
/// The first difference.
pub fn compare<R: RuleSet>(
    rules: &R,
    engine: &Answers<R::Vocabulary>,
    oracle: &Answers<R::Vocabulary>,
    limit: usize,
) -> Result<(), Finding> {
    if let (Some(engine), Some(oracle)) = (&engine.result, &oracle.result) {
        compare_results(rules, engine, oracle)?;
    }
    if let (Some(engine), Some(oracle)) = (&engine.view, &oracle.view) {
        compare_views(engine, oracle, limit)?;
    }
    compare_observations(&engine.observations, &oracle.observations)
}

/// The outcomes of both sides, where they differ and the finding is another difference.
pub(crate) fn outcomes_beside<V: Vocabulary>(
    finding: &Finding,
    [engine, oracle]: [&Answers<V>; 2],
) -> Option<[String; 2]> {
    let is_beside =
        matches!(finding, Finding::Differs { aspect, .. } if *aspect != Aspect::Outcome);
    let outcomes = [engine.view.as_ref()?, oracle.view.as_ref()?].map(|view| view.outcome);
    let differ = is_beside && outcomes[0] != outcomes[1];
    differ.then(|| outcomes.map(|outcome| outcome.to_string()))
}

/// Checks the invariants, which need no second implementation, on answers that agree. The oracle's
/// are enough, unless the results differ where the rule set permits it ([`RuleSet::same_event`]):
/// then the engine's are checked too.
pub(crate) fn check_invariants<R: RuleSet>(
    rules: &R,
    setup: &SetupOf<R::Vocabulary>,
    before: Option<(&ViewOf<R>, &MoveOf<R::Vocabulary>)>,
    [engine, oracle]: [&Answers<R::Vocabulary>; 2],
) -> Result<(), Finding> {
    let broken_by = |answers: &Answers<R::Vocabulary>| {
        let observed = answers.observed(setup, before);
        observed.map_or(Vec::new(), |observed| broken_invariants(rules, &observed))
    };
    let is_same_result = engine.result == oracle.result;
    let by_oracle = broken_by(oracle);
    let by_engine = if is_same_result { Vec::new() } else { broken_by(engine) };
    // A side is named only if it breaks the invariant alone. If both do, the invariant itself may be
    // wrong.
    let first = by_oracle.first().map(|first| (Side::Oracle, first));
    let Some((side, (invariant, detail))) =
        first.or_else(|| by_engine.first().map(|first| (Side::Engine, first)))
    else {
        return Ok(());
    };
    let is_by_both = is_same_result
        || side == Side::Oracle && by_engine.iter().any(|(name, _)| name == invariant);
    let side = (!is_by_both).then_some(side);
    Err(Finding::Broken { side, invariant: invariant.clone(), detail: detail.clone() })
}

/// Difference of two numbers that are taken to be equal, as a share of the larger one, or of 1 if
/// that is more.
const TOLERANCE: f64 = 1e-5;

/// Names and texts that a game gives.
pub(crate) type Observations = Vec<(&'static str, String)>;

/// Compares the observations that both sides give.
pub(crate) fn compare_observations(
    engine: &Observations,
    oracle: &Observations,
) -> Result<(), Finding> {
    for (name, ours) in engine {
        let Some((_, theirs)) = oracle.iter().find(|(other, _)| other == name) else { continue };
        if ours != theirs && !are_close(ours, theirs) {
            return Err(Finding::Differs {
                aspect: Aspect::Observation(name),
                engine: ours.clone(),
                oracle: theirs.clone(),
            });
        }
    }
    Ok(())
}

/// True if both texts are numbers, word by word, that differ by rounding alone: engines compute in
/// 32 bits, too. Whole numbers are compared as they are.
fn are_close(engine: &str, oracle: &str) -> bool {
    let is_close = |one: &str, other: &str| {
        let is_decimal = one.contains(['.', 'e']) || other.contains(['.', 'e']);
        let numbers = one.parse::<f64>().ok().zip(other.parse::<f64>().ok());
        let (one, other) = match numbers {
            Some(numbers) if is_decimal => numbers,
            _ => return one == other,
        };
        (one - other).abs() <= TOLERANCE * one.abs().max(other.abs()).max(1.0)
    };
    let mut words = engine.split(' ').zip(oracle.split(' '));
    engine.split(' ').count() == oracle.split(' ').count()
        && words.all(|(one, other)| one == other || is_close(one, other))
}

/// Counts the observations that were compared, and those that one side gives alone.
pub(crate) fn count_observations(engine: &Observations, oracle: &Observations, stats: &mut Stats) {
    let has = |list: &Observations, name| list.iter().any(|(other, _)| *other == name);
    for &(name, _) in engine {
        let count = stats.observations.entry(name).or_default();
        let is_compared = has(oracle, name);
        *(if is_compared { &mut count.compared } else { &mut count.by_engine_alone }) += 1;
    }
    for &(name, _) in oracle.iter().filter(|(name, _)| !has(engine, name)) {
        stats.observations.entry(name).or_default().by_oracle_alone += 1;
    }
}

/// The first difference between two lists of observations of one engine, which should be equal.
fn changed(now: &Observations, before: &Observations) -> Option<String> {
    let differs =
        |(name, text): &&(&str, String)| !before.iter().any(|b| (b.0, &b.1) == (*name, text));
    match now.iter().find(differs) {
        Some((name, text)) => Some(format!("another `{name}`: {text}")),
        None if now.len() < before.len() => Some("fewer observations".to_owned()),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{are_close, texts_that_differ};

    #[test]
    fn values_are_told_apart_by_the_first_text_that_can() {
        let texts = |engine: u32, oracle: u32| {
            texts_that_differ(
                &engine,
                &oracle,
                &[&|it| (it / 100).to_string(), &|it| (it / 10).to_string(), &|it| it.to_string()],
            )
        };
        for (pair, shown) in
            [((123, 223), ("1", "2")), ((123, 133), ("12", "13")), ((123, 124), ("123", "124"))]
        {
            assert_eq!(texts(pair.0, pair.1), (shown.0.to_owned(), shown.1.to_owned()));
        }
    }

    #[test]
    fn numbers_may_differ_by_rounding() {
        for (one, other, expected) in [
            ("0.3", "0.30000001192", true),
            ("1", "1.0", true),
            ("-1e-7", "0", true),
            ("1000000", "1000001", false),
            ("0.3", "0.31", false),
            ("1.0 x", "1 x", true),
            ("1.0 x", "1 y", false),
            ("1.0", "1.0 2.0", false),
            ("NaN", "nan", false),
            ("inf", "inf.", false),
        ] {
            assert_eq!(are_close(one, other), expected, "{one} and {other}");
        }
    }
}
