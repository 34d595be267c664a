//! Progress: bars on standard error if that is a terminal, and lines of a log if it is none.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use anstream::ColorChoice;
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

// The log of a job on GitHub Actions, in which some lines are commands for the service.
//
// The reports of a command have text that came from the programs it ran. In such a text nothing may
// be a command; the annotations of this program are printed by [`print_command`] alone.

static IS_PROTECTED: AtomicBool = AtomicBool::new(false);

/// From now on [`text`] has no commands. For commands whose output is a report: other output may be a
/// file that is read again.
pub(crate) fn protect() {
    IS_PROTECTED.store(true, Relaxed);
}

/// A text for a stream of this process, which handles colours in this way.
pub(crate) fn text(text: impl Display, colours: ColorChoice) -> String {
    let text = text.to_string();
    if !IS_PROTECTED.load(Relaxed) {
        return text;
    }
    // What the stream would remove must not hide a command.
    match colours {
        ColorChoice::Never => without_commands(&anstream::adapter::strip_str(&text).to_string()),
        _ => without_commands(&text),
    }
}

/// Prints a line that is a command for the service.
pub(crate) fn print_command(line: &str) {
    // Nobody reads the control characters of a name. A failure could not be reported anywhere.
    let line = line.replace(char::is_control, "");
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// A text in which no line is a command: the service takes `::` at the beginning of a line, after
/// blanks, and `##[` anywhere. The first character of each is escaped as in JSON, since the text may
/// be JSON, in which `##[` can be in a string only.
fn without_commands(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive(['\n', '\r']) {
        let is_blank =
            |c: char| c.is_whitespace() || c.is_control() || "\u{200b}\u{feff}".contains(c);
        let rest = line.trim_start_matches(is_blank);
        let (blanks, _) = line.split_at(line.len() - rest.len());
        out += blanks;
        let rest = match rest.strip_prefix("::") {
            Some(rest) => {
                out += "\\u003a:";
                rest
            }
            None => rest,
        };
        out += &rest.replace("##[", "\\u0023#[");
    }
    out
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::{LOG_INTERVAL, ProgressLog, without_commands};

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

    #[test]
    fn no_line_of_a_text_is_a_command() {
        for (hostile, expected) in [
            ("::error::x\n", "\\u003a:error::x\n"),
            ("a\n \t\u{a0}::stop-commands::x", "a\n \t\u{a0}\\u003a:stop-commands::x"),
            ("a\r::error::x\r\n::y", "a\r\\u003a:error::x\r\n\\u003a:y"),
            ("a ###[error]##[b]", "a #\\u0023#[error]\\u0023#[b]"),
            ("::a##[b]", "\\u003a:a\\u0023#[b]"),
            ("\u{feff}::x", "\u{feff}\\u003a:x"),
            ("at a::b, 1:2: # [x]\n\n", "at a::b, 1:2: # [x]\n\n"),
        ] {
            assert_eq!(without_commands(hostile), expected, "{hostile:?}");
        }
    }

    #[test]
    fn json_keeps_its_meaning() {
        let value = serde_json::json!({ "a##[error]\\##[": ["::x", "\n::y", "\\\"##["] });
        for text in [value.to_string(), serde_json::to_string_pretty(&value).unwrap()] {
            let printed = without_commands(&text);
            assert!(!printed.contains("##["), "{printed}");
            assert_eq!(serde_json::from_str::<serde_json::Value>(&printed).unwrap(), value);
        }
    }
}
