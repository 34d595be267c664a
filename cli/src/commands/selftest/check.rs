//! One fault in one check.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Noticed {
    /// As a check should notice it.
    Yes,
    /// The check did not come back.
    Hung,
    No,
}

impl Checked {
    pub(super) fn name(&self) -> &'static str {
        self.check
    }

    pub(super) fn is_noticed(&self) -> bool {
        self.noticed != Noticed::No
    }
}

/// Runs checks on faults.
pub(super) struct Inspector<'a> {
    pub(super) options: &'a Selftest,
    pub(super) programs: &'a Programs,
    /// A folder for what the checks write.
    pub(super) folder: &'a Path,
    pub(super) stop: &'a Arc<AtomicBool>,
}

impl Inspector<'_> {
    /// What a check says of a fault; `None` if nobody waits for it any more.
    pub(super) fn check(
        &self,
        fault: &Fault,
        check: CheckName,
    ) -> Result<Option<Checked>, Failure> {
        let Selftest { cases, seed, time, .. } = self.options;
        let (seed, rule_set) = (seed.to_string(), fault.rule_set.as_str());
        let folder = self.folder.join(format!("{rule_set}-{}-{}", fault.name, check.name()));
        let result = folder.join("result.json");
        let strings = |words: &[&str]| words.iter().map(OsString::from).collect::<Vec<_>>();
        let (program, mut arguments, limit) = match check {
            CheckName::Tests => (self.programs.tests_of(rule_set)?, strings(&PROPERTIES), None),
            CheckName::Verify => {
                let cases = cases.to_string();
                let words =
                    ["verify", rule_set, "--cases", &cases, "--seed", &seed, "--threads", "1"];
                (self.programs.command.as_path(), strings(&words), None)
            }
            CheckName::Exhaust => {
                let words = ["exhaust", rule_set, "--threads", "1"];
                (self.programs.command.as_path(), strings(&words), Some(*time))
            }
            CheckName::Fuzz => {
                let time = format!("{}s", time.as_secs().max(1));
                let words = ["fuzz", "--seed", &seed, "--time", &time, "--programs"];
                let targets = self.programs.checkout.targets(&[])?.into_iter();
                let targets = targets
                    .filter(|target| target.subject.name() == rule_set && !target.is_text)
                    .map(|target| target.name.into());
                let programs = self.programs.targets.iter().map(OsString::from);
                // What another fault has led to must not be there already.
                let working = [OsString::from("--working"), folder.join("fuzz").into()];
                let words = strings(&words).into_iter().chain(programs).chain(working);
                let words = words.chain(targets).collect();
                (self.programs.command.as_path(), words, None)
            }
        };
        if check != CheckName::Tests {
            arguments.extend([OsString::from("--json"), result.clone().into()]);
            arguments.extend([OsString::from("--out"), folder.join("out").into()]);
        }
        let failure = |error| Failure::File { path: folder.clone(), doing: "use", error };
        fs::create_dir_all(&folder).map_err(failure)?;
        let said = File::create(folder.join("said.txt")).map_err(failure)?;
        let child = Command::new(program)
            .args(arguments)
            .env("TWINBOARD_PLANTED", &fault.name)
            .env("RUST_BACKTRACE", "0")
            // Nor must the cases that other faults have failed in, and chance is the same for all.
            .env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1")
            .env("PROPTEST_RNG_SEED", &seed)
            .current_dir(&self.programs.checkout.root)
            .stdin(Stdio::null())
            .stdout(said.try_clone().map_err(failure)?)
            .stderr(said)
            .spawn();
        let child =
            child.map_err(|error| Failure::File { path: program.into(), doing: "start", error })?;
        let started = Instant::now();
        let patience = limit.unwrap_or(PATIENCE + *time);
        let ended = self.wait(child, patience);
        let seconds = started.elapsed().as_secs_f64();
        let found = fs::read(&result).ok().and_then(|text| Found::in_result(&text));
        let noticed = match ended {
            Ended::Stopped => return Ok(None),
            Ended::Late if limit.is_some() => Noticed::No,
            Ended::Late => Noticed::Hung,
            // The fault killed it.
            Ended::With(None) => Noticed::Yes,
            Ended::With(Some(0)) => Noticed::No,
            Ended::With(Some(1)) if found.is_some() => Noticed::Yes,
            Ended::With(Some(_)) if check == CheckName::Tests => Noticed::Yes,
            Ended::With(Some(code)) => {
                let said = fs::read_to_string(folder.join("said.txt")).unwrap_or_default();
                let name = check.name();
                return Err(Failure::Usage(format!(
                    "{name} of {} ended with exit code {code} and no finding; it says\n{said}",
                    fault.name
                )));
            }
        };
        let found = found.filter(|_| noticed == Noticed::Yes);
        let (cases, bytes) = found.map_or((None, None), |found| (found.cases, found.bytes));
        Ok(Some(Checked { check: check.name(), noticed, seconds, cases, bytes }))
    }

    /// Waits until a check ends, or until it is late.
    fn wait(&self, mut child: Child, limit: Duration) -> Ended {
        let started = Instant::now();
        loop {
            if let Some(status) = child.try_wait().ok().flatten() {
                // Ctrl-C reaches the checks, too, which then end in ways of their own. Which of us
                // learns of it first, nobody knows.
                thread::sleep(LOOK);
                return if self.stop.load(Relaxed) {
                    Ended::Stopped
                } else {
                    Ended::With(status.code())
                };
            }
            let is_late = started.elapsed() >= limit;
            let is_stopped = self.stop.load(Relaxed);
            if is_late || is_stopped {
                let _ = child.kill();
                let _ = child.wait();
                return if is_stopped { Ended::Stopped } else { Ended::Late };
            }
            thread::sleep(LOOK);
        }
    }
}

/// How a check ended.
enum Ended {
    /// With this exit code, or killed.
    With(Option<i32>),
    /// It had to be killed.
    Late,
    /// Nobody waits for it any more.
    Stopped,
}

/// What the result of a check says of a divergence.
#[derive(Debug, PartialEq, Eq)]
struct Found {
    cases: Option<u64>,
    bytes: Option<u64>,
}

impl Found {
    /// `verify` and `fuzz` give a list, of one result for each rule set or target, `exhaust` one result.
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
