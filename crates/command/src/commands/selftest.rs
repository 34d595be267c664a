//! `twinboard selftest`: activates planted faults and reports the checks that detect them.
//!
//! As a control, all checks run without any fault first and must pass. Checks of different faults
//! run in parallel, each in a child process.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, PoisonError};
use std::thread;

use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};
use twinboard_faults::NONE;

use crate::args::{CheckName, Selftest};
use crate::failure::{self, Exit, Failure};
use crate::{interrupt, output};

mod check;
pub(super) mod programs;
mod stall;
mod table;

use check::{Checked, Inspector, Noticed};
use programs::Programs;

/// A planted fault, as the program with the faults lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Fault {
    pub(super) name: String,
    pub(super) rule_set: String,
    clause: String,
    imitates: String,
}

/// A fault and the results of all checks, in the order of the checks.
#[derive(Serialize)]
struct FaultRow {
    #[serde(flatten)]
    fault: Fault,
    checks: Vec<Checked>,
}

impl FaultRow {
    fn is_noticed(&self) -> bool {
        self.checks.iter().any(Checked::is_noticed)
    }

    /// True if all checks passed with the fault. A check without a result might have detected it.
    fn is_unnoticed(&self) -> bool {
        self.checks.iter().all(|checked| checked.noticed == Noticed::No)
    }
}

pub(crate) fn run(options: &Selftest) -> Result<Exit, Failure> {
    let programs = Programs::build(options.planted.program.as_deref(), &options.checks)?;
    let faults = selected(programs.faults()?, options)?;
    let stop = interrupt::flag();
    let folder = tempfile::tempdir().map_err(|error| Failure::File {
        path: std::env::temp_dir(),
        doing: "use",
        error,
    })?;
    let checks = offered(&options.checks, &faults, &programs)?;
    let inspector = Inspector {
        options,
        checks: &checks,
        programs: &programs,
        folder: folder.path(),
        stop: &stop,
    };
    let rows = inspect(controls(&faults), &inspector)?;
    whole(&rows)?;
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
        options.results.show("interrupted before a fault was activated\n", false)?;
        return Ok(Exit::Success);
    }
    let rows = inspect(faults, &inspector)?;
    let is_interrupted = stop.load(Relaxed);
    let text = table::render(&rows, &checks, is_interrupted);
    let unnoticed = rows.iter().any(FaultRow::is_unnoticed);
    let shown = options.results.show(&text, unnoticed);
    let written = options.results.write(&rows);
    let rest = failure::both(whole(&rows), failure::both(shown, written));
    failure::conclude(unnoticed, rest)
}

/// Fails if a check ended without a result, with the message of the first such check.
fn whole(rows: &[FaultRow]) -> Result<(), Failure> {
    let all = rows.iter().flat_map(|row| row.checks.iter().map(|checked| (&row.fault, checked)));
    let unclear = |(fault, checked): (&Fault, &Checked)| match &checked.noticed {
        Noticed::Unclear(how) => {
            let (check, Fault { name, rule_set, .. }) = (checked.name(), fault);
            let of = if name == NONE { rule_set } else { name };
            Some(Failure::Usage(format!("{check} of {of} ended with {how}")))
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
) -> Result<Vec<CheckName>, Failure> {
    let is_offered =
        |check: &CheckName| faults.iter().all(|fault| programs.offer(*check, &fault.rule_set));
    let (offered, missing): (Vec<CheckName>, Vec<CheckName>) =
        checks.iter().copied().partition(is_offered);
    for check in missing {
        let reason = match check {
            CheckName::Tests | CheckName::Fuzz if !programs.checkout.is_found => {
                "it is built from the sources; run it in a clone of them"
            }
            CheckName::Tests => "no test is named after the rule set or `properties`",
            CheckName::Exhaust => "the rule set does not enumerate its set-ups",
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

/// The control of each rule set: no fault at all.
fn controls(faults: &[Fault]) -> Vec<Fault> {
    let mut rule_sets: Vec<&str> = faults.iter().map(|fault| &*fault.rule_set).collect();
    rule_sets.dedup();
    let none = |rule_set: &str| Fault {
        name: NONE.into(),
        rule_set: rule_set.into(),
        clause: String::new(),
        imitates: String::new(),
    };
    rule_sets.into_iter().map(none).collect()
}

/// The faults that the options select.
fn selected(all: Vec<Fault>, options: &Selftest) -> Result<Vec<Fault>, Failure> {
    let unknown = options.faults.iter().find(|name| all.iter().all(|fault| fault.name != **name));
    if let Some(name) = unknown {
        let known: Vec<&str> = all.iter().map(|fault| &*fault.name).collect();
        let known = known.join(", ");
        return Err(Failure::Usage(format!("unknown fault `{name}`; expected one of: {known}")));
    }
    let rule_sets: Vec<&str> = options.rule_sets.iter().map(|one| one.name()).collect();
    let is_selected = |fault: &Fault| {
        (rule_sets.is_empty() || rule_sets.contains(&&*fault.rule_set))
            && (options.faults.is_empty() || options.faults.contains(&fault.name))
    };
    let of_others = |name: &&String| {
        let is_of_others = |fault: &Fault| fault.name == **name && !is_selected(fault);
        all.iter().any(is_of_others)
    };
    if let Some(name) = options.faults.iter().find(of_others) {
        let rule_sets = rule_sets.join(", ");
        return Err(Failure::Usage(format!("{name} is not a fault of {rule_sets}")));
    }
    let selected: Vec<Fault> = all.into_iter().filter(is_selected).collect();
    if selected.is_empty() {
        let rule_sets = rule_sets.join(", ");
        return Err(Failure::Usage(format!("{rule_sets} has no planted faults")));
    }
    Ok(selected)
}

/// Runs all checks on all faults, several at once. Faults that were not done when the user wanted
/// an end are left out.
fn inspect(faults: Vec<Fault>, inspector: &Inspector<'_>) -> Result<Vec<FaultRow>, Failure> {
    let checks = inspector.checks;
    let bar = bar(faults.len() * checks.len());
    let jobs = faults.iter().enumerate();
    let jobs: Vec<(usize, usize)> =
        jobs.flat_map(|(fault, _)| (0..checks.len()).map(move |check| (fault, check))).collect();
    let next = Mutex::new(jobs.into_iter());
    let done: Mutex<BTreeMap<(usize, usize), Checked>> = Mutex::default();
    let failed: Mutex<Option<Failure>> = Mutex::default();
    let work = || {
        while !inspector.stop.load(Relaxed) {
            let job = next.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((fault, check)) = job else { return };
            bar.set_message(faults[fault].name.clone());
            match inspector.check(&faults[fault], checks[check]) {
                Ok(Some(checked)) => {
                    let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                    let line = table::line(&faults[fault], &checked);
                    done.insert((fault, check), checked);
                    bar.inc(1);
                    if bar.is_hidden() {
                        // Without a terminal, each result is a line of the log.
                        let (number, all) = (done.len(), faults.len() * checks.len());
                        let _ = writeln!(io::stderr(), "{number} of {all} checks: {line}");
                    }
                }
                Ok(None) => return,
                Err(failure) => {
                    *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(failure);
                    inspector.stop.store(true, Relaxed);
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..inspector.options.jobs() {
            // Without another thread this one runs all checks.
            let _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    bar.finish_and_clear();
    if let Some(failure) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(failure);
    }
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    let rows = faults.into_iter().enumerate().filter_map(|(index, fault)| {
        let checks = (0..checks.len()).map(|check| done.remove(&(index, check)));
        Some(FaultRow { fault, checks: checks.collect::<Option<_>>()? })
    });
    Ok(rows.collect())
}

fn bar(length: usize) -> Arc<ProgressBar> {
    let style = ProgressStyle::with_template("{bar:24} {pos} of {len} checks, {eta} left: {msg}");
    let bar = ProgressBar::new(length as u64);
    bar.set_style(style.expect("the template is valid"));
    Arc::new(bar)
}
