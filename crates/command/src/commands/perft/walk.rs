//! A count from the end of a case on both sides: of the distinct positions, which are compared, or of
//! sequences of moves alone (`--count`).

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use indicatif::{HumanCount, ProgressBar};
use twinboard_harness::AnyCase;
use twinboard_harness::campaign::{FoundDivergence, Origin};
use twinboard_harness::perft::{
    Branch, CountBranch, CountPlan, CountProgress, CountResult, Difference, PerftEnd, PerftPlan,
    PerftProgress, PerftResult, Work,
};
use twinboard_harness::report::Report;

use super::tables;
use super::ways::Ways;
use crate::args::Reporting;
use crate::cases::case_file::CaseFile;
use crate::cases::finding::Findings;
use crate::output::progress::ProgressLog;
use crate::output::result::{Figures, Status, Table, Test, TestFinding};
use crate::output::tally::Tally;
use crate::output::{self, Failure, ci};
use crate::session::Session;

/// What is counted, to any depth.
#[derive(Clone)]
pub(super) enum Plan {
    /// Positions: equal ones are merged, and the sides are compared by them.
    Positions(PerftPlan),
    /// Sequences of moves; no position is stored.
    Sequences(CountPlan),
}

/// A walk from the final position of the first case of a file.
pub(crate) struct Walk<'a> {
    pub(super) session: &'a Session,
    pub(super) file: CaseFile,
    pub(super) depth: u32,
    pub(super) plan: Plan,
    /// True if the counts below each first move are printed.
    pub(super) divide: bool,
    pub(super) reporting: &'a Reporting,
    pub(super) bar: ProgressBar,
    pub(super) log: RefCell<ProgressLog>,
    /// Set by Ctrl-C.
    pub(super) stop: Arc<AtomicBool>,
}

/// The counts at a position, on which engine and oracle agree.
pub(super) struct Counted {
    pub(super) total: u128,
    pub(super) branches: Vec<CountBranch>,
}

/// The result of a walk.
pub(super) struct Walked {
    /// Nodes by depth.
    nodes: Vec<u128>,
    depths: Table,
    divide: Table,
    /// At the last depth; empty if all games end before.
    branches: Vec<CountBranch>,
    engine: Work,
    oracle: Work,
    end: PerftEnd,
}

impl Walked {
    /// The counts at a depth, if the walk was finished.
    pub(super) fn counted(self, depth: u32) -> Option<Counted> {
        let total = self.nodes.get(depth as usize).copied().unwrap_or_default();
        (self.end == PerftEnd::Done).then_some(Counted { total, branches: self.branches })
    }
}

/// Adds the work of one depth.
pub(super) fn add(work: &mut Work, more: Work) {
    work.moves = work.moves.saturating_add(more.moves);
    work.time += more.time;
}

impl Walk<'_> {
    /// A walk from the same case to another depth, with the counts of each first move.
    pub(super) fn divided(&self, depth: u32) -> Self {
        let file = &self.file;
        let mut plan = self.plan.clone();
        match &mut plan {
            Plan::Positions(plan) => plan.divide = true,
            Plan::Sequences(plan) => plan.divide = true,
        }
        Self {
            session: self.session,
            file: file.first(),
            depth,
            plan,
            divide: false,
            reporting: self.reporting,
            bar: self.bar.clone(),
            log: RefCell::new(ProgressLog::new(file.subject.name(), true)),
            stop: Arc::clone(&self.stop),
        }
    }

    /// The case from whose end to walk.
    pub(super) fn case(&self) -> Result<&AnyCase, Failure> {
        self.file.cases.first().ok_or_else(|| self.no_case())
    }

    fn no_case(&self) -> Failure {
        Failure::Usage(format!("{} has no case to walk from", self.file.name))
    }

    /// Shows how many parts of the work are done, and a message with all figures.
    fn show(&self, done: usize, of: usize, message: String) {
        self.bar.set_length(of as u64);
        self.bar.set_position(done as u64);
        self.log.borrow_mut().show(|| message.clone());
        self.bar.set_message(message);
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.stop.load(Relaxed)
    }

    pub(super) fn findings(&self) -> Findings<'_> {
        Findings::new(self.session, self.reporting, &self.stop)
    }

    /// Counts to all depths.
    pub(super) fn run(&self) -> Result<Walked, Failure> {
        match &self.plan {
            Plan::Positions(plan) => self.run_positions(plan),
            Plan::Sequences(plan) => self.run_sequences(plan),
        }
    }

    fn run_positions(&self, plan: &PerftPlan) -> Result<Walked, Failure> {
        let show = &mut |progress: &PerftProgress| self.show_positions(progress);
        let result = self.positions(self.case()?, (plan, self.depth), show);
        let PerftResult { rows, branches, engine, oracle, end } = result;
        Ok(Walked {
            nodes: rows.iter().map(|row| row.nodes).collect(),
            depths: tables::depths(&rows),
            divide: tables::branches(&branches, self.depth),
            branches: branches.into_iter().map(nodes_below).collect(),
            engine,
            oracle,
            end,
        })
    }

    /// Counts one depth after the other, until no move is left.
    fn run_sequences(&self, plan: &CountPlan) -> Result<Walked, Failure> {
        let (mut nodes, mut branches) = (Vec::new(), Vec::new());
        let (mut engine, mut oracle) = (Work::default(), Work::default());
        let mut end = PerftEnd::Done;
        while nodes.len() <= self.depth as usize && nodes.last() != Some(&0) {
            let result = self.sequences(self.case()?, (plan, nodes.len() as u32));
            add(&mut engine, result.engine);
            add(&mut oracle, result.oracle);
            end = result.end;
            let Some(count) = result.nodes else { break };
            nodes.push(count);
            branches = result.branches;
        }
        let depth = (nodes.len() as u32).saturating_sub(1);
        let (depths, divide) = (tables::counts(&nodes), tables::branch_counts(&branches, depth));
        if depth < self.depth {
            branches.clear();
        }
        Ok(Walked { nodes, depths, divide, branches, engine, oracle, end })
    }

    /// The counts at a depth from the end of a case; `None` if there are none.
    pub(super) fn count(&self, case: &AnyCase, depth: u32) -> Option<Counted> {
        match &self.plan {
            Plan::Positions(plan) => {
                let result = self.positions(case, (plan, depth), &mut |_| {});
                let total = result.rows.get(depth as usize).map_or(0, |row| row.nodes);
                let branches = result.branches.into_iter().map(nodes_below).collect();
                (result.end == PerftEnd::Done).then_some(Counted { total, branches })
            }
            Plan::Sequences(plan) => {
                let result = self.sequences(case, (plan, depth));
                let branches = result.branches;
                result.nodes.map(|total| Counted { total, branches })
            }
        }
    }

    fn positions(
        &self,
        case: &AnyCase,
        (plan, depth): (&PerftPlan, u32),
        show: &mut dyn FnMut(&PerftProgress),
    ) -> PerftResult {
        let plan = PerftPlan { depth, ..plan.clone() };
        self.file.subject.perft(case, &plan, show)
    }

    pub(super) fn sequences(
        &self,
        case: &AnyCase,
        (plan, depth): (&CountPlan, u32),
    ) -> CountResult {
        let plan = CountPlan { depth, ..plan.clone() };
        let show = &mut |progress: &CountProgress| self.show_sequences(progress);
        self.file.subject.count(case, &plan, show)
    }

    /// The result, with the error of a walk that was not finished; a difference is shrunk before.
    pub(super) fn test(&self, walked: &Walked) -> (Test, Result<(), Failure>) {
        let Walked { nodes, depths, divide, engine, oracle, end, .. } = walked;
        let (who, only, thing, unit) = match &self.plan {
            Plan::Positions(_) => ("engine and oracle agree".to_owned(), None, "position", "moves"),
            Plan::Sequences(CountPlan { only: None, .. }) => {
                ("engine and oracle count the same".to_owned(), None, "move", "nodes")
            }
            Plan::Sequences(CountPlan { only: Some(side), .. }) => {
                let who = format!("the {side} counted alone, compared with nothing,");
                (who, Some(side), "move", "nodes")
            }
        };
        let is_stopped = *end == PerftEnd::Stopped;
        let is_late = is_stopped && !self.is_interrupted();
        let (is_too_large, whole) = self.is_whole(end);
        let tally = Tally::new("depth", "counted")
            .with(nodes.len() as u64)
            .hint("the time is over before the first depth")
            .undecided_if(is_late || is_too_large)
            .interrupted_if(is_stopped && !is_late);
        let mut verdict = match &nodes[..] {
            [] => String::new(),
            [.., 0] => format!("{who} to depth {}, where no {thing} is left", nodes.len() - 1),
            [..] => format!("{who} to depth {}", nodes.len() - 1),
        };
        if is_late {
            verdict = format!("{verdict}; the time is over before depth {}", nodes.len());
        }
        if is_too_large || whole.is_err() {
            verdict += "; not finished";
        }
        let mut test = self.test_of(tally, &verdict, end);
        let figures = test.figures.with_some("only", only);
        test.figures = figures.with("complete", *end == PerftEnd::Done);
        let divide = self.divide.then(|| divide.clone());
        let work = tables::work(engine, oracle, unit);
        test.tables = [depths.clone()].into_iter().chain(divide).chain([work]).collect();
        (test, whole)
    }

    /// Whether there are more positions than the limit, and the error of a walk that could not reach
    /// its depth.
    fn is_whole(&self, end: &PerftEnd) -> (bool, Result<(), Failure>) {
        match (end, &self.plan) {
            (PerftEnd::Full, Plan::Positions(plan)) => {
                output::print_error_line(format!(
                    "there are more than {} positions, or moves from one position; raise the limit \
                     with --positions-max, or count without storing any, with --count",
                    HumanCount(u64::from(plan.positions_max))
                ));
                (true, Ok(()))
            }
            (PerftEnd::Full, Plan::Sequences(_)) => {
                let depth = self.depth;
                let message =
                    format!("a position before depth {depth} has more moves than can be followed");
                (false, Err(Failure::Usage(message)))
            }
            (PerftEnd::Unsupported(side), _) => {
                (false, Err(Failure::unsupported(*side, &self.file.name_of(0))))
            }
            _ => (false, Ok(())),
        }
    }

    /// A result about the walk; what has ended it is shrunk and saved.
    fn test_of(&self, tally: Tally, verdict: &str, end: &PerftEnd) -> Test {
        let rule_set = self.file.subject.name();
        let name = self.file.name_of(0);
        let figures = Figures::default().with("case", &name).with("depth", self.depth);
        let mut test = Test::new(rule_set, ci::pairing(self.session, rule_set), tally, verdict);
        match end {
            PerftEnd::Differs(difference) => {
                let finding = TestFinding::of(self.session, &self.report(difference));
                test = test.with_findings(vec![finding], "divergence");
                test.verdict = format!("{}, at depth {}", test.verdict, difference.depth);
            }
            PerftEnd::Ambiguous(ambiguity) => {
                test.findings.push(Ways::save(self, ambiguity).finding(self));
                test.status = Status::Failed;
                test.verdict = format!(
                    "counted to depth {}; a position at depth {} does not determine the game",
                    ambiguity.depth.saturating_sub(1),
                    ambiguity.depth
                );
            }
            _ => {}
        }
        Test { scope: name, figures, ..test }
    }

    /// Shrinks and saves the case that leads to a difference.
    pub(super) fn report(&self, difference: &Difference) -> Report {
        self.bar.set_message("shrinking the failing case");
        let Difference { depth, case, divergence } = difference;
        let subject = &self.file.subject;
        let origin = Origin::Walked { name: self.file.name_of(0), depth: *depth };
        let (case, divergence) = (Some(case.clone()), divergence.clone());
        let found = FoundDivergence { origin, case, divergence };
        let announce = |line| self.bar.suspend(|| output::print_error_line(line));
        self.findings().triage(subject, found, &announce)
    }

    fn show_positions(&self, progress: &PerftProgress) {
        let PerftProgress { branch, depth, expanded, of } = *progress;
        let branch = branch.map(|(number, count)| format!("first move {number} of {count}, "));
        let (done, all) = (HumanCount(expanded as u64), HumanCount(of as u64));
        let branch = branch.unwrap_or_default();
        self.show(expanded, of, format!("{branch}depth {depth}: {done} of {all} positions"));
    }

    fn show_sequences(&self, progress: &CountProgress) {
        let CountProgress { depth, done, of, nodes } = *progress;
        let nodes = HumanCount(u64::try_from(nodes).unwrap_or(u64::MAX));
        self.show(done, of, format!("{}, depth {depth}: {nodes} nodes", self.file.name));
    }
}

/// The nodes below a first move, without the positions.
fn nodes_below(Branch { title, mv, case, row }: Branch) -> CountBranch {
    CountBranch { title, mv, case, nodes: row.nodes }
}
