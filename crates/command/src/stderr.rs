//! Standard error.

use std::fmt::Display;
use std::io::Write;

/// Writes a line to standard error. A failure is ignored, since it could not be reported anywhere.
pub(crate) fn print_line(text: impl Display) {
    let mut stderr = anstream::stderr().lock();
    let _ = writeln!(stderr, "{text}");
}
