//! The results of a perft run, as text and as JSON.

use std::fmt::Write;

use indicatif::HumanCount;
use serde::Serialize;
use twinboard_harness::perft::{Branch, DepthCounts, PerftEnd, PerftResult, Work};
use twinboard_harness::report::Report;

use crate::registry;
use crate::table::column;
use crate::text::grouped;

/// The results of a perft run.
pub(super) struct Ledger {
    pub(super) rule_set: &'static str,
    /// The name of the case that it starts from.
    pub(super) name: String,
    /// The depth given in the options, which an interrupted walk does not reach.
    pub(super) depth: u32,
    pub(super) result: PerftResult,
    pub(super) report: Option<Report>,
}

#[derive(Serialize)]
struct Json<'a> {
    rule_set: &'a str,
    case: &'a str,
    depth: u32,
    complete: bool,
    interrupted: bool,
    failed: bool,
    rows: &'a [DepthCounts],
    divide: &'a [Branch],
    engine: JsonWork,
    oracle: JsonWork,
    divergence: Option<&'a Report>,
}

#[derive(Serialize)]
struct JsonWork {
    moves: u64,
    seconds: f64,
}

impl JsonWork {
    fn of(work: &Work) -> Self {
        Self { moves: work.moves, seconds: work.time.as_secs_f64() }
    }
}

impl Ledger {
    pub(super) fn to_json(&self) -> impl Serialize + '_ {
        let PerftResult { rows, branches, engine, oracle, end } = &self.result;
        Json {
            rule_set: self.rule_set,
            case: &self.name,
            depth: self.depth,
            complete: *end == PerftEnd::Done,
            interrupted: *end == PerftEnd::Stopped,
            failed: self.report.is_some(),
            rows,
            divide: branches,
            engine: JsonWork::of(engine),
            oracle: JsonWork::of(oracle),
            divergence: self.report.as_ref(),
        }
    }

    /// The results as text: a divergence, if any, and the counts of the finished depths.
    pub(super) fn render(&self) -> String {
        let mut out = match &self.report {
            Some(report) => {
                format!("{}\n", report.render_for(&registry::program(), registry::engine_command()))
            }
            None => format!("{}: perft of {}\n\n", self.rule_set, self.name),
        };
        let PerftResult { rows, branches, .. } = &self.result;
        if !rows.is_empty() {
            render_rows(&mut out, rows);
        }
        if !branches.is_empty() {
            let _ = writeln!(out, "below each first move, at depth {}", self.depth);
            render_branches(&mut out, branches);
        }
        if self.result.engine.moves > 0 {
            render_work(&mut out, &self.result);
        }
        self.render_verdict(&mut out);
        out
    }

    fn render_verdict(&self, out: &mut String) {
        let (rule_set, rows) = (self.rule_set, &self.result.rows);
        let agreed = match rows.last() {
            None => "nothing was counted".to_owned(),
            Some(DepthCounts { depth, positions: 0, .. }) => {
                format!("engine and oracle agree to depth {depth}, where no position is left")
            }
            Some(row) => format!("engine and oracle agree to depth {}", row.depth),
        };
        let _ = match &self.result.end {
            PerftEnd::Done => writeln!(out, "{rule_set}: {agreed}"),
            PerftEnd::Stopped => writeln!(out, "{rule_set}: {agreed}; interrupted"),
            PerftEnd::Full | PerftEnd::Unsupported(_) => {
                writeln!(out, "{rule_set}: {agreed}; not finished")
            }
            PerftEnd::Differs(difference) => {
                let depth = difference.depth;
                writeln!(out, "{rule_set}: 1 divergence, at depth {depth}")
            }
        };
    }
}

fn render_rows(out: &mut String, rows: &[DepthCounts]) {
    let depths = column("depth", rows.iter().map(|row| row.depth.to_string()));
    let figures = figures(rows.iter());
    for (depth, figures) in depths.iter().zip(figures) {
        let _ = writeln!(out, "{}", format!("{depth}  {figures}").trim_end());
    }
    out.push('\n');
}

fn render_branches(out: &mut String, branches: &[Branch]) {
    let figures = figures(branches.iter().map(|branch| &branch.row));
    let titles = ["move"].into_iter().chain(branches.iter().map(|branch| branch.title.as_str()));
    for (figures, title) in figures.iter().zip(titles) {
        let _ = writeln!(out, "{figures}  {title}");
    }
    out.push('\n');
}

fn render_work(out: &mut String, PerftResult { engine, oracle, .. }: &PerftResult) {
    let works = [engine, oracle];
    let seconds = works.map(|work| work.time.as_secs_f64());
    let rate = |(work, seconds): (&Work, f64)| work.moves as f64 / seconds.max(1e-6);
    let rates = works.into_iter().zip(seconds).map(rate);
    let sides = column("side", ["engine", "oracle"].map(str::to_owned).into_iter());
    let moves = column("moves", works.iter().map(|work| HumanCount(work.moves).to_string()));
    let seconds = column("seconds", seconds.iter().map(|seconds| format!("{seconds:.3}")));
    let rates = column("moves/s", rates.map(|rate| HumanCount(rate as u64).to_string()));
    for (((side, moves), seconds), rate) in sides.iter().zip(moves).zip(seconds).zip(rates) {
        let _ = writeln!(out, "{side}  {moves}  {seconds}  {rate}");
    }
    out.push('\n');
}

/// The columns of nodes, positions and digests, with their headings.
fn figures<'a>(rows: impl Iterator<Item = &'a DepthCounts> + Clone) -> Vec<String> {
    let nodes = column("nodes", rows.clone().map(|row| nodes(row.nodes)));
    let positions =
        column("positions", rows.clone().map(|row| grouped(&row.positions.to_string())));
    let digests = rows.map(|row| format!("{:016x}", row.digest));
    let digests = std::iter::once(format!("{:16}", "digest")).chain(digests);
    let lines = nodes.iter().zip(positions).zip(digests);
    lines.map(|((nodes, positions), digest)| format!("{nodes}  {positions}  {digest}")).collect()
}

fn nodes(nodes: u128) -> String {
    if nodes == u128::MAX { "2^128 or more".into() } else { grouped(&nodes.to_string()) }
}
