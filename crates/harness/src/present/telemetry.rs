//! Telemetry of a fuzz target: one line of JSON per second for its parent process, among the lines
//! of the fuzzer.
//!
//! A fuzzer reports its executions and their coverage; telemetry adds the number of readable cases,
//! the length of their games, and the clauses of the rules that they reached. A target prints it
//! only if [`TELEMETRY_VARIABLE`] is set, and then shrinks nothing unless it is asked for a
//! [`REPORT`]: its parent replays and shrinks the input.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::model::stats::Stats;
use crate::present::fuzz::{Shrinks, Tried};
use crate::present::report::Report;

/// Environment variable that asks a fuzz target for telemetry. The process that sets it shrinks and
/// reports failures itself, unless the value is [`REPORT`].
pub const TELEMETRY_VARIABLE: &str = "TWINBOARD_TELEMETRY";

/// Value of the variable with which a target shrinks a case that fails, and reports it in its last
/// line of telemetry.
pub const REPORT: &str = "report";

/// Shortest time between two lines.
const INTERVAL: Duration = Duration::from_secs(1);
/// Prefix that distinguishes telemetry from the lines of the fuzzer.
const MARK: &str = "twinboard-telemetry ";
/// Last class of [`Telemetry::by_accepted`]: executions with this number of accepted moves or more.
const ACCEPTED_MAX: usize = 255;

/// Counters of a fuzz target since its start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Telemetry {
    /// Name of the engine that the target plays; `None` for the registered one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// Number of places of the engine's code that ran, if it runs in another process and reports
    /// them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine_places: Option<u64>,
    /// The same after the corpus was read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine_places_at_first: Option<u64>,
    /// Number of executions.
    pub executions: u64,
    /// Histogram of the executions that were readable cases, by the number of accepted moves from
    /// 0; the class 255 includes all longer games.
    pub by_accepted: Vec<u64>,
    /// Number of steps that reached each clause, in the order of the rule set's clauses.
    pub clauses: Vec<u64>,
    /// Number of cases that ended at each known difference of the engine.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<u64>,
    /// True if the target is built with `panic = "abort"`: a panic of a side ends the process then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub aborts: bool,
    /// Why the target ends, if that is no divergence: the engine broke the protocol beside a case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// The case that failed, if the target is asked for a [`REPORT`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<TargetReport>,
}

/// The report of a fuzz target on a case that fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TargetReport {
    /// The finding in a line.
    pub headline: String,
    /// The smallest case found.
    pub case: Option<String>,
    /// [`Report::cut_short`].
    pub cut_short: bool,
    /// The report with terminal styles.
    pub text: String,
}

impl TargetReport {
    fn of(report: &Report) -> Self {
        Self {
            headline: report.divergence.to_string(),
            case: report.text().map(str::to_owned),
            cut_short: report.cut_short,
            text: report.render(),
        }
    }
}

impl Telemetry {
    /// Parses a line of a fuzz target's output; `None` if it is not telemetry.
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        serde_json::from_str(line.strip_prefix(MARK)?).ok()
    }

    /// Formats the line that [`read`](Self::read) parses.
    ///
    /// # Panics
    ///
    /// Never: plain data can be written.
    #[must_use]
    pub fn line(&self) -> String {
        format!("{MARK}{}", serde_json::to_string(self).expect("plain data can be written"))
    }

    /// Number of executions that were readable cases.
    #[must_use]
    pub fn readable(&self) -> u64 {
        self.by_accepted.iter().sum()
    }

    /// Share of the executions that were readable cases, from 0 to 1; `None` before the first
    /// execution.
    #[must_use]
    pub fn share_readable(&self) -> Option<f64> {
        (self.executions > 0).then(|| self.readable() as f64 / self.executions as f64)
    }

    /// Median number of accepted moves per case, the lower one of two; `None` before the first
    /// case.
    #[must_use]
    pub fn median_accepted(&self) -> Option<usize> {
        let mut left = self.readable().div_ceil(2);
        self.by_accepted.iter().position(|&cases| {
            let reached = left > 0 && cases >= left;
            left = left.saturating_sub(cases);
            reached
        })
    }

    /// Counts an execution. Only cases without a failure enter the other counters.
    pub fn count(&mut self, tried: &Tried) {
        self.executions += 1;
        if let Tried::Agreed(stats) = tried {
            self.add(stats);
        }
    }

    fn add(&mut self, stats: &Stats) {
        let accepted = usize::try_from(stats.accepted).unwrap_or(ACCEPTED_MAX).min(ACCEPTED_MAX);
        let length = self.by_accepted.len().max(accepted + 1);
        self.by_accepted.resize(length, 0);
        self.by_accepted[accepted] += 1;
        add_counts(&mut self.clauses, &stats.clauses);
        add_counts(&mut self.known, &stats.known);
    }

    /// Adds the counters of another process that runs the same target.
    pub fn merge(&mut self, other: &Self) {
        self.engine = self.engine.take().or_else(|| other.engine.clone());
        self.engine_places = self.engine_places.max(other.engine_places);
        self.engine_places_at_first = self.engine_places_at_first.max(other.engine_places_at_first);
        self.aborts |= other.aborts;
        self.failure = self.failure.take().or_else(|| other.failure.clone());
        self.report = self.report.take().or_else(|| other.report.clone());
        self.executions += other.executions;
        add_counts(&mut self.by_accepted, &other.by_accepted);
        add_counts(&mut self.clauses, &other.clauses);
        add_counts(&mut self.known, &other.known);
    }
}

/// Adds counts to sums, place by place.
fn add_counts(sums: &mut Vec<u64>, counts: &[u64]) {
    sums.resize(sums.len().max(counts.len()), 0);
    for (sum, count) in sums.iter_mut().zip(counts) {
        *sum += count;
    }
}

/// Counts executions and decides when a line is due.
#[derive(Debug)]
pub struct Reporter {
    telemetry: Telemetry,
    printed: Instant,
    shrinks: Shrinks,
}

impl Reporter {
    /// A reporter for a target that plays this engine, if the environment asks for telemetry.
    #[must_use]
    pub fn asked_for(engine: Option<&str>) -> Option<Self> {
        let value = std::env::var_os(TELEMETRY_VARIABLE)?;
        let shrinks = if value == REPORT { Shrinks::Here } else { Shrinks::Elsewhere };
        let engine = engine.map(str::to_owned);
        let aborts = cfg!(panic = "abort");
        let telemetry = Telemetry { engine, aborts, ..Telemetry::default() };
        Some(Self { telemetry, printed: Instant::now(), shrinks })
    }

    /// The process that shrinks a case that fails.
    #[must_use]
    pub fn shrinks(&self) -> Shrinks {
        self.shrinks
    }

    /// The line to print before the first execution, which may fail: it names the engine.
    #[must_use]
    pub fn first_line(&self) -> String {
        self.telemetry.line()
    }

    /// Sets the number of places of the engine that ran so far.
    pub fn set_engine_places(&mut self, places: u64) {
        self.telemetry.engine_places = Some(places);
    }

    /// The line to print before the target ends itself for this reason.
    pub fn last_line(&mut self, failure: &str) -> String {
        self.telemetry.failure = Some(failure.to_owned());
        self.telemetry.line()
    }

    /// The line to print after a case that failed.
    pub fn report_line(&mut self, report: &Report) -> String {
        let is_wanted = self.shrinks == Shrinks::Here;
        self.telemetry.report = is_wanted.then(|| TargetReport::of(report));
        self.telemetry.line()
    }

    /// Notes that the corpus has been read, at the first call.
    pub fn note_corpus(&mut self) {
        let places = self.telemetry.engine_places;
        let first = &mut self.telemetry.engine_places_at_first;
        *first = first.or(places);
    }

    /// Counts an execution and returns the line to print, if one is due.
    pub fn count(&mut self, tried: &Tried) -> Option<String> {
        self.telemetry.count(tried);
        if self.printed.elapsed() < INTERVAL {
            return None;
        }
        self.printed = Instant::now();
        Some(self.telemetry.line())
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::time::Instant;

    use super::{ACCEPTED_MAX, Reporter, TELEMETRY_VARIABLE, Telemetry};
    use crate::model::stats::Stats;
    use crate::present::fuzz::{Shrinks, Tried};

    fn agreed(accepted: u64, clauses: &[u64]) -> Tried {
        Tried::Agreed(Box::new(Stats { accepted, clauses: clauses.into(), ..Stats::default() }))
    }

    #[test]
    fn counters_of_two_processes_are_added() {
        let of = |executions, by_accepted: &[u64], clauses: &[u64], known: &[u64]| Telemetry {
            engine: Some("fast".into()).filter(|_| executions > 2),
            executions,
            by_accepted: by_accepted.into(),
            clauses: clauses.into(),
            known: known.into(),
            engine_places: Some(executions),
            engine_places_at_first: Some(1),
            failure: Some("EP-36".into()).filter(|_| executions > 2),
            ..Telemetry::default()
        };
        let mut sum = of(2, &[0, 0, 2], &[1, 5], &[]);
        sum.merge(&of(3, &[1, 1], &[4], &[2, 3]));
        // Two processes reach many of the same places.
        let places = Some(3);
        let both = of(5, &[1, 1, 2], &[5, 5], &[2, 3]);
        assert_eq!(sum, Telemetry { engine_places: places, ..both });
        sum.merge(&of(1, &[], &[], &[1]));
        let all = of(6, &[1, 1, 2], &[5, 5], &[3, 3]);
        assert_eq!(sum, Telemetry { engine_places: places, ..all }, "the engine is known");
    }

    #[test]
    fn telemetry_is_parsed_from_its_line_and_its_median_ignores_unreadable_inputs() {
        let mut telemetry = Telemetry::default();
        telemetry.count(&Tried::Unreadable);
        telemetry.count(&agreed(2, &[0, 5]));
        assert_eq!(Telemetry::read(&telemetry.line()), Some(telemetry.clone()));
        assert_eq!(Telemetry::read("#12 NEW cov: 3 ft: 4"), None);
        assert_eq!((telemetry.executions, telemetry.readable()), (2, 1));
        assert_eq!(telemetry.share_readable(), Some(0.5));
        let mut telemetry = Telemetry::default();
        assert_eq!(telemetry.median_accepted(), None);
        for accepted in [7, 0, 3, 4, 900] {
            telemetry.count(&agreed(accepted, &[1]));
            telemetry.count(&Tried::Unreadable);
        }
        assert_eq!(telemetry.median_accepted(), Some(4));
        assert_eq!(telemetry.by_accepted.len(), ACCEPTED_MAX + 1);
        assert_eq!(telemetry.clauses, [5]);
    }

    #[test]
    fn places_of_the_engine_are_told_with_those_after_the_corpus() {
        let mut reporter = Reporter {
            telemetry: Telemetry::default(),
            printed: Instant::now(),
            shrinks: Shrinks::Elsewhere,
        };
        let places = |reporter: &Reporter| {
            let read = Telemetry::read(&reporter.first_line()).unwrap();
            (read.engine_places, read.engine_places_at_first)
        };
        reporter.note_corpus();
        assert_eq!(places(&reporter), (None, None), "no other process");
        reporter.set_engine_places(7);
        reporter.note_corpus();
        reporter.set_engine_places(9);
        reporter.note_corpus();
        assert_eq!(places(&reporter), (Some(9), Some(7)));
        let last = Telemetry::read(&reporter.last_line("EP-36: \u{2026}\n> 4 coverage")).unwrap();
        assert_eq!(last.failure.as_deref(), Some("EP-36: \u{2026}\n> 4 coverage"));
        assert_eq!(last.engine_places, Some(9), "the rest stays");
    }

    #[test]
    fn telemetry_is_printed_only_if_the_environment_asks_for_it() {
        const SELF: &str =
            "telemetry::tests::telemetry_is_printed_only_if_the_environment_asks_for_it";
        if std::env::var_os(TELEMETRY_VARIABLE).is_some() {
            let reporter = Reporter::asked_for(Some("fast")).expect("it is asked for");
            let first = Telemetry::read(&reporter.first_line()).expect("the first line");
            assert_eq!((first.engine.as_deref(), first.executions), (Some("fast"), 0));
            return;
        }
        assert!(Reporter::asked_for(None).is_none());
        // A test must not change its own environment, so it runs itself in a child process.
        let mut again = Command::new(std::env::current_exe().unwrap());
        let asked = again.args(["--exact", SELF]).env(TELEMETRY_VARIABLE, "1").output().unwrap();
        assert!(asked.status.success(), "{asked:?}");
    }
}
