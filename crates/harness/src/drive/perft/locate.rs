//! Locates a difference: replays the path to a position that differs on both sides and finds the
//! first move on which they disagree.

use std::sync::Arc;
use std::time::Duration;

use twinboard_vocabulary::{
    Game, LegalMoveOf, MoveOf, OutcomeOf, Picture, PositionOf, ResultOf, TryClone, Vocabulary,
};

use super::plan::Start;
use super::positions::WalkError;
use super::replay::{replay, watched};
use crate::check::compare::{compare_results, compare_views};
use crate::model::activity::{Activity, Side};
use crate::model::divergence::{Divergence, Finding};
use crate::model::general_laws::{LISTED_MEANS_ACCEPTED, REPEATABLE};
use crate::model::listing::view_of;
use crate::model::pairing::Pairing;
use crate::model::rules::RuleSet;
use crate::model::rules::View;

/// Limits of a search.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// Number of legal moves of a position that are compared.
    pub(super) moves: usize,
    /// Time without progress after which a side counts as hung.
    pub(super) step: Duration,
}

/// A path, and the failure at its end.
pub(super) type LocatedDivergence<R> = (Vec<MoveOf<<R as RuleSet>::Vocabulary>>, Divergence);

/// Finds the failure at the end of one of `paths`, which lead to the same position, or after the
/// first move from there on which the sides disagree. Without one, the sides do not repeat what
/// they did at first.
pub(super) fn locate<R: RuleSet>(
    pairing: &Pairing<R>,
    start: &Arc<Start<R>>,
    paths: &[Vec<MoveOf<R::Vocabulary>>],
    limits: Limits,
) -> Result<LocatedDivergence<R>, WalkError<MoveOf<R::Vocabulary>>> {
    if let Some(found) = find(pairing, start, paths, limits)? {
        return Ok(found);
    }
    let path = paths.first().cloned().unwrap_or_default();
    let detail = "the sides differed at first but agree when the moves are replayed".to_owned();
    let finding = Finding::Broken { side: None, invariant: REPEATABLE.to_owned(), detail };
    let case = start.case_with(&path);
    Ok((path, case.diverges_at_its_end(finding)))
}

/// As [`locate`]; `None` if the sides agree at the end of all paths.
pub(super) fn find<R: RuleSet>(
    pairing: &Pairing<R>,
    start: &Arc<Start<R>>,
    paths: &[Vec<MoveOf<R::Vocabulary>>],
    Limits { moves, step }: Limits,
) -> Result<Option<LocatedDivergence<R>>, WalkError<MoveOf<R::Vocabulary>>> {
    for path in paths {
        let search = {
            let (pairing, start, path) = (pairing.clone(), Arc::clone(start), path.clone());
            watched(step, move |activity| search(&pairing, &start, path, moves, activity))
        };
        // The exact place is unknown, so the failure is reported with the whole path.
        let found = search.map_err(|error| match error {
            WalkError::Panicked { stage, panic, .. } => {
                WalkError::Panicked { path: path.clone(), stage, panic }
            }
            WalkError::Hung { stage, .. } => WalkError::Hung { path: path.clone(), stage },
            other => other,
        })?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// Differences between the games after two ways to one position, on the oracle: the position, and a
/// sentence about each way. `None` if there is none, or the oracle does not support the set-up.
pub(super) fn compare_ways<R: RuleSet>(
    pairing: &Pairing<R>,
    start: &Arc<Start<R>>,
    ways: &[Vec<MoveOf<R::Vocabulary>>; 2],
    Limits { moves, step }: Limits,
) -> Result<Option<(Picture, [String; 2])>, WalkError<MoveOf<R::Vocabulary>>> {
    let (pairing, start, ways) = (pairing.clone(), Arc::clone(start), ways.clone());
    watched(step, move |activity| {
        let side = pairing.watched(Side::Oracle, activity);
        let [one, other] = ways
            .map(|way| replay(&start, &side, &way, activity).map(|game| view_of(&game, moves, 0)));
        let (one, other) = (one?, other?);
        let picture = R::Vocabulary::picture(&one.position);
        match compare_views::<R::Vocabulary>(&one, &other, moves) {
            Err(Finding::Differs { engine: one, oracle: other, .. }) => {
                Some((picture, [one, other]))
            }
            _ => None,
        }
    })
}

/// Plays a path on both sides and compares the views at its end, then every move from there.
fn search<R: RuleSet>(
    pairing: &Pairing<R>,
    start: &Start<R>,
    path: Vec<MoveOf<R::Vocabulary>>,
    limit: usize,
    activity: &Activity,
) -> Option<LocatedDivergence<R>> {
    let engine_side = pairing.watched(Side::Engine, activity);
    let engine = replay(start, &engine_side, &path, activity)?;
    let oracle_side = pairing.watched(Side::Oracle, activity);
    let oracle = replay(start, &oracle_side, &path, activity)?;
    let step = start.step() + path.len();
    let (ours, theirs) = (view_of(&engine, limit, 0), view_of(&oracle, limit, 0));
    if let Err(finding) = compare_views(&ours, &theirs, limit) {
        let divergence = Divergence {
            engine: Some(R::Vocabulary::picture(&ours.position)),
            oracle: Some(R::Vocabulary::picture(&theirs.position)),
            ..start.case_with(&path).diverges_at_its_end(finding)
        };
        return Some((path, divergence));
    }
    theirs.legal.iter().flatten().find_map(|legal| {
        let mv = R::Vocabulary::to_move(legal);
        let copied = engine.try_clone();
        let mut engine = copied.or_else(|| replay(start, &engine_side, &path, activity))?;
        let copied = oracle.try_clone();
        let mut oracle = copied.or_else(|| replay(start, &oracle_side, &path, activity))?;
        activity.set_step(step + 1);
        let (our_result, their_result) = (engine.play(&mv), oracle.play(&mv));
        let (ours, theirs_now) = (engine.position(), oracle.position());
        let results = [&our_result, &their_result];
        let same = agree(&start.rules, legal, results, [&ours, &theirs_now], theirs.outcome);
        let finding = same.err()?;
        let path: Vec<_> = path.iter().cloned().chain([mv]).collect();
        let divergence = Divergence {
            before: Some(R::Vocabulary::picture(&theirs.position)),
            engine: Some(R::Vocabulary::picture(&ours)),
            oracle: Some(R::Vocabulary::picture(&theirs_now)),
            ..start.case_with(&path).diverges_at_its_end(finding)
        };
        Some((path, divergence))
    })
}

/// Compares the results of a move that both sides have listed; engine first, oracle second.
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
    // Only the positions are compared here, so outcome and moves are the same in both views.
    let [engine, oracle] =
        positions.map(|shown| View { position: shown.clone(), outcome, legal: None });
    compare_views::<R::Vocabulary>(&engine, &oracle, 0)
}
