//! The command `twinboard` for the built-in rule sets. It runs the registrations of
//! `twinboard-paint-player`; the command itself is the crate `twinboard-command`.

use std::process::ExitCode;

use twinboard_command::{Sources, Twinboard};

/// Runs the command with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    let example = Some(("twinboard-cli", "planted_twinboard"));
    let sources = Sources { example, tests_of: &["twinboard-games", "twinboard-paint-player"] };
    let rule_sets = twinboard_paint_player::registrations();
    Twinboard::new().name("twinboard").sources(sources).rule_sets(rule_sets).run()
}
