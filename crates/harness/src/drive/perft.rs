//! Perft: all sequences of legal moves from a position to a depth, on both sides, counted and
//! compared.
//!
//! Each side expands the distinct positions of a depth by itself. A position that is reached by
//! several sequences is expanded once and carries their number. After each depth the sides are
//! compared position by position, because equal counts could hide two faults that cancel out. Where
//! several sequences meet, at one depth or at two, outcome and legal moves must be the same after
//! each of them: a position determines the rest of the game, or the counts would be wrong
//! ([`PerftEnd::Ambiguous`]).
//! Positions are identified by their text (`Vocabulary::text`, PF-3), never by a derived hash, so
//! that the figures are comparable with other programs and versions. Games move between threads, so
//! they must be `Send`.
//!
//! Figures and digest are defined in PF-1 to PF-6 of RULES.md. The case that leads to a difference
//! is replayed in lockstep and shrunk like any other finding.
//!
//! ```
//! use std::time::Duration;
//! use twinboard_harness::nim::{Heap, Nim};
//! use twinboard_harness::perft::{PerftEnd, PerftPlan};
//! use twinboard_harness::{ExploreCases, Pairing};
//!
//! let plan = PerftPlan {
//!     depth: 3,
//!     divide: false,
//!     positions_max: 1_000,
//!     threads: 2,
//!     step_limit: Duration::from_secs(5),
//!     stop: Default::default(),
//! };
//! // Nim with one heap: a move takes one to three of five stones.
//! let right = Pairing::new(Nim, Heap::set_up, Heap::set_up);
//! let result = right.perft(b"5\n", &plan, &mut |_| ()).unwrap().expect("the text has a case");
//! assert_eq!(result.end, PerftEnd::Done);
//! assert_eq!(result.rows.iter().map(|row| row.nodes).collect::<Vec<_>>(), [1, 3, 8, 10]);
//!
//! // This engine lets a player take four stones, so its first moves differ.
//! let faulty = Pairing::new(Nim, Heap::set_up_faulty, Heap::set_up);
//! let result = faulty.perft(b"5\n", &plan, &mut |_| ()).unwrap().expect("the text has a case");
//! let PerftEnd::Differs(difference) = result.end else { panic!() };
//! assert_eq!((difference.depth, difference.text.as_str()), (1, "5\n"));
//! ```

mod count;
mod expand;
mod locate;
mod plan;
mod positions;
mod replay;
mod side;

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;
use twinboard_vocabulary::{MoveOf, Picture};

use crate::drive::hang::divergence_of_hang;
use crate::model::activity::Side;
use crate::model::divergence::{Divergence, Finding, INCOMPLETE_POSITION};
use crate::model::pairing::Pairing;
use crate::model::rules::{CaseOf, RuleSet};
pub(crate) use count::run as count;
pub use count::{CountBranch, CountPlan, CountProgress, CountResult};
use locate::Limits;
use plan::Start;
pub use plan::{DepthCounts, PerftPlan};
use positions::{Expansion, WalkError, followed_max};
use side::Walk;

/// Figures of the positions reached through one first move (`divide`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Branch {
    /// The move, with its description as a legal move.
    #[serde(rename = "move")]
    pub title: String,
    /// The move as a line of a case.
    #[serde(skip)]
    pub mv: String,
    /// The case that ends with the move.
    #[serde(skip)]
    pub case: String,
    /// Figures at the requested depth, counted from before the move.
    #[serde(flatten)]
    pub row: DepthCounts,
}

/// Work of one side in the depths that it finished.
#[derive(Clone, Copy, Debug, Default)]
pub struct Work {
    /// Number of moves played.
    pub moves: u64,
    /// Wall-clock time.
    pub time: Duration,
}

/// A position where the sides differ, or where one of them fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Depth in the walk.
    pub depth: u32,
    /// The case that leads there, as text.
    pub text: String,
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
    /// Two cases that end at the position, as text.
    pub cases: [String; 2],
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
    /// Side at work.
    pub side: Side,
    /// Number of expanded positions of the previous depth.
    pub expanded: usize,
    /// Number of all positions of the previous depth.
    pub of: usize,
}

/// Walks from the position after the moves of `case`. `progress` is called about every 20 ms, on
/// the calling thread.
pub(crate) fn run<R: RuleSet>(
    pairing: &Pairing<R>,
    case: CaseOf<R>,
    plan: &PerftPlan,
    progress: &mut dyn FnMut(&PerftProgress),
) -> PerftResult {
    let mut tour = Tour {
        pairing,
        plan,
        progress,
        branch: None,
        engine: Work::default(),
        oracle: Work::default(),
    };
    let start = Arc::new(Start { rules: pairing.rules().clone(), case, depth: 0 });
    let (mut rows, mut branches) = (Vec::new(), Vec::new());
    let mut ended = tour.walk(&start, plan.depth, &mut rows);
    if ended.is_ok() && plan.divide {
        ended = tour.divide(&start, &mut branches);
    }
    let Tour { engine, oracle, .. } = tour;
    PerftResult { rows, branches, engine, oracle, end: ended.err().unwrap_or(PerftEnd::Done) }
}

/// The main walk and, with [`PerftPlan::divide`], one from each first move.
struct Tour<'a, R: RuleSet> {
    pairing: &'a Pairing<R>,
    plan: &'a PerftPlan,
    progress: &'a mut dyn FnMut(&PerftProgress),
    branch: Option<(usize, usize)>,
    engine: Work,
    oracle: Work,
}

impl<R: RuleSet> Tour<'_, R> {
    /// Walks on both sides until they differ, and adds a row for each depth.
    fn walk(
        &mut self,
        start: &Arc<Start<R>>,
        last: u32,
        rows: &mut Vec<DepthCounts>,
    ) -> Result<(), PerftEnd> {
        let engine = Walk::begin(start, self.pairing.engine(), Side::Engine, self.plan);
        let mut engine = engine.map_err(|error| self.end(start, Side::Engine, 0, error))?;
        let oracle = Walk::begin(start, self.pairing.oracle(), Side::Oracle, self.plan);
        let mut oracle = oracle.map_err(|error| self.end(start, Side::Oracle, 0, error))?;
        if !engine.has_same_positions(&oracle) {
            return Err(self.differ(start, 0, &[Vec::new()]));
        }
        rows.push(engine.counts());
        for depth in 1..=last {
            let is_last = depth == last;
            let ours = self.expand(start, &mut engine, is_last)?;
            let theirs = self.expand(start, &mut oracle, is_last)?;
            if let Some(parent) = ours.first_difference(&theirs) {
                let paths =
                    [engine.path(ours.parents[parent]), oracle.path(theirs.parents[parent])];
                return Err(self.differ(start, depth, &paths));
            }
            if ours.is_crowded {
                return Err(PerftEnd::Full);
            }
            if let Some(ways) = engine.ambiguous().or(oracle.ambiguous()) {
                return Err(self.ambiguous(start, depth, ways));
            }
            let row = engine.counts();
            assert_eq!(row, oracle.counts(), "equal children of equal positions are equal");
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
        let first = side::first_moves(start, self.pairing.oracle(), self.plan);
        let first = first.map_err(|error| self.end(start, Side::Oracle, 1, error))?;
        let count = first.len();
        for (index, (mv, title)) in first.into_iter().enumerate() {
            self.branch = Some((index + 1, count));
            let (case, mv) = (start.case_with(std::slice::from_ref(&mv)), mv.to_string());
            let text = start.rules.text().print(&case);
            let behind = Arc::new(Start { rules: start.rules.clone(), case, depth: 1 });
            let mut rows = Vec::new();
            self.walk(&behind, below, &mut rows)?;
            // There is no row if all games end before this depth.
            let reached = rows.get(below as usize).copied();
            let row =
                reached.unwrap_or(DepthCounts { depth: below, nodes: 0, positions: 0, digest: 0 });
            let row = DepthCounts { depth: self.plan.depth, ..row };
            branches.push(Branch { title, mv, case: text, row });
        }
        Ok(())
    }

    fn expand(
        &mut self,
        start: &Arc<Start<R>>,
        walk: &mut Walk<R>,
        is_last: bool,
    ) -> Result<Expansion, PerftEnd> {
        let started = Instant::now();
        let (side, depth, of) = (walk.side(), walk.depth() + 1, walk.width());
        let branch = self.branch;
        let progress = &mut *self.progress;
        let expanded = walk.expand(self.plan, !is_last, &mut |expanded| {
            progress(&PerftProgress { branch, depth, side, expanded, of });
        });
        let expansion = expanded.map_err(|error| self.end(start, side, depth, error))?;
        let work = match side {
            Side::Engine => &mut self.engine,
            Side::Oracle => &mut self.oracle,
        };
        work.time += started.elapsed();
        work.moves += expansion.moves;
        Ok(expansion)
    }

    /// The end of the tour when one side stopped or failed.
    fn end(
        &self,
        start: &Start<R>,
        side: Side,
        depth: u32,
        error: WalkError<MoveOf<R::Vocabulary>>,
    ) -> PerftEnd {
        end_of(self.pairing, start, side, depth, self.plan.step_limit, error)
    }

    fn limits(&self) -> Limits {
        let moves = followed_max(self.plan.positions_max as usize);
        Limits { moves, step: self.plan.step_limit }
    }

    /// The end of the tour when one side goes on differently after two ways to one position: a
    /// fault of the side that differs from the other after one of them, or of the vocabulary.
    fn ambiguous(
        &self,
        start: &Arc<Start<R>>,
        depth: u32,
        ways: &[Vec<MoveOf<R::Vocabulary>>; 2],
    ) -> PerftEnd {
        let found = locate::find(self.pairing, start, ways, self.limits());
        let compared = found.and_then(|found| match found {
            Some(found) => Ok(Err(found)),
            None => locate::compare_ways(self.pairing, start, ways, self.limits()).map(Ok),
        });
        match compared {
            Ok(Err((path, divergence))) => {
                difference(start, depth, &start.case_with(&path), divergence)
            }
            Ok(Ok(Some((position, futures)))) => {
                let text = |path| start.rules.text().print(&start.case_with(path));
                let [one, other] = ways;
                let cases = [text(one), text(other)];
                let depth = start.depth + depth;
                PerftEnd::Ambiguous(Box::new(Ambiguity { depth, cases, position, futures }))
            }
            // It does not recur.
            Ok(Ok(None)) => self.differ(start, depth, ways),
            Err(error) => self.end(start, Side::Engine, depth, error),
        }
    }

    /// The end of the tour when the sides differ at a position, or after a move from it. Each side
    /// reaches the position by one of `paths`.
    fn differ(
        &self,
        start: &Arc<Start<R>>,
        depth: u32,
        paths: &[Vec<MoveOf<R::Vocabulary>>],
    ) -> PerftEnd {
        match locate::locate(self.pairing, start, paths, self.limits()) {
            Ok((path, divergence)) => difference(start, depth, &start.case_with(&path), divergence),
            // The side given here is irrelevant: the stage of a panic or hang names the real one.
            Err(error) => self.end(start, Side::Engine, depth, error),
        }
    }
}

/// The end of a walk when one side stopped or failed.
fn end_of<R: RuleSet>(
    pairing: &Pairing<R>,
    start: &Start<R>,
    side: Side,
    depth: u32,
    step_limit: Duration,
    error: WalkError<MoveOf<R::Vocabulary>>,
) -> PerftEnd {
    match error {
        WalkError::Stopped => PerftEnd::Stopped,
        WalkError::Full => PerftEnd::Full,
        WalkError::Unsupported => PerftEnd::Unsupported(side),
        WalkError::Panicked { path, stage, panic } => {
            let case = start.case_with(&path);
            let step = stage.step as usize;
            let mv = step.checked_sub(1).and_then(|index| case.moves.get(index));
            let mv = mv.map(ToString::to_string);
            let finding = Finding::of_panic(stage, panic);
            let divergence = Divergence { step, mv, ..Divergence::of(finding) };
            difference(start, depth, &case, divergence)
        }
        WalkError::Hung { path, stage } => {
            let case = start.case_with(&path);
            let divergence = divergence_of_hang(pairing, &case, stage, step_limit);
            difference(start, depth, &case, divergence)
        }
    }
}

fn difference<R: RuleSet>(
    start: &Start<R>,
    depth: u32,
    case: &CaseOf<R>,
    divergence: Divergence,
) -> PerftEnd {
    let (depth, text) = (start.depth + depth, start.rules.text().print(case));
    PerftEnd::Differs(Box::new(Difference { depth, text, divergence }))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::{DepthCounts, PerftPlan};
    use crate::drive::subject::ExploreCases;
    use crate::model::nim::{Heap, Nim};
    use crate::model::pairing::Pairing;

    #[test]
    fn a_first_move_whose_games_end_early_has_an_empty_row_of_the_depth() {
        let plan = PerftPlan {
            depth: 3,
            divide: true,
            positions_max: 100,
            threads: 1,
            step_limit: Duration::from_mins(1),
            stop: Arc::default(),
        };
        let pairing = Pairing::new(Nim, Heap::set_up, Heap::set_up);
        let result = pairing.perft(b"3\n", &plan, &mut |_| ()).unwrap().expect("there is a case");
        // After three stones at once, the walk ends two depths early.
        let [first, .., last] = &result.branches[..] else { panic!("{:?}", result.branches) };
        assert_eq!((first.row.depth, first.row.nodes), (3, 1));
        assert_eq!(last.row, DepthCounts { depth: 3, nodes: 0, positions: 0, digest: 0 });
    }
}
