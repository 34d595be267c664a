//! Where exactly two walks part: the first move from a position that is known to go on differently.

use std::sync::Arc;

use board::{
    Game, LegalMoveOf, MoveOf, OutcomeOf, Plays, PositionOf, ResultOf, TryClone, Vocabulary,
};

use super::plan::{Plan, Start};
use super::side::{Halt, followed_max, replay, watched};
use crate::activity::{Action, Activity, Side};
use crate::checks::{LISTED_MEANS_ACCEPTED, REPEATABLE, compare_results, compare_views};
use crate::divergence::{Divergence, Finding};
use crate::listing::view_of;
use crate::rules::View;
use crate::{CaseOf, Pairing, RuleSet};

/// A path and what is wrong at its end.
type Found<R> = (Vec<MoveOf<<R as RuleSet>::Vocabulary>>, Divergence);

/// What is wrong behind one of these paths, which lead to the same position, or with what the
/// first move does from there on which the sides do not agree.
pub(super) fn locate<R, E, O>(
    pairing: &Pairing<R, E, O>,
    start: &Arc<Start<R>>,
    paths: &[Vec<MoveOf<R::Vocabulary>>],
    plan: &Plan,
) -> Result<Found<R>, Halt<MoveOf<R::Vocabulary>>>
where
    R: RuleSet,
    E: Plays<R::Vocabulary>,
    O: Plays<R::Vocabulary>,
{
    let mut first_path = None;
    for path in paths {
        let search = {
            let (pairing, start, path) = (pairing.clone(), Arc::clone(start), path.clone());
            let positions_max = plan.positions_max as usize;
            watched(plan.step_limit, move |activity| {
                search(&pairing, &start, path, positions_max, activity)
            })
        };
        // It is known only that it failed somewhere on the way along this path.
        let found = search.map_err(|halt| match halt {
            Halt::Panicked { stage, message, .. } => {
                Halt::Panicked { path: path.clone(), stage, message }
            }
            Halt::Hung { stage, .. } => Halt::Hung { path: path.clone(), stage },
            other => other,
        })?;
        if let Some(found) = found {
            return Ok(found);
        }
        first_path.get_or_insert(path);
    }
    let path = first_path.cloned().unwrap_or_default();
    let detail = "what was different at first is the same when it is played again".to_owned();
    let finding = Finding::Broken { side: None, invariant: REPEATABLE.to_owned(), detail };
    let case = start.case_with(&path);
    Ok((path, at_the_end::<R>(&case, finding)))
}

/// A finding about what stands after the last move of a case, of which nothing is shown.
fn at_the_end<R: RuleSet>(case: &CaseOf<R>, finding: Finding) -> Divergence {
    let mv = case.moves.last().map(ToString::to_string);
    Divergence { step: case.moves.len(), mv, ..Divergence::of(finding) }
}

/// Plays a path on both sides and compares what they show at its end; then every move from there.
fn search<R, E, O>(
    pairing: &Pairing<R, E, O>,
    start: &Start<R>,
    path: Vec<MoveOf<R::Vocabulary>>,
    positions_max: usize,
    activity: &Activity,
) -> Option<Found<R>>
where
    R: RuleSet,
    E: Plays<R::Vocabulary>,
    O: Plays<R::Vocabulary>,
{
    let engine = replay(start, pairing.engine(), &path, Side::Engine, activity)?;
    let oracle = replay(start, pairing.oracle(), &path, Side::Oracle, activity)?;
    let step = start.step() + path.len();
    let most = followed_max(positions_max);
    let beat = |side, action| activity.begin(step, Some(side), action);
    let ours = view_of(&engine, most, 0, |action| beat(Side::Engine, action));
    let theirs = view_of(&oracle, most, 0, |action| beat(Side::Oracle, action));
    if let Err(finding) = compare_views(&ours, &theirs, most) {
        let divergence = Divergence {
            engine: Some(R::Vocabulary::picture(&ours.position)),
            oracle: Some(R::Vocabulary::picture(&theirs.position)),
            ..at_the_end::<R>(&start.case_with(&path), finding)
        };
        return Some((path, divergence));
    }
    theirs.legal.iter().flatten().find_map(|legal| {
        let mv = R::Vocabulary::to_move(legal);
        let (mut engine, mut oracle) = (engine.try_clone()?, oracle.try_clone()?);
        activity.begin(step + 1, Some(Side::Engine), Action::Play);
        let our_result = engine.play(&mv);
        activity.begin(step + 1, Some(Side::Oracle), Action::Play);
        let their_result = oracle.play(&mv);
        let (ours, theirs_now) = (engine.position(), oracle.position());
        let results = [&our_result, &their_result];
        let same = agree(&start.rules, legal, results, [&ours, &theirs_now], theirs.outcome);
        let finding = same.err()?;
        let path: Vec<_> = path.iter().cloned().chain([mv]).collect();
        let divergence = Divergence {
            before: Some(R::Vocabulary::picture(&theirs.position)),
            engine: Some(R::Vocabulary::picture(&ours)),
            oracle: Some(R::Vocabulary::picture(&theirs_now)),
            ..at_the_end::<R>(&start.case_with(&path), finding)
        };
        Some((path, divergence))
    })
}

/// Compares what engine and oracle, in this order, make of a move that both have listed.
fn agree<R: RuleSet>(
    rules: &R,
    legal: &LegalMoveOf<R::Vocabulary>,
    [engine, oracle]: [&ResultOf<R::Vocabulary>; 2],
    positions: [&PositionOf<R::Vocabulary>; 2],
    outcome: OutcomeOf<R::Vocabulary>,
) -> Result<(), Finding> {
    compare_results(rules, engine, oracle)?;
    if let Err(refusal) = oracle {
        let (invariant, detail) = (LISTED_MEANS_ACCEPTED.to_owned(), format!("{legal}: {refusal}"));
        return Err(Finding::Broken { side: None, invariant, detail });
    }
    // Nothing but the position is looked at.
    let [engine, oracle] =
        positions.map(|shown| View { position: shown.clone(), outcome, legal: None });
    compare_views::<R::Vocabulary>(&engine, &oracle, 0)
}
