//! The command for Lights Out.

fn main() -> std::process::ExitCode {
    twinboard::Twinboard::new().rule_set(lights_out::registration()).run()
}
