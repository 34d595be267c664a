//! A target that is asked about an input instead of fuzzing.
//!
//! It answers before `main` of libFuzzer reads its arguments, so that none of its handlers for
//! signals are installed: a probe ends as the case ends it.

use std::cell::Cell;
use std::env;
use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio, exit};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use twinboard_harness::fuzz::{Probed, Request, TRIAGE_VARIABLE};
use twinboard_harness::{Subject, triage};

/// Exit code of a probe whose case fails. No sanitizer ends a process with it.
const FAILS: i32 = 86;

/// Maximum step limit of a probe. Shrinking tries many cases, and each one that hangs costs the
/// whole limit; a regular step takes far less.
const STEP_LIMIT_MAX: Duration = Duration::from_millis(500);

/// Time limit of a probe while shrinking; a probe normally detects hung steps itself.
const PROBE_LIMIT: Duration = Duration::from_secs(10);

/// Time that the first replay of a case may take beyond the step limit.
const GRACE: Duration = Duration::from_mins(1);

/// Does what the process is asked for, with the input on standard input, and ends the process.
pub(crate) fn answer(request: &Request, subject: &Arc<dyn Subject>, is_text: bool) -> ! {
    let mut input = Vec::new();
    if let Err(error) = io::stdin().read_to_end(&mut input) {
        eprintln!("cannot read the input: {error}");
        exit(2);
    }
    match request {
        Request::Probe { step_limit } => {
            let cases = subject.split(&input).unwrap_or_default();
            let fails = |case: &String| triage::check(subject, case, *step_limit).is_some();
            exit(if cases.iter().any(fails) { FAILS } else { 0 })
        }
        Request::Triage(asked) => {
            let is_found = Cell::new(false);
            let mut print = |answer: &twinboard_harness::fuzz::Answer| {
                is_found.set(true);
                // Without a reader the answer is of no use.
                let _ = writeln!(io::stdout(), "{}", answer.line());
            };
            if is_text {
                asked.triage_text(subject, &input, &mut print);
            } else {
                let probe = |case: &str, step_limit: Duration| {
                    if is_found.get() { probe(case, step_limit) } else { replay(case, step_limit) }
                };
                asked.triage(subject, &input, &probe, &mut print);
            }
            exit(0)
        }
    }
}

/// Plays a case of the input in another process of this target. One that does not end is a failure.
fn replay(case: &str, step_limit: Duration) -> Probed {
    let limit = step_limit.saturating_add(GRACE);
    let ended = start(case, step_limit).and_then(|child| wait(child, limit));
    if matches!(ended, Ok(None)) {
        return Probed::Killed(format!("no end within {} s", limit.as_secs()));
    }
    probed(&ended)
}

/// Plays a case in another process of this target, to shrink it.
fn probe(case: &str, step_limit: Duration) -> Probed {
    let started = start(case, step_limit.min(STEP_LIMIT_MAX));
    probed(&started.and_then(|child| wait(child, PROBE_LIMIT)))
}

fn probed(ended: &io::Result<Option<ExitStatus>>) -> Probed {
    match ended {
        Ok(Some(status)) if status.success() => Probed::Agreed,
        Ok(Some(status)) if status.code() == Some(FAILS) => Probed::Fails,
        Ok(Some(status)) => Probed::Killed(status.to_string()),
        Ok(None) | Err(_) => Probed::Agreed,
    }
}

fn start(case: &str, step_limit: Duration) -> io::Result<Child> {
    let mut child = Command::new(env::current_exe()?)
        .env(TRIAGE_VARIABLE, Request::Probe { step_limit }.to_json())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        // If the process has ended early, its exit code is the result.
        let _ = stdin.write_all(case.as_bytes());
    }
    Ok(child)
}

/// Waits for a process. Returns `None` if the limit has ended it.
fn wait(mut child: Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if started.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(1));
    }
}
