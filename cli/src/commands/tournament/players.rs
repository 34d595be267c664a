//! Turns the players of the command line into entrants of a tournament.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use referee::{Contest, Entrant, PlayerKind};

use crate::args::{NAME_MAX, PlayerArgument};
use crate::failure::Failure;

/// The entrants, each with a unique name.
pub(super) fn entrants(
    contest: &dyn Contest,
    players: &[&PlayerArgument],
    stdio: bool,
) -> Result<Vec<Entrant>, Failure> {
    let mut entrants: Vec<Entrant> = Vec::new();
    for player in players {
        let kind = resolve(contest, &player.words, stdio)?;
        let is_taken = |name: &str| entrants.iter().any(|other| other.name == name);
        let name = match &player.name {
            Some(name) if is_taken(name) => {
                return Err(Failure::Usage(format!("two players are called {name}")));
            }
            Some(name) => name.clone(),
            None => {
                let name = default_name(&player.words);
                let numbered = (2..).map(|number| format!("{name}-{number}"));
                let mut names = std::iter::once(name.clone()).chain(numbered);
                names.find(|name| !is_taken(name)).expect("the names are infinite")
            }
        };
        entrants.push(Entrant { name, kind });
    }
    Ok(entrants)
}

/// Resolves a built-in player, or a command.
fn resolve(contest: &dyn Contest, words: &[String], stdio: bool) -> Result<PlayerKind, Failure> {
    let (first, arguments) = words.split_first().expect("a player has a word");
    if arguments.is_empty() && contest.player(first).is_some() {
        return Ok(PlayerKind::BuiltIn(first.clone()));
    }
    let command = command(words)?.ok_or_else(|| {
        let built_in: Vec<&str> = contest.built_in().iter().map(|player| player.name).collect();
        let built_in = built_in.join(", ");
        Failure::Usage(if Path::new(first).is_file() {
            format!("no player is called {first}; write ./{first} for the program in this folder")
        } else {
            format!("no player or program is called {first}; built-in players: {built_in}")
        })
    })?;
    Ok(if stdio { PlayerKind::Stdio(command) } else { PlayerKind::Files(command) })
}

/// A program and its arguments with absolute paths, so that it can be started in another folder;
/// `None` if no program has this name.
pub(in crate::commands) fn command(words: &[String]) -> Result<Option<Vec<String>>, Failure> {
    let (first, arguments) = words.split_first().expect("a command has a word");
    let Some(program) = program(first)? else { return Ok(None) };
    let mut command = vec![text(program)?];
    for argument in arguments {
        // Relative paths of files would be wrong in that folder.
        let is_file = !argument.starts_with('-') && Path::new(argument).is_file();
        command.push(if is_file { text(absolute(argument)?)? } else { argument.clone() });
    }
    Ok(Some(command))
}

/// The path of a program, searched in `PATH` unless the name contains a folder.
fn program(name: &str) -> Result<Option<PathBuf>, Failure> {
    let path = Path::new(name);
    if path.components().count() > 1 {
        if !path.is_file() {
            return Err(Failure::Usage(format!("program {name} not found")));
        }
        if !is_executable(path) {
            return Err(Failure::Usage(format!("{name} is not executable")));
        }
        return absolute(name).map(Some);
    }
    let folders = env::var_os("PATH").unwrap_or_default();
    let found =
        env::split_paths(&folders).map(|folder| folder.join(name)).find(|it| is_executable(it));
    let absolute = found.map(|path| {
        std::path::absolute(&path).map_err(|error| Failure::File { path, doing: "find", error })
    });
    absolute.transpose()
}

fn absolute(path: &str) -> Result<PathBuf, Failure> {
    std::path::absolute(path).map_err(|error| Failure::File {
        path: path.into(),
        doing: "find",
        error,
    })
}

/// A path as text, since the settings of a tournament are saved as text.
fn text(path: PathBuf) -> Result<String, Failure> {
    path.into_os_string()
        .into_string()
        .map_err(|path| Failure::Usage(format!("the path {} is not valid UTF-8", path.display())))
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|file| file.is_file())
}

/// The name of a player without NAME=: the file name of its script, or else of its program.
fn default_name(words: &[String]) -> String {
    let is_script = |word: &&String| !word.starts_with('-') && Path::new(word).is_file();
    let word = words[1..].iter().find(is_script).unwrap_or(&words[0]);
    let name = Path::new(word).file_name().unwrap_or_default().to_string_lossy();
    let fits = |c: char| if c.is_control() { '-' } else { c };
    name.chars().map(fits).take(NAME_MAX).collect()
}
