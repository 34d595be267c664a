//! The command `twinboard` for the built-in rule sets, which are listed here ([`registrations`]); the
//! command itself is the crate `twinboard-command`.

use std::process::ExitCode;
use std::sync::Arc;

use twinboard_command::Twinboard;
use twinboard_faults::Planted;
use twinboard_games::{linkpop, samegame};
use twinboard_harness::Subject;
use twinboard_registration::Registration;

/// The records of the built-in rule sets. Paint comes with its solver and its players.
#[must_use]
pub fn registrations() -> Vec<Registration> {
    let rules = twinboard_games::rules;
    vec![
        samegame::registration().rules(rules("samegame")),
        linkpop::registration().rules(rules("linkpop")),
        linkpop::outside_registration().rules(rules("linkpop")),
        twinboard_paint_player::registration().rules(rules("paint")),
    ]
}

/// The records of the games that have an oracle here and no engine: bring yours.
#[must_use]
pub fn oracles() -> Vec<Registration> {
    let registration = |rules| {
        let registration = Registration::text(rules);
        let name = registration.name();
        let dialects = twinboard_oracles::dialects(name);
        let rules = twinboard_oracles::rules(name);
        registration.corpus(twinboard_games::corpus(name)).dialects(dialects).rules(rules)
    };
    twinboard_oracles::all().iter().map(registration).collect()
}

/// The built-in rule sets besides variants, each with its engine and its oracle, ready to be
/// checked.
#[must_use]
pub fn subjects() -> Vec<Arc<dyn Subject>> {
    let all = registrations().into_iter().map(|it| Arc::clone(it.subject()));
    all.filter(|it| !it.is_variant()).collect()
}

/// The planted faults of engines and solver, rule set by rule set.
#[must_use]
pub fn faults() -> Vec<&'static Planted> {
    registrations().iter().flat_map(|it| it.planted_faults().to_vec()).collect()
}

/// Runs the command with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    Twinboard::new()
        .name("twinboard")
        .planted_example("twinboard-cli", "planted_twinboard")
        .rule_sets(registrations)
        .rule_sets(oracles)
        .run()
}
