//! Locks whose data stays valid after a panic.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex, also after another thread has panicked with it: panics of sides are findings, and
/// the harness never leaves its data half changed.
pub(crate) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
