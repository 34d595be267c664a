//! The games of a match or tournament as a page.

use std::ops::ControlFlow;

use twinboard_harness::report::plain;
use twinboard_harness::{Frame, Side, guard};
use twinboard_referee::{Contest, Player, Record, Settings};
use twinboard_registration::Registration;

use super::results::Figures;
use super::store::Store;
use super::{figures, table};
use crate::film::{Film, Opens, Page, Part, Step, Table};
use crate::output::text::counted;
use crate::recording::{self, STEPS_MAX};
use crate::session::{AnySubject, Session};

/// Games that can be opened; a page of more would be large.
const GAMES_MAX: usize = 50;
/// Games in the table.
const ROWS_MAX: usize = 1000;

/// The statistics, and a table of the games, the first of which it opens as films.
pub(super) fn of(
    session: &Session,
    kind: &str,
    settings: &Settings,
    store: &Store,
    results: &Figures,
    text: &str,
) -> Page {
    let registration = session.registration(&settings.rule_set);
    let of_game = |record| match registration {
        Some(registration) => film(session, registration, settings, store, record),
        None => Film::default(),
    };
    let films = store.records.iter().take(GAMES_MAX).map(of_game);
    let count = store.records.len();
    let games = counted(count as u64, "game");
    let title = match (&settings.players[..], kind) {
        ([a, b], "match") => {
            format!("{} against {}: {games} of {}", a.name, b.name, settings.rule_set)
        }
        _ => format!("Tournament of {}, {games}", settings.rule_set),
    };
    let part = Part {
        text: plain(text),
        tables: tables(kind, results, &store.records),
        films: films.collect(),
        ..Part::default()
    };
    Page { title, parts: vec![part], ..Page::default() }
}

/// The statistics of a match, the standings, the cross table and the games.
fn tables(kind: &str, results: &Figures, records: &[Record]) -> Vec<Table> {
    let Figures { rows, ratings, meetings, test } = results;
    let mut tables = Vec::new();
    let of_match = meetings.first().filter(|_| kind == "match" && meetings.len() == 1);
    if let Some(meeting) = of_match {
        let facts = figures::facts(meeting, test.as_ref());
        let facts = facts.into_iter().map(|(name, text)| vec![recording::sentence(name), text]);
        let title = figures::about(meeting);
        tables.push(Table { title, rows: facts.collect(), ..Table::default() });
    }
    let ratings = if of_match.is_some() { &[][..] } else { ratings };
    tables.push(Table::of("Standings", table::standings_lines(rows, ratings)));
    tables.push(Table::of("Cross table", table::cross_lines(rows, meetings)));
    let title = match records.len() {
        all if all > ROWS_MAX => format!("Games, the first {ROWS_MAX} of {all}"),
        all if all > GAMES_MAX => format!("Games, of which the first {GAMES_MAX} can be opened"),
        _ => "Games".to_owned(),
    };
    let games = table::game_lines(&records[..records.len().min(ROWS_MAX)]);
    tables.push(Table { opens: Opens::Films, ..Table::of(title, games) });
    tables.retain(|table| !table.rows.is_empty());
    tables
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
        let cases = subject.split(case.as_bytes()).unwrap_or_default();
        for (case, solo) in cases.iter().zip(Player::ALL) {
            let mut visit = |frame| {
                frames.push(frame);
                if frames.len() < STEPS_MAX {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            };
            let _ = subject.visit_frames(Side::Oracle, case.as_bytes(), &mut visit);
            // In a game of one player, each of the two has a case.
            let of_case = contest.map_or_else(Vec::new, |it| it.movers(case.as_bytes()));
            let is_solo = cases.len() > 1;
            let of_case = of_case.into_iter().map(|mover| if is_solo { solo } else { mover });
            movers.extend(std::iter::once(None).chain(of_case.map(Some)));
            movers.resize(frames.len(), None);
        }
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
