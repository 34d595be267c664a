//! The arguments of `perft` about a program that counts.

use std::ffi::OsString;
use std::time::Duration;

use clap::Args;

use super::{command_line, duration};

/// A program to compare the counts with.
#[derive(Args)]
pub(crate) struct Against {
    /// Compare the counts with those of a program, and find the first position where they differ.
    ///
    /// COMMAND is run with the depth as its last argument and the case on its standard input. It
    /// prints a line for each legal move, with the move as in a case file and its number of nodes,
    /// and then a line that ends in the total. On a difference the counts are divided by move until
    /// a position is reached whose legal moves the program gets wrong; that case is shrunk.
    #[arg(long, value_name = "COMMAND")]
    against: Option<String>,
    /// Time limit for one run of the program.
    #[arg(
        long,
        value_name = "TIME",
        value_parser = duration,
        default_value = "60s",
        requires = "against"
    )]
    pub(crate) limit: Duration,
}

impl Against {
    pub(crate) fn is_given(&self) -> bool {
        self.against.is_some()
    }

    /// The program and its arguments; `None` if no program is to be compared with.
    ///
    /// # Errors
    ///
    /// A quotation mark that is not closed, or no program at all.
    pub(crate) fn command(&self) -> Result<Option<Vec<OsString>>, String> {
        let Some(text) = &self.against else { return Ok(None) };
        command_line("--against", text).map(Some)
    }
}
