//! The line that shows how a walk is getting on.

use harness::perft::Progress;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};

/// A progress bar on standard error; nothing is shown where that is no terminal.
pub(super) struct Bar(ProgressBar);

impl Bar {
    pub(super) fn new(rule_set: &'static str) -> Self {
        let style = ProgressStyle::with_template("{prefix} {bar:24} {msg}");
        let bar = ProgressBar::new(0).with_prefix(rule_set);
        bar.set_style(style.expect("the template is right"));
        Self(bar)
    }

    pub(super) fn show(&self, progress: &Progress) {
        let Progress { branch, depth, side, expanded, of } = *progress;
        self.0.set_length(of as u64);
        self.0.set_position(expanded as u64);
        let branch = branch.map(|(number, count)| format!("first move {number} of {count}, "));
        self.0.set_message(format!(
            "{}depth {depth}, {side}: {} of {} positions",
            branch.unwrap_or_default(),
            HumanCount(expanded as u64),
            HumanCount(of as u64),
        ));
    }

    pub(super) fn say(&self, message: &'static str) {
        self.0.set_message(message);
    }

    pub(super) fn finish(&self) {
        self.0.finish_and_clear();
    }
}
