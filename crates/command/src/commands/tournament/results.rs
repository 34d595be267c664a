//! The results of a match or tournament, as text and as JSON, and the exit code.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use serde::Serialize;
use serde_json::{Value, json};
use twinboard_referee::statistics::{
    Decision, Elo, Meeting, Rating, Scores, Sequential, meetings, ratings,
};
use twinboard_referee::{
    Crash, Divergence, End, Foul, Record, RefereeError, Settings, StandingsRow, Tournament,
    standings,
};

use super::store::Store;
use super::{figures, page, table};
use crate::commands::tournament::arguments::Arena;
use crate::output::tally::{Conclusion, Tally, conclude};
use crate::output::text::{argument, counted, shown};
use crate::output::{self, Failure, failure};
use crate::process::programs;
use crate::session::Session;

#[derive(Serialize)]
struct Json<'a> {
    folder: &'a Path,
    settings: Value,
    isolation: Option<&'static str>,
    complete: bool,
    interrupted: bool,
    games_in_all: usize,
    standings: &'a [RatedRow<'a>],
    meetings: &'a [Meeting],
    sprt: Option<JsonTest<'a>>,
    games: Vec<Value>,
}

/// A row of the standings, with the player's rating.
#[derive(Serialize)]
struct RatedRow<'a> {
    #[serde(flatten)]
    row: &'a StandingsRow,
    boards: u64,
    elo: Option<Elo>,
}

/// The state of a sequential test; its hypotheses are among the settings.
#[derive(Serialize)]
struct JsonTest<'a> {
    bounds: Bounds,
    llr: f64,
    pairs: &'a Scores,
    decision: Option<Decision>,
}

/// The log-likelihood ratios at which a sequential test decides.
#[derive(Serialize)]
struct Bounds {
    lower: f64,
    upper: f64,
}

/// Plain data as in a journal, with names in place of the pairs `keys` of an object.
fn named(data: &impl Serialize, keys: &[(&str, [&str; 2])]) -> Value {
    let mut data = serde_json::to_value(data).expect("plain data serializes");
    for (key, [first, second]) in keys {
        if let Some([one, other]) = data.get(key).and_then(Value::as_array).map(Vec::as_slice) {
            data[key] = json!({ *first: one, *second: other });
        }
    }
    data
}

/// A game, with the first player to move and the second one by name.
fn game(record: &Record) -> Value {
    named(record, &["players", "times"].map(|key| (key, ["first", "second"])))
}

/// The settings, with group and seed of each board by name.
fn settings_of(settings: &Settings) -> Value {
    let mut all = named(settings, &[]);
    let boards = settings.boards.iter().map(|it| named(it, &[("drawn", ["group", "seed"])]));
    all["boards"] = boards.collect();
    all
}

/// The statistics of all games.
pub(super) struct Figures {
    pub(super) rows: Vec<StandingsRow>,
    pub(super) ratings: Vec<Rating>,
    pub(super) meetings: Vec<Meeting>,
    pub(super) test: Option<Sequential>,
}

impl Figures {
    fn of(settings: &Settings, records: &[Record]) -> Self {
        let names = settings.players.iter().map(|player| &*player.name);
        Self {
            rows: standings(names, records),
            ratings: ratings(settings, records),
            meetings: meetings(settings, records),
            test: Sequential::of(settings, records),
        }
    }

    fn rated(&self) -> Vec<RatedRow<'_>> {
        let rated = self.rows.iter().map(|row| {
            let rating = self.ratings.iter().find(|rating| rating.player == row.player);
            let (boards, elo) = rating.map_or((0, None), |rating| (rating.boards, rating.elo));
            RatedRow { row, boards, elo }
        });
        rated.collect()
    }

    fn test(&self) -> Option<JsonTest<'_>> {
        self.test.as_ref().map(|test| JsonTest {
            bounds: {
                let [lower, upper] = test.sprt().bounds();
                Bounds { lower, upper }
            },
            llr: test.ratio(),
            pairs: test.scores(),
            decision: test.decision(),
        })
    }

    /// True if the sequential test has decided, so that the remaining games are not needed.
    fn is_decided(&self) -> bool {
        self.test.as_ref().is_some_and(|test| test.decision().is_some())
    }
}

/// Writes all results and returns the exit code. `played` is the end of the tournament, or the
/// error that ended it; `printed` is the error of the output before.
pub(super) fn finish(
    session: &Session,
    kind: &str,
    tournament: &Tournament,
    store: &Store,
    arena: &Arena,
    stop: &AtomicBool,
    (played, printed): (Result<End, Failure>, Result<(), Failure>),
) -> Result<Conclusion, Failure> {
    let settings = tournament.settings();
    let figures = Figures::of(settings, &store.records);
    let games_in_all = tournament.games();
    let is_complete = store.records.len() == games_in_all || figures.is_decided();
    let is_interrupted = stop.load(Relaxed) && !is_complete;
    let text = render(session, kind, games_in_all, store, &figures, arena, is_interrupted);
    let shown = failure::both(printed, arena.results.show(&text, false));
    let drawn =
        arena.page.write(session, || page::of(session, kind, settings, store, &figures, &text));
    let json = Json {
        folder: store.folder(),
        settings: settings_of(settings),
        isolation: session.isolation.used(),
        complete: is_complete,
        interrupted: is_interrupted,
        games_in_all,
        standings: &figures.rated(),
        meetings: &figures.meetings,
        sprt: figures.test(),
        games: store.records.iter().map(game).collect(),
    };
    let written = arena.results.write(("tournament", &json));
    let rest = failure::both(shown, failure::both(written, drawn));
    let tally = Tally::new("game", "played")
        .with(store.records.len() as u64)
        .undecided_if(!is_complete)
        .interrupted_if(is_interrupted);
    let (found, ended) = match played {
        // A panic of a built-in player is a bug of this program.
        Ok(End::Done | End::Stopped) => (store.records.iter().any(has_panicked), Ok(())),
        Ok(End::Failed(RefereeError::Divergence(divergence))) => {
            (true, save(session, store, &settings.rule_set, &divergence))
        }
        Ok(End::Failed(RefereeError::Io { doing, error })) => {
            let failed = Err(if programs::is_replaced(&error) {
                Failure::Usage(format!(
                    "{error}; put the old one back to resume the games, or begin new ones in \
                     another folder (--out)"
                ))
            } else {
                Failure::Usage(format!("cannot {doing}: {error}"))
            });
            (false, failed)
        }
        Err(failure) => (false, Err(failure)),
    };
    conclude(&[tally], found, failure::both(ended, rest))
}

fn has_panicked(record: &Record) -> bool {
    matches!(record.foul, Some(Foul::Crash(Crash::Panic(_))))
}

fn render(
    session: &Session,
    kind: &str,
    games_in_all: usize,
    store: &Store,
    figures: &Figures,
    arena: &Arena,
    is_interrupted: bool,
) -> String {
    let records: Vec<&Record> = store.records.iter().collect();
    let faults = table::faults(store.folder(), &records);
    let mut parts = match &figures.meetings[..] {
        [meeting] if kind == "match" => vec![
            table::standings(&figures.rows, &[]),
            figures::meeting(meeting, figures.test.as_ref()),
            faults,
        ],
        meetings => vec![
            table::standings(&figures.rows, &figures.ratings),
            table::cross(&figures.rows, meetings),
            faults,
        ],
    };
    parts.push(table::pauses(&records));
    let (count, folder) = (records.len(), shown(store.folder()));
    let all = counted(games_in_all as u64, "game");
    parts.push(if count == games_in_all {
        format!("{all}, kept in {folder}\n")
    } else if figures.is_decided() {
        format!("{count} of {all} until the decision, kept in {folder}\n")
    } else {
        let program = argument(session.program());
        let folder = argument(store.folder());
        // The journal has the names of variables, and not their values.
        let variables =
            arena.programs.environment.given().map(|it| format!(" --env {}", argument(it)));
        let variables: String = variables.collect();
        let interrupted = if is_interrupted { ", interrupted" } else { "" };
        format!(
            "{count} of {all}{interrupted}; \
             resume with: {program} {kind} --resume {folder}{variables}\n"
        )
    });
    parts.retain(|part| !part.is_empty());
    parts.join("\n")
}

/// Saves the case about which the judges disagree, a divergence between engine and oracle.
fn save(
    session: &Session,
    store: &Store,
    rule_set: &str,
    divergence: &Divergence,
) -> Result<(), Failure> {
    output::print_error_line(format!("error: {divergence}; no player is to blame"));
    let path = store.write(&format!("{rule_set}-divergence.txt"), &divergence.case)?;
    let (program, path) = (argument(session.program()), argument(path));
    output::print_error_line(format!("the case is saved; replay it with: {program} diff {path}"));
    Ok(())
}
