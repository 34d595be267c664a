//! A program that counts, run once for each position (`--against`).

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Args;
use twinboard_harness::report::as_argument;
use twinboard_runner::{End, Job, Limits, Runner, Signal};

use crate::args::duration;
use crate::output::Failure;
use crate::process::{self, programs};
use crate::session::Session;
use crate::session::engine::command_line;
use crate::session::isolation::{Isolation, ProgramOptions};

/// A program to compare the counts with.
#[derive(Args)]
pub(crate) struct Against {
    /// Compare the counts with those of a program, and find the first position where they differ.
    ///
    /// COMMAND is run with the depth as its last argument and the case on its standard input. It
    /// prints a line for each legal move, with the move as in a case file and its number of nodes,
    /// and a line with the total, in any of the usual forms (docs/perft.md). On a difference the
    /// counts are divided by move until a position is reached whose legal moves the program gets
    /// wrong; that case is shrunk.
    #[arg(id = "against", long, value_name = "COMMAND", conflicts_with = "suite")]
    command: Option<String>,
    /// Time limit for one count of the program.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s")]
    #[arg(requires = "against")]
    limit: Duration,
}

/// Bytes that a program may print: a million moves of a hundred characters.
const OUTPUT_MAX: u64 = 100 << 20;
/// Processes that a program may have at a time.
const PROCESSES: u32 = 64;
/// Lines shown from the end of the standard error of a program.
const ERROR_LINES: usize = 8;

impl Against {
    /// The program; `None` if no program is to be compared with.
    ///
    /// # Errors
    ///
    /// A quotation mark that is not closed, or no program at all.
    pub(super) fn program(
        &self,
        programs: &ProgramOptions,
        session: &Session,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Program<'_>>, Failure> {
        let Some(text) = &self.command else { return Ok(None) };
        let command = command_line("--against", text)?;
        let limits = Limits {
            time: self.limit,
            memory: process::memory_limit(None),
            output: OUTPUT_MAX,
            processes: PROCESSES,
        };
        let runner = session.isolation.apply(programs, process::runner(limits)?)?;
        let folder = std::env::current_dir().ok();
        Isolation::check_visible(&runner, &command, folder.as_deref())?;
        let files = session.isolation.watched.add(&command);
        let runner = programs::guard(files, runner);
        let runner = runner.with_read_only_folder().with_stop(Arc::clone(stop));
        Ok(Some(Program { text, command, runner, limit: self.limit }))
    }
}

/// A program to run.
pub(super) struct Program<'a> {
    /// Its command line as the user wrote it.
    text: &'a str,
    command: Vec<OsString>,
    runner: Runner,
    limit: Duration,
}

/// Result of a count of a program.
pub(super) enum Answer {
    /// The output of a program that ended well.
    Printed(Vec<u8>),
    /// A crash, a timeout, and so on, in lines.
    Failed(String),
    /// The user wants no more.
    Interrupted,
}

impl Program<'_> {
    pub(super) fn name(&self) -> &str {
        self.text
    }

    /// The option that names it, for a shell.
    pub(super) fn line(&self) -> String {
        format!("--against {}", as_argument(self.text))
    }

    /// Counts from the end of a case.
    ///
    /// # Errors
    ///
    /// The program cannot be started.
    pub(super) fn count(&self, case: &str, depth: u32) -> Result<Answer, Failure> {
        let command: Vec<OsString> =
            self.command.iter().cloned().chain([depth.to_string().into()]).collect();
        let job = Job { command: &command, folder: Path::new("."), input: case.as_bytes() };
        let run = match self.runner.run(job) {
            Ok(run) => run,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                return Ok(Answer::Interrupted);
            }
            Err(error) => return Err(programs::failure("run the program", &error)),
        };
        match run.end {
            End::Exited(0) => Ok(Answer::Printed(run.output)),
            End::NotStarted(reason) => {
                Err(Failure::Usage(format!("cannot start the program: {reason}")))
            }
            end => {
                let fault = self.fault(&end).unwrap_or_default();
                Ok(Answer::Failed(format!("{fault}\n{}", last_lines(&run.errors))))
            }
        }
    }

    /// The end of a program as a sentence; `None` if it is none of its faults.
    fn fault(&self, end: &End) -> Option<String> {
        match end {
            End::Exited(0) | End::NotStarted(_) => None,
            End::Exited(code) => Some(format!("the program failed with exit code {code}")),
            End::Signalled(signal) => Some(format!("the program crashed: {}", Signal(*signal))),
            End::Unwatched(reason) => {
                Some(format!("the program disturbed the process that watches it: {reason}"))
            }
            End::Late => {
                let limit = humantime::format_duration(self.limit);
                Some(format!("the program did not end within {limit}"))
            }
            End::TooMuchOutput => Some("the program printed too much".into()),
            End::TooManyProcesses => {
                Some(format!("the program had more than {PROCESSES} processes at a time"))
            }
        }
    }
}

/// The end of the standard error of a program, indented.
fn last_lines(errors: &[u8]) -> String {
    let errors = String::from_utf8_lossy(errors);
    let lines: Vec<&str> = errors.lines().collect();
    let shown = &lines[lines.len().saturating_sub(ERROR_LINES)..];
    shown.iter().map(|line| format!("  {line}\n")).collect()
}
