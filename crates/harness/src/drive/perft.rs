//! Perft: all sequences of legal moves from a position to a depth, on both sides, counted and
//! compared.
//!
//! The sides play every move from the distinct positions of a depth, and are compared after each:
//! equal counts could hide two faults that cancel out. A position that is reached by several
//! sequences is expanded once and carries their number. Where several sequences meet, at one depth
//! or at two, outcome and legal moves must be the same after each of them: a position determines
//! the rest of the game, or the counts would be wrong ([`PerftEnd::Ambiguous`]).
//! Positions are identified by their text (`Vocabulary::text`, PF-3), never by a derived hash, so
//! that the figures are comparable with other programs and versions. Games move between threads, so
//! they must be `Send`.
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
//! // This engine lets a player take four stones, so its first moves differ.
//! let faulty = Pairing::new(Nim, Heap::set_up_faulty, Heap::set_up);
//! let result = faulty.perft(&faulty.case("5\n").unwrap(), &plan, &mut |_| ());
//! let PerftEnd::Differs(difference) = result.end else { panic!() };
//! assert_eq!((difference.depth, difference.case.text()), (0, "5\n"));
//! ```

mod count;
mod plan;
mod walk;

use std::sync::Arc;
use std::time::Duration;

use twinboard_vocabulary::Picture;

use crate::model::activity::Side;
use crate::model::any_case::AnyCase;
use crate::model::divergence::{Divergence, INCOMPLETE_POSITION};
use crate::model::pairing::Pairing;
use crate::model::rules::{CaseOf, RuleSet};
pub(crate) use count::run as count;
pub use count::{CountBranch, CountPlan, CountProgress, CountResult};
use plan::Start;
pub use plan::{DepthCounts, PerftPlan};
use walk::{Limits, Walk};

/// Figures of the positions reached through one first move (`divide`).
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

/// Work of one side in the depths that it finished.
#[derive(Clone, Copy, Debug, Default)]
pub struct Work {
    /// Number of moves played.
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

/// The fault of a position that lacks a part of the state; the other commands report it in the same
/// words.
pub const AMBIGUOUS: &str = INCOMPLETE_POSITION;

/// A position that does not determine the rest of the game, on both sides
/// ([`Vocabulary::Position`](twinboard_vocabulary::Vocabulary::Position)): reached in another way,
/// it has another outcome or other legal moves. Equal positions are expanded once, so counts at
/// greater depths would be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ambiguity {
    /// Depth in the walk.
    pub depth: u32,
    /// Two cases that end at the position.
    pub cases: [AnyCase; 2],
    /// The position.
    pub position: Picture,
    /// The outcome or the legal moves after each of the cases, as far as they differ.
    pub futures: [String; 2],
}

/// Reason for the end of a walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PerftEnd {
    /// The requested depth was reached, or all games are over.
    Done,
    /// [`PerftPlan::stop`] was set.
    Stopped,
    /// There are more than [`PerftPlan::positions_max`] positions, or one has more moves than can
    /// be followed.
    Full,
    /// This side does not support the set-up.
    Unsupported(Side),
    /// The sides differ, or one fails.
    Differs(Box<Difference>),
    /// The sides agree that equal positions are not equal: the rule set is at fault.
    Ambiguous(Box<Ambiguity>),
}

/// Result of a walk. The figures hold on both sides.
#[derive(Clone, Debug)]
pub struct PerftResult {
    /// Finished depths, from 0. Ends with the first depth without positions, if there is one.
    pub rows: Vec<DepthCounts>,
    /// Figures by first move, in the order of the moves; empty unless [`PerftPlan::divide`] is set.
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
    /// Depth whose positions are being generated.
    pub depth: u32,
    /// Number of expanded positions of the previous depth.
    pub expanded: usize,
    /// Number of all positions of the previous depth.
    pub of: usize,
}

/// Number of moves of one position that a walk can follow even if it may keep fewer positions.
const FOLLOWED_MIN: usize = 4096;

/// Walks from the position after the moves of `case`. `progress` is called about every 20 ms, on
/// the calling thread.
pub(crate) fn run<R: RuleSet>(
    pairing: &Pairing<R>,
    case: CaseOf<R>,
    plan: &PerftPlan,
    progress: &mut dyn FnMut(&PerftProgress),
) -> PerftResult {
    let positions = plan.positions_max as usize;
    let limits = Limits {
        only: None,
        threads: plan.threads,
        step: plan.step_limit,
        moves: positions.max(FOLLOWED_MIN),
        positions,
        stop: Arc::clone(&plan.stop),
        deadline: None,
    };
    let mut tour =
        Tour { pairing, plan, limits, progress, branch: None, works: [Work::default(); 2] };
    let start = Arc::new(Start { rules: pairing.rules().clone(), case, depth: 0 });
    let (mut rows, mut branches) = (Vec::new(), Vec::new());
    let mut ended = tour.walk(&start, plan.depth, &mut rows);
    if ended.is_ok() && plan.divide {
        ended = tour.divide(&start, &mut branches);
    }
    let [engine, oracle] = tour.works;
    PerftResult { rows, branches, engine, oracle, end: ended.err().unwrap_or(PerftEnd::Done) }
}

/// The main walk and, with [`PerftPlan::divide`], one from each first move.
struct Tour<'a, R: RuleSet> {
    pairing: &'a Pairing<R>,
    plan: &'a PerftPlan,
    limits: Limits,
    progress: &'a mut dyn FnMut(&PerftProgress),
    branch: Option<(usize, usize)>,
    works: [Work; 2],
}

impl<R: RuleSet> Tour<'_, R> {
    /// Walks until the sides differ, and adds a row for each depth.
    fn walk(
        &mut self,
        start: &Arc<Start<R>>,
        last: u32,
        rows: &mut Vec<DepthCounts>,
    ) -> Result<(), PerftEnd> {
        let mut walk = Walk::begin(start, self.pairing, &self.limits, true)?;
        rows.push(walk.counts());
        for depth in 1..=last {
            let (branch, of) = (self.branch, walk.width());
            let progress = &mut *self.progress;
            let expanded = walk.expand(depth < last, &mut |expanded| {
                progress(&PerftProgress { branch, depth, expanded, of });
            });
            for (all, work) in self.works.iter_mut().zip(std::mem::take(&mut walk.works)) {
                all.moves += work.moves;
                all.time += work.time;
            }
            match expanded {
                Err(error) => return Err(walk.end(error)),
                Ok(Some(ways)) => return Err(walk.ambiguous(&ways)),
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
    fn divide(
        &mut self,
        start: &Arc<Start<R>>,
        branches: &mut Vec<Branch>,
    ) -> Result<(), PerftEnd> {
        let Some(below) = self.plan.depth.checked_sub(1) else { return Ok(()) };
        let first = Walk::begin(start, self.pairing, &self.limits, true)?.first_moves()?;
        let count = first.len();
        for (index, legal) in first.into_iter().enumerate() {
            self.branch = Some((index + 1, count));
            let (mv, title, case) = start.after(&legal);
            let any = AnyCase::new(&start.rules, case.clone());
            let behind = Arc::new(Start { rules: start.rules.clone(), case, depth: 1 });
            let mut rows = Vec::new();
            self.walk(&behind, below, &mut rows)?;
            // There is no row if all games end before this depth.
            let reached = rows.get(below as usize).copied();
            let row =
                reached.unwrap_or(DepthCounts { depth: below, nodes: 0, positions: 0, digest: 0 });
            let row = DepthCounts { depth: self.plan.depth, ..row };
            branches.push(Branch { title, mv, case: any, row });
        }
        Ok(())
    }
}
