//! Standard output: colours only on terminals, and errors instead of panics.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use crate::failure::Failure;
use crate::files;

pub(crate) use crate::stderr::print_line as print_error_line;

/// Writes to standard output, without colours if it is no terminal or `NO_COLOR` is set.
pub(crate) fn print(text: impl Display) -> Result<(), Failure> {
    let mut stdout = anstream::stdout().lock();
    write!(stdout, "{text}").and_then(|()| stdout.flush()).map_err(Failure::Output)
}

/// Writes to a file, or to standard output if the path is `None` or `-`.
pub(crate) fn write_or_print(file: Option<&Path>, text: &str) -> Result<(), Failure> {
    match file.filter(|path| !files::is_standard_stream(path)) {
        Some(path) => files::write(path, text),
        None => print(text),
    }
}

/// Standard output without any handling of colours, for answers that are compared byte by byte.
pub(crate) fn raw() -> io::StdoutLock<'static> {
    io::stdout().lock()
}
