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
    // Paint with its solver takes the place of the one without.
    let mut registered = vec![twinboard_paint_player::registration()];
    registered.extend(twinboard_games::registrations());
    let faults: Vec<_> = registered.iter().flat_map(|one| one.planted_faults().to_vec()).collect();
    if let Err(unknown) = twinboard_faults::check_environment(&faults) {
        eprintln!("{unknown}");
        exit(2);
    }
    let registration = registered.iter().find(|one| one.name() == rule_set);
    registration.unwrap_or_else(|| panic!("no rule set is called {rule_set}")).fuzzed()
}
