//! What a fuzz target tells whoever runs it, once a second, as a line among those of the fuzzer.
//!
//! A fuzzer knows how many inputs it has tried and how much code they reached; it does not know
//! how many of them were cases, how far those were played, and what of the rules they showed.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::fuzz::Tried;
use crate::stats::Stats;

/// The environment variable that asks a fuzz target for telemetry. Whoever sets it also shrinks
/// and reports what is found, so the target does not.
pub const TELEMETRY_VARIABLE: &str = "TWINBOARD_TELEMETRY";

/// How often a fuzz target tells of itself.
const INTERVAL: Duration = Duration::from_secs(1);
/// What sets the lines apart from those of the fuzzer.
const MARK: &str = "twinboard-telemetry ";
/// Executions with more accepted moves than this are counted as ones with so many.
const ACCEPTED_MAX: usize = 255;

/// What a fuzz target went through since it was started.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Telemetry {
    /// Inputs that were tried.
    pub executions: u64,
    /// Those of them that were cases, by how many moves were accepted: none, one, …; 255 is that many or more.
    pub by_accepted: Vec<u64>,
    /// How often each clause had something to see, in the order of the rule set's clauses.
    pub clauses: Vec<u64>,
}

impl Telemetry {
    /// Reads a line that a fuzz target has printed; `None` if it is another line.
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        serde_json::from_str(line.strip_prefix(MARK)?).ok()
    }

    /// The line that [`read`](Self::read) reads.
    ///
    /// # Panics
    ///
    /// Never: plain data can be written.
    #[must_use]
    pub fn line(&self) -> String {
        format!("{MARK}{}", serde_json::to_string(self).expect("plain data can be written"))
    }

    /// How many of the inputs were cases.
    #[must_use]
    pub fn readable(&self) -> u64 {
        self.by_accepted.iter().sum()
    }

    /// The share of the inputs that were cases; `None` before the first input.
    #[must_use]
    pub fn share_readable(&self) -> Option<f64> {
        (self.executions > 0).then(|| self.readable() as f64 / self.executions as f64)
    }

    /// How many moves were accepted in the median case; `None` before the first case.
    #[must_use]
    pub fn median_accepted(&self) -> Option<usize> {
        let mut left = self.readable().div_ceil(2);
        self.by_accepted.iter().position(|&cases| {
            let reached = left > 0 && cases >= left;
            left = left.saturating_sub(cases);
            reached
        })
    }

    /// Counts an input and what came of it.
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
        self.clauses.resize(self.clauses.len().max(stats.clauses.len()), 0);
        for (sum, count) in self.clauses.iter_mut().zip(&stats.clauses) {
            *sum += count;
        }
    }
}

/// Counts, and says when it is time to tell.
#[derive(Debug)]
pub struct Reporter {
    telemetry: Telemetry,
    printed: Instant,
}

impl Reporter {
    /// One that beats if the environment asks for it.
    #[must_use]
    pub fn asked_for() -> Option<Self> {
        std::env::var_os(TELEMETRY_VARIABLE)?;
        Some(Self { telemetry: Telemetry::default(), printed: Instant::now() })
    }

    /// Counts an input; gives the line to be printed if it is time for one.
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

    use super::{ACCEPTED_MAX, INTERVAL, Reporter, TELEMETRY_VARIABLE, Telemetry};
    use crate::fuzz::Tried;
    use crate::stats::Stats;

    fn agreed(accepted: u64, clauses: &[u64]) -> Tried {
        Tried::Agreed(Box::new(Stats { accepted, clauses: clauses.into(), ..Stats::default() }))
    }

    #[test]
    fn a_telemetry_reads_back_from_its_line_and_from_no_other() {
        let mut telemetry = Telemetry::default();
        telemetry.count(&Tried::Unreadable);
        telemetry.count(&agreed(2, &[0, 5]));
        assert_eq!(Telemetry::read(&telemetry.line()), Some(telemetry.clone()));
        assert_eq!(Telemetry::read("#12 NEW cov: 3 ft: 4"), None);
        assert_eq!((telemetry.executions, telemetry.readable()), (2, 1));
        assert_eq!(telemetry.share_readable(), Some(0.5));
    }

    #[test]
    fn the_median_is_of_cases_alone() {
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
    fn of_two_cases_the_median_is_the_lower_one() {
        let mut telemetry = Telemetry::default();
        telemetry.count(&agreed(0, &[]));
        assert_eq!(telemetry.median_accepted(), Some(0));
        telemetry.count(&agreed(9, &[]));
        assert_eq!(telemetry.median_accepted(), Some(0));
        telemetry.count(&agreed(9, &[]));
        assert_eq!(telemetry.median_accepted(), Some(9));
    }

    #[test]
    fn without_a_case_there_is_no_share_and_no_median() {
        assert_eq!(Telemetry::default().share_readable(), None);
        let none = Telemetry { by_accepted: vec![0, 0], ..Telemetry::default() };
        assert_eq!(none.median_accepted(), None);
    }

    #[test]
    fn a_line_is_due_once_in_an_interval() {
        let mut reporter = Reporter { telemetry: Telemetry::default(), printed: Instant::now() };
        assert_eq!(reporter.count(&agreed(2, &[])), None);
        reporter.printed =
            Instant::now().checked_sub(INTERVAL).expect("the machine runs for so long");
        let line = reporter.count(&Tried::Unreadable).expect("it is time");
        assert_eq!(Telemetry::read(&line).unwrap().executions, 2);
        assert_eq!(reporter.count(&Tried::Unreadable), None);
    }

    #[test]
    fn reports_if_the_environment_asks_for_it() {
        const SELF: &str = "telemetry::tests::reports_if_the_environment_asks_for_it";
        if std::env::var_os(TELEMETRY_VARIABLE).is_some() {
            assert!(Reporter::asked_for().is_some());
            return;
        }
        assert!(Reporter::asked_for().is_none());
        // The environment of a process stays as it is, so another one is asked.
        let mut again = Command::new(std::env::current_exe().unwrap());
        let asked = again.args(["--exact", SELF]).env(TELEMETRY_VARIABLE, "1").output().unwrap();
        assert!(asked.status.success(), "{asked:?}");
    }
}
