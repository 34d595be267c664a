//! `twinboard fuzz`: the main job.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use crate::args::Fuzz;
use crate::failure::{self, Exit, Failure};
use crate::finding::Findings;
use crate::{files, interrupt, output};

mod campaign;
mod checkout;
mod crash;
mod keep;
mod libfuzzer;
mod live;
mod process;
mod table;
mod tools;

use campaign::{Campaign, Ran};
use checkout::{Checkout, Target};
use live::Live;
use tools::{Programs, Tools};

/// From this time on, a clause that was never reached is a failure.
const LONG: Duration = Duration::from_mins(1);

pub(crate) fn run(options: &Fuzz) -> Result<Exit, Failure> {
    let checkout = Checkout::find()?;
    let targets = checkout.targets(&options.targets)?;
    let programs = match &options.programs {
        Some(folder) => Programs::in_folder(folder),
        None => Tools::get(&checkout, options.sanitizer, options.features.as_deref())?
            .build(&targets)?,
    };
    let stop = interrupt::flag();
    let ran = fuzz(&checkout, &targets, &programs, options, &stop)?;

    let printed = conclude(&ran, options).and_then(|()| {
        for ran in &ran {
            tell_what_is_new(&checkout, &programs, ran, options, &stop)?;
        }
        Ok(())
    });
    let written = options.json.as_deref().map_or(Ok(()), |path| write_json(path, &ran, options));
    if let (Err(_), Err(failure)) = (&printed, &written) {
        failure.report();
    }
    let failed = ran.iter().any(|ran| {
        ran.crash.is_some() || must_reach_all(ran, options) && !ran.unreached().is_empty()
    });
    failure::conclude(failed, printed.and(written))
}

fn fuzz(
    checkout: &Checkout,
    targets: &[Target],
    programs: &Programs,
    options: &Fuzz,
    stop: &Arc<AtomicBool>,
) -> Result<Vec<Ran>, Failure> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let jobs = options.jobs.map_or(processors, usize::from);
    let live = Live::new(targets);
    let findings = Findings { step_limit: options.limits.step_limit, out: &options.out, stop };
    let campaign = Campaign { checkout, programs, options, findings, live: &live };
    campaign.run(targets, jobs, &|ran| {
        // As soon as it is known: others may go on for long.
        let Some(crash) = &ran.crash else { return Ok(()) };
        live.tell(|| show(&format!("{}\n", crash.render(&ran.target.name)), options))
    })
}

/// The table, and what there is to warn of.
fn conclude(ran: &[Ran], options: &Fuzz) -> Result<(), Failure> {
    let mut text = table::render(ran);
    for ran in ran {
        let word = if must_reach_all(ran, options) { "failed" } else { "warning" };
        for clause in ran.unreached() {
            let _ = writeln!(text, "{word}: {} ({}) was never reached", clause.id, clause.name);
        }
    }
    show(&text, options)
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
            let _ = writeln!(text, "  {}", crash::from_here(&path).display());
        }
    } else {
        text += "; --keep adds what is worth it to the corpus\n";
    }
    show(&text, options)
}

/// Shows something on standard output, or beside it if that is where the JSON goes.
fn show(text: &str, options: &Fuzz) -> Result<(), Failure> {
    if options.json.as_deref().is_some_and(files::is_standard_stream) {
        output::complain(text.trim_end());
        return Ok(());
    }
    output::print(text)
}

fn write_json(path: &Path, ran: &[Ran], options: &Fuzz) -> Result<(), Failure> {
    let all: Vec<_> = ran.iter().map(|ran| ran.to_json(must_reach_all(ran, options))).collect();
    let text = serde_json::to_string_pretty(&all).expect("plain data can be written");
    output::deliver(Some(path), &format!("{text}\n"))
}
