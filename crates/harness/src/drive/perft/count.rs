//! Counting without positions: all sequences of legal moves to one depth, on each side.
//!
//! Nothing is merged and nothing is stored, so the count is right in games whose future depends on
//! more than the position, and its memory does not grow. The last move of a sequence is not played:
//! the side counts its legal moves ([`Game::count_legal_moves`]), or they are visited.
//!
//! The sequences are divided into jobs by their first moves, and the jobs are shared by all workers.
//! Counts are compared for each first move. A difference is followed from move to move down to a
//! position at which the sides do differ.
//!
//! ```
//! use twinboard_harness::nim::{Heap, Nim};
//! use twinboard_harness::perft::{CountPlan, PerftEnd};
//! use twinboard_harness::{ExploreCases, Pairing};
//!
//! // Nim with one heap: a move takes one to three of five stones.
//! let right = Pairing::new(Nim, Heap::set_up, Heap::set_up);
//! let plan = CountPlan::new(3);
//! let result = right.count(b"5\n", &plan, &mut |_| ()).unwrap().expect("the text has a case");
//! assert_eq!((result.end, result.nodes), (PerftEnd::Done, Some(10)));
//! assert_eq!(result.branches.iter().map(|branch| branch.nodes).collect::<Vec<_>>(), [6, 3, 1]);
//! ```

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::vec::IntoIter;

use twinboard_vocabulary::{Game, LegalMoveOf, MoveOf, TryClone, Vocabulary};

use super::locate::{self, Limits};
use super::plan::Start;
use super::positions::WalkError;
use super::replay::{replay, watched};
use super::{PerftEnd, Work, difference, end_of};
use crate::check::compare::broken;
use crate::check::self_checks::COUNT_OF_ALL;
use crate::drive::pool::{self, Event, InOrder, POLL_INTERVAL, Pool, Slot};
use crate::model::activity::{Side, Stage};
use crate::model::case;
use crate::model::guard::{self, Panic};
use crate::model::listing::legal_moves;
use crate::model::pairing::{GameOf, Pairing, SideOf};
use crate::model::rules::{CaseOf, RuleSet};
use crate::model::sync::lock;
use crate::model::watched::{WatchedGame, WatchedSide};

/// Number of jobs from which on they are not divided further.
const JOBS: usize = 128;

/// Maximum number of moves that jobs begin with.
const SPLITS: u32 = 6;

/// Maximum number of legal moves of a position that can be followed. The moves of the last depth
/// are only counted, so their number has no limit.
const FOLLOWED_MAX: usize = 1 << 16;

/// Parameters of a count.
#[derive(Clone, Debug)]
pub struct CountPlan {
    /// Depth in moves.
    pub depth: u32,
    /// True to list the first moves at depth 1 too, where they are else only counted.
    pub divide: bool,
    /// The only side that counts; `None` for both, whose counts are compared.
    pub only: Option<Side>,
    /// Number of worker threads, at least 1.
    pub threads: usize,
    /// Time without progress after which a side counts as hung. A count of the legal moves by the
    /// side itself is a single step.
    pub step_limit: Duration,
    /// Ends the count early.
    pub stop: Arc<AtomicBool>,
    /// Time at which the count ends early.
    pub deadline: Option<Instant>,
}

impl CountPlan {
    /// A count to this depth on both sides, on one thread, with ten seconds per step.
    #[must_use]
    pub fn new(depth: u32) -> Self {
        let (step_limit, stop) = (Duration::from_secs(10), Arc::default());
        Self { depth, divide: false, only: None, threads: 1, step_limit, stop, deadline: None }
    }

    fn is_over(&self) -> bool {
        self.stop.load(Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Number of sequences that begin with one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountBranch {
    /// The move, with its description as a legal move.
    pub title: String,
    /// The move as a line of a case.
    pub mv: String,
    /// The case that ends with the move.
    pub case: String,
    /// Number of sequences, including the move.
    pub nodes: u128,
}

/// Result of a count. The numbers hold on all sides that counted.
#[derive(Clone, Debug)]
pub struct CountResult {
    /// Number of sequences, saturating at [`u128::MAX`]; `None` if the count did not end, or the
    /// sides differ.
    pub nodes: Option<u128>,
    /// Number of sequences by first move, in the order of the moves; empty at depth 0, and at depth
    /// 1 without [`CountPlan::divide`].
    pub branches: Vec<CountBranch>,
    /// Work of the engine: the nodes that it counted, and the time.
    pub engine: Work,
    /// Work of the oracle.
    pub oracle: Work,
    /// Reason for the end; never [`PerftEnd::Ambiguous`].
    pub end: PerftEnd,
}

/// Progress of a count.
#[derive(Clone, Copy, Debug)]
pub struct CountProgress {
    /// Depth that is counted; less than that of the plan while a difference is located.
    pub depth: u32,
    /// Side at work.
    pub side: Side,
    /// Number of finished jobs.
    pub done: usize,
    /// Number of all jobs.
    pub of: usize,
    /// Nodes counted so far.
    pub nodes: u128,
}

/// Counts from the position after the moves of `case`. `progress` is called about every 20 ms, on
/// the calling thread.
pub(crate) fn run<R: RuleSet>(
    pairing: &Pairing<R>,
    case: CaseOf<R>,
    plan: &CountPlan,
    progress: &mut dyn FnMut(&CountProgress),
) -> CountResult {
    let start = Arc::new(Start { rules: pairing.rules().clone(), case, depth: 0 });
    let works = [Work::default(); 2];
    let mut counting = Counting { pairing, plan, start, progress, works };
    let counted = counting.count();
    let [engine, oracle] = counting.works;
    match counted {
        Ok(counts) => {
            let branches = counts.branches.iter().map(|branch| counting.branch(branch)).collect();
            let nodes = Some(counts.nodes);
            CountResult { nodes, branches, engine, oracle, end: PerftEnd::Done }
        }
        Err(end) => CountResult { nodes: None, branches: Vec::new(), engine, oracle, end },
    }
}

type ErrorOf<R> = WalkError<MoveOf<<R as RuleSet>::Vocabulary>>;

/// The counts of one side at a position.
struct Counts<L> {
    nodes: u128,
    /// Legal moves in their order, and the number of sequences that begin with them.
    branches: Vec<(L, u128)>,
}

impl<L: PartialEq> Counts<L> {
    fn is_same(&self, other: &Self) -> bool {
        self.nodes == other.nodes && self.branches == other.branches
    }

    /// The first move with another count on the other side; `None` if the moves differ, too.
    fn first_difference(&self, other: &Self) -> Option<&L> {
        let pairs = || self.branches.iter().zip(&other.branches);
        let has_same_moves = self.branches.len() == other.branches.len()
            && pairs().all(|((one, _), (other, _))| one == other);
        let differs = pairs().find(|((_, one), (_, other))| one != other);
        differs.filter(|_| has_same_moves).map(|((legal, _), _)| legal)
    }
}

/// A count on both sides.
struct Counting<'a, R: RuleSet> {
    pairing: &'a Pairing<R>,
    plan: &'a CountPlan,
    start: Arc<Start<R>>,
    progress: &'a mut dyn FnMut(&CountProgress),
    /// Work of engine and oracle.
    works: [Work; 2],
}

impl<R: RuleSet> Counting<'_, R> {
    fn count(&mut self) -> Result<Counts<LegalMoveOf<R::Vocabulary>>, PerftEnd> {
        let depth = self.plan.depth;
        if let Some(side) = self.plan.only {
            return self.count_on(side, &[], depth);
        }
        let ours = self.count_on(Side::Engine, &[], depth)?;
        let theirs = self.count_on(Side::Oracle, &[], depth)?;
        if ours.is_same(&theirs) { Ok(theirs) } else { Err(self.descend(ours, theirs)?) }
    }

    /// Follows a difference of the counts to the position that it comes from.
    fn descend(
        &mut self,
        mut ours: Counts<LegalMoveOf<R::Vocabulary>>,
        mut theirs: Counts<LegalMoveOf<R::Vocabulary>>,
    ) -> Result<PerftEnd, PerftEnd> {
        let (mut path, mut depth) = (Vec::new(), self.plan.depth);
        let limits = Limits { moves: FOLLOWED_MAX, step: self.plan.step_limit };
        let located = loop {
            // The sides may differ in more than the counts, and earlier.
            let paths = [path.clone()];
            match locate::find(self.pairing, &self.start, &paths, limits) {
                Ok(None) => {}
                Ok(Some(found)) => break Ok(found),
                Err(error) => break Err(error),
            }
            let Some(legal) = theirs.first_difference(&ours).filter(|_| depth > 1) else {
                break match self.wrong_count(path) {
                    Ok(None) => locate::locate(self.pairing, &self.start, &paths, limits),
                    Ok(Some(found)) => Ok(found),
                    Err(error) => Err(error),
                };
            };
            path.push(R::Vocabulary::to_move(legal));
            depth -= 1;
            ours = self.count_on(Side::Engine, &path, depth)?;
            theirs = self.count_on(Side::Oracle, &path, depth)?;
        };
        let at = self.plan.depth - depth;
        Ok(match located {
            Ok((path, divergence)) => {
                difference(&self.start, at, &self.start.case_with(&path), divergence)
            }
            Err(error) => self.end(Side::Engine, at, error),
        })
    }

    /// The side whose count of the legal moves at a position is not that of its list.
    fn wrong_count(
        &self,
        path: Vec<MoveOf<R::Vocabulary>>,
    ) -> Result<Option<locate::LocatedDivergence<R>>, ErrorOf<R>> {
        for side in [Side::Engine, Side::Oracle] {
            let counted = {
                let (pairing, start, path) =
                    (self.pairing.clone(), Arc::clone(&self.start), path.clone());
                watched(self.plan.step_limit, move |activity| {
                    let side = pairing.watched(side, activity);
                    let game = replay(&start, &side, &path, activity)?;
                    let listed = legal_moves(&game, FOLLOWED_MAX, 0)?.len() as u64;
                    Some((listed, game.count_legal_moves().unwrap_or(listed)))
                })?
            };
            if let Some((listed, counted)) = counted.filter(|(listed, counted)| listed != counted) {
                let detail = format!("it lists {listed} and counts {counted}");
                let finding = broken(side, COUNT_OF_ALL, detail);
                let divergence = self.start.case_with(&path).diverges_at_its_end(finding);
                return Ok(Some((path, divergence)));
            }
        }
        Ok(None)
    }

    /// Counts on one side from the position after `path`.
    fn count_on(
        &mut self,
        side: Side,
        path: &[MoveOf<R::Vocabulary>],
        depth: u32,
    ) -> Result<Counts<LegalMoveOf<R::Vocabulary>>, PerftEnd> {
        let started = Instant::now();
        let counted = self.try_count_on(side, path, depth);
        let counts = counted.map_err(|error| match error {
            Failed::Walk(error) => self.end(side, self.plan.depth, error),
            Failed::Refused(path) => {
                let limits = Limits { moves: FOLLOWED_MAX, step: self.plan.step_limit };
                let depth = path.len() as u32;
                match locate::locate(self.pairing, &self.start, &[path], limits) {
                    Ok((path, divergence)) => {
                        difference(&self.start, depth, &self.start.case_with(&path), divergence)
                    }
                    Err(error) => self.end(side, depth, error),
                }
            }
        })?;
        if path.is_empty() {
            let work = &mut self.works[side as usize];
            work.time += started.elapsed();
            work.moves += u64::try_from(counts.nodes).unwrap_or(u64::MAX);
        }
        Ok(counts)
    }

    fn try_count_on(
        &mut self,
        side: Side,
        path: &[MoveOf<R::Vocabulary>],
        depth: u32,
    ) -> Result<Counts<LegalMoveOf<R::Vocabulary>>, Failed<MoveOf<R::Vocabulary>>> {
        let implementation = match side {
            Side::Engine => self.pairing.engine().clone(),
            Side::Oracle => self.pairing.oracle().clone(),
        };
        let root = {
            let (start, implementation) = (Arc::clone(&self.start), implementation.clone());
            let path = path.to_vec();
            watched(self.plan.step_limit, move |activity| {
                let side = WatchedSide::new(&implementation, side, activity);
                let game = replay(&start, &side, &path, activity)?;
                let can_copy = game.try_clone().is_some();
                Some((can_copy, can_copy.then(|| game.into_inner())))
            })
        };
        let (can_copy, game) = root?.ok_or(WalkError::Unsupported)?;
        if depth == 0 {
            return Ok(Counts { nodes: 1, branches: Vec::new() });
        }
        let mut jobs = vec![Job { branch: None, path: path.to_vec(), game }];
        let (mut branches, mut below) = (Vec::new(), depth);
        let start = Arc::clone(&self.start);
        let task = |mode| Task {
            start: Arc::clone(&start),
            implementation: implementation.clone(),
            side,
            can_copy,
            mode,
            stop: Arc::new(AtomicBool::new(false)),
        };
        // The last depth is counted by jobs, not played.
        while below > 1 && depth - below < SPLITS && jobs.len() < JOBS && !jobs.is_empty() {
            let split = self.work(task(Mode::Split), jobs, depth)?;
            below -= 1;
            jobs = Vec::new();
            for done in split {
                let Done::Split(children) = done else { unreachable!("jobs are split") };
                for (legal, mut child) in children {
                    child.branch.get_or_insert(branches.len());
                    if below + 1 == depth {
                        branches.push((legal, 0_u128));
                    }
                    jobs.push(child);
                }
            }
        }
        if depth == 1 && self.plan.divide {
            let root = jobs.iter().map(Job::try_clone).collect();
            for done in self.work(task(Mode::Split), root, depth)? {
                let Done::Split(children) = done else { unreachable!("jobs are split") };
                branches.extend(children.into_iter().map(|(legal, _)| (legal, 1)));
            }
        }
        let mut nodes = 0_u128;
        for done in self.work(task(Mode::Count(below)), jobs, depth)? {
            let Done::Counted(branch, count) = done else { unreachable!("jobs are counted") };
            nodes = nodes.saturating_add(count);
            if let Some(branch) = branch {
                let sum = &mut branches[branch].1;
                *sum = sum.saturating_add(count);
            }
        }
        Ok(Counts { nodes, branches })
    }

    /// Does the jobs of a task on all threads; the results are in the order of the jobs.
    fn work(
        &mut self,
        task: Task<R>,
        jobs: Vec<Job<MoveOf<R::Vocabulary>, GameOf<R>>>,
        depth: u32,
    ) -> Result<Vec<DoneOf<R>>, Failed<MoveOf<R::Vocabulary>>> {
        let (of, side, stop) = (jobs.len(), task.side, Arc::clone(&task.stop));
        let threads = self.plan.threads.min(of);
        let jobs = Mutex::new((0_u64..).zip(jobs).collect::<Vec<_>>().into_iter());
        let shared = Arc::new(Shared { jobs, task });
        stop.store(self.plan.is_over(), Relaxed);
        let mut pool = Pool::start(shared, threads, POLL_INTERVAL);
        let (mut results, mut waiting) = (Vec::with_capacity(of), InOrder::default());
        let mut nodes = 0_u128;
        while let Some(event) = pool.wait(pool::limit(self.plan.step_limit, stop.load(Relaxed))) {
            match event {
                Event::Done((number, done)) => {
                    if let Ok(Done::Counted(_, count)) = &done {
                        nodes = nodes.saturating_add(*count);
                    }
                    waiting.insert(number, done);
                    while let Some((_, done)) = waiting.pop() {
                        // The other workers need not finish their jobs.
                        results.push(done.inspect_err(|_| stop.store(true, Relaxed))?);
                    }
                }
                Event::Hung(_) if stop.load(Relaxed) => return Err(WalkError::Stopped.into()),
                Event::Hung(hang) => {
                    return Err(WalkError::Hung { path: hang.place, stage: hang.stage }.into());
                }
                Event::Tick => {
                    stop.store(self.plan.is_over(), Relaxed);
                    let done = results.len();
                    (self.progress)(&CountProgress { depth, side, done, of, nodes });
                }
            }
        }
        // Workers leave the jobs that they find after a stop request.
        if results.len() < of { Err(WalkError::Stopped.into()) } else { Ok(results) }
    }

    fn end(&self, side: Side, depth: u32, error: ErrorOf<R>) -> PerftEnd {
        end_of(self.pairing, &self.start, side, depth, self.plan.step_limit, error)
    }

    fn branch(&self, (legal, nodes): &(LegalMoveOf<R::Vocabulary>, u128)) -> CountBranch {
        let mv = R::Vocabulary::to_move(legal);
        let case = self.start.case_with(std::slice::from_ref(&mv));
        let case = self.start.rules.text().print(&case);
        CountBranch { title: case::title(&mv, legal), mv: mv.to_string(), case, nodes: *nodes }
    }
}

/// Reason for an early end of a count on one side.
enum Failed<M> {
    Walk(WalkError<M>),
    /// The position after this path refuses a move that it lists.
    Refused(Vec<M>),
}

impl<M> From<WalkError<M>> for Failed<M> {
    fn from(error: WalkError<M>) -> Self {
        Self::Walk(error)
    }
}

/// A position from which sequences are counted.
struct Job<M, G> {
    /// Number of the first move; `None` at the start.
    branch: Option<usize>,
    /// Moves from the start.
    path: Vec<M>,
    /// The game; `None` if games are replayed.
    game: Option<G>,
}

impl<M: Clone, G: TryClone> Job<M, G> {
    /// A copy, whose game is replayed if it cannot be copied.
    fn try_clone(&self) -> Self {
        let game = self.game.as_ref().and_then(TryClone::try_clone);
        Self { branch: self.branch, path: self.path.clone(), game }
    }
}

/// The part of a job that is the same for all of them.
struct Task<R: RuleSet> {
    start: Arc<Start<R>>,
    implementation: SideOf<R>,
    side: Side,
    can_copy: bool,
    mode: Mode,
    /// Set once the count is over.
    stop: Arc<AtomicBool>,
}

#[derive(Clone, Copy)]
enum Mode {
    /// Play all moves, each of which makes another job.
    Split,
    /// Count the sequences of this many moves, at least 1.
    Count(u32),
}

/// Result of a job. `L` is the type of legal moves.
enum Done<M, G, L> {
    Split(Vec<(L, Job<M, G>)>),
    /// Branch of the job, and the number of its sequences.
    Counted(Option<usize>, u128),
}

type DoneOf<R> =
    Done<MoveOf<<R as RuleSet>::Vocabulary>, GameOf<R>, LegalMoveOf<<R as RuleSet>::Vocabulary>>;

/// The job queue.
struct Shared<R: RuleSet> {
    jobs: Mutex<IntoIter<(u64, Job<MoveOf<R::Vocabulary>, GameOf<R>>)>>,
    task: Task<R>,
}

impl<R: RuleSet> pool::Work for Shared<R> {
    type Job = (u64, Job<MoveOf<R::Vocabulary>, GameOf<R>>);
    /// Moves from the start.
    type Place = Vec<MoveOf<R::Vocabulary>>;
    type Result = (u64, Result<DoneOf<R>, Failed<MoveOf<R::Vocabulary>>>);

    fn take(&self) -> Option<Self::Job> {
        lock(&self.jobs).next()
    }

    fn worker<'a>(
        &'a self,
        slot: &'a Slot<Self::Place>,
    ) -> impl FnMut(Self::Job) -> Self::Result + 'a {
        let Task { start, implementation, side, .. } = &self.task;
        let side = WatchedSide::new(implementation, *side, slot.activity());
        let worker = Worker { task: &self.task, start, side, slot };
        move |(number, job)| {
            let done = guard::catch_panic(|| worker.run(job)).unwrap_or_else(|panic| {
                let path = slot.place().unwrap_or_default();
                let (stage, panic): (Stage, Panic) = (slot.activity().stage(), panic);
                Err(WalkError::Panicked { path, stage, panic }.into())
            });
            if done.is_err() {
                // All earlier jobs have been taken; later ones are not needed.
                lock(&self.jobs).by_ref().for_each(drop);
            }
            (number, done)
        }
    }
}

/// State of one worker.
struct Worker<'a, R: RuleSet> {
    task: &'a Task<R>,
    start: &'a Start<R>,
    side: WatchedSide<'a, R::Vocabulary>,
    slot: &'a Slot<Vec<MoveOf<R::Vocabulary>>>,
}

impl<'a, R: RuleSet> Worker<'a, R> {
    fn run(
        &self,
        Job { branch, path, game }: Job<MoveOf<R::Vocabulary>, GameOf<R>>,
    ) -> Result<DoneOf<R>, Failed<MoveOf<R::Vocabulary>>> {
        self.slot.enter(path);
        self.check_stop()?;
        let game = match game {
            Some(game) => self.side.watch(game),
            None => self.replayed(),
        };
        self.change_path(|_| ());
        match self.task.mode {
            Mode::Count(depth) => Ok(Done::Counted(branch, self.count(&game, depth)?)),
            Mode::Split => {
                let legal = legal_moves(&game, FOLLOWED_MAX, 0).ok_or(WalkError::Full)?;
                let children = legal.into_iter().map(|legal| {
                    let mv = R::Vocabulary::to_move(&legal);
                    let game = self.play(&game, &mv)?;
                    let path = self.slot.place().unwrap_or_default();
                    self.pop();
                    let game = self.task.can_copy.then(|| game.into_inner());
                    Ok((legal, Job { branch, path, game }))
                });
                children.collect::<Result<_, _>>().map(Done::Split)
            }
        }
    }

    /// Number of sequences of `depth` moves, at least 1. The games on the way are on a stack of its
    /// own, because a game may have any number of moves.
    fn count(
        &self,
        game: &WatchedGame<'a, R::Vocabulary>,
        depth: u32,
    ) -> Result<u128, Failed<MoveOf<R::Vocabulary>>> {
        if depth == 1 {
            return self.number_of_moves(game);
        }
        let mut nodes = 0_u128;
        let mut first = self.moves(game)?.into_iter();
        // The games after the first move and the moves behind it, with the moves left to play.
        let mut stack: Vec<(WatchedGame<'a, R::Vocabulary>, IntoIter<MoveOf<R::Vocabulary>>)> =
            Vec::new();
        loop {
            let (game, moves) =
                stack.last_mut().map_or((game, &mut first), |(game, moves)| (&*game, moves));
            let Some(mv) = moves.next() else {
                if stack.pop().is_none() {
                    return Ok(nodes);
                }
                self.pop();
                continue;
            };
            let child = self.play(game, &mv)?;
            if stack.len() + 2 == depth as usize {
                nodes = nodes.saturating_add(self.number_of_moves(&child)?);
                self.pop();
            } else {
                let moves = self.moves(&child)?.into_iter();
                stack.push((child, moves));
            }
        }
    }

    fn number_of_moves(
        &self,
        game: &WatchedGame<'a, R::Vocabulary>,
    ) -> Result<u128, Failed<MoveOf<R::Vocabulary>>> {
        let count = game.number_of_legal_moves(|| self.task.stop.load(Relaxed));
        count.map(u128::from).ok_or_else(|| WalkError::Stopped.into())
    }

    fn check_stop(&self) -> Result<(), Failed<MoveOf<R::Vocabulary>>> {
        if self.task.stop.load(Relaxed) { Err(WalkError::Stopped.into()) } else { Ok(()) }
    }

    /// The legal moves of a position, in the order in which the side shows them.
    fn moves(
        &self,
        game: &WatchedGame<'a, R::Vocabulary>,
    ) -> Result<Vec<MoveOf<R::Vocabulary>>, Failed<MoveOf<R::Vocabulary>>> {
        self.check_stop()?;
        let mut moves = Vec::new();
        let listing = game.visit_legal_moves(&mut |legal| {
            if moves.len() == FOLLOWED_MAX {
                return ControlFlow::Break(());
            }
            moves.push(R::Vocabulary::to_move(legal));
            ControlFlow::Continue(())
        });
        if listing.is_break() { Err(WalkError::Full.into()) } else { Ok(moves) }
    }

    /// Plays a listed move on a copy, and leaves it in the path.
    fn play(
        &self,
        game: &WatchedGame<'a, R::Vocabulary>,
        mv: &MoveOf<R::Vocabulary>,
    ) -> Result<WatchedGame<'a, R::Vocabulary>, Failed<MoveOf<R::Vocabulary>>> {
        let mut child = match game.try_clone() {
            Some(copy) => copy,
            None => self.replayed(),
        };
        self.change_path(|path| path.push(mv.clone()));
        if child.advance(mv).is_err() {
            self.pop();
            return Err(Failed::Refused(self.slot.place().unwrap_or_default()));
        }
        Ok(child)
    }

    /// A game at the end of the path.
    fn replayed(&self) -> WatchedGame<'a, R::Vocabulary> {
        let path = self.slot.place().unwrap_or_default();
        replay(self.start, &self.side, &path, self.slot.activity())
            .unwrap_or_else(|| self.side.fail_to_set_up_again())
    }

    fn pop(&self) {
        self.change_path(|path| drop(path.pop()));
    }

    fn change_path(&self, change: impl FnOnce(&mut Vec<MoveOf<R::Vocabulary>>)) {
        let moves = self.slot.update(|path| {
            change(path);
            path.len()
        });
        self.slot.activity().set_step(self.start.step() + moves);
    }
}

#[cfg(test)]
mod tests {
    use super::Counts;

    #[test]
    fn wrong_counts_of_moves_that_cancel_out_are_not_the_same() {
        let counts = |branches: [(u8, u128); 2]| Counts { nodes: 6, branches: branches.into() };
        let (right, wrong) = (counts([(1, 3), (2, 3)]), counts([(1, 4), (2, 2)]));
        assert!(right.is_same(&counts([(1, 3), (2, 3)])));
        assert!(!wrong.is_same(&right) && !right.is_same(&wrong));
        assert_eq!(wrong.first_difference(&right), Some(&1));
        let other_move = counts([(1, 3), (3, 3)]);
        assert!(!other_move.is_same(&right));
        assert_eq!(other_move.first_difference(&right), None);
    }
}
