//! The command with a fault planted in an engine or in the solver, to see the fault noticed, reported and shrunk.
//!
//! ```text
//! TWINBOARD_PLANTED=<fault> cargo run --release --example planted_twinboard -- verify
//! ```
//!
//! The faults and what they imitate are in `engine/src/planted.rs` and `solver/src/planted.rs`. The fault is named in the
//! environment so that the processes which the command starts of itself have it too.
//! `killed-by-nine` is no fault of an engine: with it, a case in which there is a 9 ends the process
//! that plays it.

use std::env;
use std::io;
use std::process::{self, ExitCode};

use faults::{NONE, VARIABLE, activate};
use serde_json::json;

const KILLED_BY_NINE: &str = "killed-by-nine";

/// With this instead of a fault, all faults are listed as JSON.
const ALL: &str = "all";

fn main() -> ExitCode {
    let name = env::var(VARIABLE).unwrap_or_default();
    if name == ALL {
        return list();
    }
    if name == KILLED_BY_NINE {
        return killed_by_nine();
    }
    if name == NONE {
        return twinboard::main();
    }
    let Some(planted) = games::faults().into_iter().find(|planted| planted.name == name) else {
        eprintln!("{VARIABLE} is `{name}`, and has to be one of these:");
        for planted in games::faults() {
            eprintln!("  {:28} {} {}", planted.name, planted.clause, planted.imitates);
        }
        return ExitCode::from(2);
    };
    activate(Some(planted));
    twinboard::main()
}

fn list() -> ExitCode {
    let all: Vec<_> = games::faults()
        .iter()
        .map(|planted| {
            json!({
                "name": planted.name,
                "rule_set": planted.rule_set,
                "clause": planted.clause,
                "imitates": planted.imitates,
            })
        })
        .collect();
    println!("{}", json!(all));
    ExitCode::SUCCESS
}

/// What a stack that overflows looks like from outside, in the processes that play a single case.
fn killed_by_nine() -> ExitCode {
    activate(None);
    if env::args().nth(1).as_deref() != Some("probe") {
        return twinboard::main();
    }
    match io::read_to_string(io::stdin()) {
        Ok(case) if case.contains('9') => process::abort(),
        _ => ExitCode::SUCCESS,
    }
}
