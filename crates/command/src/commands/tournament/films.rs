//! The games of a match or tournament, step by step.

use std::ops::ControlFlow;

use twinboard_harness::{Frame, Side, guard};
use twinboard_referee::{Contest, Player, Record, Settings};
use twinboard_registration::Registration;

use super::store::Store;
use crate::film::{Film, Step};
use crate::pages::FILMS_MAX;
use crate::recording::{self, STEPS_MAX};
use crate::session::{AnySubject, Session};

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
    let Some(case) = store.case_of(record) else { return Film::default() };
    let subject = registration.subject();
    let (frames, movers) = played(subject, registration.two_players().map(|it| &**it), &case);
    let [first, second] = [Player::First, Player::Second].map(|seat| record.player(seat));
    let name = format!("{}: {first} – {second}", record.board);
    let drawn = recording::of_one("After", &name, &case, &frames);
    let mut steps = drawn.steps;
    for (step, mover) in steps.iter_mut().zip(movers) {
        step.mover = mover.map(Player::index);
    }
    steps.extend(steps.last().cloned().map(|last| Step { boards: last.boards, ..result(record) }));
    let file = store.folder().join(&record.file).display().to_string();
    let commands = recording::commands(session, &file);
    // A player has the same colour in all games.
    let colour = |name: &str| settings.players.iter().position(|player| player.name == name);
    let players = [first, second].map(|name| (name.to_owned(), colour(name).unwrap_or(0)));
    Film { players: players.to_vec(), steps, commands, ..drawn }
}

/// The frames of a game, each with the player who made its move.
fn played(
    subject: &AnySubject,
    contest: Option<&dyn Contest>,
    case: &str,
) -> (Vec<Frame>, Vec<Option<Player>>) {
    let (mut frames, mut movers) = (Vec::new(), Vec::new());
    // The judges have played the game before, so a panic is not expected; what is drawn is kept.
    let _ = guard::catch(|| {
        let mut visit = |frame| {
            frames.push(frame);
            if frames.len() < STEPS_MAX {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        if let Some(case) = subject.case(case) {
            subject.visit_frames(Side::Oracle, &case, &mut visit);
        }
        let of_case = contest.map_or_else(Vec::new, |it| it.movers(case.as_bytes()));
        movers.extend(std::iter::once(None).chain(of_case.into_iter().map(Some)));
        movers.resize(frames.len(), None);
    });
    (frames, movers)
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
