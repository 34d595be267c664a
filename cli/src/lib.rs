//! The command `twinboard`.
//!
//! Everything it can do is in `harness` and `games`; here are its arguments, its files and its
//! words. No rule set is named anywhere in this crate, and no implementation either.
//!
//! It is a library so that others can have the same command for what they bring themselves, an
//! engine or a whole rule set: see [`main_of`], and the folder `examples` of the repository.

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
mod progress_bar;
mod results;
mod settings;
mod stderr;
mod subjects;
mod table;
mod words;

use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use harness::Subject;

use crate::args::Arguments;
use crate::failure::{Exit, Failure};

/// Does what the arguments of the process ask for.
#[must_use]
pub fn main() -> ExitCode {
    run()
}

/// The same command for these rule sets and implementations, and no others.
///
/// Cases that do not come back are shrunk in processes of the same program, so this must be what
/// its `main` does.
///
/// # Panics
///
/// If it is called a second time.
#[must_use]
pub fn main_of(subjects: Vec<Arc<dyn Subject>>) -> ExitCode {
    subjects::bring(subjects);
    run()
}

fn run() -> ExitCode {
    clock::started();
    let done = match Arguments::try_parse() {
        Ok(arguments) => commands::run(arguments),
        // The help that was asked for is one of these errors too.
        Err(error) => error
            .print()
            .map_err(Failure::Output)
            .map(|()| if error.use_stderr() { Exit::BadInput } else { Exit::Success }),
    };
    let exit = done.unwrap_or_else(|failure| {
        failure.report();
        failure.exit()
    });
    exit.into()
}
