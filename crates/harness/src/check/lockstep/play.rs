//! A case in lockstep, step by step.

use std::sync::{Arc, Mutex};

use twinboard_vocabulary::{Game, LegalMoveOf, MoveOf, SetupOf, TryClone, Vocabulary};

use super::blame::{case_up_to, with_tried};
use super::next_move::compare_kind_counts;
use super::{GamePath, Lockstep, Sides, checks_of_case};
use crate::check::checks::{Checks, Steps};
use crate::check::compare::{
    Answers, Level, REPRESENTATION, broken, check_invariants, compare, compare_observations,
    count_observations, view_at,
};
use crate::check::laws::check_requested_move;
use crate::check::legality::{check_listed, check_played};
use crate::check::self_checks::{SelfChecks, Suspect};
use crate::model::activity::{Action, Activity, Side};
use crate::model::divergence::{Blame, Divergence, Finding};
use crate::model::guard::{self, lock};
use crate::model::move_policy::MovePolicy;
use crate::model::pairing::Pairing;
use crate::model::proposals::{MoveTexts, Recent};
use crate::model::random::{SplitMix, chosen, digest};
use crate::model::rules::{CaseOf, RuleSet, ViewOf, legal_moves};
use crate::model::stats::{Stats, size_class};
use crate::model::swarm::Kinds;
use crate::model::watched::{Trial, WatchedGame, WatchedSide};

/// Campaigns check [`RuleSet::request_for`] in one of 32 steps: it is the rule set that is checked,
/// not a side, and a few samples per game are enough for that.
const STEPS_PER_REQUEST_CHECK: u64 = 32;

/// Proposed moves that the sides judge in a position of a campaign, and of a replay.
const PROPOSED: usize = 2;
const PROPOSED_MAX: usize = 32;

/// In one of 4 steps the copy made before the move replaces the engine's game: state that the copy
/// has lost may show only some moves later.
const STEPS_PER_REPLACEMENT: u64 = 4;

/// Cases with at least 3 accepted moves count as deep.
const DEEP_CASE_MOVES: u64 = 3;

/// Name of the invariant behind [`twinboard_vocabulary::Implementation::accepts`].
const DECLARED: &str = "every set-up declared as accepted can be set up";

/// Result of a case, before deciding which side broke the symmetry.
pub(super) enum CaseResult<R: RuleSet> {
    Agreed,
    Skipped(Side),
    Diverged(Box<Divergence>),
    /// A transformed game was not the image of the game at the end of the case, and nothing else is
    /// wrong.
    Suspicious(Suspect<R>),
}

/// Plays `case` on both sides in lockstep; see [`run`](super::run).
pub(super) fn play_case<R: RuleSet>(
    pairing: &Pairing<R>,
    case: CaseOf<R>,
    policy: Option<&mut MovePolicy>,
    checks: Checks,
    activity: &Activity,
    stats: &mut Stats,
) -> (CaseResult<R>, CaseOf<R>) {
    let rules = pairing.rules();
    let played = Arc::new(Mutex::new(case));
    let copy_moves: Arc<Trial<R::Vocabulary>> = Arc::default();
    {
        let (rules, played, copy_moves) =
            (rules.clone(), Arc::clone(&played), Arc::clone(&copy_moves));
        activity.begin_case(move || {
            let (case, tried) = (lock(&played).clone(), lock(&copy_moves).clone());
            rules.text().print(&with_tried(case, tried.as_ref()))
        });
    }
    let setup = lock(&played).setup.clone();
    let digest = digest(format!("{setup:?}").as_bytes());
    let path = GamePath::of(checks, digest);
    let checks = if pairing.is_replaced() { checks.never_sparse() } else { checks };
    let checks = checks_of_case(checks, digest, rules.size(&setup));
    let own_moves = lock(&played).moves.len();
    let mut lockstep = Lockstep {
        pairing,
        rules,
        random: SplitMix::new(digest),
        setup,
        setup_digest: digest,
        checks,
        own_moves,
        played: &played,
        activity,
        step: 0,
        mv: None,
        tried_move: None,
        panicked_on: None,
        shown_before: None,
        beside: None,
        suspect: None,
        other_way: None,
        before: None,
        listed_before: None,
        listed: None,
        has_policy: policy.is_some(),
        texts_before: MoveTexts::default(),
        texts: MoveTexts::default(),
        recent: Recent::new(),
        kinds: Kinds::default(),
        path,
        engine: Answers::default(),
        oracle: Answers::default(),
        blame: Blame::default(),
        stats: Stats::default(),
        copy_moves: &copy_moves,
        skipped: None,
    };
    let finding = match guard::catch_panic(|| lockstep.play(policy)) {
        Ok(Ok(())) => None,
        Ok(Err(finding)) => Some(finding),
        Err(panic) => {
            let tried = lock(&copy_moves).take();
            Some(lockstep.panicked(Finding::of_panic(activity.stage(), panic), tried))
        }
    };
    lockstep.count_case(stats);
    if let Some(other) = lockstep.other_way.take() {
        // If the sides differ on the other way, one of them is wrong, not the rule set.
        let stats = &mut Stats::default();
        let other = play_case(pairing, other, None, Checks::comparison(), activity, stats);
        if matches!(other, (CaseResult::Diverged(_), _)) {
            return other;
        }
    }
    let case = lock(&played).clone();
    match (finding, lockstep.suspect.take(), lockstep.skipped) {
        (Some(finding), ..) => {
            let divergence = Box::new(lockstep.divergence(finding));
            (CaseResult::Diverged(divergence), lockstep.failing_case(case))
        }
        (None, Some((step, suspect)), _) => {
            (CaseResult::Suspicious(suspect), case_up_to(case, step))
        }
        (None, None, Some(side)) => (CaseResult::Skipped(side), case),
        (None, None, None) => (CaseResult::Agreed, case),
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

impl<'a, R: RuleSet> Lockstep<'a, R> {
    /// Plays the whole case: the set-up, every move, and the checks that come last.
    fn play(&mut self, policy: Option<&mut MovePolicy>) -> Result<(), Finding> {
        let Some(mut sides) = self.set_up()? else {
            return Ok(());
        };
        let played = self.play_steps(&mut sides, policy);
        if let Err(finding) = &played {
            self.blame_sides(&sides, finding);
        }
        played
    }

    fn play_steps(
        &mut self,
        sides: &mut Sides<'_, R>,
        mut policy: Option<&mut MovePolicy>,
    ) -> Result<(), Finding> {
        self.oracle.view = Some(self.view(&sides.oracle));
        self.engine.view = Some(self.view(&sides.engine));
        self.listed = self.list_for_policy(&sides.engine);
        self.check_step(sides)?;
        self.finish_step();
        while let Some(mv) = self.next_move(&sides.oracle, policy.as_deref_mut()) {
            self.make_step(sides, &mv)?;
        }
        if !self.is_lean_step() && self.tests_offers() {
            let view = self.before.as_ref().expect("step 0 is finished");
            sides.self_checks.check_unchanged(&sides.engine, view)?;
        }
        if self.tests_offers() {
            self.check_other_ways(sides)?;
        }
        // A suspect is a fault of the engine or of a symmetry. A wrong assertion would hide it.
        if self.suspect.is_some() { Ok(()) } else { self.check_assertions() }
    }

    /// Sets up both games; `None`, and `skipped` is set, if a side does not support the set-up.
    fn set_up(&mut self) -> Result<Option<Sides<'a, R>>, Finding> {
        let (pairing, activity) = (self.pairing, self.activity);
        activity.set_step(0);
        let engine_side = pairing.watched(Side::Engine, activity).with_trial(self.copy_moves);
        let engine = engine_side.set_up(&self.setup);
        check_declaration(&engine_side, engine.as_ref(), &self.setup)?;
        let oracle_side = pairing.watched(Side::Oracle, activity).with_trial(self.copy_moves);
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
        let both = [engine_side, pairing.watched(Side::Oracle, activity)];
        let self_checks = SelfChecks::new(rules, both, &self.setup, checks, random);
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
        if self.is_lean_step() || self.checks.compares_only {
            sides.engine.prefetch(mv);
            sides.engine.flush();
            self.play_both(sides, mv);
            self.check_step(sides)?;
            self.finish_step();
            return Ok(());
        }
        let copied = self.tests_offers().then(|| sides.engine.try_clone()).flatten();
        let mut copy = copied.map(WatchedGame::into_game);
        let said = [sides.engine.is_legal(mv), sides.oracle.is_legal(mv)];
        // The game itself comes first: if the copy is at fault, the game is right.
        sides.engine.prefetch(mv);
        if let Some(copy) = &mut copy {
            copy.prefetch(mv);
        }
        sides.self_checks.prefetch(mv);
        sides.engine.flush();
        [self.engine.said, self.oracle.said] = said;
        self.play_both(sides, mv);
        self.check_step(sides)?;
        let [result, result_of_oracle] = [&self.engine, &self.oracle]
            .map(|side| side.result.clone().expect("both have just played"));
        check_played(Side::Engine, said[0], mv, &result)?;
        check_played(Side::Oracle, said[1], mv, &result_of_oracle)?;

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

    /// Plays `mv` on both sides and records what they show, each as soon as it is known: a report
    /// has it even if the engine panics. An engine in another process plays while the oracle does.
    fn play_both(&mut self, sides: &mut Sides<'_, R>, mv: &MoveOf<R::Vocabulary>) {
        self.oracle.result = Some(sides.oracle.play(mv));
        self.oracle.view = Some(self.view(&sides.oracle));
        self.engine.result = Some(sides.engine.play(mv));
        self.engine.view = Some(self.view(&sides.engine));
        self.listed = self.list_for_policy(&sides.engine);
    }

    /// The legal moves of the engine, if the next move is chosen from them and the step has few checks.
    fn list_for_policy(
        &self,
        engine: &WatchedGame<'_, R::Vocabulary>,
    ) -> Option<Vec<LegalMoveOf<R::Vocabulary>>> {
        let is_needed = self.has_policy && self.step >= self.own_moves && self.is_lean_step();
        is_needed
            .then(|| legal_moves(engine, self.rules.listing().limit, self.capacity()))
            .flatten()
    }

    /// The first capacity of a list: the last length, because lists change little from step to step.
    fn capacity(&self) -> usize {
        let before = self.before.as_ref().and_then(|before| before.legal.as_ref());
        before.or(self.listed_before.as_ref()).map_or(0, |legal| legal.len() + 1)
    }

    /// Position and outcome of a side, and its legal moves unless the step is lean.
    fn view(&self, game: &WatchedGame<'_, R::Vocabulary>) -> ViewOf<R> {
        let level = if self.is_lean_step() { Level::Position } else { Level::Moves };
        view_at(game, level, self.rules.listing().limit, self.capacity())
    }

    /// True if the current step compares results, positions, outcomes and observations only
    /// (`Steps`).
    pub(super) fn is_lean_step(&self) -> bool {
        !self.checks.steps.contains(self.step, self.setup_digest, self.own_moves)
    }

    /// True if what the engine offers beside its play is tested, too.
    fn tests_offers(&self) -> bool {
        self.checks.tests_offers && !self.checks.compares_only
    }

    /// Compares the answers of both sides and, unless the step is lean, runs the checks 2 to 8 of
    /// the module documentation on it.
    fn check_step(&mut self, sides: &mut Sides<'_, R>) -> Result<(), Finding> {
        compare(self.rules, &self.engine, &self.oracle, self.rules.listing().limit)?;
        self.engine.observations = sides.engine.observe();
        self.oracle.observations = sides.oracle.observe();
        let [engine, oracle] = [&self.engine.observations, &self.oracle.observations];
        compare_observations(engine, oracle)?;
        count_observations(engine, oracle, &mut self.stats);
        let broken_by = |side| move |detail| broken(side, REPRESENTATION, detail);
        if self.is_lean_step() {
            // Fuzzing leaves this out, because it has many cases to try; a filter must not miss it.
            if self.checks.steps != Steps::Chosen {
                sides.oracle.validate().map_err(broken_by(Side::Oracle))?;
                sides.engine.validate().map_err(broken_by(Side::Engine))?;
            }
            return self.check_list_for_policy(sides);
        }
        self.activity.enter(None, Action::Check);
        let made = self.before.as_ref().zip(self.mv.as_ref());
        check_invariants(self.rules, &self.setup, made, [&self.engine, &self.oracle])?;
        if self.checks.compares_only {
            return Ok(());
        }
        let view = self.oracle.view.as_ref().expect("the sides have been observed");
        if view.legal.is_none() && self.checks.tries_moves {
            let counted = compare_kind_counts(self.rules, sides, &mut self.random)?;
            self.stats.counted += u64::from(counted);
            self.judge_samples(sides)?;
        }
        sides.oracle.validate().map_err(broken_by(Side::Oracle))?;
        if self.tests_offers() {
            self.run_self_checks(sides)?;
        } else {
            sides.engine.validate().map_err(broken_by(Side::Engine))?;
        }
        self.check_legality(sides)?;
        self.check_request_for(sides)?;
        self.try_proposals(sides)
    }

    /// Compares the list of the engine from which the next move is chosen, if it breaks a law of every
    /// game: a game must not end early because of it.
    fn check_list_for_policy(&mut self, sides: &Sides<'_, R>) -> Result<(), Finding> {
        let (Some(legal), Some(view)) = (&self.listed, &self.engine.view) else { return Ok(()) };
        let is_over = R::Vocabulary::is_over(view.outcome);
        if is_over == legal.is_empty() && legal.windows(2).all(|pair| pair[0] != pair[1]) {
            return Ok(());
        }
        let limit = self.rules.listing().limit;
        let expected = legal_moves(&sides.oracle, limit, legal.len());
        let views = [(&mut self.engine, self.listed.clone()), (&mut self.oracle, expected)];
        for (answers, legal) in views {
            answers.view.as_mut().expect("the sides have been observed").legal = legal;
        }
        compare(self.rules, &self.engine, &self.oracle, limit)
    }

    /// Lets both sides judge moves that are not played, with a copy of the random number generator.
    /// Where only moves of the case may fail, there are none.
    fn check_legality(&mut self, sides: &Sides<'_, R>) -> Result<(), Finding> {
        if !self.checks.tries_moves {
            return Ok(());
        }
        let random = &mut self.random.clone();
        let is_thorough = self.checks.is_thorough;
        let legal =
            self.oracle.view.as_ref().and_then(|view| view.legal.as_deref()).unwrap_or_default();
        let sides_in_order = [(Side::Engine, &sides.engine), (Side::Oracle, &sides.oracle)];
        for side in sides_in_order {
            check_listed(side, legal, is_thorough, &mut random.clone(), &mut self.tried_move)?;
        }
        // Proposals take time, so a side is asked first whether it judges at all.
        let known = legal.first().map(R::Vocabulary::to_move).or_else(|| self.mv.clone());
        let judges = |game: &WatchedGame<'_, R::Vocabulary>| {
            known.as_ref().and_then(|mv| game.is_legal(mv)).is_some()
        };
        if !judges(&sides.engine) && !judges(&sides.oracle) {
            return Ok(());
        }
        for _ in 0..if is_thorough { PROPOSED_MAX } else { PROPOSED } {
            if let Some(mv) = self.proposed(sides, random) {
                self.try_move(sides, &mv, None, true)?;
            }
        }
        Ok(())
    }

    /// Checks that a move which the rule set gives for a legal move ([`RuleSet::request_for`])
    /// plays that legal move. Samples with a copy of the random number generator, so that later
    /// choices stay the same with any checks.
    fn check_request_for(&mut self, sides: &Sides<'_, R>) -> Result<(), Finding> {
        let mut random = self.random.clone();
        let is_sampled = random.next_u64().is_multiple_of(STEPS_PER_REQUEST_CHECK);
        let is_due = is_sampled || self.checks.is_thorough;
        let legal = self.legal().filter(|_| is_due);
        let legal = legal.and_then(|legal| chosen(legal, &mut random));
        let Some(legal) = legal else { return Ok(()) };
        let checked = check_requested_move(self.rules, &sides.oracle, legal, &mut random);
        let Err((mv, wrong)) = checked else { return Ok(()) };
        // If the sides disagree on the move, one of them is wrong, not the rule set.
        self.try_move(sides, &mv, None, false)?;
        Err(wrong)
    }

    /// Checks everything optional that the engine offers. The same game on a board transformed by a
    /// symmetry must show the transformed position, its image, at every step; if it does not, that
    /// is only noted here: a divergence of the case itself takes precedence.
    fn run_self_checks(&mut self, sides: &mut Sides<'_, R>) -> Result<(), Finding> {
        let view = self.oracle.view.as_ref().expect("the sides have been observed");
        let played = self.mv.as_ref().zip(self.engine.result.as_ref());
        let (setup, random) = (&self.setup, &mut self.random);
        let (case, step) = (self.played, self.step);
        let moves = || lock(case).moves.get(..step).map(<[_]>::to_vec);
        let checked = sides.self_checks.check(&sides.engine, view, setup, played, &moves, random);
        let checked = checked.map_err(|violation| {
            let case = case_up_to(lock(self.played).clone(), self.step);
            violation.attribute(self.rules, &sides.oracle_side, (&sides.oracle, &case), view)
        });
        if let Err((finding, contradiction)) = checked {
            self.beside = contradiction;
            return Err(finding);
        }
        if let Some(suspect) = sides.self_checks.take_suspect() {
            self.suspect = Some((self.step, suspect));
        }
        Ok(())
    }

    /// Counts the finished step and keeps the agreed state for the next one.
    pub(super) fn finish_step(&mut self) {
        let mut stats = std::mem::take(&mut self.stats);
        let made = self.before.as_ref().zip(self.mv.as_ref());
        if let Some(observed) = self.oracle.observed(&self.setup, made) {
            stats.steps += 1;
            if let (Some(mv), Some(_)) = (&self.mv, observed.event()) {
                stats.accepted += 1;
                self.kinds.count(mv);
            }
            stats.listed += u64::from(observed.now.legal.is_some());
            stats.sampled += u64::from(observed.now.legal.is_none() && !self.is_lean_step());
            stats.observe(self.rules.clauses(), &observed);
        }
        self.stats = stats;
        let before = std::mem::replace(&mut self.before, self.oracle.view.take());
        let texts = std::mem::take(&mut self.texts);
        let texts = std::mem::replace(&mut self.texts_before, texts);
        let listed = self.listed.take();
        let listed = std::mem::replace(&mut self.listed_before, listed);
        let legal = before.and_then(|before| before.legal).or(listed);
        self.recent.push(legal.unwrap_or_default(), texts);
        if let (Some(path), Some(view)) = (&mut self.path, &self.before) {
            path.push(self.mv.clone(), view);
        }
        (self.engine, self.oracle) = (Answers::default(), Answers::default());
    }

    /// Adds the counts of the whole case to `stats`.
    fn count_case(&mut self, stats: &mut Stats) {
        if let Some(side) = self.skipped {
            stats.skipped += 1;
            stats.skipped_by_oracle += u64::from(side == Side::Oracle);
            return;
        }
        let class = size_class(self.rules.size(&self.setup));
        self.stats.cases = 1;
        self.stats.longest = self.stats.accepted;
        self.stats.kinds = std::mem::take(&mut self.kinds).into_counts();
        self.stats.deep = u64::from(self.stats.accepted >= DEEP_CASE_MOVES);
        self.stats.cases_by_size[class] = 1;
        self.stats.steps_by_size[class] = self.stats.steps;
        stats.add(&self.stats);
    }
}
