//! Who is to blame where a transformed game of the engine goes another way than the game itself.
//!
//! 1. The transformed case is played on both sides. If they differ there, that case is what was
//!    found: the same slip gives the same case, whether it was met directly or through a symmetry.
//! 2. The oracle plays the transformed case. If its game goes another way as well, the symmetry is
//!    wrong, and neither side is.
//! 3. Otherwise the engine contradicts itself: its keys, say.

use board::{Game, MoveOf, Picture, Plays, Rest, ResultOf, Vocabulary};

use crate::activity::{Action, Activity, Side};
use crate::checks::{broken, compare_results, compare_views};
use crate::divergence::{Divergence, Finding, SYMMETRY, TRANSFORMED, Transformed};
use crate::laws::wrong_law;
use crate::listing::view_of;
use crate::lockstep::{self, Effort, Verdict};
use crate::rules::Symmetry;
use crate::rules::ViewOf;
use crate::self_checks::{Suspect, transformed_game_follows, transformed_moves_are_listed};
use crate::stats::Stats;
use crate::{CaseOf, Pairing, RuleSet, guard};

/// What is wrong, and the case that shows it: the transformed one, if the sides differ there, or
/// `case`. That ends with the step in which the transformed game went another way.
pub(crate) fn resolve<R, E, O>(
    pairing: &Pairing<R, E, O>,
    suspect: &Suspect<R>,
    case: CaseOf<R>,
    activity: &Activity,
) -> (Divergence, CaseOf<R>)
where
    R: RuleSet,
    E: Plays<R::Vocabulary>,
    O: Plays<R::Vocabulary>,
{
    let resolved = guard::catch(|| {
        let image = image_of::<R>(suspect.symmetry.as_ref(), &case);
        if let Some(direct) = played_directly(pairing, image, activity) {
            return direct;
        }
        begin_case(pairing, &case, activity);
        (judged(pairing, suspect, &case, activity), case.clone())
    });
    resolved.unwrap_or_else(|message| {
        let finding = Finding::Panicked { stage: activity.stage(), message };
        (at_the_end(&case, finding), case)
    })
}

fn begin_case<R: RuleSet, E, O>(pairing: &Pairing<R, E, O>, case: &CaseOf<R>, activity: &Activity) {
    let (rules, case) = (pairing.rules().clone(), case.clone());
    activity.begin_case(move || rules.text().print(&case));
}

fn image_of<R: RuleSet>(symmetry: &dyn Symmetry<R::Vocabulary>, case: &CaseOf<R>) -> CaseOf<R> {
    CaseOf::<R> {
        setup: symmetry.transform_setup(&case.setup),
        moves: case.moves.iter().map(|mv| symmetry.transform_move(mv)).collect(),
        rest: Rest::Stop,
    }
}

/// The divergence of the transformed case itself, if the sides differ or one of them panics.
fn played_directly<R, E, O>(
    pairing: &Pairing<R, E, O>,
    image: CaseOf<R>,
    activity: &Activity,
) -> Option<(Divergence, CaseOf<R>)>
where
    R: RuleSet,
    E: Plays<R::Vocabulary>,
    O: Plays<R::Vocabulary>,
{
    begin_case(pairing, &image, activity);
    // Only the game of the case is asked at first: chance must not decide what is found.
    if matches!(guard::catch(|| sides_agree(pairing, &image, activity)), Ok(true)) {
        return None;
    }
    let stats = &mut Stats::default();
    match lockstep::run(pairing, image, None, Effort::Alone, activity, stats) {
        (Verdict::Diverged(divergence), image) => Some((*divergence, image)),
        (Verdict::Agreed | Verdict::Skipped(_), _) => None,
    }
}

/// Whether both sides show the same in every step of a case.
fn sides_agree<R, E, O>(pairing: &Pairing<R, E, O>, case: &CaseOf<R>, activity: &Activity) -> bool
where
    R: RuleSet,
    E: Plays<R::Vocabulary>,
    O: Plays<R::Vocabulary>,
{
    let Some(mut engine) = set_up(pairing.engine(), case, Side::Engine, activity) else {
        return true;
    };
    let Some(mut oracle) = set_up(pairing.oracle(), case, Side::Oracle, activity) else {
        return true;
    };
    let most = pairing.rules().listing().most;
    (0..=case.moves.len()).all(|step| {
        let ours = step_of(&mut engine, case, step, most, Side::Engine, activity);
        let theirs = step_of(&mut oracle, case, step, most, Side::Oracle, activity);
        let results = ours.0.zip(theirs.0);
        results
            .is_none_or(|(ours, theirs)| compare_results(pairing.rules(), &ours, &theirs).is_ok())
            && compare_views(&ours.1, &theirs.1, most).is_ok()
    })
}

fn set_up<I: Plays<V>, V: Vocabulary>(
    side: &I,
    case: &crate::Case<V>,
    who: Side,
    activity: &Activity,
) -> Option<I::Game> {
    activity.begin(0, Some(who), Action::SetUp);
    side.set_up(&case.setup)
}

/// Plays a step of the case, if it is not the set-up, and gives the result and what is shown after it.
fn step_of<G: Game>(
    game: &mut G,
    case: &crate::Case<G::Vocabulary>,
    step: usize,
    most: usize,
    who: Side,
    activity: &Activity,
) -> (Option<ResultOf<G::Vocabulary>>, crate::View<G::Vocabulary>) {
    activity.begin(step, Some(who), Action::Play);
    let result = step.checked_sub(1).map(|index| game.play(&case.moves[index]));
    let view = view_of(game, most, 0, |action| activity.begin(step, Some(who), action));
    (result, view)
}

/// The finding against the symmetry, if the oracle does not follow it, or else against the engine.
fn judged<R, E, O>(
    pairing: &Pairing<R, E, O>,
    suspect: &Suspect<R>,
    case: &CaseOf<R>,
    activity: &Activity,
) -> Divergence
where
    R: RuleSet,
    E: Plays<R::Vocabulary>,
    O: Plays<R::Vocabulary>,
{
    let symmetry = suspect.symmetry.as_ref();
    let engine_breaks = || broken(Side::Engine, TRANSFORMED, suspect.detail.clone());
    let image = image_of::<R>(symmetry, case);
    let Some(mut trace) = Trace::begin(pairing, case, &image, activity) else {
        return at_the_end(case, engine_breaks());
    };
    let most = pairing.rules().listing().most;
    for step in 0..=case.moves.len() {
        if let Err(detail) = trace.make_step(symmetry, step, most, activity) {
            let detail = format!(
                "the oracle's own game, transformed by {symmetry}, goes another way too:\n{detail}"
            );
            let law = wrong_law(SYMMETRY, Some(symmetry.to_string()), detail);
            return trace.divergence(symmetry, step, law);
        }
    }
    trace.divergence(symmetry, case.moves.len(), engine_breaks())
}

fn at_the_end<V: Vocabulary>(case: &crate::Case<V>, finding: Finding) -> Divergence {
    let mv = case.moves.last().map(ToString::to_string);
    Divergence { step: case.moves.len(), mv, ..Divergence::of(finding) }
}

/// A case on the oracle and its image on both sides, as far as they have been played.
struct Trace<'a, R: RuleSet, E: Plays<R::Vocabulary>, O: Plays<R::Vocabulary>> {
    case: &'a CaseOf<R>,
    image: &'a CaseOf<R>,
    game: O::Game,
    /// The oracle's game of the image.
    twin: O::Game,
    /// The engine's; `None` where the engine takes no such set-up or has panicked.
    engine: Option<E::Game>,
    /// The oracle's positions before and after the last step.
    before: Option<Picture>,
    now: Option<ViewOf<R>>,
    /// The position of the image at the set-up.
    setup: Option<Picture>,
}

impl<'a, R: RuleSet, E: Plays<R::Vocabulary>, O: Plays<R::Vocabulary>> Trace<'a, R, E, O> {
    fn begin(
        pairing: &Pairing<R, E, O>,
        case: &'a CaseOf<R>,
        image: &'a CaseOf<R>,
        activity: &Activity,
    ) -> Option<Self> {
        let game = set_up(pairing.oracle(), case, Side::Oracle, activity)?;
        let twin = set_up(pairing.oracle(), image, Side::Oracle, activity)?;
        let engine = guard::catch(|| set_up(pairing.engine(), image, Side::Engine, activity));
        let engine = engine.unwrap_or_default();
        let setup = Some(R::Vocabulary::picture(&twin.position()));
        Some(Self { case, image, game, twin, engine, before: None, now: None, setup })
    }

    /// Plays a step everywhere; the error says in what the oracle does not follow the symmetry.
    fn make_step(
        &mut self,
        symmetry: &dyn Symmetry<R::Vocabulary>,
        step: usize,
        most: usize,
        activity: &Activity,
    ) -> Result<(), String> {
        self.before = self.now.take().map(|view| R::Vocabulary::picture(&view.position));
        if let Some(engine) = &mut self.engine
            && step > 0
        {
            activity.begin(step, Some(Side::Engine), Action::Play);
            let mv = &self.image.moves[step - 1];
            if guard::catch(|| drop(engine.play(mv))).is_err() {
                self.engine = None;
            }
        }
        let (result, view) = step_of(&mut self.game, self.case, step, most, Side::Oracle, activity);
        let mv: Option<&MoveOf<R::Vocabulary>> =
            step.checked_sub(1).map(|index| &self.case.moves[index]);
        let made = mv.zip(result.as_ref());
        let view = self.now.insert(view);
        transformed_game_follows::<R, O::Game>(symmetry, &mut self.twin, None, view, made)?;
        transformed_moves_are_listed::<R, O::Game>(most, symmetry, &self.twin, view)
    }

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
