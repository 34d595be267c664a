//! The command `twinboard` with chess as its only rule set.

fn main() -> std::process::ExitCode {
    twinboard::Twinboard::new().rule_set(chess_engines::registration()).run()
}
