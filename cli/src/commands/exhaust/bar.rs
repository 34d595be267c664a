//! The line that shows how it is getting on.

use harness::exhaust::Progress;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

/// A progress bar on standard error; nothing is shown where that is no terminal.
pub(super) struct Bar(ProgressBar);

impl Bar {
    pub(super) fn new(rule_set: &'static str) -> Self {
        let style = ProgressStyle::with_template("{prefix} {bar:24} {percent:>3} %  {msg}");
        let bar = ProgressBar::new(0).with_prefix(rule_set);
        bar.set_style(style.expect("the template is right"));
        Self(bar)
    }

    pub(super) fn show(&self, progress: &Progress<'_>) {
        let Progress { finished, shapes, shape, work: (done, all), .. } = *progress;
        self.0.set_length(all);
        let is_first = self.0.position() == 0;
        self.0.set_position(done);
        if is_first {
            // What was done before took no time now.
            self.0.reset_eta();
        }
        // Small shapes come first and are soon done, so what is left goes as the last of it went.
        let left = if done > 0 {
            format!(", {} left", HumanDuration(self.0.eta()))
        } else {
            String::new()
        };
        let number = (finished.len() + 1).min(shapes);
        let (rows, columns) = (shape.rows, shape.columns);
        self.0.set_message(format!("{rows} × {columns}, shape {number} of {shapes}{left}"));
    }

    pub(super) fn say(&self, message: &'static str) {
        self.0.set_message(message);
    }

    pub(super) fn finish(&self) {
        self.0.finish_and_clear();
    }
}
