//! Writing to the terminal: colours where they are wanted, errors instead of panics.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use crate::failure::Failure;
use crate::files;

pub(crate) use crate::stderr::complain;

/// Writes to standard output. Colours are left out if it is no terminal, or `NO_COLOR` is set.
pub(crate) fn print(text: impl Display) -> Result<(), Failure> {
    let mut stdout = anstream::stdout().lock();
    write!(stdout, "{text}").and_then(|()| stdout.flush()).map_err(Failure::Output)
}

/// Writes to a file, or to standard output if there is none or it is `-`.
pub(crate) fn deliver(file: Option<&Path>, text: &str) -> Result<(), Failure> {
    match file.filter(|path| !files::is_standard_stream(path)) {
        Some(path) => files::write(path, text),
        None => print(text),
    }
}

/// Standard output as it is, for answers.
pub(crate) fn raw() -> io::StdoutLock<'static> {
    io::stdout().lock()
}
