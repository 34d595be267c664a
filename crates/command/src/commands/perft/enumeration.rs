//! The enumeration on both sides, and what is done with its result.

use indicatif::HumanCount;
use twinboard_harness::AnyCase;
use twinboard_harness::perft::{
    CountBranch, DepthCounts, PerftEnd, PerftPlan, PerftProgress, PerftResult,
};

use super::against::Counted;
use super::ways::Ways;
use super::{Walk, tables};
use crate::output::result::{Status, Test};
use crate::output::tally::Tally;
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
        let show = &mut |progress: &_| show(self.walk, progress);
        Ok(file.subject.perft(case, &self.plan, show))
    }

    /// The counts at a depth from the end of a case; `None` if there are none.
    pub(super) fn count(&self, case: &AnyCase, depth: u32) -> Result<Option<Counted>, Failure> {
        let file = &self.walk.file;
        let plan = PerftPlan { depth, ..self.plan.clone() };
        let result = file.subject.perft(case, &plan, &mut |_| {});
        Ok((result.end == PerftEnd::Done).then(|| counted(&result, depth)))
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
                test.findings.push(Ways::save(walk, ambiguity).finding(walk));
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
