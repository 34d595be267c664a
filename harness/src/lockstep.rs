//! One case on both sides, step by step, until something is wrong.
//!
//! After the set-up and after every step these are compared: what became of the move (what it did,
//! or why it was refused), the position, whether the game goes on, and the legal moves. The
//! judge's printed answer is a function of position and outcome, so it is compared with them.
//!
//! What they agree on is then held to what must be true without a second implementation: the rule
//! set's invariants; the game is over if and only if no move is legal; what was played had been
//! listed; what was listed is accepted; a refused move changed nothing. What only an engine offers is checked on the engine,
//! see `harness/src/self_checks.rs`. Where that rests on a law which the rule set states, the oracle is
//! held to the law too before the engine is blamed, see `harness/src/laws.rs`. What others say of a position is looked at last of all, so that a fault
//! of a side is found as what it is.
//!
//! A panic of either side is a finding like any other. A side that does not come back cannot be
//! stopped from here: whoever watches the [`Activity`] sees in which step it is and has the case.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use board::{
    Game, Implementation, MoveOf, Plays, Rest, ResultOf, SetupOf, TryClone, Vocabulary,
    VocabularyOf,
};

use crate::activity::{Action, Activity, Side};
use crate::checks::{REPRESENTATION, broken, compare_results, compare_views, tried};
use crate::divergence::{Divergence, Finding};
use crate::guard;
use crate::laws::asking_plays;
use crate::listing::view_of;
use crate::move_policy::MovePolicy;
use crate::random::{SplitMix, digest};
use crate::rules::{FailedAssertion, RuleSet, View, ViewOf};
pub use crate::self_checks::Effort;
use crate::self_checks::{SelfChecks, Suspect};
use crate::stats::{Stats, size_class};
use crate::transformed;
use crate::{Case, CaseOf, Pairing};

mod outcome;
mod sampling;
mod sides;

use outcome::case_up_to;
use sampling::{count_a_kind, sample_and_judge};
use sides::Sides;

/// A robot that is asked more often than this without ending the game never will.
const ROBOT_MAX: usize = 4096;
/// Of so many cases one is asked what others say of its positions, where not everything is tried.
const CLAIMS: u64 = 16;
/// The promise of an implementation that declares which set-ups it takes.
const DECLARED: &str = "what is declared to be accepted is set up";
/// In one of so many steps of a campaign, a legal move is asked for as the rule set says.
const ASKINGS: u64 = 32;
/// Cases with so many accepted moves count as deep.
const DEEP: u64 = 3;

/// What came of playing a case on both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing was wrong.
    Agreed,
    /// One side is not made for such a set-up.
    Skipped(Side),
    /// Something was wrong.
    Diverged(Box<Divergence>),
}

/// Plays `case` on both sides in lockstep. `policy` goes on choosing moves after those of the case.
///
/// Returns the verdict, and the case with the moves that were added, up to the step that diverged
/// if one did. Moves of the robot that led there are among them: a case that fails says each of its
/// moves, so that shrinking can leave some out.
pub fn run<R, E, O>(
    pairing: &Pairing<R, E, O>,
    case: CaseOf<R>,
    policy: Option<&mut MovePolicy<'_>>,
    effort: Effort,
    activity: &Activity,
    stats: &mut Stats,
) -> (Verdict, CaseOf<R>)
where
    R: RuleSet,
    E: Plays<R::Vocabulary>,
    O: Plays<R::Vocabulary>,
{
    let rules = pairing.rules();
    let played = Arc::new(Mutex::new(case));
    {
        let (rules, played) = (rules.clone(), Arc::clone(&played));
        activity.begin_case(move || rules.text().print(&lock(&played)));
    }
    let setup = lock(&played).setup.clone();
    let digest = digest(format!("{setup:?}").as_bytes());
    let mut lockstep = Lockstep {
        rules,
        random: SplitMix::new(digest),
        looks_at_claims: match effort {
            Effort::Quick => digest.is_multiple_of(CLAIMS),
            Effort::Thorough | Effort::Alone => true,
            // Its own moves say nothing else.
            Effort::OwnMoves => false,
        },
        setup,
        effort,
        played: &played,
        activity,
        step: 0,
        mv: None,
        tried: None,
        suspect: None,
        before: None,
        path: Vec::new(),
        engine: Shown::default(),
        oracle: Shown::default(),
        counted: Stats::default(),
        skipped: None,
    };
    let finding = match guard::catch(|| lockstep.play(pairing, policy)) {
        Ok(Ok(())) => None,
        Ok(Err(finding)) => Some(finding),
        Err(message) => Some(Finding::Panicked { stage: activity.stage(), message }),
    };
    lockstep.count_the_case(stats);
    let case = lock(&played).clone();
    match (finding, lockstep.suspect.take(), lockstep.skipped) {
        (Some(finding), ..) => {
            let verdict = Verdict::Diverged(Box::new(lockstep.divergence(finding)));
            (verdict, lockstep.up_to_the_divergence(case))
        }
        (None, Some((step, suspect)), _) => {
            let case = case_up_to(rules, case, step);
            let (divergence, case) = transformed::resolve(pairing, &suspect, case, activity);
            (Verdict::Diverged(Box::new(divergence)), case)
        }
        (None, None, Some(side)) => (Verdict::Skipped(side), case),
        (None, None, None) => (Verdict::Agreed, case),
    }
}

/// A side that declares that it takes a set-up has to set it up.
fn holds_its_declaration<I: Implementation>(
    side: &I,
    game: Option<&I::Game>,
    setup: &SetupOf<VocabularyOf<I>>,
    who: Side,
) -> Result<(), Finding> {
    if game.is_some() || !side.accepts(setup) {
        return Ok(());
    }
    Err(broken(who, DECLARED, "it accepts this set-up, and does not set it up".into()))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What one side has shown of a step so far.
struct Shown<V: Vocabulary> {
    result: Option<ResultOf<V>>,
    view: Option<View<V>>,
}

impl<V: Vocabulary> Default for Shown<V> {
    fn default() -> Self {
        Self { result: None, view: None }
    }
}

/// The state of a case in play; the games themselves are kept apart, in [`Sides`].
struct Lockstep<'a, R: RuleSet> {
    rules: &'a R,
    setup: SetupOf<R::Vocabulary>,
    effort: Effort,
    looks_at_claims: bool,
    played: &'a Mutex<Case<R::Vocabulary>>,
    activity: &'a Activity,
    random: SplitMix,
    step: usize,
    mv: Option<MoveOf<R::Vocabulary>>,
    /// The move that is only tried, on copies.
    tried: Option<MoveOf<R::Vocabulary>>,
    /// The first step in which a transformed game went another way.
    suspect: Option<(usize, Suspect<R>)>,
    /// What both sides agreed on before this step.
    before: Option<ViewOf<R>>,
    /// The positions they agreed on and the moves that led there; only where claims are looked at.
    path: Vec<(Option<MoveOf<R::Vocabulary>>, ViewOf<R>)>,
    /// What they show of it.
    engine: Shown<R::Vocabulary>,
    oracle: Shown<R::Vocabulary>,
    counted: Stats,
    skipped: Option<Side>,
}

impl<R: RuleSet> Lockstep<'_, R> {
    fn play<E, O>(
        &mut self,
        pairing: &Pairing<R, E, O>,
        mut policy: Option<&mut MovePolicy<'_>>,
    ) -> Result<(), Finding>
    where
        E: Plays<R::Vocabulary>,
        O: Plays<R::Vocabulary>,
    {
        let Some(mut sides) = self.set_up(pairing)? else {
            return Ok(());
        };
        self.look(&sides);
        self.judge(pairing, &mut sides)?;
        self.finish_step();
        while let Some(mv) = self.next_move(&sides.oracle, policy.as_deref_mut()) {
            self.make_step(pairing, &mut sides, &mv)?;
        }
        self.begin(Side::Engine, Action::Position);
        let view = self.before.as_ref().expect("the set-up has been looked at");
        sides.self_checks.asking_changes_nothing(&sides.engine, view)?;
        if self.suspect.is_some() { Ok(()) } else { self.check_claims() }
    }

    /// Holds what others say of a position against the rules: of the first that is small enough, from
    /// which all later ones follow.
    fn check_claims(&mut self) -> Result<(), Finding> {
        for (step, (mv, view)) in std::mem::take(&mut self.path).into_iter().enumerate() {
            self.activity.begin(step, None, Action::Check);
            let position = view.position.clone();
            // What is wrong is wrong there, and not at the end of the case.
            (self.step, self.mv, self.before, self.oracle.view) = (step, mv, None, Some(view));
            let wrong = |FailedAssertion { claim, detail }| Finding::Claimed { claim, detail };
            let Some(assertions) = self.rules.assertions() else { break };
            let count = assertions.check(&position).map_err(wrong)?;
            self.counted.claims += count;
            if count > 0 {
                break;
            }
        }
        Ok(())
    }

    fn set_up<'p, E, O>(
        &mut self,
        pairing: &'p Pairing<R, E, O>,
    ) -> Result<Option<Sides<'p, R, E, O>>, Finding>
    where
        E: Plays<R::Vocabulary>,
        O: Plays<R::Vocabulary>,
    {
        self.begin(Side::Engine, Action::SetUp);
        let engine = pairing.engine().set_up(&self.setup);
        holds_its_declaration(pairing.engine(), engine.as_ref(), &self.setup, Side::Engine)?;
        self.begin(Side::Oracle, Action::SetUp);
        let oracle = pairing.oracle().set_up(&self.setup);
        holds_its_declaration(pairing.oracle(), oracle.as_ref(), &self.setup, Side::Oracle)?;
        self.skipped = match (&engine, &oracle) {
            (None, _) => Some(Side::Engine),
            (_, None) => Some(Side::Oracle),
            _ => None,
        };
        self.begin(Side::Engine, Action::SetUp);
        let (Some(engine), Some(oracle)) = (engine, oracle) else {
            return Ok(None);
        };
        let self_checks = SelfChecks::new(
            pairing.rules(),
            pairing.engine(),
            &self.setup,
            self.effort,
            &mut self.random,
        );
        Ok(Some(Sides { engine, oracle, self_checks }))
    }

    /// The next move: of the case, then of the rule set's robot, then extended; `game` draws one where
    /// there are too many to be listed.
    fn next_move<G: Game<Vocabulary = R::Vocabulary>>(
        &self,
        game: &G,
        policy: Option<&mut MovePolicy<'_>>,
    ) -> Option<MoveOf<R::Vocabulary>> {
        let mut case = lock(self.played);
        if let Some(mv) = case.moves.get(self.step) {
            return Some(mv.clone());
        }
        let view = self.before.as_ref()?;
        if case.rest == Rest::Robot {
            let most = match self.effort {
                Effort::Quick => self.rules.moves_max(&self.setup).min(ROBOT_MAX),
                Effort::Thorough | Effort::Alone | Effort::OwnMoves => ROBOT_MAX,
            };
            let asked_too_often = self.step >= case.moves.len() + most;
            let ended = R::Vocabulary::is_over(view.outcome) || asked_too_often;
            return if ended { None } else { self.rules.robot() };
        }
        self.activity.begin(self.step, None, Action::Generate);
        let policy = policy.filter(|_| self.step < self.rules.moves_max(&self.setup))?;
        let choice = match &view.legal {
            Some(legal) => policy.choose(legal),
            None => policy.draw(game),
        };
        let last = case.moves.last();
        let mv = policy.next(self.rules, choice.as_ref(), last, || view.position.clone())?;
        case.moves.push(mv.clone());
        Some(mv)
    }

    fn make_step<E, O>(
        &mut self,
        pairing: &Pairing<R, E, O>,
        sides: &mut Sides<'_, R, E, O>,
        mv: &MoveOf<R::Vocabulary>,
    ) -> Result<(), Finding>
    where
        E: Plays<R::Vocabulary>,
        O: Plays<R::Vocabulary>,
    {
        self.step += 1;
        self.mv = Some(mv.clone());
        self.begin(Side::Engine, Action::Copy);
        let copy = sides.engine.try_clone();
        self.begin(Side::Engine, Action::Play);
        let result = sides.engine.play(mv);
        self.engine.result = Some(result.clone());
        self.begin(Side::Oracle, Action::Play);
        self.oracle.result = Some(sides.oracle.play(mv));
        self.look(sides);
        self.judge(pairing, sides)?;

        self.begin(Side::Engine, Action::Copy);
        let view = self.engine.view.as_ref().expect("the engine has been looked at");
        let quietly = self.step.is_multiple_of(2);
        let played =
            copy.map(|copy| sides.self_checks.copy_plays_alike(copy, quietly, view, mv, &result));
        // Now and then the game goes on with the copy, so that nothing it may have lost is hidden.
        let goes_on_with_copy = self.random.next_u64().is_multiple_of(4);
        if let Some(copy) = played.transpose()?.filter(|_| goes_on_with_copy) {
            sides.engine = copy;
        }
        self.finish_step();
        Ok(())
    }

    /// Takes down what both sides show now.
    fn look<E, O>(&mut self, sides: &Sides<'_, R, E, O>)
    where
        E: Plays<R::Vocabulary>,
        O: Plays<R::Vocabulary>,
    {
        // About as many moves are legal as before.
        let before = self.before.as_ref().and_then(|before| before.legal.as_ref());
        let room = before.map_or(0, |legal| legal.len() + 1);
        let most = self.rules.listing().most;
        let engine = view_of(&sides.engine, most, room, |action| self.begin(Side::Engine, action));
        let oracle = view_of(&sides.oracle, most, room, |action| self.begin(Side::Oracle, action));
        (self.engine.view, self.oracle.view) = (Some(engine), Some(oracle));
    }

    /// Compares what both sides show, and holds it to everything that must be true of it.
    fn judge<E, O>(
        &mut self,
        pairing: &Pairing<R, E, O>,
        sides: &mut Sides<'_, R, E, O>,
    ) -> Result<(), Finding>
    where
        E: Plays<R::Vocabulary>,
        O: Plays<R::Vocabulary>,
    {
        if let (Some(engine), Some(oracle)) = (&self.engine.result, &self.oracle.result) {
            compare_results(self.rules, engine, oracle)?;
        }
        let (Some(engine), Some(oracle)) = (&self.engine.view, &self.oracle.view) else {
            unreachable!("both sides have been looked at");
        };
        compare_views(engine, oracle, self.rules.listing().most)?;
        self.activity.begin(self.step, None, Action::Check);
        self.check_what_holds()?;
        if oracle.legal.is_none() && self.effort != Effort::OwnMoves {
            let counted = count_a_kind(self.rules, sides, &mut self.random)?;
            self.counted.counted += u64::from(counted);
            let (position, random) = (&oracle.position, &mut self.random);
            sample_and_judge(self.rules, sides, position, random, &mut self.tried)?;
        }
        self.begin(Side::Oracle, Action::Validate);
        let valid = sides.oracle.validate();
        valid.map_err(|detail| broken(Side::Oracle, REPRESENTATION, detail))?;
        self.hold_promises(pairing, sides)?;
        self.ask_for_a_legal_move(sides)
    }

    /// Asks for a legal move as the rule set says that it can be asked for. What it draws does not
    /// disturb what chance gives later.
    fn ask_for_a_legal_move<E, O>(&mut self, sides: &Sides<'_, R, E, O>) -> Result<(), Finding>
    where
        E: Plays<R::Vocabulary>,
        O: Plays<R::Vocabulary>,
    {
        let mut random = self.random.clone();
        let is_due = random.next_u64().is_multiple_of(ASKINGS) || self.effort != Effort::Quick;
        let legal = self.oracle.view.as_ref().and_then(|view| view.legal.as_deref());
        let Some(legal) = legal.filter(|legal| is_due && !legal.is_empty()) else { return Ok(()) };
        let legal =
            &legal[board::game::below(&mut || random.next_u64(), legal.len() as u64) as usize];
        self.begin(Side::Oracle, Action::Play);
        let asked = asking_plays(self.rules, &sides.oracle, legal, &mut random);
        let Err((mv, wrong)) = asked else { return Ok(()) };
        // Where the sides do not agree on it, one of them is wrong, not the rule set.
        let copies = sides.engine.try_clone().zip(sides.oracle.try_clone());
        if let Some((mut engine, mut oracle)) = copies {
            self.begin(Side::Engine, Action::Play);
            self.tried = Some(mv.clone());
            compare_results(self.rules, &engine.play(&mv), &oracle.play(&mv))
                .map_err(|finding| tried(finding, &mv))?;
            self.tried = None;
        }
        Err(wrong)
    }

    /// Holds the engine to what only an engine offers. A game that can no longer be trusted to be the
    /// transformed image is noted only: what the case itself shows comes first.
    fn hold_promises<E, O>(
        &mut self,
        pairing: &Pairing<R, E, O>,
        sides: &mut Sides<'_, R, E, O>,
    ) -> Result<(), Finding>
    where
        E: Plays<R::Vocabulary>,
        O: Plays<R::Vocabulary>,
    {
        let view = self.oracle.view.as_ref().expect("the oracle has been looked at");
        let step = self.mv.as_ref().zip(self.engine.result.as_ref());
        let (activity, number) = (self.activity, self.step);
        let on_action = |action| activity.begin(number, Some(Side::Engine), action);
        let held = sides.self_checks.hold(
            &sides.engine,
            view,
            &self.setup,
            step,
            &mut self.random,
            on_action,
        );
        held.map_err(|breach| {
            activity.begin(number, Some(Side::Oracle), Action::SetUp);
            breach.judged(pairing, &sides.oracle, view)
        })?;
        if let Some(suspect) = sides.self_checks.take_suspect() {
            self.suspect = Some((number, suspect));
        }
        Ok(())
    }

    /// Counts the step that was just made, and keeps what was agreed on for the next one.
    fn finish_step(&mut self) {
        let mut counted = std::mem::take(&mut self.counted);
        if let Some(observed) = self.observed(&self.oracle) {
            counted.steps += 1;
            counted.accepted += u64::from(observed.event().is_some());
            counted.listed += u64::from(observed.now.legal.is_some());
            counted.sampled += u64::from(observed.now.legal.is_none());
            counted.observe(self.rules.clauses(), &observed);
        }
        self.counted = counted;
        self.before = self.oracle.view.take();
        if self.looks_at_claims
            && let Some(view) = &self.before
        {
            // Nobody asks for the list of moves there.
            let view = View { position: view.position.clone(), outcome: view.outcome, legal: None };
            self.path.push((self.mv.clone(), view));
        }
        (self.engine, self.oracle) = (Shown::default(), Shown::default());
    }

    fn count_the_case(&mut self, stats: &mut Stats) {
        if self.skipped.is_some() {
            stats.skipped += 1;
            return;
        }
        let class = size_class(self.rules.size(&self.setup));
        self.counted.cases = 1;
        self.counted.deep = u64::from(self.counted.accepted >= DEEP);
        self.counted.cases_by_size[class] = 1;
        self.counted.steps_by_size[class] = self.counted.steps;
        stats.add(&self.counted);
    }

    fn begin(&self, side: Side, action: Action) {
        self.activity.begin(self.step, Some(side), action);
    }
}
