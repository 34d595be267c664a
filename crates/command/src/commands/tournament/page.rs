//! The games of a match or tournament as a page.

use std::ops::ControlFlow;

use twinboard_harness::report::{self, plain};
use twinboard_harness::{Frame, Side, guard};
use twinboard_referee::{Player, Record, Settings, StandingsRow};
use twinboard_registration::Registration;

use super::store::Store;
use super::table;
use crate::film::{Bar, Chart, Film, Page, Part, Step};
use crate::output::text::counted;
use crate::pages::FILMS_MAX;
use crate::recording::{self, STEPS_MAX};
use crate::session::{AnySubject, Session};

/// The standings, and the first games as films.
pub(super) fn of(
    session: &Session,
    kind: &str,
    settings: &Settings,
    store: &Store,
    rows: &[StandingsRow],
    text: &str,
) -> Page {
    let subject = session.registration(&settings.rule_set).map(Registration::subject);
    let games = store.records.iter().take(FILMS_MAX);
    let films = games.filter_map(|record| film(session, subject?, store, record));
    let bar = |row: &StandingsRow| Bar::new(&row.player, row.points, format!("{:.1}", row.points));
    let count = store.records.len();
    let note = match count.saturating_sub(FILMS_MAX) {
        0 => String::new(),
        left_out => format!("The first {FILMS_MAX} games are shown, {left_out} are left out."),
    };
    let bars = rows.iter().map(bar).collect();
    let points = Chart::Bars { title: "Points".to_owned(), note, bars };
    let part =
        Part { text: plain(text), charts: vec![points], films: films.collect(), ..Part::default() };
    let games = counted(count as u64, "game");
    Page { title: format!("{kind} of {}, {games}", settings.rule_set), parts: vec![part] }
}

/// The film of a game as the oracle plays it; `None` if its case file is lost.
fn film(session: &Session, subject: &AnySubject, store: &Store, record: &Record) -> Option<Film> {
    let file = store.folder().join(&record.file);
    let case = store.case_of(record)?;
    let mut frames: Vec<Frame> = Vec::new();
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
        // In a game of one player, each of the two has a case.
        for case in subject.split(case.as_bytes()).unwrap_or_default() {
            let _ = subject.visit_frames(Side::Oracle, case.as_bytes(), &mut visit);
        }
    });
    let [first, second] = [Player::First, Player::Second].map(|seat| record.player(seat));
    let name = format!("{}: {first} – {second}", record.board);
    let drawn = recording::of_one("after", &name, &case, &frames);
    let mut steps = drawn.steps;
    steps.extend(steps.last().cloned().map(|last| Step { boards: last.boards, ..result(record) }));
    let file = file.display().to_string();
    let mut commands = recording::commands(session, subject.name(), &file);
    if session.solved(subject.name()).is_ok() {
        let words = [&*session.program(), "analyse", subject.name(), &file];
        let command = words.map(report::as_argument).join(" ");
        commands.push(("find the mistakes".to_owned(), command));
    }
    let about = format!("{first} moves first, against {second}.");
    Some(Film { about, steps, commands, ..drawn })
}

/// The last step: the winner, and the fault of the loser with its standard error.
fn result(record: &Record) -> Step {
    let winner = record.winner.map(|seat| record.player(seat));
    let title = winner.map_or_else(|| "a draw".to_owned(), |winner| format!("{winner} wins"));
    let mut text = table::games(&[record]);
    if !record.errors.is_empty() {
        text += "\nthe end of the loser's standard error\n";
        text += &record.errors;
    }
    Step { title, text, is_report: true, boards: Vec::new() }
}
