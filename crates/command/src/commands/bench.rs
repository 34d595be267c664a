//! `twinboard bench`: measures engine, oracle and plain programs relative to each other.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use serde::Serialize;
use twinboard_harness::bench::{self, BenchPlan, Measured, Note, Suite};
use twinboard_harness::fuzz::{self, Shrinks};
use twinboard_harness::{Checks, Side, Subject};

use crate::args::Bench;
use crate::failure::{self, Exit, Failure};
use crate::registry;
use crate::subjects::{self, AnySubject};
use crate::{corpus, interrupt, progress_bar};

mod horizon;
mod page;
mod table;

/// Time for all workloads together without `--time`.
const DEFAULT_TIME: Duration = Duration::from_secs(40);

/// Length of the progress bar in steps.
const BAR_STEPS: u64 = 1000;

/// Number of inputs of the fuzz target between two looks at the clock.
const INPUTS: usize = 32;

/// Recorded in the results, since builds with and without debug assertions are not comparable.
const DEBUG_ASSERTIONS: bool = cfg!(debug_assertions);

/// The measurements of a rule set.
#[derive(Serialize)]
struct Results {
    rule_set: &'static str,
    seed: u64,
    debug_assertions: bool,
    interrupted: bool,
    workloads: Vec<Measured>,
    fuzz_body: Option<FuzzBody>,
    notes: Vec<Note>,
}

/// The speed of the fuzz target.
#[derive(Serialize)]
struct FuzzBody {
    executions: usize,
    executions_per_second: f64,
}

pub(crate) fn run(options: &Bench) -> Result<Exit, Failure> {
    options.page.check()?;
    if options.horizon {
        return horizon::run(options);
    }
    let all = subjects::all();
    let subjects = if options.rule_sets.is_empty() { &all } else { &options.rule_sets };
    let suites = subjects.iter().filter_map(|subject| {
        let suite = registry::suite(subject.name())?;
        Some((subject, suite))
    });
    let suites: Vec<(&AnySubject, Suite)> = suites.collect();
    let workloads: usize = suites.iter().map(|(_, suite)| suite.workloads.len()).sum();
    // The fuzz target of each rule set counts as a workload.
    let workloads = workloads + suites.len();
    let time = options.time.unwrap_or(DEFAULT_TIME / workloads.max(1) as u32);
    let plan = BenchPlan { seed: options.seed, time };
    let stop = interrupt::flag();
    let mut shown = options.results.show(build(), false);
    let mut all_results = Vec::new();
    for (subject, suite) in &suites {
        let mut results = measure(subject.name(), suite, &plan, &stop);
        results.notes.extend(own_time(subject.as_ref(), &plan));
        results.fuzz_body = fuzz_body(subject, &plan, &stop)?;
        results.interrupted = stop.load(Relaxed);
        shown = shown.and_then(|()| options.results.show(&table::render(&results), false));
        all_results.push(results);
        // After Ctrl-C or a closed output, further measurements would be wasted.
        if stop.load(Relaxed) || shown.is_err() {
            break;
        }
    }
    let written = options.results.write(&all_results);
    let drawn = options.page.write(|| page::of(&all_results));
    failure::conclude(false, failure::both(shown, failure::both(written, drawn)))
}

fn measure(rule_set: &'static str, suite: &Suite, plan: &BenchPlan, stop: &AtomicBool) -> Results {
    let template = "{prefix} {bar:24} {percent} %, {eta} left";
    let bar = progress_bar::new(rule_set, BAR_STEPS, template);
    let mut progress = |share: f64| bar.set_position((share * BAR_STEPS as f64) as u64);
    // The clock of a thread does not count the time of an engine in another process.
    let is_outside = registry::engine_command().is_some();
    let mut clock = if is_outside { bench::clock::wall_time } else { bench::clock::thread_time };
    let workloads = bench::run(suite, plan, &mut clock, stop, &mut progress);
    bar.finish_and_clear();
    let is_whole = workloads.iter().all(|measured| measured.rounds > 0);
    Results {
        rule_set,
        seed: plan.seed,
        debug_assertions: DEBUG_ASSERTIONS,
        interrupted: stop.load(Relaxed),
        notes: if is_whole { (suite.notes)(&workloads) } else { Vec::new() },
        workloads,
        fuzz_body: None,
    }
}

/// The part of an engine's own functions in the time per move over the pipe; `None` if the engine
/// is in this process, or does not tell.
fn own_time(subject: &dyn Subject, plan: &BenchPlan) -> Option<Note> {
    let (mut moves, started, spent) = (0, Instant::now(), registry::engine_time()?);
    for seed in plan.seed.. {
        moves += subject.random_games(Side::Engine, seed, 1).moves;
        if started.elapsed() >= plan.time {
            break;
        }
    }
    let (in_all, own) = (started.elapsed(), registry::engine_time()?.saturating_sub(spent));
    let per_move = |time: Duration| time.as_nanos() as f64 / moves.max(1) as f64;
    let (value, in_all) = (per_move(own), per_move(in_all));
    let text = format!(
        "the engine's own functions take {} of {} per move; the rest is the pipe and the texts",
        table::time(value),
        table::time(in_all)
    );
    Some(Note { name: "own_time_per_move", value, unit: "ns", text })
}

/// Measures the body of the fuzz target on inputs such as libFuzzer generates.
fn fuzz_body(
    subject: &AnySubject,
    plan: &BenchPlan,
    stop: &AtomicBool,
) -> Result<Option<FuzzBody>, Failure> {
    let corpus = corpus::built_in(subject.as_ref())?;
    let corpus: Vec<String> = corpus.into_iter().map(|case| case.text).collect();
    let (mut executions, mut spent, started) = (0, Duration::ZERO, Instant::now());
    for seed in plan.seed.. {
        if stop.load(Relaxed) || executions > 0 && started.elapsed() >= plan.time {
            break;
        }
        // Making the inputs is not timed.
        let inputs = fuzz::inputs(subject.as_ref(), &corpus, seed, INPUTS);
        let before = bench::clock::thread_time();
        for input in &inputs {
            let _ = fuzz::try_case(subject, input, Checks::fuzz(), Shrinks::Elsewhere);
        }
        spent += bench::clock::thread_time().saturating_sub(before);
        executions += inputs.len();
    }
    let executions_per_second = executions as f64 / spent.as_secs_f64();
    Ok((executions > 0).then_some(FuzzBody { executions, executions_per_second }))
}

/// States the kind of this build, and the command for the other one.
fn build() -> &'static str {
    if DEBUG_ASSERTIONS {
        "warning: this build has debug assertions, like all builds that verify; \
         `cargo bench-twinboard` measures without them\n\n"
    } else {
        "This build has no debug assertions; `cargo twinboard bench` measures with them, as in \
         builds that verify.\n\n"
    }
}
