//! Registration of a rule set: a record of everything that Twinboard can use of it.
//!
//! A pairing of rule set, engine and oracle is enough for every command that plays cases. Optional
//! parts unlock more: campaigns replay a corpus first, `selftest` uses planted faults,
//! `generate` a generator, `match` and `tournament` a contest. The built-in rule sets are registered
//! in the same way (`twinboard_games::registrations`).
//!
//! Two features add what needs more crates: `contests` the contests of two players, `programs`
//! engines in other processes.
//!
//! ```
//! use twinboard_registration::Registration;
//! # use twinboard_harness::{Pairing, RuleSet};
//!
//! # fn register<R: RuleSet>(pairing: Pairing<R>) -> Registration {
//! Registration::new(pairing).corpus_folder(concat!(env!("CARGO_MANIFEST_DIR"), "/corpus"))
//! # }
//! ```

#[cfg(feature = "programs")]
mod bridged;
#[cfg(feature = "contests")]
pub mod contest;
#[cfg(feature = "programs")]
mod engines;
pub mod fuzzed;
#[cfg(feature = "programs")]
pub mod processes;

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use twinboard_faults::Planted;
use twinboard_harness::inputs::Generator;
use twinboard_harness::known::KnownDifference;
use twinboard_harness::{Pairing, RuleSet, Subject, TextRules};
#[cfg(feature = "contests")]
use twinboard_referee::Contest;

#[cfg(feature = "contests")]
pub use contest::ContestOf;

/// A file of a corpus that is compiled into the program.
#[derive(Clone, Copy, Debug)]
pub struct CorpusFile {
    /// Path, of the form `corpus/<rule set>/<kind>/<name>.txt`. The name says what the file shows.
    pub path: &'static str,
    /// Contents, one case or several.
    pub text: &'static [u8],
}

/// The corpus of a rule set: cases that campaigns replay first and mutate.
///
/// ```
/// use twinboard_registration::{Corpus, CorpusFile};
///
/// const ONE_PEG: CorpusFile =
///     CorpusFile { path: "corpus/pegs/edge/one-peg.txt", text: b"o\n" };
///
/// // A built-in corpus makes the program independent of its source folder,
/// let built_in = Corpus::BuiltIn(vec![ONE_PEG]);
/// // a folder can be edited without a build.
/// let folder = Corpus::Folder(concat!(env!("CARGO_MANIFEST_DIR"), "/corpus").into());
/// # assert!(matches!((built_in, folder), (Corpus::BuiltIn(_), Corpus::Folder(_))));
/// ```
#[derive(Clone, Debug)]
pub enum Corpus {
    /// Files compiled into the program.
    BuiltIn(Vec<CorpusFile>),
    /// Folder whose files are read at each use.
    Folder(PathBuf),
}

/// Everything that Twinboard can use of a rule set. Only the pairing is required.
///
/// ```
/// use twinboard_registration::{Corpus, CorpusFile, Registration};
/// # use twinboard_harness::{Pairing, RuleSet};
/// # mod planted { pub const CATALOGUE: &[twinboard_faults::Planted] = &[]; }
/// # const ONE_PEG: CorpusFile =
/// #     CorpusFile { path: "corpus/pegs/edge/one-peg.txt", text: b"o\n" };
///
/// # fn register<R: RuleSet>(pairing: Pairing<R>) {
/// let registration =
///     Registration::new(pairing).corpus([ONE_PEG]).faults(planted::CATALOGUE);
/// assert!(matches!(registration.corpus_cases(), Corpus::BuiltIn(files) if files.len() == 1));
/// # }
/// ```
#[derive(Clone)]
pub struct Registration {
    subject: Arc<dyn Subject>,
    corpus: Corpus,
    faults: Vec<&'static Planted>,
    generator: Option<Generator>,
    #[cfg(feature = "contests")]
    contest: Option<Arc<dyn Contest>>,
    assertion: Option<&'static str>,
    rules: String,
    other_engines: Vec<(&'static str, Arc<dyn Subject>)>,
    engine_templates: Vec<(&'static str, &'static str)>,
    #[cfg(feature = "programs")]
    engines: Option<engines::Connector>,
    #[cfg(feature = "programs")]
    bridged: Option<bridged::Bridged>,
}

impl fmt::Debug for Registration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registration").field("rule_set", &self.name()).finish_non_exhaustive()
    }
}

impl Registration {
    /// Registers a rule set with its two sides, a [`twinboard_harness::Pairing`]; with
    /// [`Pairing::without_engine`] if all its engines are programs of their own.
    pub fn new<R: RuleSet>(pairing: Pairing<R>) -> Self {
        Self {
            #[cfg(feature = "programs")]
            engines: engines::connector(&pairing),
            subject: Arc::new(pairing),
            corpus: Corpus::BuiltIn(Vec::new()),
            faults: Vec::new(),
            generator: None,
            #[cfg(feature = "contests")]
            contest: None,
            assertion: None,
            rules: String::new(),
            other_engines: Vec::new(),
            engine_templates: Vec::new(),
            #[cfg(feature = "programs")]
            bridged: None,
        }
    }

    /// Registers a rule set in words, with its engine if it has one, and with its contest if it names
    /// its players ([`ContestOf::in_words`]). The harness is compiled here for all of them, so a game
    /// in words costs the build of its own file.
    #[must_use]
    pub fn text(rules: &TextRules) -> Self {
        #[cfg(feature = "programs")]
        let bridged = Some(bridged::Bridged::of(rules));
        Self {
            #[cfg(feature = "programs")]
            bridged,
            #[cfg(feature = "contests")]
            contest: ContestOf::in_words(rules).map(|it| Arc::new(it) as Arc<dyn Contest>),
            ..Self::new(rules.pairing())
        }
    }

    /// Adds another engine in words, that of `rules`; see [`other_engine`](Self::other_engine).
    #[must_use]
    pub fn other_text_engine(self, name: &'static str, rules: &TextRules) -> Self {
        self.other_engine(name, Arc::new(rules.pairing()))
    }

    /// Sets a corpus that is compiled into the program.
    #[must_use]
    pub fn corpus(self, files: impl IntoIterator<Item = CorpusFile>) -> Self {
        Self { corpus: Corpus::BuiltIn(files.into_iter().collect()), ..self }
    }

    /// Sets a corpus that is read from a folder at each use: from its subfolder with the name of the
    /// rule set if there is one, so that several rule sets may share a folder, else from all of it.
    /// A missing folder is an error of the command that reads it.
    #[must_use]
    pub fn corpus_folder(self, folder: impl Into<PathBuf>) -> Self {
        Self { corpus: Corpus::Folder(folder.into()), ..self }
    }

    /// Adds the planted faults of this rule set in a catalogue, for `selftest`;
    /// see [`twinboard_faults::catalogue!`].
    #[must_use]
    pub fn faults(mut self, catalogue: &'static [Planted]) -> Self {
        let name = self.name();
        self.faults.extend(catalogue.iter().filter(|planted| planted.rule_set == name));
        self
    }

    /// Adds another engine of the rule set, paired with the oracle: `--engine NAME` plays it in
    /// place of the registered one.
    ///
    /// The name begins with that of the rule set, like those of planted faults. `selftest` looks
    /// for the faults whose names begin with `name` in this engine.
    ///
    /// # Panics
    ///
    /// If `name` is that of the rule set, or the subject plays another rule set.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "the registration takes the engine over")]
    pub fn other_engine(mut self, name: &'static str, subject: Arc<dyn Subject>) -> Self {
        assert_eq!(subject.name(), self.name(), "another engine plays the same rule set");
        assert_ne!(name, self.name(), "the name of the rule set is that of the registered engine");
        self.other_engines.push((name, subject.with_engine_name(name)));
        self
    }

    /// Adds a known difference of the registered engine: it is counted instead of reported. Those of
    /// another engine belong to its pairing ([`Pairing::knowing`]).
    #[must_use]
    pub fn knowing(self, difference: KnownDifference) -> Self {
        let mut known = self.subject.known().to_vec();
        known.push(difference);
        Self { subject: self.subject.with_known(&known), ..self }
    }

    /// Sets the generator of `generate`; the default draws cases like a campaign.
    #[must_use]
    pub fn generator(self, generator: Generator) -> Self {
        Self { generator: Some(generator), ..self }
    }

    /// Sets the contest of two players, for `match`, `tournament`, `check` and `play`, and for
    /// `solve` if it has a solver. [`ContestOf`] derives one from the pairing.
    #[cfg(feature = "contests")]
    #[must_use]
    pub fn contest(self, contest: impl Contest + 'static) -> Self {
        Self { contest: Some(Arc::new(contest)), ..self }
    }

    /// Sets the rules as text for people, with the form of set-ups and moves, which `rules` prints.
    #[must_use]
    pub fn rules(self, text: impl Into<String>) -> Self {
        Self { rules: text.into(), ..self }
    }

    /// Sets the function that tests printed by `to-test` call, with the name of the rule set, the
    /// case and the answer. The default calls `twinboard::harness::assert_case` with `subject()`.
    #[must_use]
    pub fn assert_with(self, function: &'static str) -> Self {
        Self { assertion: Some(function), ..self }
    }

    /// Sets the source that `engine-template` writes in this language (`cpp`, `python` or
    /// `javascript`). It uses the kit of the language, reads and prints the texts of this rule set, and
    /// marks with `TODO` the rules that its reader writes.
    #[must_use]
    pub fn engine_template(mut self, language: &'static str, source: &'static str) -> Self {
        self.engine_templates.push((language, source));
        self
    }

    /// Name of the rule set, unique among the registrations of a program.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.subject.name()
    }

    /// The pairing of rule set, engine and oracle.
    #[must_use]
    pub fn subject(&self) -> &Arc<dyn Subject> {
        &self.subject
    }

    /// The corpus; empty by default.
    #[must_use]
    pub fn corpus_cases(&self) -> &Corpus {
        &self.corpus
    }

    /// The folder of the corpus with the files of this rule set; `None` if the corpus is built in.
    #[must_use]
    pub fn corpus_of_its_own(&self) -> Option<PathBuf> {
        let Corpus::Folder(folder) = &self.corpus else { return None };
        let own = folder.join(self.name());
        Some(if own.is_dir() { own } else { folder.clone() })
    }

    /// The planted faults of this rule set; none by default.
    #[must_use]
    pub fn planted_faults(&self) -> &[&'static Planted] {
        &self.faults
    }

    /// Names of the other engines of the rule set; see [`other_engine`](Self::other_engine).
    pub fn other_engines(&self) -> impl Iterator<Item = &'static str> {
        self.other_engines.iter().map(|&(name, _)| name)
    }

    /// The other engine that a planted fault is in: the fault's name begins with the engine's.
    /// `None` if it is in the registered one.
    #[must_use]
    pub fn other_engine_of_fault(&self, fault: &str) -> Option<&'static str> {
        let is_prefix =
            |engine: &&str| fault.strip_prefix(*engine).is_some_and(|it| it.starts_with('-'));
        self.other_engines().find(is_prefix)
    }

    /// This registration with another engine instead of the registered one; `None` if none
    /// has this name.
    #[must_use]
    pub fn with_other_engine(&self, name: &str) -> Option<Self> {
        let (_, subject) = self.other_engines.iter().find(|(other, _)| *other == name)?;
        Some(Self { subject: Arc::clone(subject), ..self.clone() })
    }

    /// The pairing with the engine of this name, which is that of the rule set or that of
    /// [another engine](Self::other_engine). A fuzz target of that engine is
    /// `cases!(|| registration().engine_subject("my-game-simd"))`.
    ///
    /// # Panics
    ///
    /// If no engine has this name.
    #[must_use]
    pub fn engine_subject(&self, name: &str) -> Arc<dyn Subject> {
        let registered = [(self.name(), Arc::clone(&self.subject))];
        let mut all = registered.iter().chain(&self.other_engines);
        let Some((_, subject)) = all.find(|(engine, _)| *engine == name) else {
            let names: Vec<_> = [self.name()].into_iter().chain(self.other_engines()).collect();
            panic!("no engine `{name}`; the engines are {}", names.join(", "))
        };
        Arc::clone(subject)
    }

    /// This registration with a change of the pairing of every engine.
    #[must_use]
    pub fn map_engines(&self, change: &dyn Fn(&Arc<dyn Subject>) -> Arc<dyn Subject>) -> Self {
        let others = self.other_engines.iter().map(|(name, subject)| (*name, change(subject)));
        Self { subject: change(&self.subject), other_engines: others.collect(), ..self.clone() }
    }

    /// The generator of `generate`, registered or default.
    #[must_use]
    pub fn input_generator(&self) -> Generator {
        self.generator.clone().unwrap_or_else(|| Generator::of_cases(&self.subject))
    }

    /// The rules as text for people; empty if they were not registered.
    #[must_use]
    pub fn text_of_rules(&self) -> &str {
        &self.rules
    }

    /// The contest of two players, if registered.
    #[cfg(feature = "contests")]
    #[must_use]
    pub fn two_players(&self) -> Option<&Arc<dyn Contest>> {
        self.contest.as_ref()
    }

    /// The source of an engine in this language to complete, if registered.
    #[must_use]
    pub fn engine_template_in(&self, language: &str) -> Option<&'static str> {
        let mut templates = self.engine_templates.iter();
        templates.find(|(other, _)| *other == language).map(|&(_, source)| source)
    }

    /// The function that printed tests call, if registered; see [`assert_with`](Self::assert_with).
    #[must_use]
    pub fn assertion(&self) -> Option<&'static str> {
        self.assertion
    }
}
