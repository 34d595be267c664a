//! `twinboard fuzz`: runs the fuzz targets under libFuzzer.
//!
//! The command reads the telemetry of the targets and libFuzzer's own lines. A target that fails
//! leaves an input, which is replayed, shrunk, reported and saved here.

use std::fmt::Write;
use std::mem;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};
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
mod merge;
mod page;
mod process;
mod table;
pub(super) mod tools;

use campaign::{Campaign, TargetRun};
use crash::Crash;
use live::Live;
use merge::MergeRun;
use tools::{Programs, Tools};

/// Time per target from which on a clause that was never reached is a failure.
const LONG: Duration = Duration::from_secs(45);

pub(crate) fn run(options: &Fuzz) -> Result<Exit, Failure> {
    options.page.check()?;
    let checkout = Checkout::find()?.with_targets()?.working_in(options.working.as_deref());
    let targets = checkout.targets(&options.targets)?;
    merge::check(&options.merge, &targets)?;
    let programs = match &options.programs {
        Some(folder) => Programs::in_folder(folder),
        None => Tools::get(&checkout, options.sanitizer, options.features.as_deref())?
            .build(&targets)?,
    };
    let stop = interrupt::flag();
    let campaign = Campaign {
        checkout: &checkout,
        programs: &programs,
        options,
        findings: Findings::new(&options.reporting, &stop),
        live: &Live::new(&targets),
    };
    if options.merge.is_empty() { fuzz(&campaign, &targets) } else { merge(&campaign, &targets) }
}

fn fuzz(campaign: &Campaign<'_>, targets: &[Target]) -> Result<Exit, Failure> {
    let options = campaign.options;
    let run = |target: &Target, processes| campaign.run(target, processes);
    let Ran { runs, failed, shown } = run_all(campaign, targets, &run, |run| run.crash.as_ref());
    let concluded = shown.and_then(|()| conclude(campaign, &runs));
    let json: Vec<_> = runs.iter().map(|run| run.to_json(must_reach_all(run, options))).collect();
    let written = options.reporting.results.write(&json);
    let found = runs.iter().any(|run| {
        run.crash.is_some() || must_reach_all(run, options) && !run.unreached().is_empty()
    });
    let drawn = options.page.write(|| page::of(&runs, options.reporting.limits.step_limit));
    let rest = failure::both(concluded, failure::both(written, drawn));
    failure::conclude(found, failure::both(failed, rest))
}

fn merge(campaign: &Campaign<'_>, targets: &[Target]) -> Result<Exit, Failure> {
    let results = &campaign.options.reporting.results;
    let run = |target: &Target, _| campaign.merge(target);
    let Ran { runs, failed, shown } = run_all(campaign, targets, &run, |run| run.crash.as_ref());
    let concluded = shown.and_then(|()| {
        results.show(&merge::render(&runs), false)?;
        let mut complete = runs.iter().filter(|run| run.is_complete());
        complete.try_for_each(|run| show_new_cases(campaign, &run.target))
    });
    let json: Vec<_> = runs.iter().map(MergeRun::to_json).collect();
    let written = results.write(&json);
    let found = runs.iter().any(|run| run.crash.is_some());
    failure::conclude(found, failure::both(failed, failure::both(concluded, written)))
}

/// The results of all targets.
struct Ran<T> {
    runs: Vec<T>,
    /// The error of a target that could not be run.
    failed: Result<(), Failure>,
    /// The error of a report that could not be printed.
    shown: Result<(), Failure>,
}

/// Runs all targets. A crash is reported at once, since other targets may run for a long time.
fn run_all<T: Send + Sync>(
    campaign: &Campaign<'_>,
    targets: &[Target],
    run: &(dyn Fn(&Target, usize) -> Result<T, Failure> + Sync),
    crash: fn(&T) -> Option<&Crash>,
) -> Ran<T> {
    let shown = Mutex::new(Ok(()));
    let outcomes = campaign.each(targets, campaign.options.jobs(), &|target, processes| {
        let run = run(target, processes)?;
        if let Some(crash) = crash(&run) {
            let report = format!("{}\n", crash.render(&target.name));
            let results = &campaign.options.reporting.results;
            if let Err(failure) = campaign.live.suspend(|| results.show(&report, true)) {
                // The output is closed, so further results would be lost.
                campaign.findings.stop.store(true, Relaxed);
                let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
                *shown = failure::both(mem::replace(&mut shown, Ok(())), Err(failure));
            }
        }
        Ok(run)
    });
    let mut ran = Ran {
        runs: Vec::new(),
        failed: Ok(()),
        shown: shown.into_inner().unwrap_or_else(PoisonError::into_inner),
    };
    for outcome in outcomes {
        match outcome {
            Ok(run) => ran.runs.push(run),
            Err(failure) => ran.failed = failure::both(ran.failed, Err(failure)),
        }
    }
    ran
}

/// Prints the table, the warnings, and the new cases that are worth checking in.
fn conclude(campaign: &Campaign<'_>, runs: &[TargetRun]) -> Result<(), Failure> {
    let options = campaign.options;
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
    let mut complete = runs.iter().filter(|run| run.crash.is_none());
    complete.try_for_each(|run| show_new_cases(campaign, &run.target))
}

/// True if the target ran long enough that a clause that it never reached is a failure.
fn must_reach_all(run: &TargetRun, options: &Fuzz) -> bool {
    options.time >= LONG && !run.interrupted
}

/// Counts the new cases that are worth checking in, and adds them to the corpus with `--keep`.
fn show_new_cases(campaign: &Campaign<'_>, target: &Target) -> Result<(), Failure> {
    let Campaign { checkout, programs, options, findings, .. } = campaign;
    if findings.stop.load(Relaxed) {
        return Ok(());
    }
    let new = keep::new_cases(checkout, programs, target, findings.stop)?;
    if new.is_empty() {
        return Ok(());
    }
    let (count, name) = (new.len(), &target.name);
    let cases = if count == 1 { "case reaches" } else { "cases reach" };
    let mut text = format!("{name}: {count} new {cases} code that the corpus does not");
    if options.keep {
        text += ", added to the corpus:\n";
        for path in keep::keep(checkout, target, &new)? {
            let _ = writeln!(text, "  {}", files::from_here(&path).display());
        }
    } else {
        text += "; --keep adds such cases to the corpus\n";
    }
    options.reporting.results.show(&text, false)
}
