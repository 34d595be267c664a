//! The command with its planted faults compiled in, to see them noticed, reported and shrunk.
//!
//! ```text
//! TWINBOARD_PLANTED=<fault> cargo run --release --example planted_twinboard -- verify
//! ```
//!
//! The code is that of the command, with the feature `planted` of `twinboard-faults`, which this
//! package enables for its examples and tests. `TWINBOARD_PLANTED=all` lists the faults as JSON;
//! `none` is the command without a fault. An environment variable names the fault so that the child
//! processes that the command starts have it too.
//!
//! `killed-by-nine` is no fault of an implementation: with it, a case in which there is a 9 ends
//! the process that plays it.

use std::env;
use std::io;
use std::process::{self, ExitCode};

const KILLED_BY_NINE: &str = "killed-by-nine";

fn main() -> ExitCode {
    if env::var_os(twinboard_faults::VARIABLE).is_some_and(|name| name == KILLED_BY_NINE) {
        // A choice of the program: the command does not look for the name among its faults.
        twinboard_faults::activate(None);
        if env::args().nth(1).as_deref() == Some("probe") {
            return killed_by_nine();
        }
    }
    twinboard_cli::main()
}

/// Looks from outside like a stack overflow in the process that plays a single case.
fn killed_by_nine() -> ExitCode {
    match io::read_to_string(io::stdin()) {
        Ok(case) if case.contains('9') => process::abort(),
        _ => ExitCode::SUCCESS,
    }
}
