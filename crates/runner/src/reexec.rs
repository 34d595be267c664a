//! Starts this program again: the launcher, and its later stages.

use std::io;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::Command;

#[cfg(unix)]
use crate::protocol::Request;

/// Name of the executable of each process, by which it finds itself.
pub(crate) const OWN_BY_KERNEL: &str = "/proc/self/exe";

/// Executable of this process, even if the file at its path has been replaced since.
pub(crate) fn own_executable() -> io::Result<PathBuf> {
    let by_kernel = Path::new(OWN_BY_KERNEL);
    if by_kernel.exists() { Ok(by_kernel.into()) } else { std::env::current_exe() }
}

/// This program with another request. The arguments before those of `launch` select the hidden
/// subcommand.
#[cfg(unix)]
pub(crate) fn own_command(request: &Request<'_>, length: usize) -> io::Result<Command> {
    let arguments: Vec<_> = std::env::args_os().collect();
    let own = arguments.len().saturating_sub(length);
    let mut command = Command::new(own_executable()?);
    command.args(arguments.get(1..own).unwrap_or_default()).args(request.arguments());
    Ok(command)
}
