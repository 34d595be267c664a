//! The checkpoint file of an enumeration.
//!
//! `exhaust merge` reads the file of a shard, which has the divergence that ended the shard. Every
//! file has a checksum: counts that were edited or damaged on the way prove nothing.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use twinboard_harness::exhaust::{Bounds, FinishedShape, Shape, UnfinishedShape};
use twinboard_harness::random::digest;
use twinboard_harness::shard::Shard;

use crate::args::declared::Settings;
use crate::output::kept::Kept;
use crate::output::text::shown;
use crate::output::{Failure, files};
use crate::session::engine::EngineOptions;

/// Version of the format and of the counts; counts of another version are not comparable.
const VERSION: u32 = 2;

/// Maximum size of a file in bytes. A shape takes a hundred, but each position of the one in progress
/// 32: a hundred million positions, which also take memory, are within it.
const SIZE_MAX: u64 = 4 << 30;

/// Entry with the digest of all others.
const CHECKSUM: &str = "checksum";

/// The pause after a failed attempt to write the file.
const PAUSE: Duration = Duration::from_secs(10);

/// A divergence that ended a shard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Failed {
    pub(super) shape: Shape,
    /// Number of the set-up among those of its shape, from 0.
    pub(super) index: u64,
    /// The report as text.
    pub(super) text: String,
    pub(super) report: Value,
}

/// The options of an enumeration, its finished shapes, and the unfinished one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Checkpoint {
    version: u32,
    /// Digest of the executable: the counts of another build prove nothing about this one.
    program: String,
    pub(super) rule_set: String,
    settings: BTreeMap<String, String>,
    pub(super) bounds: Bounds,
    pub(super) legal_only: bool,
    /// Command of an engine in another process.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    engine: Option<String>,
    /// Names of the variables that it gets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    env: Vec<String>,
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
    /// A checkpoint without any finished shape. `is_kept` is true if it goes to a file.
    pub(super) fn new(
        rule_set: &str,
        settings: &Settings,
        bounds: &Bounds,
        legal_only: bool,
        engine: &EngineOptions,
        shard: Option<Shard>,
        is_kept: bool,
    ) -> Result<Self, Failure> {
        Ok(Self {
            version: VERSION,
            // The digest takes a while and is needed only with a checkpoint file.
            program: if is_kept { program()? } else { String::new() },
            rule_set: rule_set.into(),
            settings: settings.0.clone(),
            bounds: bounds.clone(),
            legal_only,
            engine: engine.engine.first().cloned(),
            env: engine.programs.environment.names(),
            shard,
            is_done: false,
            failed: None,
            finished: Vec::new(),
            begun: None,
        })
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
        let incomplete = "it was probably not written completely; delete it to start anew";
        if text.trim_ascii().is_empty() {
            return Err(format!("is empty: {incomplete}"));
        }
        let mut found: Value = serde_json::from_slice(text).map_err(|error| {
            if error.is_eof() {
                format!("ends early: {incomplete}")
            } else {
                format!("is not a checkpoint: {error}")
            }
        })?;
        if let Some(version) =
            found["version"].as_u64().filter(|&version| version != u64::from(VERSION))
        {
            return Err(format!(
                "is a checkpoint of another version of this program: format {version}, expected \
                 {VERSION}; choose another file"
            ));
        }
        let checksum = found.as_object_mut().and_then(|entries| entries.remove(CHECKSUM));
        let is_sealed = checksum == Some(checksum_of(&found));
        let found = serde_json::from_value(found);
        let found = found.map_err(|error| format!("is not a checkpoint: {error}"))?;
        if is_sealed {
            Ok(found)
        } else {
            Err("is damaged or was edited: its checksum is wrong".to_owned())
        }
    }

    /// Reads the checkpoint file if it exists, and fails if it belongs to another enumeration.
    pub(super) fn found_in(self, path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path else { return Ok(self) };
        let Some(found) = Self::read(path)? else { return Ok(self) };
        let of_found = found.without_results();
        if of_found == self {
            // The shape that failed is played again.
            return Ok(Self { is_done: false, failed: None, ..found });
        }
        let of_this = Self { version: self.version, program: self.program.clone(), ..of_found };
        if of_this == self {
            return Err(Failure::Usage(format!(
                "{} is a checkpoint of another build of this program, which proves nothing about \
                 this one; choose another file",
                shown(path)
            )));
        }
        Err(Failure::Usage(format!(
            "{} is a checkpoint of {} with {}; choose the same rule set and options, or another file",
            shown(path),
            found.rule_set,
            found.options(),
        )))
    }

    /// The enumeration alone.
    fn without_results(&self) -> Self {
        let failed = None;
        let (finished, begun) = (Vec::new(), None);
        Self { is_done: false, failed, finished, begun, ..self.clone() }
    }

    /// True if both are shards of one run, perhaps the same one.
    pub(super) fn is_of_the_run_of(&self, other: &Self) -> bool {
        Self { shard: other.shard, ..self.without_results() } == other.without_results()
    }

    /// True if this program can have written the file.
    pub(super) fn is_of_this_build(&self) -> Result<bool, Failure> {
        Ok(self.version == VERSION && self.program == program()?)
    }

    /// True if the shard is done or has found a divergence.
    pub(super) fn has_ended(&self) -> bool {
        self.is_done || self.failed.is_some()
    }

    /// Rule set and options of the run, as on the command line.
    pub(super) fn title(&self) -> String {
        format!("{} {}", self.rule_set, Self { shard: None, ..self.without_results() }.options())
    }

    /// The options of the enumeration, as on the command line.
    fn options(&self) -> String {
        let settings = self.settings.iter().map(|(name, value)| format!("--{name} {value} "));
        let shapes = self.bounds.shapes.iter();
        let shapes: Vec<String> =
            shapes.map(|shape| format!("{}x{}", shape.rows, shape.columns)).collect();
        let engine =
            self.engine.as_ref().map(|engine| format!(" --engine {}", shell_words::quote(engine)));
        let shard = self.shard.map(|shard| format!(" --shard {shard}"));
        let env: String = self.env.iter().map(|name| format!(" --env {name}")).collect();
        let engine = engine.unwrap_or_default() + &env;
        let shard = shard.unwrap_or_default();
        format!(
            "{}--shapes {} --symbols {}{}{engine}{shard}",
            settings.collect::<String>(),
            shapes.join(","),
            self.bounds.symbols,
            if self.legal_only { " --legal-only" } else { "" }
        )
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
        kept: &Kept,
    ) -> Result<(), Failure> {
        let is_more = finished.len() > self.finished.len() || begun.is_some();
        let Some(path) = path.filter(|path| is_more || !path.exists()) else { return Ok(()) };
        let more = Self { finished: finished.to_vec(), begun: begun.cloned(), ..self.clone() };
        more.write(path, kept)?;
        *self = more;
        Ok(())
    }

    /// Writes the file of a shard that is done or has found a divergence.
    pub(super) fn finish(
        &mut self,
        failed: Option<Failed>,
        path: &Path,
        kept: &Kept,
    ) -> Result<(), Failure> {
        (self.is_done, self.failed) = (failed.is_none(), failed);
        self.write(path, kept)
    }

    fn write(&self, path: &Path, kept: &Kept) -> Result<(), Failure> {
        let mut entries = serde_json::to_value(self).expect("plain data");
        entries[CHECKSUM] = checksum_of(&entries);
        let text = format!("{entries}\n");
        files::write(path, &text)?;
        kept.add(path, text);
        Ok(())
    }
}

/// Digest of all entries but the checksum.
fn checksum_of(entries: &Value) -> Value {
    format!("{:016x}", digest(entries.to_string().as_bytes())).into()
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
    let path = std::env::current_exe().unwrap_or_default();
    files::sha256(&path).map_err(Failure::file("read", &path))
}
