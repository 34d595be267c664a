//! Perft: all legal moves from a position, to a depth, on both sides, counted and compared.
//!
//! Each side walks by itself, depth after depth, over the distinct positions of a depth: one that
//! is reached in many ways is expanded once, and carries how many ways lead to it. After each depth
//! the two sides are compared, position by position: equal counts alone could hide two faults that
//! cancel out.
//!
//! What is counted, and the digest, are defined in PF-1 to PF-6 of RULES.md.

mod expand;
mod locate;
mod plan;
mod side;

use std::sync::Arc;
use std::time::{Duration, Instant};

use board::{Game, MoveOf, Plays};
use serde::Serialize;

use crate::activity::{Side, Stage};
use crate::divergence::{Divergence, Finding};
use crate::{CaseOf, Pairing, RuleSet};
use plan::Start;
pub use plan::{Plan, Row};
use side::{Halt, Walk};

/// What is behind one of the first moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Branch {
    /// The move, and what is listed of it.
    #[serde(rename = "move")]
    pub title: String,
    /// The figures at the depth that was asked for, counted from before the move.
    #[serde(flatten)]
    pub row: Row,
}

/// What one side did, as far as it finished it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Work {
    /// How many moves it played.
    pub moves: u64,
    /// For how long it was at work.
    pub time: Duration,
}

/// A place of the walk where the two sides differ, or one of them failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// At which depth of the walk.
    pub depth: u32,
    /// The case that leads there.
    pub text: String,
    /// What is wrong.
    pub divergence: Divergence,
}

/// Why the walk ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It came as deep as it was to, or to where no game goes on.
    Done,
    /// It was stopped.
    Stopped,
    /// There are more positions than it was to keep, or one has more moves than that.
    Full,
    /// One side is not made for such a set-up.
    Unsupported(Side),
    /// Something was wrong.
    Differs(Box<Difference>),
}

/// What came of a walk. Its figures are those of both sides.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The depths that were finished, from 0. The first without positions is the last one.
    pub rows: Vec<Row>,
    /// What is behind every first move, in the order of the moves; only if that was asked for.
    pub branches: Vec<Branch>,
    /// What the engine did.
    pub engine: Work,
    /// What the oracle did.
    pub oracle: Work,
    /// Why it ended.
    pub end: End,
}

/// How far a walk has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Which first move is being followed, from 1, and of how many.
    pub branch: Option<(usize, usize)>,
    /// The depth whose positions are being found.
    pub depth: u32,
    /// Who is at work.
    pub side: Side,
    /// How many positions of the depth before have been expanded.
    pub expanded: usize,
    /// Out of how many.
    pub of: usize,
}

/// What a panic or an endless loop looks like from outside; made into a finding with the case.
type ReportHang<'a> = &'a dyn Fn(&str, Stage) -> Divergence;

/// Walks from where `case` ends. `report_hang` says what is to be said of a case that did not come back;
/// `progress` is called now and then.
pub(crate) fn run<R, E, O>(
    pairing: &Pairing<R, E, O>,
    case: CaseOf<R>,
    plan: &Plan,
    report_hang: ReportHang<'_>,
    progress: &mut dyn FnMut(&Progress),
) -> Outcome
where
    R: RuleSet,
    E: Plays<R::Vocabulary>,
    O: Plays<R::Vocabulary>,
{
    let mut tour = Tour {
        plan,
        report_hang,
        progress,
        branch: None,
        engine: Work::default(),
        oracle: Work::default(),
    };
    let start = Arc::new(Start { rules: pairing.rules().clone(), case, depth: 0 });
    let (mut rows, mut branches) = (Vec::new(), Vec::new());
    let mut ended = tour.walk(pairing, &start, plan.depth, &mut rows);
    if ended.is_ok() && plan.divide {
        ended = tour.divide(pairing, &start, &mut branches);
    }
    let Tour { engine, oracle, .. } = tour;
    Outcome { rows, branches, engine, oracle, end: ended.err().unwrap_or(End::Done) }
}

/// A walk, and those behind every first move if they are wanted.
struct Tour<'a> {
    plan: &'a Plan,
    report_hang: ReportHang<'a>,
    progress: &'a mut dyn FnMut(&Progress),
    branch: Option<(usize, usize)>,
    engine: Work,
    oracle: Work,
}

impl Tour<'_> {
    /// Walks on both sides, as far as they agree, and adds a row for each depth.
    fn walk<R, E, O>(
        &mut self,
        pairing: &Pairing<R, E, O>,
        start: &Arc<Start<R>>,
        last: u32,
        rows: &mut Vec<Row>,
    ) -> Result<(), End>
    where
        R: RuleSet,
        E: Plays<R::Vocabulary>,
        O: Plays<R::Vocabulary>,
    {
        let limit = self.plan.step_limit;
        let engine = Walk::begin(start, pairing.shared_engine(), Side::Engine, limit);
        let mut engine = engine.map_err(|halt| self.end(start, Side::Engine, 0, halt))?;
        let oracle = Walk::begin(start, pairing.shared_oracle(), Side::Oracle, limit);
        let mut oracle = oracle.map_err(|halt| self.end(start, Side::Oracle, 0, halt))?;
        if !engine.stands_like(&oracle) {
            return Err(self.differ(pairing, start, 0, &[Vec::new()]));
        }
        rows.push(engine.row());
        for depth in 1..=last {
            let is_last = depth == last;
            let ours = self.expand(start, &mut engine, is_last)?;
            let theirs = self.expand(start, &mut oracle, is_last)?;
            if let Some(parent) = ours.first_difference(&theirs) {
                let paths =
                    [engine.path(ours.parents[parent]), oracle.path(theirs.parents[parent])];
                return Err(self.differ(pairing, start, depth, &paths));
            }
            if ours.is_crowded {
                return Err(End::Full);
            }
            let row = engine.row();
            assert_eq!(row, oracle.row(), "equal children of equal positions are equal");
            rows.push(row);
            if row.positions == 0 {
                break;
            }
        }
        Ok(())
    }

    /// The figures behind every first move, with a walk of its own for each.
    fn divide<R, E, O>(
        &mut self,
        pairing: &Pairing<R, E, O>,
        start: &Arc<Start<R>>,
        branches: &mut Vec<Branch>,
    ) -> Result<(), End>
    where
        R: RuleSet,
        E: Plays<R::Vocabulary>,
        O: Plays<R::Vocabulary>,
    {
        let Some(below) = self.plan.depth.checked_sub(1) else { return Ok(()) };
        let first = side::first_moves(start, pairing.shared_oracle(), self.plan);
        let first = first.map_err(|halt| self.end(start, Side::Oracle, 1, halt))?;
        let count = first.len();
        for (index, (mv, title)) in first.into_iter().enumerate() {
            self.branch = Some((index + 1, count));
            let case = start.case_with(&[mv]);
            let behind = Arc::new(Start { rules: start.rules.clone(), case, depth: 1 });
            let mut rows = Vec::new();
            self.walk(pairing, &behind, below, &mut rows)?;
            // Games that end before have no row for the depth.
            let reached = rows.get(below as usize).copied();
            let row = reached.unwrap_or(Row { depth: below, nodes: 0, positions: 0, digest: 0 });
            branches.push(Branch { title, row: Row { depth: self.plan.depth, ..row } });
        }
        Ok(())
    }

    fn expand<R, G>(
        &mut self,
        start: &Arc<Start<R>>,
        walk: &mut Walk<R, G>,
        is_last: bool,
    ) -> Result<side::Expansion, End>
    where
        R: RuleSet,
        G: Game<Vocabulary = R::Vocabulary> + Send + 'static,
    {
        let started = Instant::now();
        let (side, depth, of) = (walk.side(), walk.depth() + 1, walk.width());
        let branch = self.branch;
        let progress = &mut *self.progress;
        let expanded = walk.expand(self.plan, !is_last, &mut |expanded| {
            progress(&Progress { branch, depth, side, expanded, of });
        });
        let expansion = expanded.map_err(|halt| self.end(start, side, depth, halt))?;
        let work = match side {
            Side::Engine => &mut self.engine,
            Side::Oracle => &mut self.oracle,
        };
        work.time += started.elapsed();
        work.moves += expansion.moves;
        Ok(expansion)
    }

    /// The end of the tour when one side did not go on.
    fn end<R: RuleSet>(
        &self,
        start: &Start<R>,
        side: Side,
        depth: u32,
        halt: Halt<MoveOf<R::Vocabulary>>,
    ) -> End {
        match halt {
            Halt::Stopped => End::Stopped,
            Halt::Full => End::Full,
            Halt::Unsupported => End::Unsupported(side),
            Halt::Panicked { path, stage, message } => {
                let case = start.case_with(&path);
                let step = stage.step as usize;
                let mv = step.checked_sub(1).and_then(|index| case.moves.get(index));
                let mv = mv.map(ToString::to_string);
                let finding = Finding::Panicked { stage, message };
                let divergence = Divergence { step, mv, ..Divergence::of(finding) };
                difference(start, depth, &case, divergence)
            }
            Halt::Hung { path, stage } => {
                let case = start.case_with(&path);
                let divergence = (self.report_hang)(&start.rules.text().print(&case), stage);
                difference(start, depth, &case, divergence)
            }
        }
    }

    /// The end of the tour where the sides differ: at a position that each reaches by one of these
    /// paths, or at what it leads to.
    fn differ<R, E, O>(
        &self,
        pairing: &Pairing<R, E, O>,
        start: &Arc<Start<R>>,
        depth: u32,
        paths: &[Vec<MoveOf<R::Vocabulary>>],
    ) -> End
    where
        R: RuleSet,
        E: Plays<R::Vocabulary>,
        O: Plays<R::Vocabulary>,
    {
        match locate::locate(pairing, start, paths, self.plan) {
            Ok((path, divergence)) => difference(start, depth, &start.case_with(&path), divergence),
            // Whoever was at work then is named by the stage.
            Err(halt) => self.end(start, Side::Engine, depth, halt),
        }
    }
}

fn difference<R: RuleSet>(
    start: &Start<R>,
    depth: u32,
    case: &CaseOf<R>,
    divergence: Divergence,
) -> End {
    let (depth, text) = (start.depth + depth, start.rules.text().print(case));
    End::Differs(Box::new(Difference { depth, text, divergence }))
}
