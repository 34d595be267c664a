//! Calls of `exit` from within: an engine or a library in this process that ends the process would
//! end the command without a verdict, often with code 0.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

static IS_RUNNING: AtomicBool = AtomicBool::new(false);

/// While this value exists, the end of the process is a failure.
pub(crate) struct Running(());

impl Running {
    pub(crate) fn begin() -> Self {
        IS_RUNNING.store(true, Relaxed);
        Self(())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        IS_RUNNING.store(false, Relaxed);
    }
}

/// Called by the runtime of C when the process exits. The exit code cannot be changed here, so the
/// process is aborted.
#[ctor::dtor]
fn refuse_silent_end() {
    if IS_RUNNING.load(Relaxed) {
        crate::output::print_error_line(
            "error: the process was ended from within, before the command had a result: an engine \
             in this process, or a library that it uses, calls `exit`. Nothing is decided; run it \
             under a debugger with a breakpoint at `exit`, or as a program of its own (--engine)",
        );
        std::process::abort();
    }
}
