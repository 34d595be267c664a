//! The enumeration on both sides, and what is done with its result.

use indicatif::HumanCount;
use twinboard_harness::perft::{CountBranch, PerftEnd, PerftPlan, PerftProgress, PerftResult};
use twinboard_harness::report::Report;

use super::Walk;
use super::against::Counted;
use super::summary::Summary;
use super::ways::Ways;
use crate::output::tally::{Conclusion, Tally};
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

    /// Prints and writes the result; a difference is shrunk before.
    pub(super) fn finish(&self, result: PerftResult) -> Result<Conclusion, Failure> {
        let walk = self.walk;
        let report = walk.report_of(&result.end);
        let ambiguity = match &result.end {
            PerftEnd::Ambiguous(ambiguity) => Some(Ways::save(walk, ambiguity)),
            _ => None,
        };
        walk.bar.finish_and_clear();
        let summary = self.summary(result, report, ambiguity);
        let found = summary.report.is_some() || summary.ambiguity.is_some();
        let whole = self.is_whole(&summary);
        let text = summary.render(walk.session);
        let tally = Tally::new("depth", "counted")
            .with(summary.result.rows.len() as u64)
            .undecided_if(summary.result.end == PerftEnd::Full)
            .interrupted_if(summary.result.end == PerftEnd::Stopped);
        let json = summary.to_json(walk.session.has_late_breach());
        walk.reporting.results.finish(&tally, found, &text, ("perft", &json), whole)
    }

    pub(super) fn summary(
        &self,
        result: PerftResult,
        report: Option<Report>,
        ambiguity: Option<Ways>,
    ) -> Summary {
        let (rule_set, name) = (self.walk.file.subject.name(), self.walk.file.name_of(0));
        Summary { rule_set, name, depth: self.plan.depth, result, report, ambiguity }
    }

    /// Fails if the run could not reach its depth for a reason other than Ctrl-C or a finding.
    fn is_whole(&self, summary: &Summary) -> Result<(), Failure> {
        match summary.result.end {
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
