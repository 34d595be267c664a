//! The games of a match or tournament, each printed when it has ended.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal};

use indicatif::ProgressBar;
use twinboard_referee::{Record, Settings};

use super::table;
use crate::commands::tournament::arguments::Arena;
use crate::output::Failure;
use crate::output::files;

/// Games that were printed, and those that wait for an earlier one: they are printed in their order,
/// so that the output does not depend on the number of games at a time.
pub(super) struct Games {
    is_wanted: bool,
    widths: [usize; 2],
    /// Number of the game that is printed next, from 0.
    next: usize,
    waiting: BTreeMap<usize, String>,
    /// The first error of the output, after which nothing is printed.
    printed: Result<(), Failure>,
}

impl Games {
    /// With the games from before a resumption. `is_match` is true for a match.
    pub(super) fn new(
        is_match: bool,
        settings: &Settings,
        before: &[Record],
        arena: &Arena,
    ) -> Self {
        let is_terminal = match &arena.results.json {
            Some(path) if files::is_standard_stream(path) => io::stderr().is_terminal(),
            _ => io::stdout().is_terminal(),
        };
        let is_wanted = arena.verbose || is_match && !is_terminal;
        let names = settings.boards.iter().map(|board| table::width(&board.name));
        let mut players: Vec<usize> =
            settings.players.iter().map(|player| table::width(&player.name)).collect();
        players.sort_unstable_by(|one, other| other.cmp(one));
        let pair = players.iter().take(2).sum::<usize>() + table::width(table::AGAINST);
        let widths = [names.max().unwrap_or(0), pair];
        let mut games =
            Self { is_wanted, widths, next: 0, waiting: BTreeMap::new(), printed: Ok(()) };
        for record in before {
            games.wait(record);
        }
        games
    }

    /// Prints a game that has ended, unless an earlier one has not.
    pub(super) fn ended(&mut self, record: &Record, arena: &Arena, bar: &ProgressBar) {
        self.wait(record);
        let mut lines = String::new();
        while let Some(line) = self.waiting.remove(&self.next) {
            lines += &line;
            self.next += 1;
        }
        bar.suspend(|| self.print(&lines, arena));
    }

    /// Prints the games that still wait, as after an interruption, and an empty line if there was
    /// any game. Returns the first error of the output.
    pub(super) fn finish(mut self, arena: &Arena) -> Result<(), Failure> {
        let is_any = self.next > 0 || !self.waiting.is_empty();
        let mut lines: String = std::mem::take(&mut self.waiting).into_values().collect();
        if self.is_wanted && is_any {
            lines.push('\n');
        }
        self.print(&lines, arena);
        self.printed
    }

    fn wait(&mut self, record: &Record) {
        if self.is_wanted {
            self.waiting.insert(record.game, table::game(record, self.widths));
        }
    }

    fn print(&mut self, lines: &str, arena: &Arena) {
        if self.printed.is_ok() && !lines.is_empty() {
            self.printed = arena.results.show(lines, false);
        }
    }
}
