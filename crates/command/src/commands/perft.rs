//! `twinboard perft`: enumerates all legal moves to a depth on both sides and compares.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::{Args, value_parser};
use twinboard_harness::Side;
use twinboard_harness::perft::PerftPlan;

use crate::args::{Reporting, Threads, duration, side};
use crate::cases::case_file::{CaseFile, RuleSetOption};
use crate::output::progress::{ProgressLog, WITH_MESSAGE};
use crate::output::result::{Status, Test};
use crate::output::tally::Conclusion;
use crate::output::{self, Failure};
use crate::session::engine::EngineOptions;
use crate::session::{AnySubject, Session};

mod against;
mod counts;
mod program;
mod suite;
mod walk;

use walk::{Counted, Walk};

#[derive(Args)]
pub(crate) struct Perft {
    /// Case file, or the name of a rule set for the start of its game; `-` is standard input. Without
    /// one, the start of the game that --rules names.
    #[arg(value_name = "FILE")]
    #[arg(required_unless_present_any = ["suite", "rules"])]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) rules: RuleSetOption,
    /// Depth in moves; at 0 only the position at the end of the case is counted. With a suite, its
    /// greater depths are left out.
    #[arg(long, short, value_name = "D")]
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
    #[arg(long, value_name = "N", default_value_t = 500_000, value_parser = value_parser!(u32).range(1..))]
    pub(crate) positions_max: u32,
    #[command(flatten)]
    pub(crate) threads: Threads,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
}

/// The options of counts without positions.
#[derive(Args)]
pub(crate) struct CountOptions {
    /// Count sequences of moves and nothing else: no position is merged, stored or compared.
    ///
    /// This is right for games whose future depends on more than the position, and memory does not
    /// limit the depth. The sides are compared by the legal moves of each position. The last moves are
    /// not played, and their numbers are compared.
    #[arg(long, conflicts_with = "positions_max")]
    pub(crate) count: bool,
    /// Only this side counts, compared with a suite at most. Needs --count or --suite.
    #[arg(long, value_name = "SIDE", value_parser = side())]
    #[arg(conflicts_with = "against")]
    pub(crate) only: Option<Side>,
    /// Ends the count after this time; what was counted until then is printed. Needs --count or
    /// --suite.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
}

impl Perft {
    /// Reads the name of a rule set in the place of a file as that of `--rules`.
    pub(crate) fn read_rule_set(&mut self, session: &Session) {
        let word = self.file.as_deref().and_then(Path::to_str);
        let is_rule_set = |word: &&str| session.subjects().iter().any(|it| it.name() == *word);
        let name = word.filter(is_rule_set).filter(|word| !Path::new(word).exists());
        if let Some(name) = name.filter(|_| !self.rules.is_given()).map(str::to_owned) {
            self.rules = RuleSetOption::of(name);
            self.file = None;
        }
    }

    /// A plan to depth 0.
    fn plan(&self, stop: &Arc<AtomicBool>) -> PerftPlan {
        let CountOptions { only, time, .. } = self.counting;
        PerftPlan {
            positions_max: Some(self.positions_max),
            divide: self.divide,
            only,
            threads: self.threads.count(),
            step_limit: self.reporting.limits.step_limit,
            stop: Arc::clone(stop),
            deadline: time.and_then(|time| Instant::now().checked_add(time)),
            ..PerftPlan::new(0)
        }
    }

    /// A walk from the first case of a file.
    fn walk<'a>(&'a self, session: &'a Session, file: CaseFile, plan: PerftPlan) -> Walk<'a> {
        let (name, results) = (file.subject.name(), &self.reporting.results);
        Walk {
            session,
            file,
            plan,
            divide: self.divide,
            reporting: &self.reporting,
            bar: results.bar(name, 0, WITH_MESSAGE),
            log: Rc::new(ProgressLog::new(name, results.quiet).into()),
        }
    }
}

pub(crate) fn run(options: &Perft, session: &Session) -> Result<Conclusion, Failure> {
    let CountOptions { count, only, time } = options.counting;
    if let Some(path) = &options.suite {
        if options.file.is_some() {
            return Err(usage!("--suite has the positions, so FILE has no use"));
        }
        return suite::run(options, path, session);
    }
    if !count && (only.is_some() || time.is_some()) {
        let option = if only.is_some() { "--only" } else { "--time" };
        return Err(usage!("{option} needs --count or --suite"));
    }
    let depth = options.depth.expect("required without a suite");
    let file = match &options.file {
        Some(path) => CaseFile::of(path, &options.rules, session)?,
        None => CaseFile::of_start(&options.rules, session)?,
    };
    let only = counting_side(options, session, &file.subject)?;
    let note = without_list(session, only, count)?;
    let stop = session.catch_signals();
    let asked = (file.subject.name(), depth);
    let program = options.against.program(asked, &options.engine.programs, session, &stop)?;
    // Counts are compared with those of a program move by move.
    let divide = options.divide || program.is_some();
    // An oracle alone counts, and has nothing to merge positions for.
    let positions_max = (!count && only.is_none()).then_some(options.positions_max);
    let plan = PerftPlan { depth, positions_max, divide, only, ..options.plan(&stop) };
    let walk = options.walk(session, file, plan);
    let walked = walk.run()?;
    let (mut sides, whole) = walk.test(&walked);
    sides.notes.extend(note);
    let mut tests = vec![sides];
    if let Some(program) = &program {
        // If the sides have not counted to the end, because they differ or there is too much to
        // count, the program is not at fault, and is not asked.
        tests.push(if let Some(counted) = Counted::of(walked, depth) {
            against::run(&walk, program, counted)?
        } else {
            let why = "not asked: engine and oracle have not counted to the end".to_owned();
            output::print_error_line(format!("the program was {why}"));
            let rule_set = walk.file.subject.name();
            Test::without_run(rule_set, program.name(), Status::NotBegun, why)
        });
    }
    walk.bar.finish_and_clear();
    session.finish(tests, whole)
}

/// A warning about an engine that lists no moves: those of the oracle are played on it.
/// Fails if nothing of it would be compared.
fn without_list(
    session: &Session,
    only: Option<Side>,
    count: bool,
) -> Result<Option<String>, Failure> {
    let Some(missing) = session.engine().and_then(|engine| engine.without_list) else {
        return Ok(None);
    };
    if only == Some(Side::Oracle) {
        return Ok(None);
    }
    if count || only.is_some() || missing.position {
        return Err(usage!(
            "the engine lists no moves, so its counts would be those of the oracle; `verify` judges \
             the moves that it names or accepts"
        ));
    }
    let warning = "warning: the engine lists no moves: those of the oracle were played on it, and \
                   moves that it has beside them were not looked for";
    Ok(Some(warning.to_owned()))
}

/// The side that counts alone, if one does: as the options say, or the oracle of a rule set without an
/// engine, whose counts a program is compared with.
/// Fails if both sides are to be compared and the rule set has no engine.
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
