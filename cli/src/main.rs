//! The command `twinboard`; all of it is in the library beside this file.

use std::process::ExitCode;

fn main() -> ExitCode {
    twinboard::main()
}
