//! `twinboard fuzz`: the main job.

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
mod process;
mod table;
pub(super) mod tools;

use campaign::{Campaign, Ran};
use live::Live;
use tools::{Programs, Tools};

/// From this time on, a clause that was never reached is a failure.
const LONG: Duration = Duration::from_mins(1);

pub(crate) fn run(options: &Fuzz) -> Result<Exit, Failure> {
    let checkout = Checkout::find()?.with_targets()?.working_in(options.working.as_deref());
    let targets = checkout.targets(&options.targets)?;
    let programs = match &options.programs {
        Some(folder) => Programs::in_folder(folder),
        None => Tools::get(&checkout, options.sanitizer, options.features.as_deref())?
            .build(&targets)?,
    };
    let stop = interrupt::flag();
    let Fuzzed { ran, failed, shown } = fuzz(&checkout, &targets, &programs, options, &stop);
    let concluded = shown.and_then(|()| conclude(&checkout, &programs, &ran, options, &stop));
    let json: Vec<_> = ran.iter().map(|ran| ran.to_json(must_reach_all(ran, options))).collect();
    let written = options.reporting.results.write(&json);
    let found = ran.iter().any(|ran| {
        ran.crash.is_some() || must_reach_all(ran, options) && !ran.unreached().is_empty()
    });
    failure::conclude(found, failure::both(failed, failure::both(concluded, written)))
}

/// What came of the targets.
struct Fuzzed {
    ran: Vec<Ran>,
    /// Whether one of them could not be run.
    failed: Result<(), Failure>,
    /// Whether one of their reports could not be shown where it should.
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
    let outcomes = campaign.run(targets, options.jobs(), &|ran| {
        // As soon as it is known: others may go on for long.
        let Some(crash) = &ran.crash else { return };
        let report = format!("{}\n", crash.render(&ran.target.name));
        if let Err(failure) = live.tell(|| options.reporting.results.show(&report, true)) {
            // What nobody reads any more is not worth the time.
            stop.store(true, Relaxed);
            let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
            *shown = failure::both(mem::replace(&mut shown, Ok(())), Err(failure));
        }
    });
    let mut fuzzed = Fuzzed {
        ran: Vec::new(),
        failed: Ok(()),
        shown: shown.into_inner().unwrap_or_else(PoisonError::into_inner),
    };
    for outcome in outcomes {
        match outcome {
            Ok(ran) => fuzzed.ran.push(ran),
            Err(failure) => fuzzed.failed = failure::both(fuzzed.failed, Err(failure)),
        }
    }
    fuzzed
}

/// Shows the table, what there is to warn of, and what of the new corpus is worth checking in.
fn conclude(
    checkout: &Checkout,
    programs: &Programs,
    ran: &[Ran],
    options: &Fuzz,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    if ran.is_empty() {
        return Ok(());
    }
    let mut text = table::render(ran);
    for ran in ran {
        let word = if must_reach_all(ran, options) { "failed" } else { "warning" };
        for clause in ran.unreached() {
            let _ = writeln!(text, "{word}: {} ({}) was never reached", clause.id, clause.name);
        }
    }
    options.reporting.results.show(&text, false)?;
    ran.iter().try_for_each(|ran| tell_what_is_new(checkout, programs, ran, options, stop))
}

/// Whether a clause that was never reached is a failure, and not for want of time.
fn must_reach_all(ran: &Ran, options: &Fuzz) -> bool {
    options.time >= LONG && !ran.interrupted
}

/// Says what of the new corpus is worth checking in, and checks it in if that was asked for.
fn tell_what_is_new(
    checkout: &Checkout,
    programs: &Programs,
    ran: &Ran,
    options: &Fuzz,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    if ran.crash.is_some() || stop.load(Relaxed) {
        return Ok(());
    }
    let worthy = keep::worth_keeping(checkout, programs, ran, stop)?;
    if worthy.is_empty() {
        return Ok(());
    }
    let (count, name) = (worthy.len(), &ran.target.name);
    let cases = if count == 1 { "case reaches" } else { "cases reach" };
    let mut text = format!("{name}: {count} new {cases} code that the corpus does not");
    if options.keep {
        text += ", and are kept\n";
        for path in keep::keep(checkout, ran, &worthy)? {
            let _ = writeln!(text, "  {}", files::from_here(&path).display());
        }
    } else {
        text += "; --keep adds what is worth it to the corpus\n";
    }
    options.reporting.results.show(&text, false)
}
