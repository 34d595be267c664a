//! The command `twinboard`, for any rule sets.
//!
//! This crate has the arguments, files and messages of the command. The work is done by `harness`
//! and `referee` on the rule sets that a program registers (`twinboard_registration`); the sources
//! of this crate name no rule set and no implementation. A program with its own engine or rule set
//! has the same command in three lines:
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

/// The failure that a command line, or the machine, cannot be served as the message says.
macro_rules! usage {
    ($($message:tt)*) => {
        $crate::output::Failure::Usage(format!($($message)*))
    };
}

mod args;
mod cases;
mod commands;
mod film;
mod output;
mod process;
mod recording;
mod session;

use std::env;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use args::Paths;
use clap::builder::PossibleValuesParser;
use clap::{CommandFactory, FromArgMatches};
use output::progress;
use twinboard_registration::Registration;
use twinboard_vocabulary::SystemFailure;

use crate::args::with_exit_codes;
use crate::commands::{Arguments, Command, planted};
use crate::output::results::Outputs;
use crate::output::{Exit, Failure, ci};
use crate::session::Session;
use crate::session::engine::EngineUse;

/// The command for the registered rule sets, as a builder. [`run`](Self::run) executes it.
#[derive(Debug, Default)]
#[must_use]
pub struct Twinboard {
    name: Option<&'static str>,
    rule_sets: Vec<Registration>,
    lists: Vec<fn() -> Vec<Registration>>,
    planted_example: Option<(&'static str, &'static str)>,
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

    /// Sets package and name of an example that is the program with the planted faults compiled in,
    /// which `selftest` builds. By default it builds the program's own package with the feature
    /// `planted`.
    pub fn planted_example(self, package: &'static str, name: &'static str) -> Self {
        Self { planted_example: Some((package, name)), ..self }
    }

    /// Adds a rule set.
    pub fn rule_set(mut self, rule_set: Registration) -> Self {
        self.rule_sets.push(rule_set);
        self
    }

    /// Adds the rule sets of a list, which is made when it is needed: a launcher of programs, which is
    /// a process of the same executable, would spend most of its time on it.
    pub fn rule_sets(mut self, list: fn() -> Vec<Registration>) -> Self {
        self.lists.push(list);
        self
    }

    /// Runs the command with the arguments of the process, and returns its exit code.
    ///
    /// Cases that hang are shrunk in child processes of the same executable, so `main` must call
    /// this function and do nothing else.
    #[must_use]
    pub fn run(self) -> ExitCode {
        let started = Instant::now();
        twinboard_runner::reset_sigchld();
        // A launcher stays on the main thread: a process with several threads cannot enter a user
        // namespace.
        if let Some(exit) = process::answer() {
            return exit.into();
        }
        let _running = process::Running::begin();
        process::on_large_stack(move || self.work(started)).unwrap_or_else(|no_thread| {
            let failure = Failure::Usage(no_thread.0);
            failure.report();
            failure.exit().into()
        })
    }

    fn work(mut self, started: Instant) -> ExitCode {
        self.rule_sets.extend(self.lists.into_iter().flat_map(|list| list()));
        let mut session = Session::new(self.name, self.rule_sets, self.planted_example, started);
        let work = || match planted::answer(&session)? {
            Some(exit) => Ok(exit),
            None => run_arguments(&mut session),
        };
        let done = panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| {
            match payload.downcast::<SystemFailure>() {
                // The signal of the user has ended what was needed, too.
                Ok(_) if session.interrupt.has_come() => Ok(Exit::Success),
                Ok(failure) => Err(Failure::Usage(failure.0)),
                Err(other) => panic::resume_unwind(other),
            }
        });
        if let (Err(failure), false) = (&done, session.is_published()) {
            ci::publish_failure(&session, failure);
        }
        // No engine outlives the command.
        let late_breaches = session.end_engines();
        // The transcript is wanted most when the command has failed.
        let done = match (done, session.end_transcript()) {
            (done, Ok(())) => done,
            (Ok(exit), Err(failure)) if exit != Exit::Found => Err(failure),
            // A finding comes first, and so does the error that ended the work.
            (done, Err(failure)) => {
                failure.report();
                done
            }
        };
        let exit = done.unwrap_or_else(|failure| {
            failure.report();
            failure.exit()
        });
        for breach in &late_breaches {
            output::print_error_line(&breach.message);
        }
        session.interrupt.exit_code(if late_breaches.is_empty() { exit } else { Exit::Found })
    }
}

/// The command line for the rule sets of a session. Commands that they cannot support are hidden.
fn parser(session: &Session) -> clap::Command {
    let command = with_exit_codes(Arguments::command()).name(session.short_name());
    command.mut_subcommands(|command| supported(command, session))
}

/// A command for the rule sets of a session.
fn supported(command: clap::Command, session: &Session) -> clap::Command {
    let is_hidden = command.is_hide_set() || args::missing(command.get_name(), session).is_some();
    with_program_name(for_session(command, session), &session.short_name()).hide(is_hidden)
}

/// Most rule sets whose names are in the help of an option.
const NAMES_SHOWN: usize = 8;

/// Adds the options that the rule sets declare, and the names of the rule sets as values.
fn for_session(command: clap::Command, session: &Session) -> clap::Command {
    let mut rule_sets: Vec<&Registration> = session.rule_sets.iter().collect();
    if ["match", "tournament"].contains(&command.get_name()) {
        rule_sets.retain(|one| one.two_players().is_some());
    }
    if command.get_name() == "solve" {
        rule_sets.retain(|one| session.solved(one.name()).is_ok());
    }
    let names: Vec<&str> = rule_sets.into_iter().map(Registration::name).collect();
    // A program with one rule set needs no name of it.
    let only = ["exhaust", "generate", "match", "tournament"].contains(&command.get_name());
    let only = names.first().filter(|_| only && names.len() == 1).map(|name| (*name).to_owned());
    let command = command.mut_args(|arg| match arg.get_value_names() {
        Some([name]) if name == "RULESET" => {
            // A long list is in the help of positional arguments, and in each error.
            let is_hidden = !arg.is_positional() && names.len() > NAMES_SHOWN;
            let parser = PossibleValuesParser::new(&names);
            let arg = arg.value_parser(parser).hide_possible_values(is_hidden);
            match only.clone().filter(|_| arg.is_positional()) {
                Some(name) => arg.required(false).default_value(name),
                None => arg,
            }
        }
        _ => arg,
    });
    let command = args::add(command, session);
    command.mut_subcommands(|command| for_session(command, session))
}

/// Puts the name of the program into the help and the usage of a command, which say `twinboard`.
fn with_program_name(command: clap::Command, program: &str) -> clap::Command {
    // The texts already have this name, and reading them takes longer than all else before parsing.
    if program == "twinboard" {
        return command;
    }
    let usage = command.clone().render_usage().to_string();
    let command = match usage.strip_prefix("Usage: ").filter(|it| it.starts_with("twinboard ")) {
        Some(usage) => command.override_usage(usage.replace("twinboard ", &format!("{program} "))),
        None => command,
    };
    match command.get_long_about().map(ToString::to_string) {
        Some(about) => command.long_about(about.replace("`twinboard ", &format!("`{program} "))),
        None => command,
    }
}

/// The error about an argument that is not UTF-8 where text is expected, such as a command line.
fn not_utf8() -> Failure {
    let argument = env::args_os().find(|argument| argument.to_str().is_none()).unwrap_or_default();
    let argument = output::text::argument(&argument);
    usage!(
        "the argument {argument} is not UTF-8; a program or a folder with such a name can be given by \
         a link with another one"
    )
}

/// Parses the arguments and runs the command that they name.
fn run_arguments(session: &mut Session) -> Result<Exit, Failure> {
    let name = env::args_os().nth(1).unwrap_or_default().to_string_lossy().into_owned();
    // A command that the rule sets cannot support is refused before its arguments are.
    if let Some(reason) = args::missing(&name, session) {
        let program = session.program();
        return Err(usage!("{program} does not support {name}: {reason}"));
    }
    let mut parser = parser(session);
    // Clap returns the text of `--help` and `--version` as an error.
    let print = |error: clap::Error| {
        let exit = if error.use_stderr() { Exit::BadInput } else { Exit::Success };
        error.print().map_err(Failure::Output).map(|()| exit)
    };
    let matches = match parser.try_get_matches_from_mut(env::args_os()) {
        Ok(matches) => matches,
        Err(error) if error.kind() == clap::error::ErrorKind::InvalidUtf8 => return Err(not_utf8()),
        Err(error) => return print(error),
    };
    let Arguments { mut command } = match Arguments::from_arg_matches(&matches) {
        Ok(arguments) => arguments,
        Err(error) => return print(error),
    };
    if let Command::Perft(perft) = &mut command {
        perft.read_rule_set(session);
    }
    let (_, mut arguments) = matches.subcommand().expect("clap requires a command");
    while let Some((_, below)) = arguments.subcommand() {
        arguments = below;
    }
    let outputs = Outputs::of(&name, arguments);
    if outputs.is_for_ci && ci::is_github() {
        progress::protect();
    }
    let is_rule_set = |path: &Path| session.rule_sets.iter().any(|it| path == Path::new(it.name()));
    let paths = Paths::of(arguments, |path| is_rule_set(path) && !path.exists());
    // It is not known yet whether the file for a CI service may be written.
    session.set_outputs(Outputs { junit: None, ..outputs.clone() });
    paths.check()?;
    session.set_outputs(outputs);
    if let Some(mut engine) = EngineUse::of(&name, arguments) {
        // It may be named in the place of a file.
        if let Command::Perft(perft) = &command {
            engine.rule_sets = perft.rules.names().to_vec();
        }
        if engine.starts_programs() {
            paths.check_readable()?;
            engine.of_case = command.rule_set_of_case(session)?;
        }
        session.use_engine(&engine)?;
    }
    planted::warn_without_effect(session);
    if cfg!(panic = "abort") {
        output::print_error_line(
            "warning: this program is built with panic=abort, so a panic of an engine ends it \
             without a report",
        );
    }
    command.run(session, &parser)
}
