//! The checkpoint file of an enumeration.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use harness::exhaust::{Begun, Bounds, Finished};
use serde::{Deserialize, Serialize};

use crate::args::Exhaust;
use crate::failure::Failure;
use crate::files;

/// Version of the counts; counts of another version are not comparable.
const VERSION: u32 = 1;

/// The pause after a failed attempt to write the file.
const PAUSE: Duration = Duration::from_secs(10);

/// The options of an enumeration, its finished shapes, and the unfinished one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Checkpoint {
    version: u32,
    /// Digest of the executable: the counts of another build prove nothing about this one.
    program: String,
    rule_set: String,
    settings: BTreeMap<String, String>,
    bounds: Bounds,
    legal_only: bool,
    pub(super) finished: Vec<Finished>,
    #[serde(default)]
    pub(super) begun: Option<Begun>,
}

impl Checkpoint {
    /// A checkpoint without any finished shape.
    pub(super) fn new(options: &Exhaust, bounds: &Bounds) -> Result<Self, Failure> {
        let settings = options.settings.chosen().iter();
        Ok(Self {
            version: VERSION,
            // The digest takes a while and is needed only with a checkpoint file.
            program: options.resume.as_ref().map_or(Ok(String::new()), |_| program())?,
            rule_set: options.rule_set.name().into(),
            settings: settings.map(|(name, value)| ((*name).into(), value.clone())).collect(),
            bounds: bounds.clone(),
            legal_only: options.legal_only,
            finished: Vec::new(),
            begun: None,
        })
    }

    /// Reads the checkpoint file if it exists, and fails if it belongs to another enumeration.
    pub(super) fn found_in(self, path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path else { return Ok(self) };
        let text = match fs::read(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(self),
            Err(error) => return Err(Failure::File { path: path.into(), doing: "read", error }),
        };
        let found: Self = serde_json::from_slice(&text).map_err(|error| {
            Failure::Usage(format!("{} is not a checkpoint: {error}", path.display()))
        })?;
        let asked = Self { finished: Vec::new(), begun: None, ..self };
        if (Self { finished: Vec::new(), begun: None, ..found.clone() }) == asked {
            return Ok(found);
        }
        let of_this = Self {
            version: asked.version,
            program: asked.program.clone(),
            finished: Vec::new(),
            begun: None,
            ..found.clone()
        };
        if of_this == asked {
            return Err(Failure::Usage(format!(
                "{} is a checkpoint of another build of this program, which proves nothing about \
                 this one; choose another file",
                path.display()
            )));
        }
        Err(Failure::Usage(format!(
            "{} is a checkpoint of {} with {}; choose the same rule set and options, or another file",
            path.display(),
            found.rule_set,
            found.options(),
        )))
    }

    /// The options of the enumeration, as on the command line.
    fn options(&self) -> String {
        let settings = self.settings.iter().map(|(name, value)| format!("--{name} {value} "));
        let shapes = self.bounds.shapes.iter();
        let shapes: Vec<String> =
            shapes.map(|shape| format!("{}x{}", shape.rows, shape.columns)).collect();
        format!(
            "{}--shapes {} --symbols {}{}",
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
        finished: &[Finished],
        begun: Option<&Begun>,
        path: Option<&Path>,
    ) -> Result<(), Failure> {
        let is_more = finished.len() > self.finished.len() || begun.is_some();
        let Some(path) = path.filter(|path| is_more || !path.exists()) else { return Ok(()) };
        let more = Self { finished: finished.to_vec(), begun: begun.cloned(), ..self.clone() };
        let mut text = serde_json::to_string(&more).expect("plain data");
        text.push('\n');
        files::write(path, text)?;
        *self = more;
        Ok(())
    }
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
    let program = fs::read(&path).map_err(|error| Failure::File { path, doing: "read", error })?;
    let mut hash = DefaultHasher::new();
    hash.write(&program);
    Ok(format!("{:016x}", hash.finish()))
}
