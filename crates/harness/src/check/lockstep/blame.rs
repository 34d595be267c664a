//! Blame for a difference of the two sides: what each of them breaks by itself, without the other.
//!
//! A comparison says that one side is wrong, not which. So each side is held against what needs no
//! second implementation, at the step where they differ: the invariants, its own check of its
//! representation, and its own list of legal moves against its own play. In a thorough replay, a side
//! that breaks none of these plays the case once more, as it is and transformed by symmetries. A side
//! that breaks something is probably the one at fault; if neither does, the report names the clauses
//! of the rules that the step exercises.

use arbitrary::Unstructured;
use twinboard_vocabulary::{
    Game, Implementation, LegalMoveOf, MoveOf, Picture, Rest, TryClone, Vocabulary,
};

use super::{Lockstep, Sides};
use crate::check::compare::{
    self, Answers, Level, REPRESENTATION, Shown, broken_invariants, outcomes_beside,
};
use crate::check::laws::Contradiction;
use crate::check::legality::contradiction;
use crate::check::self_checks::transformed_game_follows;
use crate::model::activity::Side;
use crate::model::case::Case;
use crate::model::divergence::{Beside, Blame, Divergence, Finding, LEGALITY, TRANSFORMED};
use crate::model::general_laws::{LISTED_MEANS_ACCEPTED, PLAYED_MEANS_LISTED, REPEATABLE};
use crate::model::guard::{self, lock};
use crate::model::pairing::Pairing;
use crate::model::random::bytes_of;
use crate::model::rules::{CaseOf, Observed, RuleSet, ViewOf, after_moves};
use crate::model::watched::{Tried, WatchedGame};

/// Contradictions of a side that a report names, at most.
const NAMED_MAX: usize = 2;
/// Moves that only one side lists, and that each side then plays, at most.
const PLAYED_MAX: usize = 8;
/// Symmetries by which the case is transformed.
const SYMMETRIES: usize = 8;
/// Clauses that a report names, at most.
const CLAUSES_MAX: usize = 6;

/// The move at which the sides differ, on one of them: its result and the state after it.
struct Made<R: RuleSet> {
    /// `None` at the set-up.
    mv: Option<MoveOf<R::Vocabulary>>,
    answers: Answers<R::Vocabulary>,
}

impl<R: RuleSet> Made<R> {
    fn now(&self) -> &ViewOf<R> {
        self.answers.view.as_ref().expect("the side has shown its state")
    }
}

impl<R: RuleSet> Lockstep<'_, R> {
    /// Looks for what each side breaks by itself, after a step at which they differ. A side that
    /// panics meanwhile is left alone from there on.
    pub(super) fn blame_sides(&mut self, sides: &Sides<'_, R>, finding: &Finding) {
        let is_wanted = matches!(finding, Finding::Differs { .. }) && self.checks.blames;
        // Without the lists of legal moves the invariants mean little.
        if !is_wanted || self.is_lean_step() {
            return;
        }
        let [engine, oracle] = [Side::Engine, Side::Oracle]
            .map(|side| guard::catch(|| self.made(side, sides)).ok().flatten());
        // What a side breaks, and whether it was examined in full.
        let broken = |side, made: &Option<Made<R>>| {
            let Some(made) = made else { return (Vec::new(), false) };
            let other = if side == Side::Engine { &oracle } else { &engine };
            let mut broken = Vec::new();
            // What was found before a panic counts.
            let examined =
                guard::catch(|| self.find_broken(side, sides, made, other.as_ref(), &mut broken));
            broken.truncate(NAMED_MAX);
            (broken, examined.is_ok_and(|examined| examined.is_some()))
        };
        let (by_engine, is_full) = broken(Side::Engine, &engine);
        let (by_oracle, is_full_too) = broken(Side::Oracle, &oracle);
        let is_neither = by_engine.is_empty() && by_oracle.is_empty() && is_full && is_full_too;
        let compare_with = is_neither.then(|| self.clauses_of([&engine, &oracle]));
        self.blame = Blame { engine_breaks: by_engine, oracle_breaks: by_oracle, compare_with };
    }

    /// The move of the step on one side, or the one that was only tried; `None` if the side did not
    /// get that far, or cannot be copied.
    fn made(&self, side: Side, sides: &Sides<'_, R>) -> Option<Made<R>> {
        let Some(mv) = self.tried_move.clone() else {
            let Answers { result, view, said, .. } = match side {
                Side::Engine => &self.engine,
                Side::Oracle => &self.oracle,
            };
            let (result, view, said) = (result.clone(), Some(view.clone()?), *said);
            let observations = sides.of(side).observe();
            let answers = Answers { result, view, said, observations };
            return Some(Made { mv: self.mv.clone(), answers });
        };
        let mut copy = sides.of(side).try_clone()?;
        let limit = self.rules.listing().limit;
        let answers = Answers::of(&mut copy, Some(&mv), Level::Everything, limit);
        Some(Made { mv: Some(mv), answers })
    }

    /// The step of a side, as its invariants see it.
    fn observed_as<'s>(&'s self, made: &'s Made<R>) -> Observed<'s, R::Vocabulary> {
        // A move that was only tried was tried in the state on which the sides agree.
        let before = if self.tried_move.is_some() { &self.oracle.view } else { &self.before };
        let step = before.as_ref().zip(made.mv.as_ref());
        made.answers.observed(&self.setup, step).expect("the side has shown its state")
    }

    /// The clauses that the step reaches on either side, in the order of the rule set.
    fn clauses_of(&self, sides: [&Option<Made<R>>; 2]) -> Vec<&'static str> {
        let is_reached = |check: fn(&Observed<'_, R::Vocabulary>) -> bool| {
            let mut made = sides.iter().copied().flatten();
            made.any(|made| guard::catch(|| check(&self.observed_as(made))).unwrap_or(false))
        };
        let clauses = self.rules.clauses().iter();
        let mut ids: Vec<_> =
            clauses.filter(|clause| is_reached(clause.reached)).map(|clause| clause.id).collect();
        ids.dedup();
        ids.truncate(CLAUSES_MAX);
        ids
    }

    /// Appends what a side breaks, each with the name of the invariant; `None` if the side has no
    /// copies, or does not set the game up again, so that it is not examined in full.
    fn find_broken(
        &self,
        side: Side,
        sides: &Sides<'_, R>,
        made: &Made<R>,
        other: Option<&Made<R>>,
        broken: &mut Vec<String>,
    ) -> Option<()> {
        let game = sides.of(side);
        let of_step = broken_invariants(self.rules, &self.observed_as(made));
        broken.extend(of_step.iter().map(|(name, detail)| named(name, detail)));
        if let Err(detail) = game.validate() {
            broken.push(named(REPRESENTATION, &detail));
        }
        if let (Some(mv), Some(result)) = (&made.mv, &made.answers.result)
            && let Some(detail) = contradiction(made.answers.said, mv, result)
        {
            broken.push(named(LEGALITY, &detail));
        }
        let theirs = other.and_then(|other| other.now().legal.as_deref());
        // The game is that of the step, not that of a move which was only tried.
        if let (Some(ours), Some(theirs), None) = (&made.now().legal, theirs, &self.tried_move) {
            broken.extend(list_against_play(game, ours, theirs)?);
        }
        // Further games may disturb a side whose games are not independent of each other, so a
        // campaign leaves them to the replay.
        if broken.is_empty() && self.checks.is_thorough {
            broken.extend(self.against_other_games(side, made)?);
        }
        Some(())
    }

    /// Plays the case from the set-up on the side, as it is and transformed by symmetries: both
    /// games must show what the game of the case has shown. `None` if the side does not set it up
    /// again.
    #[expect(clippy::option_option, reason = "not examined, or nothing found")]
    fn against_other_games(&self, side: Side, made: &Made<R>) -> Option<Option<String>> {
        let side = self.pairing.watched(side, self.activity);
        let mut moves = case_up_to(lock(self.played).clone(), self.step).moves;
        moves.extend(self.tried_move.clone());
        let limit = Some(self.rules.listing().limit);
        let (last, earlier) = match moves.split_last() {
            Some((last, earlier)) => (Some(last), earlier),
            None => (None, &[][..]),
        };
        let mut again = after_moves(side.set_up(&self.setup)?, earlier);
        if last.map(|mv| again.play(mv)) != made.answers.result {
            return Some(Some(named(REPEATABLE, "played again, the move has another result")));
        }
        // Keys of one game are another check.
        let (view, observations) = (made.now(), &made.answers.observations);
        let shown = Shown { rules: self.rules, view, key: again.key(), observations };
        if let Some(difference) = shown.difference(&again, true) {
            return Some(Some(named(REPEATABLE, &format!("played again, it has {difference}"))));
        }
        let Some(symmetries) = self.rules.symmetries() else { return Some(None) };
        let mut random = self.random.clone();
        let broken = (0..SYMMETRIES).find_map(|_| {
            let bytes = bytes_of(&mut random);
            let symmetry =
                symmetries.symmetry(&self.setup, &mut Unstructured::new(&bytes)).ok()??;
            let image = side.set_up(&symmetry.transform_setup(&self.setup))?;
            let moves = earlier.iter().map(|mv| symmetry.transform_move(mv));
            let (mut image, symmetry) = (after_moves(image, moves), symmetry.as_ref());
            let step = last.zip(made.answers.result.as_ref());
            let follows =
                transformed_game_follows::<R, _>(symmetry, &mut image, None, view, step, limit);
            let detail = follows.err()?;
            Some(named(TRANSFORMED, &format!("transformed by {symmetry}, {detail}")))
        });
        Some(broken)
    }
}

fn named(name: &str, detail: &str) -> String {
    format!("{name}: {}", detail.trim_end())
}

/// Holds the list of a side against its play, on copies: of the moves that only one side lists it
/// must accept those that it lists itself, and refuse the others. `None` if that needs a copy and
/// there is none.
#[expect(clippy::option_option, reason = "not examined, or nothing found")]
fn list_against_play<V: Vocabulary>(
    game: &WatchedGame<'_, V>,
    ours: &[LegalMoveOf<V>],
    theirs: &[LegalMoveOf<V>],
) -> Option<Option<String>> {
    let not_in = |list: &[LegalMoveOf<V>]| {
        let list = list.to_vec();
        move |legal: &&LegalMoveOf<V>| list.binary_search(legal).is_err()
    };
    let own = ours.iter().filter(not_in(theirs)).take(PLAYED_MAX).map(|legal| (legal, true));
    let others = theirs.iter().filter(not_in(ours)).take(PLAYED_MAX).map(|legal| (legal, false));
    for (legal, is_listed) in own.chain(others) {
        let mv = V::to_move(legal);
        if game.is_legal(&mv) == Some(!is_listed) {
            let [said, is] = if is_listed { ["not legal", ""] } else { ["legal", " not"] };
            let detail = format!("{mv}: {said}, says `is_legal`, but it is{is} listed");
            return Some(Some(named(LEGALITY, &detail)));
        }
        match game.try_clone()?.play(&mv) {
            Err(refusal) if is_listed => {
                let detail = format!("listed, but refused: {legal}: {refusal}");
                return Some(Some(named(LISTED_MEANS_ACCEPTED, &detail)));
            }
            Ok(event) if ours.binary_search(&V::played(&event)).is_err() => {
                let detail = format!("played, but not listed: {}", V::played(&event));
                return Some(Some(named(PLAYED_MEANS_LISTED, &detail)));
            }
            _ => {}
        }
    }
    Some(None)
}

impl<R: RuleSet> Lockstep<'_, R> {
    /// The case with every move that led to the divergence: a repeated move is
    /// written out for each step, and a move that was only tried becomes the last one.
    ///
    /// From then on the case fails by its own moves
    /// ([`Checks::own_moves`](crate::Checks::own_moves)) and can be shrunk like any other.
    pub(super) fn failing_case(&mut self, mut case: CaseOf<R>) -> CaseOf<R> {
        if self.step > case.moves.len() {
            case = case_up_to(case, self.step);
        }
        if let Some(mv) = self.tried_move.take() {
            case.moves.truncate(self.step);
            case.moves.push(mv);
            case.rest = Rest::Stop;
        }
        with_tried(case, self.panicked_on.as_ref())
    }

    /// A panic, with the moves that were tried on a copy when it happened: the last of them becomes
    /// the step of the divergence. Moves that were taken back are named in its message.
    pub(super) fn panicked(
        &mut self,
        mut finding: Finding,
        tried: Option<Tried<R::Vocabulary>>,
    ) -> Finding {
        let Some(tried) = tried else { return finding };
        // After a panic of the oracle there is no side to replay the case.
        let mut can_replay = true;
        if let Finding::Panicked { stage, message } | Finding::Failed { stage, message, .. } =
            &mut finding
        {
            can_replay = stage.side == Some(Side::Engine);
            if !tried.moves.is_empty() {
                message.push_str("\nthe move was only tried, on a copy of the game");
            }
            if !tried.undone.is_empty() {
                let moves: Vec<String> = tried.undone.iter().map(ToString::to_string).collect();
                message.push_str("\nmoves that were taken back: ");
                message.push_str(&moves.join(", then "));
            }
        }
        if let Some((mv, earlier)) = tried.moves.split_last() {
            let mut replayed = case_up_to(lock(self.played).clone(), tried.step);
            replayed.moves.extend_from_slice(earlier);
            let before = || picture_after(self.pairing, &replayed, usize::MAX);
            self.shown_before = can_replay.then(|| guard::catch(before).ok().flatten()).flatten();
            self.step = tried.step + tried.moves.len();
            self.mv = Some(mv.clone());
            (self.engine.view, self.oracle.view, self.before) = (None, None, None);
            finding = compare::tried(finding, mv);
        }
        self.panicked_on = Some(tried);
        finding
    }

    /// The finding with the pictures of the step at which it was made.
    pub(super) fn divergence(&self, finding: Finding) -> Divergence {
        let picture =
            |view: &Option<ViewOf<R>>| view.as_ref().map(|view| self.rules.picture(&view.position));
        let beside = self.beside.as_ref().and_then(|beside| match beside {
            Contradiction::Board(beside) => Some(beside.clone()),
            Contradiction::Step(step) => {
                let case = lock(self.played).clone();
                let board = guard::catch(|| picture_after(self.pairing, &case, *step));
                Some(Box::new(Beside::new(&format!("after step {step}"), board.ok()??)))
            }
        });
        let outcomes = outcomes_beside(&finding, [&self.engine, &self.oracle]);
        Divergence {
            finding,
            outcomes,
            step: self.step,
            mv: self.mv.as_ref().map(ToString::to_string),
            before: self.shown_before.clone().or_else(|| picture(&self.before)),
            engine: picture(&self.engine.view),
            oracle: picture(&self.oracle.view),
            blame: self.blame.clone(),
            beside,
            transformed: None,
        }
    }
}

/// The case with moves that were tried on a copy as its last ones.
pub(super) fn with_tried<V: Vocabulary>(case: Case<V>, tried: Option<&Tried<V>>) -> Case<V> {
    let Some(tried) = tried.filter(|tried| !tried.moves.is_empty()) else { return case };
    let mut case = case_up_to(case, tried.step);
    case.moves.extend_from_slice(&tried.moves);
    case
}

/// The board on the oracle after so many moves, at most, repeated ones included.
pub(crate) fn picture_after<R: RuleSet>(
    pairing: &Pairing<R>,
    case: &CaseOf<R>,
    moves: usize,
) -> Option<Picture> {
    let moves = case.moves.iter().chain(case.repeated().into_iter().cycle()).take(moves);
    let game = after_moves(pairing.oracle().set_up(&case.setup)?, moves);
    Some(pairing.rules().picture(&game.position()))
}

/// The case cut off after `step` moves, with a repeated move written out.
pub(crate) fn case_up_to<V: Vocabulary>(mut case: Case<V>, step: usize) -> Case<V> {
    if let Some(repeated) = case.repeated().cloned() {
        case.moves.resize(case.moves.len().max(step), repeated);
    }
    case.moves.truncate(step);
    Case { rest: Rest::Stop, ..case }
}
