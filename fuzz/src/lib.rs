//! The built-in rule sets, as the fuzz targets play them.

use std::process::exit;
use std::sync::Arc;

use harness::Subject;

/// SameGame.
#[must_use]
pub fn samegame() -> Arc<dyn Subject> {
    with_known_fault(games::samegame::subject())
}

/// Link and Pop.
#[must_use]
pub fn linkpop() -> Arc<dyn Subject> {
    with_known_fault(games::linkpop::subject())
}

/// Paint.
#[must_use]
pub fn paint() -> Arc<dyn Subject> {
    with_known_fault(games::paint::subject())
}

/// The subject, or exit code 2 if the environment names a planted fault that is of no rule set:
/// nothing would be active, and the target would run for ever.
fn with_known_fault(subject: Arc<dyn Subject>) -> Arc<dyn Subject> {
    if let Err(unknown) = faults::check_environment(&games::faults()) {
        eprintln!("{unknown}");
        exit(2);
    }
    subject
}
