//! The result of a match or tournament, as the value of all commands.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use serde_json::{Value, json};
use twinboard_referee::statistics::{Rating, Sequential, meetings, ratings};
use twinboard_referee::{
    Crash, Divergence, End, Foul, Record, RefereeError, StandingsRow, Tournament, standings,
};

use super::store::Store;
use super::{figures, films, table};
use crate::commands::tournament::arguments::Arena;
use crate::output::result::{Figures, Test};
use crate::output::tally::{Conclusion, Tally};
use crate::output::text::{argument, counted, shown};
use crate::output::{self, Failure, failure};
use crate::session::Session;

/// A row of the standings, with the player's rating.
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

/// Publishes the result and returns the exit code. `played` is the end of the tournament, or the
/// error that ended it; `printed` is the error of the output before.
pub(super) fn finish(
    session: &Session,
    kind: &'static str,
    tournament: &Tournament,
    store: &Store,
    arena: &Arena,
    stop: &AtomicBool,
    (played, printed): (Result<End, Failure>, Result<(), Failure>),
) -> Result<Conclusion, Failure> {
    let (failed, ended) = ending(session, store, played, &tournament.settings().rule_set);
    let mut test = test(session, kind, tournament, store, arena, stop).failed_by(failed);
    if session.outputs().html.is_some() {
        test.films = films::of(session, tournament.settings(), store);
    }
    session.finish(vec![test], failure::both(printed, ended))
}

/// The reasons why the command has failed, and the error that ended the games.
fn ending(
    session: &Session,
    store: &Store,
    played: Result<End, Failure>,
    rule_set: &str,
) -> (Vec<String>, Result<(), Failure>) {
    match played {
        // A panic of a built-in player is a bug of this program.
        Ok(End::Done | End::Stopped) if store.records.iter().any(has_panicked) => {
            (vec!["a built-in player panicked".into()], Ok(()))
        }
        Ok(End::Done | End::Stopped) => (Vec::new(), Ok(())),
        Ok(End::Failed(RefereeError::Divergence(divergence))) => {
            (vec![divergence.to_string()], save(session, store, rule_set, &divergence))
        }
        Ok(End::Failed(RefereeError::Io { doing, error })) => {
            (Vec::new(), Err(Failure::Usage(format!("cannot {doing}: {error}"))))
        }
        Err(failure) => (Vec::new(), Err(failure)),
    }
}

fn has_panicked(record: &Record) -> bool {
    matches!(record.foul, Some(Foul::Crash(Crash::Panic(_))))
}

/// The games and their statistics.
fn test(
    session: &Session,
    kind: &str,
    tournament: &Tournament,
    store: &Store,
    arena: &Arena,
    stop: &AtomicBool,
) -> Test {
    let (settings, records) = (tournament.settings(), &store.records[..]);
    let names = settings.players.iter().map(|player| &*player.name);
    let (rows, ratings) = (standings(names, records), ratings(settings, records));
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
        Some(meeting) => figures::meeting(meeting, sprt.as_ref()),
        None => table::cross(&rows, &meetings),
    };
    notes.extend(table::faults(store.folder(), records));
    notes.extend(table::pauses(records));
    if !is_complete {
        notes.push(format!("resume with: {}", resumption(session, kind, store, arena)));
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
    let tables = vec![table::standings(&rows, ratings)];
    Test { verdict, figures, tables, notes, ..Test::new(&*settings.rule_set, kind, tally, "") }
}

/// The command that plays the missing games.
fn resumption(session: &Session, kind: &str, store: &Store, arena: &Arena) -> String {
    let (program, folder) = (argument(session.program()), argument(store.folder()));
    // The journal has the names of variables, and not their values.
    let variables = arena.programs.environment.given().map(|it| format!(" --env {}", argument(it)));
    let variables: String = variables.collect();
    format!("{program} {kind} --resume {folder}{variables}")
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
