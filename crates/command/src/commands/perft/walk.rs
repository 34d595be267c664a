//! A count from the end of a case on both sides: of the distinct positions, which are compared, or of
//! sequences of moves alone (`--count`).

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::Ordering::Relaxed;

use indicatif::{HumanCount, ProgressBar};
use twinboard_harness::AnyCase;
use twinboard_harness::campaign::{FoundDivergence, Origin};
use twinboard_harness::perft::{
    Branch, DepthCounts, Difference, PerftEnd, PerftPlan, PerftProgress, PerftResult, Work,
};
use twinboard_harness::report::Report;

use crate::args::Reporting;
use crate::cases::case_file::CaseFile;
use crate::cases::finding::Findings;
use crate::output::progress::ProgressLog;
use crate::output::result::{Cell, Column, Figures, Table, Test, TestFinding};
use crate::output::tally::Tally;
use crate::output::{self, Failure, ci};
use crate::session::Session;

/// A walk from the final position of the first case of a file.
#[derive(Clone)]
pub(crate) struct Walk<'a> {
    pub(super) session: &'a Session,
    pub(super) file: CaseFile,
    pub(super) plan: PerftPlan,
    /// True if the counts below each first move are printed.
    pub(super) divide: bool,
    pub(super) reporting: &'a Reporting,
    pub(super) bar: ProgressBar,
    pub(super) log: Rc<RefCell<ProgressLog>>,
}

/// The counts at a position, on which engine and oracle agree.
pub(super) struct Counted {
    pub(super) total: u128,
    pub(super) branches: Vec<Branch>,
}

impl Counted {
    /// Those at a depth that was reached; `None` if the walk ended before.
    pub(super) fn of(walked: PerftResult, depth: u32) -> Option<Self> {
        // All games end before a depth without a row.
        let row = walked.rows.iter().find(|row| row.depth == depth);
        let (total, mut branches) = (row.map_or(0, |row| row.nodes), walked.branches);
        branches.retain(|branch| branch.row.depth == depth);
        (walked.end == PerftEnd::Done).then_some(Self { total, branches })
    }
}

/// The nodes at the last depth that was counted.
pub(super) fn nodes(walked: &PerftResult) -> Option<u128> {
    walked.rows.last().map(|row| row.nodes)
}

pub(super) fn add(work: &mut Work, more: Work) {
    work.moves = work.moves.saturating_add(more.moves);
    work.time += more.time;
}

impl Walk<'_> {
    pub(super) fn case(&self) -> Result<&AnyCase, Failure> {
        let none = || usage!("{} has no case to walk from", self.file.name);
        self.file.cases.first().ok_or_else(none)
    }

    fn show(&self, progress: &PerftProgress) {
        let PerftProgress { branch, depth, done, of, nodes } = *progress;
        let message = if let Some(nodes) = nodes {
            let nodes = HumanCount(u64::try_from(nodes).unwrap_or(u64::MAX));
            format!("{}, depth {depth}: {nodes} nodes", self.file.name)
        } else {
            let branch = branch.map(|(number, count)| format!("first move {number} of {count}, "));
            let (expanded, all) = (HumanCount(done as u64), HumanCount(of as u64));
            let branch = branch.unwrap_or_default();
            format!("{branch}depth {depth}: {expanded} of {all} positions")
        };
        self.bar.set_length(of as u64);
        self.bar.set_position(done as u64);
        self.log.borrow_mut().show(|| message.clone());
        self.bar.set_message(message);
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.plan.stop.load(Relaxed)
    }

    fn findings(&self) -> Findings<'_> {
        Findings::new(self.session, self.reporting, &self.plan.stop)
    }

    pub(super) fn save(&self, case: &AnyCase) -> Option<String> {
        let name = self.file.subject.name();
        let saved = self.findings().save_as(name, case.text().as_bytes());
        saved.map(|path| path.display().to_string())
    }

    /// Counts to all depths.
    pub(super) fn run(&self) -> Result<PerftResult, Failure> {
        let (case, depth) = (self.case()?, self.plan.depth);
        if self.plan.positions_max.is_some() {
            return Ok(self.walk(case, depth));
        }
        // One depth after the other, until no move is left.
        let mut all = self.walk(case, 0);
        while all.end == PerftEnd::Done
            && all.rows.len() <= depth as usize
            && nodes(&all) != Some(0)
        {
            let next = self.walk(case, all.rows.len() as u32);
            add(&mut all.engine, next.engine);
            add(&mut all.oracle, next.oracle);
            if !next.rows.is_empty() {
                all.branches = next.branches;
            }
            all.rows.extend(next.rows);
            all.end = next.end;
        }
        Ok(all)
    }

    /// The counts at a depth from the end of a case; `None` if there are none.
    pub(super) fn count(&self, case: &AnyCase, depth: u32) -> Option<Counted> {
        Counted::of(self.walk(case, depth), depth)
    }

    /// Walks to a depth from the end of a case. Without positions, only that depth has a row.
    pub(super) fn walk(&self, case: &AnyCase, depth: u32) -> PerftResult {
        let plan = PerftPlan { depth, ..self.plan.clone() };
        self.file.subject.perft(case, &plan, &mut |progress| self.show(progress))
    }

    /// The result, with the error of a walk that was not finished; a difference is shrunk before.
    pub(super) fn test(&self, walked: &PerftResult) -> (Test, Result<(), Failure>) {
        let PerftResult { rows, end, .. } = walked;
        let only = self.plan.only;
        let (who, thing) = match (self.plan.positions_max, only) {
            (Some(_), _) => ("engine and oracle agree".to_owned(), "position"),
            (None, None) => ("engine and oracle count the same".to_owned(), "move"),
            (None, Some(side)) => {
                (format!("the {side} counted alone, compared with nothing,"), "move")
            }
        };
        let is_stopped = *end == PerftEnd::Stopped;
        let is_late = is_stopped && !self.is_interrupted();
        let (is_too_large, whole) = self.is_whole(end);
        let tally = Tally::new("depth", "counted")
            .with(rows.len() as u64)
            .hint("the time is over before the first depth")
            .undecided_if(is_late || is_too_large)
            .interrupted_if(is_stopped && !is_late);
        let mut verdict = match &rows[..] {
            [] => String::new(),
            [.., DepthCounts { depth, nodes: 0, .. }] => {
                format!("{who} to depth {depth}, where no {thing} is left")
            }
            [.., DepthCounts { depth, .. }] => format!("{who} to depth {depth}"),
        };
        if is_late {
            verdict = format!("{verdict}; the time is over before depth {}", rows.len());
        }
        if is_too_large || whole.is_err() {
            verdict += "; not finished";
        }
        let mut test = self.test_of(tally, &verdict, end);
        let figures = test.figures.with_some("only", only);
        test.figures = figures.with("complete", *end == PerftEnd::Done);
        test.tables = self.tables(walked);
        (test, whole)
    }

    /// Whether there are more positions than the limit, and the error of a walk that could not reach
    /// its depth.
    fn is_whole(&self, end: &PerftEnd) -> (bool, Result<(), Failure>) {
        match (end, self.plan.positions_max) {
            (PerftEnd::Full, Some(positions_max)) => {
                output::print_error_line(format!(
                    "there are more than {} positions, or moves from one position; raise the limit \
                     with --positions-max, or count without storing any, with --count",
                    HumanCount(u64::from(positions_max))
                ));
                (true, Ok(()))
            }
            (PerftEnd::Full, None) => {
                let depth = self.plan.depth;
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

    fn test_of(&self, tally: Tally, verdict: &str, end: &PerftEnd) -> Test {
        let rule_set = self.file.subject.name();
        let name = self.file.name_of(0);
        let figures = Figures::default().with("case", &name).with("depth", self.plan.depth);
        let mut test = Test::new(rule_set, ci::pairing(self.session, rule_set), tally, verdict);
        if let PerftEnd::Differs(difference) = end {
            let finding = TestFinding::of(self.session, &self.report(difference));
            test = test.with_findings(vec![finding], "divergence");
            test.verdict = format!("{}, at depth {}", test.verdict, difference.depth);
        }
        Test { scope: name, figures, ..test }
    }

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

    fn tables(&self, walked: &PerftResult) -> Vec<Table> {
        let PerftResult { rows, branches, engine, oracle, .. } = walked;
        let has_positions = self.plan.positions_max.is_some();
        let columns = || {
            let mut columns = vec![Column::count("nodes", "nodes")];
            if has_positions {
                columns.push(Column::count("positions", "positions"));
                columns.push(Column::text("digest", "digest"));
            }
            columns
        };
        let figures = |row: &DepthCounts| {
            let mut cells = vec![Cell::Wide(row.nodes)];
            if has_positions {
                let digest = format!("{:016x}", row.digest);
                cells.extend([Cell::from(row.positions), Cell::from(digest)]);
            }
            cells
        };
        let row = |it: &DepthCounts| [vec![Cell::from(u64::from(it.depth))], figures(it)].concat();
        let depths = Table {
            columns: [vec![Column::count("depth", "depth")], columns()].concat(),
            rows: rows.iter().map(row).collect(),
            ..Table::new("depths")
        };
        let depth =
            if has_positions { self.plan.depth } else { (rows.len() as u32).saturating_sub(1) };
        let branch = |it: &Branch| [figures(&it.row), vec![Cell::from(&*it.title)]].concat();
        let divide = self.divide.then(|| Table {
            title: format!("below each first move, at depth {depth}"),
            columns: [columns(), vec![Column::text("move", "move")]].concat(),
            rows: branches.iter().map(branch).collect(),
            ..Table::new("divide")
        });
        let work = work_table(engine, oracle, if has_positions { "moves" } else { "nodes" });
        [depths].into_iter().chain(divide).chain([work]).collect()
    }
}

/// Work of the sides that did some. `unit` is what they count.
pub(super) fn work_table(engine: &Work, oracle: &Work, unit: &str) -> Table {
    let row = |(side, work): (&str, &Work)| {
        let seconds = work.time.as_secs_f64();
        let rate = (work.moves as f64 / seconds.max(1e-6)) as u64;
        vec![Cell::from(side), Cell::from(work.moves), Cell::Seconds(seconds), Cell::from(rate)]
    };
    let sides = [("engine", engine), ("oracle", oracle)];
    let columns = vec![
        Column::text("side", "side"),
        Column::count("count", unit),
        Column::count("seconds", "seconds"),
        Column::count("per_second", format!("{unit}/s")),
    ];
    let rows = sides.into_iter().filter(|(_, work)| work.moves > 0).map(row).collect();
    Table { columns, rows, ..Table::new("work") }
}
