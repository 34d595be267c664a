//! Another engine in place of a registered one (`--engine`): one that is built in too, or one
//! in another process.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use clap::{ArgMatches, FromArgMatches};
use twinboard_protocol::{
    Channel, ConnectError, Connected, EngineSettings, Hello, LastWords, Offer, Transcript,
};
use twinboard_registration::Registration;
use twinboard_runner::{End, Limits, Session};

use crate::args::{EngineOptions, command_line};
use crate::cpu::Cpu;
use crate::failure::Failure;
use crate::{launcher, memory, registry, stderr};

/// Limit on the bytes of a file that the engine writes.
const OUTPUT: u64 = 64 << 20;

/// Limit on the simultaneous processes of the engine; runtimes count their threads as one.
const PROCESSES: u32 = 64;

/// Step limit of commands that have no option for it.
const STEP_LIMIT: Duration = Duration::from_secs(5);

/// The option of the engine.
const ENGINE: &str = "--engine";

/// Time for an engine to exit by itself after the end of its input.
const GRACE: Duration = Duration::from_millis(200);

/// Commands that compare everything that an engine offers.
const COMPARING: [&str; 4] = ["verify", "diff", "exhaust", "perft"];

/// Commands that play on the main thread alone.
const PLAYING: [&str; 3] = ["bench", "play", "show"];

static TRANSCRIPT: OnceLock<(Transcript, PathBuf)> = OnceLock::new();

/// Replaces the registered engine if the arguments of a command name another one.
pub(crate) fn install(command: &str, matches: &ArgMatches) -> Result<(), Failure> {
    let Ok(Some(text)) = matches.try_get_one::<String>("engine") else { return Ok(()) };
    let Ok(options) = EngineOptions::from_arg_matches(matches) else { return Ok(()) };
    if let Some(registration) = registry::other_engine(text) {
        registry::replace_by_built_in(text, registration);
        return Ok(());
    }
    let step_limit = matches.try_get_one::<Duration>("step_limit").ok().flatten().copied();
    let rejected = |error: ConnectError| Failure::Usage(format!("--engine {text}: {error}"));
    let limit = step_limit.unwrap_or(STEP_LIMIT);
    let settings = settings(ENGINE, text, &options, limit, PLAYING.contains(&command))?;
    let connected = Connected::connect(settings).map_err(rejected)?;
    let hello = connected.hello().clone();
    let Some(registration) = registry::registration(&hello.rule_set) else {
        let names: Vec<_> = registry::registrations().iter().map(Registration::name).collect();
        let message = format!(
            "--engine {text}: it plays `{}` (EP-11), but the rule sets are {}",
            hello.rule_set,
            names.join(", ")
        );
        return Err(Failure::Usage(message));
    };
    let Some(registration) = registration.with_engine(connected) else {
        let message =
            format!("{} has no exact texts for engines in other processes", hello.rule_set);
        return Err(Failure::Usage(message));
    };
    let (registration, time) = registration.map_err(rejected)?;
    registry::replace(registration, time, &hello.limits, text, options.engine_memory);
    let missing = missing(&hello);
    if COMPARING.contains(&command) && !missing.is_empty() {
        let name = if hello.name.is_empty() { text } else { &hello.name };
        let missing = missing.join(", ");
        stderr::print_line(format_args!("{name} does not offer, so not checked: {missing}"));
    }
    Ok(())
}

/// Ends the transcript, if one is written.
pub(crate) fn finish() -> Result<(), Failure> {
    let Some((transcript, path)) = TRANSCRIPT.get() else { return Ok(()) };
    let path = path.clone();
    transcript.finish().map_err(|error| Failure::File { path, doing: "write", error })
}

/// The offers that are compared or checked, and that the engine does not make.
fn missing(hello: &Hello) -> Vec<&'static str> {
    let is_checked = |offer: &Offer| *offer != Offer::End && *offer != Offer::Time;
    let missing = Offer::ALL.into_iter().filter(is_checked).filter(|&offer| !hello.has(offer));
    missing.map(Offer::name).collect()
}

/// Starts an engine for a conversation by hand.
pub(crate) fn connect(command: &str) -> Result<Connected, Failure> {
    let settings = settings("COMMAND", command, &EngineOptions::default(), STEP_LIMIT, true)?;
    Connected::connect(settings).map_err(|error| Failure::Usage(format!("{command}: {error}")))
}

/// Settings of an engine; `argument` is the name of the argument that has its command line. With
/// `binds_main` the main thread may be bound to a CPU.
fn settings(
    argument: &str,
    text: &str,
    options: &EngineOptions,
    step_limit: Duration,
    binds_main: bool,
) -> Result<EngineSettings, Failure> {
    let command = command_line(argument, text).map_err(Failure::Usage)?;
    let memory = options
        .engine_memory
        .map_or_else(memory::half, |mebibytes| u64::from(mebibytes.get()) << 20);
    let limits = Limits { time: Duration::MAX, memory, output: OUTPUT, processes: PROCESSES };
    let runner = options.isolation.apply(launcher::runner(limits)?)?.with_read_only_folder();
    let folder = std::env::current_dir()
        .map_err(|error| Failure::Usage(format!("cannot find the current folder: {error}")))?;
    // Commands that run beside this one begin with other CPUs.
    let places = Arc::new(AtomicUsize::new(std::process::id() as usize));
    let connect = move || {
        let cpu = Cpu::choose(places.fetch_add(1, Relaxed));
        let session = cpu.run(|| runner.open(&command, &folder))?;
        Ok(Box::new(Streams { session: Some(session), cpu, binds_main }) as Box<dyn Channel>)
    };
    // A silent engine is reported by its breach, with the conversation, and not as a hang.
    let limit = step_limit.mul_f64(0.8);
    Ok(EngineSettings { connect: Arc::new(connect), limit, transcript: transcript(options)? })
}

fn transcript(options: &EngineOptions) -> Result<Option<Transcript>, Failure> {
    let Some(path) = &options.transcript else { return Ok(None) };
    let file = File::create(path).map_err(|error| Failure::File {
        path: path.clone(),
        doing: "create",
        error,
    })?;
    let transcript = Transcript::new(Box::new(BufWriter::new(file)));
    let _ = TRANSCRIPT.set((transcript.clone(), path.clone()));
    Ok(Some(transcript))
}

/// The standard streams of an engine that the runner started.
struct Streams {
    /// `None` once it is closed.
    session: Option<Session>,
    /// The CPU of the process.
    cpu: Cpu,
    binds_main: bool,
}

impl Streams {
    fn session(&mut self) -> io::Result<&mut Session> {
        self.session.as_mut().ok_or_else(|| io::ErrorKind::NotConnected.into())
    }
}

impl Channel for Streams {
    /// Binds the thread to the CPU of the process. The main thread stays free unless it plays:
    /// threads that it starts would be bound, too.
    fn adopt(&mut self) {
        if self.binds_main || thread::current().name() != Some("main") {
            self.cpu.bind();
        }
    }

    fn send(&mut self, bytes: &[u8], deadline: Instant) -> io::Result<()> {
        self.session()?.send(bytes, deadline)
    }

    fn receive(&mut self, buffer: &mut [u8], deadline: Instant) -> io::Result<usize> {
        self.session()?.receive(buffer, deadline)
    }

    fn errors(&mut self) -> Vec<u8> {
        self.session.as_mut().map(Session::errors).unwrap_or_default()
    }

    fn close(&mut self) -> LastWords {
        let Some(session) = self.session.take() else { return LastWords::default() };
        let Ok(end) = session.close(GRACE) else { return LastWords::default() };
        match end.end {
            End::NotStarted(reason) => {
                LastWords { not_started: Some(reason), ..LastWords::default() }
            }
            other => LastWords { end: describe(&other), not_started: None, errors: end.errors },
        }
    }
}

/// The end of a process as the second part of a sentence; `None` if it was killed here.
fn describe(end: &End) -> Option<String> {
    match end {
        End::Exited(code) => Some(format!("exited with code {code}")),
        End::Signalled(signal) => Some(format!("was killed by signal {signal}")),
        End::TooMuchOutput => Some(format!("wrote more than {} MiB to a file", OUTPUT >> 20)),
        End::TooManyProcesses => Some(format!("had more than {PROCESSES} processes")),
        End::Unwatched(reason) => Some(format!("disturbed the process that watches it: {reason}")),
        End::NotStarted(_) | End::Late => None,
    }
}
