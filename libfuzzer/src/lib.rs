//! Complete libFuzzer targets for a rule set of your own.
//!
//! A target is one macro with a function that gives the subject, which is a rule set paired with
//! its two sides. The macro brings initialisation, the mutator and the crossover on cases, the
//! telemetry for `fuzz` of the command, and the report of a divergence:
//!
//! | macro | inputs | for |
//! |---|---|---|
//! | [`cases!`] | case files | engine and oracle in lockstep |
//! | [`text!`] | any bytes | reader and printer |
//! | [`assertions!`] | case files | what others, such as a solver, say of positions |
//!
//! A whole target, `fuzz/fuzz_targets/my_game.rs`:
//!
//! ```no_run
//! #![no_main]
//! # mod my_game { pub fn subject() -> std::sync::Arc<dyn harness::Subject> { unreachable!() } }
//!
//! twinboard_fuzz::cases!(my_game::subject);
//! # fn main() {}
//! ```
//!
//! and the manifest beside it, `fuzz/Cargo.toml`:
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
//! my_game.path = ".."
//! twinboard-fuzz = "0.1"
//!
//! [[bin]]
//! name = "my_game"
//! path = "fuzz_targets/my_game.rs"
//! test = false
//! doc = false
//! bench = false
//! ```
//!
//! `cargo fuzz run -s none my_game` builds and runs it on the stable toolchain. Everything the target
//! depends on is instrumented and compiled anew, so `my_game` should be a library that needs
//! `twinboard-board` and `twinboard-harness` only; a command made with the crate `twinboard` belongs
//! into a package of its own.
//!
//! Everything a target does is in [`harness::fuzz`], for use with other fuzzers.

use std::process::abort;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use harness::fuzz::{self, Aim, Shrinks, Tried};
use harness::telemetry::Reporter;
use harness::{Subject, guard};
use libfuzzer_sys::{Corpus, fuzz_target, fuzzer_mutate};

/// A target for cases: each input is a case file, and its cases are played in lockstep.
///
/// Takes a function without arguments that gives the subject, an `Arc<dyn harness::Subject>`. To
/// be used once, at the root of a program with `#![no_main]`.
///
/// Mutation and crossover are replaced: a case is changed as a case, so that nearly every input
/// can be played. A divergence is shrunk and printed as a report before the process ends, unless
/// the command `fuzz` has started the target, which does both itself.
#[macro_export]
macro_rules! cases {
    ($subject:expr) => {
        $crate::internal::submit! { $crate::internal::Target::cases($subject) }
        $crate::mutate_as_cases!();
    };
}

/// A target for text: any bytes are given to the reader, and what it takes must be printed as text
/// that reads the same.
///
/// Takes a function without arguments that gives the subject, an `Arc<dyn harness::Subject>`. To
/// be used once, at the root of a program with `#![no_main]`. libFuzzer mutates the bytes.
#[macro_export]
macro_rules! text {
    ($subject:expr) => {
        $crate::internal::submit! { $crate::internal::Target::text($subject) }
    };
}

/// A target for what others than the two sides say of positions
/// ([`Assertions`](harness::Assertions)), such as a solver.
///
/// Like [`cases!`], but each case is played with everything that can be tried, and no input is kept
/// without a position of which something is said.
#[macro_export]
macro_rules! assertions {
    ($subject:expr) => {
        $crate::internal::submit! { $crate::internal::Target::assertions($subject) }
        $crate::mutate_as_cases!();
    };
}

/// The mutator and the crossover of a target: libFuzzer uses them wherever it finds them, so they
/// are not part of this library but of the targets that want them.
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

/// Used by the macros only.
#[doc(hidden)]
pub mod internal {
    pub use inventory::submit;
    pub use libfuzzer_sys::{fuzz_crossover, fuzz_mutator};

    pub use crate::{Target, cross, mutate};
}

/// A fuzz target, as one of the macros declares it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Target {
    subject: fn() -> Arc<dyn Subject>,
    inputs: Inputs,
}

#[derive(Clone, Copy, Debug)]
enum Inputs {
    Cases(Aim),
    Text,
}

impl Target {
    /// The target of [`cases!`].
    #[must_use]
    pub const fn cases(subject: fn() -> Arc<dyn Subject>) -> Self {
        Self { subject, inputs: Inputs::Cases(Aim::Sides) }
    }

    /// The target of [`text!`].
    #[must_use]
    pub const fn text(subject: fn() -> Arc<dyn Subject>) -> Self {
        Self { subject, inputs: Inputs::Text }
    }

    /// The target of [`assertions!`].
    #[must_use]
    pub const fn assertions(subject: fn() -> Arc<dyn Subject>) -> Self {
        Self { subject, inputs: Inputs::Cases(Aim::Assertions) }
    }
}

// `fuzz_target!` works only in a crate that depends on libfuzzer-sys under that name. So the entry
// points are here, and a target is registered with them before `main`.
inventory::collect!(Target);

fuzz_target!(init: init(), |data: &[u8]| -> Corpus { run(data) });

/// The state of the process.
struct Running {
    subject: Arc<dyn Subject>,
    inputs: Inputs,
    /// Present if the parent process listens to telemetry; it then shrinks as well.
    heart: Option<Mutex<Reporter>>,
}

fn running() -> &'static Running {
    static RUNNING: OnceLock<Running> = OnceLock::new();
    RUNNING.get_or_init(|| {
        let targets: Vec<&Target> = inventory::iter::<Target>.into_iter().collect();
        let [target] = targets[..] else {
            panic!("a fuzz target has one macro of twinboard-fuzz, this one has {}", targets.len());
        };
        Running {
            subject: (target.subject)(),
            inputs: target.inputs,
            heart: Reporter::asked_for().map(Mutex::new),
        }
    })
}

/// Called once before the first input. libFuzzer ends the process in its panic hook; where cases
/// are played, a panic of a side must be caught and reported instead, by a hook in front of it.
fn init() {
    if matches!(running().inputs, Inputs::Cases(_)) {
        assert!(guard::catch(|| ()).is_ok(), "nothing panics there");
    }
}

/// Executes one input. What is wrong is printed, then the process ends, so that libFuzzer keeps the
/// input.
fn run(data: &[u8]) -> Corpus {
    match running().inputs {
        Inputs::Cases(aim) => try_case(data, aim),
        Inputs::Text => check_text(data),
    }
}

fn try_case(data: &[u8], aim: Aim) -> Corpus {
    let Running { subject, heart, .. } = running();
    let shrinks = if heart.is_some() { Shrinks::Elsewhere } else { Shrinks::Here };
    let tried = fuzz::try_case(subject, data, aim, shrinks);
    beat(&tried);
    match tried {
        Tried::Unreadable => Corpus::Reject,
        Tried::Agreed(_) => Corpus::Keep,
        Tried::Diverged(report) => {
            anstream::eprintln!("\n{}", report.render());
            abort()
        }
    }
}

fn check_text(data: &[u8]) -> Corpus {
    let subject = &running().subject;
    let checked = subject.check_text(data);
    // Nothing is played here, so nothing counts as a case.
    beat(&Tried::Unreadable);
    if let Err(message) = checked {
        eprintln!("\n{}: {message}", subject.name());
        abort();
    }
    Corpus::Keep
}

/// The mutator on the text of cases; see [`fuzz::mutate`].
#[doc(hidden)]
pub fn mutate(data: &mut [u8], size: usize, size_max: usize, seed: u32) -> usize {
    let subject = running().subject.as_ref();
    let mutated = fuzz::mutate(subject, data, size, size_max, seed);
    mutated.unwrap_or_else(|| fuzzer_mutate(data, size, size_max))
}

/// The crossover of two cases; 0 if they do not cross. See [`fuzz::cross`].
#[doc(hidden)]
#[must_use]
pub fn cross(one: &[u8], other: &[u8], out: &mut [u8], seed: u32) -> usize {
    fuzz::cross(running().subject.as_ref(), one, other, out, seed).unwrap_or(0)
}

fn beat(tried: &Tried) {
    let Some(heart) = &running().heart else { return };
    let line = heart.lock().unwrap_or_else(PoisonError::into_inner).count(tried);
    if let Some(line) = line {
        eprintln!("{line}");
    }
}
