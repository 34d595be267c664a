//! The state of one run of the command, which is passed to its parts: the program and its rule
//! sets, the engine in use, the isolation of programs, and the interruption by a signal.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use twinboard_harness::report::{self, Report, Substitutes};
use twinboard_harness::{Side, Subject};
use twinboard_referee::{Analyst, Contest, Disagreement};
use twinboard_registration::Registration;

use crate::output::results::Outputs;
use crate::output::text::argument;
use crate::output::{self, Failure, files};

pub(crate) mod conversations;
pub(crate) mod engine;
pub(crate) mod interrupt;
pub(crate) mod isolation;
mod replacement;

use conversations::{Conversations, LateBreach};
use engine::{EngineInUse, TranscriptFile};
use interrupt::Interrupt;
use isolation::Isolation;

pub(crate) type AnySubject = Arc<dyn Subject>;

pub(crate) type Solved = (Arc<dyn Contest>, Box<dyn Analyst>);

/// The state of one run of the command.
#[derive(Clone)]
pub(crate) struct Session {
    program: Arc<Program>,
    /// The rule sets; with another engine than the registered one, only the one that it plays.
    pub(crate) rule_sets: Vec<Registration>,
    sides: Sides,
    /// The sessions of the other engines of the command line, if it names several.
    alternatives: Vec<Self>,
    pub(crate) isolation: Arc<Isolation>,
    pub(crate) interrupt: Interrupt,
    pub(crate) conversations: Arc<Conversations>,
    outputs: Arc<Outputs>,
    /// True once a CI service has the results.
    is_published: Arc<AtomicBool>,
}

/// The program of this process.
struct Program {
    /// Its name in messages; `None` for the name by which the process was started.
    name: Option<&'static str>,
    /// Package and name of the example with the planted faults compiled in.
    planted_example: Option<(&'static str, &'static str)>,
    /// Names of its rule sets, also of those that the engine in use does not play.
    rule_sets: Vec<&'static str>,
    /// The first action of the process.
    started: Instant,
}

/// The implementations in place of the registered ones.
#[derive(Clone, Default)]
struct Sides {
    engine: Option<EngineInUse>,
    oracle: Option<String>,
    /// What is not compared, in a sentence for each side in another process.
    not_compared: Vec<String>,
    known: Option<PathBuf>,
    /// The options of programs on a command line, as words and for a shell.
    options: Arc<(Vec<OsString>, String)>,
    transcript: Option<TranscriptFile>,
}

impl Session {
    pub(crate) fn new(
        name: Option<&'static str>,
        rule_sets: Vec<Registration>,
        planted_example: Option<(&'static str, &'static str)>,
        started: Instant,
    ) -> Self {
        let names = rule_sets.iter().map(Registration::name).collect();
        let program = Program { name, planted_example, rule_sets: names, started };
        Self {
            program: Arc::new(program),
            rule_sets,
            sides: Sides::default(),
            alternatives: Vec::new(),
            isolation: Arc::default(),
            interrupt: Interrupt::default(),
            conversations: Arc::default(),
            outputs: Arc::default(),
            is_published: Arc::default(),
        }
    }

    /// The name of the program in command lines that messages show: the registered one, or else the
    /// one by which the process was started, which may be a path.
    pub(crate) fn program(&self) -> String {
        let started = || env::args_os().next().map(|name| name.to_string_lossy().into_owned());
        let name = self.program.name.map(str::to_owned).or_else(started);
        name.unwrap_or_else(|| "twinboard".into())
    }

    /// The name of the program without its folder and extension.
    pub(crate) fn short_name(&self) -> String {
        let program = self.program();
        let name = Path::new(&program).file_stem();
        name.map_or_else(|| program.clone(), |name| name.to_string_lossy().into_owned())
    }

    pub(crate) fn planted_example(&self) -> Option<(&'static str, &'static str)> {
        self.program.planted_example
    }

    pub(crate) fn started(&self) -> Instant {
        self.program.started
    }

    /// Returns a flag that the first Ctrl-C or SIGTERM sets, instead of ending the process.
    pub(crate) fn catch_signals(&self) -> Arc<AtomicBool> {
        self.interrupt.catch()
    }

    pub(crate) fn subjects(&self) -> Vec<AnySubject> {
        self.rule_sets.iter().map(|registration| Arc::clone(registration.subject())).collect()
    }

    /// The rule sets that are played if the arguments name none: all but variants.
    pub(crate) fn usual(&self) -> impl Iterator<Item = &Registration> {
        self.rule_sets.iter().filter(|registration| !registration.subject().is_variant())
    }

    /// The rule sets of these names; the usual ones if there are no names.
    pub(crate) fn subjects_named(&self, names: &[String]) -> Result<Vec<AnySubject>, Failure> {
        if names.is_empty() {
            return Ok(self.usual().map(|it| Arc::clone(it.subject())).collect());
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
                usage!("{option} {command}: it plays {played}, not {name}")
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
        Err(usage!(
            "{name} has an oracle and no engine of its own, so there is nothing to compare: name \
             one with --engine COMMAND{built_in}"
        ))
    }

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
        !is_own && self.program.rule_sets.iter().any(|rule_set| is_named_after(rule_set))
    }

    /// True if the closest folder of a path that is named after a rule set of the program is named after
    /// none of `subjects`.
    pub(crate) fn is_below_another(&self, subjects: &[AnySubject], path: &Path) -> bool {
        let mut folders = path.ancestors().skip(1).filter_map(Path::file_name);
        let closest = folders.find(|folder| self.program.rule_sets.iter().any(|it| folder == it));
        closest.is_some_and(|folder| subjects.iter().all(|subject| folder != subject.name()))
    }

    /// The contest of a rule set; `None` if it is not a two-player game.
    pub(crate) fn contest(&self, rule_set: &str) -> Option<Arc<dyn Contest>> {
        self.registration(rule_set)?.two_players().cloned()
    }

    pub(crate) fn solved(&self, rule_set: &str) -> Result<Solved, Failure> {
        let contest = self.contest(rule_set);
        let solved = contest.and_then(|it| it.analyst().map(|analyst| (it, analyst)));
        solved.ok_or_else(|| usage!("{rule_set} has no solver"))
    }

    /// The session and its alternatives: one for each engine of the command line.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Self> {
        [self].into_iter().chain(&self.alternatives)
    }

    /// The session with another built-in engine of this name, as in a registration of
    /// [`Registration::with_other_engine`].
    pub(crate) fn with_built_in(&self, name: &str, registration: Registration) -> Self {
        let engine = Some(EngineInUse::built_in(name));
        let sides = Sides { engine, ..self.sides.clone() };
        Self { rule_sets: vec![registration], sides, ..self.clone() }
    }

    pub(crate) fn engine(&self) -> Option<&EngineInUse> {
        self.sides.engine.as_ref()
    }

    /// The command of the engine in another process, or the name of another built-in one; `None` if
    /// the registered engines play.
    pub(crate) fn engine_command(&self) -> Option<&str> {
        self.sides.engine.as_ref().map(|engine| &*engine.command)
    }

    /// The command or name of the implementation in the place of the oracle, if there is one.
    pub(crate) fn oracle_command(&self) -> Option<&str> {
        self.sides.oracle.as_deref()
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
        let engine =
            self.sides.engine.iter().flat_map(|engine| &engine.arguments).map(OsString::from);
        let oracle = self.sides.oracle.iter().flat_map(|oracle| ["--oracle".into(), oracle.into()]);
        let known = self.sides.known.iter().flat_map(|path| ["--known".into(), path.into()]);
        let programs = self.sides.options.0.iter().cloned();
        engine.chain(oracle).chain(known).chain(programs).collect()
    }

    /// The implementations in place of the registered ones, for the commands of a report.
    pub(crate) fn substitutes(&self) -> Substitutes<'_> {
        let (engine, oracle) = (self.engine_command(), self.oracle_command());
        Substitutes { engine, oracle, options: &self.sides.options.1 }
    }

    /// The limits on set-ups of the engine in another process; `None` if it has none, or the
    /// registered engines play.
    pub(crate) fn engine_limits(&self) -> Option<&str> {
        let limits = self.sides.engine.as_ref().map(|engine| engine.limits.as_str());
        limits.filter(|limits| !limits.is_empty())
    }

    /// What is not compared with engines in other processes, in sentences.
    pub(crate) fn not_compared(&self) -> &[String] {
        &self.sides.not_compared
    }

    /// A report as text, with the commands of this program for its case.
    pub(crate) fn render(&self, report: &Report) -> String {
        report.render_for(&self.program(), self.substitutes())
    }

    /// Names a case in the transcript of the engine, if one is written.
    pub(crate) fn note(&self, text: &str) {
        if let Some(file) = &self.sides.transcript {
            file.transcript.note(&report::visible(text));
        }
    }

    /// Saves the case at which engine and oracle disagree, which ends what they judge. `blame` says
    /// who is not at fault.
    pub(crate) fn keep_disagreement(
        &self,
        rule_set: &str,
        disagreement: &Disagreement,
        folder: &Path,
        blame: &str,
    ) -> Result<(), Failure> {
        output::print_error_line(format!("error: {disagreement}; {blame}"));
        let path = folder.join(format!("{rule_set}-divergence.txt"));
        files::keep(&path, &disagreement.case)?;
        let (program, path) = (argument(self.program()), argument(path));
        let replay = format!("replay it with: {program} diff {path}");
        output::print_error_line(format!("the case is saved; {replay}"));
        Ok(())
    }

    pub(crate) fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    pub(crate) fn set_outputs(&mut self, outputs: Outputs) {
        self.outputs = Arc::new(outputs);
    }

    /// Notes that the results were given to a CI service.
    pub(crate) fn set_published(&self) {
        self.is_published.store(true, Relaxed);
    }

    pub(crate) fn is_published(&self) -> bool {
        self.is_published.load(Relaxed)
    }

    /// Ends all engines, and returns the late breaches, for which the command exits with code 1.
    /// So every document of its results is written after this, and tells of them. Nothing can be
    /// played on an engine in another process any more.
    pub(crate) fn end_engines(&self) -> Vec<LateBreach> {
        self.conversations.finish_all(&self.interrupt)
    }

    /// Ends the transcript of the engine, if one is written.
    pub(crate) fn end_transcript(&self) -> Result<(), Failure> {
        self.sides.transcript.as_ref().map_or(Ok(()), TranscriptFile::finish)
    }
}
