//! The state of one run of the command, which is passed to its parts: the program and its rule
//! sets, the engine in use, the isolation of programs, and the interruption by a signal.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use twinboard_harness::report::{self, Report, Substitutes};
use twinboard_harness::{Side, Subject};
use twinboard_protocol::{ConnectError, Connected, Offer};
use twinboard_referee::{Analyst, Contest};
use twinboard_registration::Registration;
use twinboard_registration::fuzzed::COVERAGE_VARIABLE;

use crate::args::known::KnownFile;
use crate::output::ci::Owed;
use crate::output::kept::Kept;
use crate::output::{self, Failure};

pub(crate) mod conversations;
pub(crate) mod engine;
pub(crate) mod environment;
pub(crate) mod interrupt;
pub(crate) mod isolation;

use conversations::{Conversations, LateBreach};
use engine::{EngineInUse, EngineOptions, EngineUse, Started, TranscriptFile};
use interrupt::Interrupt;
use isolation::{Isolation, ProgramOptions};

pub(crate) type AnySubject = Arc<dyn Subject>;

/// The contest of a two-player rule set and the solver of its positions.
pub(crate) type Solved = (Arc<dyn Contest>, Box<dyn Analyst>);

/// The packages that `selftest` builds with the planted faults compiled in.
///
/// The default fits a program in a single package: the program itself is built with the feature
/// `planted` of its package, and the tests are the package's integration tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// Package and name of an example that is the program with the faults compiled in. For
    /// workspaces in which the program's own package has no such feature.
    pub example: Option<(&'static str, &'static str)>,
    /// Packages whose integration tests are named after the rule sets, or after what the names of
    /// some faults begin with.
    pub tests_of: &'static [&'static str],
}

/// The state of one run of the command.
#[derive(Clone)]
pub(crate) struct Session {
    /// Name of the program in messages; `None` for the name by which the process was started.
    name: Option<&'static str>,
    pub(crate) sources: Sources,
    /// The rule sets; with another engine than the registered one, only the one that it plays.
    pub(crate) rule_sets: Vec<Registration>,
    /// Names of the rule sets of the program, also of those that the engine does not play.
    all_rule_sets: Arc<[&'static str]>,
    /// The engine in place of the registered one.
    engine: Option<EngineInUse>,
    /// The implementation in the place of the oracle: its command or name.
    oracle: Option<String>,
    /// The file of known differences.
    known: Option<PathBuf>,
    /// The sessions of the other engines of the command line, if it names several.
    alternatives: Vec<Self>,
    /// The options of engines in other processes.
    programs: Arc<ProgramArguments>,
    /// The conversations with an engine.
    transcript: Option<TranscriptFile>,
    pub(crate) isolation: Arc<Isolation>,
    /// The files that reports say are kept.
    pub(crate) kept: Arc<Kept>,
    /// The results that a CI service gets if the command fails before it has any.
    owed: Arc<Mutex<Option<Owed>>>,
    pub(crate) interrupt: Interrupt,
    /// The running engines.
    pub(crate) conversations: Arc<Conversations>,
    /// The first action of the process.
    pub(crate) started: Instant,
}

/// The options of programs on a command line.
#[derive(Debug, Default)]
struct ProgramArguments {
    words: Vec<OsString>,
    /// The words for a shell.
    line: String,
}

impl ProgramArguments {
    fn of(options: &ProgramOptions) -> Self {
        Self::from(options.arguments())
    }

    /// These options and a variable of the environment.
    fn with_variable(&self, name: &str, value: &str) -> Self {
        let variable = ["--env".into(), format!("{name}={value}").into()];
        Self::from(self.words.iter().cloned().chain(variable).collect())
    }

    fn from(words: Vec<OsString>) -> Self {
        let line = words.iter().map(output::text::argument).collect::<Vec<_>>().join(" ");
        Self { words, line }
    }
}

impl Session {
    pub(crate) fn new(
        name: Option<&'static str>,
        rule_sets: Vec<Registration>,
        sources: Sources,
        started: Instant,
    ) -> Self {
        Self {
            name,
            sources,
            all_rule_sets: rule_sets.iter().map(Registration::name).collect(),
            rule_sets,
            engine: None,
            oracle: None,
            known: None,
            alternatives: Vec::new(),
            programs: Arc::default(),
            transcript: None,
            isolation: Arc::default(),
            kept: Arc::default(),
            owed: Arc::default(),
            interrupt: Interrupt::default(),
            conversations: Arc::default(),
            started,
        }
    }

    /// The name of the program in command lines that messages show: the registered one, or else the
    /// one by which the process was started, which may be a path.
    pub(crate) fn program(&self) -> String {
        let started = || env::args_os().next().map(|name| name.to_string_lossy().into_owned());
        let name = self.name.map(str::to_owned).or_else(started);
        name.unwrap_or_else(|| "twinboard".into())
    }

    /// The name of the program without its folder and extension.
    pub(crate) fn short_name(&self) -> String {
        let program = self.program();
        let name = Path::new(&program).file_stem();
        name.map_or_else(|| program.clone(), |name| name.to_string_lossy().into_owned())
    }

    /// Returns a flag that the first Ctrl-C or SIGTERM sets, instead of ending the process.
    pub(crate) fn catch_signals(&self) -> Arc<AtomicBool> {
        self.interrupt.catch()
    }

    /// All rule sets.
    pub(crate) fn subjects(&self) -> Vec<AnySubject> {
        self.rule_sets.iter().map(|registration| Arc::clone(registration.subject())).collect()
    }

    /// The rule sets of these names; all rule sets if there are no names.
    pub(crate) fn subjects_named(&self, names: &[String]) -> Result<Vec<AnySubject>, Failure> {
        if names.is_empty() {
            return Ok(self.subjects());
        }
        names.iter().map(|name| self.subject(name)).collect()
    }

    /// The rule set of a name in the arguments, which is a registered one.
    pub(crate) fn subject(&self, name: &str) -> Result<AnySubject, Failure> {
        self.registration(name).map(|registration| Arc::clone(registration.subject())).ok_or_else(
            || {
                let replaced = self.engine_command().map(|engine| ("--engine", engine));
                let replaced =
                    replaced.or(self.oracle_command().map(|oracle| ("--oracle", oracle)));
                let (option, command) = replaced.unwrap_or_default();
                let played: Vec<_> = self.rule_sets.iter().map(Registration::name).collect();
                let played = played.join(", ");
                Failure::Usage(format!("{option} {command}: it plays {played}, not {name}"))
            },
        )
    }

    /// Fails if a rule set has no engine to compare with the oracle.
    pub(crate) fn demand_engine(&self, subject: &AnySubject) -> Result<(), Failure> {
        if subject.has_engine() {
            return Ok(());
        }
        let name = subject.name();
        let others: Vec<_> =
            self.registration(name).into_iter().flat_map(Registration::other_engines).collect();
        let built_in = if others.is_empty() {
            String::new()
        } else {
            format!(", or a built-in one: {}", others.join(", "))
        };
        Err(Failure::Usage(format!(
            "{name} has an oracle and no engine of its own, so there is nothing to compare: name \
             one with --engine COMMAND{built_in}"
        )))
    }

    /// The registration of a rule set.
    pub(crate) fn registration(&self, name: &str) -> Option<&Registration> {
        self.rule_sets.iter().find(|registration| registration.name() == name)
    }

    /// True if a case file is named after a rule set of the program that is none of `subjects`, as
    /// the files are that this program saves: the name of the rule set, and what follows a hyphen.
    pub(crate) fn is_of_another(&self, subjects: &[AnySubject], path: &Path) -> bool {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let is_named_after =
            |rule_set: &str| file.strip_prefix(rule_set).is_some_and(|rest| rest.starts_with('-'));
        let is_own = subjects.iter().any(|subject| is_named_after(subject.name()));
        !is_own && self.all_rule_sets.iter().any(|rule_set| is_named_after(rule_set))
    }

    /// True if the closest folder of a path that is named after a rule set of the program is named after
    /// none of `subjects`.
    pub(crate) fn is_below_another(&self, subjects: &[AnySubject], path: &Path) -> bool {
        let mut folders = path.ancestors().skip(1).filter_map(Path::file_name);
        let closest = folders.find(|folder| self.all_rule_sets.iter().any(|it| folder == it));
        closest.is_some_and(|folder| subjects.iter().all(|subject| folder != subject.name()))
    }

    /// The contest of a rule set; `None` if it is not a two-player game.
    pub(crate) fn contest(&self, rule_set: &str) -> Option<Arc<dyn Contest>> {
        self.registration(rule_set)?.two_players().cloned()
    }

    /// The contest and the solver of a rule set.
    pub(crate) fn solved(&self, rule_set: &str) -> Result<Solved, Failure> {
        let contest = self.contest(rule_set);
        let solved = contest.and_then(|it| it.analyst().map(|analyst| (it, analyst)));
        solved.ok_or_else(|| Failure::Usage(format!("{rule_set} has no solver")))
    }

    /// Replaces the registered engine if the options name others: built-in ones, too, or those in
    /// other processes. Then puts an implementation in the place of the oracle, and adds the known
    /// differences, if the options say so.
    pub(crate) fn use_engine(&mut self, wanted: &EngineUse<'_>) -> Result<(), Failure> {
        let EngineOptions { engine: engines, transcript, .. } = wanted.options;
        if engines.len() > 1 && !wanted.takes_several {
            let message = "this command plays a single engine, but --engine is given several times";
            return Err(Failure::Usage(message.into()));
        }
        if engines.len() > 1 && transcript.is_some() {
            let message = "--transcript keeps the conversations of a single engine";
            return Err(Failure::Usage(message.into()));
        }
        let known = wanted.comparison.and_then(|comparison| comparison.known.known.as_deref());
        let known = known.map(KnownFile::read).transpose()?;
        self.programs = Arc::new(ProgramArguments::of(&wanted.options.programs));
        let registered = self.clone();
        let all = engines.iter().map(|text| registered.playing(("--engine", text), wanted));
        let mut all = all.collect::<Result<Vec<_>, _>>()?;
        if !all.is_empty() {
            *self = all.remove(0);
            self.alternatives = all;
        }
        let Some(comparison) = wanted.comparison else { return Ok(()) };
        if let Some(oracle) = &comparison.oracle {
            let other = registered.playing(("--oracle", oracle), wanted)?;
            self.try_change(&|session| session.compare_with(&other, oracle))?;
        }
        if let Some(file) = known {
            let built_in = registered.rule_sets.iter().flat_map(|one| {
                [one.name()].into_iter().chain(one.other_engines()).collect::<Vec<_>>()
            });
            let in_use = self.all().filter_map(Self::engine_command);
            file.warn_of_others(&built_in.chain(in_use).collect::<Vec<_>>());
            self.try_change(&|session| {
                session.know(&file);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Changes the session and the alternatives.
    fn try_change(
        &mut self,
        change: &dyn Fn(&mut Self) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.alternatives.iter_mut().try_for_each(change)?;
        change(self)
    }

    /// Puts the engine of another session in the place of the oracle.
    fn compare_with(&mut self, other: &Self, command: &str) -> Result<(), Failure> {
        let with_oracle = |registration: &Registration| {
            let oracle = other.registration(registration.name())?.subject();
            Some(registration.map_engines(&|subject| {
                subject.against(oracle.as_ref()).expect("both are of one rule set")
            }))
        };
        if self.engine_command() == Some(command) {
            return Err(Failure::Usage(format!("--oracle {command}: it is the engine itself")));
        }
        let names: Vec<_> = self.rule_sets.iter().map(Registration::name).collect();
        self.rule_sets = self.rule_sets.iter().filter_map(with_oracle).collect();
        self.oracle = Some(command.to_owned());
        if self.rule_sets.is_empty() {
            let names = names.join(", ");
            return Err(Failure::Usage(format!("--oracle {command}: it does not play {names}")));
        }
        Ok(())
    }

    /// Adds the known differences of a file to the engines that they are of.
    pub(crate) fn know(&mut self, file: &KnownFile) {
        let engine = self.engine_command().map(str::to_owned);
        let known = |subject: &AnySubject| {
            let name = subject.engine_name().or(engine.as_deref()).unwrap_or(subject.name());
            let all = subject.known().iter().cloned().chain(file.of(name, subject.as_ref()));
            subject.with_known(&all.collect::<Vec<_>>())
        };
        self.rule_sets = self.rule_sets.iter().map(|it| it.map_engines(&known)).collect();
        self.known = Some(file.path.clone());
    }

    /// The session and its alternatives: one for each engine of the command line.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Self> {
        [self].into_iter().chain(&self.alternatives)
    }

    /// The session with the engine that `argument` has as its value.
    fn playing(
        &self,
        (argument, text): (&str, &str),
        wanted: &EngineUse<'_>,
    ) -> Result<Self, Failure> {
        let mut session = self.clone();
        session.play(argument, text, wanted)?;
        Ok(session)
    }

    fn play(&mut self, argument: &str, text: &str, wanted: &EngineUse<'_>) -> Result<(), Failure> {
        let options = wanted.options;
        let is_engine = argument == "--engine";
        let registered = self.registration(text).cloned();
        let other = || self.rule_sets.iter().find_map(|one| one.with_other_engine(text));
        if let Some(registration) = registered.or_else(other) {
            self.demand_engine(registration.subject())?;
            *self = self.with_built_in(text, registration);
            return Ok(());
        }
        let built_in = self.rule_sets.iter().flat_map(|one| {
            let registered = one.subject().has_engine().then(|| one.name());
            registered.into_iter().chain(one.other_engines())
        });
        let built_in: Vec<_> = built_in.collect();
        let rejected = |error: ConnectError| {
            let hint = engine::hint(&error, &options.programs, self.isolation.used());
            let message = format!("{argument} {text}: {error}{hint}");
            // A single word may be meant as the name of a built-in engine.
            let is_name = !text.contains(|it: char| it == '/' || it.is_whitespace());
            if is_name && message.contains("there is no such program") {
                let built_in = built_in.join(", ");
                return Failure::Usage(format!(
                    "{message}; the engines of this program are: {built_in}"
                ));
            }
            // A path with a blank would be two words.
            if message.contains("there is no such program") && Path::new(text).is_file() {
                let quoted = report::as_argument(text);
                return Failure::Usage(format!(
                    "{message}; if it is one path, quote it within: {argument} \"{quoted}\""
                ));
            }
            Failure::Usage(message)
        };
        let Started { mut settings, mut counting, program } =
            self.settings((argument, text), wanted)?;
        let transcript = options.transcript.as_deref().filter(|_| is_engine);
        self.transcript = transcript.map(TranscriptFile::create).transpose()?;
        settings.transcript = self.transcript.as_ref().map(|file| file.transcript.clone());
        counting.transcript.clone_from(&settings.transcript);
        let connected = Connected::connect(settings).map_err(rejected)?;
        let hello = connected.hello().clone();
        let Some(registration) = self.registration(&hello.rule_set) else {
            let names: Vec<_> = self.rule_sets.iter().map(Registration::name).collect();
            return Err(Failure::Usage(format!(
                "{argument} {text}: it plays `{}` (EP-11), but the rule sets are {}",
                hello.rule_set,
                names.join(", ")
            )));
        };
        let Some(registration) = registration.with_engine(connected) else {
            return Err(Failure::Usage(format!(
                "{} has no exact texts for engines in other processes",
                hello.rule_set
            )));
        };
        let (registration, running) = registration.map_err(rejected)?;
        let engine = EngineInUse {
            program: Some(program),
            counting: Some(counting),
            has_coverage: hello.has(Offer::Coverage),
            ..EngineInUse::in_process(text, options, &hello.limits, Some(running))
        };
        self.rule_sets = vec![registration];
        self.engine = Some(engine);
        let missing = engine::missing(&hello);
        if wanted.is_compared && is_engine && !missing.is_empty() {
            let name = if hello.name.is_empty() { text } else { &hello.name };
            let missing = missing.into_iter().map(Offer::name).collect::<Vec<_>>().join(", ");
            output::print_error_line(format!("{name} does not offer, so not checked: {missing}"));
        }
        Ok(())
    }

    /// The session with another built-in engine of this name, as in a registration of
    /// [`Registration::with_other_engine`].
    pub(crate) fn with_built_in(&self, name: &str, registration: Registration) -> Self {
        let engine = Some(EngineInUse::built_in(name));
        Self { rule_sets: vec![registration], engine, ..self.clone() }
    }

    /// Settings of an engine with a command line that is the value of an argument.
    fn settings(&self, command: (&str, &str), wanted: &EngineUse<'_>) -> Result<Started, Failure> {
        let shared = (&*self.isolation, &self.conversations);
        engine::settings(command, wanted, shared, &self.interrupt)
    }

    /// Starts an engine for a conversation by hand.
    pub(crate) fn connect(
        &self,
        command: &str,
        programs: &ProgramOptions,
    ) -> Result<Connected, Failure> {
        let options = EngineOptions { programs: programs.clone(), ..EngineOptions::default() };
        let by_hand = EngineUse::on_main_thread(&options);
        let Started { settings, .. } = self.settings(("COMMAND", command), &by_hand)?;
        Connected::connect(settings).map_err(|error| {
            let hint = engine::hint(&error, programs, self.isolation.used());
            Failure::Usage(format!("{command}: {error}{hint}"))
        })
    }

    /// The engine in place of the registered one.
    pub(crate) fn engine(&self) -> Option<&EngineInUse> {
        self.engine.as_ref()
    }

    /// The command of the engine in another process, or the name of another built-in one; `None` if
    /// the registered engines play.
    pub(crate) fn engine_command(&self) -> Option<&str> {
        self.engine.as_ref().map(|engine| &*engine.command)
    }

    /// The command or name of the implementation in the place of the oracle, if there is one.
    pub(crate) fn oracle_command(&self) -> Option<&str> {
        self.oracle.as_deref()
    }

    /// The name of a side in messages: `the engine`, `the oracle`, or the implementation in the
    /// place of the oracle.
    pub(crate) fn name_of_side(&self, side: Side) -> String {
        let name = self.oracle_command().filter(|_| side == Side::Oracle);
        name.map_or_else(|| format!("the {side}"), str::to_owned)
    }

    /// The arguments with which a child process gets the same implementations and the same known
    /// differences; none if the registered ones play.
    pub(crate) fn engine_arguments(&self) -> Vec<OsString> {
        let engine = self.engine.iter().flat_map(|engine| &engine.arguments).map(OsString::from);
        let oracle = self.oracle.iter().flat_map(|oracle| ["--oracle".into(), oracle.into()]);
        let known = self.known.iter().flat_map(|path| ["--known".into(), path.into()]);
        let programs = self.programs.words.iter().cloned();
        engine.chain(oracle).chain(known).chain(programs).collect()
    }

    /// The implementations in place of the registered ones, for the commands of a report.
    pub(crate) fn substitutes(&self) -> Substitutes<'_> {
        let (engine, oracle) = (self.engine_command(), self.oracle_command());
        Substitutes { engine, oracle, options: &self.programs.line }
    }

    /// The limits on set-ups of the engine in another process; `None` if it has none, or the
    /// registered engines play.
    pub(crate) fn engine_limits(&self) -> Option<&str> {
        let limits = self.engine.as_ref().map(|engine| engine.limits.as_str());
        limits.filter(|limits| !limits.is_empty())
    }

    /// The rule set with another process of the engine, which counts the code that runs in it
    /// (EP-36), and the session for cases that fail in it; `None` if the engine does not count, or
    /// breaks the protocol at its start, which is a late breach. Processes that play no game are
    /// ended: the engine may be one that cannot run twice at a time.
    ///
    /// # Errors
    ///
    /// The reason why the system does not start it.
    pub(crate) fn counting(
        &self,
        subject: &AnySubject,
    ) -> Result<Option<(Self, AnySubject)>, String> {
        let Some(engine) = &self.engine else { return Ok(None) };
        let Some(settings) = engine.counting.clone() else { return Ok(None) };
        if let Some(running) = &engine.running {
            running.end_idle();
        }
        let started = Connected::connect(settings).and_then(|connected| {
            let counts = connected.hello().has(Offer::Coverage);
            let registration = self.registration(subject.name()).filter(|_| counts);
            registration.and_then(|it| it.with_engine(connected)).transpose()
        });
        match started {
            Ok(registration) => Ok(registration.map(|(registration, _)| {
                let covered = registration.subject().with_known(subject.known());
                let rule_sets = vec![registration];
                let programs = Arc::new(self.programs.with_variable(COVERAGE_VARIABLE, "1"));
                (Self { rule_sets, programs, ..self.clone() }, covered)
            })),
            Err(ConnectError::NotStarted(error)) => Err(error.to_string()),
            Err(error) => {
                self.add_breach_in_measurement(&error.to_string());
                Ok(None)
            }
        }
    }

    /// Adds a breach of the engine that counts the code that runs in it, outside of any case.
    pub(crate) fn add_breach_in_measurement(&self, message: &str) {
        let engine = self.engine_command().unwrap_or_default().to_owned();
        let message = format!("while its code is measured, the engine fails: {message}");
        self.conversations.add_breach(LateBreach { engine, message });
    }

    /// A report as text, with the commands of this program for its case.
    pub(crate) fn render(&self, report: &Report) -> String {
        report.render_for(&self.program(), self.substitutes())
    }

    /// Names a case in the transcript of the engine, if one is written.
    pub(crate) fn note(&self, text: &str) {
        if let Some(file) = &self.transcript {
            file.transcript.note(&report::visible(text));
        }
    }

    /// Sets what a CI service gets if the command fails before it has results, or takes it, as there
    /// are results.
    pub(crate) fn owe(&self, owed: Option<Owed>) -> Option<Owed> {
        std::mem::replace(&mut *self.owed.lock().unwrap_or_else(PoisonError::into_inner), owed)
    }

    /// Ends all engines, and returns the late breaches, for which the command exits with code 1.
    /// So every document of its results is written after this, and tells of them. Nothing can be
    /// played on an engine in another process any more.
    pub(crate) fn end_engines(&self) -> Vec<LateBreach> {
        self.conversations.finish_all(&self.interrupt)
    }

    /// True if there is a late breach. All engines are ended.
    pub(crate) fn has_late_breach(&self) -> bool {
        !self.end_engines().is_empty()
    }

    /// The late breaches of the chosen engine, and of the one in the place of the oracle, as
    /// sentences. All engines are ended.
    pub(crate) fn late_breaches(&self) -> Vec<String> {
        let is_own = |end: &LateBreach| {
            [self.engine_command(), self.oracle_command()].contains(&Some(&*end.engine))
        };
        self.end_engines().into_iter().filter(is_own).map(|end| end.message).collect()
    }

    /// Ends the transcript of the engine, if one is written.
    pub(crate) fn finish(&self) -> Result<(), Failure> {
        self.transcript.as_ref().map_or(Ok(()), TranscriptFile::finish)
    }
}
