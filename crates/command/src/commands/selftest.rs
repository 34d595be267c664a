//! `twinboard selftest`: activates planted faults and reports the checks that detect them.
//!
//! As a control, all checks run without any fault first and must pass. Checks of different faults
//! run in parallel, each in a child process.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use clap::Args;
use serde::Serialize;
use twinboard_faults::NONE;

use crate::args::number::{at_least, between, whole};
use crate::args::{duration, or_cpus};
use crate::output::results::Results;
use crate::output::tally::{Conclusion, Tally, conclude};
use crate::output::text::{self, counted};
use crate::output::{self, Failure};
use crate::process::{parallel, scratch};
use crate::session::Session;

mod check;
mod programs;

use check::{Checked, FaultRow, Inspector, Noticed};
use programs::{CheckName, Fault, Programs};

#[derive(Args)]
pub(crate) struct Selftest {
    /// Rule sets [default: all].
    #[arg(value_name = "RULESET")]
    pub(crate) rule_sets: Vec<String>,
    /// Names of faults [default: all].
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) faults: Vec<String>,
    /// Checks to run.
    #[arg(long, value_name = "CHECKS", value_delimiter = ',', value_enum)]
    #[arg(default_values_t = [CheckName::Tests, CheckName::Verify, CheckName::Exhaust, CheckName::Fuzz])]
    pub(crate) checks: Vec<CheckName>,
    /// Number of cases that `verify` generates after the corpus.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = whole::<u64>)]
    pub(crate) cases: u64,
    /// Seed of `verify` and `fuzz`.
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = at_least::<u32>(1))]
    pub(crate) seed: u32,
    /// Time limit for `exhaust` and `fuzz`, if they detect nothing.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s")]
    pub(crate) time: Duration,
    /// Time after which a check counts as hung.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10m", hide = true)]
    pub(crate) hang_limit: Duration,
    /// Number of checks that run at the same time [default: number of CPUs].
    #[arg(long, value_name = "N", value_parser = between::<u16>(1, 1024))]
    jobs: Option<u16>,
    /// Program with the faults compiled in, if it is built already [default: built from the sources
    /// in the current folder].
    #[arg(long, value_name = "FILE")]
    pub(crate) program: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) results: Results,
}

/// The template of the progress bar.
const BAR: &str = "{bar:24} {pos} of {len} checks, {eta} left: {msg}";

pub(crate) fn run(options: &Selftest, session: &Session) -> Result<Conclusion, Failure> {
    let programs = Programs::build(session, options.program.as_deref(), &options.checks)?;
    let faults = selected(programs.faults()?, options)?;
    let stop = session.catch_signals();
    let folder = scratch::folder()?;
    let checks = offered(&options.checks, &faults, &programs, session)?;
    let inspector = Inspector {
        session,
        cases: options.cases,
        seed: options.seed,
        time: options.time,
        hang_limit: options.hang_limit,
        programs: &programs,
        folder: folder.path(),
        stop: &stop,
    };
    let rows = inspect(controls(&faults), &checks, &inspector, options)?;
    all_ended(&rows)?;
    if let Some(row) = rows.iter().find(|row| row.is_noticed()) {
        let checks = row.checks.iter().filter(|checked| checked.is_noticed());
        let checks: Vec<&str> = checks.map(Checked::name).collect();
        return Err(Failure::Usage(format!(
            "{} of {} fails without any fault, so its results would mean nothing",
            checks.join(", "),
            row.fault.rule_set
        )));
    }
    if stop.load(Relaxed) {
        let shown = options.results.show("interrupted before a fault was activated\n", false);
        return conclude(&[Tally::new("fault", "tried").interrupted_if(true)], false, shown);
    }
    let rows = inspect(faults, &checks, &inspector, options)?;
    let is_interrupted = stop.load(Relaxed);
    let skipped = options.checks.iter().filter(|check| !checks.contains(check));
    let skipped: Vec<&str> = skipped.map(|check| check.name()).collect();
    let text = render(&rows, &checks, &skipped, is_interrupted);
    let unnoticed = rows.iter().any(FaultRow::is_unnoticed);
    let tally = Tally::new("fault", "tried").with(rows.len() as u64).interrupted_if(is_interrupted);
    options.results.finish(
        &tally,
        unnoticed,
        &text,
        ("selftest", &Faults { faults: &rows }),
        all_ended(&rows),
    )
}

/// The results as JSON.
#[derive(Serialize)]
struct Faults<'a> {
    faults: &'a [FaultRow],
}

/// Fails if a check ended without a result, with the message of the first such check.
fn all_ended(rows: &[FaultRow]) -> Result<(), Failure> {
    let all = rows.iter().flat_map(|row| row.checks.iter().map(|checked| (&row.fault, checked)));
    let unclear = |(fault, checked): (&Fault, &Checked)| match &checked.noticed {
        Noticed::Unclear(how) => {
            let (check, name) = (checked.name(), title(fault));
            Some(Failure::Usage(format!("{check} of {name} ended with {how}")))
        }
        _ => None,
    };
    all.into_iter().find_map(unclear).map_or(Ok(()), Err)
}

/// The checks that can run with the programs that were built. Prints a message for each other one.
fn offered(
    checks: &[CheckName],
    faults: &[Fault],
    programs: &Programs,
    session: &Session,
) -> Result<Vec<CheckName>, Failure> {
    let is_offered =
        |check: &CheckName| faults.iter().all(|fault| programs.offer(session, *check, fault));
    let (offered, missing): (Vec<CheckName>, Vec<CheckName>) =
        checks.iter().copied().partition(is_offered);
    for check in missing {
        let reason = match check {
            CheckName::Tests | CheckName::Fuzz if !programs.checkout.is_found => {
                "it is built from the sources; run it in a clone of them"
            }
            CheckName::Tests => "no test is named after the faults, the rule set or `properties`",
            CheckName::Exhaust => "the rule set does not enumerate its set-ups",
            CheckName::Fuzz if programs.checkout.has_targets => {
                "the fuzz targets could not be built with the feature `planted`"
            }
            CheckName::Fuzz => "there are no fuzz targets",
            CheckName::Verify => "there is nothing to play",
        };
        output::print_error_line(format!("skipping the check `{}`: {reason}", check.name()));
    }
    if offered.is_empty() {
        return Err(Failure::Usage("none of these checks can run".into()));
    }
    Ok(offered)
}

/// The controls: no fault at all, for each rule set with each of its test programs.
fn controls(faults: &[Fault]) -> Vec<Fault> {
    let none = |fault: &Fault| Fault {
        name: NONE.into(),
        rule_set: fault.rule_set.clone(),
        clause: String::new(),
        imitates: String::new(),
        tests: fault.tests,
    };
    let mut controls: Vec<Fault> = faults.iter().map(none).collect();
    controls.dedup();
    controls
}

/// The faults that the options select: of these rule sets, and with these names.
fn selected(mut all: Vec<Fault>, options: &Selftest) -> Result<Vec<Fault>, Failure> {
    let Selftest { rule_sets, faults, .. } = options;
    all.retain(|fault| rule_sets.is_empty() || rule_sets.contains(&fault.rule_set));
    if all.is_empty() {
        return Err(Failure::Usage(format!("{} has no planted faults", rule_sets.join(", "))));
    }
    if let Some(name) = faults.iter().find(|name| all.iter().all(|fault| fault.name != **name)) {
        let known: Vec<&str> = all.iter().map(|fault| &*fault.name).collect();
        let known = known.join(", ");
        return Err(Failure::Usage(format!("unknown fault `{name}`; expected one of: {known}")));
    }
    all.retain(|fault| faults.is_empty() || faults.contains(&fault.name));
    Ok(all)
}

/// The name of a fault, or of a control.
fn title(fault: &Fault) -> String {
    match &*fault.name {
        NONE => format!("{} without a fault", fault.rule_set),
        name => name.to_owned(),
    }
}

/// The table, with a row for each fault, and a summary. `skipped` has the names of the checks that
/// could not run.
fn render(
    rows: &[FaultRow],
    checks: &[CheckName],
    skipped: &[&str],
    is_interrupted: bool,
) -> String {
    let mut lines = vec![text::head(["fault", "breaks"])];
    lines[0].extend(checks.iter().map(|check| check.name().to_owned()));
    lines.extend(rows.iter().map(|row| {
        let results = row.checks.iter().map(|checked| checked.describe(false));
        [row.fault.name.clone(), row.fault.clause.clone()].into_iter().chain(results).collect()
    }));
    let mut out = text::table(&lines, |_| true) + "\n";
    for (index, check) in checks.iter().enumerate() {
        let noticed = rows.iter().filter(|row| row.checks[index].is_noticed()).count();
        let _ = writeln!(out, "{}: {noticed} of {}", check.name(), rows.len());
    }
    let names = |of: fn(&FaultRow) -> bool| -> Vec<&str> {
        rows.iter().filter(|row| of(row)).map(|row| &*row.fault.name).collect()
    };
    let unnoticed = names(FaultRow::is_unnoticed);
    let unclear = names(|row| !row.is_noticed() && !row.is_unnoticed());
    let all = counted(rows.len() as u64, "fault");
    out += if is_interrupted { "interrupted; " } else { "" };
    let result = match (rows.len(), unnoticed.len(), unclear.len()) {
        (0, ..) => "no fault has completed all checks".to_owned(),
        (count, 0, 0) => format!("{count} of {all} detected"),
        (_, 0, count) => format!("no result for {count} of {all}: {}", unclear.join(", ")),
        (_, count, _) => format!("{count} of {all} not detected: {}", unnoticed.join(", ")),
    };
    out += &result;
    if !skipped.is_empty() {
        let _ = write!(out, "; not run: {}", skipped.join(", "));
    }
    out + "\n"
}

/// Runs all checks on all faults, several at once. Faults that were not done when the user wanted
/// an end are left out.
fn inspect(
    faults: Vec<Fault>,
    checks: &[CheckName],
    inspector: &Inspector<'_>,
    options: &Selftest,
) -> Result<Vec<FaultRow>, Failure> {
    let jobs = faults.iter().flat_map(|fault| checks.iter().map(move |&check| (fault, check)));
    let jobs: Vec<(&Fault, CheckName)> = jobs.collect();
    let bar = options.results.bar("", jobs.len() as u64, BAR);
    let done = AtomicUsize::new(0);
    let work = |_, &(fault, check): &(&Fault, CheckName)| {
        bar.set_message(fault.name.clone());
        let checked = inspector.check(fault, check);
        match &checked {
            Ok(Some(checked)) => {
                bar.inc(1);
                let number = done.fetch_add(1, Relaxed) + 1;
                if bar.is_hidden() {
                    // Without a terminal, each result is a line of the log.
                    let (name, result) = (title(fault), checked.describe(fault.name == NONE));
                    let of = jobs.len();
                    let check = checked.name();
                    output::print_error_line(format!(
                        "{number} of {of} checks: {name}, {check}: {result}"
                    ));
                }
            }
            Ok(None) => {}
            Err(_) => inspector.stop.store(true, Relaxed),
        }
        checked
    };
    let is_over = || inspector.stop.load(Relaxed);
    let all = parallel::each(&jobs, or_cpus(options.jobs), is_over, work);
    bar.finish_and_clear();
    let all = all.into_iter().map(|checked| Ok(checked.transpose()?.flatten()));
    let all = all.collect::<Result<Vec<Option<Checked>>, Failure>>()?;
    let of_faults = all.chunks(checks.len()).map(|all| all.iter().cloned().collect::<Option<_>>());
    let rows = faults.into_iter().zip(of_faults);
    let rows = rows.filter_map(|(fault, checks)| Some(FaultRow { fault, checks: checks? }));
    Ok(rows.collect())
}
