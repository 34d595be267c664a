//! Blame for a transformed game of the engine that is not the image of the game itself.
//!
//! 1. Both sides play the transformed case. If they differ, that case is reported: the same fault
//!    gives the same case, whether it is found directly or through a symmetry.
//! 2. The oracle plays the transformed case. If its game is not the image either, the symmetry is
//!    reported as wrong, and neither side.
//! 3. Otherwise the engine contradicts itself, in its keys for example.

use twinboard_vocabulary::{Game, PositionOf, Rest};

use super::play::{CaseResult, play_case};
use crate::check::answers::Level;
use crate::check::checks::Checks;
use crate::check::compare::broken;
use crate::check::self_checks::{Suspect, transformed_game_follows, transformed_moves_are_listed};
use crate::check::tandem::Tandem;
use crate::model::activity::{Activity, Side};
use crate::model::divergence::{
    Divergence, Finding, SYMMETRY, TRANSFORMED, Transformed, wrong_law,
};
use crate::model::guard;
use crate::model::listing::view_of;
use crate::model::pairing::Pairing;
use crate::model::rules::{CaseOf, RuleSet, Symmetry};
use crate::model::stats::Stats;
use crate::model::watched::WatchedSide;

/// Returns the divergence and the case that shows it: the transformed case if the sides differ
/// there, else `case`, which ends with the step at which the transformed game was not the image.
pub(crate) fn resolve<R: RuleSet>(
    pairing: &Pairing<R>,
    suspect: &Suspect<R>,
    case: CaseOf<R>,
    activity: &Activity,
) -> (Divergence, CaseOf<R>) {
    let resolved = guard::catch_panic(|| {
        let image = image_of::<R>(suspect.symmetry.as_ref(), &case);
        if let Some(direct) = direct_divergence(pairing, image, activity) {
            return direct;
        }
        begin_case(pairing, &case, activity);
        (engine_or_symmetry(pairing, suspect, &case, activity), case.clone())
    });
    resolved.unwrap_or_else(|panic| {
        let finding = Finding::of_panic(activity.stage(), panic);
        (case.diverges_at_its_end(finding), case)
    })
}

/// Hands the case to the watchdog, for its report after a hang.
fn begin_case<R: RuleSet>(pairing: &Pairing<R>, case: &CaseOf<R>, activity: &Activity) {
    let (rules, case) = (pairing.rules().clone(), case.clone());
    activity.begin_case(move || rules.text().print(&case));
}

/// The transformed case. It stops after its moves: repeated ones are written out by now.
fn image_of<R: RuleSet>(symmetry: &dyn Symmetry<R::Vocabulary>, case: &CaseOf<R>) -> CaseOf<R> {
    CaseOf::<R> {
        setup: symmetry.transform_setup(&case.setup),
        moves: case.moves.iter().map(|mv| symmetry.transform_move(mv)).collect(),
        rest: Rest::Stop,
    }
}

/// The divergence of the transformed case itself, if the sides differ there or one of them panics.
fn direct_divergence<R: RuleSet>(
    pairing: &Pairing<R>,
    image: CaseOf<R>,
    activity: &Activity,
) -> Option<(Divergence, CaseOf<R>)> {
    begin_case(pairing, &image, activity);
    // Required methods only at first: the random part of the checks must not decide which of the
    // three findings is reported.
    let tandem = Tandem::new(pairing, None, activity, pairing.rules().listing().limit);
    if let Ok(Ok(Ok(_)) | Err(_)) = guard::catch(|| tandem.follow(&image, Level::Moves)) {
        return None;
    }
    let stats = &mut Stats::default();
    // Without transformed games there is no further suspect.
    match play_case(pairing, image, None, Checks::own_game(), activity, stats) {
        (CaseResult::Diverged(divergence), image) => Some((*divergence, image)),
        _ => None,
    }
}

/// The divergence against the symmetry if the oracle does not obey it, else against the engine.
fn engine_or_symmetry<R: RuleSet>(
    pairing: &Pairing<R>,
    suspect: &Suspect<R>,
    case: &CaseOf<R>,
    activity: &Activity,
) -> Divergence {
    let symmetry = suspect.symmetry.as_ref();
    let image = image_of::<R>(symmetry, case);
    let (step, finding) = match wrong_step(pairing, symmetry, case, &image, activity) {
        None => {
            let finding = broken(Side::Engine, TRANSFORMED, suspect.detail.clone());
            (case.moves.len(), finding)
        }
        Some((step, detail)) => {
            let detail = format!(
                "the oracle's own game, transformed by {symmetry}, goes another way too:\n{detail}"
            );
            (step, wrong_law(SYMMETRY, Some(symmetry.to_string()), detail))
        }
    };
    let position =
        |side, case, moves| position_after::<R>(&pairing.watched(side, activity), case, moves);
    let picture = |position: Option<_>| position.as_ref().map(|it| pairing.rules().picture(it));
    let now = position(Side::Oracle, case, step);
    let mv = |case: &CaseOf<R>| Some(case.moves.get(step.checked_sub(1)?)?.to_string());
    let of_engine = guard::catch(|| position(Side::Engine, &image, step)).ok().flatten();
    let expected = now.as_ref().map(|now| symmetry.transform_position(now));
    let transformed = Transformed {
        symmetry: symmetry.to_string(),
        mv: mv(&image),
        setup: picture(position(Side::Oracle, &image, 0)),
        expected: picture(expected),
        engine: picture(of_engine),
        oracle: picture(position(Side::Oracle, &image, step)),
    };
    let before = step.checked_sub(1).and_then(|step| position(Side::Oracle, case, step));
    let shown = picture(now);
    Divergence {
        step,
        mv: mv(case),
        before: picture(before),
        engine: shown.clone(),
        oracle: shown,
        transformed: transformed.oracle.is_some().then(|| Box::new(transformed)),
        ..Divergence::of(finding)
    }
}

/// The first step at which the oracle breaks the symmetry, and how.
fn wrong_step<R: RuleSet>(
    pairing: &Pairing<R>,
    symmetry: &dyn Symmetry<R::Vocabulary>,
    case: &CaseOf<R>,
    image: &CaseOf<R>,
    activity: &Activity,
) -> Option<(usize, String)> {
    activity.set_step(0);
    let (oracle, limit) =
        (pairing.watched(Side::Oracle, activity), pairing.rules().listing().limit);
    let (mut game, mut twin) = (oracle.set_up(&case.setup)?, oracle.set_up(&image.setup)?);
    (0..=case.moves.len()).find_map(|step| {
        activity.set_step(step);
        let mv = step.checked_sub(1).map(|index| &case.moves[index]);
        let result = mv.map(|mv| game.play(mv));
        let (view, made) = (view_of(&game, limit, 0), mv.zip(result.as_ref()));
        let follows = transformed_game_follows::<R, _>(symmetry, &mut twin, None, &view, made)
            .and_then(|()| transformed_moves_are_listed::<R, _>(limit, symmetry, &twin, &view));
        Some((step, follows.err()?))
    })
}

/// The position of a side after this number of moves of a case; `None` if it does not support the
/// set-up.
fn position_after<R: RuleSet>(
    side: &WatchedSide<'_, R::Vocabulary>,
    case: &CaseOf<R>,
    moves: usize,
) -> Option<PositionOf<R::Vocabulary>> {
    let mut game = side.set_up(&case.setup)?;
    for mv in case.moves.iter().take(moves) {
        let _ = game.play(mv);
    }
    Some(game.position())
}
