//! `twinboard fuzz`: runs the fuzz targets under libFuzzer.
//!
//! The command reads the telemetry of the targets and libFuzzer's own lines. A target that fails
//! leaves an input, which is replayed, shrunk, reported and saved here.

use std::fmt::Write;
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::args::Fuzz;
use crate::commands::checkout::{Checkout, Target};
use crate::failure::{self, Exit, Failure};
use crate::finding::Findings;
use crate::{files, interrupt};

mod campaign;
mod crash;
mod keep;
mod libfuzzer;
mod live;
mod page;
mod process;
mod table;
pub(super) mod tools;

use campaign::{Campaign, TargetRun};
use live::Live;
use tools::{Programs, Tools};

/// Time per target from which on a clause that was never reached is a failure.
const LONG: Duration = Duration::from_secs(45);

pub(crate) fn run(options: &Fuzz) -> Result<Exit, Failure> {
    options.page.check()?;
    let checkout = Checkout::find()?.with_targets()?.working_in(options.working.as_deref());
    let targets = checkout.targets(&options.targets)?;
    let programs = match &options.programs {
        Some(folder) => Programs::in_folder(folder),
        None => Tools::get(&checkout, options.sanitizer, options.features.as_deref())?
            .build(&targets)?,
    };
    let stop = interrupt::flag();
    let Fuzzed { runs, failed, shown } = fuzz(&checkout, &targets, &programs, options, &stop);
    let concluded = shown.and_then(|()| conclude(&checkout, &programs, &runs, options, &stop));
    let json: Vec<_> = runs.iter().map(|run| run.to_json(must_reach_all(run, options))).collect();
    let written = options.reporting.results.write(&json);
    let found = runs.iter().any(|run| {
        run.crash.is_some() || must_reach_all(run, options) && !run.unreached().is_empty()
    });
    let drawn = options.page.write(|| page::of(&runs, options.reporting.limits.step_limit));
    let rest = failure::both(concluded, failure::both(written, drawn));
    failure::conclude(found, failure::both(failed, rest))
}

/// The results of all targets.
struct Fuzzed {
    runs: Vec<TargetRun>,
    /// The error of a target that could not be run.
    failed: Result<(), Failure>,
    /// The error of a report that could not be printed.
    shown: Result<(), Failure>,
}

fn fuzz(
    checkout: &Checkout,
    targets: &[Target],
    programs: &Programs,
    options: &Fuzz,
    stop: &Arc<AtomicBool>,
) -> Fuzzed {
    let live = Live::new(targets);
    let findings = Findings::new(&options.reporting, stop);
    let campaign = Campaign { checkout, programs, options, findings, live: &live };
    let shown = Mutex::new(Ok(()));
    let outcomes = campaign.run(targets, options.jobs(), &|run| {
        // Reported at once, since other targets may run for a long time.
        let Some(crash) = &run.crash else { return };
        let report = format!("{}\n", crash.render(&run.target.name));
        if let Err(failure) = live.suspend(|| options.reporting.results.show(&report, true)) {
            // The output is closed, so further results would be lost.
            stop.store(true, Relaxed);
            let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
            *shown = failure::both(mem::replace(&mut shown, Ok(())), Err(failure));
        }
    });
    let mut fuzzed = Fuzzed {
        runs: Vec::new(),
        failed: Ok(()),
        shown: shown.into_inner().unwrap_or_else(PoisonError::into_inner),
    };
    for outcome in outcomes {
        match outcome {
            Ok(run) => fuzzed.runs.push(run),
            Err(failure) => fuzzed.failed = failure::both(fuzzed.failed, Err(failure)),
        }
    }
    fuzzed
}

/// Prints the table, the warnings, and the new cases that are worth checking in.
fn conclude(
    checkout: &Checkout,
    programs: &Programs,
    runs: &[TargetRun],
    options: &Fuzz,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    if runs.is_empty() {
        return Ok(());
    }
    let mut text = table::render(runs);
    for run in runs {
        let word = if must_reach_all(run, options) { "failed" } else { "warning" };
        for clause in run.unreached() {
            let _ = writeln!(text, "{word}: {} ({}) was never reached", clause.id, clause.name);
        }
    }
    options.reporting.results.show(&text, false)?;
    runs.iter().try_for_each(|run| show_new_cases(checkout, programs, run, options, stop))
}

/// True if the target ran long enough that a clause that it never reached is a failure.
fn must_reach_all(run: &TargetRun, options: &Fuzz) -> bool {
    options.time >= LONG && !run.interrupted
}

/// Counts the new cases that are worth checking in, and adds them to the corpus with `--keep`.
fn show_new_cases(
    checkout: &Checkout,
    programs: &Programs,
    run: &TargetRun,
    options: &Fuzz,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    if run.crash.is_some() || stop.load(Relaxed) {
        return Ok(());
    }
    let new = keep::new_cases(checkout, programs, run, stop)?;
    if new.is_empty() {
        return Ok(());
    }
    let (count, name) = (new.len(), &run.target.name);
    let cases = if count == 1 { "case reaches" } else { "cases reach" };
    let mut text = format!("{name}: {count} new {cases} code that the corpus does not");
    if options.keep {
        text += ", added to the corpus:\n";
        for path in keep::keep(checkout, run, &new)? {
            let _ = writeln!(text, "  {}", files::from_here(&path).display());
        }
    } else {
        text += "; --keep adds such cases to the corpus\n";
    }
    options.reporting.results.show(&text, false)
}
