//! One case on both sides, step by step, until something is wrong.
//!
//! After the set-up and after every step these are compared: what became of the move (what it did,
//! or why it was refused), the position, whether the game goes on, and the legal moves. The
//! judge's printed answer is a function of position and outcome, so it is compared with them.
//!
//! What they agree on is then held to what must be true without a second implementation: the rule
//! set's invariants; the game is over if and only if no move is legal; what was played had been
//! listed; a refused move changed nothing. What only an engine offers is checked on the engine,
//! see [`crate::promises`].
//!
//! A panic of either side is a finding like any other. A side that does not come back cannot be
//! stopped from here: whoever watches the [`Pulse`] sees in which step it is and has the case.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arbitrary::Unstructured;
use board::{Game, Rest, Vocabulary};

use crate::checks::{
    broken, compare_views, differs, over_means_no_move, played_means_listed,
    refused_means_unchanged, tried,
};
use crate::divergence::{Aspect, Divergence, Finding};
use crate::growth::Growth;
use crate::guard;
use crate::promises::Promises;
use crate::pulse::{Action, Pulse, Side};
use crate::random::{SplitMix, digest};
use crate::rules::{Observed, RuleSet, Step, View};
use crate::stats::{Stats, size_class};
use crate::{Case, CaseOf};

/// Positions with more legal moves than this are not listed.
pub const LISTED_MAX: usize = 4096;
/// How many moves each side draws for the other to judge where listing is too much.
const SAMPLES: usize = 8;
/// A robot that is asked more often than this without ending the game never will.
const ROBOT_MAX: usize = 4096;
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

pub(crate) type MoveOf<R> = <<R as RuleSet>::Words as Vocabulary>::Move;
pub(crate) type ResultOf<R> = Result<
    <<R as RuleSet>::Words as Vocabulary>::Event,
    <<R as RuleSet>::Words as Vocabulary>::Refusal,
>;
pub(crate) type ViewOf<R> = View<<R as RuleSet>::Words>;

/// Plays `case` on `E` and `O` in lockstep. `growth` goes on choosing moves after those of the
/// case.
///
/// Returns the verdict, and the case with the moves that were added, up to the step that diverged
/// if one did.
pub fn run<R, E, O>(
    rules: &R,
    case: CaseOf<R>,
    growth: Option<&mut Growth<'_>>,
    pulse: &Pulse,
    stats: &mut Stats,
) -> (Verdict, CaseOf<R>)
where
    R: RuleSet,
    E: Game<Words = R::Words>,
    O: Game<Words = R::Words>,
{
    let played = Arc::new(Mutex::new(case));
    {
        let (rules, played) = (rules.clone(), Arc::clone(&played));
        pulse.begin_case(move || rules.print(&lock(&played)));
    }
    let setup = lock(&played).setup.clone();
    let mut lockstep = Lockstep::<R, E, O> {
        rules,
        random: SplitMix::new(digest(format!("{setup:?}").as_bytes())),
        setup,
        played: &played,
        pulse,
        step: 0,
        mv: None,
        sides: None,
        before: None,
        engine_after: None,
        oracle_after: None,
        counted: Stats::default(),
        skipped: None,
    };
    let finding = match guard::catch(|| lockstep.play(growth)) {
        Ok(Ok(())) => None,
        Ok(Err(finding)) => Some(finding),
        Err(message) => Some(Finding::Panicked { stage: pulse.stage(), message }),
    };
    lockstep.count_the_case(stats);
    let verdict = match (finding, lockstep.skipped) {
        (Some(finding), _) => Verdict::Diverged(Box::new(lockstep.divergence(finding))),
        (None, Some(side)) => Verdict::Skipped(side),
        (None, None) => Verdict::Agreed,
    };
    let case = lock(&played).clone();
    (verdict, case)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The games that are played beside each other.
struct Sides<R: RuleSet, E, O> {
    engine: E,
    oracle: O,
    promises: Promises<R, E>,
}

struct Lockstep<'a, R: RuleSet, E, O> {
    rules: &'a R,
    setup: <R::Words as Vocabulary>::Setup,
    played: &'a Mutex<Case<R::Words>>,
    pulse: &'a Pulse,
    random: SplitMix,
    step: usize,
    mv: Option<MoveOf<R>>,
    sides: Option<Sides<R, E, O>>,
    /// What both sides agreed on before this step.
    before: Option<ViewOf<R>>,
    /// What each shows after it, as far as it came.
    engine_after: Option<ViewOf<R>>,
    oracle_after: Option<ViewOf<R>>,
    counted: Stats,
    skipped: Option<Side>,
}

impl<R, E, O> Lockstep<'_, R, E, O>
where
    R: RuleSet,
    E: Game<Words = R::Words>,
    O: Game<Words = R::Words>,
{
    fn play(&mut self, mut growth: Option<&mut Growth<'_>>) -> Result<(), Finding> {
        let Some(mut sides) = self.set_up() else {
            return Ok(());
        };
        self.look(&sides);
        self.judge(&mut sides, None)?;
        self.sides = Some(sides);
        while let Some(mv) = self.next_move(growth.as_deref_mut()) {
            self.make_step(mv)?;
        }
        Ok(())
    }

    fn set_up(&mut self) -> Option<Sides<R, E, O>> {
        self.beat(Side::Engine, Action::SetUp);
        let engine = E::set_up(&self.setup);
        self.beat(Side::Oracle, Action::SetUp);
        let oracle = O::set_up(&self.setup);
        self.skipped = match (&engine, &oracle) {
            (None, _) => Some(Side::Engine),
            (_, None) => Some(Side::Oracle),
            _ => None,
        };
        self.beat(Side::Engine, Action::SetUp);
        let promises = Promises::new(self.rules, &self.setup, &mut self.random);
        Some(Sides { engine: engine?, oracle: oracle?, promises })
    }

    /// The next move: of the case, then of the rule set's robot, then grown.
    fn next_move(&mut self, growth: Option<&mut Growth<'_>>) -> Option<MoveOf<R>> {
        let mut case = lock(self.played);
        if let Some(mv) = case.moves.get(self.step) {
            return Some(mv.clone());
        }
        let view = self.before.as_ref()?;
        if case.rest == Rest::Robot {
            let ended =
                R::Words::is_over(view.outcome) || self.step >= case.moves.len() + ROBOT_MAX;
            return if ended { None } else { self.rules.robot() };
        }
        self.pulse.beat(self.step, None, Action::Generate);
        let mv = growth?.next(self.rules, view)?;
        case.moves.push(mv.clone());
        Some(mv)
    }

    fn make_step(&mut self, mv: MoveOf<R>) -> Result<(), Finding> {
        let mut sides = self.sides.take().expect("the sides have been set up");
        self.step += 1;
        self.mv = Some(mv.clone());
        (self.engine_after, self.oracle_after) = (None, None);

        self.beat(Side::Engine, Action::Copy);
        let copy = sides.engine.clone();
        self.beat(Side::Engine, Action::Play);
        let engine = sides.engine.play(&mv);
        self.beat(Side::Oracle, Action::Play);
        let oracle = sides.oracle.play(&mv);
        self.look(&sides);
        self.compare_results(&engine, &oracle)?;
        self.judge(&mut sides, Some((&mv, &engine, &oracle)))?;

        self.beat(Side::Engine, Action::Copy);
        let copy = sides.promises.copies_play_alike(copy, &sides.engine, &mv, &engine)?;
        // Now and then the game goes on with the copy, so that nothing it may have lost is hidden.
        if self.random.word().is_multiple_of(4) {
            sides.engine = copy;
        }
        self.sides = Some(sides);
        Ok(())
    }

    /// Takes down what both sides show now.
    fn look(&mut self, sides: &Sides<R, E, O>) {
        self.engine_after = Some(self.view(Side::Engine, &sides.engine));
        self.oracle_after = Some(self.view(Side::Oracle, &sides.oracle));
    }

    fn view<G: Game<Words = R::Words>>(&self, side: Side, game: &G) -> ViewOf<R> {
        self.beat(side, Action::Position);
        let position = game.position();
        self.beat(side, Action::Outcome);
        let outcome = game.outcome();
        self.beat(side, Action::LegalMoves);
        let mut legal = Vec::new();
        let listing = game.visit_legal_moves(&mut |mv| {
            legal.push(mv.clone());
            if legal.len() > LISTED_MAX {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        legal.sort_unstable();
        let legal = listing.is_continue().then_some(legal);
        View { position, outcome, legal }
    }

    /// Compares what both sides show, and holds it to everything that must be true of it.
    fn judge(
        &mut self,
        sides: &mut Sides<R, E, O>,
        step: Option<(&MoveOf<R>, &ResultOf<R>, &ResultOf<R>)>,
    ) -> Result<(), Finding> {
        let engine = self.engine_after.take().expect("the engine has been looked at");
        let oracle = self.oracle_after.take().expect("the oracle has been looked at");
        let compared = compare_views(&engine, &oracle);
        self.engine_after = Some(engine);
        self.oracle_after = Some(oracle);
        compared?;

        self.pulse.beat(self.step, None, Action::Check);
        self.check_what_holds(step)?;
        let view = self.oracle_after.take().expect("it was put there above");
        if view.legal.is_none() {
            self.sample_and_judge(sides, &view)?;
        }
        self.beat(Side::Oracle, Action::Validate);
        sides
            .oracle
            .validate()
            .map_err(|detail| broken(Side::Oracle, "its own representation is in order", detail))?;
        let turned = step.map(|(mv, engine, _)| (mv, engine));
        sides.promises.hold(&sides.engine, &view, turned, &mut self.random, |action| {
            self.pulse.beat(self.step, Some(Side::Engine), action);
        })?;

        let observed = Observed {
            setup: &self.setup,
            step: step.and_then(|(mv, _, result)| {
                Some(Step { before: self.before.as_ref()?, mv, result })
            }),
            now: &view,
        };
        self.counted.steps += 1;
        self.counted.accepted += u64::from(observed.event().is_some());
        self.counted.listed += u64::from(view.legal.is_some());
        self.counted.sampled += u64::from(view.legal.is_none());
        self.counted.observe(self.rules.clauses(), &observed);
        self.engine_after = None;
        self.before = Some(view);
        Ok(())
    }

    fn compare_results(&self, engine: &ResultOf<R>, oracle: &ResultOf<R>) -> Result<(), Finding> {
        let same = match (engine, oracle) {
            (Ok(engine), Ok(oracle)) => self.rules.same_event(engine, oracle),
            (Err(engine), Err(oracle)) => engine == oracle,
            _ => false,
        };
        if same {
            return Ok(());
        }
        let say = |result: &ResultOf<R>| match result {
            Ok(event) => format!("accepted: {event}"),
            Err(refusal) => format!("refused: {refusal}"),
        };
        Err(differs(Aspect::Result, say(engine), say(oracle)))
    }

    /// What must hold without a second implementation. Both sides agree by now, so it is checked
    /// on the oracle's words, and on the engine's too where these may differ.
    fn check_what_holds(
        &self,
        step: Option<(&MoveOf<R>, &ResultOf<R>, &ResultOf<R>)>,
    ) -> Result<(), Finding> {
        let views = [(Side::Oracle, &self.oracle_after), (Side::Engine, &self.engine_after)];
        for (side, view) in views {
            let Some(now) = view else { continue };
            let result =
                step.map(|(_, engine, oracle)| if side == Side::Engine { engine } else { oracle });
            let same_words = step.is_none_or(|(_, engine, oracle)| engine == oracle);
            if side == Side::Engine && same_words {
                continue;
            }
            let step = step.zip(self.before.as_ref()).zip(result);
            let step = step.map(|(((mv, ..), before), result)| Step { before, mv, result });
            let observed = Observed { setup: &self.setup, step, now };
            if let Some((name, detail)) = self.broken_invariants(&observed).into_iter().next() {
                return Err(Finding::Broken {
                    side: (!same_words).then_some(side),
                    invariant: name,
                    detail,
                });
            }
        }
        Ok(())
    }

    fn broken_invariants(&self, observed: &Observed<'_, R::Words>) -> Vec<(String, String)> {
        let own = self
            .rules
            .invariants()
            .iter()
            .map(|invariant| (invariant.name, (invariant.check)(observed)));
        let general = [
            ("the game is over if and only if no move is legal", over_means_no_move(observed)),
            ("what is played has been listed", played_means_listed(observed)),
            ("a refused move changes nothing", refused_means_unchanged(observed)),
        ];
        let all = general.into_iter().chain(own);
        all.filter_map(|(name, result)| Some((name.to_owned(), result.err()?))).collect()
    }

    /// Where the legal moves are too many to be listed, each side judges moves that the other has
    /// drawn, and both judge moves that may be illegal.
    fn sample_and_judge(
        &mut self,
        sides: &Sides<R, E, O>,
        view: &ViewOf<R>,
    ) -> Result<(), Finding> {
        for _ in 0..SAMPLES {
            self.beat(Side::Engine, Action::Sample);
            let drawn = sides.engine.sample_legal_move(&mut || self.random.word());
            let seed = self.random.bytes();
            let mut u = Unstructured::new(&seed);
            let proposed = self.rules.propose(&view.position, drawn.as_ref(), &mut u).ok();
            self.beat(Side::Oracle, Action::Sample);
            let drawn_too = sides.oracle.sample_legal_move(&mut || self.random.word());
            let drawn = [drawn, drawn_too].into_iter().flatten();
            for mv in drawn.map(|legal| R::Words::to_move(&legal)).chain(proposed) {
                self.beat(Side::Engine, Action::Play);
                let engine = sides.engine.clone().play(&mv);
                self.beat(Side::Oracle, Action::Play);
                let oracle = sides.oracle.clone().play(&mv);
                self.compare_results(&engine, &oracle)
                    .map_err(|finding| tried(&finding, &mv.to_string()))?;
            }
        }
        Ok(())
    }

    fn count_the_case(&mut self, stats: &mut Stats) {
        if self.skipped.is_some() {
            stats.skipped += 1;
            return;
        }
        let (rows, columns) = self.rules.dimensions(&self.setup);
        let class = size_class(rows * columns);
        self.counted.cases = 1;
        self.counted.deep = u64::from(self.counted.accepted >= DEEP);
        self.counted.cases_by_size[class] = 1;
        self.counted.steps_by_size[class] = self.counted.steps;
        stats.add(&self.counted);
    }

    fn divergence(&self, finding: Finding) -> Divergence {
        let picture =
            |view: &Option<ViewOf<R>>| view.as_ref().map(|view| R::Words::picture(&view.position));
        let mut broken = Vec::new();
        if let (Finding::Differs { .. }, Some(now)) = (&finding, &self.engine_after) {
            // The engine's board alone may already be impossible: that says more than a comparison.
            let observed = Observed { setup: &self.setup, step: None, now };
            broken = guard::catch(|| self.broken_invariants(&observed)).unwrap_or_default();
        }
        Divergence {
            finding,
            step: self.step,
            mv: self.mv.as_ref().map(ToString::to_string),
            before: picture(&self.before),
            engine: picture(&self.engine_after),
            oracle: picture(&self.oracle_after),
            engine_breaks: broken
                .into_iter()
                .map(|(name, detail)| format!("{name}: {detail}"))
                .collect(),
        }
    }

    fn beat(&self, side: Side, action: Action) {
        self.pulse.beat(self.step, Some(side), action);
    }
}
