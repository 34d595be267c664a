//! `twinboard perft`: enumerates all legal moves to a depth on both sides and compares.

use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use clap::Args;
use indicatif::ProgressBar;
use twinboard_harness::campaign::{FoundDivergence, Origin};
use twinboard_harness::perft::{CountPlan, Difference, PerftEnd, PerftPlan};
use twinboard_harness::report::Report;
use twinboard_harness::{AnyCase, Side};

use crate::args::number::{at_least, whole};
use crate::args::{Reporting, Threads};
use crate::cases::case_file::{CaseFile, RuleSetOption};
use crate::cases::finding::Findings;
use crate::output::progress::{ProgressLog, WITH_MESSAGE};
use crate::output::publish::Outputs;
use crate::output::result::{CommandResult, Figures, Status, Test, TestFinding};
use crate::output::tally::{Conclusion, Tally};
use crate::output::{self, Failure, ci};
use crate::session::engine::EngineOptions;
use crate::session::{AnySubject, Session};

mod against;
mod confined;
mod counting;
mod counts;
mod enumeration;
mod program;
mod suite;
mod tables;
mod taken;
mod ways;

use against::Counted;
use counting::{CountOptions, Counting};
use enumeration::{Enumeration, counted};
use program::Program;

#[derive(Args)]
pub(crate) struct Perft {
    /// Case file; `-` is standard input. Without one, the start of the game that --rules names.
    #[arg(value_name = "FILE", conflicts_with = "suite")]
    #[arg(required_unless_present_any = ["suite", "rules"])]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) rules: RuleSetOption,
    /// Depth in moves; at 0 only the position at the end of the case is counted. With a suite, its
    /// greater depths are left out.
    #[arg(long, short, value_name = "D", value_parser = whole::<u32>)]
    #[arg(required_unless_present = "suite")]
    pub(crate) depth: Option<u32>,
    /// Also print the counts below each first move, in the order of the moves.
    #[arg(long)]
    pub(crate) divide: bool,
    #[command(flatten)]
    pub(crate) counting: CountOptions,
    /// File with positions and their expected counts, in the EPD form `SETUP ;D1 20 ;D2 400`, with
    /// which the counts of both sides are compared.
    ///
    /// A line has the text of a set-up and then, for each depth, `;D`, the depth, a blank and the
    /// count. Set-ups and cases of several lines end with a line of counts alone. Lines that begin
    /// with another semicolon are comments. Counts are as with --count.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["divide", "positions_max"])]
    pub(crate) suite: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) against: program::Against,
    /// Limit on the distinct positions that each side stores, over all depths.
    ///
    /// A run with more positions prints the finished depths and ends with an error. A position
    /// takes 1 to 2 kB of memory for both sides together, and 5 kB on the largest boards.
    #[arg(long, value_name = "N", default_value_t = 500_000, value_parser = at_least::<u32>(1))]
    pub(crate) positions_max: u32,
    #[command(flatten)]
    pub(crate) threads: Threads,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
}

/// The start of a walk: the final position of the first case of a file.
pub(crate) struct Walk<'a> {
    session: &'a Session,
    file: CaseFile,
    depth: u32,
    reporting: &'a Reporting,
    bar: ProgressBar,
    log: RefCell<ProgressLog>,
    /// Set by Ctrl-C.
    stop: Arc<AtomicBool>,
}

pub(crate) fn run(options: &Perft, session: &Session) -> Result<Conclusion, Failure> {
    let CountOptions { mut count, only, time } = options.counting;
    if let Some(path) = &options.suite {
        return suite::run(options, path, session);
    }
    if !count && (only.is_some() || time.is_some()) {
        let option = if only.is_some() { "--only" } else { "--time" };
        return Err(Failure::Usage(format!("{option} needs --count or --suite")));
    }
    let depth = options.depth.expect("required without a suite");
    let file = match &options.file {
        Some(path) => CaseFile::of(path, &options.rules, session)?,
        None => CaseFile::of_start(&options.rules, session)?,
    };
    let only = counting_side(options, session, &file.subject)?;
    let stop = session.catch_signals();
    let asked = (file.subject.name(), depth);
    let program = options.against.program(asked, &options.engine.programs, session, &stop)?;
    // An oracle alone counts, and has nothing to merge positions for.
    count |= only.is_some();
    // Counts are compared with those of a program move by move.
    let divide = options.divide || program.is_some();
    let bar = options.reporting.results.bar(file.subject.name(), 0, WITH_MESSAGE);
    let log = RefCell::new(ProgressLog::new(file.subject.name(), options.reporting.results.quiet));
    let walk = Walk { session, file, depth, reporting: &options.reporting, bar, log, stop };
    let (tests, whole) = if count {
        let plan = CountPlan { depth, divide, only, ..count_plan(options, &walk.stop) };
        let counting = Counting { walk: &walk, plan };
        let counts = counting.run()?;
        let sides = counts.test(options.divide);
        let count = |case: &AnyCase, depth| counting.count(case, depth);
        let counted = (counts.end == PerftEnd::Done).then(|| counts.counted());
        with_program(&walk, sides, program, counted, &count)?
    } else {
        let plan = PerftPlan {
            depth,
            divide,
            positions_max: options.positions_max,
            threads: options.threads.count(),
            step_limit: options.reporting.limits.step_limit,
            stop: Arc::clone(&walk.stop),
        };
        let enumeration = Enumeration { walk: &walk, plan };
        let result = enumeration.run()?;
        let sides = enumeration.test(&result, options.divide);
        let count = |case: &AnyCase, depth| enumeration.count(case, depth);
        let counted = (result.end == PerftEnd::Done).then(|| counted(&result, depth));
        with_program(&walk, sides, program, counted, &count)?
    };
    walk.bar.finish_and_clear();
    let result = CommandResult { command: "perft", tests };
    Outputs::new(session, &options.reporting.results).finish(result, whole)
}

/// The result of engine and oracle, and that of the program, if there is one. If the sides have not
/// counted to the end, because they differ or there is too much to count, the program is not at
/// fault, and is not asked.
fn with_program(
    walk: &Walk<'_>,
    (sides, whole): (Test, Result<(), Failure>),
    program: Option<Program<'_>>,
    counted: Option<Counted>,
    count: against::CountSides<'_>,
) -> Result<(Vec<Test>, Result<(), Failure>), Failure> {
    let Some(program) = program else { return Ok((vec![sides], whole)) };
    let asked = if let Some(counted) = counted {
        against::run(walk, &program, count, counted)?
    } else {
        let why = "not asked: engine and oracle have not counted to the end".to_owned();
        output::print_error_line(format!("the program was {why}"));
        Test::without_run(walk.file.subject.name(), program.name(), Status::NotBegun, why)
    };
    Ok((vec![sides, asked], whole))
}

/// The side that counts alone, if one does: as the options say, or the oracle of a rule set without an
/// engine, whose counts a program is compared with.
///
/// # Errors
///
/// If both sides are to be compared and the rule set has no engine.
fn counting_side(
    options: &Perft,
    session: &Session,
    subject: &AnySubject,
) -> Result<Option<Side>, Failure> {
    let is_alone = !subject.has_engine() && options.against.is_given();
    let only = options.counting.only.or(is_alone.then_some(Side::Oracle));
    if only != Some(Side::Oracle) {
        session.demand_engine(subject)?;
    }
    Ok(only)
}

/// The plan of all counts, without their depth.
fn count_plan(options: &Perft, stop: &Arc<AtomicBool>) -> CountPlan {
    let time = options.counting.time;
    CountPlan {
        only: options.counting.only,
        threads: options.threads.count(),
        step_limit: options.reporting.limits.step_limit,
        stop: Arc::clone(stop),
        deadline: time.and_then(|time| Instant::now().checked_add(time)),
        ..CountPlan::new(0)
    }
}

impl Walk<'_> {
    /// A walk from the same case to another depth.
    fn to_depth(&self, depth: u32) -> Self {
        let name = self.file.name.clone();
        let subject = Arc::clone(&self.file.subject);
        let file = CaseFile::of_case(name, subject, self.file.cases[0].clone());
        let log = RefCell::new(ProgressLog::new(file.subject.name(), true));
        let (bar, stop) = (self.bar.clone(), Arc::clone(&self.stop));
        Self { session: self.session, file, depth, reporting: self.reporting, bar, log, stop }
    }

    /// The case from whose end to walk.
    fn case(&self) -> Result<&AnyCase, Failure> {
        let no_case = || Failure::Usage(format!("{} has no case to walk from", self.file.name));
        self.file.cases.first().ok_or_else(no_case)
    }

    /// The error of a side that does not support the set-up.
    fn unsupported(&self, side: Side) -> Failure {
        Failure::unsupported(side, &self.file.name_of(0))
    }

    /// Shows how many parts of the work are done, and a message with all figures.
    fn show(&self, done: usize, of: usize, message: String) {
        self.bar.set_length(of as u64);
        self.bar.set_position(done as u64);
        self.log.borrow_mut().show(|| message.clone());
        self.bar.set_message(message);
    }

    fn is_interrupted(&self) -> bool {
        self.stop.load(Relaxed)
    }

    fn findings(&self) -> Findings<'_> {
        Findings::new(self.session, self.reporting, &self.stop)
    }

    /// A result about the walk; a difference that has ended it is shrunk and saved.
    fn test(&self, tally: Tally, verdict: &str, end: &PerftEnd) -> Test {
        let rule_set = self.file.subject.name();
        let name = self.file.name_of(0);
        let figures = Figures::default().with("case", &name).with("depth", self.depth);
        let pairing = ci::pairing(self.session, rule_set);
        let mut test = Test::new(rule_set, pairing, tally, verdict);
        if let PerftEnd::Differs(difference) = end {
            let finding = TestFinding::of(self.session, &self.report(difference));
            test = test.with_findings(vec![finding], "divergence");
            test.verdict = format!("{}, at depth {}", test.verdict, difference.depth);
        }
        Test { scope: name, figures, ..test }
    }

    /// Shrinks and saves the case that leads to a difference.
    fn report(&self, difference: &Difference) -> Report {
        self.bar.set_message("shrinking the failing case");
        let Difference { depth, case, divergence } = difference;
        let subject = &self.file.subject;
        let origin = Origin::Walked { name: self.file.name_of(0), depth: *depth };
        let (case, divergence) = (Some(case.clone()), divergence.clone());
        let found = FoundDivergence { origin, case, divergence };
        let announce = |line| self.bar.suspend(|| output::print_error_line(line));
        self.findings().triage(subject, found, &announce)
    }
}
