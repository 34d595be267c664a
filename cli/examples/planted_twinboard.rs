//! The command with a fault planted in its engine, to see the fault noticed, reported and shrunk.
//!
//! ```text
//! TWINBOARD_PLANTED=<fault> cargo run --release --example planted_twinboard -- verify
//! ```
//!
//! The faults and what they imitate are in `engine/src/planted.rs`. The fault is named in the
//! environment so that the processes which the command starts of itself have it too.

use std::env;
use std::process::ExitCode;

use engine::planted::{CATALOGUE, Planted, activate};

fn main() -> ExitCode {
    let name = env::var("TWINBOARD_PLANTED").unwrap_or_default();
    let Some(planted) = Planted::by_name(&name) else {
        eprintln!("TWINBOARD_PLANTED is `{name}`, and has to be one of these:");
        for planted in CATALOGUE {
            eprintln!("  {:28} {} {}", planted.name, planted.clause, planted.imitates);
        }
        return ExitCode::from(2);
    };
    activate(Some(planted.fault));
    twinboard::main()
}
