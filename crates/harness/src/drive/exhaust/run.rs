//! Shapes one after the other, each explored by a pool of workers.
//!
//! A shape is done when all its blocks of set-ups are. For a checkpoint the workers finish their
//! blocks and end, and others continue.

use std::iter::Peekable;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use twinboard_vocabulary::{Game, MoveOf, SetupOf, TryClone, Vocabulary};

use super::explore::{
    ExploreError, Explorer, Failed, LENGTH_MAX, Node, PlaceOf, Seen, SeenByAll, Shared,
};
use super::{
    Difference, ExhaustEnd, ExhaustPlan, ExhaustProgress, ExhaustResult, Figures, FinishedShape,
    UnfinishedShape,
};
use crate::check::compare::Level;
use crate::check::tandem::Tandem;
use crate::drive::pool::{self, Event, POLL_INTERVAL, Pool, Slot, Work};
use crate::model::any_case::AnyCase;
use crate::model::guard::lock;
use crate::model::pairing::Pairing;
use crate::model::random::{digest, mix};
use crate::model::rules::{AssertionChecker, RuleSet, legal_moves};
use crate::model::shape::Shape;
use crate::model::watched::WatchedGame;

/// Time that workers have to finish their blocks after a stop request. Blocks that take longer are
/// aborted, and the work on the shape since the last checkpoint is lost.
const GRACE: Duration = Duration::from_secs(2);

/// Checkpoints take at most 1/`CHECKPOINT_SHARE` of the time.
const CHECKPOINT_SHARE: u32 = 20;

/// The early end of a shape; with its checkpoint, if all blocks were finished in time after a stop
/// request.
type Ended = (Failed<Difference>, Option<UnfinishedShape>);

/// Explores everything within the bounds. `progress` is called about every [`POLL_INTERVAL`], on
/// the calling thread.
pub(crate) fn run<R: RuleSet>(
    pairing: &Pairing<R>,
    plan: &ExhaustPlan,
    progress: &mut dyn FnMut(&ExhaustProgress<'_>),
) -> ExhaustResult {
    let shapes = match count(pairing.rules(), plan) {
        Ok(shapes) => shapes,
        // The results of the earlier run are kept.
        Err(end) => {
            let (finished, begun) = (plan.finished.clone(), plan.begun.clone());
            return ExhaustResult { finished, begun, positions: 0, end };
        }
    };
    let all: u64 = shapes.iter().map(|(_, work)| work).sum();
    let mut finished = Vec::new();
    let mut done = 0;
    for &(shape, work) in &shapes {
        if let Some(known) = plan.finished.iter().find(|known| known.shape == shape) {
            finished.push(*known);
            done += work;
            continue;
        }
        let before: u64 = finished.iter().map(|shape| shape.figures.positions).sum();
        if let Some(end) = early_end(plan, before) {
            return ExhaustResult { finished, begun: None, positions: before, end };
        }
        let (mut early, mut reached) = (None, before);
        let explored = explore_shape(pairing, plan, shape, &mut |so_far, begun| {
            let work = (done + so_far.setups * shape.cells() as u64, all);
            let positions = before + so_far.positions;
            reached = positions;
            progress(&ExhaustProgress {
                finished: &finished,
                begun,
                shapes: shapes.len(),
                shape,
                positions,
                work,
            });
            early = early.take().or_else(|| early_end(plan, positions));
            early.is_some()
        });
        match explored {
            Ok(figures) => finished.push(FinishedShape { shape, figures }),
            Err((failed, begun)) => {
                let end = match failed {
                    Failed::Stopped => early.unwrap_or(ExhaustEnd::Stopped),
                    Failed::TooManyMoves => ExhaustEnd::TooManyMoves(shape),
                    Failed::TooLong => ExhaustEnd::TooLong(shape),
                    Failed::Wrong(difference) => ExhaustEnd::Differs(shape, difference),
                };
                return ExhaustResult { finished, begun, positions: reached, end };
            }
        }
        done += work;
        let (shapes, work) = (shapes.len(), (done, all));
        let positions = finished.iter().map(|shape| shape.figures.positions).sum();
        let begun = None;
        progress(&ExhaustProgress { finished: &finished, begun, shapes, shape, positions, work });
    }
    let positions = finished.iter().map(|shape| shape.figures.positions).sum();
    ExhaustResult { finished, begun: None, positions, end: ExhaustEnd::Done }
}

/// The reason to end early, if there is one; `positions` is the number of all so far.
fn early_end(plan: &ExhaustPlan, positions: u64) -> Option<ExhaustEnd> {
    if plan.stop.load(Relaxed) {
        Some(ExhaustEnd::Stopped)
    } else if plan.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
        Some(ExhaustEnd::OutOfTime)
    } else if plan.positions_max.is_some_and(|limit| positions >= limit) {
        Some(ExhaustEnd::EnoughPositions)
    } else {
        None
    }
}

/// Shapes with at least one set-up, and their work: the sum of the cells of all set-ups.
fn count<R: RuleSet>(rules: &R, plan: &ExhaustPlan) -> Result<Vec<(Shape, u64)>, ExhaustEnd> {
    let (mut shapes, mut all) = (Vec::new(), 0);
    let within = plan.bounds.all_shapes();
    // Counting one by one up to a large limit takes long.
    let mut least = 0_u64;
    for &shape in &within {
        let enumeration = rules.enumeration();
        least = least.saturating_add(
            enumeration.map_or(0, |all| all.setups_at_least(shape, plan.bounds.symbols)),
        );
        if least > plan.setups_max {
            return Err(ExhaustEnd::TooMany(shape));
        }
    }
    for shape in within {
        let before = all;
        for _ in setups(rules, shape, plan.bounds.symbols) {
            all += 1;
            if all > plan.setups_max {
                return Err(ExhaustEnd::TooMany(shape));
            }
            if let Some(end) = early_end(plan, 0) {
                return Err(end);
            }
        }
        if all > before {
            shapes.push((shape, (all - before) * shape.cells() as u64));
        }
    }
    let is_missing = |bound: &&Shape| shapes.iter().all(|(shape, _)| shape != *bound);
    match plan.bounds.shapes.iter().find(is_missing) {
        Some(&bound) if plan.needs_bounds && !shapes.is_empty() => {
            Err(ExhaustEnd::NoBoard(bound, largest_within(bound, &shapes)))
        }
        _ => Ok(shapes),
    }
}

/// The shapes within a bound that fit into no other one.
fn largest_within(bound: Shape, shapes: &[(Shape, u64)]) -> Vec<Shape> {
    let within: Vec<Shape> =
        shapes.iter().map(|&(shape, _)| shape).filter(|shape| shape.fits_into(bound)).collect();
    let is_largest =
        |shape: &&Shape| within.iter().all(|other| other == *shape || !shape.fits_into(*other));
    within.iter().filter(is_largest).copied().collect()
}

/// All set-ups of a shape; none if the rule set has no enumeration.
fn setups<R: RuleSet>(
    rules: &R,
    shape: Shape,
    symbols: u8,
) -> Box<dyn Iterator<Item = SetupOf<R::Vocabulary>> + Send> {
    match rules.enumeration() {
        Some(enumeration) => enumeration.setups(shape, symbols),
        None => Box::new(std::iter::empty()),
    }
}

/// Explores all set-ups of a shape, from its checkpoint if the plan has one.
fn explore_shape<R: RuleSet>(
    pairing: &Pairing<R>,
    plan: &ExhaustPlan,
    shape: Shape,
    progress: ReportProgress<'_>,
) -> Result<Figures, Ended> {
    let fresh = UnfinishedShape {
        so_far: FinishedShape { shape, figures: Figures::default() },
        next: 0,
        seen: Seen::default(),
    };
    let begun = plan.begun.as_ref().filter(|begun| begun.so_far.shape == shape).unwrap_or(&fresh);
    let setups = setups(pairing.rules(), shape, plan.bounds.symbols);
    let shared = Arc::new(Shared {
        pairing: pairing.clone(),
        queue: Queue::new(setups, begun.next, begun.so_far.figures),
        seen: SeenByAll::from(&begun.seen),
        shard: plan.shard,
        all_moves: plan.all_moves,
        abort: AtomicBool::new(false),
    });
    // Polling more often if checkpoints are wanted more often, so that even a short shape has one.
    let interval = plan.keep_every.map_or(POLL_INTERVAL, |least| least.min(POLL_INTERVAL));
    let mut supervisor = Supervisor {
        pairing,
        plan,
        shared: &shared,
        done: begun.next,
        failed: None,
        stopping_since: None,
        last_checkpoint: Instant::now(),
        done_at_checkpoint: begun.next,
        pause: plan.keep_every.unwrap_or_default(),
    };
    loop {
        let pool = Pool::start(Arc::clone(&shared), plan.threads, interval);
        supervisor.gather(pool, progress).map_err(|failed| (failed, None))?;
        let (next, figures) = shared.queue.next();
        if shared.queue.is_exhausted() {
            return Ok(figures);
        }
        let so_far = FinishedShape { shape, figures };
        let begun = UnfinishedShape { so_far, next, seen: shared.seen.so_far() };
        if supervisor.stopping_since.is_some() {
            return Err((Failed::Stopped, Some(begun)));
        }
        supervisor.keep(&begun, progress);
        shared.queue.open();
    }
}

/// Receives the numbers so far, and a checkpoint when one is due. Returns true if the run should
/// end early.
type ReportProgress<'a> = &'a mut dyn FnMut(SoFar, Option<&UnfinishedShape>) -> bool;

/// Numbers of a shape in progress.
#[derive(Clone, Copy)]
struct SoFar {
    /// Number of finished set-ups.
    setups: u64,
    /// Number of distinct positions.
    positions: u64,
}

/// State of the shape in progress; lives on the thread that called [`run`].
struct Supervisor<'a, R: RuleSet> {
    pairing: &'a Pairing<R>,
    plan: &'a ExhaustPlan,
    shared: &'a Shared<R>,
    /// Number of finished set-ups.
    done: u64,
    failed: Option<Failed<Difference>>,
    /// Time of the stop request.
    stopping_since: Option<Instant>,
    last_checkpoint: Instant,
    /// Number of set-ups finished by then.
    done_at_checkpoint: u64,
    /// Shortest time from the last checkpoint to the next.
    pause: Duration,
}

impl<R: RuleSet> Supervisor<'_, R> {
    /// Collects the results of the workers until the queue is closed or exhausted and their blocks
    /// are done.
    fn gather<W: Work<Place = PlaceOf<R>, Result = Explored>>(
        &mut self,
        mut pool: Pool<W>,
        progress: ReportProgress<'_>,
    ) -> Result<(), Failed<Difference>> {
        let abort = &self.shared.abort;
        let is_ending = |failed: &Option<_>| failed.is_some() || abort.load(Relaxed);
        while let Some(event) =
            pool.wait(pool::limit(self.plan.step_limit, is_ending(&self.failed)))
        {
            match event {
                Event::Done(Ok(setups)) => self.done += setups,
                Event::Done(Err(failed)) => {
                    self.shared.queue.close();
                    self.failed = Some(worse(self.failed.take(), failed));
                }
                Event::Tick => {
                    if progress(self.so_far(), None) {
                        self.stopping_since.get_or_insert_with(Instant::now);
                    }
                    if let Some(since) = self.stopping_since {
                        self.shared.queue.close();
                        abort.store(since.elapsed() >= GRACE, Relaxed);
                    } else if self.is_checkpoint_due() {
                        self.shared.queue.close();
                    }
                }
                // An earlier failure takes precedence.
                Event::Hung(..) if is_ending(&self.failed) => {
                    return Err(self.failed.take().unwrap_or(Failed::Stopped));
                }
                Event::Hung((index, case), hang) => {
                    self.shared.queue.close();
                    let divergence = hang.divergence(self.pairing, &case);
                    let case = AnyCase::new(self.pairing.rules(), case);
                    return Err(Failed::Wrong(Box::new(Difference { index, case, divergence })));
                }
            }
        }
        self.failed.take().map_or(Ok(()), Err)
    }

    fn so_far(&self) -> SoFar {
        SoFar { setups: self.done, positions: self.shared.seen.len() }
    }

    fn is_checkpoint_due(&self) -> bool {
        self.plan.keep_every.is_some()
            && self.done > self.done_at_checkpoint
            && self.last_checkpoint.elapsed() >= self.pause
    }

    /// Reports a checkpoint.
    fn keep(&mut self, begun: &UnfinishedShape, progress: ReportProgress<'_>) {
        let started = Instant::now();
        let _ = progress(self.so_far(), Some(begun));
        (self.last_checkpoint, self.done_at_checkpoint) = (Instant::now(), self.done);
        let least = self.plan.keep_every.unwrap_or_default();
        self.pause = least.max(started.elapsed() * CHECKPOINT_SHARE);
    }
}

/// The failure to report of two: a wrong case takes precedence, the one with the lower number
/// first.
fn worse(one: Option<Failed<Difference>>, other: Failed<Difference>) -> Failed<Difference> {
    match (one, other) {
        (Some(Failed::Wrong(one)), Failed::Wrong(other)) => {
            Failed::Wrong(if other.index < one.index { other } else { one })
        }
        (Some(Failed::Wrong(one)), _) => Failed::Wrong(one),
        (Some(one @ (Failed::TooManyMoves | Failed::TooLong)), Failed::Stopped) => one,
        (_, other) => other,
    }
}

/// Result of a block: the number of its set-ups.
type Explored = Result<u64, Failed<Difference>>;

/// The jobs of a shape: blocks of set-ups, explored on both sides.
impl<R: RuleSet> Work for Shared<R> {
    /// Number of the first set-up, and the block.
    type Job = (u64, Vec<SetupOf<R::Vocabulary>>);
    type Place = PlaceOf<R>;
    type Result = Explored;

    fn take(&self) -> Option<Self::Job> {
        self.queue.take()
    }

    fn worker<'a>(&'a self, slot: &'a Slot<PlaceOf<R>>) -> impl FnMut(Self::Job) -> Explored + 'a {
        let pairing = &self.pairing;
        let Some(enumeration) = pairing.rules().enumeration() else {
            unreachable!("without an enumeration there are no set-ups");
        };
        let assertions: AssertionChecker<'_, R::Vocabulary> = match pairing.assertions() {
            Some(assertions) => assertions.checker(),
            None => Box::new(|_| Ok(0)),
        };
        let mut explorer = Explorer {
            tandem: Tandem::new(pairing, None, slot.activity(), pairing.rules().listing().limit),
            enumeration,
            slot,
            shared: self,
            assertions,
            figures: Figures::default(),
        };
        move |(first, block)| {
            let mut numbered = (first..).zip(&block);
            let result = numbered.try_for_each(|(index, setup)| explorer.explore(index, setup));
            match &result {
                Ok(()) => self.queue.add(std::mem::take(&mut explorer.figures)),
                Err(_) => self.queue.close(),
            }
            result.map(|()| block.len() as u64)
        }
    }
}

// Discovery: the walk through set-ups and positions of other shards, on the engine alone.
//
// A shard must reach its positions although most ways to them lead through positions of other
// shards. There it plays legal moves only and compares nothing: the shard that owns a position
// compares all moves from it. If the sides differ anywhere, they differ first at a position that
// agreed moves lead to, and its owner reaches it.

impl<'a, R: RuleSet> Explorer<'a, R> {
    /// Plays all legal moves of a position of another shard, and continues from the positions that
    /// are new.
    pub(super) fn discover(
        &mut self,
        setup: &SetupOf<R::Vocabulary>,
        engine: &WatchedGame<'a, R::Vocabulary>,
    ) -> Result<(), ExploreError> {
        let legal = legal_moves(engine, self.shared.pairing.rules().listing().limit, 0);
        for legal in legal.ok_or(ExploreError::TooManyMoves)? {
            if self.shared.abort.load(Relaxed) {
                return Err(ExploreError::Stopped);
            }
            let mv = R::Vocabulary::to_move(&legal);
            if self.push(&mv) > LENGTH_MAX {
                return Err(ExploreError::TooLong);
            }
            let copy = engine.try_clone();
            let mut child =
                copy.unwrap_or_else(|| self.replayed().engine.expect("both sides play"));
            // The owner of the position reports a listed move that is refused.
            if child.play(&mv).is_ok() {
                let text = self.enumeration.canonical_key(setup, &child.position());
                let hash = mix(digest(text.as_bytes()));
                if self.shared.seen.insert(&text, hash) {
                    if self.shared.shard.owns(hash) {
                        self.adopt(setup, &mv, &text, hash)?;
                    } else {
                        self.discover(setup, &child)?;
                    }
                }
            }
            self.pop();
        }
        Ok(())
    }

    /// Plays on, on both sides, from a position of this shard that a position of another one leads
    /// to. `mv` is the last move of the case.
    fn adopt(
        &mut self,
        setup: &SetupOf<R::Vocabulary>,
        mv: &MoveOf<R::Vocabulary>,
        text: &str,
        hash: u64,
    ) -> Result<(), ExploreError> {
        let mut games = self.replayed();
        // The owner of the position before checks the invariants of this step.
        let made = self.tandem.play(&mut games, setup, None, mv, Level::Everything)?;
        let (node, result) = (Node { games, view: made.view }, made.result);
        self.figures.positions += 1;
        self.keep_summary(text, hash, &node.view);
        self.check_engine(setup, &node, result.as_ref().map(|result| (mv, result)), hash)?;
        self.expand(setup, &node, text)
    }
}

/// Number of set-ups in a block. Small, because before a checkpoint all workers wait for the
/// slowest block.
const BLOCK: usize = 8;

/// Job queue of blocks of set-ups, in their order, with the figures of the finished blocks. While
/// no worker has a block, the figures are those of the set-ups before [`next`](Self::next).
pub(super) struct Queue<S> {
    state: Mutex<State<S>>,
    is_closed: AtomicBool,
}

struct State<S> {
    next: u64,
    left: Peekable<Box<dyn Iterator<Item = S> + Send>>,
    figures: Figures,
}

impl<S> Queue<S> {
    /// A queue of the set-ups from number `next` on; `figures` are those of the earlier ones.
    pub(super) fn new(
        setups: impl Iterator<Item = S> + Send + 'static,
        next: u64,
        figures: Figures,
    ) -> Self {
        let done = usize::try_from(next).unwrap_or(usize::MAX);
        let left: Box<dyn Iterator<Item = S> + Send> = Box::new(setups.skip(done));
        let state = State { next, left: left.peekable(), figures };
        Self { state: Mutex::new(state), is_closed: AtomicBool::new(false) }
    }

    /// Takes the next block and the number of its first set-up; `None` if the queue is closed or no
    /// work is left.
    pub(super) fn take(&self) -> Option<(u64, Vec<S>)> {
        let mut state = lock(&self.state);
        if self.is_closed.load(Relaxed) {
            return None;
        }
        let block: Vec<S> = state.left.by_ref().take(BLOCK).collect();
        let first = state.next;
        state.next += block.len() as u64;
        (!block.is_empty()).then_some((first, block))
    }

    /// Adds the figures of a finished block.
    pub(super) fn add(&self, figures: Figures) {
        lock(&self.state).figures += figures;
    }

    /// Hands out no more set-ups until the queue is opened.
    pub(super) fn close(&self) {
        self.is_closed.store(true, Relaxed);
    }

    pub(super) fn open(&self) {
        self.is_closed.store(false, Relaxed);
    }

    /// Number of the next set-up to hand out, and the figures so far.
    pub(super) fn next(&self) -> (u64, Figures) {
        let state = lock(&self.state);
        (state.next, state.figures)
    }

    /// True once every set-up has been handed out.
    pub(super) fn is_exhausted(&self) -> bool {
        lock(&self.state).left.peek().is_none()
    }
}
