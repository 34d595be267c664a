//! The line that shows how a check is getting on.

use std::time::Duration;

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};

use super::campaign::{Budget, Progress};

/// A progress bar on standard error; nothing is shown where that is no terminal.
pub(super) struct Bar {
    line: ProgressBar,
    budget: Budget,
    corpus: u64,
}

impl Bar {
    pub(super) fn new(name: &'static str, budget: Budget, corpus: usize) -> Self {
        let corpus = corpus as u64;
        let length = match budget {
            Budget::Time(time) => time.as_millis() as u64,
            Budget::Cases(cases) => cases.saturating_add(corpus),
        };
        let style = ProgressStyle::with_template("{prefix} {bar:24} {msg}");
        let line = ProgressBar::new(length).with_prefix(name);
        line.set_style(style.expect("the template is right"));
        Self { line, budget, corpus }
    }

    pub(super) fn show(&self, progress: &Progress, elapsed: Duration) {
        let rate = progress.cases as f64 / elapsed.as_secs_f64().max(0.001);
        let left = match self.budget {
            Budget::Time(time) => {
                self.line.set_position(elapsed.as_millis() as u64);
                time.saturating_sub(elapsed)
            }
            Budget::Cases(cases) => {
                self.line.set_position(progress.cases);
                let left = cases.saturating_add(self.corpus).saturating_sub(progress.cases);
                Duration::try_from_secs_f64(left as f64 / rate.max(0.001)).unwrap_or_default()
            }
        };
        self.line.set_message(format!(
            "{} cases in {} runs, {}/s, {} left",
            HumanCount(progress.cases),
            HumanCount(progress.runs),
            HumanCount(rate as u64),
            HumanDuration(left),
        ));
    }

    pub(super) fn say(&self, message: &'static str) {
        self.line.set_message(message);
    }

    pub(super) fn finish(&self) {
        self.line.finish_and_clear();
    }
}
