//! The command `twinboard`, for any rule sets.
//!
//! This crate has the arguments, files and messages of the command. The work is done by `harness`
//! and `referee` on the rule sets that a program registers (`kit`); the sources of this crate name
//! no rule set and no implementation. A program with its own engine or rule set has the same
//! command in three lines:
//!
//! ```no_run
//! # fn registration() -> twinboard_registration::Registration { unreachable!() }
//! use std::process::ExitCode;
//!
//! use twinboard_command::Twinboard;
//!
//! fn main() -> ExitCode {
//!     Twinboard::new().rule_set(registration()).run()
//! }
//! ```
//!

mod args;
mod case_file;
mod charts;
mod clock;
mod commands;
mod corpus;
mod cpu;
mod engine;
mod failure;
mod files;
mod film;
mod finding;
mod history;
mod interrupt;
mod isolate;
mod launcher;
mod memory;
mod output;
mod outputs;
mod pages;
mod planted;
mod progress_bar;
mod progress_file;
mod recording;
mod registry;
mod results;
mod settings;
mod stderr;
mod subjects;
mod table;
mod text;

use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

use clap::{ArgMatches, CommandFactory, FromArgMatches};
use twinboard_harness::guard::NoThread;
use twinboard_registration::Registration;

use crate::args::Arguments;
use crate::failure::{Exit, Failure};
use crate::registry::Program;

pub use crate::registry::Sources;

/// The command for the registered rule sets, as a builder. [`run`](Self::run) executes it.
#[derive(Debug, Default)]
#[must_use]
pub struct Twinboard {
    name: Option<&'static str>,
    rule_sets: Vec<Registration>,
    sources: Sources,
}

impl Twinboard {
    /// A command without rule sets.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the name of the program in messages that show a command line. The default is the name
    /// by which the process was started.
    pub fn name(self, name: &'static str) -> Self {
        Self { name: Some(name), ..self }
    }

    /// Sets the packages that `selftest` builds from the sources; see [`Sources`].
    pub fn sources(self, sources: Sources) -> Self {
        Self { sources, ..self }
    }

    /// Adds a rule set.
    pub fn rule_set(mut self, rule_set: Registration) -> Self {
        self.rule_sets.push(rule_set);
        self
    }

    /// Adds several rule sets.
    pub fn rule_sets(mut self, rule_sets: impl IntoIterator<Item = Registration>) -> Self {
        self.rule_sets.extend(rule_sets);
        self
    }

    /// Runs the command with the arguments of the process, and returns its exit code.
    ///
    /// Cases that hang are shrunk in child processes of the same executable, so `main` must call
    /// this function and do nothing else.
    ///
    /// # Panics
    ///
    /// If it is called a second time in a process.
    #[must_use]
    pub fn run(self) -> ExitCode {
        clock::started();
        if let Some(exit) = launcher::answer() {
            return exit.into();
        }
        let Self { name, rule_sets, sources } = self;
        registry::register(Program { name, rule_sets, sources });
        let work =
            || planted::answer().and_then(|answered| answered.map_or_else(run_arguments, Ok));
        let done = panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| {
            let no_thread = payload.downcast::<NoThread>();
            let no_thread = no_thread.unwrap_or_else(|other| panic::resume_unwind(other));
            Err(Failure::Usage(no_thread.to_string()))
        });
        // The transcript is wanted most when the command has failed.
        let finished = engine::finish();
        let done = done.and_then(|exit| finished.map(|()| exit));
        let exit = done.unwrap_or_else(|failure| {
            failure.report();
            failure.exit()
        });
        interrupt::exit_code(exit)
    }
}

/// The command line; commands that the registered rule sets cannot support are hidden.
fn command() -> clap::Command {
    let program = registry::short_name();
    let command = Arguments::command().name(program.clone());
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().into()).collect();
    names.into_iter().fold(command, |command, name| {
        let is_hidden = registry::unavailable(&name).is_some();
        command.mut_subcommand(name, |sub| {
            let is_hidden = is_hidden || sub.is_hide_set();
            with_program_name(sub, &program).hide(is_hidden)
        })
    })
}

/// Puts the name of the program into the help of a command, which says `twinboard`, and into a
/// usage that clap cannot derive: arguments that are required unless a tournament is resumed.
fn with_program_name(command: clap::Command, program: &str) -> clap::Command {
    let usage = match command.get_name() {
        "match" => Some("RULESET --a <PLAYER> --b <PLAYER>"),
        "tournament" => Some("RULESET --player <PLAYER>..."),
        _ => None,
    };
    let name = command.get_name().to_owned();
    let command = match usage {
        Some(usage) => command.override_usage(format!(
            "{program} {name} [OPTIONS] {usage}\n       {program} {name} [OPTIONS] --resume <DIR>"
        )),
        None => command,
    };
    // The text already has this name, and reading it takes longer than all else before parsing.
    match command.get_long_about().filter(|_| program != "twinboard").map(ToString::to_string) {
        Some(about) => command.long_about(about.replace("`twinboard ", &format!("`{program} "))),
        None => command,
    }
}

/// Parses the arguments and runs the command that they name.
fn run_arguments() -> Result<Exit, Failure> {
    // An unsupported command is refused before errors in its arguments are reported.
    let roughly = command().ignore_errors(true).try_get_matches().ok();
    if let Some(name) = roughly.as_ref().and_then(|matches| matches.subcommand_name())
        && let Some(reason) = registry::unavailable(name)
    {
        let program = registry::program();
        return Err(Failure::Usage(format!("{program} does not support {name}: {reason}")));
    }
    // The engine decides what the names of rule sets in the arguments mean.
    if let Some((name, matches)) = roughly.as_ref().and_then(ArgMatches::subcommand) {
        outputs::check(matches)?;
        engine::install(name, matches)?;
    }
    match command().try_get_matches().and_then(|matches| Arguments::from_arg_matches(&matches)) {
        Ok(arguments) => commands::run(arguments),
        // Clap returns the text of `--help` and `--version` as an error.
        Err(error) => error
            .print()
            .map_err(Failure::Output)
            .map(|()| if error.use_stderr() { Exit::BadInput } else { Exit::Success }),
    }
}
