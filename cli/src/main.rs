//! The command `twinboard`.
//!
//! Everything it can do is in `harness` and `games`; here are its arguments, its files and its
//! words. No rule set is named anywhere in this crate.

mod args;
mod commands;
mod corpus;
mod failure;
mod files;
mod interrupt;
mod isolate;
mod output;
mod subjects;

use std::process::ExitCode;

use clap::Parser;

use crate::args::Arguments;
use crate::failure::{Exit, Failure};

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // A help text that nobody reads to its end is not an error.
            let _ = error.print();
            let exit = if error.use_stderr() { Exit::BadInput } else { Exit::Success };
            return exit.into();
        }
    };
    match commands::run(arguments) {
        Ok(exit) => exit.into(),
        Err(failure) => {
            failure.report();
            failure.exit().into()
        }
    }
}

impl From<Failure> for ExitCode {
    fn from(failure: Failure) -> Self {
        failure.exit().into()
    }
}
