//! The command `twinboard` with chess as its only rule set; with `AS_IS=1` it reports known differences
//! as well.

use chess_engines::{as_is, registration};

fn main() -> std::process::ExitCode {
    let is_as_is = std::env::var_os("AS_IS").is_some();
    twinboard::Twinboard::new().rule_set(if is_as_is { as_is() } else { registration() }).run()
}
