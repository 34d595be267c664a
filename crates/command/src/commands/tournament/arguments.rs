//! The arguments that `match` and `tournament` share, and those of their tests and players.

use std::ffi::OsString;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, value_parser};
use twinboard_referee::statistics::Sprt;
use twinboard_referee::tournament::SettingsError;
use twinboard_referee::{Board, Contest, Entrant, Files, Limits, PlayerKind, Settings, Tournament};
use twinboard_runner::Runner;
use twinboard_vocabulary::InputError;

use super::store::Store;
use crate::args::duration;
use crate::cases::corpus;
use crate::output::results::{Html, Results};
use crate::output::text::{counted, free_name, shown};
use crate::output::{self, Failure, files};
use crate::process::{self, OUTPUT, PROCESSES};
use crate::session::Session;
use crate::session::isolation::{Isolation, ProgramOptions};

/// The sequential test that ends a match early.
#[derive(Args)]
pub(crate) struct Test {
    /// Play until a sequential probability ratio test decides between two hypotheses: A is
    /// stronger than B by ELO0 (H0) or by ELO1 (H1), such as 0,20 or -10,0. The generalised
    /// log-likelihood ratio (LLR) is evaluated after each board, in order, from the tenth on.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = hypotheses)]
    #[arg(allow_hyphen_values = true, conflicts_with = "resume")]
    pub(crate) sprt: Option<[f64; 2]>,
    /// Probability of accepting H1 although H0 is true.
    #[arg(long, value_name = "SHARE", value_parser = error_probability, default_value = "0.05")]
    #[arg(requires = "sprt", conflicts_with = "resume")]
    pub(crate) alpha: f64,
    /// Probability of accepting H0 although H1 is true.
    #[arg(long, value_name = "SHARE", value_parser = error_probability, default_value = "0.05")]
    #[arg(requires = "sprt", conflicts_with = "resume")]
    pub(crate) beta: f64,
}

impl Test {
    pub(crate) fn sprt(&self) -> Option<Sprt> {
        let [elo0, elo1] = self.sprt?;
        Some(Sprt { elo0, elo1, alpha: self.alpha, beta: self.beta })
    }
}

/// Parses two Elo differences that a test can tell apart.
fn hypotheses(text: &str) -> Result<[f64; 2], String> {
    let numbers = text.split(',').map(|number| number.trim().parse::<f64>());
    let numbers = numbers.collect::<Result<Vec<_>, _>>().unwrap_or_default();
    let [elo0, elo1] = numbers[..].try_into().map_err(|_| "expected two numbers such as 0,20")?;
    let sprt = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 };
    sprt.checked().map(|_| [elo0, elo1]).map_err(|error| error.to_string())
}

/// Parses an error probability that a test can have.
fn error_probability(text: &str) -> Result<f64, String> {
    let probability = text.parse().map_err(|_| "expected a number such as 0.05")?;
    let sprt = Sprt { elo0: 0.0, elo1: 1.0, alpha: probability, beta: probability };
    sprt.checked().map(|_| probability).map_err(|error| error.to_string())
}

/// The boards, limits and files of the games.
#[derive(Args)]
pub(crate) struct Arena {
    /// Board files, or folders of them, instead of random boards.
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with_all = ["group", "seeds"])]
    pub(crate) boards: Vec<PathBuf>,
    /// Groups of random boards, such as 2 or 1..3 [default: all].
    #[arg(long, value_name = "GROUPS", value_parser = Numbers::parse)]
    pub(crate) group: Option<Numbers>,
    /// Seeds of the random boards of each group, such as 7, 1..4 or 2,5,8..11.
    #[arg(long, value_name = "SEEDS", value_parser = Numbers::parse, default_value = "1..3")]
    pub(crate) seeds: Numbers,
    /// Wall-clock time limit for a move.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "1s")]
    pub(crate) time: Duration,
    /// Board on standard input and move on standard output of commands, instead of files.
    #[arg(long)]
    pub(crate) stdio: bool,
    /// Limit on the address space of each process of a command, in MiB [default: half of the
    /// machine's memory]. Some runtimes reserve far more than they use.
    #[arg(long, value_name = "MIB")]
    pub(crate) memory: Option<NonZeroU32>,
    #[command(flatten)]
    pub(crate) programs: ProgramOptions,
    /// Seed of the built-in players [default: 1].
    #[arg(long, value_name = "SEED", default_value_t = 1, hide_default_value = true)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Number of games played at the same time [default: number of CPUs minus one].
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Number of search threads of a built-in player [default: 1].
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true)]
    #[arg(value_parser = value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// Folder for the games, resumed if begun there before [default: new, in twinboard-out].
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Folder of games to resume, with their settings and the programs of the same paths.
    #[arg(long, value_name = "DIR")]
    #[arg(conflicts_with_all = ["rule_set", "boards", "group", "seeds", "time", "stdio"])]
    #[arg(conflicts_with_all = ["memory", "seed", "out"])]
    pub(crate) resume: Option<PathBuf>,
    /// Print each game when it has ended. A match does so in any case if its output is a file or a
    /// pipe.
    #[arg(long, short)]
    pub(crate) verbose: bool,
    #[command(flatten)]
    pub(crate) page: Html,
    #[command(flatten)]
    pub(crate) results: Results,
}

/// A player as given on the command line: `greedy`, `./bot --fast` or `NAME=./bot`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlayerArgument {
    /// The name before `=`.
    pub(crate) name: Option<String>,
    /// The name of a built-in player, or a program and its arguments, split as a shell does.
    pub(crate) words: Vec<String>,
}

impl PlayerArgument {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let words = shell_words::split(text).map_err(|error| error.to_string())?;
        let mut words = words.into_iter();
        let first = words.next().filter(|word| !word.is_empty());
        let first = first.ok_or("expected a built-in player or a command")?;
        let is_name = |name: &str| {
            let fits = |c: char| c.is_alphanumeric() || "-_.+".contains(c);
            !name.is_empty() && name.chars().all(fits) && name.chars().count() <= NAME_MAX
        };
        let (name, first) = match first.split_once('=') {
            Some((name, rest)) if is_name(name) => (Some(name.to_owned()), rest.to_owned()),
            Some((name, _)) if !name.contains(['/', '\\']) => {
                return Err(format!(
                    "`{name}` is not a name: expected up to {NAME_MAX} letters, digits, -, _, + and dots"
                ));
            }
            _ => (None, first),
        };
        // A blank after `=` is allowed.
        let first = if first.is_empty() { words.next() } else { Some(first) };
        let first = first.ok_or("expected a command after `=`")?;
        Ok(Self { name, words: std::iter::once(first).chain(words).collect() })
    }
}

/// Maximum length of a player's name, in characters.
pub(crate) const NAME_MAX: usize = 40;

/// Distinct whole numbers, in the given order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Numbers(pub(crate) Vec<u64>);

/// Maximum count of numbers: far more boards than there is time for.
const NUMBERS_MAX: u64 = 100_000;

impl Numbers {
    fn parse(text: &str) -> Result<Self, String> {
        let mut numbers = Vec::new();
        for part in text.split(',') {
            let (first, last) = part.split_once("..").unwrap_or((part, part));
            let number = |text: &str| {
                let number = text.trim().parse();
                number.map_err(|_| "expected numbers such as 7, 1..4 or 2,5,8..11".to_owned())
            };
            let (first, last): (u64, u64) = (number(first)?, number(last)?);
            if first > last {
                return Err(format!("the range {first}..{last} is empty"));
            }
            if (last - first).saturating_add(numbers.len() as u64) >= NUMBERS_MAX {
                return Err(format!("more than {NUMBERS_MAX} numbers"));
            }
            for number in first..=last {
                if numbers.contains(&number) {
                    return Err(format!("{number} is given twice"));
                }
                numbers.push(number);
            }
        }
        Ok(Self(numbers))
    }
}

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
        are_visible(tournament.settings(), &runner)?;
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
    let players = entrants(contest, players, arena.stdio)?;
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
    Ok(process::found(path))
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

#[cfg(test)]
mod tests {
    use super::{Numbers, PlayerArgument};

    #[test]
    fn players_are_names_or_commands_split_as_by_a_shell() {
        let parse = |text: &str| {
            let player = PlayerArgument::parse(text)?;
            Ok::<_, String>((player.name.unwrap_or_default(), player.words.join("|")))
        };
        for (text, name, words) in [
            ("greedy", "", "greedy"),
            ("./my_player", "", "./my_player"),
            ("mine=./my_player --deep 3", "mine", "./my_player|--deep|3"),
            ("mine= ./my_player", "mine", "./my_player"),
            ("python3 'my bot.py' \"a b\" c\\ d", "", "python3|my bot.py|a b|c d"),
            ("bot-2.1=java -Dx=y Bot", "bot-2.1", "java|-Dx=y|Bot"),
            ("./odd=name", "", "./odd=name"),
            ("sh -c 'x=1; exec ./bot'", "", "sh|-c|x=1; exec ./bot"),
        ] {
            assert_eq!(parse(text), Ok((name.to_owned(), words.to_owned())), "{text}");
        }
        for text in ["", "  ", "''", "a=", "b='x", "=x", "ab?=x", &format!("{}=x", "n".repeat(41))]
        {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_are_listed_singly_or_as_inclusive_ranges() {
        let parse = |text: &str| Numbers::parse(text).map(|numbers| numbers.0);
        assert_eq!(parse("7"), Ok(vec![7]));
        assert_eq!(parse("1..4"), Ok(vec![1, 2, 3, 4]));
        assert_eq!(parse("5,2..3, 9"), Ok(vec![5, 2, 3, 9]));
        let last = u64::MAX;
        assert_eq!(parse(&format!("{}..{last}", last - 1)), Ok(vec![last - 1, last]));
        for text in ["", "x", "1..", "..3", "4..1", "1,1", "1..3,2", "-1", "0..100000", "1.5"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
