//! One fault in one check.

use std::ffi::OsString;
use std::fs::{self, File};
#[cfg(unix)]
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process_group};
use serde::Serialize;
use serde_json::Value;

use super::Fault;
use super::programs::Programs;
use crate::args::{CheckName, Selftest};
use crate::failure::Failure;

/// How often it is looked whether a check has ended.
const LOOK: Duration = Duration::from_millis(10);
/// A check that goes on for so much longer than it was given hangs by the fault, and has noticed it
/// in this way.
const PATIENCE: Duration = Duration::from_mins(3);
/// What is asked of the tests: the properties, and what is said of the solver if there is one.
const PROPERTIES: [&str; 2] = ["properties", "solver"];

/// What became of a fault in a check.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Checked {
    check: &'static str,
    pub(super) noticed: Noticed,
    /// Until it was noticed and shrunk, or until the check had ended.
    pub(super) seconds: f64,
    /// Which case it was, from 1; for `verify` those of the corpus come first.
    pub(super) cases: Option<u64>,
    /// How large the case was in the end, in bytes.
    pub(super) bytes: Option<u64>,
}

/// Whether a fault was noticed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Noticed {
    /// As a check should notice it.
    Yes,
    /// The check did not come back.
    Hung,
    No,
    /// It ended in a way that says nothing of the fault: how it ended.
    Unclear(String),
}

impl Checked {
    pub(super) fn name(&self) -> &'static str {
        self.check
    }

    pub(super) fn is_noticed(&self) -> bool {
        matches!(self.noticed, Noticed::Yes | Noticed::Hung)
    }
}

/// Runs checks on faults.
pub(super) struct Inspector<'a> {
    pub(super) options: &'a Selftest,
    /// The checks that are made.
    pub(super) checks: &'a [CheckName],
    pub(super) programs: &'a Programs,
    /// A folder for what the checks write.
    pub(super) folder: &'a Path,
    pub(super) stop: &'a AtomicBool,
}

/// A check, ready to be run.
struct Task {
    program: PathBuf,
    arguments: Vec<OsString>,
    /// Its own folder, with what it says and the cases it saves.
    folder: PathBuf,
    /// When it is ended, and what that says of the fault.
    patience: (Duration, Noticed),
}

impl Task {
    /// Where its result goes, if it writes one.
    fn result(&self) -> PathBuf {
        self.folder.join("result.json")
    }

    /// Where all goes that it says.
    fn said(&self) -> PathBuf {
        self.folder.join("said.txt")
    }
}

impl Inspector<'_> {
    /// What a check says of a fault; `None` if nobody waits for it any more.
    pub(super) fn check(
        &self,
        fault: &Fault,
        check: CheckName,
    ) -> Result<Option<Checked>, Failure> {
        let task = self.task(fault, check)?;
        let failure = |error| Failure::File { path: task.program.clone(), doing: "start", error };
        let child = self.command(&task, fault)?.spawn().map_err(failure)?;
        let started = Instant::now();
        let ended = self.wait(child, task.patience.0);
        let seconds = started.elapsed().as_secs_f64();
        let found = fs::read(task.result()).ok().and_then(|text| Found::in_result(&text));
        let noticed = match ended {
            Ended::Stopped => return Ok(None),
            Ended::Late => task.patience.1,
            Ended::With(status) => match status.code() {
                Some(0) => Noticed::No,
                Some(1) if found.is_some() => Noticed::Yes,
                Some(_) if check == CheckName::Tests => Noticed::Yes,
                // The fault killed it, and not somebody who needed its memory.
                None if !is_kill(status) => Noticed::Yes,
                _ => {
                    let said = fs::read_to_string(task.said()).unwrap_or_default();
                    Noticed::Unclear(format!("{status} and no finding; it says\n{said}"))
                }
            },
        };
        let found = found.filter(|_| noticed == Noticed::Yes);
        let (cases, bytes) = found.map_or((None, None), |found| (found.cases, found.bytes));
        Ok(Some(Checked { check: check.name(), noticed, seconds, cases, bytes }))
    }

    /// What is to be run.
    fn task(&self, fault: &Fault, check: CheckName) -> Result<Task, Failure> {
        let Selftest { cases, seed, time, .. } = self.options;
        let (seed, rule_set) = (seed.to_string(), fault.rule_set.as_str());
        let folder = self.folder.join(format!("{rule_set}-{}-{}", fault.name, check.name()));
        let program = match check {
            CheckName::Tests => {
                self.programs.tests_of(rule_set).expect("only what is offered is checked")
            }
            _ => &self.programs.command,
        };
        let mut arguments: Vec<OsString> = Vec::new();
        let mut say = |words: &[&str]| arguments.extend(words.iter().map(OsString::from));
        match check {
            // A program that is there for properties alone has no others.
            CheckName::Tests if program.to_string_lossy().contains("properties-") => {}
            CheckName::Tests => say(&PROPERTIES),
            CheckName::Verify => {
                say(&["verify", rule_set, "--cases", &cases.to_string(), "--seed", &seed]);
                say(&["--threads", "1"]);
            }
            CheckName::Exhaust => say(&["exhaust", rule_set, "--threads", "1"]),
            CheckName::Fuzz => {
                let time = format!("{}s", time.as_secs().max(1));
                say(&["fuzz", "--seed", &seed, "--time", &time, "--programs"]);
                arguments.extend(self.programs.targets.iter().map(OsString::from));
                // What another fault has led to must not be there already.
                arguments.extend(["--working".into(), folder.join("fuzz").into()]);
                let targets = self.programs.checkout.targets(&[])?.into_iter();
                let targets =
                    targets.filter(|target| target.subject.name() == rule_set && !target.is_text);
                arguments.extend(targets.map(|target| target.name.into()));
            }
        }
        let patience = match check {
            // It would go on for long, and nothing was noticed until then.
            CheckName::Exhaust => (*time, Noticed::No),
            _ => (PATIENCE + *time, Noticed::Hung),
        };
        let mut task = Task { program: program.into(), arguments, folder, patience };
        if check != CheckName::Tests {
            task.arguments.extend(["--json".into(), task.result().into()]);
            task.arguments.extend(["--out".into(), task.folder.join("out").into()]);
        }
        Ok(task)
    }

    /// How it is run.
    fn command(&self, task: &Task, fault: &Fault) -> Result<Command, Failure> {
        let failure = |error| Failure::File { path: task.folder.clone(), doing: "use", error };
        fs::create_dir_all(&task.folder).map_err(failure)?;
        let said = File::create(task.said()).map_err(failure)?;
        let mut command = Command::new(&task.program);
        command
            .args(&task.arguments)
            .env(faults::VARIABLE, &fault.name)
            .env("RUST_BACKTRACE", "0")
            // Nor must the cases that other faults have failed in, and chance is the same for all.
            .env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1")
            .env("PROPTEST_RNG_SEED", self.options.seed.to_string())
            .current_dir(&self.programs.checkout.root)
            .stdin(Stdio::null())
            .stdout(said.try_clone().map_err(failure)?)
            .stderr(said);
        // What is below it ends with it. Ctrl-C does not reach it then: we end it.
        #[cfg(unix)]
        command.process_group(0);
        Ok(command)
    }

    /// Waits until a check ends, or until it is late.
    fn wait(&self, mut child: Child, limit: Duration) -> Ended {
        let started = Instant::now();
        loop {
            if let Some(status) = child.try_wait().ok().flatten() {
                return Ended::With(status);
            }
            let is_late = started.elapsed() >= limit;
            let is_stopped = self.stop.load(Relaxed);
            if is_late || is_stopped {
                end(&mut child);
                return if is_stopped { Ended::Stopped } else { Ended::Late };
            }
            thread::sleep(LOOK);
        }
    }
}

/// How a check ended.
enum Ended {
    /// By itself, or by a signal that was not ours.
    With(ExitStatus),
    /// It had to be killed.
    Late,
    /// Nobody waits for it any more.
    Stopped,
}

/// Ends a check, with the fuzz targets below it.
fn end(child: &mut Child) {
    #[cfg(unix)]
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    let _ = child.kill();
    let _ = child.wait();
}

/// Whether it was ended by whoever cannot be refused, such as a system that has no more memory.
#[cfg(unix)]
fn is_kill(status: ExitStatus) -> bool {
    status.signal() == Some(Signal::KILL.as_raw())
}

/// Nobody knows.
#[cfg(not(unix))]
fn is_kill(_status: ExitStatus) -> bool {
    false
}

/// What the result of a check says of a divergence.
#[derive(Debug, PartialEq, Eq)]
struct Found {
    cases: Option<u64>,
    bytes: Option<u64>,
}

impl Found {
    /// `verify` and `fuzz` give a list, of one result for each rule set or target, `exhaust` one
    /// result.
    fn in_result(text: &[u8]) -> Option<Self> {
        let result: Value = serde_json::from_slice(text).ok()?;
        let results = match result {
            Value::Array(results) => results,
            one => vec![one],
        };
        results.iter().find_map(|result| {
            let report = ["divergence", "crash"].into_iter().map(|name| &result[name]);
            let report = report.into_iter().find(|report| report.is_object())?;
            let report = if report["report"].is_object() { &report["report"] } else { report };
            let text = report["shrunk"].as_str().or(report["case"].as_str());
            let counted = [&result["stats"]["cases"], &result["executions"]];
            // Behind the set-ups of the shapes that were finished.
            let before = result["total"]["setups"].as_u64().unwrap_or(0);
            let in_order = report["origin"]["index"].as_u64().map(|index| before + index + 1);
            let counted = counted.into_iter().find_map(Value::as_u64).or(in_order);
            // A fuzzer that fails while it reads its corpus has not begun to count.
            let cases = counted.filter(|&cases| cases > 0);
            Some(Self { cases, bytes: text.map(|text| text.len() as u64) })
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Found;

    fn found(result: &serde_json::Value) -> Option<(Option<u64>, Option<u64>)> {
        let found = Found::in_result(result.to_string().as_bytes())?;
        Some((found.cases, found.bytes))
    }

    #[test]
    fn what_was_found_is_read_from_each_kind_of_result() {
        let report = json!({ "case": "longer", "shrunk": "short", "origin": { "index": 4 } });
        let verify = json!([{ "stats": { "cases": 17 }, "divergence": report }]);
        assert_eq!(found(&verify), Some((Some(17), Some(5))));
        let exhaust = json!({ "total": { "setups": 100 }, "divergence": report });
        assert_eq!(found(&exhaust), Some((Some(105), Some(5))));
        let unshrunk = json!({ "case": "longer", "shrunk": null });
        let nothing = json!({ "executions": 3, "crash": null });
        let fuzz = json!([nothing, { "executions": 9, "crash": { "report": unshrunk } }]);
        assert_eq!(found(&fuzz), Some((Some(9), Some(6))));
        assert_eq!(found(&json!([nothing])), None);
        assert_eq!(Found::in_result(b"no result"), None);
    }
}
