//! The subjects of the fuzz targets: the built-in rule sets with engine and oracle.

use std::process::exit;
use std::sync::Arc;

use twinboard_harness::Subject;

/// The subject of SameGame.
#[must_use]
pub fn samegame() -> Arc<dyn Subject> {
    with_known_fault(twinboard_games::samegame::subject())
}

/// The subject of Link and Pop.
#[must_use]
pub fn linkpop() -> Arc<dyn Subject> {
    with_known_fault(twinboard_games::linkpop::subject())
}

/// The subject of paint.
#[must_use]
pub fn paint() -> Arc<dyn Subject> {
    with_known_fault(twinboard_games::paint::subject())
}

/// Returns the subject. Exits with code 2 if the environment names an unknown planted fault: no
/// fault would be active, and the target would run forever.
fn with_known_fault(subject: Arc<dyn Subject>) -> Arc<dyn Subject> {
    if let Err(unknown) = twinboard_faults::check_environment(&twinboard_games::faults()) {
        eprintln!("{unknown}");
        exit(2);
    }
    subject
}
