//! The games of a match or tournament, step by step.

use std::time::Duration;

use twinboard_harness::{Side, guard};
use twinboard_referee::{Player, Record, Settings};
use twinboard_registration::Registration;

use super::store::Store;
use crate::film::{Film, Step};
use crate::pages::FILMS_MAX;
use crate::recording::{self, STEPS_MAX};
use crate::session::Session;

/// Films of the first games.
pub(super) fn of(session: &Session, settings: &Settings, store: &Store) -> Vec<Film> {
    let Some(registration) = session.registration(&settings.rule_set) else { return Vec::new() };
    let film = |record| film(session, registration, settings, store, record);
    store.records.iter().take(FILMS_MAX).map(film).collect()
}

/// The film of a game as the oracle plays it; one without steps if its case file is lost.
fn film(
    session: &Session,
    registration: &Registration,
    settings: &Settings,
    store: &Store,
    record: &Record,
) -> Film {
    let subject = registration.subject();
    let text = store.case_of(record);
    let Some(case) = text.and_then(|text| subject.case(&text)) else { return Film::default() };
    // The judges have played the game before, so neither a panic nor a hang is expected.
    let frames = recording::record(subject, Side::Oracle, &case, STEPS_MAX, Duration::MAX);
    let movers = guard::catch(|| Some(registration.two_players()?.movers(case.text().as_bytes())));
    let movers = movers.ok().flatten().unwrap_or_default();
    let [first, second] = [Player::First, Player::Second].map(|seat| record.player(seat));
    let name = format!("{}: {first} – {second}", record.board);
    let drawn = recording::of_one("After", &name, case.text(), &frames);
    let mut steps = drawn.steps;
    // The first step is the board that the game began on.
    for (step, mover) in steps.iter_mut().skip(1).zip(movers) {
        step.mover = Some(mover.index());
    }
    steps.extend(steps.last().cloned().map(|last| Step { boards: last.boards, ..result(record) }));
    let file = store.folder().join(&record.file).display().to_string();
    let commands = recording::commands(session, &file);
    // A player has the same colour in all games.
    let colour = |name: &str| settings.players.iter().position(|player| player.name == name);
    let players = [first, second].map(|name| (name.to_owned(), colour(name).unwrap_or(0)));
    Film { players: players.to_vec(), steps, commands, ..drawn }
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
