//! The registered rule sets of the program.
//!
//! They are global, because clap builds its arguments in static functions.

use std::num::NonZeroU32;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use twinboard_faults::Planted;
use twinboard_harness::Subject;
use twinboard_harness::bench::Suite;
use twinboard_harness::bench::horizon::Horizon;
use twinboard_harness::inputs::Generator;
use twinboard_protocol::Limit;
use twinboard_referee::{Analyst, Contest};
use twinboard_registration::Registration;
use twinboard_registration::engines::EngineTime;

use crate::failure::Failure;

pub(crate) type AnySubject = Arc<dyn Subject>;

/// The program: its name, its rule sets, and the packages that it is built from.
pub(crate) struct Program {
    /// Name in messages; `None` for the name by which the process was started.
    pub(crate) name: Option<&'static str>,
    pub(crate) rule_sets: Vec<Registration>,
    pub(crate) sources: Sources,
}

/// The packages that `selftest` and `corpus stats` build with the planted faults compiled in.
///
/// The default fits a program in a single package: the program itself is built with the feature
/// `planted` of its package, and the tests are the package's integration tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// Package and name of an example that is the program with the faults compiled in. For
    /// workspaces in which the program's own package has no such feature.
    pub example: Option<(&'static str, &'static str)>,
    /// Package whose integration tests are named after the rule sets.
    pub tests_of: Option<&'static str>,
}

/// The packages with the planted faults.
pub(crate) fn sources() -> Sources {
    PROGRAM.get().map(|program| program.sources).unwrap_or_default()
}

static PROGRAM: OnceLock<Program> = OnceLock::new();

/// Registers the program for the rest of the process.
pub(crate) fn register(program: Program) {
    assert!(PROGRAM.set(program).is_ok(), "the command runs only once in a process");
}

/// All registrations; none in the unit tests of this crate, which run no command. With an engine in
/// another process its rule set is the only one.
pub(crate) fn registrations() -> &'static [Registration] {
    match engine() {
        Some(engine) => std::slice::from_ref(&engine.registration),
        None => PROGRAM.get().map_or(&[], |program| &program.rule_sets),
    }
}

/// Another engine in place of a registered one, built in or in another process.
struct OtherEngine {
    registration: Registration,
    /// Its command as the user wrote it, or its name if it is built in.
    command: String,
    /// Its arguments on a command line: `--engine` and what belongs to it.
    arguments: Vec<String>,
    /// Time spent in its functions, if it tells.
    time: EngineTime,
    /// Its limits on set-ups (EP-13), such as `rows 1 to 8`; empty if it has none.
    limits: String,
}

static ENGINE: RwLock<Option<&'static OtherEngine>> = RwLock::new(None);

fn engine() -> Option<&'static OtherEngine> {
    *ENGINE.read().unwrap_or_else(PoisonError::into_inner)
}

/// The command of the engine in another process, or the name of another built-in one; `None` if the
/// registered engines play.
pub(crate) fn engine_command() -> Option<&'static str> {
    engine().map(|engine| &*engine.command)
}

/// The arguments with which a child process gets the same engine; none if the registered engines
/// play.
pub(crate) fn engine_arguments() -> Vec<String> {
    engine().map(|engine| engine.arguments.clone()).unwrap_or_default()
}

/// The limits on set-ups of the engine in another process; `None` if it has none, or the registered
/// engines play.
pub(crate) fn engine_limits() -> Option<&'static str> {
    engine().map(|engine| engine.limits.as_str()).filter(|limits| !limits.is_empty())
}

/// Time spent in the functions of the engine in another process; `None` if the registered engines
/// play, or the engine does not tell.
pub(crate) fn engine_time() -> Option<Duration> {
    (engine()?.time)()
}

/// Replaces the registered engine, until [`restore`] if that is called. `command` and `memory`, its
/// limit in MiB, are those of the command line.
pub(crate) fn replace(
    registration: Registration,
    time: EngineTime,
    limits: &[Limit],
    command: &str,
    memory: Option<NonZeroU32>,
) {
    let limits = limits.iter().map(|Limit { quantity, min, max }| match max {
        &u64::MAX => format!("{quantity} from {min}"),
        max if min == max => format!("{quantity} {max}"),
        max => format!("{quantity} {min} to {max}"),
    });
    let limits = limits.collect::<Vec<_>>().join(", ");
    let mut arguments = vec!["--engine".to_owned(), command.to_owned()];
    arguments.extend(memory.iter().flat_map(|it| ["--engine-memory".to_owned(), it.to_string()]));
    let engine = OtherEngine { registration, command: command.to_owned(), arguments, time, limits };
    // Never freed: a process replaces the engine a few times at most.
    let engine: &'static OtherEngine = Box::leak(Box::new(engine));
    *ENGINE.write().unwrap_or_else(PoisonError::into_inner) = Some(engine);
}

/// Replaces the registered engine by another built-in one, a registration's of
/// [`Registration::with_other_engine`].
pub(crate) fn replace_by_built_in(name: &str, registration: Registration) {
    replace(registration, Arc::new(|| None), &[], name, None);
}

/// Undoes [`replace`]: the registered engines play.
pub(crate) fn restore() {
    *ENGINE.write().unwrap_or_else(PoisonError::into_inner) = None;
}

/// The registration that has another engine of this name, with that engine; see
/// [`Registration::other_engine`].
pub(crate) fn other_engine(name: &str) -> Option<Registration> {
    registrations().iter().find_map(|registration| registration.with_other_engine(name))
}

/// The other built-in engines of a rule set: their names, and its registration with each.
pub(crate) fn other_engines(rule_set: &str) -> Vec<(&'static str, Registration)> {
    let Some(registration) = registration(rule_set) else { return Vec::new() };
    let with = |name| Some((name, registration.with_other_engine(name)?));
    registration.other_engines().filter_map(with).collect()
}

/// The other engine that a planted fault is in; `None` if it is in a registered one.
pub(crate) fn other_engine_with(fault: &str) -> Option<&'static str> {
    registrations().iter().find_map(|registration| registration.other_engine_of_fault(fault))
}

/// The registration of a rule set.
pub(crate) fn registration(name: &str) -> Option<&'static Registration> {
    registrations().iter().find(|registration| registration.name() == name)
}

/// The name of the program in command lines that messages show: the registered one, or else the one
/// by which the process was started, which may be a path.
pub(crate) fn program() -> String {
    let registered = PROGRAM.get().and_then(|program| program.name);
    let started = || std::env::args_os().next().map(|name| name.to_string_lossy().into_owned());
    registered.map(str::to_owned).or_else(started).unwrap_or_else(|| "twinboard".into())
}

/// The name of the program without its folder and extension.
pub(crate) fn short_name() -> String {
    let program = program();
    let name = std::path::Path::new(&program).file_stem();
    name.map_or_else(|| program.clone(), |name| name.to_string_lossy().into_owned())
}

/// All rule sets.
pub(crate) fn all() -> Vec<AnySubject> {
    registrations().iter().map(|registration| Arc::clone(registration.subject())).collect()
}

/// Looks up a rule set by its name.
pub(crate) fn named(name: &str) -> Option<AnySubject> {
    registration(name).map(|registration| Arc::clone(registration.subject()))
}

/// The benchmark workloads of a rule set.
pub(crate) fn suite(rule_set: &str) -> Option<Suite> {
    registration(rule_set).map(Registration::suite)
}

/// The solver of a rule set and the positions for measuring it; `None` if it has no solver.
pub(crate) fn horizon(rule_set: &str) -> Option<Box<dyn Horizon>> {
    registration(rule_set)?.solver_positions()
}

/// The input generators of all rule sets.
pub(crate) fn generators() -> Vec<Generator> {
    registrations().iter().map(Registration::input_generator).collect()
}

/// The input generator of a rule set.
pub(crate) fn generator(rule_set: &str) -> Option<Generator> {
    registration(rule_set).map(Registration::input_generator)
}

/// The contests of all two-player rule sets.
pub(crate) fn contests() -> Vec<Arc<dyn Contest>> {
    registrations().iter().filter_map(|registration| registration.two_players().cloned()).collect()
}

/// The contest of a rule set; `None` if it is not a two-player game.
pub(crate) fn contest(rule_set: &str) -> Option<Arc<dyn Contest>> {
    registration(rule_set)?.two_players().cloned()
}

/// The contest of a two-player rule set and the solver of its positions.
pub(crate) type Solved = (Arc<dyn Contest>, Box<dyn Analyst>);

/// The contest and the solver of a rule set.
pub(crate) fn solved(rule_set: &str) -> Result<Solved, Failure> {
    let contest = contest(rule_set);
    let solved = contest.and_then(|contest| contest.analyst().map(|analyst| (contest, analyst)));
    solved.ok_or_else(|| Failure::Usage(format!("{rule_set} has no solver")))
}

/// The planted faults of all rule sets.
pub(crate) fn faults() -> Vec<&'static Planted> {
    registrations().iter().flat_map(|registration| registration.planted_faults().to_vec()).collect()
}

/// The reason why the registered rule sets cannot support a command; `None` if they can.
pub(crate) fn unavailable(command: &str) -> Option<&'static str> {
    let has_contest = || registrations().iter().any(|one| one.two_players().is_some());
    let is_solved = || contests().iter().any(|contest| contest.analyst().is_some());
    let is_enumerated = || all().iter().any(|subject| subject.usual_bounds().is_some());
    let has_faults = || registrations().iter().any(|one| !one.planted_faults().is_empty());
    let is_judged = || all().iter().any(|subject| subject.judge_input(&[]).is_some());
    match command {
        "match" | "tournament" if !has_contest() => Some("no rule set is a two-player game"),
        "solve" | "certify" | "analyse" if !is_solved() => Some("no rule set has a solver"),
        "exhaust" if !is_enumerated() => Some("no rule set enumerates its set-ups"),
        "selftest" | "corpus" if !has_faults() => Some("no rule set has planted faults"),
        "check" if !is_judged() && !has_contest() => Some("no rule set has a judge or a contest"),
        _ => None,
    }
}
