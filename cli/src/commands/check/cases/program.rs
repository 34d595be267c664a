//! The program that is checked: it is run on cases, and what it does is judged.

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::Path;
use std::time::Duration;

use runner::{End, Job, Limits, Run, Runner};
use serde::Serialize;

use super::expected::{Comparison, Expected};
use crate::commands::check::halt::Halt;
use crate::commands::check::setup::PROCESSES;
use crate::commands::check::shrinking::limit_of_late_runs;
use crate::commands::check::signal;
use crate::failure::Failure;
use crate::subjects::AnySubject;

/// The length of an input, in bytes. A program that reads slowly shall not seem to hang.
pub(super) const INPUT_MAX: usize = 24 << 10;

/// How much a program may print: many times what any input asks for.
const OUTPUT: u64 = 1 << 20;
const OUTPUT_PER_BYTE: u64 = 64;

/// What is wrong with what a program did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Fault {
    /// It ended well, and its answer is wrong.
    WrongAnswer,
    /// It ended with an exit code other than 0.
    ExitCode(i32),
    /// It was ended by a signal.
    Signal(i32),
    /// It did not end in time.
    Late,
    /// It printed without end, or wrote such a file.
    TooMuchOutput,
    /// It started more processes than it may.
    TooManyProcesses,
    /// It answered and left processes behind.
    LeftProcesses,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongAnswer => f.write_str("the answer is wrong"),
            Self::ExitCode(code) => write!(f, "the program failed with exit code {code}"),
            Self::Signal(signal) => match signal::name_of(*signal) {
                Some(name) => write!(f, "the program crashed: {name}"),
                None => write!(f, "the program crashed: signal {signal}"),
            },
            Self::Late => f.write_str("the program does not end in time"),
            Self::TooMuchOutput => f.write_str("the program prints far more than any answer takes"),
            Self::TooManyProcesses => {
                write!(f, "the program has more than {PROCESSES} processes at a time")
            }
            Self::LeftProcesses => f.write_str("the program ends and leaves processes behind"),
        }
    }
}

/// What a program did with some cases.
pub(super) struct Tried {
    pub(super) input: String,
    pub(super) expected: Expected,
    pub(super) run: Run,
    /// What is wrong with it.
    pub(super) fault: Option<Fault>,
    /// Which case it is that is answered wrongly, or not any more.
    pub(super) suspect: usize,
}

/// The limits of time for a program, and the time that it takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Times {
    /// The judge's own limit.
    pub(super) judge: Duration,
    /// The limit for a batch; after that the cases that take too long are looked for.
    pub(super) batch: Duration,
    /// The longest that a good run took so far.
    pub(super) slowest: Duration,
}

impl Times {
    /// The limit for runs that may well not end.
    pub(super) fn short(&self) -> Duration {
        limit_of_late_runs(self.slowest, self.batch).min(self.judge)
    }
}

/// An input on which the program fails.
pub(super) struct Failing {
    pub(super) cases: Vec<String>,
    /// The number of cases in the batch in which it was noticed.
    pub(super) batch: usize,
    /// The places of the cases in the batch. They may have been made smaller since.
    pub(super) places: Vec<usize>,
    pub(super) tried: Tried,
    pub(super) fault: Fault,
}

/// A program that is checked.
#[derive(Clone)]
pub(super) struct Program<'a> {
    pub(super) subject: &'a AnySubject,
    pub(super) runner: Runner,
    pub(super) command: &'a [OsString],
    pub(super) comparison: Comparison,
}

impl Program<'_> {
    /// The same, to be run once more though the user wants the work to end.
    pub(super) fn to_the_end(&self) -> Self {
        Self { runner: self.runner.without_stop(), ..self.clone() }
    }

    /// Runs the program on these cases; `None` if the judge could not give them.
    pub(super) fn try_on(&self, cases: &[String], time: Duration) -> Result<Option<Tried>, Halt> {
        let Some(input) = self.subject.judge_input(cases) else { return Ok(None) };
        let expected = Expected::of(self.subject, &input)?;
        let run = self.run_on(&input, time)?;
        let difference = self.comparison.first_difference(&expected.text, &run.output);
        let fault = fault(&run, difference.is_some());
        let suspect = expected.case_of_line(difference.unwrap_or(usize::MAX));
        Ok(Some(Tried { input, expected, run, fault, suspect }))
    }

    /// Runs the program on cases that the judge could give.
    pub(super) fn try_given(&self, cases: &[String], time: Duration) -> Result<Tried, Halt> {
        Ok(self.try_on(cases, time)?.expect("the judge could give these cases"))
    }

    /// What is wrong with how the program ends on these cases; what it prints is not looked at,
    /// which spares the oracle.
    pub(super) fn ends_on(&self, cases: &[String], time: Duration) -> Result<Option<Fault>, Halt> {
        let Some(input) = self.subject.judge_input(cases) else { return Ok(None) };
        Ok(fault(&self.run_on(&input, time)?, false))
    }

    fn run_on(&self, input: &str, time: Duration) -> Result<Run, Halt> {
        let output = OUTPUT + OUTPUT_PER_BYTE * input.len() as u64;
        let limits = Limits { time, output, ..self.runner.limits() };
        let runner = self.runner.with_limits(limits);
        let job = Job { command: self.command, folder: Path::new("."), input: input.as_bytes() };
        let run = runner.run(job).map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => Halt::Interrupted,
            _ => Failure::Usage(format!("cannot run the program: {error}")).into(),
        })?;
        if let End::NotStarted(reason) = &run.end {
            return Err(Failure::Usage(format!("cannot start the program: {reason}")).into());
        }
        Ok(run)
    }
}

fn fault(run: &Run, differs: bool) -> Option<Fault> {
    match run.end {
        End::Exited(0) if differs => Some(Fault::WrongAnswer),
        End::Exited(0) => (run.left > 0).then_some(Fault::LeftProcesses),
        End::Exited(code) => Some(Fault::ExitCode(code)),
        End::Signalled(signal) => Some(Fault::Signal(signal)),
        End::Late => Some(Fault::Late),
        End::TooMuchOutput => Some(Fault::TooMuchOutput),
        End::TooManyProcesses => Some(Fault::TooManyProcesses),
        End::NotStarted(_) => unreachable!("it has been told before"),
    }
}
