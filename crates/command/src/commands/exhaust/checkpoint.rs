//! The checkpoint file of an enumeration.
//!
//! `exhaust merge` reads the file of a shard, which has the divergence that ended the shard. Every
//! file names what decides its results, and has a checksum: counts of another engine, and counts
//! that were edited or damaged on the way, prove nothing.

use std::collections::BTreeMap;
use std::env;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use twinboard_harness::exhaust::{Bounds, FinishedShape, Shape, UnfinishedShape};
use twinboard_harness::random::digest;
use twinboard_harness::shard::Shard;

use crate::output::fingerprint::Fingerprint;
use crate::output::text::shown;
use crate::output::{Failure, files};
use crate::session::Session;
use crate::session::engine::EngineOptions;

/// Version of the format and of the counts; counts of another version are not comparable.
const VERSION: u32 = 3;

/// Maximum size of a file in bytes. A shape takes a hundred, but each position of the one in progress
/// 32: a hundred million positions, which also take memory, are within it.
const SIZE_MAX: u64 = 4 << 30;

/// The pause after a failed attempt to write the file.
const PAUSE: Duration = Duration::from_secs(10);

/// The file: the digest is that of the text of the checkpoint as it stands there. Numbers that are
/// read and written again need not have the same text.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sealed<'a> {
    version: u32,
    checksum: String,
    #[serde(borrow)]
    checkpoint: &'a RawValue,
}

/// A divergence that ended a shard.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Failed {
    pub(super) shape: Shape,
    /// Number of the set-up among those of its shape, from 0.
    pub(super) index: u64,
    /// The report as text.
    pub(super) text: String,
    pub(super) report: Value,
}

/// All that decides the results of an enumeration, apart from the engine's own files: those that a
/// program loads are unknown.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Enumeration {
    /// SHA-256 of the executable, which has the rules, the oracle and the built-in engines.
    program: String,
    /// The planted fault that is active in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    planted: Option<String>,
    pub(super) rule_set: String,
    pub(super) bounds: Bounds,
    pub(super) legal_only: bool,
    /// Command of an engine in another process, or name of another built-in one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    engine: Option<String>,
    /// The files of an engine in another process.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    files: Vec<EngineFile>,
    /// SHA-256 of the values of the variables that it gets, which may be secrets, by their names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    env: BTreeMap<String, String>,
}

/// The program of an engine, or its script.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EngineFile {
    path: PathBuf,
    sha256: String,
}

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
        Ok(Self {
            program: if is_kept { program()? } else { String::new() },
            planted: twinboard_faults::COMPILED_IN
                .then(|| env::var(twinboard_faults::VARIABLE).ok())
                .flatten(),
            rule_set: rule_set.into(),
            bounds: bounds.clone(),
            legal_only,
            engine: engine.engine.first().cloned(),
            files: if is_kept { files_of_engine(session)? } else { Vec::new() },
            env: engine.programs.environment.digests(),
        })
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
        compare("rule set and options", &self.title(), &other.title());
        let build = |it: &Self| format!("SHA-256 {}", beginning(&it.program));
        compare("build of this program", &build(self), &build(other));
        let planted = |it: &Self| it.planted.clone().unwrap_or_else(|| "none".into());
        compare("planted fault", &planted(self), &planted(other));
        let file = |it: Option<&EngineFile>| {
            it.map_or("none".into(), |it| {
                format!("{} with SHA-256 {}", shown(&it.path), beginning(&it.sha256))
            })
        };
        for index in 0..self.files.len().max(other.files.len()) {
            let [one, another] = [self, other].map(|it| it.files.get(index));
            // Each machine of a run may have the file elsewhere.
            if one.map(|it| &it.sha256) != another.map(|it| &it.sha256) {
                compare("file of the engine", &file(one), &file(another));
            }
        }
        for (name, value) in &self.env {
            if let Some(another) = other.env.get(name) {
                let value_of = |value: &str| format!("a value with SHA-256 {}", beginning(value));
                compare(&format!("--env {name}"), &value_of(value), &value_of(another));
            }
        }
        all
    }

    /// Rule set and options, as on the command line.
    pub(super) fn title(&self) -> String {
        let shapes = self.bounds.shapes.iter();
        let shapes: Vec<String> =
            shapes.map(|shape| format!("{}x{}", shape.rows, shape.columns)).collect();
        let engine =
            self.engine.as_ref().map(|engine| format!(" --engine {}", shell_words::quote(engine)));
        let env: String = self.env.keys().map(|name| format!(" --env {name}")).collect();
        format!(
            "{} --shapes {} --symbols {}{}{}{env}",
            self.rule_set,
            shapes.join(","),
            self.bounds.symbols,
            if self.legal_only { " --legal-only" } else { "" },
            engine.unwrap_or_default(),
        )
    }
}

/// The beginning of a digest, which is enough to compare it with that of `sha256sum`.
fn beginning(digest: &str) -> &str {
    digest.get(..16).unwrap_or(digest)
}

/// The files of the engine as they were when it was started.
///
/// # Errors
///
/// If it is a program of which nothing can be read: another one could not be told from it.
fn files_of_engine(session: &Session) -> Result<Vec<EngineFile>, Failure> {
    let Some(engine) = session.engine().filter(|engine| engine.running.is_some()) else {
        return Ok(Vec::new());
    };
    let all = session.isolation.watched.all();
    if all.is_empty() || all.iter().any(|file| file.digest.is_empty()) {
        return Err(Failure::Usage(format!(
            "--resume: the program of --engine {} cannot be read, so a later run could not tell \
             whether it still is the same; make it readable",
            engine.command
        )));
    }
    let file = |it: &Fingerprint| EngineFile { path: it.path.clone(), sha256: it.digest.clone() };
    Ok(all.iter().map(|it| file(it)).collect())
}

/// An enumeration, its finished shapes, and the unfinished one.
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
            return Err(Failure::Usage(format!("{} is no regular file", shown(path))));
        }
        let text = files::read_file(&mut file, path, ("checkpoints", SIZE_MAX))?;
        let found = Self::of_text(&text);
        let refused = |reason| Failure::Usage(format!("{} {reason}", shown(path)));
        found.map(Some).map_err(refused)
    }

    /// Reads the text of a checkpoint file. The error completes a sentence that begins with the
    /// path.
    fn of_text(text: &[u8]) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct Head {
            version: Option<u64>,
        }
        let incomplete = "it was probably not written completely; delete it to start anew";
        let no_checkpoint = |error| format!("is not a checkpoint: {error}");
        if text.trim_ascii().is_empty() {
            return Err(format!("is empty: {incomplete}"));
        }
        let head: Head = serde_json::from_slice(text).map_err(|error| {
            if error.is_eof() { format!("ends early: {incomplete}") } else { no_checkpoint(error) }
        })?;
        if let Some(version) = head.version.filter(|&version| version != u64::from(VERSION)) {
            return Err(format!(
                "is a checkpoint of another version of this program: format {version}, expected \
                 {VERSION}; choose another file"
            ));
        }
        let sealed: Sealed<'_> = serde_json::from_slice(text).map_err(no_checkpoint)?;
        if sealed.checksum != checksum_of(sealed.checkpoint) {
            return Err("is damaged or was edited: its checksum is wrong".to_owned());
        }
        serde_json::from_str(sealed.checkpoint.get()).map_err(no_checkpoint)
    }

    /// Reads the checkpoint file if it exists, and fails if it belongs to another enumeration.
    pub(super) fn found_in(self, path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path else { return Ok(self) };
        let Some(found) = Self::read(path)? else { return Ok(self) };
        let differences = found.differences(&self);
        if differences.is_empty() {
            // The shape that failed is played again.
            return Ok(Self { is_done: false, failed: None, ..found });
        }
        Err(Failure::Usage(format!(
            "{} has results of another run, which prove nothing about this one; that run and this \
             one have different values of\n  {}\nchoose another file, or delete this one to start \
             anew",
            shown(path),
            differences.join("\n  ")
        )))
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
        let (then, now) = (&self.enumeration.program, &program()?);
        let [then_begins, now_begins] = [then, now].map(|it| beginning(it));
        Ok((then != now).then(|| format!("SHA-256 {then_begins}, and this one has {now_begins}")))
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
        let checkpoint = &*serde_json::value::to_raw_value(self).expect("plain data");
        let sealed = Sealed { version: VERSION, checksum: checksum_of(checkpoint), checkpoint };
        let text = serde_json::to_string(&sealed).expect("plain data") + "\n";
        files::write(path, text)
    }
}

fn checksum_of(checkpoint: &RawValue) -> String {
    format!("{:016x}", digest(checkpoint.get().as_bytes()))
}

/// Delays the next attempt to write the file after one that failed.
#[derive(Default)]
pub(super) struct Backoff {
    until: Option<Instant>,
}

impl Backoff {
    pub(super) fn start(&mut self) {
        self.until = Some(Instant::now() + PAUSE);
    }

    pub(super) fn is_over(&self) -> bool {
        self.until.is_none_or(|until| Instant::now() >= until)
    }
}

/// A digest of the executable of this process.
fn program() -> Result<String, Failure> {
    let path = env::current_exe().unwrap_or_default();
    files::sha256(&path).map_err(Failure::file("read", &path))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use twinboard_harness::exhaust::{Bounds, Shape};

    use super::{Checkpoint, EngineFile, Enumeration, Failed};

    fn enumeration() -> Enumeration {
        let file =
            |name: &str, sha256: &str| EngineFile { path: name.into(), sha256: sha256.into() };
        Enumeration {
            program: "0".repeat(64),
            planted: None,
            rule_set: "nim".into(),
            bounds: Bounds::new([(1, 9)], 1),
            legal_only: false,
            engine: Some("python3 e.py".into()),
            files: vec![file("/bin/python3", "a"), file("/here/e.py", "b")],
            env: [("MODE".into(), "c".into())].into(),
        }
    }

    #[test]
    fn a_file_is_accepted_whatever_the_numbers_of_its_report_are() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept");
        let floats = (1..500).map(|it| 1.0 / f64::from(it).sqrt());
        let floats: Vec<f64> = floats.chain([0.1 + 0.2, 1e300, -0.0, 5e-324, f64::MAX]).collect();
        let report =
            json!({ "scores": floats, "counts": [(1_u64 << 53) + 1, u64::MAX, i64::MIN, 1] });
        let failed = Failed {
            shape: Shape { rows: 1, columns: 4 },
            index: u64::MAX,
            text: "\u{0}\u{2028}\"".into(),
            report: report.clone(),
        };
        let mut written = Checkpoint::new(enumeration(), None);
        written.finish(Some(failed), &path).unwrap();
        let read = Checkpoint::read(&path).map_err(|failure| failure.message()).unwrap().unwrap();
        let text = |report: &Value| report.to_string();
        assert_eq!(text(&read.failed.unwrap().report), text(&report));
    }

    #[test]
    fn everything_that_decides_the_results_is_compared() {
        let one = enumeration();
        assert!(one.differences(&one).is_empty());
        let changes: [(fn(&mut Enumeration), &str); 9] = [
            (
                |it| it.program = "1".repeat(64),
                "build of this program: SHA-256 0000000000000000 and",
            ),
            (|it| it.planted = Some("slip".into()), "planted fault: none and slip"),
            (|it| it.rule_set = "chess".into(), "rule set and options: nim --shapes"),
            (|it| it.bounds.symbols = 2, "rule set and options: "),
            (|it| it.legal_only = true, "rule set and options: "),
            (|it| it.engine = None, "rule set and options: "),
            (
                |it| it.files[1].sha256 = "x".into(),
                "file of the engine: /here/e.py with SHA-256 b and /here/e.py with SHA-256 x",
            ),
            (|it| it.files.truncate(1), "file of the engine: /here/e.py with SHA-256 b and none"),
            (
                |it| it.env = [("MODE".into(), "x".into())].into(),
                "--env MODE: a value with SHA-256 c",
            ),
        ];
        for (change, expected) in changes {
            let mut other = enumeration();
            change(&mut other);
            let [difference] = &one.differences(&other)[..] else { panic!("{expected}") };
            assert!(difference.starts_with(expected), "{difference}");
        }
        // A shard of another machine.
        let mut elsewhere = enumeration();
        elsewhere.files[1].path = "/there/e.py".into();
        assert!(one.differences(&elsewhere).is_empty());
    }
}
