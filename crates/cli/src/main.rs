//! The executable `twinboard`; its code is in the library of the same package.

use std::process::ExitCode;

fn main() -> ExitCode {
    twinboard_cli::main()
}
