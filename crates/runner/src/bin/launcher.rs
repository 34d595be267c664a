//! Launcher for the tests of this crate. The `twinboard` command has its own subcommand.

use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    if twinboard_runner::launch(&arguments) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
