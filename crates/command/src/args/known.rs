//! The option for known differences, and the file that it names.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Deserialize;
use twinboard_harness::known::{FindingPattern, Kind, KnownDifference, KnownEntry};
use twinboard_harness::{Aspect, Subject};
use twinboard_protocol::Part;

use crate::output::{Failure, files};

#[derive(Args, Clone, Debug, Default)]
pub(crate) struct KnownOption {
    /// File of known differences, TOML tables `[[known]]` (docs/fuzzing.md). They are counted instead
    /// of reported, and end their case. `[[ignored]]` are parts of positions left out.
    #[arg(long, value_name = "FILE")]
    pub(crate) known: Option<PathBuf>,
}

pub(crate) struct KnownFile {
    pub(crate) path: PathBuf,
    entries: Vec<Entry>,
    ignored: Vec<Ignored>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tables {
    #[serde(default)]
    known: Vec<Entry>,
    #[serde(default)]
    ignored: Vec<Ignored>,
}

/// A part of positions of an engine in another process that is not compared.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ignored {
    reason: Filled,
    part: PartText,
    /// The command of the engine; every engine if it is left out.
    engine: Option<String>,
}

#[derive(Deserialize)]
#[serde(try_from = "String")]
struct PartText(Part);

impl TryFrom<String> for PartText {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse().map(Self).map_err(|expected| format!("expected {expected}"))
    }
}

/// A text that is not blank.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Filled(String);

impl TryFrom<String> for Filled {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        if text.trim().is_empty() {
            Err("expected a text that is not blank")
        } else {
            Ok(Self(text))
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryText {
    reason: Filled,
    kind: Kind,
    /// Name as in the results of `verify`; all engines if it is left out.
    engine: Option<String>,
    aspect: Option<Aspect>,
    invariant: Option<String>,
    contains: Option<Filled>,
    case: Option<String>,
}

#[derive(Deserialize)]
#[serde(try_from = "EntryText")]
struct Entry {
    reason: String,
    engine: Option<String>,
    pattern: FindingPattern,
    case: Option<String>,
}

impl TryFrom<EntryText> for Entry {
    type Error = &'static str;

    fn try_from(text: EntryText) -> Result<Self, Self::Error> {
        let EntryText { reason, kind, engine, aspect, invariant, contains, case } = text;
        match (kind, aspect, &invariant) {
            (Kind::Hung | Kind::Killed, ..) => {
                return Err("a hang, or the end of the process, cannot be a known difference");
            }
            (Kind::Differs, _, None)
            | (Kind::Broken | Kind::WrongLaw | Kind::Claimed, None, _)
            | (_, None, None) => {}
            (_, Some(_), _) if kind != Kind::Differs => {
                return Err("only findings of the kind `differs` have an aspect");
            }
            _ => {
                return Err(
                    "only findings of the kinds `broken`, `wrong_law` and `claimed` have an invariant",
                );
            }
        }
        let contains = contains.map(|part| part.0);
        let pattern = FindingPattern { kind, aspect, invariant, contains };
        Ok(Self { reason: reason.0, engine, pattern, case })
    }
}

impl KnownFile {
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let (name, text) = files::read(path)?;
        let tables = toml::from_slice(&text);
        let unreadable =
            |error: toml::de::Error| usage!("{name}: {}", error.to_string().trim_end());
        let Tables { known, ignored } = tables.map_err(unreadable)?;
        Ok(Self { path: path.to_owned(), entries: known, ignored })
    }

    /// The parts of positions of an engine that are not compared, with the reasons.
    pub(crate) fn ignored_of(&self, engine: &str) -> Vec<(Part, &str)> {
        let of_engine =
            self.ignored.iter().filter(|it| it.engine.as_deref().is_none_or(|it| it == engine));
        of_engine.map(|it| (it.part.0.clone(), it.reason.0.as_str())).collect()
    }

    /// The known differences of an engine.
    pub(crate) fn of(
        &self,
        engine: &str,
        subject: &dyn Subject,
    ) -> impl Iterator<Item = KnownDifference> {
        let is_of = move |entry: &&Entry| entry.engine.as_deref().is_none_or(|it| it == engine);
        self.entries.iter().filter(is_of).map(|entry| entry.difference(subject))
    }

    /// The entries for fuzz targets.
    pub(crate) fn to_json(&self) -> String {
        let entry = |entry: &Entry| KnownEntry {
            engine: entry.engine.clone(),
            reason: entry.reason.clone(),
            pattern: entry.pattern.clone(),
        };
        let entries: Vec<KnownEntry> = self.entries.iter().map(entry).collect();
        serde_json::to_string(&entries).expect("plain data serializes")
    }
}

impl Entry {
    fn difference(&self, subject: &dyn Subject) -> KnownDifference {
        let known = KnownDifference::of(self.reason.clone(), self.pattern.clone());
        // A case of an entry for all engines may be of another rule set.
        let is_readable =
            |case: &String| self.engine.is_some() || subject.read(case.as_bytes()).is_ok();
        match self.case.clone().filter(is_readable) {
            Some(case) => known.shown_by(case),
            None => known,
        }
    }
}
