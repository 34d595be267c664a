//! The executable of this process, which is started again as a launcher.

use std::io;
use std::path::{Path, PathBuf};

/// Name of the executable of each process, by which it finds itself.
pub(crate) const OWN_BY_KERNEL: &str = "/proc/self/exe";

/// Executable of this process, even if the file at its path has been replaced since.
pub(crate) fn own_executable() -> io::Result<PathBuf> {
    let by_kernel = Path::new(OWN_BY_KERNEL);
    if by_kernel.exists() { Ok(by_kernel.into()) } else { std::env::current_exe() }
}

/// Unblocks all signals, and executes this process anew if its parent has it ignore some: then neither a
/// launcher nor its program does. It stays as it is if that fails.
#[cfg(unix)]
pub(crate) fn with_default_signals() {
    use std::os::unix::process::CommandExt;

    if !crate::signals::handle_ignored_signals() {
        return;
    }
    let mut arguments = std::env::args_os();
    if let (Some(name), Ok(executable)) = (arguments.next(), own_executable()) {
        let _ = std::process::Command::new(executable).arg0(name).args(arguments).exec();
    }
}
