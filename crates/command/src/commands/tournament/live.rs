//! Live progress of a tournament on standard error.

use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use twinboard_referee::statistics::Sequential;
use twinboard_referee::{Record, StandingsRow, standings};

use super::{figures, table};
use crate::output::progress;

/// Maximum number of players shown; of more, the leaders are shown.
const LINES: usize = 20;

/// Minimum time between two updates of the table.
const UPDATE_INTERVAL: Duration = Duration::from_millis(100);

/// A table and a progress bar. Nothing is drawn if standard error is no terminal.
pub(super) struct Live {
    all: MultiProgress,
    lines: Vec<ProgressBar>,
    bar: ProgressBar,
    players: Vec<String>,
    last: Option<Instant>,
    is_drawn: bool,
}

impl Live {
    pub(super) fn new(players: Vec<String>, games: usize, before: usize, quiet: bool) -> Self {
        let all = progress::lines(quiet);
        let line = ProgressStyle::with_template("{msg}").expect("the template is valid");
        let lines = (0..=players.len().min(LINES)).map(|_| {
            let line_bar = all.add(ProgressBar::new_spinner());
            line_bar.set_style(line.clone());
            line_bar
        });
        let lines = lines.collect();
        let bar = all.add(ProgressBar::new(games as u64));
        let style = ProgressStyle::with_template("{bar:24} {pos}/{len} games, {eta} left{msg}");
        bar.set_style(style.expect("the template is valid"));
        bar.set_position(before as u64);
        // Games from before the resumption say nothing about the remaining time.
        bar.reset_eta();
        Self { all, lines, is_drawn: !bar.is_hidden(), bar, players, last: None }
    }

    /// Prints something while the table is not drawn.
    pub(super) fn suspend(&self, print: impl FnOnce()) {
        self.all.suspend(print);
    }

    /// Shows the standings after these games, and the state of the sequential test if there is one.
    pub(super) fn show(&mut self, records: &[Record], test: Option<&Sequential>) {
        self.bar.set_position(records.len() as u64);
        let is_due = self.last.is_none_or(|last| last.elapsed() >= UPDATE_INTERVAL);
        if !self.is_drawn || !is_due {
            return;
        }
        self.last = Some(Instant::now());
        let rows: Vec<StandingsRow> = standings(self.players.iter().map(String::as_str), records);
        let table = table::standings(&rows, &[]);
        for (line, text) in self.lines.iter().zip(table.lines()) {
            line.set_message(text.to_owned());
        }
        if let Some(test) = test {
            self.bar.set_message(format!(", {}", figures::ratio(test)));
        }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        for line in self.lines.iter().chain([&self.bar]) {
            line.finish_and_clear();
        }
    }
}
