//! The result of a match or tournament, as the value of all commands.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use serde_json::{Value, json};
use twinboard_harness::{Side, guard};
use twinboard_referee::statistics::{Rating, Sequential, meetings, ratings};
use twinboard_referee::{Crash, End, Foul, Player, Record, RefereeError, StandingsRow, standings};
use twinboard_registration::Registration;

use super::{Hosted, figures, table};
use crate::film::{Film, Step};
use crate::output::result::{Figures, Test};
use crate::output::tally::{Conclusion, Tally};
use crate::output::text::{argument, counted, shown};
use crate::output::{Failure, failure};
use crate::pages::FILMS_MAX;
use crate::recording::{self, STEPS_MAX};

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
            Ok(End::Failed(RefereeError::Divergence(divergence))) => {
                let rule_set = &self.tournament.settings().rule_set;
                let folder = self.store.folder();
                let blame = "no player is to blame";
                let kept = self.session.keep_divergence(rule_set, &divergence, folder, blame);
                (vec![divergence.to_string()], kept)
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
        let tables = vec![table::standings(&rows, ratings)];
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
