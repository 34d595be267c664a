//! Ctrl-C: the first ends the work and reports it, the second ends the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// What a shell reports for a process that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// A flag that is set when the user wants the work to end.
pub(crate) fn flag() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let set = ctrlc::set_handler(move || {
        if flag.swap(true, Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    });
    // Without a handler Ctrl-C ends the process, as it does everywhere.
    drop(set);
    stop
}
