//! Checks a property on many generated cases, and prints a failing case with the path to save it
//! under.
//!
//! Cases are generated and shrunk by the harness; proptest counts them and keeps the seeds of
//! failures. Panics and hangs of a property are failures like any other.

#![allow(dead_code, reason = "each file of tests uses a part of it")]

pub(crate) mod linkpop;
pub(crate) mod paint;
pub(crate) mod play;
pub(crate) mod samegame;

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use proptest::strategy::Strategy;
use proptest::test_runner::{
    Config, FailurePersistence, FileFailurePersistence, TestCaseError, TestError, TestRunner,
};
use twinboard_harness::strategy::Cases;
use twinboard_harness::{
    Action, Activity, CaseOf, Checks, RuleSet, Subject, Verdict, guard, report, watch,
};
use twinboard_vocabulary::{Vocabulary, from_fn};

use self::play::SetUp;

/// Limit per case: a longer one counts as a hang. Far more than the largest takes on a busy
/// machine.
const CASE_LIMIT: Duration = Duration::from_secs(30);
/// Time limit for proptest's shrinking in milliseconds, unless its environment sets one.
const SHRINK_MS: u32 = 20_000;

/// A misspelt name of a planted fault would activate nothing, and all properties would hold.
#[test]
fn the_environment_names_no_unknown_fault() {
    if let Err(unknown) = twinboard_faults::check_environment(&twinboard_games::faults()) {
        panic!("{unknown}");
    }
}

/// A property of a case. Through `Activity` it can report its current step to the watchdog.
pub(crate) trait Property<R: RuleSet>:
    Fn(&CaseOf<R>, &Activity) -> Result<(), String> + Send + 'static
{
}

impl<R: RuleSet, F: Fn(&CaseOf<R>, &Activity) -> Result<(), String> + Send + 'static> Property<R>
    for F
{
}

/// Engine or oracle of a rule set.
pub(crate) trait Side<V: Vocabulary>: SetUp<Vocabulary = V> {}

impl<V: Vocabulary, G: SetUp<Vocabulary = V>> Side<V> for G {}

/// Tests that hold a property to both sides. `holds` checks a property of the file's rule set.
#[allow(unused_macros, reason = "as above")]
macro_rules! on_both_sides {
    ($($(#[$doc:meta])* $name:ident: $property:ident;)+) => {
        $($(#[$doc])*
        #[test]
        fn $name() {
            holds(|case, _| {
                let of = |side| move |why| format!("The {side}: {why}");
                $property::<Engine>(case).map_err(of(twinboard_harness::Side::Engine))?;
                $property::<Oracle>(case).map_err(of(twinboard_harness::Side::Oracle))
            });
        })+
    };
}
#[allow(unused_imports, reason = "as above")]
pub(crate) use on_both_sides;

pub(crate) fn agrees<R: RuleSet>(
    rules: &R,
    subject: &dyn Subject,
    case: &CaseOf<R>,
    activity: &Activity,
) -> Result<(), String> {
    let text = rules.text().print(case);
    // Replays check more; the corpus is replayed.
    let case = subject.case(&text).ok_or_else(|| format!("cannot be read again:\n{text}"))?;
    match subject.check(&case, Checks::campaign(), activity).verdict {
        // Our engine has no known differences.
        Verdict::Agreed | Verdict::Known(..) => Ok(()),
        Verdict::Skipped(side) => Err(format!("The {side} does not accept this board.")),
        Verdict::Diverged(divergence) => {
            let title = report::title(R::Vocabulary::NAME, &divergence);
            Err(format!("{title}\n{}", report::render_divergence(&divergence)))
        }
    }
}

/// Checks `property` on cases whose moves are chosen among the legal moves of `G`. The number of
/// cases is `PROPTEST_CASES` divided by `one_of`, because cases of some rule sets take longer.
/// Seeds of failures are kept next to `source_file`, which is `file!()`.
///
/// # Panics
///
/// If the property fails, with the simplest failing case found. A case that hangs is not shrunk:
/// the command shrinks those in child processes, which it can kill.
pub(crate) fn for_all_cases<R, G>(
    rules: &R,
    source_file: &'static str,
    one_of: u32,
    property: impl Property<R>,
) where
    R: RuleSet,
    G: SetUp<Vocabulary = R::Vocabulary>,
{
    let current = Arc::new(Mutex::new(None));
    let outcome = {
        let (rules, current) = (rules.clone(), Arc::clone(&current));
        watch::watched(CASE_LIMIT, move |activity| {
            let holds = |case: &CaseOf<R>| {
                *current.lock().unwrap_or_else(PoisonError::into_inner) = Some(case.clone());
                activity.begin(0, None, Action::Check);
                let result = guard::catch(|| property(case, activity));
                result.unwrap_or_else(|panic| Err(format!("It panicked: {panic}")))
            };
            run::<R, G>(&rules, config(source_file, one_of), holds)
        })
    };
    let result = outcome.unwrap_or_else(|_| {
        let case = current.lock().unwrap_or_else(PoisonError::into_inner).take();
        Err((format!("It hangs: there was no result within {} s.", CASE_LIMIT.as_secs()), case))
    });
    match result {
        Ok(()) => {}
        Err((why, None)) => panic!("{why}"),
        Err((why, Some(case))) => panic!(
            "{why}\n\nThe case, to be saved as \
             corpus/{}/regression/<what-it-shows>.txt:\n\n{}",
            R::Vocabulary::NAME,
            rules.text().print(&case)
        ),
    }
}

/// The configuration from the environment, with what proptest cannot find out itself: an
/// integration test has no `lib.rs` above it, and our shrinker tries more candidates than proptest
/// allows by default.
fn config(source_file: &'static str, one_of: u32) -> Config {
    let environment = Config::default();
    let beside_the_source = || -> Box<dyn FailurePersistence> {
        Box::new(FileFailurePersistence::WithSource("proptest-regressions"))
    };
    let or = |set: u32, unset: u32, value: u32| if set == unset { value } else { set };
    Config {
        cases: environment.cases.div_ceil(one_of),
        source_file: Some(source_file),
        failure_persistence: environment.failure_persistence.as_ref().map(|_| beside_the_source()),
        max_shrink_iters: or(environment.max_shrink_iters, u32::MAX, u32::MAX - 1),
        max_shrink_time: or(environment.max_shrink_time, 0, SHRINK_MS),
        ..environment
    }
}

/// The reason of a failure, and the case if there is one.
type Failure<R> = (String, Option<CaseOf<R>>);

fn run<R, G>(
    rules: &R,
    config: Config,
    holds: impl Fn(&CaseOf<R>) -> Result<(), String>,
) -> Result<(), Failure<R>>
where
    R: RuleSet,
    G: SetUp<Vocabulary = R::Vocabulary>,
{
    let printable = rules.clone();
    let cases = Cases::new(rules.clone(), from_fn(G::set_up))
        .prop_map(move |case| Printed { rules: printable.clone(), case });
    let test = |printed: Printed<R>| holds(&printed.case).map_err(TestCaseError::fail);
    match TestRunner::new(config).run(&cases, test) {
        Ok(()) => Ok(()),
        Err(TestError::Abort(why)) => Err((why.to_string(), None)),
        Err(TestError::Fail(why, Printed { case, .. })) => {
            // Equal faults must end as equal files.
            let canonical = rules.shrink().canonical(&case);
            match holds(&canonical) {
                Err(why) => Err((why, Some(canonical))),
                Ok(()) => Err((why.to_string(), Some(case))),
            }
        }
    }
}

/// A case whose `Debug` form, which proptest prints, is its text.
#[derive(Clone)]
struct Printed<R: RuleSet> {
    rules: R,
    case: CaseOf<R>,
}

impl<R: RuleSet> fmt::Debug for Printed<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rules.text().print(&self.case))
    }
}
