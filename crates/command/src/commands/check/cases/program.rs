//! Runs the program on cases and compares its answers with the oracle's.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use twinboard_runner::{End, Job, Limits, Run, Runner};

use super::expected::{Comparison, Expected};
use crate::commands::check::error::CheckError;
use crate::commands::check::foul::AnswerFoul;
use crate::commands::check::shrinking::limit_of_late_runs;
use crate::process::programs;
use crate::session::AnySubject;

/// Maximum length of an input in bytes, so that a program that reads slowly does not time out.
pub(super) const INPUT_MAX: usize = 24 << 10;

/// Output limit in bytes, plus [`OUTPUT_PER_BYTE`] for each byte of the input: many times the
/// longest answer.
pub(super) const OUTPUT: u64 = 1 << 20;
const OUTPUT_PER_BYTE: u64 = 64;

/// A run of the program on some cases.
pub(super) struct Tried {
    pub(super) input: String,
    pub(super) expected: Expected,
    pub(super) run: Run,
    pub(super) foul: Option<AnswerFoul>,
    /// Index of the first case with a wrong or missing answer.
    pub(super) suspect: usize,
}

/// The time limits of a program, and the time that it takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Times {
    /// The judge's own limit.
    pub(super) judge: Duration,
    /// The limit for a batch; a batch that exceeds it is searched for the slow cases.
    pub(super) batch: Duration,
    /// The time of the slowest good run so far.
    pub(super) slowest: Duration,
    /// The end of the diagnosis of a failure; `None` if only its parts have limits.
    pub(super) end: Option<Instant>,
}

impl Times {
    /// True once a diagnosis has to end.
    pub(super) fn is_over(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// The limit for runs that may hang.
    pub(super) fn short(&self) -> Duration {
        limit_of_late_runs(self.slowest, self.batch).min(self.judge)
    }
}

/// An input on which the program fails.
pub(super) struct Failing {
    pub(super) cases: Vec<String>,
    /// Number of cases in the batch that failed first.
    pub(super) batch: usize,
    /// Indices of the cases in that batch; the cases may have been shrunk since.
    pub(super) places: Vec<usize>,
    pub(super) tried: Tried,
    pub(super) foul: AnswerFoul,
    /// Why several cases fail together.
    pub(super) together: Together,
    /// True if time ended the search for fewer or smaller cases.
    pub(super) cut_short: bool,
}

/// What several cases do that fail together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Together {
    /// The program answers later cases as if nothing had been before: it keeps something.
    Keeps,
    /// A harmless case repeated as often fails as well.
    Any,
    /// It answers nothing after the last case but one, whatever follows.
    Stops,
    /// It answers nothing right after the last case but one, whatever follows.
    Loses,
    /// It was not tried.
    Unclear,
}

/// The program under test.
#[derive(Clone)]
pub(super) struct Program<'a> {
    pub(super) subject: &'a AnySubject,
    pub(super) runner: Runner,
    pub(super) command: &'a [OsString],
    pub(super) comparison: Comparison,
}

impl Program<'_> {
    /// A copy that ignores Ctrl-C, for the last run of an interrupted check.
    pub(super) fn uninterruptible(&self) -> Self {
        Self { runner: self.runner.without_stop(), ..self.clone() }
    }

    /// Runs the program on these cases; `None` if the judge cannot give them.
    pub(super) fn try_on(
        &self,
        cases: &[String],
        time: Duration,
    ) -> Result<Option<Tried>, CheckError> {
        let Some(input) = self.subject.judge_input(cases) else { return Ok(None) };
        let expected = Expected::of(self.subject, &input)?;
        let run = self.run_on(&input, time)?;
        let difference = self.comparison.first_difference(&expected.text, &run.output);
        let foul = foul(&run, difference.is_some());
        let suspect = expected.case_of_line(difference.unwrap_or(usize::MAX));
        Ok(Some(Tried { input, expected, run, foul, suspect }))
    }

    /// Runs the program on cases that the judge can give.
    pub(super) fn try_given(&self, cases: &[String], time: Duration) -> Result<Tried, CheckError> {
        Ok(self.try_on(cases, time)?.expect("the judge can give these cases"))
    }

    /// Runs the program and returns a foul in the way it ends. The answer is not compared, which
    /// saves the time of the oracle.
    pub(super) fn ends_on(
        &self,
        cases: &[String],
        time: Duration,
    ) -> Result<Option<AnswerFoul>, CheckError> {
        let Some(input) = self.subject.judge_input(cases) else { return Ok(None) };
        Ok(foul(&self.run_on(&input, time)?, false))
    }

    fn run_on(&self, input: &str, time: Duration) -> Result<Run, CheckError> {
        let output = OUTPUT + OUTPUT_PER_BYTE * input.len() as u64;
        let limits = Limits { time, output, ..self.runner.limits() };
        let runner = self.runner.with_limits(limits);
        let job = Job { command: self.command, folder: Path::new("."), input: input.as_bytes() };
        let run = runner.run(job).map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => CheckError::Interrupted,
            _ => programs::failure("run the program", &error).into(),
        })?;
        if let End::NotStarted(reason) = &run.end {
            return Err(CheckError::not_started(reason, self.command));
        }
        Ok(run)
    }
}

fn foul(run: &Run, differs: bool) -> Option<AnswerFoul> {
    match run.end {
        End::Exited(0) if differs => Some(AnswerFoul::WrongAnswer),
        End::Exited(0) => (run.left > 0).then_some(AnswerFoul::LeftProcesses),
        End::Exited(code) => Some(AnswerFoul::ExitCode(code)),
        End::Signalled(signal) => Some(AnswerFoul::Signal(signal)),
        End::Late => Some(AnswerFoul::Late),
        End::TooMuchOutput => Some(AnswerFoul::TooMuchOutput),
        End::TooManyProcesses => Some(AnswerFoul::TooManyProcesses),
        End::Unwatched(_) => Some(AnswerFoul::Unwatched),
        End::NotStarted(_) => unreachable!("run_on returns an error in this case"),
    }
}
