//! `twinboard perft --count`: the number of sequences at each depth, with nothing merged or stored.

use std::time::Duration;

use clap::Args;
use indicatif::HumanCount;
use twinboard_harness::perft::{
    CountBranch, CountPlan, CountProgress, CountResult, PerftEnd, Work,
};
use twinboard_harness::{AnyCase, Side};

use super::against::Counted;
use super::{Walk, tables};
use crate::args::duration;
use crate::output::Failure;
use crate::output::result::Test;
use crate::output::tally::Tally;

/// The options of counts without positions.
#[derive(Args)]
pub(crate) struct CountOptions {
    /// Count sequences of moves and nothing else: no position is merged, stored or compared.
    ///
    /// This is right for games whose future depends on more than the position, and memory does not
    /// limit the depth. The sides are compared by the legal moves of each position. The last moves are
    /// not played, and their numbers are compared.
    #[arg(long, conflicts_with = "positions_max")]
    pub(crate) count: bool,
    /// Only this side counts, compared with a suite at most. Needs --count or --suite.
    #[arg(long, value_name = "SIDE", value_parser = side)]
    #[arg(conflicts_with = "against")]
    pub(crate) only: Option<Side>,
    /// Ends the count after this time; what was counted until then is printed. Needs --count or
    /// --suite.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
}

fn side(text: &str) -> Result<Side, String> {
    match text {
        "engine" => Ok(Side::Engine),
        "oracle" => Ok(Side::Oracle),
        _ => Err("expected `engine` or `oracle`".into()),
    }
}

/// A count from the final position of the first case of a file.
pub(super) struct Counting<'a> {
    pub(super) walk: &'a Walk<'a>,
    /// Plan for each depth.
    pub(super) plan: CountPlan,
}

/// The results of a count.
pub(super) struct CountSummary<'a> {
    walk: &'a Walk<'a>,
    plan: &'a CountPlan,
    /// Nodes by depth.
    rows: Vec<u128>,
    branches: Vec<CountBranch>,
    engine: Work,
    oracle: Work,
    pub(super) end: PerftEnd,
}

impl<'a> Counting<'a> {
    /// Counts one depth after the other.
    pub(super) fn run(&'a self) -> Result<CountSummary<'a>, Failure> {
        let case = self.walk.case()?;
        let mut summary = CountSummary {
            walk: self.walk,
            plan: &self.plan,
            rows: Vec::new(),
            branches: Vec::new(),
            engine: Work::default(),
            oracle: Work::default(),
            end: PerftEnd::Done,
        };
        for depth in 0..=self.plan.depth {
            let result = self.at(case, depth);
            add(&mut summary.engine, result.engine);
            add(&mut summary.oracle, result.oracle);
            summary.end = result.end;
            let Some(nodes) = result.nodes else { return Ok(summary) };
            summary.rows.push(nodes);
            summary.branches = result.branches;
            if nodes == 0 {
                break;
            }
        }
        Ok(summary)
    }

    /// The counts at a depth from the end of a case; `None` if there are none.
    pub(super) fn count(&self, case: &AnyCase, depth: u32) -> Result<Option<Counted>, Failure> {
        let result = self.at(case, depth);
        let branches = result.branches;
        Ok(result.nodes.map(|total| Counted { total, branches }))
    }

    pub(super) fn at(&self, case: &AnyCase, depth: u32) -> CountResult {
        let file = &self.walk.file;
        let plan = CountPlan { depth, ..self.plan.clone() };
        file.subject.count(case, &plan, &mut |progress| show(self.walk, progress))
    }
}

/// Adds the work of one depth.
pub(super) fn add(work: &mut Work, more: Work) {
    work.moves = work.moves.saturating_add(more.moves);
    work.time += more.time;
}

impl CountSummary<'_> {
    /// The counts at the last depth.
    pub(super) fn counted(&self) -> Counted {
        let row = self.rows.get(self.plan.depth as usize);
        // All games may end before.
        let branches = row.map_or_else(Vec::new, |_| self.branches.clone());
        Counted { total: row.copied().unwrap_or_default(), branches }
    }

    /// The result, with the error of a count that was not finished; a difference is shrunk before.
    pub(super) fn test(&self, divide: bool) -> (Test, Result<(), Failure>) {
        let is_stopped = self.end == PerftEnd::Stopped;
        let is_late = is_stopped && !self.walk.is_interrupted();
        let tally = Tally::new("depth", "counted")
            .with(self.rows.len() as u64)
            .hint("the time is over before the first depth")
            .undecided_if(is_stopped)
            .interrupted_if(is_stopped && !is_late);
        let who = match self.plan.only {
            None => "engine and oracle count the same".to_owned(),
            Some(side) => format!("the {side} counted alone, compared with nothing,"),
        };
        let mut verdict = match &self.rows[..] {
            [] => String::new(),
            [.., 0] => format!("{who} to depth {}, where no move is left", self.rows.len() - 1),
            [..] => format!("{who} to depth {}", self.rows.len() - 1),
        };
        if is_late {
            verdict = format!("{verdict}; the time is over before depth {}", self.rows.len());
        }
        let whole = match self.end {
            PerftEnd::Full => Err(Failure::Usage(format!(
                "a position before depth {} has more moves than can be followed",
                self.plan.depth
            ))),
            PerftEnd::Unsupported(side) => Err(self.walk.unsupported(side)),
            _ => Ok(()),
        };
        if whole.is_err() {
            verdict += "; not finished";
        }
        let test = self.walk.test(tally, &verdict, &self.end);
        let figures = test
            .figures
            .with_some("only", self.plan.only)
            .with("complete", self.end == PerftEnd::Done);
        let branches = if divide { &self.branches[..] } else { &[] };
        let depth = (self.rows.len() as u32).saturating_sub(1);
        let tables = vec![
            tables::counts(&self.rows),
            tables::branch_counts(branches, depth),
            tables::work(&self.engine, &self.oracle, "nodes"),
        ];
        (Test { figures, tables, ..test }, whole)
    }
}

fn show(walk: &Walk<'_>, progress: &CountProgress) {
    let CountProgress { depth, done, of, nodes } = *progress;
    let nodes = HumanCount(u64::try_from(nodes).unwrap_or(u64::MAX));
    walk.show(done, of, format!("{}, depth {depth}: {nodes} nodes", walk.file.name));
}
