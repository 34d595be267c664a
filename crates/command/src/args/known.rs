//! The option for known differences, and the file that it names.

use std::path::{Path, PathBuf};

use clap::Args;
use serde::Deserialize;
use toml::Spanned;
use twinboard_harness::known::{FindingPattern, Kind, KnownDifference, KnownEntry};
use twinboard_harness::{Aspect, Subject};
use twinboard_protocol::Part;

use crate::output::text::shown;
use crate::output::{self, Failure, files};

#[derive(Args, Clone, Debug, Default)]
pub(crate) struct KnownOption {
    /// File of known differences, TOML tables `[[known]]` (docs/fuzzing.md). They are counted instead
    /// of reported, and end their case. `[[ignored]]` are parts of positions left out.
    #[arg(long, value_name = "FILE")]
    pub(crate) known: Option<PathBuf>,
}

/// A file of known differences.
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
    reason: Spanned<String>,
    part: Spanned<String>,
    /// The command of the engine; every engine if it is left out.
    engine: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    reason: Spanned<String>,
    kind: Spanned<Kind>,
    /// Name as in the results of `verify`; all engines if it is left out.
    engine: Option<String>,
    aspect: Option<Spanned<Aspect>>,
    invariant: Option<Spanned<String>>,
    contains: Option<Spanned<String>>,
    case: Option<String>,
}

impl KnownFile {
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let (name, text) = files::read(path)?;
        let unreadable = |place: usize, what: &str| {
            let before = String::from_utf8_lossy(&text[..place.min(text.len())]);
            let line = before.matches('\n').count() + 1;
            let column = before.lines().last().filter(|_| !before.ends_with('\n'));
            let column = column.map_or(0, |line| line.chars().count()) + 1;
            Failure::Usage(format!("{name}:{line}:{column}: {what}"))
        };
        let utf8 = std::str::from_utf8(&text);
        let utf8 = utf8.map_err(|error| unreadable(error.valid_up_to(), "this is not UTF-8"))?;
        let tables: Tables = toml::from_str(utf8).map_err(|error| {
            let place = error.span().map_or(0, |span| span.start);
            unreadable(place, error.message())
        })?;
        for entry in &tables.known {
            entry.check().map_err(|(place, what)| unreadable(place, what))?;
        }
        for Ignored { reason, part, .. } in &tables.ignored {
            if reason.get_ref().trim().is_empty() {
                return Err(unreadable(reason.span().start, "expected a reason"));
            }
            let read = part.get_ref().parse::<Part>();
            read.map_err(|expected| {
                unreadable(part.span().start, &format!("expected {expected}"))
            })?;
        }
        Ok(Self { path: path.to_owned(), entries: tables.known, ignored: tables.ignored })
    }

    /// The parts of positions of an engine that are not compared, with the reasons.
    pub(crate) fn ignored_of(&self, engine: &str) -> Vec<(Part, &str)> {
        let of_engine =
            self.ignored.iter().filter(|it| it.engine.as_deref().is_none_or(|it| it == engine));
        let part = |it: &Ignored| it.part.get_ref().parse().ok();
        of_engine.filter_map(|it| Some((part(it)?, it.reason.get_ref().as_str()))).collect()
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
            reason: entry.reason.get_ref().clone(),
            pattern: entry.pattern(),
        };
        let entries: Vec<KnownEntry> = self.entries.iter().map(entry).collect();
        serde_json::to_string(&entries).expect("plain data serializes")
    }

    /// Warns of an entry whose engine is not among `engines`. It may be one in another process that
    /// plays in other runs.
    pub(crate) fn warn_of_others(&self, engines: &[&str]) {
        let mut names = self.entries.iter().filter_map(|entry| entry.engine.as_deref());
        if let Some(name) = names.find(|name| !engines.contains(name)) {
            let (path, engines) = (shown(&self.path), engines.join(", "));
            output::print_error_line(format!(
                "warning: {path}: `{name}` is none of the engines, which are {engines}; its known \
                 differences are not used"
            ));
        }
    }
}

impl Entry {
    /// The place of a part that does not fit the others, and the reason.
    fn check(&self) -> Result<(), (usize, &'static str)> {
        let Self { reason, kind, aspect, invariant, contains, .. } = self;
        let at = |span: std::ops::Range<usize>, what| Err((span.start, what));
        if reason.get_ref().trim().is_empty() {
            return at(reason.span(), "expected a reason");
        }
        if let Some(part) = contains.as_ref().filter(|part| part.get_ref().trim().is_empty()) {
            return at(
                part.span(),
                "expected a part of the text of a finding; every text has this",
            );
        }
        match (kind.get_ref(), aspect, invariant) {
            (Kind::Hung | Kind::Killed, ..) => {
                at(kind.span(), "a hang, or the end of the process, cannot be a known difference")
            }
            (Kind::Differs, _, None)
            | (Kind::Broken | Kind::WrongLaw | Kind::Claimed, None, _)
            | (_, None, None) => Ok(()),
            (_, Some(aspect), _) if *kind.get_ref() != Kind::Differs => {
                at(aspect.span(), "only findings of the kind `differs` have an aspect")
            }
            (.., Some(name)) => at(
                name.span(),
                "only findings of the kinds `broken`, `wrong_law` and `claimed` have an invariant",
            ),
            _ => Ok(()),
        }
    }

    fn pattern(&self) -> FindingPattern {
        FindingPattern {
            kind: *self.kind.get_ref(),
            aspect: self.aspect.as_ref().map(|aspect| *aspect.get_ref()),
            invariant: self.invariant.as_ref().map(|name| name.get_ref().clone()),
            contains: self.contains.as_ref().map(|part| part.get_ref().clone()),
        }
    }

    fn difference(&self, subject: &dyn Subject) -> KnownDifference {
        let known = KnownDifference::of(self.reason.get_ref().clone(), self.pattern());
        // A case of an entry for all engines may be of another rule set.
        let is_readable =
            |case: &String| self.engine.is_some() || subject.read(case.as_bytes()).is_ok();
        match self.case.clone().filter(is_readable) {
            Some(case) => known.shown_by(case),
            None => known,
        }
    }
}
