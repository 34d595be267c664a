//! The programs with the planted faults compiled in, built from the sources of the checkout.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::commands::checkout::Checkout;
use crate::commands::fuzz::tools;
use crate::commands::planted;
use crate::output::Failure;
use crate::output::text::shown;
use crate::session::Session;

/// A check that can detect a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum CheckName {
    /// The property tests that `cargo test` runs.
    Tests,
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
            Self::Tests => "tests",
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
    /// The test program for it, and the filter for its tests: only the program of a whole rule set
    /// has other tests, which would take longer.
    #[serde(skip)]
    pub(super) tests: Option<(PathBuf, Option<&'static str>)>,
}

pub(crate) struct Programs {
    pub(crate) checkout: Checkout,
    pub(crate) command: PathBuf,
    /// The test programs, by their names with hyphens.
    tests: Vec<(String, PathBuf)>,
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
        let tests = if checks.contains(&CheckName::Tests) && checkout.is_found {
            let mut arguments = vec!["test", "--no-run"];
            match session.sources().tests_of {
                [] => arguments.extend(["--features", "planted"]),
                packages => arguments.extend(packages.iter().flat_map(|it| ["--package", it])),
            }
            tests(&checkout.root, &arguments)?
        } else {
            Vec::new()
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
        Ok(Self { checkout, command, tests, targets })
    }

    pub(crate) fn faults(&self) -> Result<Vec<Fault>, Failure> {
        let failure = Failure::file("start", &self.command);
        let listed =
            Command::new(&self.command).env(twinboard_faults::VARIABLE, planted::ALL).output();
        let listed = serde_json::from_slice(&listed.map_err(failure)?.stdout);
        let mut faults: Vec<Fault> =
            listed.map_err(|_| usage!("{} does not list its faults", shown(&self.command)))?;
        for fault in &mut faults {
            fault.tests = self.tests_of(fault);
        }
        Ok(faults)
    }

    /// The test program for a fault: the one with the longest name that the name of the fault
    /// begins with, or else the one called `properties`.
    fn tests_of(&self, fault: &Fault) -> Option<(PathBuf, Option<&'static str>)> {
        let is_meant = |(name, _): &&(String, PathBuf)| {
            let rest = fault.name.strip_prefix(&**name);
            rest.is_some_and(|rest| rest.starts_with('-'))
        };
        let meant = self.tests.iter().filter(is_meant).max_by_key(|(name, _)| name.len());
        let (name, path) =
            meant.or_else(|| self.tests.iter().find(|(name, _)| name == "properties"))?;
        Some((path.clone(), (*name == fault.rule_set).then_some("properties")))
    }

    /// The reason why a check cannot run on a rule set with these programs, if there is one.
    pub(super) fn lack(
        &self,
        session: &Session,
        check: CheckName,
        fault: &Fault,
    ) -> Option<&'static str> {
        let (is_offered, reason) = match check {
            CheckName::Tests | CheckName::Fuzz if !self.checkout.is_found => {
                (false, "it is built from the sources; run it in a clone of them")
            }
            CheckName::Tests => (
                fault.tests.is_some(),
                "no test is named after the faults, the rule set or `properties`",
            ),
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
/// are only targets for readers.
fn built_targets(session: &Session, checkout: &Checkout) -> Result<Option<PathBuf>, Failure> {
    let mut targets = checkout.targets(session, &[])?;
    targets.retain(|target| !target.is_text);
    let programs = tools::build(checkout, &targets, "planted")?;
    let mut folders = targets.iter().map(|target| programs.of(target));
    Ok(folders.next().and_then(|program| Some(program.parent()?.to_owned())))
}

/// Builds the command with the faults compiled in.
fn built_command(session: &Session, root: &Path) -> Result<PathBuf, Failure> {
    let own = session.short_name();
    let (what, name) = match session.sources().example {
        Some((package, name)) => (vec!["--package", package, "--example", name], name),
        // In a separate target folder, so that the running program is not replaced.
        None => (vec!["--features", "planted", "--bins", "--target-dir", "target/planted"], &*own),
    };
    let built = cargo(root, &[&["build", "--release"], &what[..]].concat())?;
    let names: Vec<_> = built.iter().map(|(built, ..)| built.clone()).collect();
    // The executable may have been renamed since it was built.
    let mut built = built.into_iter();
    let found = built.find(|(built, ..)| built == name || names.len() == 1);
    found.map(|(.., path)| path).ok_or_else(|| {
        usage!(
            "none of the executables of this package is called {name}: {}; build one with the \
             feature `planted` and name it with --program",
            names.join(", ")
        )
    })
}

/// Builds the integration tests. Unit tests are left out; they are named after their crate.
fn tests(root: &Path, arguments: &[&str]) -> Result<Vec<(String, PathBuf)>, Failure> {
    let built = cargo(root, arguments)?.into_iter();
    let tests = built.filter(|(_, is_test, _)| *is_test);
    Ok(tests.map(|(name, _, path)| (name.replace('_', "-"), path)).collect())
}

/// The executables that cargo builds: their names, whether they are integration tests, and paths.
fn cargo(root: &Path, arguments: &[&str]) -> Result<Vec<(String, bool, PathBuf)>, Failure> {
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
        let is_test = artifact["target"]["kind"] == json!(["test"]);
        Some((name, is_test, PathBuf::from(artifact["executable"].as_str()?)))
    };
    Ok(output.stdout.split(|&byte| byte == b'\n').filter_map(artifact).collect())
}
