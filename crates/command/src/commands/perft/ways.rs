//! Report of a position that does not determine the rest of the game: two cases that lead to it.

use std::fmt::Write;

use serde::Serialize;
use twinboard_harness::perft::{AMBIGUOUS, Ambiguity};
use twinboard_harness::report::{self, Marked, as_argument};

use super::Walk;

/// Two ways to one position, saved as cases.
#[derive(Serialize)]
pub(super) struct Ways {
    depth: u32,
    cases: [String; 2],
    /// Outcome or legal moves after each of them, as far as they differ.
    futures: [String; 2],
    /// Path of each case; none if it could not be saved.
    saved: [Option<String>; 2],
    #[serde(skip)]
    picture: String,
}

impl Ways {
    /// Saves the two cases.
    pub(super) fn save(walk: &Walk<'_>, ambiguity: &Ambiguity) -> Self {
        let Ambiguity { depth, cases, position, futures } = ambiguity;
        let saved = cases.each_ref().map(|case| {
            let saved = walk.findings().save_as(walk.file.subject.name(), case.as_bytes());
            saved.map(|path| path.display().to_string())
        });
        let shown = Marked { title: "the position", picture: position, marks: &[] };
        let picture = report::render_marked(&[shown]);
        Self { depth: *depth, cases: cases.clone(), futures: futures.clone(), saved, picture }
    }

    /// The report as text. `depth` is the depth that was to be counted.
    pub(super) fn render(&self, rule_set: &str, program: &str, depth: u32) -> String {
        let mut out = report::title(rule_set, AMBIGUOUS);
        let _ =
            writeln!(out, "\n\nfound at depth {}, on both sides\n\n{}", self.depth, self.picture);
        let ways = ["one way", "another way"].into_iter().zip(&self.cases).zip(&self.futures);
        for (((way, case), future), saved) in ways.zip(&self.saved) {
            let _ = writeln!(out, "{way}: {future}");
            for line in case.lines() {
                let _ = writeln!(out, "  {line}");
            }
            if let Some(saved) = saved {
                let file = as_argument(saved);
                let _ = writeln!(out, "  saved as {saved}; see it with {program} show {file}");
            }
            out.push('\n');
        }
        out += "Equal positions are continued once, so counts at greater depths would be wrong. \
                The rule set\nis at fault: its `Position` must hold everything that the rest of \
                the game depends on, such\nas the positions that may not be repeated. To count \
                without merging any positions:\n";
        let file = self.saved[0].as_deref().map_or_else(|| "FILE".to_owned(), as_argument);
        let below = depth.saturating_sub(self.depth);
        let _ = writeln!(out, "  {program} perft {file} --depth {below} --count");
        out
    }
}
