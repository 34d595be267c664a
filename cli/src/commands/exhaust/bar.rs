//! The line that shows how it is getting on.

use std::time::{Duration, Instant};

use harness::exhaust::Progress;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use crate::failure::Failure;

/// After so long what failed is tried again.
const AGAIN: Duration = Duration::from_secs(10);

/// A progress bar on standard error; nothing is shown where that is no terminal.
pub(super) struct Bar {
    bar: ProgressBar,
    /// Until when no more is said of what cannot be kept.
    quiet: Option<Instant>,
}

impl Bar {
    pub(super) fn new(rule_set: &'static str) -> Self {
        let style = ProgressStyle::with_template("{prefix} {bar:24} {percent:>3} %  {msg}");
        let bar = ProgressBar::new(0).with_prefix(rule_set);
        bar.set_style(style.expect("the template is right"));
        Self { bar, quiet: None }
    }

    pub(super) fn show(&self, progress: &Progress<'_>) {
        let Progress { finished, shapes, shape, work: (done, all), .. } = *progress;
        self.bar.set_length(all);
        let is_first = self.bar.position() == 0;
        self.bar.set_position(done);
        if is_first {
            // What was done before took no time now.
            self.bar.reset_eta();
        }
        // Small shapes come first and are soon done, so what is left goes as the last of it went.
        let left = if done > 0 {
            format!(", {} left", HumanDuration(self.bar.eta()))
        } else {
            String::new()
        };
        let number = (finished.len() + 1).min(shapes);
        let (rows, columns) = (shape.rows, shape.columns);
        self.bar.set_message(format!("{rows} × {columns}, shape {number} of {shapes}{left}"));
    }

    pub(super) fn say(&self, message: &'static str) {
        self.bar.set_message(message);
    }

    /// Whether it is time to try again what failed.
    pub(super) fn may_try(&self) -> bool {
        self.quiet.is_none_or(|quiet| Instant::now() >= quiet)
    }

    /// Says above the bar what failed; it is tried again after a while.
    pub(super) fn warn(&mut self, failure: &Failure) {
        self.bar.suspend(|| failure.report());
        self.quiet = Some(Instant::now() + AGAIN);
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
