//! The rule sets of the program, as they were registered.
//!
//! Clap builds its arguments from static functions, so they are kept for the whole process.

use std::sync::{Arc, OnceLock};

use faults::Planted;
use harness::Subject;
use harness::bench::Suite;
use harness::bench::horizon::Horizon;
use harness::inputs::Generator;
use kit::Registration;
use referee::{Analyst, Contest};

use crate::failure::Failure;

pub(crate) type AnySubject = Arc<dyn Subject>;

/// What the program is called, and its rule sets.
pub(crate) struct Program {
    pub(crate) name: Option<&'static str>,
    pub(crate) rule_sets: Vec<Registration>,
    pub(crate) sources: Sources,
}

/// Where the sources of the program have what `selftest` and `corpus stats` build with the planted
/// faults in it.
///
/// The default is right for a single package: the program itself, built with the package's feature
/// `planted`, and its integration tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// Package and example that is the program with the faults in it, built in a workspace without
    /// naming a feature.
    pub example: Option<(&'static str, &'static str)>,
    /// Package whose test programs bear the names of the rule sets.
    pub tests_of: Option<&'static str>,
}

/// Where the sources have what is built with the faults in it.
pub(crate) fn sources() -> Sources {
    PROGRAM.get().map(|program| program.sources).unwrap_or_default()
}

static PROGRAM: OnceLock<Program> = OnceLock::new();

/// Keeps the rule sets for the rest of the process.
pub(crate) fn register(program: Program) {
    assert!(PROGRAM.set(program).is_ok(), "the command is run once in a process");
}

/// All rule sets with what is registered of them. The unit tests of this crate run none.
pub(crate) fn registrations() -> &'static [Registration] {
    PROGRAM.get().map_or(&[], |program| &program.rule_sets)
}

/// The registration of the rule set of this name.
pub(crate) fn registration(name: &str) -> Option<&'static Registration> {
    registrations().iter().find(|registration| registration.name() == name)
}

/// The name under which the program shows its own use: the registered one, or else that under which
/// it was started.
pub(crate) fn program() -> String {
    let registered = PROGRAM.get().and_then(|program| program.name);
    let started = || std::env::args_os().next().map(|name| name.to_string_lossy().into_owned());
    registered.map(str::to_owned).or_else(started).unwrap_or_else(|| "twinboard".into())
}

/// The name of the program without the folder that it is in.
pub(crate) fn short_name() -> String {
    let program = program();
    let name = std::path::Path::new(&program).file_stem();
    name.map_or_else(|| program.clone(), |name| name.to_string_lossy().into_owned())
}

/// All rule sets.
pub(crate) fn all() -> Vec<AnySubject> {
    registrations().iter().map(|registration| Arc::clone(registration.subject())).collect()
}

/// The rule set of this name.
pub(crate) fn named(name: &str) -> Option<AnySubject> {
    registration(name).map(|registration| Arc::clone(registration.subject()))
}

/// The workloads of a rule set.
pub(crate) fn suite(rule_set: &str) -> Option<Suite> {
    registration(rule_set).map(Registration::suite)
}

/// The solver of a rule set, and the positions it is measured on.
pub(crate) fn horizon(rule_set: &str) -> Option<Box<dyn Horizon>> {
    registration(rule_set)?.solver_positions()
}

/// The generators of inputs of all rule sets.
pub(crate) fn generators() -> Vec<Generator> {
    registrations().iter().map(Registration::input_generator).collect()
}

/// The generator of inputs of a rule set.
pub(crate) fn generator(rule_set: &str) -> Option<Generator> {
    registration(rule_set).map(Registration::input_generator)
}

/// The contests of all rule sets for two players.
pub(crate) fn contests() -> Vec<Arc<dyn Contest>> {
    registrations().iter().filter_map(|registration| registration.two_players().cloned()).collect()
}

/// The contest of a rule set.
pub(crate) fn contest(rule_set: &str) -> Option<Arc<dyn Contest>> {
    registration(rule_set)?.two_players().cloned()
}

/// A rule set for two players, with a solver of its positions.
pub(crate) type Solved = (Arc<dyn Contest>, Box<dyn Analyst>);

/// The contest of a rule set that has a solver.
pub(crate) fn solved(rule_set: &str) -> Result<Solved, Failure> {
    let contest = contest(rule_set);
    let solved = contest.and_then(|contest| contest.analyst().map(|analyst| (contest, analyst)));
    solved.ok_or_else(|| Failure::Usage(format!("{rule_set} has no solver")))
}

/// The planted faults of all rule sets.
pub(crate) fn faults() -> Vec<&'static Planted> {
    registrations().iter().flat_map(|registration| registration.planted_faults().to_vec()).collect()
}

/// Which commands the program cannot offer, and why.
pub(crate) fn unavailable(command: &str) -> Option<&'static str> {
    let has_contest = || registrations().iter().any(|one| one.two_players().is_some());
    let is_solved = || contests().iter().any(|contest| contest.analyst().is_some());
    let is_enumerated = || all().iter().any(|subject| subject.usual_bounds().is_some());
    let has_faults = || registrations().iter().any(|one| !one.planted_faults().is_empty());
    let is_judged = || all().iter().any(|subject| subject.judge_input(&[]).is_some());
    match command {
        "match" | "tournament" if !has_contest() => Some("it has no rule set for two players"),
        "solve" | "analyse" if !is_solved() => Some("none of its rule sets has a solver"),
        "exhaust" if !is_enumerated() => Some("none of its rule sets enumerates its set-ups"),
        "selftest" | "corpus" if !has_faults() => Some("none of its rule sets has planted faults"),
        "check" if !is_judged() && !has_contest() => {
            Some("none of its rule sets has a judge or a contest")
        }
        _ => None,
    }
}
