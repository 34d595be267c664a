//! `twinboard perft --count`: the number of sequences at each depth, with nothing merged or stored.

use std::fmt::Write;
use std::time::Duration;

use clap::Args;
use indicatif::HumanCount;
use serde::{Serialize, Serializer};
use twinboard_harness::Side;
use twinboard_harness::perft::{
    CountBranch, CountPlan, CountProgress, CountResult, PerftEnd, Work,
};
use twinboard_harness::report::Report;

use super::Walk;
use super::against::Counted;
use super::summary::{JsonWork, nodes, work_rows};
use crate::args::duration;
use crate::output::Failure;
use crate::output::tally::{Conclusion, Tally};
use crate::output::text::{head, table};
use crate::session::Session;

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

/// The nodes of a depth.
#[derive(Clone, Serialize)]
struct Row {
    depth: u32,
    #[serde(serialize_with = "as_text")]
    nodes: u128,
}

/// Serializes a number as text, because many JSON readers use floating point.
pub(super) fn as_text<S: Serializer>(nodes: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(nodes)
}

#[derive(Serialize)]
struct JsonBranch<'a> {
    #[serde(rename = "move")]
    title: &'a str,
    #[serde(serialize_with = "as_text")]
    nodes: u128,
}

#[derive(Serialize)]
struct Json<'a> {
    rule_set: &'a str,
    case: &'a str,
    depth: u32,
    only: Option<Side>,
    complete: bool,
    interrupted: bool,
    failed: bool,
    rows: &'a [Row],
    divide: Vec<JsonBranch<'a>>,
    engine: JsonWork,
    oracle: JsonWork,
    divergence: Option<&'a Report>,
}

/// The results of a count.
pub(super) struct CountSummary<'a> {
    walk: &'a Walk<'a>,
    plan: &'a CountPlan,
    rows: Vec<Row>,
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
            let result = self.at(case, depth)?;
            add(&mut summary.engine, result.engine);
            add(&mut summary.oracle, result.oracle);
            summary.end = result.end;
            let Some(nodes) = result.nodes else { return Ok(summary) };
            summary.rows.push(Row { depth, nodes });
            summary.branches = result.branches;
            if nodes == 0 {
                break;
            }
        }
        Ok(summary)
    }

    /// The counts at a depth from the end of a case; `None` if there are none.
    pub(super) fn count(&self, case: &str, depth: u32) -> Result<Option<Counted>, Failure> {
        let result = self.at(case, depth)?;
        let branches = result.branches;
        Ok(result.nodes.map(|total| Counted { total, branches }))
    }

    pub(super) fn at(&self, case: &str, depth: u32) -> Result<CountResult, Failure> {
        let file = &self.walk.file;
        let plan = CountPlan { depth, ..self.plan.clone() };
        let result =
            file.subject.count(case.as_bytes(), &plan, &mut |progress| show(self.walk, progress));
        let name = || file.name_of(0);
        let result = result.map_err(|error| Failure::Input { name: name(), error })?;
        result.ok_or_else(|| self.walk.no_case())
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
        Counted { total: row.map_or(0, |row| row.nodes), branches }
    }

    /// Prints and writes the results; a difference is shrunk before.
    pub(super) fn finish(&self, divide: bool) -> Result<Conclusion, Failure> {
        let report = self.walk.report_of(&self.end);
        self.walk.bar.finish_and_clear();
        let text = self.render(divide, report.as_ref());
        let whole = match self.end {
            PerftEnd::Full => Err(Failure::Usage(format!(
                "a position before depth {} has more moves than can be followed",
                self.plan.depth
            ))),
            PerftEnd::Unsupported(side) => Err(self.walk.unsupported(side)),
            _ => Ok(()),
        };
        let name = self.walk.file.name_of(0);
        let branches = self.branches.iter().filter(|_| divide);
        let json = Json {
            rule_set: self.walk.file.subject.name(),
            case: &name,
            depth: self.plan.depth,
            only: self.plan.only,
            complete: self.end == PerftEnd::Done,
            interrupted: self.walk.is_interrupted(),
            failed: report.is_some() || self.walk.session.has_late_breach(),
            rows: &self.rows,
            divide: branches
                .map(|branch| JsonBranch { title: &branch.title, nodes: branch.nodes })
                .collect(),
            engine: JsonWork::of(&self.engine),
            oracle: JsonWork::of(&self.oracle),
            divergence: report.as_ref(),
        };
        let is_stopped = self.end == PerftEnd::Stopped;
        let tally = Tally::new("depth", "counted")
            .with(self.rows.len() as u64)
            .hint("the time is over before the first depth")
            .undecided_if(is_stopped)
            .interrupted_if(is_stopped && self.walk.is_interrupted());
        self.walk.reporting.results.finish(
            &tally,
            report.is_some(),
            &text,
            ("perft --count", &json),
            whole,
        )
    }

    /// The results as text.
    pub(super) fn render(&self, divide: bool, report: Option<&Report>) -> String {
        let (session, rule_set): (&Session, _) = (self.walk.session, self.walk.file.subject.name());
        let mut out = match report {
            Some(report) => format!("{}\n", session.render(report)),
            None => format!("{rule_set}: perft of {}\n\n", self.walk.file.name_of(0)),
        };
        if !self.rows.is_empty() {
            let mut cells = vec![head(["depth", "nodes"])];
            cells.extend(self.rows.iter().map(|row| vec![row.depth.to_string(), nodes(row.nodes)]));
            let _ = writeln!(out, "{}", table(&cells, |_| false));
        }
        if let Some(row) = self.rows.last()
            && divide
            && !self.branches.is_empty()
        {
            let _ = writeln!(out, "below each first move, at depth {}", row.depth);
            let mut cells = vec![head(["nodes", "move"])];
            let row = |it: &CountBranch| vec![nodes(it.nodes), it.title.clone()];
            cells.extend(self.branches.iter().map(row));
            let _ = writeln!(out, "{}", table(&cells, |column| column == 1));
        }
        if self.engine.moves + self.oracle.moves > 0 {
            let _ = writeln!(out, "{}", work_rows(&self.engine, &self.oracle, "nodes"));
        }
        let who = match self.plan.only {
            None => "engine and oracle count the same".to_owned(),
            Some(side) => format!("the {side} counted alone, compared with nothing,"),
        };
        let agreed = match self.rows.last() {
            None => "nothing was counted".to_owned(),
            Some(Row { depth, nodes: 0 }) => {
                format!("{who} to depth {depth}, where no move is left")
            }
            Some(Row { depth, .. }) => format!("{who} to depth {depth}"),
        };
        let _ = match &self.end {
            PerftEnd::Stopped if self.walk.is_interrupted() => {
                writeln!(out, "{rule_set}: {agreed}; interrupted")
            }
            PerftEnd::Stopped => writeln!(
                out,
                "{rule_set}: {agreed}; the time is over before depth {}",
                self.rows.len()
            ),
            PerftEnd::Full | PerftEnd::Unsupported(_) => {
                writeln!(out, "{rule_set}: {agreed}; not finished")
            }
            PerftEnd::Differs(difference) => {
                writeln!(out, "{rule_set}: 1 divergence, at depth {}", difference.depth)
            }
            PerftEnd::Done | PerftEnd::Ambiguous(_) => writeln!(out, "{rule_set}: {agreed}"),
        };
        out
    }
}

fn show(walk: &Walk<'_>, progress: &CountProgress) {
    let CountProgress { depth, done, of, nodes } = *progress;
    let nodes = HumanCount(u64::try_from(nodes).unwrap_or(u64::MAX));
    walk.show(done, of, format!("{}, depth {depth}: {nodes} nodes", walk.file.name));
}
