//! `twinboard perft --against`: the counts of a program, divided by move down to the first position
//! whose legal moves it gets wrong.

use std::ffi::OsString;
use std::fmt::Write;
use std::io;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;
use twinboard_harness::Side;
use twinboard_harness::perft::{PerftEnd, PerftPlan, PerftResult};
use twinboard_harness::report::{self, Marked, as_argument};
use twinboard_runner::{Job, Limits, Runner};
use twinboard_vocabulary::Picture;

use super::counts::{Counts, Difference};
use super::enumeration::Enumeration;
use crate::args::duration;
use crate::cases::case_file::CaseFile;
use crate::output::text::{grouped, head, table};
use crate::output::{Exit, Failure};
use crate::process;
use crate::session::engine::command_line;
use crate::session::isolation::IsolationOption;

/// A program to compare the counts with.
#[derive(Args)]
pub(crate) struct Against {
    /// Compare the counts with those of a program, and find the first position where they differ.
    ///
    /// COMMAND is run with the depth as its last argument and the case on its standard input. It
    /// prints a line for each legal move, with the move as in a case file and its number of nodes,
    /// and then a line that ends in the total. On a difference the counts are divided by move until
    /// a position is reached whose legal moves the program gets wrong; that case is shrunk.
    #[arg(long, value_name = "COMMAND")]
    against: Option<String>,
    /// Time limit for one run of the program.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s")]
    #[arg(requires = "against")]
    pub(crate) limit: Duration,
}

impl Against {
    /// The program and its arguments; `None` if no program is to be compared with.
    ///
    /// # Errors
    ///
    /// A quotation mark that is not closed, or no program at all.
    pub(crate) fn command(&self) -> Result<Option<Vec<OsString>>, Failure> {
        let Some(text) = &self.against else { return Ok(None) };
        command_line("--against", text).map(Some)
    }
}

/// Time limit for shrinking the case on which the program counts differently.
const SHRINKING: Duration = Duration::from_mins(1);

/// Bytes that a program may print: a million moves of a hundred characters.
const OUTPUT_MAX: u64 = 100 << 20;
/// Processes that a program may have at a time.
const PROCESSES: u32 = 64;
/// Lines shown from the end of the standard error of a program.
const ERROR_LINES: usize = 8;

/// Compares the counts of a program with those of engine and oracle. With `divide` the counts below
/// each first move are printed.
pub(super) fn run(
    enumeration: &Enumeration<'_>,
    options: &Against,
    isolation: IsolationOption,
    command: Vec<OsString>,
    divide: bool,
) -> Result<Exit, Failure> {
    let counted = enumeration.run()?;
    if counted.end != PerftEnd::Done {
        // Engine and oracle differ, or there is too much to count: the program is not at fault.
        return enumeration.finish(counted);
    }
    let limits = Limits {
        time: options.limit,
        memory: process::memory_limit(None),
        output: OUTPUT_MAX,
        processes: PROCESSES,
    };
    let runner = enumeration.session.isolation.apply(isolation, process::runner(limits)?)?;
    let runner = runner.with_read_only_folder().with_stop(Arc::clone(&enumeration.plan.stop));
    let file = &enumeration.file;
    let comparison = Comparison { enumeration, file, limit: options.limit, command, runner };
    let found = comparison.bisect(counted.clone())?;
    enumeration.bar.finish_and_clear();
    comparison.finish(counted, &found, divide)
}

/// A comparison of the counts of a program with ours.
struct Comparison<'a> {
    enumeration: &'a Enumeration<'a>,
    file: &'a CaseFile,
    /// Time limit for one run of the program.
    limit: Duration,
    command: Vec<OsString>,
    runner: Runner,
}

/// A difference on the way to the position where it comes from.
#[derive(Clone, Debug, Serialize)]
struct Step {
    /// The depth that was counted, from before the move.
    depth: u32,
    /// The move; none for the case itself.
    #[serde(rename = "move")]
    title: Option<String>,
    /// The count of engine and oracle.
    nodes: String,
    /// The count of the program; none if it gave none.
    program: Option<String>,
}

/// The result of a bisection.
enum BisectionResult {
    /// All counts are the same.
    Same,
    /// The user wants no more.
    Interrupted,
    Fails(FailingCase),
}

/// A case that the program counts wrongly.
struct FailingCase {
    path: Vec<Step>,
    /// The kind of fault, for the title of the report.
    fault: &'static str,
    /// The fault in lines.
    about: String,
    /// The case, and the depth at which to count from its end.
    case: String,
    depth: u32,
    /// Bytes of the case before it was shrunk.
    unshrunk: usize,
    saved: Option<String>,
}

/// The program's part of a comparison at one position.
enum Verdict {
    Same,
    Differs(Difference, u128),
    /// A crash, a timeout, or output that is not a list of counts.
    Failed(String),
}

#[derive(Serialize)]
struct Json<'a> {
    rule_set: &'a str,
    case: &'a str,
    depth: u32,
    complete: bool,
    interrupted: bool,
    failed: bool,
    path: &'a [Step],
    fault: Option<&'a str>,
    about: Option<&'a str>,
    saved: Option<&'a str>,
    wrong_case: Option<&'a str>,
    wrong_depth: Option<u32>,
}

impl Comparison<'_> {
    /// Follows the first wrong count from move to move.
    fn bisect(&self, mut counted: PerftResult) -> Result<BisectionResult, Failure> {
        let (mut case, mut depth) = (self.file.cases[0].clone(), self.enumeration.plan.depth);
        let mut path: Vec<Step> = Vec::new();
        loop {
            let total = total(&counted, depth);
            self.enumeration.bar.set_message(format!("the program counts to depth {depth}"));
            let Some(verdict) = self.compare(&case, depth, &counted)? else {
                return Ok(BisectionResult::Interrupted);
            };
            if path.is_empty() {
                let program = match &verdict {
                    Verdict::Same => return Ok(BisectionResult::Same),
                    Verdict::Differs(_, program) => Some(program.to_string()),
                    Verdict::Failed(_) => None,
                };
                path.push(Step { depth, title: None, nodes: total.to_string(), program });
            }
            let (fault, about) = match verdict {
                Verdict::Differs(Difference::Branch(index, program), _) if depth > 1 => {
                    let branch = &counted.branches[index];
                    let (title, nodes) = (Some(branch.title.clone()), branch.row.nodes.to_string());
                    path.push(Step { depth, title, nodes, program: Some(program.to_string()) });
                    (case, depth) = (branch.case.clone(), depth - 1);
                    counted = match self.enumerate(&case, depth)? {
                        Some(counted) => counted,
                        None => return Ok(BisectionResult::Interrupted),
                    };
                    continue;
                }
                Verdict::Same => (
                    "the counts of the program contradict each other",
                    "at this position itself the program counts as many nodes as engine and \
                     oracle\n"
                        .to_owned(),
                ),
                Verdict::Differs(difference, _) => {
                    (difference.title(), difference.explain(total, &counted.branches))
                }
                Verdict::Failed(about) => ("the program does not count", about),
            };
            let unshrunk = case.len();
            let failing = FailingCase { path, fault, about, case, depth, unshrunk, saved: None };
            return Ok(BisectionResult::Fails(self.shrink(failing)?));
        }
    }

    /// The counts of engine and oracle; `None` if the user wants no more.
    fn enumerate(&self, case: &str, depth: u32) -> Result<Option<PerftResult>, Failure> {
        let plan = PerftPlan { depth, ..self.enumeration.plan.clone() };
        let result = self.file.subject.perft(case.as_bytes(), &plan, &mut |_| {});
        let name = || self.file.name.clone();
        let result = result.map_err(|error| Failure::Input { name: name(), error })?;
        Ok(result.filter(|result| result.end == PerftEnd::Done))
    }

    /// Runs the program; `None` if the user wants no more.
    fn compare(
        &self,
        case: &str,
        depth: u32,
        counted: &PerftResult,
    ) -> Result<Option<Verdict>, Failure> {
        let command: Vec<OsString> =
            self.command.iter().cloned().chain([depth.to_string().into()]).collect();
        let job = Job { command: &command, folder: Path::new("."), input: case.as_bytes() };
        let run = match self.runner.run(job) {
            Ok(run) => run,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(None),
            Err(error) => {
                return Err(Failure::Usage(format!("cannot run the program: {error}")));
            }
        };
        let fault = match run.end {
            twinboard_runner::End::Exited(0) => None,
            twinboard_runner::End::NotStarted(reason) => {
                return Err(Failure::Usage(format!("cannot start the program: {reason}")));
            }
            twinboard_runner::End::Exited(code) => {
                Some(format!("the program failed with exit code {code}"))
            }
            twinboard_runner::End::Signalled(signal) => {
                Some(format!("the program crashed: signal {signal}"))
            }
            twinboard_runner::End::Unwatched(reason) => {
                Some(format!("the program disturbed the process that watches it: {reason}"))
            }
            twinboard_runner::End::Late => {
                let limit = humantime::format_duration(self.limit);
                Some(format!("the program did not end within {limit}"))
            }
            twinboard_runner::End::TooMuchOutput => Some("the program printed too much".into()),
            twinboard_runner::End::TooManyProcesses => {
                Some(format!("the program had more than {PROCESSES} processes at a time"))
            }
        };
        if let Some(fault) = fault {
            return Ok(Some(Verdict::Failed(format!("{fault}\n{}", last_lines(&run.errors)))));
        }
        let counts = match Counts::read(&run.output) {
            Ok(counts) => counts,
            Err(reason) => {
                let about =
                    format!("the program printed no valid counts\n  invalid output: {reason}\n");
                return Ok(Some(Verdict::Failed(about)));
            }
        };
        let canonical = |mv: &str| self.file.subject.canonical_move(case.as_bytes(), mv);
        let difference =
            Difference::first(total(counted, depth), &counted.branches, &counts, canonical);
        Ok(Some(difference.map_or(Verdict::Same, |it| Verdict::Differs(it, counts.total))))
    }

    /// Makes a case with wrong legal moves smaller: they show at depth 1 already.
    fn shrink(&self, failing: FailingCase) -> Result<FailingCase, Failure> {
        self.enumeration.bar.set_message("shrinking the case that was found");
        let started = Instant::now();
        let mut best = None;
        let mut fails = |case: &str| {
            if self.enumeration.plan.stop.load(Relaxed) || started.elapsed() > SHRINKING {
                return false;
            }
            let counted = self.enumerate(case, 1).ok().flatten();
            let verdict =
                counted.and_then(|counted| Some((self.compare(case, 1, &counted).ok()??, counted)));
            match verdict {
                Some((Verdict::Differs(difference, _), counted)) => {
                    let about = difference.explain(total(&counted, 1), &counted.branches);
                    best = Some((difference.title(), about));
                    true
                }
                _ => false,
            }
        };
        let mut failing = failing;
        // Shrinking keeps the last case that still fails.
        if fails(&failing.case) {
            let shrunk = self.file.subject.shrink(failing.case.as_bytes(), &mut fails);
            let name = || self.file.name.clone();
            failing.case = shrunk.map_err(|error| Failure::Input { name: name(), error })?;
            failing.depth = 1;
            (failing.fault, failing.about) = best.expect("the case fails");
        }
        let saved =
            self.enumeration.findings().save_as(self.file.subject.name(), failing.case.as_bytes());
        failing.saved = saved.map(|path| path.display().to_string());
        Ok(failing)
    }

    /// Prints and writes the result.
    fn finish(
        &self,
        counted: PerftResult,
        found: &BisectionResult,
        divide: bool,
    ) -> Result<Exit, Failure> {
        let (rule_set, depth) = (self.file.subject.name(), self.enumeration.plan.depth);
        let name = self.file.name_of(0);
        let failing =
            if let BisectionResult::Fails(failing) = found { Some(failing) } else { None };
        let is_interrupted = matches!(found, BisectionResult::Interrupted);
        let result = if divide { counted } else { PerftResult { branches: Vec::new(), ..counted } };
        let summary = self.enumeration.summary(result, None).render(self.enumeration.session);
        let text = match found {
            BisectionResult::Same => {
                format!("{summary}{rule_set}: the program counts the same to depth {depth}\n")
            }
            BisectionResult::Interrupted => format!("{summary}{rule_set}: interrupted\n"),
            BisectionResult::Fails(failing) => {
                format!("{}\n{summary}{rule_set}: 1 divergence\n", self.render(failing))
            }
        };
        let json = Json {
            rule_set,
            case: &name,
            depth,
            complete: matches!(found, BisectionResult::Same),
            interrupted: is_interrupted,
            failed: failing.is_some(),
            path: failing.map_or(&[], |failing| &failing.path),
            fault: failing.map(|failing| failing.fault),
            about: failing.map(|failing| failing.about.as_str()),
            saved: failing.and_then(|failing| failing.saved.as_deref()),
            wrong_case: failing.map(|failing| failing.case.as_str()),
            wrong_depth: failing.map(|failing| failing.depth),
        };
        self.enumeration.reporting.results.finish(failing.is_some(), &text, &json, Ok(()))
    }

    fn render(&self, failing: &FailingCase) -> String {
        let rule_set = self.file.subject.name();
        let mut out = report::title(rule_set, failing.fault);
        out.push_str("\n\n");
        let _ = writeln!(out, "{}", path_rows(&failing.path));
        if let Some(picture) = self.last_picture(&failing.case) {
            let position = Marked { title: "the position", picture: &picture, marks: &[] };
            let _ = writeln!(out, "{}", report::render_marked(&[position]));
        }
        out.push_str(&failing.about);
        let shrunk = if failing.unshrunk > failing.case.len() {
            format!(", shrunk from {} bytes to {}", failing.unshrunk, failing.case.len())
        } else {
            String::new()
        };
        let _ = writeln!(out, "\nthe case, to be counted to depth {}{shrunk}", failing.depth);
        for line in failing.case.lines() {
            let _ = writeln!(out, "  {line}");
        }
        if let Some(saved) = &failing.saved {
            let (program, file) = (self.enumeration.session.program(), as_argument(saved));
            let _ = write!(
                out,
                "\nsaved as {saved}\nsee it step by step    {program} show {file}\n\
                 count again            {program} perft {file} --depth {} --divide\n",
                failing.depth
            );
        }
        out
    }

    /// The position at the end of a case.
    fn last_picture(&self, case: &str) -> Option<Picture> {
        let mut last = None;
        let read = self.file.subject.visit_frames(Side::Oracle, case.as_bytes(), &mut |frame| {
            last = Some(frame.picture);
            ControlFlow::Continue(())
        });
        read.ok().and(last)
    }
}

/// The nodes at a depth; 0 if all games end before.
fn total(counted: &PerftResult, depth: u32) -> u128 {
    counted.rows.get(depth as usize).map_or(0, |row| row.nodes)
}

/// The table of the counts on the way to a wrong position.
fn path_rows(path: &[Step]) -> String {
    let row = |step: &Step| {
        let program = step.program.as_deref().map_or_else(|| "-".into(), grouped);
        let title = step.title.clone().unwrap_or_default();
        vec![step.depth.to_string(), grouped(&step.nodes), program, title]
    };
    let mut rows = vec![head(["depth", "nodes", "program", "move"])];
    rows.extend(path.iter().map(row));
    table(&rows, |column| column == 3)
}

/// The end of the standard error of a program, indented.
fn last_lines(errors: &[u8]) -> String {
    let errors = String::from_utf8_lossy(errors);
    let lines: Vec<&str> = errors.lines().collect();
    let shown = &lines[lines.len().saturating_sub(ERROR_LINES)..];
    shown.iter().map(|line| format!("  {line}\n")).collect()
}
