//! Blame for a transformed game of the engine that is not the image of the game itself.
//!
//! 1. Both sides play the transformed case. If they differ, that case is reported: the same fault
//!    gives the same case, whether it is found directly or through a symmetry.
//! 2. The oracle plays the transformed case. If its game is not the image either, the symmetry is
//!    reported as wrong, and neither side.
//! 3. Otherwise the engine contradicts itself, in its keys for example.

use twinboard_vocabulary::{Game, MoveOf, Picture, Rest, ResultOf, Vocabulary};

use super::play::{Played, play_case};
use crate::check::checks::Checks;
use crate::check::compare::{broken, compare_results, compare_views};
use crate::check::self_checks::{Suspect, transformed_game_follows, transformed_moves_are_listed};
use crate::model::activity::{Activity, Side};
use crate::model::divergence::{
    Divergence, Finding, SYMMETRY, TRANSFORMED, Transformed, wrong_law,
};
use crate::model::guard;
use crate::model::listing::view_of;
use crate::model::pairing::Pairing;
use crate::model::rules::Symmetry;
use crate::model::rules::ViewOf;
use crate::model::rules::{CaseOf, RuleSet};
use crate::model::stats::Stats;
use crate::model::watched::WatchedGame;

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

/// The transformed case. It stops after its moves: those of the robot are written out by now.
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
    if matches!(guard::catch(|| sides_agree(pairing, &image, activity)), Ok(true)) {
        return None;
    }
    let stats = &mut Stats::default();
    // Without transformed games there is no further suspect.
    match play_case(pairing, image, None, Checks::own_game(), activity, stats) {
        (Played::Diverged(divergence), image) => Some((*divergence, image)),
        _ => None,
    }
}

/// True if results and states of both sides are equal in every step, or a side does not support the
/// set-up.
fn sides_agree<R: RuleSet>(pairing: &Pairing<R>, case: &CaseOf<R>, activity: &Activity) -> bool {
    activity.set_step(0);
    let Some(mut engine) = pairing.watched(Side::Engine, activity).set_up(&case.setup) else {
        return true;
    };
    let Some(mut oracle) = pairing.watched(Side::Oracle, activity).set_up(&case.setup) else {
        return true;
    };
    let limit = pairing.rules().listing().limit;
    (0..=case.moves.len()).all(|step| {
        activity.set_step(step);
        let ours = step_of(&mut engine, case, step, limit);
        let theirs = step_of(&mut oracle, case, step, limit);
        let results = ours.0.zip(theirs.0);
        results
            .is_none_or(|(ours, theirs)| compare_results(pairing.rules(), &ours, &theirs).is_ok())
            && compare_views(&ours.1, &theirs.1, limit).is_ok()
    })
}

/// Plays step `step` of the case (0 plays nothing) and returns its result and the state after it.
fn step_of<G: Game>(
    game: &mut G,
    case: &crate::model::case::Case<G::Vocabulary>,
    step: usize,
    limit: usize,
) -> (Option<ResultOf<G::Vocabulary>>, crate::model::rules::View<G::Vocabulary>) {
    let result = step.checked_sub(1).map(|index| game.play(&case.moves[index]));
    (result, view_of(game, limit, 0))
}

/// The divergence against the symmetry if the oracle does not obey it, else against the engine.
fn engine_or_symmetry<R: RuleSet>(
    pairing: &Pairing<R>,
    suspect: &Suspect<R>,
    case: &CaseOf<R>,
    activity: &Activity,
) -> Divergence {
    let symmetry = suspect.symmetry.as_ref();
    let engine_breaks = || broken(Side::Engine, TRANSFORMED, suspect.detail.clone());
    let image = image_of::<R>(symmetry, case);
    let Some(mut trace) = Trace::begin(pairing, case, &image, activity) else {
        return case.diverges_at_its_end(engine_breaks());
    };
    let limit = pairing.rules().listing().limit;
    for step in 0..=case.moves.len() {
        activity.set_step(step);
        if let Err(detail) = trace.make_step(symmetry, step, limit) {
            let detail = format!(
                "the oracle's own game, transformed by {symmetry}, goes another way too:\n{detail}"
            );
            let law = wrong_law(SYMMETRY, Some(symmetry.to_string()), detail);
            return trace.divergence(symmetry, step, law);
        }
    }
    trace.divergence(symmetry, case.moves.len(), engine_breaks())
}

/// The case on the oracle and its image on both sides, played up to some step.
struct Trace<'a, R: RuleSet> {
    case: &'a CaseOf<R>,
    image: &'a CaseOf<R>,
    game: WatchedGame<'a, R::Vocabulary>,
    /// Game of the image on the oracle.
    twin: WatchedGame<'a, R::Vocabulary>,
    /// Game of the image on the engine; `None` if the engine does not support the set-up or has
    /// panicked.
    engine: Option<WatchedGame<'a, R::Vocabulary>>,
    /// Position of the case before the last step.
    before: Option<Picture>,
    /// State of the case after the last step.
    now: Option<ViewOf<R>>,
    /// Position of the image right after the set-up.
    setup: Option<Picture>,
}

impl<'a, R: RuleSet> Trace<'a, R> {
    /// Sets up the three games; `None` if the oracle does not support one of the set-ups.
    fn begin(
        pairing: &'a Pairing<R>,
        case: &'a CaseOf<R>,
        image: &'a CaseOf<R>,
        activity: &'a Activity,
    ) -> Option<Self> {
        activity.set_step(0);
        let oracle = pairing.watched(Side::Oracle, activity);
        let (game, twin) = (oracle.set_up(&case.setup)?, oracle.set_up(&image.setup)?);
        let engine = pairing.watched(Side::Engine, activity);
        let engine = guard::catch(|| engine.set_up(&image.setup));
        let engine = engine.unwrap_or_default();
        let setup = Some(R::Vocabulary::picture(&twin.position()));
        Some(Self { case, image, game, twin, engine, before: None, now: None, setup })
    }

    /// Plays a step in all three games; the error describes how the oracle breaks the symmetry.
    fn make_step(
        &mut self,
        symmetry: &dyn Symmetry<R::Vocabulary>,
        step: usize,
        limit: usize,
    ) -> Result<(), String> {
        self.before = self.now.take().map(|view| R::Vocabulary::picture(&view.position));
        if let Some(engine) = &mut self.engine
            && step > 0
        {
            let mv = &self.image.moves[step - 1];
            if guard::catch(|| drop(engine.play(mv))).is_err() {
                self.engine = None;
            }
        }
        let (result, view) = step_of(&mut self.game, self.case, step, limit);
        let mv: Option<&MoveOf<R::Vocabulary>> =
            step.checked_sub(1).map(|index| &self.case.moves[index]);
        let made = mv.zip(result.as_ref());
        let view = self.now.insert(view);
        transformed_game_follows::<R, _>(symmetry, &mut self.twin, None, view, made)?;
        transformed_moves_are_listed::<R, _>(limit, symmetry, &self.twin, view)
    }

    /// The finding with the pictures of case and image.
    fn divergence(
        self,
        symmetry: &dyn Symmetry<R::Vocabulary>,
        step: usize,
        finding: Finding,
    ) -> Divergence {
        let picture = |position| R::Vocabulary::picture(&position);
        let engine = self.engine.as_ref().and_then(|game| guard::catch(|| game.position()).ok());
        let now = self.now.as_ref().map(|view| &view.position);
        let mv = |case: &CaseOf<R>| Some(case.moves.get(step.checked_sub(1)?)?.to_string());
        let shown = now.map(R::Vocabulary::picture);
        Divergence {
            step,
            mv: mv(self.case),
            before: self.before,
            engine: shown.clone(),
            oracle: shown,
            transformed: Some(Box::new(Transformed {
                symmetry: symmetry.to_string(),
                mv: mv(self.image),
                setup: self.setup,
                expected: now.map(|now| picture(symmetry.transform_position(now))),
                engine: engine.map(picture),
                oracle: Some(picture(self.twin.position())),
            })),
            ..Divergence::of(finding)
        }
    }
}
