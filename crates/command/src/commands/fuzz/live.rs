//! Live progress of the targets, a line for each, on standard error.

use std::time::{Duration, Instant};

use indicatif::{HumanCount, MultiProgress, ProgressBar, ProgressStyle};

use super::libfuzzer::Counts;
use crate::commands::checkout::Target;
use crate::output::progress;

/// The lines of all running targets. Nothing is drawn if standard error is no terminal.
pub(super) struct Live {
    lines: MultiProgress,
    width: usize,
}

impl Live {
    pub(super) fn new(targets: &[Target], quiet: bool) -> Self {
        let width = targets.iter().map(|target| target.name.len()).max().unwrap_or(0);
        Self { lines: progress::lines(quiet), width }
    }

    pub(super) fn line(&self, target: &Target, time: Duration) -> Line {
        let style = ProgressStyle::with_template("{prefix} {bar:20} {msg}");
        let bar = self.lines.add(ProgressBar::new(time.as_millis() as u64));
        bar.set_style(style.expect("the template is valid"));
        bar.set_prefix(format!("{:width$}", target.name, width = self.width));
        Line { bar, time, started: Instant::now(), clauses: target.subject.clauses().len() }
    }

    /// Hides the lines while `print` writes to the terminal.
    pub(super) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.lines.suspend(print)
    }
}

/// The line of one target.
pub(super) struct Line {
    bar: ProgressBar,
    time: Duration,
    started: Instant,
    clauses: usize,
}

impl Line {
    /// Starts the clock.
    pub(super) fn start(&mut self) {
        self.started = Instant::now();
    }

    pub(super) fn show(&self, counts: &Counts) {
        let elapsed = self.started.elapsed();
        let left = self.time.saturating_sub(elapsed);
        let rate = counts.executions as f64 / elapsed.as_secs_f64().max(0.001);
        self.bar.set_position(elapsed.min(self.time).as_millis() as u64);
        let reached = counts.clauses_reached();
        let clauses = if reached > 0 {
            format!(", {reached}/{} clauses", self.clauses)
        } else {
            String::new()
        };
        self.bar.set_message(format!(
            "{} executions, {}/s, coverage {}, corpus {}{clauses}, {} s left",
            HumanCount(counts.executions),
            HumanCount(rate as u64),
            HumanCount(counts.coverage),
            HumanCount(counts.corpus),
            left.as_secs(),
        ));
    }

    pub(super) fn set_message(&self, message: &'static str) {
        self.bar.set_message(message);
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
