//! Options of commands that run untrusted programs: `--isolation`, the level of the sandbox, and
//! `--env`, the variables that they get besides the few that all of them get.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use clap::{Args, ValueEnum};
use twinboard_runner::{Available, Level, Runner, is_passed};

use crate::output::text::shown;
use crate::output::{self, Failure};
use crate::process;

/// Options of commands that run untrusted programs.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ProgramOptions {
    /// Isolation of programs, see docs/isolation.md [default: best].
    #[arg(long, value_name = "none|best|require", value_enum, default_value_t)]
    #[arg(hide_possible_values = true, hide_default_value = true)]
    isolation: Wanted,
    /// Variable that programs get besides PATH, LANG, LC_*, TERM and TZ, see docs/isolation.md;
    /// without =VALUE with its value here. May be repeated.
    #[arg(long, value_name = "NAME[=VALUE]", value_parser = Variable::parse)]
    env: Vec<Variable>,
}

impl ProgramOptions {
    /// Hints at what a program that failed at its start did not get, each a line.
    pub(crate) fn hint(&self) -> String {
        let isolation = match self.isolation {
            Wanted::None => "",
            _ => {
                "\nhint: it can write to no file of yours; --isolation none starts it without a sandbox"
            }
        };
        self.hint_at_variables() + isolation
    }

    /// These options as arguments, without those that have their default.
    pub(crate) fn arguments(&self) -> Vec<OsString> {
        let level = self.isolation.to_possible_value().filter(|_| self.isolation != Wanted::Best);
        let level = level.map(|level| ["--isolation".into(), level.get_name().into()]);
        let variables = self.values().map(|value| ["--env".into(), value]);
        level.into_iter().chain(variables).flatten().collect()
    }

    fn with_variables(&self, runner: Runner) -> Runner {
        let add = |runner: Runner, it: &Variable| runner.with_env(&it.name, &it.value);
        self.env.iter().fold(runner, add)
    }

    /// The names of the variables, sorted, each once.
    pub(crate) fn variables(&self) -> Vec<String> {
        let mut names: Vec<String> = self.env.iter().map(|it| it.name.clone()).collect();
        names.sort();
        names.dedup();
        names
    }

    /// The values of the options for a command of this process's environment: names, or names and
    /// values where the values were given.
    fn values(&self) -> impl Iterator<Item = OsString> + '_ {
        self.env.iter().map(|Variable { name, value, is_given }| {
            let mut text = OsString::from(name);
            if *is_given {
                text.push("=");
                text.push(value);
            }
            text
        })
    }

    /// The variables whose values were given, as `NAME=VALUE`.
    pub(crate) fn given(&self) -> impl Iterator<Item = OsString> + '_ {
        self.values().zip(&self.env).filter(|(_, it)| it.is_given).map(|(value, _)| value)
    }

    /// These options for games that were begun with variables of these names. Their values are given
    /// again, or those of this process.
    pub(crate) fn resumed(&self, begun_with: &[String]) -> Result<Self, Failure> {
        if let Some(it) = self.env.iter().find(|it| !begun_with.contains(&it.name)) {
            return Err(usage!("--env {}: the games were begun without this variable", it.name));
        }
        let variable = |name: &String| {
            let given = self.env.iter().rfind(|it| it.name == *name).cloned();
            given.or_else(|| Variable::from_here(name)).ok_or_else(|| {
                usage!(
                    "the games were begun with --env {name}, which is not set here; its value is \
                     not saved: give it with --env {name}=VALUE"
                )
            })
        };
        Ok(Self { env: begun_with.iter().map(variable).collect::<Result<_, _>>()?, ..*self })
    }

    /// A hint for a program that failed at once, in a line: variables that are set here, that
    /// runtimes look for, and that it did not get; empty if there are none.
    pub(crate) fn hint_at_variables(&self) -> String {
        let is_missing = |name: &&str| {
            let is_added = self.env.iter().any(|it| it.name == **name);
            !is_added && !is_passed(name.as_ref()) && env::var_os(name).is_some()
        };
        let missing: Vec<&str> = OF_RUNTIMES.into_iter().filter(is_missing).collect();
        let Some(first) = missing.first() else { return String::new() };
        format!(
            "\nhint: programs get few variables, and not {}; --env {first} passes one on",
            missing.join(", ")
        )
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Variable {
    name: String,
    value: OsString,
    /// True if the value was given, and not that of this process.
    is_given: bool,
}

impl Variable {
    fn parse(text: &str) -> Result<Self, String> {
        let (name, value) =
            text.split_once('=').map_or((text, None), |(it, value)| (it, Some(value)));
        if name.is_empty() {
            return Err("expected the name of a variable, or NAME=VALUE".into());
        }
        let given = |value| Self { name: name.into(), value, is_given: true };
        value.map(|value| given(value.into())).or_else(|| Self::from_here(name)).ok_or_else(|| {
            format!("it is not set here, so there is no value to pass; {name}=VALUE gives one")
        })
    }

    /// A variable of this process; `None` if it is not set.
    fn from_here(name: &str) -> Option<Self> {
        let value = env::var_os(name)?;
        Some(Self { name: name.to_owned(), value, is_given: false })
    }
}

/// Variables by which runtimes find their files.
const OF_RUNTIMES: [&str; 16] = [
    "CARGO_HOME",
    "CLASSPATH",
    "CONDA_PREFIX",
    "DOTNET_ROOT",
    "GEM_HOME",
    "GOPATH",
    "JAVA_HOME",
    "LD_LIBRARY_PATH",
    "LUA_PATH",
    "NODE_PATH",
    "PERL5LIB",
    "PYTHONHOME",
    "PYTHONPATH",
    "RUBYLIB",
    "RUSTUP_HOME",
    "VIRTUAL_ENV",
];

fn cannot_start(error: &impl std::fmt::Display) -> Failure {
    usage!("cannot start the launcher of programs: {error}")
}

/// Isolation that is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Wanted {
    /// Limits only: programs can do what you can.
    None,
    /// The best that this machine gives; said if that is no sandbox.
    #[default]
    Best,
    /// A sandbox, or an error.
    Require,
}

/// The isolation of all programs that the command starts.
#[derive(Debug, Default)]
pub(crate) struct Isolation {
    /// The best level of this machine, once it was looked for.
    available: OnceLock<Available>,
    /// The level of the programs, once a runner has one.
    used: OnceLock<Level>,
}

impl Isolation {
    /// Isolates the programs of a runner and gives them their variables, and prints what this machine
    /// does not give.
    pub(crate) fn apply(&self, option: &ProgramOptions, runner: Runner) -> Result<Runner, Failure> {
        let runner = option.with_variables(runner);
        if option.isolation == Wanted::None {
            if self.used.get().is_none() {
                let missing =
                    runner.missing(Level::Limits).map_err(|error| cannot_start(&error))?;
                missing.map_or(Ok(()), |reason| Err(cannot_start(&reason)))?;
            }
            return Ok(runner.with_level(*self.used.get_or_init(|| Level::Limits)));
        }
        let Available { level, missing } = self.available(&runner)?;
        if option.isolation == Wanted::Require
            && let Some((best, reason)) = missing.first()
        {
            return Err(usage!(
                "--isolation require: no {best} on this machine: {reason}; `--isolation best` \
                 would use: {level}"
            ));
        }
        Ok(runner.with_level(*self.used.get_or_init(|| *level)))
    }

    /// Fails if a sandbox hides the program of a command line, or its script, which runs in
    /// `folder`; `None` for a folder that is new.
    pub(crate) fn check_visible(
        runner: &Runner,
        words: &[OsString],
        folder: Option<&Path>,
    ) -> Result<(), Failure> {
        for file in process::files_of(words, process::may_be_script) {
            // The file that a link leads to, too.
            let paths = [Some(file.clone()), file.canonicalize().ok()];
            let hides = |path: &PathBuf| runner.hides(path, folder);
            if let Some(place) = paths.iter().flatten().find_map(hides) {
                return Err(usage!(
                    "cannot run {}: it lies in {place}, which is private in the sandbox; move it to \
                     another folder, or run it without a sandbox (--isolation none)",
                    shown(&file)
                ));
            }
        }
        Ok(())
    }

    /// Name of the level for the results; `None` if no program was isolated.
    pub(crate) fn used(&self) -> Option<&'static str> {
        self.used.get().map(|level| level.name())
    }

    /// The best level of this machine. Found once; what is missing is printed then.
    pub(crate) fn available(&self, runner: &Runner) -> Result<&Available, Failure> {
        if let Some(available) = self.available.get() {
            return Ok(available);
        }
        let found = runner.available().map_err(|error| cannot_start(&error))?;
        for (level, reason) in &found.missing {
            output::print_error_line(format!("isolation: no {level} on this machine: {reason}"));
        }
        if !found.missing.is_empty() {
            output::print_error_line(format!("isolation: {}", found.level));
        }
        Ok(self.available.get_or_init(|| found))
    }
}
