//! The command `twinboard` with Lights Out as its only rule set.

fn main() -> std::process::ExitCode {
    twinboard::Twinboard::new().rule_set(lights_out::registration()).run()
}
