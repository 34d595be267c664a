//! The programs with the planted faults, which are built from source and never installed.

use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

use super::Fault;
use crate::args::{CheckName, Sanitizer};
use crate::commands::checkout::Checkout;
use crate::commands::fuzz::tools::Tools;
use crate::failure::Failure;
use crate::{planted, registry, subjects};

/// What was built.
pub(in crate::commands) struct Programs {
    pub(in crate::commands) checkout: Checkout,
    /// The command with a fault in it.
    pub(in crate::commands) command: PathBuf,
    /// The tests of the rule sets, by their names.
    tests: Vec<(String, PathBuf)>,
    /// The folder of the fuzz targets.
    pub(in crate::commands) targets: Option<PathBuf>,
}

/// What cargo says of a program it has built.
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
    /// Builds what the checks need; the command only if there is none yet.
    pub(in crate::commands) fn build(
        command: Option<&Path>,
        checks: &[CheckName],
    ) -> Result<Self, Failure> {
        let checkout = Checkout::find()?;
        let command = match command {
            // It is started in another folder.
            Some(path) => std::path::absolute(path).unwrap_or_else(|_| path.to_owned()),
            None => built_command(&checkout.root)?,
        };
        let tests = if checks.contains(&CheckName::Tests) {
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

    /// All faults that are planted.
    pub(in crate::commands) fn faults(&self) -> Result<Vec<Fault>, Failure> {
        let failure = |error| Failure::File { path: self.command.clone(), doing: "start", error };
        let listed = Command::new(&self.command).env(faults::VARIABLE, planted::ALL).output();
        let listed = serde_json::from_slice(&listed.map_err(failure)?.stdout);
        listed.map_err(|_| {
            Failure::Usage(format!("{} does not list its faults", self.command.display()))
        })
    }

    /// The test program of a rule set: the one of its name, else the one called `properties`.
    pub(in crate::commands) fn tests_of(&self, rule_set: &str) -> Option<&Path> {
        let named = |wanted: &str| self.tests.iter().find(|(name, _)| name == wanted);
        let tests = named(&rule_set.replace('-', "_")).or_else(|| named("properties"));
        tests.map(|(_, path)| path.as_path())
    }

    /// Whether a check can be made on a rule set with what was built.
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

/// Builds the command with the faults in it.
fn built_command(root: &Path) -> Result<PathBuf, Failure> {
    let own = registry::short_name();
    let (name, arguments) = if let Some((package, name)) = registry::sources().example {
        (name, vec!["build", "--release", "--package", package, "--example", name])
    } else {
        let arguments = ["build", "--release", "--features", "planted", "--bin", own.as_str()];
        // In a folder of its own: the program that is running must not be replaced.
        let arguments = arguments.into_iter().chain(["--target-dir", "target/planted"]);
        (own.as_str(), arguments.collect())
    };
    let built = cargo(root, &arguments)?.into_iter().find(|(built, _)| built.name == name);
    built
        .map(|(_, path)| path)
        .ok_or_else(|| Failure::Usage(format!("cargo does not say where it has built {name}")))
}

/// The test programs by their names, without those of unit tests, which have the name of a crate.
fn tests(root: &Path, arguments: &[&str]) -> Result<Vec<(String, PathBuf)>, Failure> {
    let built = cargo(root, arguments)?.into_iter();
    let tests = built.filter(|(target, _)| target.kind.iter().any(|kind| kind == "test"));
    Ok(tests.map(|(target, path)| (target.name, path)).collect())
}

/// Has cargo build something; gives the programs that it names.
fn cargo(root: &Path, arguments: &[&str]) -> Result<Vec<(Target, PathBuf)>, Failure> {
    let complaint =
        || Failure::Usage("the faults could not be built in; what cargo says is above".into());
    let mut child = Command::new("cargo")
        .args(arguments)
        .arg("--message-format=json-render-diagnostics")
        .current_dir(root)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|_| complaint())?;
    let said = BufReader::new(child.stdout.take().expect("it was asked for"));
    let mut built = Vec::new();
    for line in io::BufRead::lines(said) {
        let line = line.map_err(|_| complaint())?;
        let artifact: Option<Artifact> = serde_json::from_str(&line).ok();
        let artifact = artifact.filter(|artifact| artifact.reason == "compiler-artifact");
        if let Some(Artifact { target: Some(target), executable: Some(path), .. }) = artifact {
            built.push((target, path));
        }
    }
    match child.wait() {
        Ok(status) if status.success() => Ok(built),
        _ => Err(complaint()),
    }
}
