//! Ctrl-C: the first ends the work with a report, the second ends the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Exit code of a process ended by Ctrl-C, as shells report it: 128 + SIGINT.
const INTERRUPTED: i32 = 130;

/// Returns a flag that the first Ctrl-C sets.
pub(crate) fn flag() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let set = ctrlc::set_handler(move || {
        if flag.swap(true, Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    });
    // If the handler cannot be set, Ctrl-C ends the process by default.
    drop(set);
    stop
}
