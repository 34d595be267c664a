//! A stack of our own size for the work of the command.

use std::panic;
use std::thread;

use twinboard_harness::guard::NoThread;

/// Size of the stack in bytes, as large as for the searches of players. Pages that are never touched
/// take no memory.
const SIZE: usize = 64 << 20;

/// Runs `work` on a thread with a large stack, whatever the user's limit (`ulimit -s`), which holds
/// for the main thread.
///
/// # Errors
///
/// The system permits no further thread.
pub(crate) fn on_large_stack<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, NoThread> {
    // A panic names the thread.
    let thread = thread::Builder::new().name("main".into()).stack_size(SIZE);
    let thread = thread.spawn(work).map_err(NoThread)?;
    Ok(thread.join().unwrap_or_else(|payload| panic::resume_unwind(payload)))
}
