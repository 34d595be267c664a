//! `twinboard doctor`: reports which features work on this machine.

use std::process::{Command, Stdio};
use std::time::Duration;

use twinboard_runner::{Available, Limits};

use super::checkout::Checkout;
use crate::output::text::{shown, table};
use crate::output::{self, Exit, Failure};
use crate::process;
use crate::session::Session;

struct Finding {
    name: &'static str,
    /// The version, or the like; `None` if it is missing.
    found: Option<String>,
    needed_for: &'static str,
    advice: Option<String>,
}

/// Programs, each with the arguments that print its version, the commands that need it, and advice.
const PROGRAMS: [(&str, &[&str], &str, &str); 5] = [
    ("cargo", &["cargo", "--version"], "fuzz, new", "https://rustup.rs"),
    ("C++ compiler", &["c++", "--version"], "fuzz", "for example: apt install g++"),
    ("git", &["git", "--version"], "a clone", "for example: apt install git"),
    (
        "Python",
        &["python3", "--version"],
        "engines and players in Python",
        "for example: apt install python3",
    ),
    (
        "Java",
        &["java", "-version"],
        "engines and players in Java",
        "for example: apt install default-jre",
    ),
];

pub(crate) fn run(session: &Session) -> Result<Exit, Failure> {
    let mut findings = vec![isolation(session), temporary_folder(), clone(session)];
    findings.extend(PROGRAMS.map(|(name, command, needed_for, advice)| {
        let found = version(command);
        let advice = found.is_none().then(|| advice.to_owned());
        Finding { name, found, needed_for, advice }
    }));
    output::print(render(&findings)).map(|()| Exit::Success)
}

fn isolation(session: &Session) -> Finding {
    let limits =
        Limits { time: Duration::from_secs(10), memory: u64::MAX, output: u64::MAX, processes: 1 };
    let available =
        process::runner(limits).and_then(|runner| session.isolation.available(&runner).cloned());
    let (found, advice) = match available {
        Ok(Available { level, missing }) => {
            let reasons = missing.iter().map(|(level, reason)| format!("no {level}: {reason}"));
            (Some(level.to_string()), reasons.collect::<Vec<_>>().join("; "))
        }
        Err(failure) => (None, failure.message()),
    };
    let advice = (!advice.is_empty()).then_some(advice);
    Finding { name: "isolation", found, needed_for: "untrusted programs", advice }
}

/// The folder that `TMPDIR` names, with a trial.
fn temporary_folder() -> Finding {
    let tried = process::scratch_folder();
    Finding {
        name: "temporary folder",
        found: tried.is_ok().then(|| shown(std::env::temp_dir())),
        needed_for: "check, fuzz, selftest",
        advice: tried.err().map(|failure| failure.message()),
    }
}

fn clone(session: &Session) -> Finding {
    let checkout = Checkout::find(session).ok().filter(|checkout| checkout.has_targets);
    let found = checkout.map(|checkout| shown(checkout.root));
    let advice = found.is_none().then(|| "run it in a clone".to_owned());
    Finding { name: "fuzz targets", found, needed_for: "fuzz, selftest --checks fuzz", advice }
}

fn version(command: &[&str]) -> Option<String> {
    let (program, arguments) = command.split_first()?;
    let output = Command::new(program).args(arguments).stdin(Stdio::null()).output().ok()?;
    // Java prints to standard error.
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    let line = text.lines().find(|line| !line.trim().is_empty())?.trim().to_owned();
    output.status.success().then_some(line)
}

fn render(findings: &[Finding]) -> String {
    let row = |Finding { name, found, needed_for, advice }: &Finding| {
        let found = found.as_deref().unwrap_or("missing");
        let advice = advice.as_ref().map_or_else(String::new, |advice| format!(" ({advice})"));
        vec![(*name).to_owned(), format!("for {needed_for}"), format!("{found}{advice}")]
    };
    table(&findings.iter().map(row).collect::<Vec<_>>(), |_| true)
}
