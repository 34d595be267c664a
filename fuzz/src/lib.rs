//! The subjects of the fuzz targets: the built-in rule sets with engine and oracle.

use std::process::exit;
use std::sync::Arc;

use harness::Subject;

/// The subject of SameGame.
#[must_use]
pub fn samegame() -> Arc<dyn Subject> {
    with_known_fault(games::samegame::subject())
}

/// The subject of Link and Pop.
#[must_use]
pub fn linkpop() -> Arc<dyn Subject> {
    with_known_fault(games::linkpop::subject())
}

/// The subject of paint.
#[must_use]
pub fn paint() -> Arc<dyn Subject> {
    with_known_fault(games::paint::subject())
}

/// Returns the subject. Exits with code 2 if the environment names an unknown planted fault: no
/// fault would be active, and the target would run forever.
fn with_known_fault(subject: Arc<dyn Subject>) -> Arc<dyn Subject> {
    if let Err(unknown) = faults::check_environment(&games::faults()) {
        eprintln!("{unknown}");
        exit(2);
    }
    subject
}
