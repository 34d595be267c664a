//! `twinboard bench --horizon`: the share of positions that a solver proves within a time limit.

use std::fmt::Write;
use std::sync::atomic::Ordering::Relaxed;

use indicatif::HumanCount;
use serde::Serialize;
use twinboard_harness::bench::horizon::{self, HorizonPlan, Seen};
use twinboard_harness::report::plain;
use twinboard_registration::Registration;

use super::measurements::{DEBUG_ASSERTIONS, build};
use super::table;
use crate::args::drawing::Html;
use crate::film::{Page, Part};
use crate::output::results::Results;
use crate::output::tally::{Conclusion, Tally, conclude};
use crate::output::text::counted;
use crate::output::{Failure, failure};
use crate::session::Session;

/// The measurements of a rule set.
#[derive(Serialize)]
struct Solved {
    rule_set: &'static str,
    seed: u64,
    /// Number of positions of each kind.
    positions: u32,
    limit_seconds: f64,
    debug_assertions: bool,
    interrupted: bool,
    horizon: Vec<Seen>,
}

/// The results as JSON.
#[derive(Serialize)]
struct AllSolved<'a> {
    rule_sets: &'a [Solved],
}

impl Solved {
    fn tally(&self) -> Tally {
        let tried: u64 = self.horizon.iter().map(|seen| u64::from(seen.tried)).sum();
        Tally::new("position", "tried")
            .named(self.rule_set)
            .with(tried)
            .hint("choose more --positions")
            .interrupted_if(self.interrupted)
    }
}

pub(super) fn run(
    session: &Session,
    named: &[String],
    plan: &HorizonPlan,
    results: &Results,
    page: &Html,
) -> Result<Conclusion, Failure> {
    let mut horizons = Vec::new();
    for subject in session.subjects_named(named)? {
        let registration = session.registration(subject.name());
        match registration.and_then(Registration::solver_positions) {
            Some(horizon) => horizons.push((subject.name(), horizon)),
            None if named.is_empty() => {}
            None => return Err(Failure::Usage(format!("{} has no solver", subject.name()))),
        }
    }
    let stop = session.catch_signals();
    let mut shown = results.show(build(), false);
    let mut all_results = Vec::new();
    for (rule_set, horizon) in horizons {
        let total = u64::from(plan.positions) * horizon.kinds().len() as u64;
        let template = "{prefix} {bar:24} {pos} of {len}, {eta} left";
        let bar = results.bar(rule_set, total, template);
        let mut progress = |done| bar.set_position(done);
        let seen = horizon::run(horizon.as_ref(), plan, &stop, &mut progress);
        bar.finish_and_clear();
        let solved = Solved {
            rule_set,
            seed: plan.seed,
            positions: plan.positions,
            limit_seconds: plan.limit.as_secs_f64(),
            debug_assertions: DEBUG_ASSERTIONS,
            interrupted: stop.load(Relaxed),
            horizon: seen,
        };
        shown = shown.and_then(|()| results.show(&render(&solved), false));
        all_results.push(solved);
        if stop.load(Relaxed) || shown.is_err() {
            break;
        }
    }
    let written = results.write(("bench --horizon", &AllSolved { rule_sets: &all_results }));
    let drawn = page.write(session, || page_of(&all_results));
    let mut tallies: Vec<Tally> = all_results.iter().map(Solved::tally).collect();
    if tallies.is_empty() {
        tallies.push(Tally::new("position", "tried").hint("no rule set has a solver"));
    }
    conclude(&tallies, false, failure::both(shown, failure::both(written, drawn)))
}

/// The tables as a page.
fn page_of(all: &[Solved]) -> Page {
    let part = |results: &Solved| Part {
        title: results.rule_set.to_owned(),
        text: plain(&render(results)),
        ..Part::default()
    };
    Page {
        title: "Positions solved within a time".to_owned(),
        parts: all.iter().map(part).collect(),
        ..Page::default()
    }
}

/// Renders a table for each kind of boards and each criterion for grouping its positions.
fn render(results: &Solved) -> String {
    let mut out = String::new();
    let same_table = |one: &Seen, other: &Seen| {
        (&one.kind.boards, one.kind.by) == (&other.kind.boards, other.kind.by)
    };
    for table in results.horizon.chunk_by(same_table) {
        let mut names: Vec<&str> =
            table.iter().flat_map(|seen| seen.counts.keys().copied()).collect();
        names.sort_unstable();
        names.dedup();
        let mut rows = vec![vec![table[0].kind.by.to_owned(), "proved".into(), "mean time".into()]];
        rows[0].extend(names.iter().map(|name| format!("{name} per s")));
        rows.extend(table.iter().map(|seen| row(seen, &names)));
        let _ = writeln!(out, "{}", table[0].kind.boards);
        table::render_rows(&mut out, &rows);
        out.push('\n');
    }
    let tried: u32 = results.horizon.iter().map(|seen| seen.tried).sum();
    let proved: u32 = results.horizon.iter().map(|seen| seen.proved).sum();
    let interrupted = if results.interrupted { ", interrupted" } else { "" };
    let _ = writeln!(
        out,
        "{}: {proved} of {} proved, each with an empty cache within {} s of CPU time (seed {}){interrupted}",
        results.rule_set,
        counted(tried.into(), "position"),
        results.limit_seconds,
        results.seed
    );
    out
}

fn row(seen: &Seen, names: &[&str]) -> Vec<String> {
    let time = match seen.tried {
        0 => "–".into(),
        tried => table::time(seen.seconds / f64::from(tried) * 1e9),
    };
    let mut row = vec![seen.kind.range.to_owned(), format!("{}/{}", seen.proved, seen.tried), time];
    row.extend(names.iter().map(|&name| {
        let count = seen.counts.get(name).copied().unwrap_or(0);
        let per_second = count as f64 / seen.seconds.max(f64::MIN_POSITIVE);
        HumanCount(if count == 0 { 0 } else { per_second.round() as u64 }).to_string()
    }));
    row
}
