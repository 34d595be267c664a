//! One check with one planted fault, in a child process.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Selftest;
use crate::commands::checkout::Checkout;
use crate::commands::fuzz::tools;
use crate::commands::planted;
use crate::output::text::{counted, shown};
use crate::output::{Failure, ci};
use crate::process;
use crate::session::Session;

#[derive(Clone, Debug, Serialize)]
pub(super) struct Checked {
    pub(super) check: &'static str,
    pub(super) noticed: Noticed,
    /// Time until the check ended, which includes shrinking the case.
    pub(super) seconds: f64,
    /// Number of the failing case, from 1; for `verify` the corpus comes first.
    pub(super) cases: Option<u64>,
    pub(super) bytes: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Noticed {
    /// The check failed as it should.
    Yes,
    Hung,
    No,
    /// The check ended without a result; the message describes its end.
    Unclear(String),
}

impl Checked {
    pub(super) fn is_noticed(&self) -> bool {
        matches!(self.noticed, Noticed::Yes | Noticed::Hung)
    }

    /// The time until the fault was detected, the number of cases, and the size of the shrunk case.
    pub(super) fn describe(&self, is_control: bool) -> String {
        match self.noticed {
            Noticed::Unclear(_) => "failed".into(),
            Noticed::No if is_control => "passed".into(),
            Noticed::No => "no".into(),
            Noticed::Hung => "timeout".into(),
            Noticed::Yes => {
                let parts = [(self.cases, "case"), (self.bytes, "byte")];
                let parts = parts.map(|(count, noun)| Some(counted(count?, noun)));
                let time = format!("{:.1} s", self.seconds);
                let parts = [Some(time)].into_iter().chain(parts).flatten();
                parts.collect::<Vec<_>>().join(", ")
            }
        }
    }
}

pub(super) struct Inspector<'a> {
    pub(super) session: &'a Session,
    pub(super) options: &'a Selftest,
    pub(super) programs: &'a Programs,
    /// A temporary folder for the files of the checks.
    pub(super) folder: &'a Path,
    pub(super) stop: &'a AtomicBool,
}

impl Inspector<'_> {
    /// Runs a check with a fault. Returns `None` after Ctrl-C.
    pub(super) fn check(
        &self,
        fault: &Fault,
        check: CheckName,
    ) -> Result<Option<Checked>, Failure> {
        let mut all = self.session.rule_sets.iter();
        let engine = all.find_map(|one| one.other_engine_of_fault(&fault.name));
        if engine.is_some() && check == CheckName::Fuzz {
            // The fuzz targets play the registered engine.
            let (noticed, cases, bytes) = (Noticed::No, None, None);
            return Ok(Some(Checked { check: check.name(), noticed, seconds: 0.0, cases, bytes }));
        }
        let folder =
            self.folder.join(format!("{}-{}-{}", fault.rule_set, fault.name, check.name()));
        let result = folder.join("result.json");
        let output = folder.join("output.txt");
        let mut command = self.command(fault, check, engine, &folder)?;
        command.stdin(Stdio::null());
        let failure = Failure::file("use", &folder);
        fs::create_dir_all(&folder).map_err(failure)?;
        let file = File::create(&output).map_err(failure)?;
        command.stdout(file.try_clone().map_err(failure)?).stderr(file);
        let program = command.get_program().to_owned();
        let started = Instant::now();
        let child = command.spawn().map_err(Failure::file("start", &program))?;
        let end = process::wait(child, self.options.hang_limit, self.stop);
        let end = end.map_err(Failure::file("run", &program))?;
        let seconds = started.elapsed().as_secs_f64();
        let found = fs::read(result).ok().and_then(|text| found_in(&text));
        if end.is_none() && self.stop.load(Relaxed) {
            return Ok(None);
        }
        let noticed = match end.map(|status| (status.code(), status)) {
            None => Noticed::Hung,
            Some((Some(0), _)) => Noticed::No,
            Some((Some(1), _)) if found.is_some() => Noticed::Yes,
            // Its time ended the enumeration.
            Some((Some(3), _)) if check == CheckName::Exhaust => Noticed::No,
            // A signal that the fault has caused; SIGKILL may also come from the system.
            Some((None, status)) if !is_kill(status) => Noticed::Yes,
            Some((_, status)) => {
                let output = fs::read_to_string(output).unwrap_or_default();
                Noticed::Unclear(format!("{status} and no finding; output:\n{output}"))
            }
        };
        let (cases, bytes) = found.filter(|_| noticed == Noticed::Yes).unwrap_or_default();
        Ok(Some(Checked { check: check.name(), noticed, seconds, cases, bytes }))
    }

    fn command(
        &self,
        fault: &Fault,
        check: CheckName,
        engine: Option<&str>,
        folder: &Path,
    ) -> Result<Command, Failure> {
        let (seed, rule_set) = (self.options.seed.to_string(), &*fault.rule_set);
        let time = humantime::format_duration(self.options.time).to_string();
        let mut command = Command::new(&self.programs.command);
        match check {
            CheckName::Verify => {
                command.args(["verify", rule_set, "--cases", &self.options.cases.to_string()]);
                command.args(["--seed", &seed]);
                // The other engines lack the fault.
                if engine.is_none() && fault.name != twinboard_faults::NONE {
                    command.args(["--engine", rule_set]);
                }
            }
            CheckName::Exhaust => {
                command.args(["exhaust", rule_set, "--time", &time]);
            }
            CheckName::Fuzz => {
                command.args(["fuzz", "--seed", &seed, "--time", &time, "--programs"]);
                command.args(&self.programs.targets);
                // A fresh working corpus, without the inputs that other faults have led to.
                command.args(["--working".into(), folder.join("fuzz").into_os_string()]);
                let targets = self.programs.checkout.targets(self.session, &[])?.into_iter();
                let own = targets.filter(|it| it.subject.name() == rule_set);
                command.args(own.map(|target| target.name));
            }
        }
        let engine = engine.map(|engine| ["--engine".into(), OsString::from(engine)]);
        command
            .args(engine.into_iter().flatten())
            .args(["--json".into(), folder.join("result.json").into_os_string()])
            .args(["--out".into(), folder.join("out").into_os_string()])
            .env(twinboard_faults::VARIABLE, &fault.name)
            .env("RUST_BACKTRACE", "0")
            .current_dir(&self.programs.checkout.root);
        ci::remove_from_child(&mut command);
        // A process group of its own, which can be killed as a whole. Ctrl-C does not reach it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        Ok(command)
    }
}

/// True if a process was ended by SIGKILL, which the system sends when memory runs out.
#[cfg(unix)]
fn is_kill(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;

    status.signal() == Some(rustix::process::Signal::KILL.as_raw())
}

/// Always false: the exit status is silent about it.
#[cfg(not(unix))]
fn is_kill(_status: ExitStatus) -> bool {
    false
}

/// Reads the first finding in the JSON results of a check: the number of the failing case, and the
/// size of the case.
fn found_in(text: &[u8]) -> Option<(Option<u64>, Option<u64>)> {
    let result: Value = serde_json::from_slice(text).ok()?;
    let tests = result["tests"].as_array()?;
    let failed = tests.iter().find(|one| one["findings"][0].is_object())?;
    let report = &failed["findings"][0]["details"];
    let text = report["shrunk"].as_str().or(report["case"].as_str());
    // In an enumeration the index counts within a shape, after those of the finished ones.
    let before = failed["figures"]["setups"].as_u64();
    let in_order = before.and_then(|before| Some(before + report["origin"]["index"].as_u64()? + 1));
    // A fuzzer that fails while it reads its corpus has no count yet.
    let cases = in_order.or(failed["compared"].as_u64()).filter(|&cases| cases > 0);
    Some((cases, text.map(|text| text.len() as u64)))
}

/// A check that can detect a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum CheckName {
    /// A campaign of generated cases.
    Verify,
    /// All small set-ups, as many as the time allows.
    Exhaust,
    /// The fuzz targets.
    Fuzz,
}

impl CheckName {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Verify => "verify",
            Self::Exhaust => "exhaust",
            Self::Fuzz => "fuzz",
        }
    }
}

/// A planted fault, as the program with the faults lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Fault {
    pub(crate) name: String,
    pub(crate) rule_set: String,
    pub(super) clause: String,
    pub(super) imitates: String,
}

pub(crate) struct Programs {
    pub(crate) checkout: Checkout,
    pub(crate) command: PathBuf,
    pub(crate) targets: Option<PathBuf>,
}

impl Programs {
    /// Builds the programs that the checks need, and the command unless its path is given.
    pub(crate) fn build(
        session: &Session,
        command: Option<&Path>,
        checks: &[CheckName],
    ) -> Result<Self, Failure> {
        // A program that is given needs no sources, and neither do `verify` and `exhaust`.
        let checkout = if command.is_some() {
            Checkout::find_or_here(session)
        } else {
            Checkout::find(session)?
        };
        let command = match command {
            // An absolute path, since the checks run in another folder.
            Some(path) => std::path::absolute(path).unwrap_or_else(|_| path.to_owned()),
            None => built_command(session, &checkout.root)?,
        };
        let targets = if checks.contains(&CheckName::Fuzz) && checkout.has_targets {
            // The other checks need no targets, which may lack the feature or a C++ compiler.
            built_targets(session, &checkout).unwrap_or_else(|failure| {
                failure.report();
                None
            })
        } else {
            None
        };
        Ok(Self { checkout, command, targets })
    }

    pub(crate) fn faults(&self) -> Result<Vec<Fault>, Failure> {
        let failure = Failure::file("start", &self.command);
        let listed =
            Command::new(&self.command).env(twinboard_faults::VARIABLE, planted::ALL).output();
        let listed = serde_json::from_slice(&listed.map_err(failure)?.stdout);
        listed.map_err(|_| usage!("{} does not list its faults", shown(&self.command)))
    }

    /// The reason why a check cannot run on a rule set with these programs, if there is one.
    pub(super) fn lack(
        &self,
        session: &Session,
        check: CheckName,
        fault: &Fault,
    ) -> Option<&'static str> {
        let (is_offered, reason) = match check {
            CheckName::Fuzz if !self.checkout.is_found => {
                (false, "it is built from the sources; run it in a clone of them")
            }
            CheckName::Fuzz => (
                self.targets.is_some(),
                "there are no fuzz targets that build with the feature `planted`",
            ),
            CheckName::Exhaust => {
                let mut all = session.registration(&fault.rule_set).into_iter();
                let bounds = all.find_map(|one| one.subject().usual_bounds());
                (bounds.is_some(), "the rule set does not enumerate its set-ups")
            }
            CheckName::Verify => return None,
        };
        (!is_offered).then_some(reason)
    }
}

/// Builds the fuzz targets with the faults compiled in, and returns their folder; `None` if there
/// are none.
fn built_targets(session: &Session, checkout: &Checkout) -> Result<Option<PathBuf>, Failure> {
    let targets = checkout.targets(session, &[])?;
    let programs = tools::build(checkout, &targets, "planted")?;
    let mut folders = targets.iter().map(|target| programs.of(target));
    Ok(folders.next().and_then(|program| Some(program.parent()?.to_owned())))
}

/// Builds the command with the faults compiled in.
fn built_command(session: &Session, root: &Path) -> Result<PathBuf, Failure> {
    let own = session.short_name();
    let (what, name) = match session.planted_example() {
        Some((package, name)) => (vec!["--package", package, "--example", name], name),
        // In a separate target folder, so that the running program is not replaced.
        None => (vec!["--features", "planted", "--bins", "--target-dir", "target/planted"], &*own),
    };
    let built = cargo(root, &[&["build", "--release"], &what[..]].concat())?;
    let names: Vec<_> = built.iter().map(|(built, _)| built.clone()).collect();
    // The executable may have been renamed since it was built.
    let mut built = built.into_iter();
    let found = built.find(|(built, _)| built == name || names.len() == 1);
    found.map(|(_, path)| path).ok_or_else(|| {
        usage!(
            "none of the executables of this package is called {name}: {}; build one with the \
             feature `planted` and name it with --program",
            names.join(", ")
        )
    })
}

/// The executables that cargo builds: their names and paths.
fn cargo(root: &Path, arguments: &[&str]) -> Result<Vec<(String, PathBuf)>, Failure> {
    let output = Command::new("cargo")
        .args(arguments)
        .arg("--message-format=json-render-diagnostics")
        .current_dir(root)
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output();
    let output = output.ok().filter(|it| it.status.success()).ok_or_else(|| {
        usage!("the program with the faults could not be built; see the output of cargo above")
    })?;
    let artifact = |line: &[u8]| {
        let artifact: Value = serde_json::from_slice(line).ok()?;
        let name = artifact["target"]["name"].as_str()?.to_owned();
        Some((name, PathBuf::from(artifact["executable"].as_str()?)))
    };
    Ok(output.stdout.split(|&byte| byte == b'\n').filter_map(artifact).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    fn found(result: &serde_json::Value) -> Option<(Option<u64>, Option<u64>)> {
        super::found_in(result.to_string().as_bytes())
    }

    #[test]
    fn findings_are_read_from_each_kind_of_result() {
        let report = json!({ "case": "longer", "shrunk": "short", "origin": { "index": 4 } });
        let test = |figures, details| {
            let findings = json!([{ "details": details }]);
            json!({ "tests": [
                { "compared": 3, "findings": [] },
                { "compared": 17, "figures": figures, "findings": findings },
            ] })
        };
        assert_eq!(found(&test(json!({}), &report)), Some((Some(17), Some(5))));
        assert_eq!(found(&test(json!({ "setups": 100 }), &report)), Some((Some(105), Some(5))));
        let unshrunk = json!({ "case": "longer", "shrunk": null });
        assert_eq!(found(&test(json!({}), &unshrunk)), Some((Some(17), Some(6))));
        assert_eq!(found(&json!({ "tests": [] })), None);
        assert_eq!(super::found_in(b"no result"), None);
    }
}
