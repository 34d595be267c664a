//! A program that counts, run once for each position (`--against`) or in a conversation in the
//! Universal Chess Interface (`--against uci:COMMAND`).

use std::borrow::Cow;
use std::cell::RefCell;
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Args;
use twinboard_bridges::{Dialect, Protocol};
use twinboard_harness::Subject;
use twinboard_runner::{End, Job, Limits, Runner, Signal};

use super::uci::Conversation;
use crate::args::duration;
use crate::output::Failure;
use crate::process::{self, programs};
use crate::session::Session;
use crate::session::bridged::Named;
use crate::session::engine::command_line;
use crate::session::isolation::{Isolation, ProgramOptions};
use twinboard_harness::report::{as_argument, visible};

/// What is said about a program that runs and prints nothing.
const FLUSH: &str = "\nit runs, but nothing of its output has arrived: does it flush its output after \
                     each answer?";

/// A program to compare the counts with.
#[derive(Args)]
pub(crate) struct Against {
    /// Compare the counts with those of a program, and find the first position where they differ.
    ///
    /// COMMAND is run with the depth as its last argument and the case on its standard input, and
    /// prints a line for each legal move and one for the total (docs/perft.md). `uci:COMMAND` is an
    /// engine that speaks UCI, `uci[Hash=4]:COMMAND` with an option. On a difference the counts are
    /// divided by move down to a position with wrong legal moves; that case is shrunk.
    #[arg(id = "against", long, value_name = "COMMAND")]
    command: Option<String>,
    /// Request of the UCI engine for a count, in which `%d` is the depth.
    #[arg(long, value_name = "REQUEST", requires = "against", default_value = "go perft %d")]
    count_with: String,
    /// Time limit for one count of the program.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s")]
    #[arg(requires = "against")]
    limit: Duration,
}

/// Bytes that a program may print: a million moves of a hundred characters.
pub(super) const OUTPUT_MAX: u64 = 100 << 20;
/// Processes that a program may have at a time.
const PROCESSES: u32 = 64;
/// Depth of the counts that tell positions apart: lists alone are often the same.
pub(super) const DEPTH: u32 = 2;
/// Lines shown from the end of the standard error of a program.
const ERROR_LINES: usize = 8;

impl Against {
    /// True if a program is compared with.
    pub(super) fn is_given(&self) -> bool {
        self.command.is_some()
    }

    /// The options that name the program, for a shell.
    fn line(&self) -> String {
        let against = self.command.iter().map(|it| format!("--against {}", as_argument(it)));
        let is_usual = self.count_with == "go perft %d";
        let count_with =
            (!is_usual).then(|| format!("--count-with {}", as_argument(&self.count_with)));
        against.chain(count_with).collect::<Vec<_>>().join(" ")
    }

    /// The program; `None` if no program is to be compared with.
    ///
    /// # Errors
    ///
    /// A quotation mark that is not closed, or no program at all; a depth for which there is no
    /// request.
    pub(super) fn program(
        &self,
        (rule_set, depth): (&str, u32),
        programs: &ProgramOptions,
        session: &Session,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Program<'_>>, Failure> {
        let Some(text) = &self.command else { return Ok(None) };
        let named = Named::read("--against", text)?;
        if named.as_ref().is_some_and(|named| named.protocol != Protocol::Uci) {
            let message = format!("--against {text}: expected a program or uci:COMMAND");
            return Err(Failure::Usage(message));
        }
        let is_uci = named.is_some();
        let (command, options) = match named {
            Some(Named { command, settings, .. }) => (command, settings),
            None => (text.as_str(), Vec::new()),
        };
        let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let options = options.collect();
        let command = command_line("--against", command)?;
        if is_uci && depth == 0 {
            let message = "uci: needs a depth of at least 1: engines search without end at 0";
            return Err(Failure::Usage(message.to_owned()));
        }
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
        let conversation = is_uci.then(|| RefCell::new(None));
        let dialect = session.registration(rule_set).and_then(|it| it.dialect(Protocol::Uci));
        let needed = RefCell::default();
        Ok(Some(Program { against: self, options, needed, dialect, command, runner, conversation }))
    }
}

/// A program to run.
pub(super) struct Program<'a> {
    against: &'a Against,
    /// Options of a UCI engine that the user sets.
    options: Vec<(String, String)>,
    /// Those that the last position needs.
    needed: RefCell<Vec<(String, String)>>,
    /// The form of the game in UCI, if it has one.
    dialect: Option<Dialect>,
    command: Vec<OsString>,
    runner: Runner,
    /// The conversation, once it has begun; `None` for a program that is run for each position.
    conversation: Option<RefCell<Option<Conversation>>>,
}

/// A count that a program is asked for.
pub(super) struct Request<'a> {
    pub(super) depth: u32,
    /// The count of engine and oracle, if they have counted.
    pub(super) expected: Option<u128>,
    /// True for a count of engine and oracle at a smaller depth.
    pub(super) is_of_less: &'a dyn Fn(u128) -> bool,
}

/// Result of a count of a program.
pub(super) enum CountReply {
    /// The output of a program that ended well, or of an engine up to its total.
    Printed(Vec<u8>),
    /// A crash, a timeout, and so on, in lines.
    Failed(String),
    /// An engine gave no count, in lines: it has none, or not within the limit.
    Unanswered(String),
    /// The user wants no more.
    Interrupted,
}

impl Program<'_> {
    /// Its command line, or that of the engine.
    pub(super) fn name(&self) -> &str {
        self.against.command.as_deref().unwrap_or("the program")
    }

    /// The options that name it, for a shell.
    pub(super) fn line(&self) -> String {
        self.against.line()
    }

    /// Counts from the end of a case.
    ///
    /// # Errors
    ///
    /// The program cannot be started, the case cannot be given to it, or it has not an option.
    pub(super) fn count(
        &self,
        subject: &dyn Subject,
        case: &str,
        request: &Request<'_>,
    ) -> Result<CountReply, Failure> {
        match &self.conversation {
            Some(_) => self.ask(Some(&self.position(subject, case, 0)?), request),
            None => self.run(case, request.depth),
        }
    }

    /// True for a program that is told positions in a conversation, and may not take them.
    pub(super) fn is_told(&self) -> bool {
        self.conversation.is_some()
    }

    /// Counts from the end of a case without its last move, if it has one.
    ///
    /// # Errors
    ///
    /// As [`count`](Self::count).
    pub(super) fn count_before(
        &self,
        subject: &dyn Subject,
        case: &str,
    ) -> Result<Option<CountReply>, Failure> {
        let before = self.position(subject, case, 1)?;
        let has_moves = before != self.position(subject, case, 0)?;
        has_moves.then(|| self.ask(Some(&before), &Request::SHALLOW)).transpose()
    }

    /// Counts in a new process that was told no position.
    ///
    /// # Errors
    ///
    /// As [`count`](Self::count).
    pub(super) fn count_at_start(&self) -> Result<CountReply, Failure> {
        if let Some(mut running) = self.conversation.as_ref().and_then(RefCell::take) {
            running.close().map_err(|error| cannot_run(&error))?;
        }
        self.ask(None, &Request::SHALLOW)
    }

    /// What an engine has said since the last request besides counts.
    pub(super) fn said(&self) -> Vec<String> {
        let running = self.conversation.as_ref().map(RefCell::borrow);
        running.and_then(|it| Some(it.as_ref()?.said().to_vec())).unwrap_or_default()
    }

    /// Asks a running engine, or a new one, to count from a position.
    fn ask(&self, position: Option<&str>, request: &Request<'_>) -> Result<CountReply, Failure> {
        let conversation = self.conversation.as_ref().expect("only engines are asked");
        let mut conversation = conversation.borrow_mut();
        let mut running = match conversation.take() {
            Some(running) => running,
            None => self.open()?,
        };
        let options = [self.options.clone(), self.needed.borrow().clone()].concat();
        match running.count(&options, position, request, self.against.limit) {
            Ok(output) => {
                *conversation = Some(running);
                Ok(CountReply::Printed(output))
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(CountReply::Interrupted),
            // The next position gets a new process.
            Err(error) => self.without_count(&error, running),
        }
    }

    /// The answer of an engine that gave no count.
    fn without_count(
        &self,
        error: &io::Error,
        mut running: Conversation,
    ) -> Result<CountReply, Failure> {
        let (end, errors) = running.close().map_err(|error| cannot_run(&error))?;
        let awaits = running.awaits();
        let fault = match (error.kind(), &end) {
            (_, Some(End::NotStarted(reason))) => return Err(not_started(reason)),
            (io::ErrorKind::TimedOut, _) => {
                let limit = humantime::format_duration(self.against.limit);
                let hint = if running.has_printed() { "" } else { FLUSH };
                format!("the program did not answer {awaits} within {limit} (--limit){hint}")
            }
            (io::ErrorKind::BrokenPipe, Some(End::Late)) => {
                format!("the program closed its output before it answered {awaits}")
            }
            (io::ErrorKind::BrokenPipe, Some(end)) => {
                let fault = self.fault(end).unwrap_or_else(|| "the program ended".into());
                format!("{fault}, before it answered {awaits}")
            }
            _ => error.to_string(),
        };
        let said = said(running.said());
        let about = format!("{fault}\n{said}{}", last_lines(&errors));
        if error.kind() == io::ErrorKind::InvalidInput || awaits == "setoption" {
            return Err(Failure::Usage(about.trim_end().to_owned()));
        }
        // Slow or silent is not wrong, and before the first request nothing was counted.
        let is_undecided = [io::ErrorKind::TimedOut, io::ErrorKind::Unsupported]
            .contains(&error.kind())
            || !running.has_begun();
        Ok(if is_undecided { CountReply::Unanswered(about) } else { CountReply::Failed(about) })
    }

    /// Ends an engine after its last count; returns the failure if it had ended before, or crashes.
    ///
    /// # Errors
    ///
    /// A failure for which it is not responsible.
    pub(super) fn quit(&self) -> Result<Option<String>, Failure> {
        let running = self.conversation.as_ref().and_then(RefCell::take);
        let Some(mut running) = running else { return Ok(None) };
        let (is_alive, end, errors) = match running.quit(self.against.limit) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(None),
            done => done.map_err(|error| cannot_run(&error))?,
        };
        let Some(end) = end else { return Ok(None) };
        let fault = match (self.fault(&end), is_alive) {
            // An engine that does not heed `quit` is ended.
            (_, true) if matches!(end, End::Exited(_) | End::Late) => return Ok(None),
            (Some(fault), true) => format!("{fault}, when it was asked to quit"),
            (_, false) if end == End::Late => {
                "the program does not answer isready any more".to_owned()
            }
            (fault, false) => fault.unwrap_or_else(|| "the program ended".to_owned()),
            (None, true) => return Ok(None),
        };
        Ok(Some(format!("{fault}\n{}", last_lines(&errors))))
    }

    /// The position at the end of a case, as a UCI engine gets it, without some of the last moves.
    fn position(
        &self,
        subject: &dyn Subject,
        case: &str,
        without: usize,
    ) -> Result<String, Failure> {
        let parts = subject.setup_and_moves(case.as_bytes());
        let name = || "the case".to_owned();
        let parts = parts.map_err(|error| Failure::Input { name: name(), error })?;
        let unsupported = || Failure::Usage("the oracle does not support the case".into());
        let (setup, moves) = parts.ok_or_else(unsupported)?;
        let moves = &moves[..moves.len().saturating_sub(without)];
        if let Some(Dialect::Fen(dialect)) = &self.dialect {
            let is_free = |name: &str| self.options.iter().all(|(other, _)| other != name);
            let needed = (dialect.options)(&setup).into_iter();
            let needed = needed.filter(|(name, value)| *value != "false" && is_free(name));
            let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
            *self.needed.borrow_mut() = needed.map(owned).collect();
            let moves = moves.iter().map(|mv| (dialect.write_move)(mv.trim()));
            return Ok(line_of(&dialect.set_up(&setup), moves));
        }
        let texts = std::iter::once(&setup).chain(moves);
        if let Some(text) = texts.into_iter().find(|text| text.trim().lines().count() != 1) {
            return Err(Failure::Usage(format!(
                "uci: needs set-ups and moves of a single line; {} has {} lines: {text:?}",
                subject.name(),
                text.trim().lines().count()
            )));
        }
        let moves = moves.iter().map(|mv| mv.trim().to_owned());
        Ok(line_of(&with_clocks(setup.trim()), moves))
    }

    fn open(&self) -> Result<Conversation, Failure> {
        let session = self.runner.open(&self.command, Path::new("."));
        session
            .map(|it| Conversation::new(it, &self.against.count_with))
            .map_err(|error| cannot_run(&error))
    }

    /// Runs the program once.
    fn run(&self, case: &str, depth: u32) -> Result<CountReply, Failure> {
        let command: Vec<OsString> =
            self.command.iter().cloned().chain([depth.to_string().into()]).collect();
        let job = Job { command: &command, folder: Path::new("."), input: case.as_bytes() };
        let run = match self.runner.run(job) {
            Ok(run) => run,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                return Ok(CountReply::Interrupted);
            }
            Err(error) => return Err(cannot_run(&error)),
        };
        match run.end {
            End::Exited(0) => Ok(CountReply::Printed(run.output)),
            End::NotStarted(reason) => Err(not_started(&reason)),
            end => {
                let fault = self.fault(&end).unwrap_or_default();
                Ok(CountReply::Failed(format!("{fault}\n{}", last_lines(&run.errors))))
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
                let limit = humantime::format_duration(self.against.limit);
                Some(format!("the program did not end within {limit}"))
            }
            End::TooMuchOutput => Some("the program printed too much".into()),
            End::TooManyProcesses => {
                Some(format!("the program had more than {PROCESSES} processes at a time"))
            }
        }
    }
}

fn cannot_run(error: &io::Error) -> Failure {
    programs::failure("run the program", error)
}

fn not_started(reason: &str) -> Failure {
    Failure::Usage(format!("cannot start the program: {reason}"))
}

impl Request<'_> {
    /// A count that tells positions apart.
    pub(super) const SHALLOW: Self = Self { depth: DEPTH, expected: None, is_of_less: &|_| false };
}

/// The argument of `position`.
fn line_of(setup: &str, moves: impl Iterator<Item = String>) -> String {
    let moves: String = moves.map(|mv| format!(" {mv}")).collect();
    let moves = if moves.is_empty() { moves } else { format!(" moves{moves}") };
    format!("fen {setup}{moves}")
}

/// A set-up with the clocks of a new game, if it has the other four fields of a FEN: UCI knows all
/// six, and some engines refuse fewer.
fn with_clocks(setup: &str) -> Cow<'_, str> {
    let fields: Vec<&str> = setup.split_whitespace().collect();
    match fields[..] {
        [board, "w" | "b", _, _] if board.contains('/') => format!("{setup} 0 1").into(),
        _ => setup.into(),
    }
}

/// The lines of an engine that are no counts, for a report; empty if there are none.
pub(super) fn said(lines: &[String]) -> String {
    let lines: String = lines.iter().map(|line| format!("  {}\n", visible(line))).collect();
    if lines.is_empty() { lines } else { format!("the program said\n{lines}") }
}

/// The end of the standard error of a program, indented.
fn last_lines(errors: &[u8]) -> String {
    let errors = String::from_utf8_lossy(errors);
    let lines: Vec<&str> = errors.lines().collect();
    let shown = &lines[lines.len().saturating_sub(ERROR_LINES)..];
    shown.iter().map(|line| format!("  {line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::with_clocks;

    #[test]
    fn a_fen_without_clocks_gets_them_and_no_other_text() {
        assert_eq!(with_clocks("4k3/8 w - e3"), "4k3/8 w - e3 0 1");
        for kept in ["4k3/8 w - - 7 9", "4k3/8 w - - 7", "8", "1/2 x - -", "8 w - -"] {
            assert_eq!(with_clocks(kept), kept);
        }
    }
}
