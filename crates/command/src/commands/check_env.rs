//! `twinboard check-env`: checks of an environment without an oracle, by the module of Python beside
//! the bridges (`python/twinboard/check_env`).

use std::ffi::OsString;
use std::process::Command;

use clap::Args;

use crate::output::{Exit, Failure};
use crate::session::engine::python;

#[derive(Args)]
pub(crate) struct CheckEnv {
    /// Environment, as `env:PACKAGE:GAME`.
    #[arg(value_name = "env:PACKAGE:GAME")]
    environment: String,
    /// Options of the checks: --seed N, --time TIME, --games N.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "OPTIONS")]
    options: Vec<OsString>,
}

pub(crate) fn run(options: &CheckEnv) -> Result<Exit, Failure> {
    let text = &options.environment;
    let game = text
        .strip_prefix("env:")
        .ok_or_else(|| usage!("{text}: expected env:PACKAGE:GAME, as in env:openspiel:hex"))?;
    let mut command = Command::new(python());
    command.args(["-m", "twinboard.check_env", game]).args(&options.options);
    let status = command.status().map_err(|error| usage!("cannot start python3: {error}"))?;
    Ok(match status.code() {
        Some(0) => Exit::Success,
        Some(1) => match why_missing() {
            None => Exit::Found,
            Some(why) => {
                let hint = "install the package twinboard with pip (docs/environments.md)";
                return Err(usage!("python3 lacks the bridges to environments: {why}; {hint}"));
            }
        },
        Some(3) => Exit::Undecided,
        _ => Exit::BadInput,
    })
}

/// The reason why Python cannot import the module, which ends it with the exit code of a finding;
/// `None` if it can.
fn why_missing() -> Option<String> {
    let imported =
        Command::new(python()).args(["-c", "import twinboard.check_env"]).output().ok()?;
    let said = String::from_utf8_lossy(&imported.stderr).trim_end().to_owned();
    let last = said.lines().next_back().unwrap_or("it cannot be imported");
    (!imported.status.success()).then(|| last.to_owned())
}
