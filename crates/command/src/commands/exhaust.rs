//! `twinboard exhaust`: enumerates all set-ups within bounds on both sides.

use std::path::Path;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar};
use twinboard_harness::campaign::{FoundDivergence, Origin};
use twinboard_harness::exhaust::{
    Bounds, Difference, ExhaustEnd, ExhaustPlan, ExhaustProgress, ExhaustResult, Shape,
};
use twinboard_harness::report::Report;
use twinboard_harness::triage;

use crate::args::{Exhaust, ExhaustCommand};
use crate::failure::{self, Exit, Failure};
use crate::finding::Findings;
use crate::subjects::AnySubject;
use crate::{interrupt, output, progress_bar};

mod checkpoint;
mod ledger;
mod merge;

use checkpoint::{Backoff, Checkpoint, Failed};
use ledger::{Ledger, LedgerReport};

/// The template of the progress bar.
const BAR: &str = "{prefix} {bar:24} {percent:>3} %  {msg}";

/// Interval of checkpoints within a shape; work since the last one is lost if the process is
/// killed.
const KEEP_EVERY: Duration = Duration::from_secs(20);

pub(crate) fn run(options: &Exhaust) -> Result<Exit, Failure> {
    if let Some(ExhaustCommand::Merge(options)) = &options.command {
        return merge::run(options);
    }
    let rule_set = options.rule_set.as_ref().expect("required without a subcommand");
    let subject = options.settings.of_one(rule_set)?;
    let bounds = bounds(&subject, options)?;
    let path = options.resume.as_deref();
    let checkpoint = Checkpoint::new(options, subject.name(), &bounds)?;
    let mut checkpoint = checkpoint.found_in(path)?;
    let stop = interrupt::flag();
    let plan = ExhaustPlan {
        bounds,
        needs_bounds: !options.shapes.is_empty(),
        setups_max: options.setups_max,
        all_moves: !options.legal_only,
        shard: options.shard.unwrap_or_default(),
        threads: options.threads.count(),
        step_limit: options.reporting.limits.step_limit,
        finished: checkpoint.finished.clone(),
        begun: checkpoint.begun.clone(),
        keep_every: path.map(|_| KEEP_EVERY),
        stop: std::sync::Arc::clone(&stop),
    };
    let bar = progress_bar::new(subject.name(), 0, BAR);
    let mut backoff = Backoff::default();
    let result = subject.exhaust(&plan, &mut |progress| {
        show(&bar, progress);
        // A failed checkpoint is retried later; only a failure of the last one is an error.
        if backoff.is_over()
            && let Err(failure) = checkpoint.keep(progress.finished, progress.begun, path)
        {
            bar.suspend(|| failure.report());
            backoff.start();
        }
    });
    let kept = checkpoint.keep(&result.finished, result.begun.as_ref(), path);
    let report = match &result.end {
        ExhaustEnd::Differs(shape, difference) => {
            bar.set_message("shrinking the failing case");
            let announce = |line| bar.suspend(|| output::print_error_line(line));
            let report = report(&subject, *shape, difference, options, &stop, &announce);
            Some(LedgerReport::Found(Box::new(report)))
        }
        _ => None,
    };
    let kept = failure::both(kept, conclude_shard(&mut checkpoint, &result, report.as_ref(), path));
    bar.finish_and_clear();
    let rule_set = subject.name();
    let kept_in = path.filter(|_| kept.is_ok() && checkpoint.has_something());
    let ledger = Ledger { rule_set, plan, result, report, kept_in };
    let results = &options.reporting.results;
    let shown = results.show(&ledger.render(), ledger.report.is_some());
    let written = results.write(&ledger.to_json());
    let whole = failure::both(ledger.is_whole(), kept);
    let whole = failure::both(whole, failure::both(shown, written));
    failure::conclude(ledger.report.is_some(), whole)
}

/// Completes the file of a shard, unless the enumeration was not finished.
fn conclude_shard(
    checkpoint: &mut Checkpoint,
    result: &ExhaustResult,
    report: Option<&LedgerReport>,
    path: Option<&Path>,
) -> Result<(), Failure> {
    let Some(path) = path.filter(|_| checkpoint.shard.is_some()) else { return Ok(()) };
    let failed = match &result.end {
        ExhaustEnd::Done => None,
        ExhaustEnd::Differs(shape, difference) => report.map(|report| Failed {
            shape: *shape,
            index: difference.index,
            text: report.render(),
            report: serde_json::to_value(report).expect("plain data"),
        }),
        _ => return Ok(()),
    };
    checkpoint.conclude(failed, path)
}

fn show(bar: &ProgressBar, progress: &ExhaustProgress<'_>) {
    let ExhaustProgress { finished, shapes, shape, work: (done, all), .. } = *progress;
    bar.set_length(all);
    let is_first = bar.position() == 0;
    bar.set_position(done);
    if is_first {
        // Work resumed from a checkpoint took no time in this process.
        bar.reset_eta();
    }
    // Small shapes come first and are done soon, so the current rate is a good estimate for the
    // rest.
    let left =
        if done > 0 { format!(", {} left", HumanDuration(bar.eta())) } else { String::new() };
    let number = (finished.len() + 1).min(shapes);
    let (rows, columns) = (shape.rows, shape.columns);
    bar.set_message(format!("{rows} × {columns}, shape {number} of {shapes}{left}"));
}

/// The bounds given in the options, or else the usual ones of the rule set.
fn bounds(subject: &AnySubject, options: &Exhaust) -> Result<Bounds, Failure> {
    let usual = subject.usual_bounds().ok_or_else(|| {
        Failure::Usage(format!("{} does not enumerate its set-ups", subject.name()))
    })?;
    let shapes = if options.shapes.is_empty() { usual.shapes } else { options.shapes.clone() };
    Ok(Bounds { shapes, symbols: options.symbols.unwrap_or(usual.symbols) })
}

/// Shrinks and saves the case in which the sides differ.
fn report(
    subject: &AnySubject,
    Shape { rows, columns }: Shape,
    difference: &Difference,
    options: &Exhaust,
    stop: &std::sync::Arc<std::sync::atomic::AtomicBool>,
    announce: &dyn Fn(String),
) -> Report {
    let Difference { index, text, divergence } = difference;
    // Lockstep describes the difference in more detail, and shrinking needs its finding.
    let in_lockstep = if divergence.finding.is_hung() {
        None
    } else {
        triage::find(subject, text, options.reporting.limits.step_limit)
    };
    let (divergence, text) = in_lockstep.unwrap_or_else(|| (divergence.clone(), text.clone()));
    let origin = Origin::Enumerated { rows, columns, index: *index };
    let found = FoundDivergence { origin, text: Some(text), divergence };
    Findings::new(&options.reporting, stop).conclude(subject, found, announce)
}
