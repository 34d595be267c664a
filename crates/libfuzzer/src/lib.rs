//! Complete libFuzzer targets for custom rule sets.
//!
//! A target is a single macro call with a function that returns the subject: a rule set with its
//! engine and its oracle. The macro supplies initialisation, the mutator and the crossover on
//! cases, the telemetry for the command `fuzz`, and the report of a divergence:
//!
//! | macro | inputs | tests |
//! |---|---|---|
//! | [`cases!`] | case files | engine and oracle in lockstep; reader and printer |
//! | [`assertions!`] | case files | assertions of a program that is neither side, such as a solver |
//!
//! A whole target, `fuzz/fuzz_targets/my_game.rs`:
//!
//! ```no_run
//! #![no_main]
//! # mod my_game { pub fn subject() -> std::sync::Arc<dyn twinboard_harness::Subject> { unreachable!() } }
//!
//! twinboard_libfuzzer::cases!(my_game::subject);
//! # fn main() {}
//! ```
//!
//! and its manifest, `fuzz/Cargo.toml`:
//!
//! ```toml
//! [package]
//! name = "my-game-fuzz"
//! version = "0.0.0"
//! edition = "2024"
//! publish = false
//! metadata.cargo-fuzz = true
//!
//! [workspace]
//!
//! [dependencies]
//! my_game = { path = "..", default-features = false }
//! twinboard-libfuzzer = "0.1"
//!
//! [[bin]]
//! name = "my_game"
//! path = "fuzz_targets/my_game.rs"
//! test = false
//! doc = false
//! bench = false
//! ```
//!
//! With `profile.release.package.my_game.codegen-units = 1` in this manifest the command `fuzz`
//! builds the game as one unit: instrumented functions are hardly inlined across units.
//!
//! `cargo fuzz run -s none my_game` builds and runs it on the stable toolchain. All dependencies of
//! the target are compiled again with instrumentation, so the command (the feature `cli` of
//! `twinboard`) should be a default feature of `my_game`, which the target leaves out.
//!
//! The work of a target is done by [`twinboard_harness::fuzz`], which other fuzzers can use as
//! well.

mod counters;

use std::env::args_os;
use std::ffi::OsString;
use std::path::Path;
use std::process::abort;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use counters::Counters;
use libfuzzer_sys::{Corpus, fuzz_target, fuzzer_mutate};
use twinboard_harness::fuzz::{self, RarePlaces, Rechecks, Shrinks, Tried};
use twinboard_harness::telemetry::Reporter;
use twinboard_harness::{Checks, Subject, guard, known};

/// Declares a target for cases: each input is a case file, and its cases are played in lockstep.
///
/// Takes a function without arguments that returns the subject, an
/// `Arc<dyn twinboard_harness::Subject>`. Use it once, at the root of a program with `#![no_main]`.
///
/// Mutation and crossover work on cases instead of bytes, so that nearly every input can be played.
/// A divergence is shrunk and printed as a report before the process aborts. If the command `fuzz`
/// has started the target, the command does both. An engine that is not the registered one is `cases!(|| registration().engine_subject("my-game-simd"))`; the commands in the
/// report name it.
#[macro_export]
macro_rules! cases {
    ($subject:expr) => {
        $crate::internal::submit! { $crate::internal::Target::cases($subject) }
        $crate::mutate_as_cases!();
    };
}

/// Declares a target for assertions about positions by a program that is neither side, such as a
/// solver ([`Assertions`](twinboard_harness::Assertions)).
///
/// Like [`cases!`], but each case is played with all checks enabled, and inputs without a position
/// that has assertions are not kept.
#[macro_export]
macro_rules! assertions {
    ($subject:expr) => {
        $crate::internal::submit! { $crate::internal::Target::assertions($subject) }
        $crate::mutate_as_cases!();
    };
}

/// Defines the mutator and the crossover of a target. libFuzzer uses these symbols in every program
/// that has them, so they are expanded in the targets that want them and not in this library.
#[doc(hidden)]
#[macro_export]
macro_rules! mutate_as_cases {
    () => {
        $crate::internal::fuzz_mutator!(|data: &mut [u8],
                                         size: usize,
                                         max_size: usize,
                                         seed: u32| {
            $crate::internal::mutate(data, size, max_size, seed)
        });
        $crate::internal::fuzz_crossover!(|one: &[u8], other: &[u8], out: &mut [u8], seed: u32| {
            $crate::internal::cross(one, other, out, seed)
        });
    };
}

/// Items for the macros; not for direct use.
#[doc(hidden)]
pub mod internal {
    pub use inventory::submit;
    pub use libfuzzer_sys::{fuzz_crossover, fuzz_mutator};

    pub use crate::{Target, cross, mutate};
}

/// Fuzz target, declared by one of the macros.
#[doc(hidden)]
#[derive(Debug)]
pub struct Target {
    subject: fn() -> Arc<dyn Subject>,
    inputs: Inputs,
}

#[derive(Clone, Copy, Debug)]
enum Inputs {
    /// Cases, for checks of the two sides.
    Cases,
    /// Cases, for checks of assertions.
    Assertions,
}

impl Target {
    /// Target of [`cases!`].
    #[must_use]
    pub const fn cases(subject: fn() -> Arc<dyn Subject>) -> Self {
        Self { subject, inputs: Inputs::Cases }
    }

    /// Target of [`assertions!`].
    #[must_use]
    pub const fn assertions(subject: fn() -> Arc<dyn Subject>) -> Self {
        Self { subject, inputs: Inputs::Assertions }
    }
}

// `fuzz_target!` works only in a crate that depends on libfuzzer-sys under that name. So this crate
// has the entry points, and a target registers itself with them before `main`.
inventory::collect!(Target);

fuzz_target!(init: init(), |data: Bytes<'_>| -> Corpus { run(data) });

/// The macro takes no result for a plain `&[u8]`.
type Bytes<'a> = &'a [u8];

/// State of the process.
struct Running {
    subject: Arc<dyn Subject>,
    inputs: Inputs,
    /// Telemetry for a parent process, if there is one.
    reporter: Option<Mutex<Reporter>>,
    /// The inputs of a process that does not fuzz.
    replays: Option<Replays>,
    rechecks: Mutex<Rechecks>,
    /// The places that ran in an engine of another process.
    counters: Mutex<Counters>,
    /// The inputs that reached them.
    rare: Mutex<RarePlaces>,
}

impl Running {
    fn rechecks(&self) -> MutexGuard<'_, Rechecks> {
        self.rechecks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn running() -> &'static Running {
    static RUNNING: OnceLock<Running> = OnceLock::new();
    RUNNING.get_or_init(|| {
        let targets: Vec<&Target> = inventory::iter::<Target>.into_iter().collect();
        let [target] = targets[..] else {
            panic!(
                "a fuzz target must call exactly one macro of twinboard-libfuzzer, not {}",
                targets.len()
            );
        };
        let subject = with_known_of_environment(&(target.subject)());
        Running {
            reporter: Reporter::asked_for(subject.engine_name()).map(Mutex::new),
            subject,
            inputs: target.inputs,
            replays: replays(&args_os().skip(1).collect::<Vec<_>>()),
            rechecks: Mutex::default(),
            counters: Mutex::default(),
            rare: Mutex::default(),
        }
    })
}

/// The telemetry for a parent process, if there is one.
fn reporter() -> Option<MutexGuard<'static, Reporter>> {
    let reporter = running().reporter.as_ref();
    reporter.map(|reporter| reporter.lock().unwrap_or_else(PoisonError::into_inner))
}

/// The subject with the known differences that the command `fuzz` passes to its targets.
fn with_known_of_environment(subject: &Arc<dyn Subject>) -> Arc<dyn Subject> {
    let engine = subject.engine_name().unwrap_or(subject.name());
    let listed = known::of_environment(engine).unwrap_or_else(|error| {
        eprintln!("{error}");
        abort()
    });
    let known: Vec<_> = subject.known().iter().cloned().chain(listed).collect();
    subject.with_known(&known)
}

/// The inputs of a process that does not fuzz.
#[derive(Clone, Copy)]
enum Replays {
    /// A file that may have failed before.
    File,
    /// A corpus.
    Corpus,
}

/// Inputs that libFuzzer replays with these arguments: a file if one of them names it, a corpus
/// with `-runs=0`. `None` if it fuzzes.
fn replays(arguments: &[OsString]) -> Option<Replays> {
    if arguments.iter().any(|argument| Path::new(argument).is_file()) {
        Some(Replays::File)
    } else {
        arguments.iter().any(|argument| argument == "-runs=0").then_some(Replays::Corpus)
    }
}

/// Called once before the first input. libFuzzer's panic hook aborts the process. A panic in the
/// engine or the oracle must be caught and reported instead, so this call installs another hook in
/// front of libFuzzer's.
fn init() {
    if let Some(reporter) = reporter() {
        eprintln!("{}", reporter.first_line());
    }
    assert!(guard::catch(|| ()).is_ok(), "the empty closure does not panic");
}

/// Executes one input. After a failure it prints a report and aborts, so that libFuzzer keeps the
/// input.
fn run(data: &[u8]) -> Corpus {
    let running = running();
    match running.inputs {
        Inputs::Cases => {
            let checks = checks_of_case(data);
            if checks != Checks::fuzz() {
                check_text(data);
            }
            try_case(data, checks)
        }
        Inputs::Assertions if running.replays.is_some() => {
            try_case(data, Checks::replay_assertions())
        }
        Inputs::Assertions => try_case(data, Checks::fuzz_assertions()),
    }
}

/// The checks of an input of a target of the two sides.
fn checks_of_case(data: &[u8]) -> Checks {
    let running = running();
    match running.replays {
        Some(Replays::File) => Checks::replay(),
        Some(Replays::Corpus) => Checks::fuzz_kept(),
        None if running.rechecks().executes(data) => Checks::fuzz_kept(),
        None => Checks::fuzz(),
    }
}

fn try_case(data: &[u8], checks: Checks) -> Corpus {
    let shrinks = reporter().map_or(Shrinks::Here, |reporter| reporter.shrinks());
    let tried = fuzz::try_case(&running().subject, data, checks, shrinks);
    // Before the engine is asked anything else, which it may fail at, too.
    if let Tried::Diverged(report) = &tried {
        report_progress(&tried);
        if let Some(mut reporter) = reporter() {
            eprintln!("{}", reporter.report_line(report));
        }
        anstream::eprintln!("\n{}", report.render());
        abort()
    }
    take_coverage(data);
    report_progress(&tried);
    if matches!(tried, Tried::Unreadable) { Corpus::Reject } else { Corpus::Keep }
}

/// Adds the places that ran in an engine of another process to those of this one, and to those of the
/// input.
fn take_coverage(data: &[u8]) {
    let Running { subject, counters, rare, .. } = running();
    let mut counters = counters.lock().unwrap_or_else(PoisonError::into_inner);
    let mut places = Vec::new();
    // A malformed answer is a fault of the engine, as any other one.
    let taken = guard::catch(|| {
        subject.take_coverage(&mut |place, count| {
            if counters.add(place, count) {
                places.push(place);
            }
        })
    });
    rare.lock().unwrap_or_else(PoisonError::into_inner).note(data, &places);
    match taken {
        Ok(true) => reporter().iter_mut().for_each(|it| it.set_engine_places(counters.reached())),
        Ok(false) => (),
        Err(message) => fail(&format!("the engine: {message}")),
    }
}

/// The cases of an input must survive a round trip through the printer: comparing the two sides does
/// not check it, since both get what was read.
fn check_text(data: &[u8]) {
    if let Err(message) = running().subject.check_text(data) {
        fail(&message)
    }
}

/// Ends the process, so that libFuzzer keeps the input, for a reason that is no divergence.
fn fail(message: &str) -> ! {
    let message = format!("{}: {message}", running().subject.name());
    eprintln!("\n{message}");
    if let Some(mut reporter) = reporter() {
        eprintln!("{}", reporter.last_line(&message));
    }
    abort()
}

/// Mutator on the text of cases; see [`fuzz::mutate`]. An input that libFuzzer keeps is first
/// executed once more, unchanged, with every check.
#[doc(hidden)]
pub fn mutate(data: &mut [u8], size: usize, size_max: usize, seed: u32) -> usize {
    let running = running();
    if let Some(mut reporter) = reporter() {
        reporter.note_corpus();
    }
    // A mutator must not return an empty input. With a smaller size allowed, libFuzzer minimizes.
    let rechecks = matches!(running.inputs, Inputs::Cases) && (1..=size_max).contains(&size);
    if rechecks && running.rechecks().takes(&data[..size]) {
        return size;
    }
    let subject = running.subject.as_ref();
    let rare = if size_max < size { None } else { rare(size_max, seed) };
    let size = rare.map_or(size, |input| {
        data[..input.len()].copy_from_slice(&input);
        input.len()
    });
    let mutated = fuzz::mutate(subject, data, size, size_max, seed);
    mutated.unwrap_or_else(|| fuzzer_mutate(data, size, size_max))
}

/// An input that reaches a rare place of an engine in another process, for six of eight mutations
/// and crossovers.
fn rare(size_max: usize, seed: u32) -> Option<Arc<[u8]>> {
    // Four other bits decide whether libFuzzer's own mutator runs.
    if seed / 16 % 8 >= 6 {
        return None;
    }
    let mut rare = running().rare.lock().unwrap_or_else(PoisonError::into_inner);
    rare.choose(seed).filter(|input| input.len() <= size_max)
}

/// Crossover of two cases, or a mutation as of [`mutate`]; returns 0 if they cannot be crossed. See
/// [`fuzz::cross`].
#[doc(hidden)]
#[must_use]
pub fn cross(one: &[u8], other: &[u8], out: &mut [u8], seed: u32) -> usize {
    let subject = running().subject.as_ref();
    if let Some(input) = rare(out.len(), seed) {
        out[..input.len()].copy_from_slice(&input);
        let size_max = out.len();
        return fuzz::mutate(subject, out, input.len(), size_max, seed).unwrap_or(0);
    }
    fuzz::cross(subject, one, other, out, seed).unwrap_or(0)
}

fn report_progress(tried: &Tried) {
    if let Some(line) = reporter().and_then(|mut reporter| reporter.count(tried)) {
        eprintln!("{line}");
    }
}
