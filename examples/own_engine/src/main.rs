//! The command `twinboard` for somebody's engine.

fn main() -> std::process::ExitCode {
    twinboard::main_of(vec![own_engine::subject()])
}
