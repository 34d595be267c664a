//! Makes a tournament and its folder from the arguments, or resumes one.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use twinboard_referee::statistics::Sprt;
use twinboard_referee::tournament::SettingsError;
use twinboard_referee::{Board, Contest, Limits, Settings, Tournament};
use twinboard_vocabulary::InputError;

use super::players;
use super::store::Store;
use crate::cases::corpus;
use crate::commands::tournament::arguments::{Arena, PlayerArgument};
use crate::output::text::counted;
use crate::output::{self, Failure, files};
use crate::process::{self, OUTPUT, PROCESSES};
use crate::session::Session;

/// Parent of the folder for the games, without `--out`.
const OUT: &str = "twinboard-out";

/// Opens the tournament. All arguments are checked before its folder is created.
pub(super) fn open(
    session: &Session,
    kind: &str,
    rule_set: Option<&str>,
    players: &[&PlayerArgument],
    sprt: Option<Sprt>,
    arena: &Arena,
) -> Result<(Tournament, Store), Failure> {
    if let Some(folder) = &arena.resume {
        let (store, settings) = Store::resume(folder)?;
        let contest = contest(session, &settings.rule_set)?;
        return Ok((tournament(contest, settings)?, store));
    }
    let contest = contest(session, rule_set.expect("clap requires it without --resume"))?;
    let settings = settings(contest.as_ref(), players, sprt, arena)?;
    let tournament = tournament(contest, settings)?;
    if tournament.has_programs() {
        let runner = process::runner(tournament.settings().limits.for_runner())?;
        let runner = session.isolation.apply(&arena.programs, runner)?;
        players::are_visible(tournament.settings(), &runner)?;
    }
    let name = || format!("{}-{kind}", tournament.settings().rule_set);
    let new = || Store::new_folder(Path::new(OUT), &name());
    let folder = arena.out.clone().map_or_else(new, Ok)?;
    let store = Store::open(&folder, tournament.settings())?;
    Ok((tournament, store))
}

fn contest(session: &Session, rule_set: &str) -> Result<Arc<dyn Contest>, Failure> {
    let unknown = || usage!("{rule_set} is not a known two-player rule set");
    session.contest(rule_set).ok_or_else(unknown)
}

fn tournament(contest: Arc<dyn Contest>, settings: Settings) -> Result<Tournament, Failure> {
    Tournament::new(contest, settings).map_err(|unfit| match unfit {
        SettingsError::Board(name, error) => Failure::Input { name, error },
        unfit => Failure::Usage(unfit.to_string()),
    })
}

fn settings(
    contest: &dyn Contest,
    players: &[&PlayerArgument],
    sprt: Option<Sprt>,
    arena: &Arena,
) -> Result<Settings, Failure> {
    let players = players::entrants(contest, players, arena.stdio)?;
    if players.len() < 2 {
        return Err(usage!("at least two players are needed: add --player PLAYER"));
    }
    let boards = if arena.boards.is_empty() {
        drawn(contest, arena, sprt.is_some())?
    } else {
        of_files(contest, &arena.boards)?
    };
    if let Some(sprt) = sprt.filter(|sprt| (boards.len() as u64) < sprt.pairs_min()) {
        let (boards, least) = (counted(boards.len() as u64, "board"), sprt.pairs_min());
        output::print_error_line(format!(
            "warning: --sprt: {boards} cannot decide this test, whatever the results: it takes at \
             least {least}, most often many more"
        ));
    }
    Ok(Settings {
        rule_set: contest.name().to_owned(),
        players,
        boards,
        limits: Limits {
            time_ns: u64::try_from(arena.time.as_nanos()).unwrap_or(u64::MAX),
            memory: process::memory_limit(arena.memory),
            output: OUTPUT,
            processes: PROCESSES,
        },
        env: arena.programs.variables(),
        seed: arena.seed,
        sprt,
    })
}

/// Random boards of the groups and seeds: group by group, or with the groups in turn. The latter is
/// for a sequential test, whose first boards should be a fair sample of all, and of whose boards
/// most are never played: they are drawn when they are.
fn drawn(contest: &dyn Contest, arena: &Arena, in_turn: bool) -> Result<Vec<Board>, Failure> {
    let all: Vec<u64> = contest.groups().iter().map(|group| group.number).collect();
    let groups = arena.group.as_ref().map_or(&all, |groups| &groups.0);
    let seeds = &arena.seeds.0;
    let count = groups.len() * seeds.len();
    let choice = |place: usize| {
        if in_turn {
            (groups[place % groups.len()], seeds[place / groups.len()])
        } else {
            (groups[place / seeds.len()], seeds[place % seeds.len()])
        }
    };
    let boards = (0..count).map(choice).map(|(group, seed)| {
        let unknown = || {
            let all = all.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            usage!("unknown group {group} of boards; expected one of: {all}")
        };
        let name = format!("group {group}, seed {seed}");
        if in_turn && all.contains(&group) {
            return Ok(Board { name, text: String::new(), drawn: Some([group, seed]) });
        }
        Ok(Board::of_text(name, contest.draw(group, seed).ok_or_else(unknown)?))
    });
    boards.collect()
}

fn of_files(contest: &dyn Contest, paths: &[PathBuf]) -> Result<Vec<Board>, Failure> {
    let mut boards = Vec::new();
    for path in corpus::files_of(paths)? {
        let (name, text) = files::read(&path)?;
        let read = contest.start(&text).and_then(|_| {
            String::from_utf8(text).map_err(|error| InputError::Io(std::io::Error::other(error)))
        });
        match read {
            Ok(text) => boards.push(Board::of_text(name, text)),
            Err(error) => return Err(Failure::Input { name, error }),
        }
    }
    if boards.is_empty() {
        return Err(usage!("no boards in the files and folders of --boards"));
    }
    Ok(boards)
}
