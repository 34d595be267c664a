//! Live progress of the targets, a line for each, on standard error.

use std::time::Duration;

use indicatif::{HumanCount, MultiProgress};
use twinboard_harness::campaign::CampaignBudget;

use super::libfuzzer::Counts;
use crate::commands::checkout::Target;
use crate::output::progress::{self, CampaignBar};

/// The lines of all running targets. Nothing is drawn if standard error is no terminal.
pub(super) struct Live {
    lines: MultiProgress,
    quiet: bool,
    width: usize,
}

impl Live {
    pub(super) fn new(targets: &[Target], quiet: bool) -> Self {
        let width = targets.iter().map(|target| target.name.len()).max().unwrap_or(0);
        Self { lines: progress::lines(quiet), quiet, width }
    }

    /// The line of a target.
    pub(super) fn line(&self, target: &Target, time: Duration) -> CampaignBar {
        let name = format!("{:width$}", target.name, width = self.width);
        CampaignBar::new(name, CampaignBudget::Time(time), 0, self.quiet).among(&self.lines)
    }

    /// Hides the lines while `print` writes to the terminal.
    pub(super) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.lines.suspend(print)
    }
}

/// Shows the counts of a target that runs.
pub(super) fn show(line: &CampaignBar, target: &Target, counts: &Counts, elapsed: Duration) {
    let reached = counts.clauses_reached();
    let clauses = match reached {
        0 => String::new(),
        _ => format!(", {reached}/{} clauses", target.subject.clauses().len()),
    };
    line.show(counts.executions, elapsed, |rate| {
        format!(
            "{} executions, {rate}/s, coverage {}, corpus {}{clauses}",
            HumanCount(counts.executions),
            HumanCount(counts.coverage),
            HumanCount(counts.corpus),
        )
    });
}
