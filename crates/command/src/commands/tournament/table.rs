//! Standings, cross table, games and faults of a match or tournament; each game is printed when it has
//! ended.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::Duration;

use indicatif::ProgressBar;
use twinboard_referee::statistics::{Meeting, Rating};
use twinboard_referee::{Foul, Player, Record, Settings, StandingsRow};

use super::arguments::Arena;
use super::figures;
use crate::output::result::{Cell, Column, Table};
use crate::output::text::{counted, shown, table};
use crate::output::{Failure, files};

/// The standings, with the ratings of the players unless `ratings` is empty.
pub(super) fn standings(rows: &[StandingsRow], ratings: &[Rating]) -> Table {
    let mut columns = vec![Column::count("place", "place"), Column::text("player", "player")];
    columns
        .extend(["points", "games", "won", "drawn", "lost"].map(|name| Column::count(name, name)));
    if !ratings.is_empty() {
        columns.extend([Column::count("elo", "Elo"), Column::count("interval", "95 %")]);
    }
    columns.extend(["average", "slowest"].map(|name| Column::count(name, name)));
    columns.push(Column::text("faults", "faults"));
    let row = |row: &StandingsRow| {
        let faults = row.fouls.iter().map(|(kind, count)| format!("{count} {kind}"));
        let rating = ratings.iter().find(|rating| rating.player == row.player);
        let elo = rating.and_then(|rating| rating.elo.as_ref());
        let mut cells = vec![Cell::from(row.place as u64), Cell::from(&*row.player)];
        cells.push(format!("{:.1}", row.points).into());
        cells.extend([row.games, row.won, row.drawn, row.lost].map(Cell::from));
        if !ratings.is_empty() {
            cells.extend([figures::difference(elo), figures::interval(elo)].map(Cell::from));
        }
        let times = [row.times.average(), row.times.worst()];
        cells.extend(times.map(|it| it.map_or(Cell::from(""), |it| time(it).into())));
        cells.push(faults.collect::<Vec<_>>().join(", ").into());
        cells
    };
    Table { columns, rows: rows.iter().map(row).collect(), ..Table::new("standings") }
}

/// Maximum number of players of a cross table; with more, it would be too wide to read.
const CROSS_MAX: usize = 16;

/// The lines of the cross table, the score of each player against each other one, in the order of
/// the standings; none if there are too many players.
pub(super) fn cross(rows: &[StandingsRow], meetings: &[Meeting]) -> Vec<String> {
    if rows.len() > CROSS_MAX {
        return Vec::new();
    }
    let score = |player: &str, other: &str| {
        let is_it = |it: &&Meeting| {
            it.players == [player, other].map(str::to_owned)
                || it.players == [other, player].map(str::to_owned)
        };
        let Some(meeting) = meetings.iter().find(is_it) else { return "–".to_owned() };
        let won = if meeting.players[0] == player { meeting.won } else { meeting.lost };
        let games = meeting.won + meeting.drawn + meeting.lost;
        format!("{}/{games}", figures::points(2 * won + meeting.drawn))
    };
    let numbers = (1..=rows.len()).map(|number| number.to_string());
    let mut lines: Vec<Vec<String>> =
        vec![[String::new(), "score against".into()].into_iter().chain(numbers).collect()];
    lines.extend(rows.iter().zip(1..).map(|(row, number)| {
        let cells = rows.iter().map(|other| score(&row.player, &other.player));
        [number.to_string(), row.player.clone()].into_iter().chain(cells).collect()
    }));
    table(&lines, |column| column == 1).lines().map(str::to_owned).collect()
}

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
        let names = settings.boards.iter().map(|board| width(&board.name));
        let mut players: Vec<usize> =
            settings.players.iter().map(|player| width(&player.name)).collect();
        players.sort_unstable_by(|one, other| other.cmp(one));
        let pair = players.iter().take(2).sum::<usize>() + width(AGAINST);
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
            self.waiting.insert(record.game, game(record, self.widths));
        }
    }

    fn print(&mut self, lines: &str, arena: &Arena) {
        if self.printed.is_ok() && !lines.is_empty() {
            self.printed = arena.results.show(lines, false);
        }
    }
}

/// Stands between the two players of a game.
const AGAINST: &str = " – ";

fn width(text: &str) -> usize {
    text.chars().count()
}

/// A game as a line. `widths` are those of the columns with the board and the players.
fn game(record: &Record, widths: [usize; 2]) -> String {
    let score = score(record);
    let moves = counted(record.moves, "move");
    let fault = record.foul.as_ref().map_or(String::new(), |fault| format!(", then {fault}"));
    let players = [Player::First, Player::Second].map(|seat| record.player(seat)).join(AGAINST);
    let pad = |text: &str, column: usize| {
        let blanks = widths[column].saturating_sub(width(text)) + 2;
        text.to_owned() + &" ".repeat(blanks)
    };
    let (board, players) = (pad(&record.board, 0), pad(&players, 1));
    format!("{board}{players}{score:<9}  {moves}{}\n", line_of(&fault))
}

fn score(record: &Record) -> &'static str {
    match record.winner {
        None => "1.5 : 1.5",
        Some(Player::First) => "3 : 0",
        Some(Player::Second) => "0 : 3",
    }
}

/// A line about moves that were made again, if there are any.
pub(super) fn pauses(records: &[Record]) -> Option<String> {
    let repeated = records.iter().fold(0, |sum: u64, record| sum.saturating_add(record.repeated));
    let moves = || counted(repeated, "move");
    (repeated > 0).then(|| format!("{} made again, because this process was paused", moves()))
}

/// The number of faults of each player and each kind, with the first case.
pub(super) fn faults(folder: &Path, records: &[Record]) -> Vec<String> {
    let mut first: BTreeMap<(&str, &str), (usize, &Record, &Foul)> = BTreeMap::new();
    for record in records {
        if let (Some(fault), Some(winner)) = (&record.foul, record.winner) {
            let key = (record.player(winner.other()), fault.kind());
            first.entry(key).or_insert((0, record, fault)).0 += 1;
        }
    }
    let line = |((player, _), (count, record, fault)): ((&str, _), (usize, &Record, &Foul))| {
        let times = if count == 1 { String::new() } else { format!("{count} times, first ") };
        let last = record.errors.lines().last();
        let last_error =
            last.map_or(String::new(), |line| format!("; last error line: {}", line_of(line)));
        let file = folder.join(&record.file);
        let (file, fault) = (shown(&file), line_of(&fault.to_string()));
        format!("{player}: {times}in {file}: {fault}{last_error}")
    };
    first.into_iter().map(line).collect()
}

/// Text of an external program as one line of at most 200 characters, without control characters.
fn line_of(text: &str) -> String {
    const LONGEST: usize = 200;
    let plain = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let mut line: String = plain.take(LONGEST).collect();
    if text.chars().count() > LONGEST {
        line.push('…');
    }
    line
}

fn time(time: Duration) -> String {
    let ms = time.as_secs_f64() * 1e3;
    match ms {
        ..0.1 => format!("{:.0} µs", ms * 1e3),
        ..10.0 => format!("{ms:.1} ms"),
        ..1000.0 => format!("{ms:.0} ms"),
        _ => format!("{:.2} s", ms / 1e3),
    }
}
