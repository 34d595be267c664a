//! What all fuzz targets have in common: a rule set by its name, and libFuzzer's calls passed on.
//!
//! Whatever is decided is decided in `harness`; a target says which rule set it is for.

use std::process::{abort, exit};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use harness::fuzz::{self, Aim, Shrinks, Tried};
use harness::heartbeat::Heart;
use harness::{Subject, guard};
use libfuzzer_sys::{Corpus, fuzzer_mutate};

/// A fuzz target for one rule set.
#[derive(Debug)]
pub struct Target {
    rule_set: &'static str,
    aim: Aim,
    running: OnceLock<Running>,
}

/// What a target needs from its first input on.
struct Running {
    subject: Arc<dyn Subject>,
    /// Beats if somebody listens, who then shrinks as well.
    heart: Option<Mutex<Heart>>,
}

impl std::fmt::Debug for Running {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.subject.name())
    }
}

impl Target {
    /// The target for the rule set of this name.
    #[must_use]
    pub const fn new(rule_set: &'static str) -> Self {
        Self { rule_set, aim: Aim::Sides, running: OnceLock::new() }
    }

    /// The target for what is said of positions of this rule set, by others than its sides.
    #[must_use]
    pub const fn of_claims(rule_set: &'static str) -> Self {
        Self { rule_set, aim: Aim::Claims, running: OnceLock::new() }
    }

    fn running(&self) -> &Running {
        self.running.get_or_init(|| {
            if let Err(unknown) = faults::check_environment(&games::faults()) {
                eprintln!("{unknown}");
                exit(2);
            }
            let mut all = games::all().into_iter();
            let found = all.find(|subject| subject.name() == self.rule_set);
            let subject =
                found.unwrap_or_else(|| panic!("no rule set is called {}", self.rule_set));
            Running { subject, heart: Heart::asked_for().map(Mutex::new) }
        })
    }

    /// To be called once before anything else: libFuzzer ends the process in its panic hook, and a
    /// panic of a side must be caught and reported instead.
    ///
    /// # Panics
    ///
    /// If no rule set has the name.
    pub fn init(&self) {
        let installed = guard::catch(|| self.running().subject.name());
        assert_eq!(installed.as_deref(), Ok(self.rule_set));
    }

    /// Plays a case. A divergence is printed as a report, then the process ends, so that libFuzzer
    /// keeps the input.
    pub fn try_case(&self, data: &[u8]) -> Corpus {
        let Running { subject, heart } = self.running();
        let shrinks = if heart.is_some() { Shrinks::Elsewhere } else { Shrinks::Here };
        let tried = fuzz::try_case(subject, data, self.aim, shrinks);
        self.beat(&tried);
        match tried {
            Tried::Unreadable => Corpus::Reject,
            Tried::Agreed(_) => Corpus::Keep,
            Tried::Diverged(report) => {
                anstream::eprintln!("\n{}", report.render());
                abort()
            }
        }
    }

    /// Checks parsers and printers on any bytes.
    pub fn check_text(&self, data: &[u8]) {
        let checked = self.running().subject.check_text(data);
        // Nothing is played here, whatever can be read.
        self.beat(&Tried::Unreadable);
        if let Err(message) = checked {
            eprintln!("\n{}: {message}", self.rule_set);
            abort();
        }
    }

    /// A custom mutator on the text of cases.
    pub fn mutate(&self, data: &mut [u8], size: usize, size_max: usize, seed: u32) -> usize {
        let subject = self.running().subject.as_ref();
        let mutated = fuzz::mutate(subject, data, size, size_max, seed);
        mutated.unwrap_or_else(|| fuzzer_mutate(data, size, size_max))
    }

    /// A custom crossover of two cases; 0 if they do not cross.
    pub fn cross(&self, one: &[u8], other: &[u8], out: &mut [u8], seed: u32) -> usize {
        fuzz::cross(self.running().subject.as_ref(), one, other, out, seed).unwrap_or(0)
    }

    fn beat(&self, tried: &Tried) {
        let Some(heart) = &self.running().heart else { return };
        let line = heart.lock().unwrap_or_else(PoisonError::into_inner).count(tried);
        if let Some(line) = line {
            eprintln!("{line}");
        }
    }
}
