//! The subjects of the fuzz targets: the built-in rule sets with engine and oracle.

use std::process::exit;
use std::sync::Arc;

use twinboard_harness::Subject;

/// The subject of a built-in rule set, with the engine of `fuzz --engine` if there is one; that of paint
/// has the assertions of the solver.
///
/// Exits with code 2 if the environment names an unknown planted fault: no fault would be active,
/// and the target would run forever.
///
/// # Panics
///
/// If no rule set has this name.
#[must_use]
pub fn subject(rule_set: &str) -> Arc<dyn Subject> {
    if let Err(unknown) = twinboard_faults::check_environment(&twinboard_paint_player::faults()) {
        eprintln!("{unknown}");
        exit(2);
    }
    let registered = twinboard_paint_player::registrations();
    let registration = registered.iter().find(|one| one.name() == rule_set);
    registration.unwrap_or_else(|| panic!("no rule set is called {rule_set}")).fuzzed()
}
