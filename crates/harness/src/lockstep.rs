//! Lockstep: plays one case on engine and oracle at the same time, up to the first divergence.
//!
//! Each step is one move on both sides; step 0 is the set-up. A move is a request and may be
//! illegal. After every step, in this order:
//!
//! 1. **Comparison.** Both sides must give the same result of the move (its event, or the reason of
//!    its refusal), the same position, the same outcome and the same legal moves. The answer that a
//!    judge's input asks for ([`CaseText::answer`](crate::CaseText::answer)) is computed from
//!    position and outcome, so it needs no comparison of its own.
//! 2. **Invariants.** The state on which both agree must satisfy the invariants of the rule set and
//!    the general ones: the game is over if and only if no move is legal; a move that was accepted
//!    had been listed; a move that had been listed is not refused; a refused move changes nothing.
//! 3. **Samples.** Where the legal moves are too many to list, both sides count those of one kind
//!    ([`Game::count_kind`]), and each side judges legal moves sampled by the other.
//! 4. **Representation of the oracle.** [`Game::validate`] must pass.
//! 5. **Self-checks.** Everything optional that the engine offers must be consistent with its play:
//!    its representation, hash keys, random legal moves, and the same game on a board transformed
//!    by a symmetry, such as its mirror image (`crates/harness/src/self_checks.rs`). Where a check rests
//!    on a law stated by the rule set, the oracle must satisfy the law too before the engine is
//!    blamed (`crates/harness/src/laws.rs`).
//! 6. **Requests.** The rule set may know several moves that request one legal move, such as any
//!    cell of a group. A move that it gives for a legal move ([`RuleSet::ask_for`]) must play it.
//! 7. **Copy.** A copy of the engine's game, made before the move, must play the move alike.
//!
//! With [`Checks::fuzz`] most steps have only the comparison, without legal moves
//! (`crates/harness/src/lockstep/lean.rs`).
//!
//! After the last step the engine must still have the same state: no query may have changed it.
//! Then come the assertions ([`Assertions`](crate::Assertions)): statements about positions by a
//! program that is neither side, such as a solver. They are checked last, so that a fault of a side
//! is reported as such and not as a wrong assertion. They are checked on the first position small
//! enough to search completely; campaigns do so in one of 16 cases, replays always.
//!
//! A rule set may have a *robot*: a move ([`RuleSet::robot`]) by which the game chooses and plays
//! the next move itself. A case may leave its rest to the robot
//! ([`Rest::Robot`](twinboard_vocabulary::Rest::Robot)).
//!
//! Checks that cannot be exhaustive take samples, as many as [`Checks`] says: few in campaigns
//! and fuzzing, many in replays and shrinking.
//!
//! A panic of either side is a finding like any other. A hang cannot be interrupted from here: a
//! watchdog on another thread reads the [`Activity`], which holds the step and the case.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use twinboard_vocabulary::{Game, MoveOf, ResultOf, SetupOf, TryClone, Vocabulary};

use crate::activity::{Action, Activity, Side};
use crate::checks::Checks;
use crate::compare::{REPRESENTATION, broken, compare_results, compare_views, tried};
use crate::divergence::{Divergence, Finding};
use crate::guard;
use crate::laws::check_requested_move;
use crate::listing::view_of;
use crate::move_policy::MovePolicy;
use crate::random::{SplitMix, digest};
use crate::rules::{RuleSet, View, ViewOf};
use crate::self_checks::{SelfChecks, Suspect};
use crate::stats::{Stats, size_class};
use crate::transformed;
use crate::watched::{WatchedGame, WatchedSide};
use crate::{Case, CaseOf, Pairing};

mod assertions;
mod failure;
mod invariants;
mod lean;
mod next_move;
mod sampling;
mod sides;

use assertions::GamePath;
pub(crate) use failure::case_up_to;
use lean::FullSteps;
use sampling::{compare_kind_counts, judge_samples};
use sides::Sides;

/// Campaigns check [`RuleSet::ask_for`] in one of 32 steps: it is the rule set that is checked, not
/// a side, and a few samples per game are enough for that.
const STEPS_PER_ASK_FOR_CHECK: u64 = 32;

/// In one of 4 steps the copy made before the move replaces the engine's game: state that the copy
/// has lost may show only some moves later.
const STEPS_PER_REPLACEMENT: u64 = 4;

/// Cases with at least 3 accepted moves count as deep.
const DEEP_CASE_MOVES: u64 = 3;

/// Name of the invariant behind [`Implementation::accepts`].
const DECLARED: &str = "what is declared to be accepted is set up";

/// Result of playing one case on both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every check passed.
    Agreed,
    /// This side does not support the set-up, so nothing was compared.
    Skipped(Side),
    /// A check failed; the case ends there.
    Diverged(Box<Divergence>),
}

/// Plays `case` on both sides in lockstep. After its own moves, `policy` extends it, if given and
/// if the case is not left to the robot.
///
/// Returns the verdict and the case with the moves added. If the robot's moves led to a divergence,
/// the case has one explicit robot move for each step that the robot played, so that shrinking can
/// leave out single ones.
///
/// ```
/// use twinboard_harness::lockstep;
/// use twinboard_harness::nim::{Heap, Nim};
/// use twinboard_harness::{Activity, Case, Checks, Pairing, Stats, Verdict};
///
/// // Seven stones; the second move asks for more than is left, and both sides refuse it.
/// let case = Case::<Nim>::new(7, vec![3, 9]);
/// let mut stats = Stats::default();
/// let mut play = |pairing, case| {
///     lockstep::run(pairing, case, None, Checks::replay(), &Activity::default(), &mut stats)
/// };
///
/// let right = Pairing::new(Nim, Heap::set_up, Heap::set_up);
/// assert_eq!(play(&right, case.clone()), (Verdict::Agreed, case.clone()));
///
/// // This engine lets a player take four stones: its list of legal moves shows it at once.
/// let faulty = Pairing::new(Nim, Heap::set_up_faulty, Heap::set_up);
/// let (verdict, _) = play(&faulty, case);
/// assert!(matches!(verdict, Verdict::Diverged(divergence) if divergence.step == 0));
///
/// assert_eq!((stats.cases, stats.accepted), (2, 1));
/// ```
pub fn run<R: RuleSet>(
    pairing: &Pairing<R>,
    case: CaseOf<R>,
    policy: Option<&mut MovePolicy<'_>>,
    checks: Checks,
    activity: &Activity,
    stats: &mut Stats,
) -> (Verdict, CaseOf<R>) {
    let rules = pairing.rules();
    let played = Arc::new(Mutex::new(case));
    {
        let (rules, played) = (rules.clone(), Arc::clone(&played));
        activity.begin_case(move || rules.text().print(&lock(&played)));
    }
    let setup = lock(&played).setup.clone();
    let digest = digest(format!("{setup:?}").as_bytes());
    let path = GamePath::of(checks, digest);
    let checks = lean::checks_of_case(checks, digest, rules.size(&setup));
    let own_moves = lock(&played).moves.len();
    let mut lockstep = Lockstep {
        pairing,
        rules,
        random: SplitMix::new(digest),
        setup,
        checks,
        full_steps: FullSteps::of(checks.steps, digest, own_moves),
        played: &played,
        activity,
        step: 0,
        mv: None,
        trial: None,
        suspect: None,
        before: None,
        path,
        engine: Answers::default(),
        oracle: Answers::default(),
        stats: Stats::default(),
        skipped: None,
    };
    let finding = match guard::catch_panic(|| lockstep.play(policy)) {
        Ok(Ok(())) => None,
        Ok(Err(finding)) => Some(finding),
        Err(panic) => Some(Finding::of_panic(activity.stage(), panic)),
    };
    lockstep.count_case(stats);
    let case = lock(&played).clone();
    match (finding, lockstep.suspect.take(), lockstep.skipped) {
        (Some(finding), ..) => {
            let verdict = Verdict::Diverged(Box::new(lockstep.divergence(finding)));
            (verdict, lockstep.failing_case(case))
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

/// Reports a side that accepts a set-up and then does not set it up.
fn check_declaration<V: Vocabulary>(
    side: &WatchedSide<'_, V>,
    game: Option<&WatchedGame<'_, V>>,
    setup: &SetupOf<V>,
) -> Result<(), Finding> {
    if game.is_some() || !side.accepts(setup) {
        return Ok(());
    }
    Err(broken(side.side(), DECLARED, "it accepts this set-up, and does not set it up".into()))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Answers of one side in the current step; `None` until it has been asked.
struct Answers<V: Vocabulary> {
    /// Result of the move; stays `None` in step 0.
    result: Option<ResultOf<V>>,
    /// State after the step.
    view: Option<View<V>>,
}

impl<V: Vocabulary> Default for Answers<V> {
    fn default() -> Self {
        Self { result: None, view: None }
    }
}

/// State of a case in play. The games are not part of it (see [`Sides`]): a panic drops them, and
/// the report is made from this state.
struct Lockstep<'a, R: RuleSet> {
    pairing: &'a Pairing<R>,
    rules: &'a R,
    setup: SetupOf<R::Vocabulary>,
    checks: Checks,
    /// The steps with every check; `None` if they are made in all steps.
    full_steps: Option<FullSteps>,
    /// The case with the moves added so far; [`Activity`] prints it after a hang.
    played: &'a Mutex<Case<R::Vocabulary>>,
    activity: &'a Activity,
    /// Seeded with the digest of the set-up: replaying a case repeats its random choices with any
    /// checks but [`Checks::own_moves`], which takes no samples of moves too many to list.
    random: SplitMix,
    /// Current step, from 1; 0 is the set-up.
    step: usize,
    /// Move of the current step; `None` in step 0.
    mv: Option<MoveOf<R::Vocabulary>>,
    /// Move being tried on copies. If a side panics there, or the sides differ, it stays here and
    /// becomes the last move of the failing case. If both agree on its result, it is cleared, even
    /// if a law of the rule set turns out to be wrong.
    trial: Option<MoveOf<R::Vocabulary>>,
    /// Step at which a transformed game was not the image of the game, and the symmetry. There is
    /// at most one: the first suspect ends all transformed games.
    suspect: Option<(usize, Suspect<R>)>,
    /// State on which both sides agreed before this step.
    before: Option<ViewOf<R>>,
    /// The game so far, if assertions are checked after the last step.
    path: Option<GamePath<R>>,
    engine: Answers<R::Vocabulary>,
    oracle: Answers<R::Vocabulary>,
    stats: Stats,
    /// The side that does not support the set-up.
    skipped: Option<Side>,
}

impl<'a, R: RuleSet> Lockstep<'a, R> {
    /// Plays the whole case: the set-up, every move, and the checks that come last.
    fn play(&mut self, mut policy: Option<&mut MovePolicy<'_>>) -> Result<(), Finding> {
        let Some(mut sides) = self.set_up()? else {
            return Ok(());
        };
        if self.is_lean_step() {
            self.compare_step(&sides)?;
        } else {
            self.observe_sides(&sides);
            self.check_step(&mut sides)?;
        }
        self.finish_step();
        while let Some(mv) = self.next_move(&sides.oracle, policy.as_deref_mut()) {
            self.make_step(&mut sides, &mv)?;
        }
        if !self.is_lean_step() {
            let view = self.before.as_ref().expect("step 0 is finished");
            sides.self_checks.check_unchanged(&sides.engine, view)?;
        }
        // A suspect is a fault of the engine or of a symmetry. A wrong assertion would hide it.
        if self.suspect.is_some() { Ok(()) } else { self.check_assertions() }
    }

    /// Sets up both games; `None`, and `skipped` is set, if a side does not support the set-up.
    fn set_up(&mut self) -> Result<Option<Sides<'a, R>>, Finding> {
        let (pairing, activity) = (self.pairing, self.activity);
        activity.set_step(0);
        let engine_side = pairing.watched(Side::Engine, activity);
        let engine = engine_side.set_up(&self.setup);
        check_declaration(&engine_side, engine.as_ref(), &self.setup)?;
        let oracle_side = pairing.watched(Side::Oracle, activity);
        let oracle = oracle_side.set_up(&self.setup);
        check_declaration(&oracle_side, oracle.as_ref(), &self.setup)?;
        self.skipped = match (&engine, &oracle) {
            (None, _) => Some(Side::Engine),
            (_, None) => Some(Side::Oracle),
            _ => None,
        };
        let (Some(engine), Some(oracle)) = (engine, oracle) else {
            return Ok(None);
        };
        let (rules, checks, random) = (self.rules, self.checks, &mut self.random);
        let self_checks = SelfChecks::new(rules, engine_side, &self.setup, checks, random);
        Ok(Some(Sides { engine, oracle, oracle_side, self_checks }))
    }

    /// Plays `mv` on both sides and checks the step.
    fn make_step(
        &mut self,
        sides: &mut Sides<'_, R>,
        mv: &MoveOf<R::Vocabulary>,
    ) -> Result<(), Finding> {
        self.step += 1;
        self.activity.set_step(self.step);
        self.mv = Some(mv.clone());
        if self.is_lean_step() {
            return self.make_lean_step(sides, mv);
        }
        let mut copy = sides.engine.try_clone();
        // The game itself comes first: if the copy is at fault, the game is right.
        sides.engine.announce(mv);
        if let Some(copy) = &mut copy {
            copy.announce(mv);
        }
        let result = sides.engine.play(mv);
        self.engine.result = Some(result.clone());
        self.oracle.result = Some(sides.oracle.play(mv));
        self.observe_sides(sides);
        self.check_step(sides)?;

        let view = self.engine.view.as_ref().expect("the sides have been observed");
        // Copies play through both methods of the game in turn: `play` and `advance`.
        let quietly = self.step.is_multiple_of(2);
        let checked =
            copy.map(|copy| sides.self_checks.check_copy(copy, quietly, view, mv, &result));
        let replaces_engine = self.random.next_u64().is_multiple_of(STEPS_PER_REPLACEMENT);
        if let Some(copy) = checked.transpose()?.filter(|_| replaces_engine) {
            sides.engine = copy;
        }
        self.finish_step();
        Ok(())
    }

    /// Records position, outcome and legal moves of both sides.
    fn observe_sides(&mut self, sides: &Sides<'_, R>) {
        // Lists change little from step to step, so the last length is a good capacity.
        let before = self.before.as_ref().and_then(|before| before.legal.as_ref());
        let room = before.map_or(0, |legal| legal.len() + 1);
        let most = self.rules.listing().most;
        let engine = view_of(&sides.engine, most, room);
        let oracle = view_of(&sides.oracle, most, room);
        (self.engine.view, self.oracle.view) = (Some(engine), Some(oracle));
    }

    /// Compares the answers of both sides and runs the checks 2 to 6 of the module documentation on
    /// the current step.
    fn check_step(&mut self, sides: &mut Sides<'_, R>) -> Result<(), Finding> {
        if let (Some(engine), Some(oracle)) = (&self.engine.result, &self.oracle.result) {
            compare_results(self.rules, engine, oracle)?;
        }
        let (Some(engine), Some(oracle)) = (&self.engine.view, &self.oracle.view) else {
            unreachable!("the sides have been observed");
        };
        compare_views(engine, oracle, self.rules.listing().most)?;
        self.activity.enter(None, Action::Check);
        self.check_invariants()?;
        if oracle.legal.is_none() && self.checks.tries_moves {
            let counted = compare_kind_counts(self.rules, sides, &mut self.random)?;
            self.stats.counted += u64::from(counted);
            let (position, random, activity) = (&oracle.position, &mut self.random, self.activity);
            judge_samples(self.rules, sides, position, random, &mut self.trial, activity)?;
        }
        let valid = sides.oracle.validate();
        valid.map_err(|detail| broken(Side::Oracle, REPRESENTATION, detail))?;
        self.run_self_checks(sides)?;
        self.check_ask_for(sides)
    }

    /// Checks that a move which the rule set gives for a legal move ([`RuleSet::ask_for`]) plays
    /// that legal move. Samples with a copy of the random number generator, so that later choices
    /// stay the same with any checks.
    fn check_ask_for(&mut self, sides: &Sides<'_, R>) -> Result<(), Finding> {
        let mut random = self.random.clone();
        let is_sampled = random.next_u64().is_multiple_of(STEPS_PER_ASK_FOR_CHECK);
        let is_due = is_sampled || self.checks.is_thorough;
        let legal = self.oracle.view.as_ref().and_then(|view| view.legal.as_deref());
        let Some(legal) = legal.filter(|legal| is_due && !legal.is_empty()) else { return Ok(()) };
        let legal =
            &legal[twinboard_vocabulary::game::below(&mut || random.next_u64(), legal.len() as u64)
                as usize];
        let checked = check_requested_move(self.rules, &sides.oracle, legal, &mut random);
        let Err((mv, wrong)) = checked else { return Ok(()) };
        // If the sides disagree on the move, one of them is wrong, not the rule set.
        let engine = sides.engine.try_clone();
        if let Some((mut engine, mut oracle)) = engine.zip(sides.oracle.try_clone()) {
            self.trial = Some(mv.clone());
            let engine_result = engine.play(&mv);
            compare_results(self.rules, &engine_result, &oracle.play(&mv))
                .map_err(|finding| tried(finding, &mv))?;
            self.trial = None;
        }
        Err(wrong)
    }

    /// Checks everything optional that the engine offers. The same game on a board transformed by a
    /// symmetry must show the transformed position, its image, at every step; if it does not, that
    /// is only noted here: a divergence of the case itself takes precedence.
    fn run_self_checks(&mut self, sides: &mut Sides<'_, R>) -> Result<(), Finding> {
        let view = self.oracle.view.as_ref().expect("the sides have been observed");
        let played = self.mv.as_ref().zip(self.engine.result.as_ref());
        let (setup, random) = (&self.setup, &mut self.random);
        let checked = sides.self_checks.check(&sides.engine, view, setup, played, random);
        checked.map_err(|breach| {
            breach.attribute(self.rules, &sides.oracle_side, &sides.oracle, view)
        })?;
        if let Some(suspect) = sides.self_checks.take_suspect() {
            self.suspect = Some((self.step, suspect));
        }
        Ok(())
    }

    /// Counts the finished step and keeps the agreed state for the next one.
    fn finish_step(&mut self) {
        let mut stats = std::mem::take(&mut self.stats);
        if let Some(observed) = self.observed(&self.oracle) {
            stats.steps += 1;
            stats.accepted += u64::from(observed.event().is_some());
            stats.listed += u64::from(observed.now.legal.is_some());
            stats.sampled += u64::from(observed.now.legal.is_none() && !self.is_lean_step());
            stats.observe(self.rules.clauses(), &observed);
        }
        self.stats = stats;
        self.before = self.oracle.view.take();
        if let (Some(path), Some(view)) = (&mut self.path, &self.before) {
            path.push(self.mv.clone(), view);
        }
        (self.engine, self.oracle) = (Answers::default(), Answers::default());
    }

    /// Adds the counts of the whole case to `stats`.
    fn count_case(&mut self, stats: &mut Stats) {
        if self.skipped.is_some() {
            stats.skipped += 1;
            return;
        }
        let class = size_class(self.rules.size(&self.setup));
        self.stats.cases = 1;
        self.stats.deep = u64::from(self.stats.accepted >= DEEP_CASE_MOVES);
        self.stats.cases_by_size[class] = 1;
        self.stats.steps_by_size[class] = self.stats.steps;
        stats.add(&self.stats);
    }
}
