//! The file that keeps what is done.

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

/// What is counted has this version: another one counts otherwise.
const VERSION: u32 = 1;

/// The pause after a failed attempt to write the file.
const PAUSE: Duration = Duration::from_secs(10);

/// What was asked for, the shapes that are finished, and the one that is begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Checkpoint {
    version: u32,
    /// The digest of the program: what another one has counted says nothing of this one.
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
    /// Nothing is finished yet.
    pub(super) fn new(options: &Exhaust, bounds: &Bounds) -> Result<Self, Failure> {
        let settings = options.settings.chosen().iter();
        Ok(Self {
            version: VERSION,
            // It is read only where something is kept.
            program: options.resume.as_ref().map_or(Ok(String::new()), |_| program())?,
            rule_set: options.rule_set.name().into(),
            settings: settings.map(|(name, value)| ((*name).into(), value.clone())).collect(),
            bounds: bounds.clone(),
            legal_only: options.legal_only,
            finished: Vec::new(),
            begun: None,
        })
    }

    /// The same with what a file keeps, if there is one.
    pub(super) fn found_in(self, path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path else { return Ok(self) };
        let text = match fs::read(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(self),
            Err(error) => return Err(Failure::File { path: path.into(), doing: "read", error }),
        };
        let found: Self = serde_json::from_slice(&text).map_err(|error| {
            Failure::Usage(format!("{} keeps nothing to go on with: {error}", path.display()))
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
                "{} keeps what another build of this program has counted, which proves nothing of this \
                 one; give another file",
                path.display()
            )));
        }
        Err(Failure::Usage(format!(
            "{} keeps what was begun otherwise: {} with {}; give the same rule set and options, or \
             another file",
            path.display(),
            found.rule_set,
            found.in_words(),
        )))
    }

    fn in_words(&self) -> String {
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

    /// Whether there is something to go on with.
    pub(super) fn has_something(&self) -> bool {
        !self.finished.is_empty() || self.begun.is_some()
    }

    /// Writes the file anew if more is finished, or begun.
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

/// A digest of this program.
fn program() -> Result<String, Failure> {
    let path = std::env::current_exe().unwrap_or_default();
    let program = fs::read(&path).map_err(|error| Failure::File { path, doing: "read", error })?;
    let mut hash = DefaultHasher::new();
    hash.write(&program);
    Ok(format!("{:016x}", hash.finish()))
}
