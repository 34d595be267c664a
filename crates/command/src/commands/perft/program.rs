//! A program that counts, run once for each position (`--against`) or in a conversation
//! (`--against uci:COMMAND`, `usi:COMMAND`).

use std::borrow::Cow;
use std::cell::RefCell;
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::Args;
use twinboard_bridges::{CountRequest, Counter, Dialect, Fen, Pipe, Protocol};
use twinboard_harness::report::{as_argument, visible};
use twinboard_harness::{AnyCase, Subject};
use twinboard_runner::{End, Job, Limits, Runner, Session as Conversation};

use crate::args::duration;
use crate::commands::check::foul::Foul;
use crate::commands::check::not_started;
use crate::output::Failure;
use crate::process::{self, PROCESSES};
use crate::session::Session;
use crate::session::engine::{Named, command_line};
use crate::session::isolation::{Isolation, ProgramOptions};

/// Bytes that a program may print: a million moves of a hundred characters.
const OUTPUT_MAX: u64 = 100 << 20;
/// Bytes that are received at once.
const CHUNK: usize = 64 << 10;
/// Time for an engine to exit by itself.
const GRACE: Duration = Duration::from_millis(200);
/// Time for an engine to exit after `quit`.
const GRACE_OF_QUIT: Duration = Duration::from_secs(1);
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
    /// engine that speaks UCI, `uci[Hash=4]:COMMAND` with an option, `usi:COMMAND` one of shogi. On a
    /// difference the counts are divided by move down to a position with wrong legal moves; that case
    /// is shrunk.
    #[arg(id = "against", long, value_name = "COMMAND")]
    command: Option<String>,
    /// Request of an engine of UCI or USI for a count, in which `%d` is the depth.
    #[arg(long, value_name = "REQUEST", requires = "against", default_value = "go perft %d")]
    count_with: String,
    /// Time limit for one count of the program.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s")]
    #[arg(requires = "against")]
    limit: Duration,
}

/// A count that tells positions apart: lists alone are often the same.
pub(super) const SHALLOW: CountRequest<'_> =
    CountRequest { depth: 2, expected: None, is_of_less: &|_| false };
/// Lines shown from the end of the standard error of a program.
const ERROR_LINES: usize = 8;

impl Against {
    /// True if a program is compared with.
    pub(super) fn is_given(&self) -> bool {
        self.command.is_some()
    }

    fn line(&self) -> String {
        let against = self.command.iter().map(|it| format!("--against {}", as_argument(it)));
        let is_usual = self.count_with == "go perft %d";
        let count_with =
            (!is_usual).then(|| format!("--count-with {}", as_argument(&self.count_with)));
        against.chain(count_with).collect::<Vec<_>>().join(" ")
    }

    /// The program; `None` if no program is to be compared with.
    /// Errors: a quotation mark that is not closed, or no program at all; a depth for which there is no
    /// request.
    pub(super) fn program(
        &self,
        (rule_set, depth): (&str, u32),
        programs: &ProgramOptions,
        session: &Session,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Program<'_>>, Failure> {
        let Some(text) = &self.command else { return Ok(None) };
        let (named, command, options) = match Named::read("--against", text)? {
            Some(it) => (Some(it.protocol), it.command, it.settings),
            None => (None, text.as_str(), Vec::new()),
        };
        if named.is_some_and(|it| ![Protocol::Uci, Protocol::Usi].contains(&it)) {
            return Err(usage!("--against {text}: expected a program, uci:COMMAND or usi:COMMAND"));
        }
        let command = command_line("--against", command)?;
        if named.is_some() && depth == 0 {
            return Err(usage!(
                "uci: needs a depth of at least 1: engines search without end at 0"
            ));
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
        let runner = runner.with_read_only_folder().with_stop(Arc::clone(stop));
        let registration = session.registration(rule_set);
        let engine = named.map(|protocol| EngineSession {
            dialect: match registration.and_then(|it| it.dialect(protocol)) {
                Some(Dialect::Fen(dialect)) => Some(dialect),
                _ => None,
            },
            protocol,
            options: options.into_iter().map(|(a, b)| (a.to_owned(), b.to_owned())).collect(),
            running: RefCell::new(None),
        });
        Ok(Some(Program { against: self, command, runner, engine }))
    }
}

pub(super) struct Program<'a> {
    against: &'a Against,
    command: Vec<OsString>,
    runner: Runner,
    /// The conversation; `None` for a program that is run for each position.
    engine: Option<EngineSession>,
}

struct EngineSession {
    /// The form of the game in the protocol, if it has one.
    dialect: Option<Fen>,
    protocol: Protocol,
    options: Vec<(String, String)>,
    /// `None` until it begins.
    running: RefCell<Option<Counter<Confined>>>,
}

pub(super) enum CountReply {
    /// The output of a program that ended well, or of an engine up to its total.
    Printed(Vec<u8>),
    /// A crash, a timeout, and so on, in lines.
    Failed(String),
    /// An engine gave no count, in lines: it has none, or not within the limit.
    Unanswered(String),
}

impl Program<'_> {
    pub(super) fn name(&self) -> &str {
        self.against.command.as_deref().unwrap_or("the program")
    }

    pub(super) fn line(&self) -> String {
        self.against.line()
    }

    /// Counts from the end of a case. Fails if the program cannot be started, the case cannot be given
    /// to it or it has not an option, and after Ctrl-C.
    pub(super) fn count(
        &self,
        subject: &dyn Subject,
        case: &AnyCase,
        request: CountRequest<'_>,
    ) -> Result<CountReply, Failure> {
        match &self.engine {
            Some(engine) => {
                let (setup, moves) = engine.parts(subject, case)?;
                self.ask(engine, &setup, Some(&moves), request)
            }
            None => self.run(case, request.depth),
        }
    }

    /// Shallow counts of an engine in a new process that was told no position; no reply
    /// from a program that is told none.
    pub(super) fn count_at_start(
        &self,
        subject: &dyn Subject,
        case: &AnyCase,
    ) -> Result<Option<CountReply>, Failure> {
        let Some(engine) = &self.engine else { return Ok(None) };
        if let Some(mut running) = engine.running.take() {
            running.pipe().close(GRACE).map_err(|error| cannot_run(&error))?;
        }
        let (setup, _) = engine.parts(subject, case)?;
        self.ask(engine, &setup, None, SHALLOW).map(Some)
    }

    /// Shallow counts of an engine from the end of a case without its last move, if it has one.
    pub(super) fn count_before(
        &self,
        subject: &dyn Subject,
        case: &AnyCase,
    ) -> Result<Option<CountReply>, Failure> {
        let Some(engine) = &self.engine else { return Ok(None) };
        let (setup, moves) = engine.parts(subject, case)?;
        let before = moves.split_last().map(|(_, before)| before);
        before.map(|before| self.ask(engine, &setup, Some(before), SHALLOW)).transpose()
    }

    /// What an engine has said since the last request besides counts.
    pub(super) fn said(&self) -> Vec<String> {
        let running = self.engine.as_ref().map(|engine| engine.running.borrow());
        running.and_then(|it| Some(it.as_ref()?.said().to_vec())).unwrap_or_default()
    }

    /// Asks a running engine, or a new one, to count.
    fn ask(
        &self,
        engine: &EngineSession,
        setup: &str,
        moves: Option<&[String]>,
        request: CountRequest<'_>,
    ) -> Result<CountReply, Failure> {
        let running = engine.running.take();
        let mut running = running.map_or_else(|| self.open(engine), Ok)?;
        running.pipe().within(self.against.limit);
        match running.count(setup, moves, request) {
            Ok(output) => {
                *engine.running.borrow_mut() = Some(running);
                Ok(CountReply::Printed(output.into_bytes()))
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(Failure::Interrupted),
            // The next position gets a new process.
            Err(error) => self.without_count(&error, running),
        }
    }

    /// The answer of an engine that gave no count.
    fn without_count(
        &self,
        error: &io::Error,
        mut running: Counter<Confined>,
    ) -> Result<CountReply, Failure> {
        let (end, errors) = running.pipe().close(GRACE).map_err(|error| cannot_run(&error))?;
        let asked = running.asked().to_owned();
        let fault = match (error.kind(), &end) {
            (_, Some(End::NotStarted(reason))) => return Err(not_started(reason, &self.command)),
            (io::ErrorKind::TimedOut, _) => {
                let limit = humantime::format_duration(self.against.limit);
                let hint = if running.pipe().has_printed() { "" } else { FLUSH };
                format!("the program did not answer {asked} within {limit} (--limit){hint}")
            }
            (io::ErrorKind::BrokenPipe, Some(End::Late)) => {
                format!("the program closed its output before it answered {asked}")
            }
            (io::ErrorKind::BrokenPipe, Some(end)) => {
                let fault = self.fault(end).unwrap_or_else(|| "the program ended".into());
                format!("{fault}, before it answered {asked}")
            }
            _ => error.to_string(),
        };
        let said = said(running.said());
        let about = format!("{fault}\n{said}{}", last_lines(&errors));
        if error.kind() == io::ErrorKind::InvalidInput {
            return Err(Failure::Usage(about.trim_end().to_owned()));
        }
        // Slow or silent is not wrong, and before the first request nothing was counted.
        let is_undecided = [io::ErrorKind::TimedOut, io::ErrorKind::Unsupported]
            .contains(&error.kind())
            || !running.has_begun();
        Ok(if is_undecided { CountReply::Unanswered(about) } else { CountReply::Failed(about) })
    }

    /// Ends an engine after its last count; returns the failure if it had ended before, or crashes.
    /// Errors: a failure for which it is not responsible.
    pub(super) fn quit(&self) -> Result<Option<String>, Failure> {
        let running = self.engine.as_ref().and_then(|engine| engine.running.take());
        let Some(mut running) = running else { return Ok(None) };
        running.pipe().within(self.against.limit);
        let is_alive = match running.ready() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Ok(None),
            ready => ready.and_then(|()| running.pipe().send(b"quit\n")).is_ok(),
        };
        let ended = running.pipe().close(GRACE_OF_QUIT);
        let (end, errors) = ended.map_err(|error| cannot_run(&error))?;
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

    fn open(&self, engine: &EngineSession) -> Result<Counter<Confined>, Failure> {
        let session = self.runner.open(&self.command, Path::new("."));
        let pipe = Confined::new(session.map_err(|error| cannot_run(&error))?);
        let dialect = engine.dialect.unwrap_or_else(|| Fen::new(engine.protocol));
        Ok(Counter::new(pipe, dialect, &engine.options, &self.against.count_with))
    }

    fn run(&self, case: &AnyCase, depth: u32) -> Result<CountReply, Failure> {
        let command: Vec<OsString> =
            self.command.iter().cloned().chain([depth.to_string().into()]).collect();
        let job = Job { command: &command, folder: Path::new("."), input: case.text().as_bytes() };
        let run = self.runner.run(job).map_err(|error| cannot_run(&error))?;
        match run.end {
            End::Exited(0) => Ok(CountReply::Printed(run.output)),
            End::NotStarted(reason) => Err(not_started(&reason, &self.command)),
            end => {
                let fault = self.fault(&end).unwrap_or_default();
                Ok(CountReply::Failed(format!("{fault}\n{}", last_lines(&run.errors))))
            }
        }
    }

    /// The end of a program as a sentence; `None` if it is none of its faults.
    fn fault(&self, end: &End) -> Option<String> {
        Foul::of_end(end).map(|foul| foul.headline(self.against.limit))
    }
}

fn cannot_run(error: &io::Error) -> Failure {
    process::failure("run the program", error)
}

impl EngineSession {
    fn parts(
        &self,
        subject: &dyn Subject,
        case: &AnyCase,
    ) -> Result<(String, Vec<String>), Failure> {
        let unsupported = || usage!("the oracle does not support the case");
        let (setup, moves) = subject.setup_and_moves(case).ok_or_else(unsupported)?;
        let setup = setup.trim_end().to_owned();
        if let Some(dialect) = &self.dialect {
            let protocol = self.protocol.name();
            return match dialect.left_out(&setup) {
                None => Ok((setup, moves)),
                Some(part) => Err(usage!("{protocol}: has no words for {part} of the set-up")),
            };
        }
        let mut texts = std::iter::once(&setup).chain(&moves);
        if let Some(text) = texts.find(|text| text.trim().lines().count() != 1) {
            return Err(usage!(
                "{}: needs set-ups and moves of a single line; {} has {} lines: {text:?}",
                self.protocol.name(),
                subject.name(),
                text.trim().lines().count()
            ));
        }
        Ok((with_clocks(setup.trim()).into_owned(), moves))
    }
}

/// A set-up with the clocks of a new game, if it has the other four fields of a FEN: UCI knows all
/// six, and some engines refuse fewer.
pub(super) fn with_clocks(setup: &str) -> Cow<'_, str> {
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

/// The streams of a running engine, in the sandbox.
struct Confined {
    /// `None` once it is closed.
    session: Option<Conversation>,
    /// The end of the time for an answer.
    deadline: Instant,
    /// Bytes that it has printed, and how many of them before the last request.
    printed: u64,
    before: u64,
}

impl Confined {
    fn new(session: Conversation) -> Self {
        Self { session: Some(session), deadline: Instant::now(), printed: 0, before: 0 }
    }

    /// Begins the time for an answer.
    fn within(&mut self, limit: Duration) {
        self.deadline = Instant::now() + limit;
        self.before = self.printed;
    }

    fn has_printed(&self) -> bool {
        self.printed > 0
    }

    /// Ends the engine; returns how it ended, if that is known, and the end of its standard error.
    /// Errors: a failure for which the engine is not responsible.
    fn close(&mut self, grace: Duration) -> io::Result<(Option<End>, Vec<u8>)> {
        let Some(session) = self.session.take() else { return Ok((None, Vec::new())) };
        let end = session.close(grace)?;
        Ok((Some(end.end), end.errors))
    }

    fn session(&mut self) -> io::Result<&mut Conversation> {
        self.session.as_mut().ok_or_else(|| io::ErrorKind::BrokenPipe.into())
    }
}

impl Pipe for Confined {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        let deadline = self.deadline;
        self.session()?.send(bytes, deadline)
    }

    fn receive(&mut self, time: Duration) -> io::Result<Option<Vec<u8>>> {
        let now = Instant::now();
        // A program that prints without end would never be late.
        if now >= self.deadline {
            return Err(io::ErrorKind::TimedOut.into());
        }
        if self.printed - self.before > OUTPUT_MAX {
            return Err(io::Error::other("the program printed too much"));
        }
        let (until, mut buffer) = (self.deadline.min(now + time), vec![0; CHUNK]);
        match self.session()?.receive(&mut buffer, until) {
            Ok(0) => Err(io::ErrorKind::BrokenPipe.into()),
            Ok(count) => {
                self.printed += count as u64;
                buffer.truncate(count);
                Ok(Some(buffer))
            }
            Err(error) if error.kind() == io::ErrorKind::TimedOut && until < self.deadline => {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
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
