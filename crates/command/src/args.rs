//! Options that several commands share, the paths among them, and what a program must have for a command.

use std::collections::BTreeMap;
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgGroup, ArgMatches, Args, Command, FromArgMatches, Id, value_parser};
use twinboard_harness::Side;
use twinboard_harness::inputs::Parameter;
use twinboard_registration::Registration;

use crate::output::results::Results;
use crate::output::text::shown;
use crate::output::{Failure, files};
use crate::session::Session;

pub(crate) mod known;

#[derive(Args)]
pub(crate) struct Threads {
    /// Number of worker threads [default: number of CPUs].
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    pub(crate) fn count(&self) -> usize {
        or_cpus(self.threads)
    }
}

/// The given number, or the number of CPUs that this process may use.
pub(crate) fn or_cpus(count: Option<u16>) -> usize {
    let cpus = || thread::available_parallelism().map_or(1, usize::from);
    count.map_or_else(cpus, usize::from)
}

/// Exclusive limit of random seeds: they are copied by hand.
const SEEDS: u64 = 1_000_000;

/// A seed of at most six digits, for a command to which none is given.
pub(crate) fn random_seed() -> u64 {
    RandomState::new().hash_one(0) % SEEDS
}

/// Options of all commands that play cases and report what fails.
#[derive(Args)]
pub(crate) struct Reporting {
    /// Folder in which failing cases are saved.
    #[arg(long, value_name = "DIR", default_value = "twinboard-out")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) results: Results,
    #[command(flatten)]
    pub(crate) limits: StepLimit,
    /// Time limit for shrinking a failing case; `twinboard shrink` goes on.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "15s")]
    pub(crate) shrink_time: Duration,
}

#[derive(Args)]
pub(crate) struct StepLimit {
    /// Time limit for a single step; a side that exceeds it, or computes for two fifths of it without
    /// progress, is reported as hung.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "5s")]
    pub(crate) step_limit: Duration,
}

pub(crate) fn side() -> impl TypedValueParser<Value = Side> {
    let of_name = |name: String| if name == "oracle" { Side::Oracle } else { Side::Engine };
    PossibleValuesParser::new(["engine", "oracle"]).map(of_name)
}

/// Parses a time with units, such as `1m 30s` or `250ms`, or a number of seconds, such as `0.05`.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let number = text.strip_suffix('s').unwrap_or(text);
    let is_number = number.chars().all(|c| c.is_ascii_digit() || c == '.');
    let seconds = number.parse().ok().filter(|_| is_number);
    let time = match seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) {
        Some(seconds) => seconds,
        None => humantime::parse_duration(text)
            .map_err(|_| "expected a time such as 90s, 5m or 1h".to_owned())?,
    };
    if time.is_zero() { Err("expected a time above 0".into()) } else { Ok(time) }
}

/// The exit codes, for the help of each command.
const EXIT_CODES: &str = "\
Exit codes:
  0    done, and no failure was found
  1    a divergence was found, or a check failed
  2    bad usage or input, or nothing was compared
  3    undecided: a limit ended the work before its answer
  130  ended by Ctrl-C before any of these; 143 by SIGTERM, 129 by SIGHUP";

/// Adds the exit codes to the help of a command and of those below it.
pub(crate) fn with_exit_codes(command: Command) -> Command {
    command.mut_subcommands(with_exit_codes).after_help(EXIT_CODES)
}

/// The reason why a command is not supported: what it needs of at least one rule set, and none has.
pub(crate) fn missing(command: &str, session: &Session) -> Option<&'static str> {
    let (is_met, reason): (fn(&Registration) -> bool, _) = match command {
        "match" | "tournament" => {
            (|one| one.two_players().is_some(), "no rule set is a two-player game")
        }
        "solve" => {
            (|one| one.two_players().is_some_and(|it| it.has_analyst()), "no rule set has a solver")
        }
        "exhaust" => {
            (|one| one.subject().usual_bounds().is_some(), "no rule set enumerates its set-ups")
        }
        "selftest" => (|one| !one.planted_faults().is_empty(), "no rule set has planted faults"),
        "check" => (|one| one.subject().judge_input(&[]).is_some(), "no rule set has judge input"),
        _ => return None,
    };
    (!session.rule_sets.iter().any(is_met)).then_some(reason)
}

// Options of `generate` that the registered rule sets declare: the parameters of their generators.
//
// None of them is known here. Parameters of equal names are one option.

/// Place of the options in the help: behind those before, and far before those after them.
const PLACE: usize = 100;

/// Group of all these options.
const GROUP: &str = "parameters";

/// The parameters given on the command line: names and values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parameters(pub(crate) BTreeMap<String, u64>);

pub(crate) fn add(command: Command, session: &Session) -> Command {
    if !command.get_groups().any(|group| group.get_id() == GROUP) {
        return command;
    }
    let options = (PLACE..).zip(options(session));
    command.args(options.map(|(place, option)| option.display_order(place).group(GROUP)))
}

fn options(session: &Session) -> Vec<Arg> {
    let mut parameters: BTreeMap<_, Vec<String>> = BTreeMap::new();
    for registration in session.usual() {
        for parameter in registration.input_generator().parameters {
            let Parameter { name, about, range, default } = parameter;
            let default = default.map(|default| format!(" [default: {default}]"));
            let (rule_set, default) = (registration.name(), default.unwrap_or_default());
            let (first, last) = (range.start(), range.end());
            let help = format!("{rule_set}: {about} ({first} to {last}){default}");
            parameters.entry(*name).or_default().push(help);
        }
    }
    let option = |(name, help): (&'static str, Vec<String>)| {
        let option = Arg::new(name).long(name).value_name("N").value_parser(value_parser!(u64));
        option.help(help.join(". "))
    };
    parameters.into_iter().map(option).collect()
}

impl Args for Parameters {
    fn augment_args(command: Command) -> Command {
        command.group(ArgGroup::new(GROUP).multiple(true)).next_display_order(2 * PLACE)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Parameters {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = matches.get_many::<Id>(GROUP).into_iter().flatten();
        let given = given.filter_map(|name| {
            let value = matches.get_one::<u64>(name.as_str())?;
            Some((name.to_string(), *value))
        });
        Ok(Self(given.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.extend(Self::from_arg_matches(matches)?.0);
        Ok(())
    }
}

/// Options that name a file to write, of any command.
pub(crate) const WRITTEN: [&str; 4] = ["transcript", "json", "junit", "html"];

/// Arguments and options that name what a command reads.
pub(crate) const READ: [&str; 7] =
    ["file", "files", "corpus", "known", "suite", "resume", "boards"];

pub(crate) struct Paths<'a> {
    read: Vec<(String, &'a Path)>,
    written: Vec<(String, &'a Path)>,
    /// The folder of `--out`.
    folder: Option<&'a Path>,
}

impl<'a> Paths<'a> {
    /// The paths in the arguments of a command. A word for which `is_other` holds is no path.
    pub(crate) fn of(matches: &'a ArgMatches, is_other: impl Fn(&Path) -> bool) -> Self {
        let of = |id: &str| matches.try_get_many::<PathBuf>(id).ok().flatten();
        let paths = |id: &'static str| {
            let name = if id.starts_with("file") { "FILE".into() } else { format!("--{id}") };
            of(id).into_iter().flatten().map(move |path| (name.clone(), path.as_path()))
        };
        let read = READ.into_iter().flat_map(paths).filter(|(_, path)| !is_other(path));
        Self {
            read: read.collect(),
            written: WRITTEN.into_iter().flat_map(paths).collect(),
            folder: of("out").and_then(|mut folders| folders.next()).map(PathBuf::as_path),
        }
    }

    /// Fails if a file that is the only one of its argument cannot be opened, before an engine is
    /// started for it. Of several files, those that can be read are of use.
    pub(crate) fn check_readable(&self) -> Result<(), Failure> {
        let count =
            |argument: &String| self.read.iter().filter(|(other, _)| other == argument).count();
        // A checkpoint to resume from may not be there yet.
        let is_single = |argument: &String| argument != "--resume" && count(argument) == 1;
        let mut single = self.read.iter().filter(|(argument, _)| is_single(argument));
        single.try_for_each(|(_, path)| files::check_readable(path))
    }

    /// Fails if two arguments name the same file, a file cannot be written, `--out` names a file, or an
    /// output would replace a file of the user, so that work would be lost at its end.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if let Some(folder) = self.folder.filter(|path| path.exists() && !path.is_dir()) {
            return Err(usage!("--out {} is not a folder", shown(folder)));
        }
        for (index, &(ref option, path)) in self.written.iter().enumerate() {
            let is_same = |other: &Path| {
                files::are_same(path, other) || path == other && files::is_standard_stream(path)
            };
            if let Some((other, _)) = self.written[..index].iter().find(|(_, other)| is_same(other))
            {
                let path = shown(path);
                return Err(usage!("{other} and {option} both write {path}"));
            }
            let is_read = |input: &Path| files::are_same(path, input);
            if let Some((input, _)) = self.read.iter().find(|(_, input)| is_read(input)) {
                let path = shown(path);
                return Err(usage!("{option} would overwrite {path} of {input}"));
            }
            files::check_writable(path)?;
            let is_replaced = path.metadata().is_ok_and(|found| found.is_file() && found.len() > 0);
            let is_stream = files::is_standard_stream(path) || files::is_standard_device(path);
            if is_replaced && !is_stream && !is_ours(path) {
                return Err(usage!(
                    "{option}: {} exists and is not a file of this program, so it is not \
                     overwritten; choose another file",
                    shown(path)
                ));
            }
        }
        Ok(())
    }
}

/// The beginnings of JSON, XML, transcripts and pages: the first bytes, and some soon after.
const BEGINS: [(&str, &str); 4] = [
    ("{\n  \"version\": ", "\n  \"document\": \""),
    ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"twinboard ", ""),
    ("1 > 1 hello ", ""),
    ("<!doctype html>\n", "; script-src 'sha256-"),
];

/// True if a file begins as one of results, a transcript or a page that a run has left.
fn is_ours(path: &Path) -> bool {
    let mut begin = Vec::new();
    let file = File::open(path);
    let _ = file.and_then(|file| file.take(512).read_to_end(&mut begin));
    let begin = String::from_utf8_lossy(&begin);
    BEGINS.iter().any(|(first, later)| begin.starts_with(first) && begin.contains(later))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::duration;

    #[test]
    fn times_have_units_or_are_in_seconds() {
        assert_eq!(duration("90"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("1m 30s"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(duration("0.05"), Ok(Duration::from_millis(50)));
        assert_eq!(duration("1.5s"), Ok(Duration::from_millis(1500)));
        for wrong in ["0", "0.0", ".", "-1", "1e3", "inf", "NaN", "1.2.3", "1,5", ""] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
        assert!(duration("soon").is_err());
    }
}
