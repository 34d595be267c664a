//! The command `twinboard` for peg solitaire on a row.

use std::process::ExitCode;

use twinboard::Twinboard;

fn main() -> ExitCode {
    Twinboard::new().rule_set(own_ruleset::registration()).run()
}
