//! The command `twinboard` for peg solitaire on a row.

fn main() -> std::process::ExitCode {
    twinboard::main_of(vec![own_ruleset::subject()])
}
