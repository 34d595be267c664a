//! Registration of a rule set: one record with everything that Twinboard can use of it.
//!
//! A pairing of rule set, engine and oracle is enough for every command that plays cases. What else
//! a rule set brings unlocks more: a corpus is replayed first, planted faults feed `selftest`,
//! workloads `bench`, a generator `generate`, a contest `match` and `tournament`. The built-in rule
//! sets are registered in the same way (`games::registrations`).
//!
//! ```
//! # use twinboard_kit as kit;
//! use kit::Registration;
//! # use kit::{board::Plays, harness::{Pairing, RuleSet}};
//!
//! # fn register<R: RuleSet, E: Plays<R::Vocabulary>, O: Plays<R::Vocabulary>>(
//! #     pairing: Pairing<R, E, O>,
//! # ) -> Registration {
//! Registration::new(pairing).corpus_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/corpus"))
//! # }
//! ```

/// The crates that a rule set is written with, so that one dependency is enough.
pub use {board, faults, harness, referee};

#[cfg(feature = "snapshots")]
pub mod snapshots;

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use faults::Planted;
use harness::Subject;
use harness::bench::Suite;
use harness::bench::horizon::Horizon;
use harness::inputs::Generator;
use referee::Contest;

/// A file of a corpus that is built in.
#[derive(Clone, Copy, Debug)]
pub struct CorpusFile {
    /// Its path, `corpus/<rule set>/<kind>/<what it shows>.txt`.
    pub path: &'static str,
    /// Its contents.
    pub text: &'static [u8],
}

/// The corpus of a rule set.
#[derive(Clone, Debug)]
pub enum Corpus {
    /// Compiled into the program.
    BuiltIn(Vec<CorpusFile>),
    /// Read from a folder when it is needed.
    Folder(PathBuf),
}

/// Everything that Twinboard can use of one rule set.
#[derive(Clone)]
pub struct Registration {
    subject: Arc<dyn Subject>,
    corpus: Corpus,
    faults: Vec<&'static Planted>,
    workloads: Option<fn() -> Suite>,
    horizon: Option<fn() -> Box<dyn Horizon>>,
    generator: Option<Generator>,
    contest: Option<Arc<dyn Contest>>,
    assertion: Option<&'static str>,
}

impl fmt::Debug for Registration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registration").field("rule_set", &self.name()).finish_non_exhaustive()
    }
}

impl Registration {
    /// Registers a rule set with its two sides: a [`harness::Pairing`].
    pub fn new(subject: impl Subject + 'static) -> Self {
        Self {
            subject: Arc::new(subject),
            corpus: Corpus::BuiltIn(Vec::new()),
            faults: Vec::new(),
            workloads: None,
            horizon: None,
            generator: None,
            contest: None,
            assertion: None,
        }
    }

    /// Adds a corpus that is compiled in: cases that every campaign replays first.
    #[must_use]
    pub fn corpus(self, files: impl IntoIterator<Item = CorpusFile>) -> Self {
        Self { corpus: Corpus::BuiltIn(files.into_iter().collect()), ..self }
    }

    /// Adds a corpus that is read from a folder whenever it is played. A missing folder is an error
    /// of the command that wants it.
    #[must_use]
    pub fn corpus_folder(self, folder: impl Into<PathBuf>) -> Self {
        Self { corpus: Corpus::Folder(folder.into()), ..self }
    }

    /// Adds the planted faults of a catalogue that are about this rule set, for `selftest` and
    /// `corpus stats`; see [`faults::catalogue!`].
    #[must_use]
    pub fn faults(mut self, catalogue: &'static [Planted]) -> Self {
        let name = self.name();
        self.faults.extend(catalogue.iter().filter(|planted| planted.rule_set == name));
        self
    }

    /// Adds workloads for `bench`, in place of the default one.
    #[must_use]
    pub fn workloads(self, suite: fn() -> Suite) -> Self {
        Self { workloads: Some(suite), ..self }
    }

    /// Adds positions on which a solver is measured, for `bench --horizon`.
    #[must_use]
    pub fn horizon(self, horizon: fn() -> Box<dyn Horizon>) -> Self {
        Self { horizon: Some(horizon), ..self }
    }

    /// Adds a generator of inputs for `generate`, in place of the default one.
    #[must_use]
    pub fn generator(self, generator: Generator) -> Self {
        Self { generator: Some(generator), ..self }
    }

    /// Adds a contest of two players, for `match`, `tournament`, `solve` and `analyse`.
    #[must_use]
    pub fn contest(self, contest: impl Contest + 'static) -> Self {
        Self { contest: Some(Arc::new(contest)), ..self }
    }

    /// Names the function that a test printed by `to-test` calls with the name of the rule set, the
    /// case and the answer. Without it, the test calls `harness::assert_case` with `subject()`.
    #[must_use]
    pub fn assert_with(self, function: &'static str) -> Self {
        Self { assertion: Some(function), ..self }
    }

    /// The name of the rule set.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.subject.name()
    }

    /// The rule set with its sides.
    #[must_use]
    pub fn subject(&self) -> &Arc<dyn Subject> {
        &self.subject
    }

    /// The corpus.
    #[must_use]
    pub fn corpus_cases(&self) -> &Corpus {
        &self.corpus
    }

    /// The planted faults.
    #[must_use]
    pub fn planted_faults(&self) -> &[&'static Planted] {
        &self.faults
    }

    /// The workloads: those that were registered, else uniformly random games of both sides.
    #[must_use]
    pub fn suite(&self) -> Suite {
        self.workloads.map_or_else(|| harness::bench::random_games(&self.subject), |suite| suite())
    }

    /// The positions on which its solver is measured.
    #[must_use]
    pub fn solver_positions(&self) -> Option<Box<dyn Horizon>> {
        self.horizon.map(|horizon| horizon())
    }

    /// The generator of inputs: the one that was registered, else one that draws cases as campaigns
    /// do.
    #[must_use]
    pub fn input_generator(&self) -> Generator {
        self.generator.clone().unwrap_or_else(|| Generator::of_cases(&self.subject))
    }

    /// The contest of two players.
    #[must_use]
    pub fn two_players(&self) -> Option<&Arc<dyn Contest>> {
        self.contest.as_ref()
    }

    /// The function that a printed test calls; see [`assert_with`](Self::assert_with).
    #[must_use]
    pub fn assertion(&self) -> Option<&'static str> {
        self.assertion
    }
}
