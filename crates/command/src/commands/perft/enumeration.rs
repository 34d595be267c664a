//! The enumeration on both sides, and what is done with its result.

use indicatif::{HumanCount, ProgressBar};
use twinboard_harness::campaign::{FoundDivergence, Origin};
use twinboard_harness::perft::{Difference, PerftEnd, PerftPlan, PerftProgress, PerftResult};
use twinboard_harness::report::Report;
use twinboard_harness::triage;

use super::summary::Summary;
use crate::args::Reporting;
use crate::cases::case_file::CaseFile;
use crate::cases::finding::Findings;
use crate::output::{self, Exit, Failure};
use crate::session::Session;

/// The moves from the final position of the first case of a file.
pub(super) struct Enumeration<'a> {
    pub(super) session: &'a Session,
    pub(super) file: CaseFile,
    pub(super) plan: PerftPlan,
    pub(super) reporting: &'a Reporting,
    pub(super) bar: ProgressBar,
}

impl Enumeration<'_> {
    pub(super) fn run(&self) -> Result<PerftResult, Failure> {
        let Self { file, plan, bar, .. } = self;
        let no_case = || Failure::Usage(format!("{} has no case to walk from", file.name));
        let case = file.cases.first().ok_or_else(no_case)?;
        let result = file.subject.perft(case.as_bytes(), plan, &mut |progress| show(bar, progress));
        let result = result.map_err(|error| Failure::Input { name: file.name_of(0), error })?;
        result.ok_or_else(no_case)
    }

    /// Prints and writes the result; a difference is shrunk before.
    pub(super) fn finish(&self, result: PerftResult) -> Result<Exit, Failure> {
        let report = match &result.end {
            PerftEnd::Differs(difference) => {
                self.bar.set_message("shrinking the failing case");
                Some(self.report(difference))
            }
            _ => None,
        };
        self.bar.finish_and_clear();
        let summary = self.summary(result, report);
        let (found, whole) = (summary.report.is_some(), self.is_whole(&summary));
        let text = summary.render(self.session);
        self.reporting.results.finish(found, &text, &summary.to_json(), whole)
    }

    pub(super) fn summary(&self, result: PerftResult, report: Option<Report>) -> Summary {
        let (rule_set, name) = (self.file.subject.name(), self.file.name_of(0));
        Summary { rule_set, name, depth: self.plan.depth, result, report }
    }

    pub(super) fn findings(&self) -> Findings<'_> {
        Findings::new(self.session, self.reporting, &self.plan.stop)
    }

    /// Shrinks and saves the case that leads to the difference.
    fn report(&self, difference: &Difference) -> Report {
        let Difference { depth, text, divergence } = difference;
        let subject = &self.file.subject;
        // Lockstep compares more than perft does, and shrinking needs its finding.
        let in_lockstep = triage::find(subject, text, self.plan.step_limit);
        let (divergence, text) = in_lockstep.unwrap_or_else(|| (divergence.clone(), text.clone()));
        let origin = Origin::Walked { name: self.file.name_of(0), depth: *depth };
        let found = FoundDivergence { origin, text: Some(text), divergence };
        let announce = |line| self.bar.suspend(|| output::print_error_line(line));
        self.findings().triage(subject, found, &announce)
    }

    /// Fails if the run could not reach its depth for a reason other than Ctrl-C or a divergence.
    fn is_whole(&self, summary: &Summary) -> Result<(), Failure> {
        match summary.result.end {
            PerftEnd::Full => Err(Failure::Usage(format!(
                "there are more than {} positions, or moves from one position; raise the limit \
                 with --positions-max",
                HumanCount(u64::from(self.plan.positions_max))
            ))),
            PerftEnd::Unsupported(side) => {
                let name = &summary.name;
                Err(Failure::Usage(format!("the {side} does not support the board in {name}")))
            }
            PerftEnd::Done | PerftEnd::Stopped | PerftEnd::Differs(_) => Ok(()),
        }
    }
}

fn show(bar: &ProgressBar, progress: &PerftProgress) {
    let PerftProgress { branch, depth, side, expanded, of } = *progress;
    bar.set_length(of as u64);
    bar.set_position(expanded as u64);
    let branch = branch.map(|(number, count)| format!("first move {number} of {count}, "));
    bar.set_message(format!(
        "{}depth {depth}, {side}: {} of {} positions",
        branch.unwrap_or_default(),
        HumanCount(expanded as u64),
        HumanCount(of as u64),
    ));
}
