//! The command `twinboard`, for any rule sets.
//!
//! Everything it can do is in `harness`, `referee` and what rule sets register (`kit`); here are its
//! arguments, its files and its messages. No rule set is named anywhere in this crate, and no
//! implementation either. A program of your own has the same command for what you bring, an engine
//! or a whole rule set, in three lines:
//!
//! ```no_run
//! # fn registration() -> kit::Registration { unreachable!() }
//! use std::process::ExitCode;
//!
//! use twinboard::Twinboard;
//!
//! fn main() -> ExitCode {
//!     Twinboard::new().rule_set(registration()).run()
//! }
//! ```
//!
//! With the default feature `games` there is [`main`], the command for the built-in rule sets.
//! Without it, nothing of these is compiled.

mod args;
mod case_file;
mod clock;
mod commands;
mod corpus;
mod failure;
mod files;
mod finding;
mod interrupt;
mod isolate;
mod memory;
mod output;
mod planted;
mod progress_bar;
mod registry;
mod results;
mod settings;
mod stderr;
mod subjects;
mod table;
mod words;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};
use kit::Registration;

use crate::args::Arguments;
use crate::failure::{Exit, Failure};
use crate::registry::Program;

pub use crate::registry::Sources;

/// The command for the built-in rule sets.
#[cfg(feature = "games")]
#[must_use]
pub fn main() -> ExitCode {
    let example = Some(("twinboard", "planted_twinboard"));
    let sources = Sources { example, tests_of: Some("twinboard-games") };
    Twinboard::new().name("twinboard").sources(sources).rule_sets(games::registrations()).run()
}

/// The command for the rule sets that are registered, and no others.
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

    /// Sets the name under which the command shows its own use. By default it is the name under which
    /// the program was started.
    pub fn name(self, name: &'static str) -> Self {
        Self { name: Some(name), ..self }
    }

    /// Says where the sources have what `selftest` builds; see [`Sources`].
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

    /// Does what the arguments of the process ask for.
    ///
    /// Cases that hang are shrunk in processes of the same program, so this must be what its `main`
    /// does.
    ///
    /// # Panics
    ///
    /// If it is called a second time in a process.
    #[must_use]
    pub fn run(self) -> ExitCode {
        clock::started();
        let Self { name, rule_sets, sources } = self;
        registry::register(Program { name, rule_sets, sources });
        let done = planted::answer().and_then(|answered| answered.map_or_else(run_arguments, Ok));
        let exit = done.unwrap_or_else(|failure| {
            failure.report();
            failure.exit()
        });
        exit.into()
    }
}

/// The command line, without the commands that the program cannot offer.
fn command() -> clap::Command {
    let command = Arguments::command().name(registry::short_name());
    let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().into()).collect();
    names.into_iter().fold(command, |command, name| match registry::unavailable(&name) {
        Some(_) => command.mut_subcommand(name, |sub| sub.hide(true)),
        None => command,
    })
}

/// Does what the arguments ask for.
fn run_arguments() -> Result<Exit, Failure> {
    // Before the arguments of the command are looked at, which may be missing or wrong.
    let roughly = command().ignore_errors(true).try_get_matches().ok();
    if let Some(name) = roughly.as_ref().and_then(|matches| matches.subcommand_name())
        && let Some(why) = registry::unavailable(name)
    {
        let program = registry::program();
        return Err(Failure::Usage(format!("{program} cannot {name}: {why}")));
    }
    match command().try_get_matches().and_then(|matches| Arguments::from_arg_matches(&matches)) {
        Ok(arguments) => commands::run(arguments),
        // The help that was asked for is one of these errors too.
        Err(error) => error
            .print()
            .map_err(Failure::Output)
            .map(|()| if error.use_stderr() { Exit::BadInput } else { Exit::Success }),
    }
}
