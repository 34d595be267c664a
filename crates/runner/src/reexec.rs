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
