//! The process-wide switch that all catalogues share.

use std::env;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::catalogue::id;
use crate::planted::{NONE, Planted, VARIABLE};

/// Id of the active fault, or one of the two constants below.
static ACTIVE: AtomicU64 = AtomicU64::new(NOT_READ);

/// State before the environment has been read. Even, so it is not an id.
const NOT_READ: u64 = 0;
/// State without an active fault. Even, so it is not an id.
const NOTHING: u64 = 2;

/// True after the first call of [`activate`].
static CHOSEN: AtomicBool = AtomicBool::new(false);

/// Activates a fault of any catalogue for the whole process, or none. Overrides the environment and
/// replaces the fault that was active before. Available only with the feature `planted`.
pub fn activate(fault: Option<&Planted>) {
    CHOSEN.store(true, Ordering::Relaxed);
    ACTIVE.store(fault.map_or(NOTHING, |planted| id(planted.name)), Ordering::Relaxed);
}

/// Returns true once the program has called [`activate`].
pub(crate) fn is_chosen_by_program() -> bool {
    CHOSEN.load(Ordering::Relaxed)
}

/// Returns true if the fault with this id is active.
#[inline]
#[must_use]
pub fn is_active(id: u64) -> bool {
    match ACTIVE.load(Ordering::Relaxed) {
        NOT_READ => read_environment() == id,
        active => active == id,
    }
}

#[cold]
fn read_environment() -> u64 {
    let active = match env::var_os(VARIABLE) {
        Some(name) if name != NONE => id(&name.to_string_lossy()),
        _ => NOTHING,
    };
    // A fault that another thread has activated meanwhile stays active.
    match ACTIVE.compare_exchange(NOT_READ, active, Ordering::Relaxed, Ordering::Relaxed) {
        Ok(_) => active,
        Err(activated) => activated,
    }
}
