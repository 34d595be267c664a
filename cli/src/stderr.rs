//! Standard error.

use std::fmt::Display;
use std::io::Write;

/// Writes a line to standard error. There is nobody left to tell if that fails.
pub(crate) fn complain(text: impl Display) {
    let mut stderr = anstream::stderr().lock();
    let _ = writeln!(stderr, "{text}");
}
