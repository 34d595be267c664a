//! Report of a position that does not determine the rest of the game: two cases that lead to it.

use std::fmt::Write;
use std::path::PathBuf;

use serde::Serialize;
use twinboard_harness::perft::{AMBIGUOUS, Ambiguity};
use twinboard_harness::report::{self, Marked, as_argument};

use super::walk::Walk;
use crate::output::result::TestFinding;
use crate::output::text::indented;

/// Two ways to one position, saved as cases.
#[derive(Serialize)]
pub(super) struct Ways {
    depth: u32,
    #[serde(rename = "ways")]
    both: Vec<Way>,
    #[serde(skip)]
    picture: String,
}

/// A way to a position.
#[derive(Serialize)]
struct Way {
    case: String,
    /// Outcome or legal moves after it, as far as they differ from those of the other way.
    future: String,
    /// Path of the case; none if it could not be saved.
    saved: Option<String>,
}

impl Ways {
    /// Saves the two cases.
    pub(super) fn save(walk: &Walk<'_>, ambiguity: &Ambiguity) -> Self {
        let Ambiguity { depth, cases, position, futures } = ambiguity;
        let both = cases.iter().zip(futures).map(|(case, future)| {
            let saved = walk.findings().save_as(walk.file.subject.name(), case.text().as_bytes());
            let saved = saved.map(|path| path.display().to_string());
            Way { case: case.text().to_owned(), future: future.clone(), saved }
        });
        let both = both.collect();
        let shown = Marked { title: "the position", picture: position, marks: &[] };
        let picture = report::render_marked(&[shown]);
        Self { depth: *depth, both, picture }
    }

    /// The finding about the rule set.
    pub(super) fn finding(&self, walk: &Walk<'_>) -> TestFinding {
        let report = self.render(walk.file.subject.name(), &walk.session.program(), walk.depth);
        let file = self.both[0].saved.as_ref().map(PathBuf::from);
        let details = serde_json::to_value(self).expect("plain data serializes");
        let headline = AMBIGUOUS.to_string();
        TestFinding { headline, report, file, details, ..TestFinding::default() }
    }

    /// The report as text. `depth` is the depth that was to be counted.
    fn render(&self, rule_set: &str, program: &str, depth: u32) -> String {
        let mut out = report::title(rule_set, AMBIGUOUS);
        let _ =
            writeln!(out, "\n\nfound at depth {}, on both sides\n\n{}", self.depth, self.picture);
        for (name, Way { case, future, saved }) in ["one way", "another way"].iter().zip(&self.both)
        {
            let _ = write!(out, "{name}: {future}\n{}", indented(case));
            if let Some(saved) = saved {
                let file = as_argument(saved);
                let _ = writeln!(out, "  saved as {saved}; see it with {program} show {file}");
            }
            out.push('\n');
        }
        out += "Equal positions of a depth are continued once, so counts would be wrong. \
                `Position` of the\nvocabulary must hold everything that the rest of the game \
                depends on, such as whose turn it\nis or the positions that may not be repeated. \
                To count without merging any positions:\n";
        let file = self.both[0].saved.as_deref().map_or_else(|| "FILE".to_owned(), as_argument);
        let below = depth.saturating_sub(self.depth);
        let _ = writeln!(out, "  {program} perft {file} --depth {below} --count");
        out
    }
}
