//! What one side shows in a step, and the comparison of both sides: one for all drivers.

use twinboard_vocabulary::{Game, MoveOf, ResultOf, SetupOf, Vocabulary};

use crate::check::compare::{broken_invariants, compare_results, compare_views};
use crate::check::observations::{Observations, compare_observations};
use crate::model::activity::Side;
use crate::model::divergence::{Aspect, Finding};
use crate::model::listing::legal_moves;
use crate::model::rules::{Observed, RuleSet, Step, View, ViewOf};

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
