//! Copies of the launcher, for the parts of its work that need a process of their own. A copy costs
//! a tenth of a millisecond, and another start of a large executable several.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

use fork::Fork;
use rustix::process::Pid;

use crate::processes;

/// Splits this process in two: the id of the copy in the one that goes on, and `None` in the copy,
/// which shall do its work in [`work_and_exit`].
///
/// # Errors
///
/// The system lacks something, or this process has several threads: the copy would have one of them
/// and the locks of all.
pub(crate) fn fork() -> io::Result<Option<Pid>> {
    if !processes::has_single_thread()? {
        return Err(io::Error::other("a launcher must be started before any thread"));
    }
    match fork::fork()? {
        Fork::Parent(id) => Ok(Pid::from_raw(id)),
        Fork::Child => Ok(None),
    }
}

/// Ends this process with what the work of a copy returns, which is true on success.
pub(crate) fn work_and_exit(work: impl FnOnce() -> bool) -> ! {
    // A panic must not lead on into the work of the other process.
    let is_done = catch_unwind(AssertUnwindSafe(work)).unwrap_or(false);
    std::process::exit(i32::from(!is_done))
}
