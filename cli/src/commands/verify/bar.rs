//! The line that shows how a campaign is getting on.

use std::time::Duration;

use harness::Subject;
use harness::campaign::{Budget, Plan, Progress};
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};

/// A progress bar on standard error; nothing is shown where that is no terminal.
pub(super) struct Bar {
    line: ProgressBar,
    budget: Budget,
    corpus: u64,
    clauses: usize,
}

impl Bar {
    pub(super) fn new(subject: &dyn Subject, plan: &Plan) -> Self {
        let length = match plan.budget {
            Budget::Time(time) => time.as_millis() as u64,
            Budget::Cases(cases) => cases.saturating_add(plan.corpus.len() as u64),
        };
        let style = ProgressStyle::with_template("{prefix} {bar:24} {msg}");
        let bar = ProgressBar::new(length).with_prefix(subject.name());
        bar.set_style(style.expect("the template is right"));
        let corpus = plan.corpus.len() as u64;
        Self { line: bar, budget: plan.budget, corpus, clauses: subject.clauses().len() }
    }

    pub(super) fn show(&self, progress: &Progress) {
        let (stats, elapsed) = (&progress.stats, progress.elapsed);
        let rate = stats.cases as f64 / elapsed.as_secs_f64().max(0.001);
        let left = match self.budget {
            Budget::Time(time) => {
                self.line.set_position(elapsed.as_millis() as u64);
                time.saturating_sub(elapsed)
            }
            Budget::Cases(cases) => {
                self.line.set_position(stats.cases);
                let left = cases.saturating_add(self.corpus).saturating_sub(stats.cases);
                Duration::try_from_secs_f64(left as f64 / rate.max(0.001)).unwrap_or_default()
            }
        };
        let reached = stats.clauses.iter().filter(|&&count| count > 0).count();
        self.line.set_message(format!(
            "{} cases, {} steps, {}/s, {reached}/{} clauses, {} left",
            HumanCount(stats.cases),
            HumanCount(stats.steps),
            HumanCount(rate as u64),
            self.clauses,
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
