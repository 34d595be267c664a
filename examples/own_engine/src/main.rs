//! The command `twinboard` for this engine.

use std::process::ExitCode;

use twinboard::Twinboard;

fn main() -> ExitCode {
    Twinboard::new().rule_set(own_engine::registration()).run()
}
