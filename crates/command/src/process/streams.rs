//! Standard output that is closed from the beginning (`>&-`).
//!
//! The runtime of Rust opens `/dev/null` in the place of closed standard streams before `main`, so
//! that no file gets their descriptors. Output would be lost without an error then. Nothing shows
//! it afterwards: the runtime opens the device for reading and writing, and so do parents that drop
//! output on purpose. So a function that runs before the runtime notes the state.

use std::io;

/// An error if standard output was closed when the process started.
pub(crate) fn check_stdout() -> io::Result<()> {
    if before_main::stdout_was_closed() {
        return Err(io::Error::other("it is closed"));
    }
    Ok(())
}

#[cfg(unix)]
mod before_main {
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    use rustix::io::{Errno, fcntl_getfd};
    use rustix::stdio;

    static STDOUT_WAS_CLOSED: AtomicBool = AtomicBool::new(false);

    /// Called by the loader before the runtime of Rust starts: a system call and a store, nothing
    /// that needs the runtime.
    #[ctor::ctor]
    fn note() {
        STDOUT_WAS_CLOSED.store(fcntl_getfd(stdio::stdout()) == Err(Errno::BADF), Relaxed);
    }

    pub(super) fn stdout_was_closed() -> bool {
        STDOUT_WAS_CLOSED.load(Relaxed)
    }
}

#[cfg(not(unix))]
mod before_main {
    pub(super) fn stdout_was_closed() -> bool {
        false
    }
}
