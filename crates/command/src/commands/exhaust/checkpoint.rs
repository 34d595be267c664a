//! The checkpoint file of an enumeration.
//!
//! `exhaust merge` reads the file of a shard, which has the divergence that ended the shard. Every
//! file names what decides its results: counts of another engine must not be used again.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs::File;
use std::path::Path;
use std::{env, io};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use twinboard_harness::exhaust::{Bounds, FinishedShape, Shape, UnfinishedShape};
use twinboard_harness::shard::Shard;

use crate::output::text::shown;
use crate::output::{Failure, files};
use crate::process;
use crate::session::Session;
use crate::session::engine::EngineOptions;

/// Maximum size of a file in bytes. A shape takes a hundred, but each position of the one in progress
/// 32: a hundred million positions, which also take memory, are within it.
const SIZE_MAX: u64 = 4 << 30;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Failed {
    pub(super) shape: Shape,
    /// Number of the set-up among those of its shape, from 0.
    pub(super) index: u64,
    pub(super) text: String,
    pub(super) report: Value,
}

/// All that decides the results of an enumeration, apart from the engine's own files: those that a
/// program loads are unknown.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Enumeration {
    pub(super) rule_set: String,
    pub(super) bounds: Bounds,
    pub(super) legal_only: bool,
    /// Rule set and options, as on the command line.
    pub(super) title: String,
    /// What else decides them, by its name in messages: the build of this program, which has the
    /// rules, the oracle and the built-in engines; the planted fault that is active in it; the files
    /// of an engine in another process.
    conditions: BTreeMap<String, String>,
}

/// Name of the condition with the digest of this executable.
const BUILD: &str = "build of this program";

impl Enumeration {
    /// `is_kept` is true if the results go to a file: the digests take a while.
    pub(super) fn new(
        session: &Session,
        rule_set: &str,
        bounds: &Bounds,
        legal_only: bool,
        engine: &EngineOptions,
        is_kept: bool,
    ) -> Result<Self, Failure> {
        let mut conditions = BTreeMap::new();
        if is_kept {
            conditions.insert(BUILD.to_owned(), build()?);
            let planted = env::var(twinboard_faults::VARIABLE).ok();
            let planted = planted.filter(|_| twinboard_faults::COMPILED_IN);
            conditions.extend(planted.map(|fault| ("planted fault".to_owned(), fault)));
            let program = session.engine().and_then(|it| it.program.as_ref());
            let words = program.map_or(&[][..], |program| &program.command);
            for path in process::files_of(words, process::may_be_script) {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                conditions.insert(format!("file {name} of the engine"), digest_of(&path)?);
            }
        }
        let shapes = bounds.shapes.iter();
        let shapes: Vec<String> =
            shapes.map(|shape| format!("{}x{}", shape.rows, shape.columns)).collect();
        let mut title =
            format!("{rule_set} --shapes {} --symbols {}", shapes.join(","), bounds.symbols);
        if legal_only {
            title += " --legal-only";
        }
        for engine in engine.engine.iter().take(1) {
            let _ = write!(title, " --engine {}", shell_words::quote(engine));
        }
        for name in engine.programs.variables() {
            let _ = write!(title, " --env {name}");
        }
        let (rule_set, bounds) = (rule_set.to_owned(), bounds.clone());
        Ok(Self { rule_set, bounds, legal_only, title, conditions })
    }

    /// What differs between an enumeration and another one, each with both values; empty if their
    /// results are comparable.
    pub(super) fn differences(&self, other: &Self) -> Vec<String> {
        let mut all = Vec::new();
        let mut compare = |what: &str, one: &str, another: &str| {
            if one != another {
                all.push(format!("{what}: {one} and {another}"));
            }
        };
        compare("rule set and options", &self.title, &other.title);
        let names: BTreeSet<&String> =
            self.conditions.keys().chain(other.conditions.keys()).collect();
        for name in names {
            let value = |it: &Self| it.conditions.get(name).cloned();
            let [one, another] = [self, other].map(|it| value(it).unwrap_or_else(|| "none".into()));
            compare(name, &one, &another);
        }
        all
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Checkpoint {
    pub(super) enumeration: Enumeration,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) shard: Option<Shard>,
    /// True once all shapes of a shard are finished.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_done: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) failed: Option<Failed>,
    pub(super) finished: Vec<FinishedShape>,
    #[serde(default)]
    pub(super) begun: Option<UnfinishedShape>,
}

impl Checkpoint {
    /// A checkpoint without any finished shape.
    pub(super) fn new(enumeration: Enumeration, shard: Option<Shard>) -> Self {
        let (finished, begun) = (Vec::new(), None);
        Self { enumeration, shard, is_done: false, failed: None, finished, begun }
    }

    /// Reads a checkpoint file; `None` if it does not exist.
    pub(super) fn read(path: &Path) -> Result<Option<Self>, Failure> {
        let mut file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Failure::File { path: path.into(), doing: "read", error }),
        };
        // A device may have no end.
        if !file.metadata().is_ok_and(|found| found.is_file()) {
            return Err(usage!("{} is no regular file", shown(path)));
        }
        let text = files::read_file(&mut file, path, ("checkpoints", SIZE_MAX))?;
        let found = serde_json::from_slice(&text).map_err(|error| {
            usage!("{} is not a checkpoint of this program: {error}", shown(path))
        })?;
        Ok(Some(found))
    }

    /// Reads the checkpoint file if it exists, and fails if it belongs to another enumeration.
    pub(super) fn resumed_from(self, path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path else { return Ok(self) };
        let Some(found) = Self::read(path)? else { return Ok(self) };
        let differences = found.differences(&self);
        if differences.is_empty() {
            // The shape that failed is played again.
            return Ok(Self { is_done: false, failed: None, ..found });
        }
        Err(usage!(
            "{} has results of another run, which prove nothing about this one; that run and this \
             one have different values of\n  {}\nchoose another file, or delete this one to start \
             anew",
            shown(path),
            differences.join("\n  ")
        ))
    }

    /// What differs between this run and another one, with the shard.
    fn differences(&self, other: &Self) -> Vec<String> {
        let mut all = self.enumeration.differences(&other.enumeration);
        if self.shard != other.shard {
            let [one, another] = [self, other]
                .map(|it| it.shard.map_or("none".to_owned(), |shard| shard.to_string()));
            all.push(format!("--shard: {one} and {another}"));
        }
        all
    }

    /// What keeps this program from adding up the file of a shard with others; `None` if it is of
    /// this build.
    pub(super) fn other_build(&self) -> Result<Option<String>, Failure> {
        let then = self.enumeration.conditions.get(BUILD).map_or("none", String::as_str);
        let now = build()?;
        Ok((then != now).then(|| format!("{then}, and this one has {now}")))
    }

    /// True if the shard is done or has found a divergence.
    pub(super) fn has_ended(&self) -> bool {
        self.is_done || self.failed.is_some()
    }

    /// True if there is something to resume from.
    pub(super) fn has_something(&self) -> bool {
        !self.finished.is_empty() || self.begun.is_some()
    }

    /// Writes the file if there is progress, or if it does not exist yet.
    pub(super) fn keep(
        &mut self,
        finished: &[FinishedShape],
        begun: Option<&UnfinishedShape>,
        path: Option<&Path>,
    ) -> Result<(), Failure> {
        let is_more = finished.len() > self.finished.len() || begun.is_some();
        let Some(path) = path.filter(|path| is_more || !path.exists()) else { return Ok(()) };
        let more = Self { finished: finished.to_vec(), begun: begun.cloned(), ..self.clone() };
        more.write(path)?;
        *self = more;
        Ok(())
    }

    /// Writes the file of a shard that is done or has found a divergence.
    pub(super) fn finish(&mut self, failed: Option<Failed>, path: &Path) -> Result<(), Failure> {
        (self.is_done, self.failed) = (failed.is_none(), failed);
        self.write(path)
    }

    fn write(&self, path: &Path) -> Result<(), Failure> {
        let text = serde_json::to_string(self).expect("plain data") + "\n";
        files::write(path, text)
    }
}

/// A digest of the executable of this process.
fn build() -> Result<String, Failure> {
    digest_of(&env::current_exe().unwrap_or_default())
}

/// The beginning of the digest of a file, which is enough to compare it with that of `sha256sum`.
fn digest_of(path: &Path) -> Result<String, Failure> {
    let digest = files::sha256(path).map_err(Failure::file("read", path))?;
    Ok(format!("SHA-256 {}", digest.get(..16).unwrap_or(&digest)))
}
