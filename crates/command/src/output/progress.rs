//! Progress: bars on standard error if that is a terminal, and lines of a log if it is none.

use std::borrow::Cow;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{
    HumanCount, HumanDuration, MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle,
};
use twinboard_harness::campaign::CampaignBudget;

use crate::output;

/// Template of a bar whose message holds all figures.
pub(crate) const WITH_MESSAGE: &str = "{prefix} {bar:24} {msg}";

/// A bar with a text in front, such as the name of a rule set; hidden if `quiet`.
///
/// # Panics
///
/// If `template` is not a valid template of `indicatif`.
pub(crate) fn new(
    prefix: impl Into<Cow<'static, str>>,
    length: u64,
    template: &str,
    quiet: bool,
) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(Some(length), target).with_prefix(prefix);
    bar.set_style(style.expect("the template is valid"));
    bar
}

/// Several bars, one below the other; hidden if `quiet`.
pub(crate) fn lines(quiet: bool) -> MultiProgress {
    let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    MultiProgress::with_draw_target(target)
}

/// The bar of a campaign, whose length is the budget: a time or a number of cases.
pub(crate) struct CampaignBar {
    line: ProgressBar,
    budget: CampaignBudget,
    /// The number of corpus cases, which come on top of a budget of cases.
    corpus: u64,
}

impl CampaignBar {
    pub(crate) fn new(
        name: impl Into<Cow<'static, str>>,
        budget: CampaignBudget,
        corpus: usize,
        quiet: bool,
    ) -> Self {
        let corpus = corpus as u64;
        let length = match budget {
            CampaignBudget::Time(time) => time.as_millis() as u64,
            CampaignBudget::Cases(cases) => cases.saturating_add(corpus),
        };
        Self { line: new(name, length, WITH_MESSAGE, quiet), budget, corpus }
    }

    /// As one of several lines.
    pub(crate) fn among(mut self, lines: &MultiProgress) -> Self {
        self.line = lines.add(self.line.clone());
        self
    }

    /// Updates the bar. `counts` formats the figures, given the number of cases per second; the
    /// remaining time is appended.
    pub(crate) fn show(
        &self,
        cases: u64,
        elapsed: Duration,
        counts: impl FnOnce(HumanCount) -> String,
    ) {
        let rate = cases as f64 / elapsed.as_secs_f64().max(0.001);
        let left = match self.budget {
            CampaignBudget::Time(time) => {
                self.line.set_position(elapsed.as_millis() as u64);
                time.saturating_sub(elapsed)
            }
            CampaignBudget::Cases(total) => {
                self.line.set_position(cases);
                let left = total.saturating_add(self.corpus).saturating_sub(cases);
                Duration::try_from_secs_f64(left as f64 / rate.max(0.001)).unwrap_or_default()
            }
        };
        let counts = counts(HumanCount(rate as u64));
        self.line.set_message(format!("{counts}, {} left", HumanDuration(left)));
    }

    /// Prints a line above the bar.
    pub(crate) fn print(&self, line: String) {
        self.line.suspend(|| output::print_error_line(line));
    }

    /// Replaces the message until the next call of [`show`](Self::show).
    pub(crate) fn set_message(&self, message: impl Into<Cow<'static, str>>) {
        self.line.set_message(message);
    }
}

/// Removes the line.
impl Drop for CampaignBar {
    fn drop(&mut self) {
        self.line.finish_and_clear();
    }
}

/// Interval between two lines of a [`ProgressLog`].
const LOG_INTERVAL: Duration = Duration::from_secs(30);

/// Progress as a line now and then, if standard error is no terminal: in the log of a job, nothing
/// else shows that it makes progress.
pub(crate) struct ProgressLog {
    prefix: &'static str,
    /// Time of the next line; `None` on a terminal, which has a bar, and with `--quiet`.
    next: Option<Instant>,
}

impl ProgressLog {
    pub(crate) fn new(prefix: &'static str, quiet: bool) -> Self {
        let is_needed = !quiet && !std::io::stderr().is_terminal();
        Self { prefix, next: is_needed.then(|| Instant::now() + LOG_INTERVAL) }
    }

    /// Prints a line if one is due.
    pub(crate) fn show(&mut self, line: impl FnOnce() -> String) {
        if self.is_due(Instant::now()) {
            output::print_error_line(format_args!("{}: {}", self.prefix, line()));
        }
    }

    fn is_due(&mut self, now: Instant) -> bool {
        let is_due = self.next.is_some_and(|next| now >= next);
        if is_due {
            self.next = Some(now + LOG_INTERVAL);
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::{LOG_INTERVAL, ProgressLog};

    #[test]
    fn a_log_has_a_line_in_each_interval() {
        let start = Instant::now();
        let mut log = ProgressLog { prefix: "game", next: Some(start + LOG_INTERVAL) };
        assert!(!log.is_due(start));
        assert!(log.is_due(start + LOG_INTERVAL));
        assert!(!log.is_due(start + LOG_INTERVAL), "only once");
        assert!(log.is_due(start + 5 * LOG_INTERVAL));
        let mut on_a_terminal = ProgressLog { prefix: "game", next: None };
        assert!(!on_a_terminal.is_due(start + LOG_INTERVAL));
    }
}
