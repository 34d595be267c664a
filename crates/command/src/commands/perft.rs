//! `twinboard perft`: enumerates all legal moves to a depth on both sides and compares.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use indicatif::{HumanCount, ProgressBar};
use twinboard_harness::campaign::{FoundDivergence, Origin};
use twinboard_harness::perft::{Difference, PerftEnd, PerftPlan, PerftProgress, PerftResult};
use twinboard_harness::report::Report;
use twinboard_harness::triage;

use crate::args::Perft;
use crate::case_file::CaseFile;
use crate::failure::{self, Exit, Failure};
use crate::finding::Findings;
use crate::progress_bar::WITH_MESSAGE;
use crate::{interrupt, output, progress_bar};

mod against;
mod counts;
mod ledger;

use ledger::Ledger;

pub(crate) fn run(options: &Perft) -> Result<Exit, Failure> {
    let file = CaseFile::read(&options.case)?;
    if let Some(command) = options.against.command().map_err(Failure::Usage)? {
        return against::run(&file, options, command);
    }
    let stop = interrupt::flag();
    let bar = progress_bar::new(file.subject.name(), 0, WITH_MESSAGE);
    let result = walk(&file, options, &stop, &bar)?;
    finish(&file, options, &stop, &bar, result)
}

/// Prints and writes the result of a perft run; a difference is shrunk before.
fn finish(
    file: &CaseFile,
    options: &Perft,
    stop: &Arc<AtomicBool>,
    bar: &ProgressBar,
    result: PerftResult,
) -> Result<Exit, Failure> {
    let report = match &result.end {
        PerftEnd::Differs(difference) => {
            bar.set_message("shrinking the failing case");
            let announce = |line| bar.suspend(|| output::print_error_line(line));
            Some(report(file, difference, options, stop, &announce))
        }
        _ => None,
    };
    bar.finish_and_clear();
    let ledger = Ledger {
        rule_set: file.subject.name(),
        name: file.name_of(0),
        depth: options.depth,
        result,
        report,
    };
    let results = &options.reporting.results;
    let shown = results.show(&ledger.render(), ledger.report.is_some());
    let written = results.write(&ledger.to_json());
    let whole = failure::both(is_whole(&ledger, options), failure::both(shown, written));
    failure::conclude(ledger.report.is_some(), whole)
}

/// Walks from the final position of the first case of the file.
fn walk(
    file: &CaseFile,
    options: &Perft,
    stop: &Arc<AtomicBool>,
    bar: &ProgressBar,
) -> Result<PerftResult, Failure> {
    let no_case = || Failure::Usage(format!("{} has no case to walk from", file.name));
    let case = file.cases.first().ok_or_else(no_case)?;
    let plan = plan(options, stop);
    let result = file.subject.perft(case.as_bytes(), &plan, &mut |progress| show(bar, progress));
    let result = result.map_err(|error| Failure::Input { name: file.name_of(0), error })?;
    result.ok_or_else(no_case)
}

/// The walk as the user wants it. Counts are compared with those of a program move by move.
fn plan(options: &Perft, stop: &Arc<AtomicBool>) -> PerftPlan {
    PerftPlan {
        depth: options.depth,
        divide: options.divide || options.against.is_given(),
        positions_max: options.positions_max,
        threads: options.threads.count(),
        step_limit: options.reporting.limits.step_limit,
        stop: Arc::clone(stop),
    }
}

fn show(bar: &ProgressBar, progress: &PerftProgress) {
    let PerftProgress { branch, depth, side, expanded, of } = *progress;
    bar.set_length(of as u64);
    bar.set_position(expanded as u64);
    let branch = branch.map(|(number, count)| format!("first move {number} of {count}, "));
    bar.set_message(format!(
        "{}depth {depth}, {side}: {} of {} positions",
        branch.unwrap_or_default(),
        HumanCount(expanded as u64),
        HumanCount(of as u64),
    ));
}

/// Shrinks and saves the case that leads to the difference.
fn report(
    file: &CaseFile,
    difference: &Difference,
    options: &Perft,
    stop: &Arc<AtomicBool>,
    announce: &dyn Fn(String),
) -> Report {
    let Difference { depth, text, divergence } = difference;
    let step_limit = options.reporting.limits.step_limit;
    // Lockstep compares more than perft does, and shrinking needs its finding.
    let in_lockstep = triage::find(&file.subject, text, step_limit);
    let (divergence, text) = in_lockstep.unwrap_or_else(|| (divergence.clone(), text.clone()));
    let origin = Origin::Walked { name: file.name_of(0), depth: *depth };
    let found = FoundDivergence { origin, text: Some(text), divergence };
    Findings::new(&options.reporting, stop).conclude(&file.subject, found, announce)
}

/// Fails if the run could not reach its depth for a reason other than Ctrl-C or a divergence.
fn is_whole(ledger: &Ledger, options: &Perft) -> Result<(), Failure> {
    match ledger.result.end {
        PerftEnd::Full => Err(Failure::Usage(format!(
            "there are more than {} positions, or moves from one position; raise the limit with \
             --positions-max",
            HumanCount(u64::from(options.positions_max))
        ))),
        PerftEnd::Unsupported(side) => {
            let name = &ledger.name;
            Err(Failure::Usage(format!("the {side} does not support the board in {name}")))
        }
        PerftEnd::Done | PerftEnd::Stopped | PerftEnd::Differs(_) => Ok(()),
    }
}
