//! Output: standard streams, files, results, errors and progress.

use std::fmt::Display;
use std::io::Write;

pub(crate) mod ci;
pub(crate) mod failure;
pub(crate) mod files;
pub(crate) mod progress;
mod publish;
pub(crate) mod result;
pub(crate) mod results;
pub(crate) mod tally;
pub(crate) mod text;

pub(crate) use failure::{Exit, Failure};

/// Writes to standard output, without colours if it is no terminal or `NO_COLOR` is set.
pub(crate) fn print(text: impl Display) -> Result<(), Failure> {
    let mut stdout = anstream::stdout().lock();
    let text = progress::text(text, stdout.current_choice());
    write!(stdout, "{text}").and_then(|()| stdout.flush()).map_err(Failure::Output)
}

/// Writes a line to standard error. A failure is ignored, since it could not be reported anywhere.
pub(crate) fn print_error_line(text: impl Display) {
    let mut stderr = anstream::stderr().lock();
    let text = progress::text(text, stderr.current_choice());
    let _ = writeln!(stderr, "{text}");
}
