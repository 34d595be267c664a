//! Counting without positions: all sequences of legal moves to one depth, on each side.
//!
//! Nothing is merged and nothing is stored, so the count is right in games whose future depends on
//! more than the position, and its memory does not grow. The last move of a sequence is not played:
//! the side counts its legal moves ([`Game::count_legal_moves`]), or they are visited.
//!
//! The sequences are divided into jobs by their first moves, and the jobs are shared by all workers.
//! Both sides play them at the same time, and compare their legal moves at each position, but for
//! the last depth, where they compare the numbers.
//!
//! ```
//! use twinboard_harness::nim::{Heap, Nim};
//! use twinboard_harness::perft::{CountPlan, PerftEnd};
//! use twinboard_harness::{Pairing, Subject};
//!
//! // Nim with one heap: a move takes one to three of five stones.
//! let right = Pairing::new(Nim, Heap::set_up, Heap::set_up);
//! let plan = CountPlan::new(3);
//! let result = right.count(&right.case("5\n").unwrap(), &plan, &mut |_| ());
//! assert_eq!((result.end, result.nodes), (PerftEnd::Done, Some(10)));
//! assert_eq!(result.branches.iter().map(|branch| branch.nodes).collect::<Vec<_>>(), [6, 3, 1]);
//! ```

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::plan::Start;
use super::walk::{Limits, Walk, WalkError};
use super::{PerftEnd, Work};
use crate::model::activity::Side;
use crate::model::any_case::AnyCase;
use crate::model::pairing::Pairing;
use crate::model::rules::{CaseOf, RuleSet};

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
}

/// Number of sequences that begin with one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountBranch {
    /// The move, with its description as a legal move.
    pub title: String,
    /// The move as a line of a case.
    pub mv: String,
    /// The case that ends with the move.
    pub case: AnyCase,
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
    /// Depth that is counted.
    pub depth: u32,
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
    let mut works = [Work::default(); 2];
    let counted = count(&start, pairing, plan, progress, &mut works);
    let [engine, oracle] = works;
    match counted {
        Ok((nodes, branches)) => {
            CountResult { nodes: Some(nodes), branches, engine, oracle, end: PerftEnd::Done }
        }
        Err(end) => CountResult { nodes: None, branches: Vec::new(), engine, oracle, end },
    }
}

/// Counts to the depth of the plan.
fn count<R: RuleSet>(
    start: &Arc<Start<R>>,
    pairing: &Pairing<R>,
    plan: &CountPlan,
    progress: &mut dyn FnMut(&CountProgress),
    works: &mut [Work; 2],
) -> Result<(u128, Vec<CountBranch>), PerftEnd> {
    let limits = Limits {
        only: plan.only,
        threads: plan.threads,
        step: plan.step_limit,
        moves: FOLLOWED_MAX,
        positions: usize::MAX,
        stop: Arc::clone(&plan.stop),
        deadline: plan.deadline,
    };
    let mut walk = Walk::begin(start, pairing, &limits, false)?;
    let depth = plan.depth;
    if depth == 0 {
        return Ok((1, Vec::new()));
    }
    let first = if depth > 1 || plan.divide { walk.first_moves()? } else { Vec::new() };
    let mut below = depth;
    // The last depth is counted, not played.
    while below > 1 && depth - below < SPLITS && (1..JOBS).contains(&walk.width()) {
        walk.expand(true, &mut |_| ()).map_err(|error| walk.end(error))?;
        below -= 1;
    }
    let of = walk.width();
    let counted = walk.count(below, first.len(), &mut |done, nodes| {
        progress(&CountProgress { depth, done, of, nodes });
    });
    let (nodes, mut counts) = counted.map_err(|error| walk.end(error))?;
    if depth == 1 {
        counts = vec![1; first.len()];
        if plan.divide && nodes != counts.len() as u128 {
            return Err(walk.end(WalkError::Differs(Vec::new())));
        }
    }
    *works = walk.works.map(|work| Work { moves: 0, ..work });
    let counting = plan.only.map_or(vec![Side::Engine, Side::Oracle], |side| vec![side]);
    for side in counting {
        works[side as usize].moves = u64::try_from(nodes).unwrap_or(u64::MAX);
    }
    let branches = first.iter().zip(counts).map(|(legal, nodes)| {
        let (mv, title, case) = start.after(legal);
        CountBranch { title, mv, case: AnyCase::new(&start.rules, case), nodes }
    });
    Ok((nodes, branches.collect()))
}
