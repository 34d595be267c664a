//! `twinboard bench`: measures engine, oracle and plain programs relative to each other.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use clap::Args;
use twinboard_harness::bench::horizon::HorizonPlan;
use twinboard_harness::bench::{self, BenchPlan, Note, Suite};
use twinboard_harness::fuzz::{self, Shrinks};
use twinboard_harness::{Checks, Side, Subject};

use crate::args::drawing::Html;
use crate::args::duration;
use crate::args::number::whole;
use crate::cases::corpus;
use crate::output::results::Results;
use crate::output::tally::{Conclusion, conclude};
use crate::output::{Failure, failure};
use crate::session::engine::EngineOptions;
use crate::session::{AnySubject, Session};

mod baseline;
mod horizon;
mod measurements;
mod page;
mod table;

use baseline::{Baseline, Surroundings};
use measurements::{AllMeasurements, DEBUG_ASSERTIONS, FuzzBody, Measurements, build};

#[derive(Args)]
pub(crate) struct Bench {
    /// Rule sets to measure [default: all].
    #[arg(value_name = "RULESET")]
    pub(crate) rule_sets: Vec<String>,
    /// Time for each workload [default: 40s divided among all workloads].
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Seed for generating the inputs.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    #[arg(value_parser = whole::<u64>, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Measure solvers instead: the share of positions of random games whose value is proved within
    /// a time limit.
    ///
    /// Each position is solved with an empty cache. The kinds of positions, by moves left and by
    /// live numbers, take turns, so that an interrupted run has measured nearly as many of each.
    #[arg(long, conflicts_with = "time")]
    pub(crate) horizon: bool,
    /// With --horizon: number of positions of each kind.
    #[arg(long, value_name = "N", default_value_t = 20, requires = "horizon")]
    #[arg(value_parser = whole::<u32>)]
    pub(crate) positions: u32,
    /// With --horizon: CPU time limit for each position.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "1s")]
    #[arg(requires = "horizon")]
    pub(crate) limit: Duration,
    /// File for the figures as a baseline of later runs.
    #[arg(long, value_name = "FILE", conflicts_with = "horizon")]
    pub(crate) save: Option<PathBuf>,
    /// Baseline to compare with, as --save wrote it on this machine with the same kind of build and
    /// the same seed: prints each speed as a multiple of it, with the noise.
    #[arg(long, value_name = "FILE", conflicts_with = "horizon")]
    pub(crate) baseline: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) page: Html,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    #[command(flatten)]
    pub(crate) results: Results,
}

/// Time for all workloads together without `--time`.
const DEFAULT_TIME: Duration = Duration::from_secs(40);

/// Number of inputs of the fuzz target between two looks at the clock.
const INPUTS: usize = 32;

/// Length of the progress bar in steps.
const BAR_STEPS: u64 = 1000;

pub(crate) fn run(options: &Bench, session: &Session) -> Result<Conclusion, Failure> {
    if options.horizon {
        let plan =
            HorizonPlan { seed: options.seed, positions: options.positions, limit: options.limit };
        return horizon::run(session, &options.rule_sets, &plan, &options.results, &options.page);
    }
    let here = Surroundings::here(options.seed);
    let mut subjects = session.subjects_named(&options.rule_sets)?;
    if options.rule_sets.is_empty() {
        subjects.retain(|subject| subject.has_engine());
    }
    subjects.iter().try_for_each(|subject| session.demand_engine(subject))?;
    let names: Vec<&str> = subjects.iter().map(|subject| subject.name()).collect();
    let read = |path: &PathBuf| {
        let baseline = Baseline::read(path, &here)?;
        baseline.demand_one_of(path, &names).map(|()| baseline)
    };
    let baseline = options.baseline.as_ref().map(read).transpose()?;
    let suites = subjects.iter().filter_map(|subject| {
        let registration = session.registration(subject.name())?;
        Some((subject, registration.suite()))
    });
    let suites: Vec<(&AnySubject, Suite)> = suites.collect();
    let workloads: usize = suites.iter().map(|(_, suite)| suite.workloads.len()).sum();
    // The fuzz target of each rule set counts as a workload.
    let workloads = workloads + suites.len();
    let time = options.time.unwrap_or(DEFAULT_TIME / workloads.max(1) as u32);
    let plan = BenchPlan { seed: options.seed, time };
    let stop = session.catch_signals();
    let mut shown = options.results.show(build(), false);
    let mut all_results = Vec::new();
    for (subject, suite) in &suites {
        let mut results = measure(session, subject.name(), suite, &plan, &options.results, &stop);
        results.notes.extend(own_time(session, subject.as_ref(), &plan));
        results.fuzz_body = fuzz_body(session, subject, &plan, &stop)?;
        results.interrupted = stop.load(Relaxed);
        let mut text = table::render(&results);
        if let Some(baseline) = &baseline {
            text = format!("{text}\n{}", baseline.compare(&results));
        }
        shown = shown.and_then(|()| options.results.show(&text, false));
        all_results.push(results);
        // After Ctrl-C or a closed output, further measurements would be wasted.
        if stop.load(Relaxed) || shown.is_err() {
            break;
        }
    }
    let written = options.results.write(("bench", &AllMeasurements { rule_sets: &all_results }));
    let saved = match &options.save {
        // Half a measurement is no baseline.
        Some(path) if !stop.load(Relaxed) => Baseline::of(here, &all_results).write(path),
        _ => Ok(()),
    };
    let written = failure::both(written, saved);
    let drawn = options.page.write(session, || page::of(&all_results));
    let tallies: Vec<_> = all_results.iter().map(Measurements::tally).collect();
    conclude(&tallies, false, failure::both(shown, failure::both(written, drawn)))
}

fn measure(
    session: &Session,
    rule_set: &'static str,
    suite: &Suite,
    plan: &BenchPlan,
    results: &Results,
    stop: &AtomicBool,
) -> Measurements {
    let template = "{prefix} {bar:24} {percent} %, {eta} left";
    let bar = results.bar(rule_set, BAR_STEPS, template);
    let mut progress = |share: f64| bar.set_position((share * BAR_STEPS as f64) as u64);
    // The clock of a thread does not count the time of an engine in another process.
    let is_outside = session.engine_command().is_some();
    let mut clock = if is_outside { bench::clock::wall_time } else { bench::clock::thread_time };
    let workloads = bench::run(suite, plan, &mut clock, stop, &mut progress);
    bar.finish_and_clear();
    let is_whole = workloads.iter().all(|measured| measured.rounds > 0);
    Measurements {
        rule_set,
        seed: plan.seed,
        debug_assertions: DEBUG_ASSERTIONS,
        interrupted: stop.load(Relaxed),
        notes: if is_whole { (suite.notes)(&workloads) } else { Vec::new() },
        workloads,
        fuzz_body: None,
        refusing: is_outside.then_some("the engine may support none of their set-ups"),
    }
}

/// The part of an engine's own functions in the time per move over the pipe; `None` if the engine
/// is in this process, or does not report it.
fn own_time(session: &Session, subject: &dyn Subject, plan: &BenchPlan) -> Option<Note> {
    let (mut moves, started, spent) = (0, Instant::now(), session.engine_time()?);
    for seed in seeds_from(plan.seed) {
        moves += subject.random_games(Side::Engine, seed, 1).moves;
        if started.elapsed() >= plan.time {
            break;
        }
    }
    let (in_all, own) = (started.elapsed(), session.engine_time()?.saturating_sub(spent));
    let per_move = |time: Duration| time.as_nanos() as f64 / moves.max(1) as f64;
    let (value, in_all) = (per_move(own), per_move(in_all));
    let text = format!(
        "the engine's own functions take {} of {} per move; the rest is the pipe and the texts",
        table::time(value),
        table::time(in_all)
    );
    Some(Note { name: "own_time_per_move", value, unit: "ns", text })
}

/// All seeds, from this one on; the largest is followed by 0.
fn seeds_from(first: u64) -> impl Iterator<Item = u64> {
    (0..=u64::MAX).map(move |more| first.wrapping_add(more))
}

/// Measures the body of the fuzz target on inputs such as libFuzzer generates.
fn fuzz_body(
    session: &Session,
    subject: &AnySubject,
    plan: &BenchPlan,
    stop: &AtomicBool,
) -> Result<Option<FuzzBody>, Failure> {
    let corpus = corpus::built_in(session, subject.as_ref())?;
    let corpus: Vec<String> = corpus.into_iter().map(|case| case.text).collect();
    let (mut executions, mut spent, started) = (0, Duration::ZERO, Instant::now());
    for seed in seeds_from(plan.seed) {
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
