//! The command for this game.

use std::process::ExitCode;

fn main() -> ExitCode {
    twinboard::Twinboard::new()
        .rule_set(my_game::registration())
        .run()
}
