//! The enumeration on both sides, and what is done with its result.

use std::fmt::Write;
use std::path::PathBuf;

use indicatif::HumanCount;
use serde_json::json;
use twinboard_harness::perft::{
    AMBIGUOUS, Ambiguity, CountBranch, DepthCounts, PerftEnd, PerftPlan, PerftProgress, PerftResult,
};
use twinboard_harness::report::{self, Marked, as_argument};

use super::against::Counted;
use super::{Walk, tables};
use crate::output::result::{Status, Test, TestFinding};
use crate::output::tally::Tally;
use crate::output::text::indented;
use crate::output::{self, Failure};

/// The moves from the final position of the first case of a file, with equal positions merged.
pub(super) struct Enumeration<'a> {
    pub(super) walk: &'a Walk<'a>,
    pub(super) plan: PerftPlan,
}

impl Enumeration<'_> {
    pub(super) fn run(&self) -> Result<PerftResult, Failure> {
        let file = &self.walk.file;
        let case = self.walk.case()?;
        let result = file
            .subject
            .perft(case.as_bytes(), &self.plan, &mut |progress| show(self.walk, progress));
        let result = result.map_err(|error| Failure::Input { name: file.name_of(0), error })?;
        result.ok_or_else(|| self.walk.no_case())
    }

    /// The counts at a depth from the end of a case; `None` if there are none.
    pub(super) fn count(&self, case: &str, depth: u32) -> Result<Option<Counted>, Failure> {
        let file = &self.walk.file;
        let plan = PerftPlan { depth, ..self.plan.clone() };
        let result = file.subject.perft(case.as_bytes(), &plan, &mut |_| {});
        let name = || file.name.clone();
        let result = result.map_err(|error| Failure::Input { name: name(), error })?;
        Ok(result.filter(|it| it.end == PerftEnd::Done).map(|result| counted(&result, depth)))
    }

    /// The result, with the error of a walk that was not finished; a difference is shrunk before.
    pub(super) fn test(&self, result: &PerftResult, divide: bool) -> (Test, Result<(), Failure>) {
        let walk = self.walk;
        let PerftResult { rows, branches, engine, oracle, end } = result;
        let tally = Tally::new("depth", "counted")
            .with(rows.len() as u64)
            .undecided_if(*end == PerftEnd::Full)
            .interrupted_if(*end == PerftEnd::Stopped);
        let verdict = match rows.last() {
            None => String::new(),
            Some(DepthCounts { depth, positions: 0, .. }) => {
                format!("engine and oracle agree to depth {depth}, where no position is left")
            }
            Some(row) => format!("engine and oracle agree to depth {}", row.depth),
        };
        let mut test = walk.test(tally, &verdict, end);
        match end {
            PerftEnd::Full | PerftEnd::Unsupported(_) => test.verdict += "; not finished",
            PerftEnd::Ambiguous(ambiguity) => {
                test.findings.push(ambiguous(walk, ambiguity));
                test.status = Status::Failed;
                test.verdict = format!(
                    "counted to depth {}; a position at depth {} does not determine the game",
                    ambiguity.depth.saturating_sub(1),
                    ambiguity.depth
                );
            }
            _ => {}
        }
        test.figures = test.figures.with("complete", *end == PerftEnd::Done);
        let branches = if divide { &branches[..] } else { &[] };
        let branches = tables::branches(branches, self.plan.depth);
        test.tables = vec![tables::depths(rows), branches, tables::work(engine, oracle, "moves")];
        (test, self.is_whole(end))
    }

    /// Fails if the run could not reach its depth for a reason other than Ctrl-C or a finding.
    fn is_whole(&self, end: &PerftEnd) -> Result<(), Failure> {
        match *end {
            PerftEnd::Full => {
                output::print_error_line(format!(
                    "there are more than {} positions, or moves from one position; raise the limit \
                     with --positions-max, or count without storing any, with --count",
                    HumanCount(u64::from(self.plan.positions_max))
                ));
                Ok(())
            }
            PerftEnd::Unsupported(side) => Err(self.walk.unsupported(side)),
            PerftEnd::Done | PerftEnd::Stopped | PerftEnd::Differs(_) | PerftEnd::Ambiguous(_) => {
                Ok(())
            }
        }
    }
}

/// The counts of a walk at a depth; 0 if all games end before.
pub(super) fn counted(result: &PerftResult, depth: u32) -> Counted {
    let total = result.rows.get(depth as usize).map_or(0, |row| row.nodes);
    let branches = result.branches.iter().map(|branch| CountBranch {
        title: branch.title.clone(),
        mv: branch.mv.clone(),
        case: branch.case.clone(),
        nodes: branch.row.nodes,
    });
    Counted { total, branches: branches.collect() }
}

/// The finding about a position that does not determine the rest of the game: two ways to it, saved
/// as cases.
fn ambiguous(walk: &Walk<'_>, ambiguity: &Ambiguity) -> TestFinding {
    let Ambiguity { depth, cases, position, futures } = ambiguity;
    let (rule_set, program) = (walk.file.subject.name(), walk.session.program());
    let shown = Marked { title: "the position", picture: position, marks: &[] };
    let picture = report::render_marked(&[shown]);
    let title = report::title(rule_set, AMBIGUOUS);
    let mut out = format!("{title}\n\nfound at depth {depth}, on both sides\n\n{picture}\n");
    let (mut ways, mut files) = (Vec::new(), Vec::new());
    for (name, (case, future)) in ["one way", "another way"].iter().zip(cases.iter().zip(futures)) {
        let saved = walk.findings().save_as(rule_set, case.as_bytes());
        let saved = saved.map(|path| path.display().to_string());
        let _ = write!(out, "{name}: {future}\n{}", indented(case));
        if let Some(saved) = &saved {
            let file = as_argument(saved);
            let _ = writeln!(out, "  saved as {saved}; see it with {program} show {file}");
        }
        out.push('\n');
        ways.push(json!({ "case": case, "future": future, "saved": saved }));
        files.extend(saved);
    }
    let file = files.first().map_or_else(|| "FILE".to_owned(), |file| as_argument(file));
    let below = walk.depth.saturating_sub(*depth);
    let _ = writeln!(
        out,
        "Equal positions of a depth are continued once, so counts would be wrong. `Position` of the\n\
         vocabulary must hold everything that the rest of the game depends on, such as whose turn it\n\
         is or the positions that may not be repeated. To count without merging any positions:\n  \
         {program} perft {file} --depth {below} --count"
    );
    TestFinding {
        headline: AMBIGUOUS.to_string(),
        report: out,
        file: files.first().map(PathBuf::from),
        details: json!({ "depth": depth, "ways": ways }),
        ..TestFinding::default()
    }
}

fn show(walk: &Walk<'_>, progress: &PerftProgress) {
    let PerftProgress { branch, depth, expanded, of } = *progress;
    let branch = branch.map(|(number, count)| format!("first move {number} of {count}, "));
    let message = format!(
        "{}depth {depth}: {} of {} positions",
        branch.unwrap_or_default(),
        HumanCount(expanded as u64),
        HumanCount(of as u64),
    );
    walk.show(expanded, of, message);
}
