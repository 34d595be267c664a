//! The command `twinboard`.
//!
//! Everything it can do is in `harness` and `games`; here are its arguments, its files and its
//! words. No rule set is named anywhere in this crate, and no implementation either.
//!
//! It is a library so that a second, equal command can be made that has more in its process: the
//! example `planted_twinboard`, whose engine has a fault.

mod args;
mod case_file;
mod commands;
mod corpus;
mod failure;
mod files;
mod finding;
mod interrupt;
mod isolate;
mod output;
mod results;
mod settings;
mod subjects;

use std::process::ExitCode;

use clap::Parser;

use crate::args::Arguments;
use crate::failure::{Exit, Failure};

/// Does what the arguments of the process ask for.
pub fn main() -> ExitCode {
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
