//! `twinboard match` and `twinboard tournament`: games of two-player rule sets.
//!
//! Every game is saved as soon as it has ended, so an interrupted tournament can be resumed.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use clap::Args;
use twinboard_referee::End;
use twinboard_referee::statistics::{Sequential, Sprt};
use twinboard_referee::tournament::RunOptions;

use crate::commands::tournament::arguments::{Arena, PlayerArgument, Test};
use crate::output::tally::Conclusion;
use crate::output::text::{counted, shown};
use crate::output::{self, Failure, progress};
use crate::process;
use crate::session::Session;
use crate::session::isolation::ProgramOptions;

pub(crate) mod arguments;
mod store;
mod table;

use store::Store;
use table::Games;

/// Template of the progress bar; the message is the state of the sequential test.
const BAR: &str = "{bar:24} {pos}/{len} games, {eta} left{msg}";

#[derive(Args)]
pub(crate) struct Match {
    /// Rule set.
    #[arg(value_name = "RULESET", required_unless_present = "resume")]
    pub(crate) rule_set: Option<String>,
    /// Player A: the name of a built-in player, a command, or NAME=COMMAND.
    #[arg(long, value_name = "PLAYER", value_parser = PlayerArgument::parse)]
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    pub(crate) a: Option<PlayerArgument>,
    /// Player B.
    #[arg(long, value_name = "PLAYER", value_parser = PlayerArgument::parse)]
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    pub(crate) b: Option<PlayerArgument>,
    #[command(flatten)]
    pub(crate) test: Test,
    #[command(flatten)]
    pub(crate) arena: Arena,
}

#[derive(Args)]
pub(crate) struct Tournament {
    /// Rule set.
    #[arg(value_name = "RULESET", required_unless_present = "resume")]
    pub(crate) rule_set: Option<String>,
    /// Player: the name of a built-in player, a command, or NAME=COMMAND. Repeated for each player.
    #[arg(long = "player", short, value_name = "PLAYER", value_parser = PlayerArgument::parse)]
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    pub(crate) players: Vec<PlayerArgument>,
    #[command(flatten)]
    pub(crate) arena: Arena,
}

pub(crate) fn run(options: &Tournament, session: &Session) -> Result<Conclusion, Failure> {
    let players: Vec<_> = options.players.iter().collect();
    let rule_set = options.rule_set.as_deref();
    host(session, "tournament", rule_set, &players, None, &options.arena)
}

pub(crate) fn run_match(options: &Match, session: &Session) -> Result<Conclusion, Failure> {
    let players: Vec<_> = options.a.iter().chain(&options.b).collect();
    let rule_set = options.rule_set.as_deref();
    host(session, "match", rule_set, &players, options.test.sprt(), &options.arena)
}

struct Hosted<'a> {
    session: &'a Session,
    kind: &'static str,
    arena: &'a Arena,
    tournament: twinboard_referee::Tournament,
    store: Store,
}

fn host(
    session: &Session,
    kind: &'static str,
    rule_set: Option<&str>,
    players: &[&PlayerArgument],
    sprt: Option<Sprt>,
    arena: &Arena,
) -> Result<Conclusion, Failure> {
    spare_games(session, arena)?;
    let (tournament, store) = arguments::open(session, kind, rule_set, players, sprt, arena)?;
    let mut hosted = Hosted { session, kind, arena, tournament, store };
    let (tournament, store) = (&hosted.tournament, &hosted.store);
    let is_over = store.before == tournament.games() || hosted.is_decided();
    // No program runs to show the results of games that are over.
    let programs = if is_over || arena.resume.is_none() {
        arena.programs.clone()
    } else {
        let settings = tournament.settings();
        arguments::are_there(settings)?;
        arena.programs.resumed(&settings.env)?
    };
    if store.before > 0 {
        let (folder, before) = (shown(store.folder()), store.before);
        let all = counted(tournament.games() as u64, "game");
        output::print_error_line(format!("resuming {folder}: {before} of {all} already played"));
    }
    let stop = session.catch_signals();
    let mut games = Games::new(kind == "match", tournament.settings(), &store.records, arena);
    let played = hosted.play(&mut games, &programs, &stop);
    hosted.store.records.sort_by_key(|record| record.game);
    let printed = games.finish(arena);
    hosted.finish(&stop, played, printed)
}

/// Fails if an output would overwrite the saved games.
fn spare_games(session: &Session, arena: &Arena) -> Result<(), Failure> {
    let Some(folder) = arena.resume.as_ref().or(arena.out.as_ref()) else { return Ok(()) };
    let outputs = session.outputs();
    for (option, path) in [("--json", &outputs.results.json), ("--html", &outputs.html)] {
        if let Some(path) = path
            && store::is_of_games(folder, path)
        {
            let (path, folder) = (shown(path), shown(folder));
            return Err(usage!(
                "{option} would overwrite {path}, which belongs to the games in {folder}"
            ));
        }
    }
    Ok(())
}

impl Hosted<'_> {
    /// True if the sequential test needs no more games.
    fn is_decided(&self) -> bool {
        let test = Sequential::of(self.tournament.settings(), &self.store.records);
        test.is_some_and(|test| test.decision().is_some())
    }

    /// Plays the remaining games and saves each as soon as it has ended. After a decision of the
    /// sequential test no more games are started; running games are finished and saved.
    fn play(
        &mut self,
        games_shown: &mut Games,
        programs: &ProgramOptions,
        stop: &Arc<AtomicBool>,
    ) -> Result<End, Failure> {
        if self.is_decided() {
            return Ok(End::Stopped);
        }
        let Self { session, arena, tournament, store, .. } = self;
        let mut test = Sequential::of(tournament.settings(), &store.records);
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let games = arena.jobs.map_or((processors - 1).max(1), usize::from);
        let runner = tournament.has_programs().then(|| {
            let limits = tournament.settings().limits.for_runner();
            let runner = process::runner(limits)?.with_stop(Arc::clone(stop));
            let runner = session.isolation.apply(programs, runner)?;
            arguments::are_visible(tournament.settings(), &runner)?;
            Ok(runner)
        });
        let runner = runner.transpose()?;
        let place = process::scratch_folder()?;
        let threads = arena.threads.into();
        let options =
            RunOptions { games, threads, scratch: place.path(), runner: runner.as_ref(), stop };
        let bar = progress::new("", tournament.games() as u64, BAR, arena.results.quiet);
        bar.set_position(store.before as u64);
        // Games from before the resumption say nothing about the remaining time.
        bar.reset_eta();
        let mut kept = Ok(());
        let played = store.records.iter().map(|record| record.game).collect();
        let end = tournament.play(&played, &options, &mut |record| {
            if kept.is_ok() {
                if let Some(test) = &mut test {
                    test.add(&record);
                }
                kept = store.keep(record);
                if let (Ok(()), Some(record)) = (&kept, store.records.last()) {
                    games_shown.ended(record, arena, &bar);
                }
                bar.set_position(store.records.len() as u64);
                if let Some(test) = &test {
                    bar.set_message(format!(", {}", table::ratio(test)));
                }
            }
            kept.is_ok() && test.as_ref().is_none_or(|test| test.decision().is_none())
        });
        bar.finish_and_clear();
        kept.map(|()| end)
    }
}
