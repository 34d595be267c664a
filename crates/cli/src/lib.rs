//! The command `twinboard` for the built-in rule sets. It runs the registrations of
//! `twinboard-paint-player`; the command itself is the crate `twinboard-command`.

use std::process::ExitCode;

use twinboard_command::{BuiltFrom, Sources, Twinboard};

/// The sources of this program, as its build script lists them.
const BUILT_FROM: BuiltFrom = BuiltFrom {
    package: env!("CARGO_PKG_NAME"),
    manifest: "crates/cli/Cargo.toml",
    run: "cargo twinboard",
    files: include!(concat!(env!("OUT_DIR"), "/sources.rs")),
};

/// Runs the command with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    let example = Some(("twinboard-cli", "planted_twinboard"));
    let sources = Sources { example, tests_of: &["twinboard-games", "twinboard-paint-player"] };
    let rule_sets = twinboard_paint_player::registrations();
    let twinboard = Twinboard::new().name("twinboard").sources(sources).built_from(BUILT_FROM);
    twinboard.rule_sets(rule_sets).run()
}

// For its test, as cargo runs none of a build script.
#[cfg(test)]
#[path = "../build.rs"]
#[expect(dead_code, reason = "its `main` is for cargo")]
mod build_script;
