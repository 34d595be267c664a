//! The results of a perft run, as text and as JSON.

use std::fmt::Write;

use indicatif::HumanCount;
use serde::Serialize;
use twinboard_harness::perft::{Branch, DepthCounts, PerftEnd, PerftResult, Work};
use twinboard_harness::report::Report;

use super::ways::Ways;
use crate::output::text::{grouped, head, table};
use crate::session::Session;

/// The results of a perft run.
pub(super) struct Summary {
    pub(super) rule_set: &'static str,
    /// The name of the case that it starts from.
    pub(super) name: String,
    /// The depth given in the options, which an interrupted walk does not reach.
    pub(super) depth: u32,
    pub(super) result: PerftResult,
    pub(super) report: Option<Report>,
    /// Two ways to a position that does not determine the game.
    pub(super) ambiguity: Option<Ways>,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    ambiguity: Option<&'a Ways>,
}

#[derive(Serialize)]
pub(super) struct JsonWork {
    moves: u64,
    seconds: f64,
}

impl JsonWork {
    pub(super) fn of(work: &Work) -> Self {
        Self { moves: work.moves, seconds: work.time.as_secs_f64() }
    }
}

impl Summary {
    pub(super) fn to_json(&self, has_late_breach: bool) -> impl Serialize + '_ {
        let PerftResult { rows, branches, engine, oracle, end } = &self.result;
        Json {
            rule_set: self.rule_set,
            case: &self.name,
            depth: self.depth,
            complete: *end == PerftEnd::Done,
            interrupted: *end == PerftEnd::Stopped,
            failed: self.report.is_some() || self.ambiguity.is_some() || has_late_breach,
            rows,
            divide: branches,
            engine: JsonWork::of(engine),
            oracle: JsonWork::of(oracle),
            divergence: self.report.as_ref(),
            ambiguity: self.ambiguity.as_ref(),
        }
    }

    /// The results as text: a divergence, if any, and the counts of the finished depths.
    pub(super) fn render(&self, session: &Session) -> String {
        let mut out = match (&self.report, &self.ambiguity) {
            (Some(report), _) => format!("{}\n", session.render(report)),
            (None, Some(ways)) => {
                format!("{}\n", ways.render(self.rule_set, &session.program(), self.depth))
            }
            (None, None) => format!("{}: perft of {}\n\n", self.rule_set, self.name),
        };
        let PerftResult { rows, branches, .. } = &self.result;
        if !rows.is_empty() {
            let _ = writeln!(out, "{}", depth_rows(rows));
        }
        if !branches.is_empty() {
            let _ = writeln!(out, "below each first move, at depth {}", self.depth);
            let _ = writeln!(out, "{}", branch_rows(branches));
        }
        if self.result.engine.moves > 0 {
            let _ =
                writeln!(out, "{}", work_rows(&self.result.engine, &self.result.oracle, "moves"));
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
            PerftEnd::Ambiguous(ambiguity) => {
                let (below, depth) = (ambiguity.depth.saturating_sub(1), ambiguity.depth);
                writeln!(
                    out,
                    "{rule_set}: counted to depth {below}; a position at depth {depth} does not \
                     determine the game"
                )
            }
        };
    }
}

fn depth_rows(rows: &[DepthCounts]) -> String {
    let mut cells = vec![head(["depth", "nodes", "positions", "digest"])];
    cells.extend(rows.iter().map(|row| [vec![row.depth.to_string()], figures(row)].concat()));
    table(&cells, |column| column == 3)
}

fn branch_rows(branches: &[Branch]) -> String {
    let mut cells = vec![head(["nodes", "positions", "digest", "move"])];
    cells.extend(branches.iter().map(|one| [figures(&one.row), vec![one.title.clone()]].concat()));
    table(&cells, |column| column >= 2)
}

/// A table of the work of the sides that did some. `unit` is what they count.
pub(super) fn work_rows(engine: &Work, oracle: &Work, unit: &str) -> String {
    let row = |(side, work): (&str, &Work)| {
        let seconds = work.time.as_secs_f64();
        let rate = HumanCount((work.moves as f64 / seconds.max(1e-6)) as u64).to_string();
        let moves = HumanCount(work.moves).to_string();
        vec![side.to_owned(), moves, format!("{seconds:.3}"), rate]
    };
    let mut cells = vec![head(["side", unit, "seconds", &format!("{unit}/s")])];
    let sides = [("engine", engine), ("oracle", oracle)];
    cells.extend(sides.into_iter().filter(|(_, work)| work.moves > 0).map(row));
    table(&cells, |_| false)
}

/// Nodes, positions and digest.
fn figures(row: &DepthCounts) -> Vec<String> {
    let positions = grouped(&row.positions.to_string());
    vec![nodes(row.nodes), positions, format!("{:016x}", row.digest)]
}

pub(super) fn nodes(nodes: u128) -> String {
    if nodes == u128::MAX { "2^128 or more".into() } else { grouped(&nodes.to_string()) }
}
