//! Standings, cross table, games and faults of a match or tournament; each game is printed when it has
//! ended.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use indicatif::ProgressBar;
use serde_json::{Value, json};
use twinboard_harness::{Side, guard};
use twinboard_referee::statistics::{
    Decision, Elo, Meeting, Rating, Sequential, meetings, ratings,
};
use twinboard_referee::{Crash, End, Foul, Player, Record, RefereeError, Settings, StandingsRow};
use twinboard_registration::Registration;

use super::Hosted;
use super::arguments::Arena;
use crate::film::{FILMS_MAX, Film, Step};
use crate::output::result::{Cell, Column, Figures, Table, Test};
use crate::output::tally::{Conclusion, Tally};
use crate::output::text::{argument, counted, shown, table};
use crate::output::{Failure, failure, files};
use crate::recording::{self, STEPS_MAX};

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
            cells.extend([difference(elo), interval(elo)].map(Cell::from));
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
        format!("{}/{games}", points(2 * won + meeting.drawn))
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

/// Separator of the names of two players.
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

/// The statistics of a match, one per line with its name.
pub(super) fn meeting(meeting: &Meeting, test: Option<&Sequential>) -> Vec<String> {
    let Meeting { players: [one, other], won, drawn, lost, pairs, elo, fouls } = meeting;
    let mut lines = vec![format!("{one} against {other}, with 1 for a win and ½ for a draw")];
    let mut line = |name: &str, text: &str| lines.push(format!("  {name:<7} {text}"));
    line("games", &format!("{won} won, {drawn} drawn, {lost} lost"));
    let scores = ["0", "½", "1", "1½", "2"];
    let pairs = pairs.counts().iter().zip(scores);
    let pairs: Vec<_> = pairs.map(|(count, score)| format!("{count} with {score}")).collect();
    line("pairs", &pairs.join(", "));
    line("Elo", &difference_and_interval(elo.as_ref()));
    if let Some(elo) = elo {
        line("LOS", &share(elo.superiority));
    }
    if let Some(test) = test {
        line("SPRT", &conclusion(test));
    }
    for (player, fouls) in [one, other].into_iter().zip(fouls) {
        if !fouls.is_empty() {
            let fouls: Vec<_> =
                fouls.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
            line("faults", &format!("{player} lost by {}", fouls.join(", ")));
        }
    }
    lines
}

fn conclusion(test: &Sequential) -> String {
    let (sprt, samples, ratio) = (test.sprt(), test.scores().samples(), ratio(test));
    let (elo0, elo1, pairs) = (sprt.elo0, sprt.elo1, counted(samples, "pair"));
    let accepted = |name, elo, other| {
        format!("{name} accepted after {pairs}, Elo {elo} rather than {other}: {ratio}")
    };
    match test.decision() {
        Some(Decision::H0) => accepted("H0", elo0, elo1),
        Some(Decision::H1) => accepted("H1", elo1, elo0),
        None => {
            let least = sprt.pairs_min();
            let least = (samples < least).then(|| format!(" of at least {least}"));
            let least = least.unwrap_or_default();
            format!("no decision between Elo {elo0} and {elo1} after {pairs}{least}: {ratio}")
        }
    }
}

pub(super) fn ratio(test: &Sequential) -> String {
    let [low, high] = test.sprt().bounds();
    format!("LLR {:.2}, bounds {low:.2} and {high:.2}", even(test.ratio(), 2))
}

fn difference_and_interval(elo: Option<&Elo>) -> String {
    match elo {
        None => "unknown until both games on a board have ended".into(),
        Some(Elo { low: Some(_), high: Some(_), .. }) => {
            format!("{}, 95 % confidence: {}", difference(elo), interval(elo))
        }
        Some(_) => format!("{} (95 % confidence)", interval(elo)),
    }
}

/// The Elo difference, or a dash.
pub(super) fn difference(elo: Option<&Elo>) -> String {
    elo.and_then(|elo| elo.difference).map_or("–".into(), signed)
}

/// The confidence interval of an Elo difference; a one-sided interval has a single bound.
pub(super) fn interval(elo: Option<&Elo>) -> String {
    match elo.map(|elo| [elo.low, elo.high]) {
        Some([Some(low), Some(high)]) => format!("{} to {}", signed(low), signed(high)),
        Some([Some(low), None]) => format!("at least {}", signed(low)),
        Some([None, Some(high)]) => format!("at most {}", signed(high)),
        Some([None, None]) | None => "–".into(),
    }
}

fn signed(elo: f64) -> String {
    format!("{:+.1}", even(elo, 1))
}

/// Rounds a number to `decimals` places, without the sign of a negative zero.
fn even(number: f64, decimals: i32) -> f64 {
    let unit = 10_f64.powi(decimals);
    (number * unit).round() / unit + 0.0
}

/// A probability in per cent, which is never rounded to 0 or 100.
fn share(share: f64) -> String {
    match share {
        ..0.0001 => "below 0.01 %".into(),
        ..=0.9999 => format!("{:.2} %", share * 100.0),
        _ => "above 99.99 %".into(),
    }
}

/// Half points as points.
pub(super) fn points(halves: u64) -> String {
    format!("{}{}", halves / 2, if halves % 2 == 1 { ".5" } else { "" })
}

fn rated(row: &StandingsRow, ratings: &[Rating]) -> Value {
    let mut data = json!(row);
    let rating = ratings.iter().find(|rating| rating.player == row.player);
    data["boards"] = rating.map_or(0, |rating| rating.boards).into();
    data["elo"] = rating.map_or(Value::Null, |rating| json!(rating.elo));
    data
}

/// The state of a sequential test; its hypotheses are among the settings.
fn state(test: &Sequential) -> Value {
    let [lower, upper] = test.sprt().bounds();
    json!({
        "bounds": { "lower": lower, "upper": upper },
        "llr": test.ratio(),
        "pairs": test.scores(),
        "decision": test.decision(),
    })
}

impl Hosted<'_> {
    /// Publishes the result and returns the exit code. `played` is the end of the tournament, or the
    /// error that ended it; `printed` is the error of the output before.
    pub(super) fn finish(
        &self,
        stop: &AtomicBool,
        played: Result<End, Failure>,
        printed: Result<(), Failure>,
    ) -> Result<Conclusion, Failure> {
        let (failed, ended) = self.ending(played);
        let mut test = self.test(stop).failed_by(failed);
        if self.session.outputs().html.is_some() {
            test.films = self.films();
        }
        self.session.finish(vec![test], failure::both(printed, ended))
    }

    /// The reasons why the command has failed, and the error that ended the games.
    fn ending(&self, played: Result<End, Failure>) -> (Vec<String>, Result<(), Failure>) {
        match played {
            // A panic of a built-in player is a bug of this program.
            Ok(End::Done | End::Stopped) if self.store.records.iter().any(has_panicked) => {
                (vec!["a built-in player panicked".into()], Ok(()))
            }
            Ok(End::Done | End::Stopped) => (Vec::new(), Ok(())),
            Ok(End::Failed(RefereeError::Disagreement(disagreement))) => {
                let rule_set = &self.tournament.settings().rule_set;
                let folder = self.store.folder();
                let blame = "no player is to blame";
                let kept = self.session.keep_disagreement(rule_set, &disagreement, folder, blame);
                (vec![disagreement.to_string()], kept)
            }
            Ok(End::Failed(RefereeError::Io { doing, error })) => {
                (Vec::new(), Err(usage!("cannot {doing}: {error}")))
            }
            Err(failure) => (Vec::new(), Err(failure)),
        }
    }

    fn test(&self, stop: &AtomicBool) -> Test {
        let Self { session, kind, tournament, store, .. } = self;
        let kind = *kind;
        let (settings, records) = (tournament.settings(), &store.records[..]);
        let names = settings.players.iter().map(|player| &*player.name);
        let (rows, ratings) =
            (twinboard_referee::standings(names, records), ratings(settings, records));
        let meetings = meetings(settings, records);
        let sprt = Sequential::of(settings, records);
        let (count, all) = (records.len(), tournament.games());
        let is_decided = sprt.as_ref().is_some_and(|test| test.decision().is_some());
        let is_complete = count == all || is_decided;
        let folder = shown(store.folder());
        let of_all = format!("{count} of {}", counted(all as u64, "game"));
        let verdict = match () {
            () if count == all => format!("{}, kept in {folder}", counted(all as u64, "game")),
            () if is_decided => format!("{of_all} until the decision, kept in {folder}"),
            () => of_all,
        };
        let tally = Tally::new("game", "played")
            .with(count as u64)
            .undecided_if(!is_complete)
            .interrupted_if(stop.load(Relaxed) && !is_complete);
        let of_match = meetings.first().filter(|_| kind == "match" && meetings.len() == 1);
        let mut notes = match of_match {
            Some(played) => meeting(played, sprt.as_ref()),
            None => cross(&rows, &meetings),
        };
        notes.extend(faults(store.folder(), records));
        notes.extend(pauses(records));
        if !is_complete {
            notes.push(format!("resume with: {}", self.resumption()));
        }
        let figures = Figures::default()
            .with("folder", store.folder())
            .with("settings", settings)
            .with("isolation", session.isolation.used())
            .with("games_in_all", all)
            .with("standings", rows.iter().map(|row| rated(row, &ratings)).collect::<Value>())
            .with("meetings", &meetings)
            .with("sprt", sprt.as_ref().map(state))
            .with("games", records);
        let ratings = if of_match.is_some() { &[][..] } else { &ratings };
        let tables = vec![standings(&rows, ratings)];
        Test { verdict, figures, tables, notes, ..Test::new(&*settings.rule_set, kind, tally, "") }
    }

    fn resumption(&self) -> String {
        let Self { session, kind, store, arena, .. } = self;
        let (program, folder) = (argument(session.program()), argument(store.folder()));
        // The journal has the names of variables, and not their values.
        let variables = arena.programs.given().map(|it| format!(" --env {}", argument(it)));
        let variables: String = variables.collect();
        format!("{program} {kind} --resume {folder}{variables}")
    }

    fn films(&self) -> Vec<Film> {
        let rule_set = &self.tournament.settings().rule_set;
        let Some(registration) = self.session.registration(rule_set) else { return Vec::new() };
        let film = |record| self.film(registration, record);
        self.store.records.iter().take(FILMS_MAX).map(film).collect()
    }

    /// The film of a game as the oracle plays it; one without steps if its case file is lost.
    fn film(&self, registration: &Registration, record: &Record) -> Film {
        let store = &self.store;
        let subject = registration.subject();
        let text = store.case_of(record);
        let Some(case) = text.and_then(|text| subject.case(&text)) else { return Film::default() };
        // The judges have played the game before, so neither a panic nor a hang is expected.
        let frames = recording::record(subject, Side::Oracle, &case, STEPS_MAX, Duration::MAX);
        let movers =
            guard::catch(|| Some(registration.two_players()?.movers(case.text().as_bytes())));
        let movers = movers.ok().flatten().unwrap_or_default();
        let [first, second] = [Player::First, Player::Second].map(|seat| record.player(seat));
        let name = format!("{}: {first} – {second}", record.board);
        let drawn = recording::of_one("After", &name, case.text(), &frames);
        let mut steps = drawn.steps;
        // The first step is the board that the game began on.
        for (step, mover) in steps.iter_mut().skip(1).zip(movers) {
            step.mover = Some(mover.index());
        }
        steps.extend(
            steps.last().cloned().map(|last| Step { boards: last.boards, ..result(record) }),
        );
        let file = store.folder().join(&record.file).display().to_string();
        let commands = recording::commands(self.session, &file);
        // A player has the same colour in all games.
        let colour = |name: &str| {
            self.tournament.settings().players.iter().position(|player| player.name == name)
        };
        let players = [first, second].map(|name| (name.to_owned(), colour(name).unwrap_or(0)));
        Film { players: players.to_vec(), steps, commands, ..drawn }
    }
}

fn has_panicked(record: &Record) -> bool {
    matches!(record.foul, Some(Foul::Crash(Crash::Panic(_))))
}

/// The last step: the winner, and the fault of the loser with its standard error.
fn result(record: &Record) -> Step {
    let winner = record.winner.map(|seat| record.player(seat));
    let title = winner.map_or_else(|| "A draw".to_owned(), |winner| format!("{winner} wins"));
    let mut report = String::new();
    if !record.errors.is_empty() {
        report = format!("the end of the loser's standard error\n{}", record.errors);
    }
    let fault = record.foul.as_ref();
    let text = fault.map_or_else(String::new, |fault| format!("The loser's fault: {fault}"));
    Step { title, text, report, ..Step::default() }
}

#[cfg(test)]
mod tests {
    use twinboard_referee::statistics::{Elo, Scores};

    use super::{difference_and_interval, even, points, share};

    fn elo(counts: [u64; 5]) -> String {
        difference_and_interval(Elo::of(&Scores::new(&counts)).as_ref())
    }

    #[test]
    fn one_sided_results_have_a_bound_instead_of_infinity() {
        assert_eq!(elo([3, 9, 20, 14, 6]), "+36.9, 95 % confidence: -13.6 to +87.7");
        // Nine of nine: 0.025^(1/9) of the points are 118.1 Elo; the mirror image is -118.1.
        assert_eq!(elo([0, 0, 0, 0, 9]), "at least +118.1 (95 % confidence)");
        assert_eq!(elo([9, 0, 0, 0, 0]), "at most -118.1 (95 % confidence)");
        assert!(elo([0; 5]).starts_with("unknown until"));
        assert!(elo([0, 0, 4, 0, 0]).starts_with("+0.0, "), "{}", elo([0, 0, 4, 0, 0]));
    }

    #[test]
    fn numbers_have_no_needless_digits_or_signs() {
        assert_eq!([0, 1, 2, 5].map(points), ["0", "0.5", "1", "2.5"]);
        let shares = [0.0, 0.5, 0.925_19, 0.999_89, 1.0].map(share);
        assert_eq!(shares, ["below 0.01 %", "50.00 %", "92.52 %", "99.99 %", "above 99.99 %"]);
        assert_eq!(format!("{:+.1}", even(-0.04, 1)), "+0.0");
    }
}
