//! Snapshots of cases and of figures, on which engine and oracle agree.

mod corpus;
mod exhaust;
mod perft;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks out the other tests: `glob!` counts failures of the whole process, so no other test may
/// fail during a walk.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}
