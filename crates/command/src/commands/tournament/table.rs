//! The tables of a match or tournament: standings, cross table, games and faults.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use twinboard_referee::statistics::{Meeting, Rating};
use twinboard_referee::{Player, Record, StandingsRow};

use super::figures;
use crate::output::text::{if_any, shown, table};

/// The standings, with the ratings of the players unless `ratings` is empty.
pub(super) fn standings(rows: &[StandingsRow], ratings: &[Rating]) -> String {
    let lines = standings_lines(rows, ratings);
    // Names and faults are texts.
    let last = lines[0].len() - 1;
    table(&lines, |column| column == 1 || column == last)
}

/// The lines of the standings, with the names of the columns first.
pub(super) fn standings_lines(rows: &[StandingsRow], ratings: &[Rating]) -> Vec<Vec<String>> {
    let with_ratings =
        |cells: [String; 7], rating: [String; 2], more: [String; 3]| -> Vec<String> {
            let rating = rating.into_iter().filter(|_| !ratings.is_empty());
            cells.into_iter().chain(rating).chain(more).collect()
        };
    let head = ["place", "player", "points", "games", "won", "drawn", "lost"].map(str::to_owned);
    let more = ["average", "slowest", "faults"].map(str::to_owned);
    let mut lines = vec![with_ratings(head, ["Elo", "95 %"].map(str::to_owned), more)];
    lines.extend(rows.iter().map(|row| {
        let faults = row.fouls.iter().map(|(kind, count)| format!("{count} {kind}"));
        let rating = ratings.iter().find(|rating| rating.player == row.player);
        let elo = rating.and_then(|rating| rating.elo.as_ref());
        with_ratings(
            [
                row.place.to_string(),
                row.player.clone(),
                format!("{:.1}", row.points),
                row.games.to_string(),
                row.won.to_string(),
                row.drawn.to_string(),
                row.lost.to_string(),
            ],
            [figures::difference(elo), figures::interval(elo)],
            [
                row.times.average().map_or("–".into(), time),
                row.times.worst().map_or("–".into(), time),
                faults.collect::<Vec<_>>().join(", "),
            ],
        )
    }));
    lines
}

/// Maximum number of players of a cross table; with more, it would be too wide to read.
const CROSS_MAX: usize = 16;

/// The cross table: the score of each player against each other one, in the order of the standings.
pub(super) fn cross(rows: &[StandingsRow], meetings: &[Meeting]) -> String {
    table(&cross_lines(rows, meetings), |column| column == 1)
}

/// The lines of the cross table, with the names of the columns first; none if there are too many
/// players.
pub(super) fn cross_lines(rows: &[StandingsRow], meetings: &[Meeting]) -> Vec<Vec<String>> {
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
    lines
}

/// Stands between the two players of a game.
pub(super) const AGAINST: &str = " – ";

/// The width of a text, in characters.
pub(super) fn width(text: &str) -> usize {
    text.chars().count()
}

/// A game as a line. `widths` are those of the columns with the board and the players.
pub(super) fn game(record: &Record, widths: [usize; 2]) -> String {
    let score = score(record);
    let moves = if record.moves == 1 { "move" } else { "moves" };
    let fault = record.foul.as_ref().map_or(String::new(), |fault| format!(", then {fault}"));
    let players = [Player::First, Player::Second].map(|seat| record.player(seat)).join(AGAINST);
    let pad = |text: &str, column: usize| {
        let blanks = widths[column].saturating_sub(width(text)) + 2;
        text.to_owned() + &" ".repeat(blanks)
    };
    let (board, players) = (pad(&record.board, 0), pad(&players, 1));
    format!("{board}{players}{score:<9}  {} {moves}{}\n", record.moves, line_of(&fault))
}

/// The points of both players of a game.
fn score(record: &Record) -> &'static str {
    match record.winner {
        None => "1.5 : 1.5",
        Some(Player::First) => "3 : 0",
        Some(Player::Second) => "0 : 3",
    }
}

/// The lines of a table of games, with the names of the columns first.
pub(super) fn game_lines(records: &[Record]) -> Vec<Vec<String>> {
    let head = ["game", "board", "first", "second", "points", "moves", ""].map(str::to_owned);
    let lines = records.iter().map(|record| {
        let fault = record.foul.as_ref().map_or(String::new(), ToString::to_string);
        vec![
            (record.game + 1).to_string(),
            record.board.clone(),
            record.player(Player::First).to_owned(),
            record.player(Player::Second).to_owned(),
            score(record).to_owned(),
            record.moves.to_string(),
            line_of(&fault),
        ]
    });
    std::iter::once(head.to_vec()).chain(lines).collect()
}

/// A line about moves that were made again, if there are any.
pub(super) fn pauses(records: &[&Record]) -> String {
    let repeated = records.iter().fold(0, |sum: u64, record| sum.saturating_add(record.repeated));
    if_any(repeated, "move", |moves| {
        format!("{moves} made again, because this process was paused\n")
    })
}

/// The number of faults of each player and each kind, with the first case.
pub(super) fn faults(folder: &Path, records: &[&Record]) -> String {
    let mut first: BTreeMap<(&str, &str), (usize, &Record)> = BTreeMap::new();
    for record in records {
        if let (Some(fault), Some(winner)) = (&record.foul, record.winner) {
            let key = (record.player(winner.other()), fault.kind());
            first.entry(key).or_insert((0, record)).0 += 1;
        }
    }
    let mut out = String::new();
    for ((player, _), (count, record)) in first {
        let fault = record.foul.as_ref().map_or(String::new(), ToString::to_string);
        let times = if count == 1 { String::new() } else { format!("{count} times, first ") };
        let last_error = record
            .errors
            .lines()
            .last()
            .map_or(String::new(), |line| format!("; last error line: {}", line_of(line)));
        let file = folder.join(&record.file);
        let file = shown(&file);
        let _ = writeln!(out, "{player}: {times}in {file}: {}{last_error}", line_of(&fault));
    }
    out
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

/// A time with its unit.
fn time(time: Duration) -> String {
    let ms = time.as_secs_f64() * 1e3;
    match ms {
        ..0.1 => format!("{:.0} µs", ms * 1e3),
        ..10.0 => format!("{ms:.1} ms"),
        ..1000.0 => format!("{ms:.0} ms"),
        _ => format!("{:.2} s", ms / 1e3),
    }
}
