//! Blame for a transformed game of the engine that is not the image of the game itself.
//!
//! 1. Both sides play the transformed case. If they differ, that case is reported: the same fault
//!    gives the same case, whether it is found directly or through a symmetry.
//! 2. The oracle plays the transformed case. If its game is not the image either, the symmetry is
//!    reported as wrong, and neither side.
//! 3. Otherwise the engine contradicts itself, in its keys for example.

use arbitrary::Unstructured;
use twinboard_vocabulary::{Game, LegalMoveOf, MoveOf, Rest, Vocabulary};

use super::blame::case_up_to;
use super::play::{CaseResult, play_case};
use super::{Lockstep, Sides};
use crate::check::checks::{Checks, Steps};
use crate::check::compare::{Level, broken};
use crate::check::laws::{Contradiction, wrong_position};
use crate::check::self_checks::{Suspect, transformed_game_follows};
use crate::check::tandem::Tandem;
use crate::model::activity::{Activity, Side};
use crate::model::divergence::{
    Divergence, Finding, SYMMETRY, TRANSFORMED, Transformed, wrong_law,
};
use crate::model::guard::{self, Panic, lock};
use crate::model::pairing::Pairing;
use crate::model::random::{SplitMix, bytes_of, digest_on};
use crate::model::rules::{CaseOf, RuleSet, Symmetry, after_moves, view_of};
use crate::model::stats::Stats;

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
    let position = |side, case: &CaseOf<R>, moves| {
        let game = pairing.watched(side, activity).set_up(&case.setup)?;
        Some(after_moves(game, case.moves.iter().take(moves)).position())
    };
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
        let follows =
            transformed_game_follows::<R, _>(symmetry, &mut twin, None, &view, made, Some(limit));
        Some((step, follows.err()?))
    })
}

// Other ways to the positions of a case: a position must determine the rest of the game, whatever
// moves led to it.
//
// Within a case few positions recur, and in many games none. So the oracle plays further games from
// the set-up, partly with moves of the case, and where one of them reaches a position of the case,
// outcome and legal moves must be those of the case. A campaign plays one game beside one of some
// cases, and not a table of all positions, which would depend on the number of threads. Games from
// other set-ups are no other ways: a set-up may have a parameter that the position need not repeat.

/// Self-checked cases of a campaign per case with another game beside it.
const CASES_PER_OTHER_GAME: u64 = 4;
/// Other games beside a case that is replayed, at most.
const OTHER_GAMES_MAX: usize = 8;
/// Moves of another game, at most: positions that a long game reaches are seldom those of the case.
const OTHER_MOVES_MAX: usize = 16;

/// Moves to a position, and the step at which the case has had an equal one with another future.
type OtherWay<R> = (Vec<MoveOf<<R as RuleSet>::Vocabulary>>, usize);

impl<R: RuleSet> Lockstep<'_, R> {
    /// Plays other games, and returns the finding against the rule set if one reaches a position of
    /// the case and goes on differently there.
    pub(super) fn check_other_ways(&mut self, sides: &Sides<'_, R>) -> Result<(), Finding> {
        if self.checks.compares_only || self.checks.steps != Steps::All {
            return Ok(());
        }
        let case = case_up_to(lock(self.played).clone(), self.step);
        // The moves count, too: many games have a single set-up.
        let seed = case
            .moves
            .iter()
            .fold(self.setup_digest, |so_far, mv| digest_on(so_far, mv.to_string().as_bytes()));
        let mut random = SplitMix::new(seed);
        let is_due = random.next_u64().is_multiple_of(CASES_PER_OTHER_GAME);
        if !is_due && !self.checks.is_thorough {
            return Ok(());
        }
        let games = self.checks.samples(self.rules.size(&self.setup), OTHER_GAMES_MAX);
        for _ in 0..games {
            // A panic in a game that the case does not play is no finding about it.
            let other = match guard::catch_panic(|| self.other_way(sides, &case, &mut random)) {
                Ok(other) => other,
                // An oracle in another process may have ended, and its game with it.
                Err(Panic { declared: Some(failure), .. }) => std::panic::panic_any(*failure),
                Err(_) => None,
            };
            let Some((moves, step)) = other else { continue };
            let side = self.pairing.watched(Side::Oracle, self.activity);
            let ways = [&case.moves[..step], &moves].map(|way| (&case.setup, way));
            let Some(wrong) = wrong_position(self.rules, &side, ways) else { continue };
            self.beside = Some(Contradiction::Step(step));
            self.other_way = Some(CaseOf::<R> { moves, rest: Rest::Stop, ..case });
            return Err(wrong);
        }
        Ok(())
    }

    /// Plays a game on the oracle until it contradicts the case.
    fn other_way(
        &self,
        sides: &Sides<'_, R>,
        case: &CaseOf<R>,
        random: &mut SplitMix,
    ) -> Option<OtherWay<R>> {
        let mut game = self.pairing.watched(Side::Oracle, self.activity).set_up(&case.setup)?;
        let mut moves = Vec::new();
        loop {
            let view = view_of(&game, self.rules.listing().limit, 0);
            if let Some(step) = sides.self_checks.positions().contradicted_by(&view) {
                return Some((moves, step));
            }
            if moves.len() == OTHER_MOVES_MAX {
                return None;
            }
            let bytes = bytes_of(random);
            let mv = any_move::<R::Vocabulary>(&view.legal?, &case.moves, &bytes)?;
            game.play(&mv).ok()?;
            moves.push(mv);
        }
    }
}

/// A move of the case if it is legal here, or any other legal move.
fn any_move<V: Vocabulary>(
    legal: &[LegalMoveOf<V>],
    of_case: &[MoveOf<V>],
    bytes: &[u8],
) -> Option<MoveOf<V>> {
    let mut u = Unstructured::new(bytes);
    let any = V::to_move(u.choose(legal).ok()?);
    let of_case = u.choose(of_case).ok().filter(|_| u.arbitrary().unwrap_or(false));
    let is_legal = |mv: &&MoveOf<V>| legal.iter().any(|legal| V::to_move(legal) == **mv);
    Some(of_case.filter(is_legal).cloned().unwrap_or(any))
}
