//! Known differences: findings of an engine that are counted instead of reported.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use twinboard_vocabulary::Picture;

use crate::model::divergence::{Aspect, Divergence, Finding};
use crate::model::guard;

/// The kinds of findings, as JSON reports name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// [`Finding::Differs`].
    Differs,
    /// [`Finding::Broken`].
    Broken,
    /// [`Finding::WrongLaw`].
    WrongLaw,
    /// [`Finding::FailedAssertion`].
    Claimed,
    /// [`Finding::Panicked`].
    Panicked,
    /// [`Finding::Failed`].
    Failed,
    /// [`Finding::Hung`].
    Hung,
    /// [`Finding::Killed`].
    Killed,
}

impl Finding {
    /// The kind of the finding.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Differs { .. } => Kind::Differs,
            Self::Broken { .. } => Kind::Broken,
            Self::WrongLaw { .. } => Kind::WrongLaw,
            Self::FailedAssertion { .. } => Kind::Claimed,
            Self::Panicked { .. } => Kind::Panicked,
            Self::Failed { .. } => Kind::Failed,
            Self::Hung { .. } => Kind::Hung,
            Self::Killed { .. } => Kind::Killed,
        }
    }

    /// The name of the invariant, law or assertion that does not hold.
    fn broken_name(&self) -> Option<&str> {
        match self {
            Self::Broken { invariant: name, .. }
            | Self::WrongLaw { law: name, .. }
            | Self::FailedAssertion { assertion: name, .. } => Some(name),
            _ => None,
        }
    }

    /// The texts that say what is wrong: the answers of both sides, a detail, or a message.
    fn texts(&self) -> [&str; 2] {
        match self {
            Self::Differs { engine, oracle, .. } => [engine, oracle],
            Self::Broken { detail: text, .. }
            | Self::WrongLaw { detail: text, .. }
            | Self::FailedAssertion { detail: text, .. }
            | Self::Panicked { message: text, .. }
            | Self::Failed { message: text, .. }
            | Self::Killed { status: text } => [text, ""],
            Self::Hung { .. } => ["", ""],
        }
    }
}

/// A pattern of findings. All parts that are given must fit.
///
/// ```
/// use twinboard_harness::known::{FindingPattern, Kind};
/// use twinboard_harness::{Aspect, Divergence, Finding};
///
/// let pattern = FindingPattern { contains: Some("e3".into()), ..Kind::Differs.into() };
/// let differs = |engine: &str| {
///     let (engine, oracle) = (engine.into(), "-".into());
///     Divergence::of(Finding::Differs { aspect: Aspect::Position, engine, oracle })
/// };
/// assert!(pattern.fits(&differs("w KQkq e3")));
/// assert!(!pattern.fits(&differs("w KQkq d3")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindingPattern {
    /// The kind of the finding.
    pub kind: Kind,
    /// The part of the answers that differs, of [`Kind::Differs`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aspect: Option<Aspect>,
    /// The name of the broken invariant, of [`Kind::Broken`]; of the law, of [`Kind::WrongLaw`]; or
    /// of the assertion, of [`Kind::Claimed`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invariant: Option<String>,
    /// A part of the answer of a side, of the detail, or of the message; where the positions
    /// differ, a part of a line of a drawn board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contains: Option<String>,
}

impl From<Kind> for FindingPattern {
    fn from(kind: Kind) -> Self {
        Self { kind, aspect: None, invariant: None, contains: None }
    }
}

impl FindingPattern {
    /// True if the finding of a divergence fits.
    #[must_use]
    pub fn fits(&self, divergence: &Divergence) -> bool {
        let Self { kind, aspect, invariant, contains } = self;
        let finding = &divergence.finding;
        let has_aspect =
            |wanted| matches!(finding, Finding::Differs { aspect, .. } if *aspect == wanted);
        finding.kind() == *kind
            && aspect.is_none_or(has_aspect)
            && invariant.as_deref().is_none_or(|name| finding.broken_name() == Some(name))
            && contains.as_deref().is_none_or(|part| says(divergence, part))
    }
}

/// True if `part` is in the texts of a finding; for a position, in the lines of the boards after the
/// step, which are the answers. A blank part, which every text has, is in none.
fn says(divergence: &Divergence, part: &str) -> bool {
    let Divergence { finding, engine, oracle, .. } = divergence;
    let are_boards = matches!(finding, Finding::Differs { aspect: Aspect::Position, .. });
    if part.trim().is_empty() {
        return false;
    }
    let boards = [engine, oracle].into_iter().flatten().filter(|_| are_boards);
    finding.texts().iter().any(|text| text.contains(part))
        || boards.flat_map(Picture::plain_lines).any(|line| line.contains(part))
}

/// Environment variable with known differences for a fuzz target: a list of [`KnownEntry`] as JSON.
pub const KNOWN_VARIABLE: &str = "TWINBOARD_KNOWN";

/// A known difference as data, for another process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownEntry {
    /// The engine, by the name of its rule set if it is the registered one; all engines if it is
    /// `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// The reason.
    pub reason: String,
    /// The findings.
    #[serde(flatten)]
    pub pattern: FindingPattern,
}

/// The known differences of an engine that the environment lists, none without
/// [`KNOWN_VARIABLE`].
///
/// # Errors
///
/// If the list cannot be read.
pub fn of_environment(engine: &str) -> Result<Vec<KnownDifference>, String> {
    let Some(list) = std::env::var_os(KNOWN_VARIABLE) else { return Ok(Vec::new()) };
    of_list(&list.to_string_lossy(), engine).map_err(|error| format!("{KNOWN_VARIABLE}: {error}"))
}

/// The known differences of an engine in a list of entries as JSON.
fn of_list(list: &str, engine: &str) -> serde_json::Result<Vec<KnownDifference>> {
    let entries: Vec<KnownEntry> = serde_json::from_str(list)?;
    let is_of = |entry: &KnownEntry| entry.engine.as_deref().is_none_or(|name| name == engine);
    let entries = entries.into_iter().filter(is_of);
    Ok(entries.map(|entry| KnownDifference::of(entry.reason, entry.pattern)).collect())
}

type Predicate = Arc<dyn Fn(&Divergence) -> bool + Send + Sync>;

/// A known difference of an engine: a kind of finding, and the reason why it is accepted.
///
/// A case that shows it ends there, is counted, and counts as agreed, for campaigns, fuzz targets
/// and shrinking alike. What the rest of that case would have shown is not seen; other cases, and
/// candidates of shrinking without the difference, are played to their ends.
///
/// A campaign draws some of its checks, and may miss the difference and diverge behind it. The case is
/// replayed then, with every check, and counted if that ends at the difference.
///
/// A hang cannot be known, because its thread cannot be stopped, nor can the end of the process.
///
/// ```
/// use std::sync::Arc;
/// use twinboard_harness::known::KnownDifference;
/// use twinboard_harness::nim::{Heap, Nim};
/// use twinboard_harness::{Activity, Aspect, Checks, Finding, Pairing, Subject, Verdict};
///
/// let takes_four = KnownDifference::new("a player may take four stones", |divergence| {
///     matches!(divergence.finding, Finding::Differs { aspect: Aspect::LegalMoves, .. })
/// })
/// .shown_by("4\n");
/// let pairing = Pairing::new(Nim, Heap::set_up_faulty, Heap::set_up).knowing(takes_four);
/// let case = pairing.case("9\n> 1\n").unwrap();
/// let checked = pairing.check(&case, Checks::replay(), &Activity::default());
/// assert!(matches!(checked.verdict, Verdict::Known(0, _)));
/// assert_eq!(checked.stats.known, [1]);
/// ```
#[derive(Clone)]
pub struct KnownDifference {
    reason: String,
    covers: Predicate,
    case: Option<String>,
}

impl fmt::Debug for KnownDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("KnownDifference").field(&self.reason).finish()
    }
}

impl KnownDifference {
    /// The difference that `covers` recognizes. The function is called with the divergence of a case
    /// as it is found, and with those of the candidates of shrinking.
    pub fn new(
        reason: impl Into<String>,
        covers: impl Fn(&Divergence) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self { reason: reason.into(), covers: Arc::new(covers), case: None }
    }

    /// The differences that fit a pattern.
    pub fn of(reason: impl Into<String>, pattern: FindingPattern) -> Self {
        Self::new(reason, move |divergence| pattern.fits(divergence))
    }

    /// Adds a case that shows the difference, as text. A campaign plays it first, and fails if it
    /// does not show the difference any more.
    #[must_use]
    pub fn shown_by(self, case: impl Into<String>) -> Self {
        Self { case: Some(case.into()), ..self }
    }

    /// The reason, for its reader.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// The case that shows the difference, if there is one.
    #[must_use]
    pub fn case(&self) -> Option<&str> {
        self.case.as_deref()
    }

    /// True if a divergence is this difference. A function that panics recognizes nothing.
    #[must_use]
    pub fn covers(&self, divergence: &Divergence) -> bool {
        !matches!(divergence.finding.kind(), Kind::Hung | Kind::Killed)
            && guard::catch(|| (self.covers)(divergence)).unwrap_or(false)
    }
}

#[cfg(test)]
mod tests {
    use twinboard_vocabulary::Picture;

    use super::{FindingPattern, Kind, KnownDifference, of_list};
    use crate::model::activity::{Action, Stage};
    use crate::model::divergence::{Aspect, Divergence, Finding};

    fn differs(aspect: Aspect) -> Divergence {
        let (engine, oracle) = ("a b".into(), "c d".into());
        Divergence::of(Finding::Differs { aspect, engine, oracle })
    }

    fn broken() -> Divergence {
        let (invariant, detail) = ("nothing floats".into(), "(3,1) does".into());
        Divergence::of(Finding::Broken { side: None, invariant, detail })
    }

    #[test]
    fn every_part_of_a_pattern_must_fit() {
        let of = |kind: Kind| FindingPattern::from(kind);
        let outcome = FindingPattern { aspect: Some(Aspect::Outcome), ..of(Kind::Differs) };
        assert!(outcome.fits(&differs(Aspect::Outcome)) && !outcome.fits(&differs(Aspect::Result)));
        assert!(of(Kind::Differs).fits(&differs(Aspect::Result)));
        assert!(!of(Kind::Differs).fits(&broken()) && of(Kind::Broken).fits(&broken()));
        for (part, fits) in [("a b", true), ("d", true), ("b c", false), ("", false), (" ", false)]
        {
            let pattern = FindingPattern { contains: Some(part.into()), ..of(Kind::Differs) };
            assert_eq!(pattern.fits(&differs(Aspect::Result)), fits, "{part}");
        }
        // The board is the answer only if the positions differ.
        for (aspect, fits) in [(Aspect::Position, true), (Aspect::Result, false)] {
            let oracle = Some(Picture::of_text("..x\n.o.\n"));
            let pattern = FindingPattern { contains: Some("o".into()), ..of(Kind::Differs) };
            assert_eq!(pattern.fits(&Divergence { oracle, ..differs(aspect) }), fits);
        }
        for (name, fits) in [("nothing floats", true), ("nothing", false)] {
            let pattern = FindingPattern { invariant: Some(name.into()), ..of(Kind::Broken) };
            assert_eq!(pattern.fits(&broken()), fits, "{name}");
            assert!(!pattern.fits(&differs(Aspect::Result)));
        }
    }

    #[test]
    fn an_entry_of_another_engine_covers_nothing() {
        let list = r#"[
            {"engine": "nim", "reason": "own", "kind": "differs"},
            {"engine": "other", "reason": "of another", "kind": "broken"},
            {"reason": "of all", "kind": "panicked"}
        ]"#;
        let reasons = |engine| -> Vec<String> {
            let known = of_list(list, engine).unwrap();
            known.iter().map(|it| it.reason().to_owned()).collect()
        };
        assert_eq!(reasons("nim"), ["own", "of all"]);
        assert_eq!(reasons("other"), ["of another", "of all"]);
        assert_eq!(reasons("ni"), ["of all"]);
        let known = of_list(list, "nim").unwrap();
        assert!(known.iter().any(|it| it.covers(&differs(Aspect::Result))));
        assert!(!known.iter().any(|it| it.covers(&broken())));
        assert!(of_list("{}", "nim").is_err());
    }

    #[test]
    fn kinds_have_the_names_of_json_reports() {
        let stage = Stage { step: 0, side: None, action: Action::Check };
        let text = String::new;
        let all = [
            differs(Aspect::Result).finding,
            broken().finding,
            Finding::WrongLaw { law: text(), name: None, detail: text() },
            Finding::FailedAssertion { assertion: text(), detail: text() },
            Finding::Panicked { stage, message: text() },
            Finding::Failed { stage, message: text(), process: None },
            Finding::Hung { stage, limit_ms: 1 },
            Finding::Killed { status: text() },
        ];
        for finding in all {
            let kind = serde_json::to_value(finding.kind()).unwrap();
            assert_eq!(serde_json::to_value(&finding).unwrap()["kind"], kind, "{finding}");
        }
    }

    #[test]
    fn neither_a_hang_nor_a_predicate_that_panics_is_covered() {
        let all = KnownDifference::new("everything", |_| true);
        let stage = Stage { step: 0, side: None, action: Action::Check };
        assert!(all.covers(&broken()));
        assert!(!all.covers(&Divergence::of(Finding::Hung { stage, limit_ms: 1 })));
        assert!(!all.covers(&Divergence::of(Finding::Killed { status: String::new() })));
        let panics = KnownDifference::new("nothing", |_| panic!("no such field"));
        assert!(!panics.covers(&broken()));
    }
}
