//! The programs with the planted faults compiled in, built from the sources of the checkout.

use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

use super::Fault;
use crate::args::{CheckName, Sanitizer};
use crate::commands::checkout::Checkout;
use crate::commands::fuzz::tools::Tools;
use crate::failure::Failure;
use crate::text::shown;
use crate::{planted, registry, subjects};

/// The executables that the checks run.
pub(in crate::commands) struct Programs {
    pub(in crate::commands) checkout: Checkout,
    /// The command with the faults compiled in.
    pub(in crate::commands) command: PathBuf,
    /// The test programs, by their names.
    tests: Vec<(String, PathBuf)>,
    /// The folder of the fuzz targets, if there are any.
    pub(in crate::commands) targets: Option<PathBuf>,
}

/// A message of cargo about a program that it has built.
#[derive(Deserialize)]
struct Artifact {
    reason: String,
    target: Option<Target>,
    executable: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

impl Programs {
    /// Builds the programs that the checks need, and the command unless its path is given.
    pub(in crate::commands) fn build(
        command: Option<&Path>,
        checks: &[CheckName],
    ) -> Result<Self, Failure> {
        // A program that is given needs no sources, and neither do `verify` and `exhaust`.
        let checkout = if command.is_some() { Checkout::find_or_here() } else { Checkout::find()? };
        let command = match command {
            // An absolute path, since the checks run in another folder.
            Some(path) => std::path::absolute(path).unwrap_or_else(|_| path.to_owned()),
            None => built_command(&checkout.root)?,
        };
        let tests = if checks.contains(&CheckName::Tests) && checkout.is_found {
            match registry::sources().tests_of {
                Some(package) => {
                    tests(&checkout.root, &["test", "--no-run", "--package", package])?
                }
                None => tests(&checkout.root, &["test", "--no-run", "--features", "planted"])?,
            }
        } else {
            Vec::new()
        };
        let targets = if checks.contains(&CheckName::Fuzz) && checkout.has_targets {
            let mut targets = checkout.targets(&[])?;
            targets.retain(|target| !target.is_text);
            let tools = Tools::get(&checkout, Sanitizer::None, Some("planted"))?;
            let programs = tools.build(&targets)?;
            let mut folders = targets.iter().map(|target| programs.of(target));
            folders.next().and_then(|program| Some(program.parent()?.to_owned()))
        } else {
            None
        };
        Ok(Self { checkout, command, tests, targets })
    }

    /// All planted faults, as the command lists them.
    pub(in crate::commands) fn faults(&self) -> Result<Vec<Fault>, Failure> {
        let failure = |error| Failure::File { path: self.command.clone(), doing: "start", error };
        let listed =
            Command::new(&self.command).env(twinboard_faults::VARIABLE, planted::ALL).output();
        let listed = serde_json::from_slice(&listed.map_err(failure)?.stdout);
        listed.map_err(|_| {
            Failure::Usage(format!("{} does not list its faults", shown(&self.command)))
        })
    }

    /// The test program of a rule set: the one named after it, or else the one called `properties`.
    pub(in crate::commands) fn tests_of(&self, rule_set: &str) -> Option<&Path> {
        let named = |wanted: &str| self.tests.iter().find(|(name, _)| name == wanted);
        let tests = named(&rule_set.replace('-', "_")).or_else(|| named("properties"));
        tests.map(|(_, path)| path.as_path())
    }

    /// True if a check can run on a rule set with these programs.
    pub(super) fn offer(&self, check: CheckName, rule_set: &str) -> bool {
        match check {
            CheckName::Tests => self.tests_of(rule_set).is_some(),
            CheckName::Fuzz => self.targets.is_some(),
            CheckName::Exhaust => {
                subjects::named(rule_set).is_some_and(|subject| subject.usual_bounds().is_some())
            }
            CheckName::Verify => true,
        }
    }
}

/// Builds the command with the faults compiled in.
fn built_command(root: &Path) -> Result<PathBuf, Failure> {
    let own = registry::short_name();
    let (name, arguments) = if let Some((package, name)) = registry::sources().example {
        (name, vec!["build", "--release", "--package", package, "--example", name])
    } else {
        let arguments = ["build", "--release", "--features", "planted", "--bin", own.as_str()];
        // In a separate target folder, so that the running program is not replaced.
        let arguments = arguments.into_iter().chain(["--target-dir", "target/planted"]);
        (own.as_str(), arguments.collect())
    };
    let built = cargo(root, &arguments)?.into_iter().find(|(built, _)| built.name == name);
    built
        .map(|(_, path)| path)
        .ok_or_else(|| Failure::Usage(format!("cargo reported no executable for {name}")))
}

/// Builds the integration tests. Unit tests are left out; they are named after their crate.
fn tests(root: &Path, arguments: &[&str]) -> Result<Vec<(String, PathBuf)>, Failure> {
    let built = cargo(root, arguments)?.into_iter();
    let tests = built.filter(|(target, _)| target.kind.iter().any(|kind| kind == "test"));
    Ok(tests.map(|(target, path)| (target.name, path)).collect())
}

/// Runs cargo and returns the executables that it has built.
fn cargo(root: &Path, arguments: &[&str]) -> Result<Vec<(Target, PathBuf)>, Failure> {
    let failure = || {
        let message =
            "the program with the faults could not be built; see the output of cargo above";
        Failure::Usage(message.into())
    };
    let mut child = Command::new("cargo")
        .args(arguments)
        .arg("--message-format=json-render-diagnostics")
        .current_dir(root)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|_| failure())?;
    let output = BufReader::new(child.stdout.take().expect("standard output is piped"));
    let mut built = Vec::new();
    for line in io::BufRead::lines(output) {
        let line = line.map_err(|_| failure())?;
        let artifact: Option<Artifact> = serde_json::from_str(&line).ok();
        let artifact = artifact.filter(|artifact| artifact.reason == "compiler-artifact");
        if let Some(Artifact { target: Some(target), executable: Some(path), .. }) = artifact {
            built.push((target, path));
        }
    }
    match child.wait() {
        Ok(status) if status.success() => Ok(built),
        _ => Err(failure()),
    }
}
