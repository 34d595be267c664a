//! The results of a perft run, as text and as JSON.

use std::fmt::Write;
use std::iter;

use indicatif::HumanCount;
use serde::Serialize;
use twinboard_harness::perft::{Branch, DepthCounts, PerftEnd, PerftResult, Work};
use twinboard_harness::report::Report;

use crate::registry;
use crate::table::aligned;
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
    let head = ["depth", "nodes", "positions", "digest"].map(str::to_owned).to_vec();
    let rows = rows.iter().map(|row| [vec![row.depth.to_string()], figures(row)].concat());
    *out += &aligned(iter::once(head).chain(rows), |column| column == 3);
    out.push('\n');
}

fn render_branches(out: &mut String, branches: &[Branch]) {
    let head = ["nodes", "positions", "digest", "move"].map(str::to_owned).to_vec();
    let row = |branch: &Branch| [figures(&branch.row), vec![branch.title.clone()]].concat();
    *out += &aligned(iter::once(head).chain(branches.iter().map(row)), |column| column >= 2);
    out.push('\n');
}

fn render_work(out: &mut String, PerftResult { engine, oracle, .. }: &PerftResult) {
    let row = |(side, work): (&str, &Work)| {
        let seconds = work.time.as_secs_f64();
        let rate = HumanCount((work.moves as f64 / seconds.max(1e-6)) as u64);
        let moves = HumanCount(work.moves);
        vec![side.to_owned(), moves.to_string(), format!("{seconds:.3}"), rate.to_string()]
    };
    let head = ["side", "moves", "seconds", "moves/s"].map(str::to_owned).to_vec();
    let rows = [("engine", engine), ("oracle", oracle)].map(row);
    *out += &aligned(iter::once(head).chain(rows), |_| false);
    out.push('\n');
}

/// The nodes, positions and digest.
fn figures(row: &DepthCounts) -> Vec<String> {
    let positions = grouped(&row.positions.to_string());
    vec![nodes(row.nodes), positions, format!("{:016x}", row.digest)]
}

fn nodes(nodes: u128) -> String {
    if nodes == u128::MAX { "2^128 or more".into() } else { grouped(&nodes.to_string()) }
}
