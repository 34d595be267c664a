//! What all fuzz targets have in common: a rule set by its name, and libFuzzer's calls passed on.
//!
//! Whatever is decided is decided in `harness`; a target says which rule set it is for.

use std::process::abort;
use std::sync::{Arc, OnceLock};

use harness::fuzz::{self, Tried};
use harness::{Subject, guard};
use libfuzzer_sys::{Corpus, fuzzer_mutate};

/// A fuzz target for one rule set.
#[derive(Debug)]
pub struct Target {
    rule_set: &'static str,
    subject: OnceLock<SubjectOf>,
}

struct SubjectOf(Arc<dyn Subject>);

impl std::fmt::Debug for SubjectOf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.name())
    }
}

impl Target {
    /// The target for the rule set of this name.
    #[must_use]
    pub const fn new(rule_set: &'static str) -> Self {
        Self { rule_set, subject: OnceLock::new() }
    }

    fn subject(&self) -> &Arc<dyn Subject> {
        let find = || {
            let mut all = games::all().into_iter();
            let found = all.find(|subject| subject.name() == self.rule_set);
            SubjectOf(found.unwrap_or_else(|| panic!("no rule set is called {}", self.rule_set)))
        };
        &self.subject.get_or_init(find).0
    }

    /// To be called once before anything else: libFuzzer ends the process in its panic hook, and a
    /// panic of a side must be caught and reported instead.
    ///
    /// # Panics
    ///
    /// If no rule set has the name.
    pub fn init(&self) {
        let installed = guard::catch(|| self.subject().name());
        assert_eq!(installed.as_deref(), Ok(self.rule_set));
    }

    /// Plays a case. A divergence is printed as a report, then the process ends, so that libFuzzer
    /// keeps the input.
    pub fn try_case(&self, data: &[u8]) -> Corpus {
        match fuzz::try_case(self.subject(), data) {
            Tried::Unreadable => Corpus::Reject,
            Tried::Agreed => Corpus::Keep,
            Tried::Diverged(report) => {
                anstream::eprintln!("\n{}", report.render());
                abort()
            }
        }
    }

    /// Checks parsers and printers on any bytes.
    pub fn check_text(&self, data: &[u8]) {
        if let Err(message) = self.subject().check_text(data) {
            eprintln!("\n{}: {message}", self.rule_set);
            abort();
        }
    }

    /// A custom mutator on the text of cases.
    pub fn mutate(&self, data: &mut [u8], size: usize, size_max: usize, seed: u32) -> usize {
        let mutated = fuzz::mutate(self.subject().as_ref(), data, size, size_max, seed);
        mutated.unwrap_or_else(|| fuzzer_mutate(data, size, size_max))
    }

    /// A custom crossover of two cases; 0 if they do not cross.
    pub fn cross(&self, one: &[u8], other: &[u8], out: &mut [u8], seed: u32) -> usize {
        fuzz::cross(self.subject().as_ref(), one, other, out, seed).unwrap_or(0)
    }
}
