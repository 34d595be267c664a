//! Runs one check with one fault, in a child process.

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

use super::programs::{CheckName, Fault, Programs};
use super::stall::{Sample, Stall};
use crate::output::ci;
use crate::output::failure::Failure;
use crate::output::progress;
use crate::session::Session;

/// Interval for checking whether a child process has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(10);
/// Interval for checking whether a child process makes progress.
const STALL_INTERVAL: Duration = Duration::from_millis(500);

/// A fault and the results of all checks, in the order of the checks.
#[derive(Serialize)]
pub(super) struct FaultRow {
    #[serde(flatten)]
    pub(super) fault: Fault,
    pub(super) checks: Vec<Checked>,
}

impl FaultRow {
    pub(super) fn is_noticed(&self) -> bool {
        self.checks.iter().any(Checked::is_noticed)
    }

    /// True if all checks passed with the fault. A check without a result might have detected it.
    pub(super) fn is_unnoticed(&self) -> bool {
        self.checks.iter().all(|checked| checked.noticed == Noticed::No)
    }
}

/// The result of a check with a fault.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Checked {
    check: &'static str,
    pub(super) noticed: Noticed,
    /// Time until the check ended, which includes shrinking the case.
    pub(super) seconds: f64,
    /// Number of the failing case, from 1; for `verify` the corpus comes first.
    pub(super) cases: Option<u64>,
    /// Size of the shrunk case in bytes.
    pub(super) bytes: Option<u64>,
}

/// The detection of a fault by a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Noticed {
    /// The check failed as it should.
    Yes,
    /// The check hung.
    Hung,
    No,
    /// The check ended without a result; the message describes its end.
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
    pub(super) session: &'a Session,
    /// Number of cases that `verify` generates after the corpus.
    pub(super) cases: u64,
    /// Seed of `verify` and `fuzz`.
    pub(super) seed: u32,
    /// Limit for `exhaust` and `fuzz` if they detect nothing.
    pub(super) time: Duration,
    /// CPU time without progress, beyond `time`, after which a check counts as hung.
    pub(super) hang_limit: Duration,
    /// Number of checks that run at the same time.
    pub(super) jobs: usize,
    /// The checks to run.
    pub(super) checks: &'a [CheckName],
    pub(super) programs: &'a Programs,
    /// A temporary folder for the files of the checks.
    pub(super) folder: &'a Path,
    pub(super) stop: &'a AtomicBool,
}

/// A check, ready to be run.
struct Task {
    program: PathBuf,
    arguments: Vec<OsString>,
    /// The folder of its output and of the cases that it saves.
    folder: PathBuf,
    limit: Limit,
}

/// The end of a check that does not end by itself.
#[derive(Clone, Copy)]
enum Limit {
    /// The CPU time that a check may use in all. It has detected nothing by then.
    Used(Duration),
    /// The limit without progress. The fault makes the check hang, which is a detection.
    Stalled(Duration),
}

impl Task {
    /// The file of its results as JSON, if it writes any.
    fn result(&self) -> PathBuf {
        self.folder.join("result.json")
    }

    /// The file in which it counts its steps.
    fn progress(&self) -> PathBuf {
        self.folder.join("progress.txt")
    }

    /// The file of its standard output and standard error.
    fn output(&self) -> PathBuf {
        self.folder.join("output.txt")
    }
}

impl Inspector<'_> {
    /// Runs a check with a fault. Returns `None` after Ctrl-C.
    pub(super) fn check(
        &self,
        fault: &Fault,
        check: CheckName,
    ) -> Result<Option<Checked>, Failure> {
        let mut all = self.session.rule_sets.iter();
        let other_engine = all.find_map(|one| one.other_engine_of_fault(&fault.name));
        if other_engine.is_some() && check == CheckName::Fuzz {
            // The fuzz targets play the registered engine.
            let (noticed, cases, bytes) = (Noticed::No, None, None);
            return Ok(Some(Checked { check: check.name(), noticed, seconds: 0.0, cases, bytes }));
        }
        let task = self.task(fault, check, other_engine)?;
        let failure = Failure::file("start", &task.program);
        let child = self.command(&task, fault)?.spawn().map_err(failure)?;
        let started = Instant::now();
        let ended = self.wait(child, &task);
        let seconds = started.elapsed().as_secs_f64();
        let found =
            fs::read(task.result()).ok().and_then(|text| ReportedDivergence::in_result(&text));
        let noticed = match ended {
            Ended::Stopped => return Ok(None),
            Ended::Late => match task.limit {
                Limit::Used(_) => Noticed::No,
                Limit::Stalled(_) => Noticed::Hung,
            },
            Ended::With(status) => match status.code() {
                Some(0) => Noticed::No,
                Some(1) if found.is_some() => Noticed::Yes,
                Some(_) if check == CheckName::Tests => Noticed::Yes,
                // A signal caused by the fault; SIGKILL may also come from the system.
                None if !is_kill(status) => Noticed::Yes,
                _ => {
                    let output = fs::read_to_string(task.output()).unwrap_or_default();
                    Noticed::Unclear(format!("{status} and no finding; output:\n{output}"))
                }
            },
        };
        let found = found.filter(|_| noticed == Noticed::Yes);
        let (cases, bytes) = found.map_or((None, None), |found| (found.cases, found.bytes));
        Ok(Some(Checked { check: check.name(), noticed, seconds, cases, bytes }))
    }

    /// Prepares a check of the registered engine or another one: program, arguments and limit.
    fn task(
        &self,
        fault: &Fault,
        check: CheckName,
        other_engine: Option<&str>,
    ) -> Result<Task, Failure> {
        let Self { cases, seed, time, .. } = self;
        let (seed, rule_set) = (seed.to_string(), fault.rule_set.as_str());
        let folder = self.folder.join(format!("{rule_set}-{}-{}", fault.name, check.name()));
        let tests = self.programs.tests(fault).filter(|_| check == CheckName::Tests);
        let program = tests.map_or(&*self.programs.command, |(program, _)| program);
        let mut arguments: Vec<OsString> = Vec::new();
        let mut add = |words: &[&str]| arguments.extend(words.iter().map(OsString::from));
        match check {
            CheckName::Tests => add(tests.and_then(|(_, filter)| filter).as_slice()),
            CheckName::Verify => {
                add(&["verify", rule_set, "--cases", &cases.to_string(), "--seed", &seed]);
                add(&["--threads", "1"]);
            }
            CheckName::Exhaust => add(&["exhaust", rule_set, "--threads", "1"]),
            CheckName::Fuzz => {
                let time = format!("{}s", time.as_secs().max(1));
                add(&["fuzz", "--seed", &seed, "--time", &time, "--programs"]);
                arguments.extend(self.programs.targets.iter().map(OsString::from));
                // A fresh working corpus, without the inputs that other faults have led to.
                arguments.extend(["--working".into(), folder.join("fuzz").into()]);
                let targets = self.programs.checkout.targets(self.session, &[])?.into_iter();
                let targets =
                    targets.filter(|target| target.subject.name() == rule_set && !target.is_text);
                arguments.extend(targets.map(|target| target.name.into()));
            }
        }
        if let (Some(other_engine), CheckName::Verify | CheckName::Exhaust) = (other_engine, check)
        {
            arguments.extend(["--engine".into(), other_engine.into()]);
        }
        let limit = match check {
            // A complete enumeration takes long, so the end of the time is no hang.
            CheckName::Exhaust => Limit::Used(*time),
            _ => Limit::Stalled(self.hang_limit + *time),
        };
        let mut task = Task { program: program.into(), arguments, folder, limit };
        if check != CheckName::Tests {
            task.arguments.extend(["--json".into(), task.result().into()]);
            task.arguments.extend(["--out".into(), task.folder.join("out").into()]);
        }
        Ok(task)
    }

    /// The command of a prepared check, with the fault activated.
    fn command(&self, task: &Task, fault: &Fault) -> Result<Command, Failure> {
        let failure = Failure::file("use", &task.folder);
        fs::create_dir_all(&task.folder).map_err(failure)?;
        let output = File::create(task.output()).map_err(failure)?;
        let mut command = Command::new(&task.program);
        command
            .args(&task.arguments)
            .env(twinboard_faults::VARIABLE, &fault.name)
            .env(progress::VARIABLE, task.progress())
            .env("RUST_BACKTRACE", "0")
            // No regressions from other faults, and the same seed for all.
            .env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1")
            .env("PROPTEST_RNG_SEED", self.seed.to_string())
            .current_dir(&self.programs.checkout.root)
            .stdin(Stdio::null())
            .stdout(output.try_clone().map_err(failure)?)
            .stderr(output);
        ci::remove_from_child(&mut command);
        // A process group of its own, which can be killed as a whole. Ctrl-C does not reach it.
        #[cfg(unix)]
        command.process_group(0);
        Ok(command)
    }

    /// Waits until a check ends, and kills it at its limit or after Ctrl-C.
    fn wait(&self, mut child: Child, task: &Task) -> Ended {
        let started = Instant::now();
        let files = [task.progress(), task.output()];
        let files = files.each_ref().map(PathBuf::as_path);
        let (interval, mut is_over): (_, Box<dyn FnMut(Sample) -> bool>) = match task.limit {
            Limit::Used(limit) => {
                (limit.min(STALL_INTERVAL), Box::new(move |sample| sample.used() >= limit))
            }
            Limit::Stalled(limit) => {
                let mut stall = Stall::new(limit);
                (STALL_INTERVAL, Box::new(move |sample| stall.is_hang(sample)))
            }
        };
        let mut sampled = started;
        loop {
            if let Some(status) = child.try_wait().ok().flatten() {
                return Ended::With(status);
            }
            let is_due = sampled.elapsed() >= interval;
            let is_late = is_due && is_over(Sample::of(started, child.id(), &files));
            if is_due {
                sampled = Instant::now();
            }
            let is_stopped = self.stop.load(Relaxed);
            if is_late || is_stopped {
                end(&mut child);
                return if is_stopped { Ended::Stopped } else { Ended::Late };
            }
            thread::sleep(POLL_INTERVAL);
        }
    }
}

/// The end of a check.
enum Ended {
    /// Ended by itself, or by a signal that this process did not send.
    With(ExitStatus),
    /// Killed at its limit.
    Late,
    /// Killed after Ctrl-C.
    Stopped,
}

/// Kills a check with all its child processes, such as fuzz targets.
fn end(child: &mut Child) {
    #[cfg(unix)]
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    let _ = child.kill();
    let _ = child.wait();
}

/// True if a process was ended by SIGKILL, which the system sends when memory runs out.
#[cfg(unix)]
fn is_kill(status: ExitStatus) -> bool {
    status.signal() == Some(Signal::KILL.as_raw())
}

/// Always false: the exit status is silent about it.
#[cfg(not(unix))]
fn is_kill(_status: ExitStatus) -> bool {
    false
}

/// A divergence in the JSON results of a check.
#[derive(Debug, PartialEq, Eq)]
struct ReportedDivergence {
    cases: Option<u64>,
    bytes: Option<u64>,
}

impl ReportedDivergence {
    /// Reads the first divergence. The results of `verify` and `fuzz` have a list with an element
    /// for each engine or target; those of `exhaust` have one divergence themselves.
    fn in_result(text: &[u8]) -> Option<Self> {
        let result: Value = serde_json::from_slice(text).ok()?;
        let lists = ["campaigns", "targets"].map(|list| result[list].as_array().cloned());
        let results = lists.into_iter().flatten().next().unwrap_or_else(|| vec![result]);
        results.iter().find_map(|result| {
            let report = ["divergence", "crash"].into_iter().map(|name| &result[name]);
            let report = report.into_iter().find(|report| report.is_object())?;
            let report = if report["report"].is_object() { &report["report"] } else { report };
            let text = report["shrunk"].as_str().or(report["case"].as_str());
            let counted = [&result["stats"]["cases"], &result["executions"]];
            // The index counts within a shape, after the set-ups of the finished shapes.
            let before = result["total"]["setups"].as_u64().unwrap_or(0);
            let in_order = report["origin"]["index"].as_u64().map(|index| before + index + 1);
            let counted = counted.into_iter().find_map(Value::as_u64).or(in_order);
            // A fuzzer that fails while it reads its corpus has no count yet.
            let cases = counted.filter(|&cases| cases > 0);
            Some(Self { cases, bytes: text.map(|text| text.len() as u64) })
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::ReportedDivergence;

    fn found(result: &serde_json::Value) -> Option<(Option<u64>, Option<u64>)> {
        let found = ReportedDivergence::in_result(result.to_string().as_bytes())?;
        Some((found.cases, found.bytes))
    }

    #[test]
    fn findings_are_read_from_each_kind_of_result() {
        let report = json!({ "case": "longer", "shrunk": "short", "origin": { "index": 4 } });
        let verify = json!({ "campaigns": [{ "stats": { "cases": 17 }, "divergence": report }] });
        assert_eq!(found(&verify), Some((Some(17), Some(5))));
        let exhaust = json!({ "total": { "setups": 100 }, "divergence": report });
        assert_eq!(found(&exhaust), Some((Some(105), Some(5))));
        let unshrunk = json!({ "case": "longer", "shrunk": null });
        let nothing = json!({ "executions": 3, "crash": null });
        let crash = json!({ "executions": 9, "crash": { "report": unshrunk } });
        let fuzz = json!({ "targets": [nothing, crash] });
        assert_eq!(found(&fuzz), Some((Some(9), Some(6))));
        assert_eq!(found(&json!({ "targets": [nothing] })), None);
        assert_eq!(ReportedDivergence::in_result(b"no result"), None);
    }
}
