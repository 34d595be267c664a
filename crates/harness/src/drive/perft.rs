//! Perft: all sequences of legal moves from a position to a depth, on both sides, counted and
//! compared.
//!
//! The sides play every move from the distinct positions of a depth, and are compared after each:
//! equal counts could hide two faults that cancel out. A position that is reached by several
//! sequences is expanded once and carries their number. Where several sequences meet, at one depth
//! or at two, outcome and legal moves must be the same after each of them: a position determines
//! the rest of the game, or the counts would be wrong.
//! Positions are identified by their text (`Vocabulary::text`, PF-3), never by a derived hash, so
//! that the figures are comparable with other programs and versions. Games move between threads, so
//! they must be `Send`.
//!
//! Without positions ([`PerftPlan::positions_max`]) nothing is merged and nothing is stored, so the
//! count is right in games whose future depends on more than the position, and its memory does not
//! grow. The sequences are divided into jobs by their first moves. Both sides play them at the same
//! time, and compare their legal moves at each position. The last move of a sequence is not played:
//! the sides count their legal moves ([`Game::count_legal_moves`]), or visit them, and the numbers
//! are compared.
//!
//! Figures and digest are defined in PF-1 to PF-6 of RULES.md. The case that leads to a difference
//! is replayed in lockstep and shrunk like any other finding.
//!
//! ```
//! use twinboard_harness::nim::{Heap, Nim};
//! use twinboard_harness::perft::{PerftEnd, PerftPlan};
//! use twinboard_harness::{Pairing, Subject};
//!
//! let plan = PerftPlan { threads: 2, ..PerftPlan::new(3) };
//! // Nim with one heap: a move takes one to three of five stones.
//! let right = Pairing::new(Nim, Heap::set_up, Heap::set_up);
//! let result = right.perft(&right.case("5\n").unwrap(), &plan, &mut |_| ());
//! assert_eq!(result.end, PerftEnd::Done);
//! assert_eq!(result.rows.iter().map(|row| row.nodes).collect::<Vec<_>>(), [1, 3, 8, 10]);
//!
//! // The count alone, at the last depth.
//! let count = PerftPlan { positions_max: None, ..plan.clone() };
//! let result = right.perft(&right.case("5\n").unwrap(), &count, &mut |_| ());
//! assert_eq!(result.rows.iter().map(|row| row.nodes).collect::<Vec<_>>(), [10]);
//!
//! // This engine lets a player take four stones, so its first moves differ.
//! let faulty = Pairing::new(Nim, Heap::set_up_faulty, Heap::set_up);
//! let result = faulty.perft(&faulty.case("5\n").unwrap(), &plan, &mut |_| ());
//! let PerftEnd::Differs(difference) = result.end else { panic!() };
//! assert_eq!((difference.depth, difference.case.text()), (0, "5\n"));
//! ```
//!
//! [`Game::count_legal_moves`]: twinboard_vocabulary::Game::count_legal_moves

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use twinboard_vocabulary::{LegalMoveOf, MoveOf, Rest, Vocabulary};

use crate::model::activity::Side;
use crate::model::any_case::AnyCase;
use crate::model::case::title;
use crate::model::divergence::Divergence;
use crate::model::pairing::Pairing;
use crate::model::rules::{CaseOf, RuleSet};

mod walk;

use walk::Walk;

/// Number of jobs from which on they are not divided further.
const JOBS: usize = 128;

/// Maximum number of moves that jobs begin with.
const SPLITS: u32 = 6;

/// Work of one side in the depths that it finished.
#[derive(Clone, Copy, Debug, Default)]
pub struct Work {
    /// Number of moves played; without positions, of the nodes counted.
    pub moves: u64,
    /// Time spent in the side, of each thread.
    pub time: Duration,
}

/// A position where the sides differ, or where one of them fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Depth in the walk.
    pub depth: u32,
    /// The case that leads there.
    pub case: AnyCase,
    /// The failure.
    pub divergence: Divergence,
}

/// Reason for the end of a walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PerftEnd {
    /// The requested depth was reached, or all games are over.
    Done,
    /// [`PerftPlan::stop`] was set, or [`PerftPlan::deadline`] has passed.
    Stopped,
    /// There are more than [`PerftPlan::positions_max`] positions, or one has more moves than can
    /// be followed.
    Full,
    /// This side does not support the set-up.
    Unsupported(Side),
    /// The sides differ, one fails, or equal positions are followed by different games.
    Differs(Box<Difference>),
}

/// Result of a walk. The figures hold on all sides that played.
#[derive(Clone, Debug)]
pub struct PerftResult {
    /// Finished depths, from 0. Ends with the first depth without positions, if there is one.
    /// Without positions, the requested depth alone.
    pub rows: Vec<DepthCounts>,
    /// Figures by first move, in the order of the moves; of positions, empty unless
    /// [`PerftPlan::divide`] is set. Without positions, empty at depth 0, and at depth 1 without
    /// `divide`.
    pub branches: Vec<Branch>,
    /// Work of the engine.
    pub engine: Work,
    /// Work of the oracle.
    pub oracle: Work,
    /// Reason for the end.
    pub end: PerftEnd,
}

/// Progress of a walk.
#[derive(Clone, Copy, Debug)]
pub struct PerftProgress {
    /// Number of the first move being followed, from 1, and the number of first moves; only in the
    /// second part of a walk with [`PerftPlan::divide`].
    pub branch: Option<(usize, usize)>,
    /// Depth whose positions are being generated, or that is counted.
    pub depth: u32,
    /// Number of expanded positions of the previous depth, or of finished jobs of a count.
    pub done: usize,
    /// Number of all of them.
    pub of: usize,
    /// Nodes counted so far; `None` in a walk with positions.
    pub nodes: Option<u128>,
}

/// Walks from the position after the moves of `case`. `progress` is called about every 20 ms, on
/// the calling thread.
pub(crate) fn run<R: RuleSet>(
    pairing: &Pairing<R>,
    case: CaseOf<R>,
    plan: &PerftPlan,
    progress: &mut dyn FnMut(&PerftProgress),
) -> PerftResult {
    let (pairing, plan) = (pairing.clone(), plan.clone());
    let start = Arc::new(Start { pairing, plan, case, depth: 0 });
    let mut tour = Tour {
        progress,
        branch: None,
        rows: Vec::new(),
        branches: Vec::new(),
        works: [Work::default(); 2],
    };
    let ended = tour.run(&start);
    let Tour { rows, branches, works: [engine, oracle], .. } = tour;
    PerftResult { rows, branches, engine, oracle, end: ended.err().unwrap_or(PerftEnd::Done) }
}

/// The main walk and, with [`PerftPlan::divide`], one from each first move; or a count.
struct Tour<'a> {
    progress: &'a mut dyn FnMut(&PerftProgress),
    branch: Option<(usize, usize)>,
    rows: Vec<DepthCounts>,
    branches: Vec<Branch>,
    works: [Work; 2],
}

impl Tour<'_> {
    fn run<R: RuleSet>(&mut self, start: &Arc<Start<R>>) -> Result<(), PerftEnd> {
        let plan = &start.plan;
        if !plan.merges() {
            return self.count(start);
        }
        let mut rows = Vec::new();
        let walked = self.walk(start, plan.depth, &mut rows);
        self.rows = rows;
        walked?;
        if plan.divide { self.divide(start) } else { Ok(()) }
    }

    /// Walks until the sides differ, and adds a row for each depth.
    fn walk<R: RuleSet>(
        &mut self,
        start: &Arc<Start<R>>,
        last: u32,
        rows: &mut Vec<DepthCounts>,
    ) -> Result<(), PerftEnd> {
        let mut walk = Walk::begin(start)?;
        rows.push(walk.counts());
        for depth in 1..=last {
            let (branch, of) = (self.branch, walk.width());
            let progress = &mut *self.progress;
            let expanded = walk.expand(depth < last, &mut |done| {
                progress(&PerftProgress { branch, depth, done, of, nodes: None });
            });
            for (all, work) in self.works.iter_mut().zip(std::mem::take(&mut walk.works)) {
                all.moves += work.moves;
                all.time += work.time;
            }
            match expanded {
                Err(error) => return Err(walk.end(error)),
                Ok(Some(ways)) => return Err(walk.incomplete(&ways)),
                Ok(None) => {}
            }
            let row = walk.counts();
            rows.push(row);
            if row.positions == 0 {
                break;
            }
        }
        Ok(())
    }

    /// The figures of every first move, by a separate walk for each.
    fn divide<R: RuleSet>(&mut self, start: &Arc<Start<R>>) -> Result<(), PerftEnd> {
        let Some(below) = start.plan.depth.checked_sub(1) else { return Ok(()) };
        let first = Walk::begin(start)?.first_moves()?;
        let count = first.len();
        for (index, legal) in first.iter().enumerate() {
            self.branch = Some((index + 1, count));
            let mut rows = Vec::new();
            self.walk(&Arc::new(start.behind(legal)), below, &mut rows)?;
            // There is no row if all games end before this depth.
            let row = rows.get(below as usize).copied().unwrap_or_default();
            self.branches.push(start.branch(legal, row));
        }
        Ok(())
    }

    /// Counts the sequences to the depth of the plan.
    fn count<R: RuleSet>(&mut self, start: &Arc<Start<R>>) -> Result<(), PerftEnd> {
        let mut walk = Walk::begin(start)?;
        let depth = start.plan.depth;
        if depth == 0 {
            self.rows.push(DepthCounts { nodes: 1, ..DepthCounts::default() });
            return Ok(());
        }
        let is_divided = depth > 1 || start.plan.divide;
        let first = if is_divided { walk.first_moves()? } else { Vec::new() };
        let mut below = depth;
        // The last depth is counted, not played.
        while below > 1 && depth - below < SPLITS && (1..JOBS).contains(&walk.width()) {
            walk.expand(true, &mut |_| ()).map_err(|error| walk.end(error))?;
            below -= 1;
        }
        let (branch, of) = (None, walk.width());
        let counted = walk.count(below, first.len(), &mut |done, nodes| {
            (self.progress)(&PerftProgress { branch, depth, done, of, nodes: Some(nodes) });
        });
        let (nodes, mut counts) = counted.map_err(|error| walk.end(error))?;
        if depth == 1 {
            counts = vec![1; first.len()];
            if is_divided && nodes != counts.len() as u128 {
                return Err(walk.end(walk::differs()));
            }
        }
        let is_playing = |side| start.plan.only.is_none_or(|only| only == side);
        for side in [Side::Engine, Side::Oracle].into_iter().filter(|side| is_playing(*side)) {
            let moves = u64::try_from(nodes).unwrap_or(u64::MAX);
            self.works[side as usize] = Work { moves, ..walk.works[side as usize] };
        }
        self.rows.push(DepthCounts { depth, nodes, ..DepthCounts::default() });
        let row = |nodes| DepthCounts { nodes, ..DepthCounts::default() };
        let branches = first.iter().zip(counts);
        self.branches = branches.map(|(legal, nodes)| start.branch(legal, row(nodes))).collect();
        Ok(())
    }
}

/// Number of moves of one position that a walk can follow even if it may keep fewer positions.
const FOLLOWED_MIN: usize = 4096;

/// Maximum number of legal moves of a position that can be followed without keeping any. The moves
/// of the last depth are only counted, so their number has no limit.
const FOLLOWED_MAX: usize = 1 << 16;

/// Parameters of a walk.
#[derive(Clone, Debug)]
pub struct PerftPlan {
    /// Depth in moves.
    pub depth: u32,
    /// True to report the figures of every first move too: of positions by a separate walk for
    /// each; without positions, also at depth 1, where the moves are else only counted.
    pub divide: bool,
    /// Largest number of distinct positions kept on each side, over all depths; `None` to merge and
    /// compare no positions, and to count the sequences of moves alone.
    pub positions_max: Option<u32>,
    /// The only side that plays; `None` for both, which are compared.
    pub only: Option<Side>,
    /// Number of worker threads, at least 1.
    pub threads: usize,
    /// Time without progress after which a side counts as hung. A count of the legal moves by the
    /// side itself is a single step.
    pub step_limit: Duration,
    /// Ends the walk early.
    pub stop: Arc<AtomicBool>,
    /// Time at which the walk ends early.
    pub deadline: Option<Instant>,
}

impl PerftPlan {
    /// A walk of both sides to this depth on one thread, with up to a million positions and a minute
    /// per step.
    #[must_use]
    pub fn new(depth: u32) -> Self {
        Self {
            depth,
            divide: false,
            positions_max: Some(1_000_000),
            only: None,
            threads: 1,
            step_limit: Duration::from_mins(1),
            stop: Arc::default(),
            deadline: None,
        }
    }

    /// True if equal positions are merged, which are compared then.
    fn merges(&self) -> bool {
        self.positions_max.is_some()
    }

    /// Number of positions that a walk may keep.
    fn kept_max(&self) -> usize {
        self.positions_max.map_or(usize::MAX, |most| most as usize)
    }

    /// Number of legal moves of a position that can be followed.
    fn moves_max(&self) -> usize {
        self.positions_max.map_or(FOLLOWED_MAX, |most| (most as usize).max(FOLLOWED_MIN))
    }

    fn is_over(&self) -> bool {
        self.stop.load(Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// The figures of one depth (PF-2). Without positions, their number and digest are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DepthCounts {
    /// Depth in moves.
    pub depth: u32,
    /// Number of sequences of `depth` legal moves, saturating at [`u128::MAX`].
    pub nodes: u128,
    /// Number of distinct positions they lead to.
    pub positions: u64,
    /// Digest of the set of these positions (PF-5).
    pub digest: u64,
}

/// Figures of the sequences that begin with one move (`divide`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The move, with its description as a legal move.
    pub title: String,
    /// The move as a line of a case.
    pub mv: String,
    /// The case that ends with the move.
    pub case: AnyCase,
    /// Figures at the requested depth, counted from before the move.
    pub row: DepthCounts,
}

/// Start of a walk: the position after the moves of a case. None is repeated after them.
struct Start<R: RuleSet> {
    pairing: Pairing<R>,
    plan: PerftPlan,
    case: CaseOf<R>,
    /// Number of its moves that belong to the requested walk: 1 in the walk from a first move,
    /// otherwise 0.
    depth: u32,
}

impl<R: RuleSet> Start<R> {
    /// Step of the last move before the walk.
    fn step(&self) -> usize {
        self.case.moves.len()
    }

    /// The case with the moves of a path appended.
    fn case_with(&self, path: &[MoveOf<R::Vocabulary>]) -> CaseOf<R> {
        let mut case = CaseOf::<R> { rest: Rest::Stop, ..self.case.clone() };
        case.moves.extend_from_slice(path);
        case
    }

    /// A case without its type.
    fn any(&self, case: CaseOf<R>) -> AnyCase {
        AnyCase::new(self.pairing.rules(), case)
    }

    /// The start of the walk behind a first move.
    fn behind(&self, legal: &LegalMoveOf<R::Vocabulary>) -> Self {
        let case = self.case_with(&[R::Vocabulary::to_move(legal)]);
        Self { pairing: self.pairing.clone(), plan: self.plan.clone(), case, depth: 1 }
    }

    /// The figures of a first move.
    fn branch(&self, legal: &LegalMoveOf<R::Vocabulary>, figures: DepthCounts) -> Branch {
        let mv = R::Vocabulary::to_move(legal);
        let row = DepthCounts { depth: self.plan.depth, ..figures };
        let (title, text) = (title(&mv, legal), mv.to_string());
        Branch { title, mv: text, case: self.any(self.case_with(&[mv])), row }
    }
}
