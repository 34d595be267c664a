//! Turns the players of the command line into entrants of a tournament.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use twinboard_referee::{Contest, Entrant, Files, PlayerKind, Settings};
use twinboard_runner::Runner;

use crate::commands::tournament::arguments::{NAME_MAX, PlayerArgument};
use crate::output::text::{free_name, shown};
use crate::output::{Failure, files};
use crate::process::programs;
use crate::session::isolation::Isolation;

/// The entrants, each with a unique name.
pub(super) fn entrants(
    contest: &dyn Contest,
    players: &[&PlayerArgument],
    stdio: bool,
) -> Result<Vec<Entrant>, Failure> {
    let mut entrants: Vec<Entrant> = Vec::new();
    let files = (!stdio).then(|| contest.files());
    for player in players {
        let kind = resolve(contest, &player.words, files)?;
        let is_taken = |name: &str| entrants.iter().any(|other| other.name == name);
        let name = match &player.name {
            Some(name) if is_taken(name) => {
                return Err(usage!("two players are called {name}"));
            }
            Some(name) => name.clone(),
            None => free_name(&default_name(&player.words, files), is_taken),
        };
        entrants.push(Entrant { name, kind });
    }
    Ok(entrants)
}

fn resolve(
    contest: &dyn Contest,
    words: &[String],
    files: Option<Files>,
) -> Result<PlayerKind, Failure> {
    let (first, arguments) = words.split_first().expect("a player has a word");
    if arguments.is_empty() && contest.player(first).is_some() {
        return Ok(PlayerKind::BuiltIn(first.clone()));
    }
    let protocols = ["uci:", "usi:", "gtp:", "xboard:"];
    if let Some(protocol) = protocols.iter().find(|it| first.starts_with(**it)) {
        return Err(usage!(
            "{first}: an engine of {protocol} cannot play here; a player is a program that reads \
             positions and writes moves (docs/tournaments.md)"
        ));
    }
    let is_file = Path::new(first).is_file();
    let command = command(words, files)?.ok_or_else(|| {
        let built_in: Vec<&str> = contest.built_in().iter().map(|player| player.name).collect();
        let (built_in, first) = (built_in.join(", "), shown(first));
        Failure::Usage(if is_file {
            format!("no player is called {first}; write ./{first} for the program in this folder")
        } else {
            format!("no player or program is called {first}; built-in players: {built_in}")
        })
    })?;
    Ok(if files.is_none() { PlayerKind::Stdio(command) } else { PlayerKind::Files(command) })
}

/// A program and its arguments with absolute paths, so that it can be started in another folder,
/// where it reads and writes `files`; `None` if no program has this name.
pub(crate) fn command(
    words: &[String],
    files: Option<Files>,
) -> Result<Option<Vec<String>>, Failure> {
    let (first, arguments) = words.split_first().expect("a command has a word");
    let Some(program) = program(first)? else { return Ok(None) };
    let mut command = vec![text(program)?];
    for argument in arguments {
        // Relative paths of files would be wrong in that folder.
        let is_file = is_file_here(argument, files);
        command.push(if is_file { text(absolute(argument)?)? } else { argument.clone() });
    }
    Ok(Some(command))
}

/// True if an argument is a file in the current folder. The names of `files` mean those in the
/// folder of the program, whatever files of the user have these names.
fn is_file_here(argument: &str, files: Option<Files>) -> bool {
    let is_exchanged = files.is_some_and(|files| [files.board, files.answer].contains(&argument));
    !argument.starts_with('-') && !is_exchanged && Path::new(argument).is_file()
}

/// Program and arguments; empty for a built-in player.
fn command_of(entrant: &Entrant) -> &[String] {
    match &entrant.kind {
        PlayerKind::BuiltIn(_) => &[],
        PlayerKind::Files(command) | PlayerKind::Stdio(command) => command,
    }
}

/// Fails if the program of a player is missing, who would lose all games. Whether it is the one with
/// which the games began is not known.
pub(super) fn are_there(settings: &Settings) -> Result<(), Failure> {
    let is_missing = |player: &&Entrant| {
        command_of(player).first().is_some_and(|program| !files::is_executable(program.as_ref()))
    };
    settings.players.iter().find(is_missing).map_or(Ok(()), |player| {
        let (program, name) = (shown(&command_of(player)[0]), &player.name);
        Err(usage!("{program} of player {name} is missing or not executable"))
    })
}

/// Fails if the sandbox hides the program of a player, whose games would all be lost.
pub(super) fn are_visible(settings: &Settings, runner: &Runner) -> Result<(), Failure> {
    settings.players.iter().try_for_each(|player| {
        let words: Vec<_> = command_of(player).iter().map(OsString::from).collect();
        Isolation::check_visible(runner, &words, None)
    })
}

/// The path of a program, searched in `PATH` unless the name contains a folder.
fn program(name: &str) -> Result<Option<PathBuf>, Failure> {
    let path = Path::new(name);
    if path.components().count() > 1 {
        if !path.is_file() {
            return Err(usage!("program {} not found", shown(name)));
        }
        if !files::is_executable(path) {
            return Err(usage!("{} is not executable", shown(name)));
        }
        return absolute(name).map(Some);
    }
    Ok(programs::found(path))
}

fn absolute(path: &str) -> Result<PathBuf, Failure> {
    std::path::absolute(path).map_err(Failure::file("find", path))
}

/// A path as text, since the settings of a tournament are saved as text.
fn text(path: PathBuf) -> Result<String, Failure> {
    path.into_os_string()
        .into_string()
        .map_err(|path| usage!("the path {} is not valid UTF-8", shown(&path)))
}

/// The name of a player without NAME=: the file name of its script, or else of its program.
fn default_name(words: &[String], files: Option<Files>) -> String {
    let is_script = |word: &&String| is_file_here(word, files);
    let word = words[1..].iter().find(is_script).unwrap_or(&words[0]);
    let name = Path::new(word).file_name().unwrap_or_default().to_string_lossy();
    let fits = |c: char| if c.is_control() { '-' } else { c };
    name.chars().map(fits).take(NAME_MAX).collect()
}
