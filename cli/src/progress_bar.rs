//! Progress bars: a line on standard error that shows how far a command has come. Nothing is drawn
//! where standard error is no terminal.

use std::time::Duration;

use harness::campaign::Budget;
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};

/// The template of a bar whose message says everything else.
pub(crate) const WITH_MESSAGE: &str = "{prefix} {bar:24} {msg}";

/// A bar behind the name of a rule set.
///
/// # Panics
///
/// If `template` is none of `indicatif`.
pub(crate) fn new(rule_set: &'static str, length: u64, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    let bar = ProgressBar::new(length).with_prefix(rule_set);
    bar.set_style(style.expect("the template is right"));
    bar
}

/// The bar of a campaign. It fills with the time of its budget, or with its cases.
pub(crate) struct CampaignBar {
    line: ProgressBar,
    budget: Budget,
    /// The number of corpus cases, which come on top of a budget of cases.
    corpus: u64,
}

impl CampaignBar {
    pub(crate) fn new(rule_set: &'static str, budget: Budget, corpus: usize) -> Self {
        let corpus = corpus as u64;
        let length = match budget {
            Budget::Time(time) => time.as_millis() as u64,
            Budget::Cases(cases) => cases.saturating_add(corpus),
        };
        Self { line: new(rule_set, length, WITH_MESSAGE), budget, corpus }
    }

    /// Shows what `counts` makes of the number of cases per second, and the time that is left.
    pub(crate) fn show(
        &self,
        cases: u64,
        elapsed: Duration,
        counts: impl FnOnce(HumanCount) -> String,
    ) {
        let rate = cases as f64 / elapsed.as_secs_f64().max(0.001);
        let left = match self.budget {
            Budget::Time(time) => {
                self.line.set_position(elapsed.as_millis() as u64);
                time.saturating_sub(elapsed)
            }
            Budget::Cases(total) => {
                self.line.set_position(cases);
                let left = total.saturating_add(self.corpus).saturating_sub(cases);
                Duration::try_from_secs_f64(left as f64 / rate.max(0.001)).unwrap_or_default()
            }
        };
        let counts = counts(HumanCount(rate as u64));
        self.line.set_message(format!("{counts}, {} left", HumanDuration(left)));
    }

    /// Replaces the message until the next call of [`show`](Self::show).
    pub(crate) fn say(&self, message: &'static str) {
        self.line.set_message(message);
    }

    /// Removes the line.
    pub(crate) fn finish(&self) {
        self.line.finish_and_clear();
    }
}
