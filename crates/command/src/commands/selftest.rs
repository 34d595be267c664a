//! `twinboard selftest`: activates planted faults and reports the checks that detect them.
//!
//! As a control, all checks run without any fault first and must pass.

use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use check::{CheckName, Checked, Fault, Inspector, Noticed, Programs};
use clap::{Args, value_parser};
use serde::Serialize;
use twinboard_faults::NONE;

use crate::args::duration;
use crate::output::result::{Cell, Column, Figures, Status, Table, Test, TestFinding};
use crate::output::results::Results;
use crate::output::tally::{Conclusion, Tally};
use crate::output::text::counted;
use crate::output::{self, Failure, failure};
use crate::process;
use crate::session::Session;

mod check;

#[derive(Args)]
pub(crate) struct Selftest {
    /// Rule sets [default: all].
    #[arg(value_name = "RULESET")]
    pub(crate) rule_sets: Vec<String>,
    /// Names of faults, separated by commas [default: all].
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) faults: Vec<String>,
    /// Checks to run, separated by commas.
    #[arg(long, value_name = "CHECKS", value_delimiter = ',', value_enum)]
    #[arg(default_values_t = [CheckName::Verify, CheckName::Exhaust, CheckName::Fuzz])]
    pub(crate) checks: Vec<CheckName>,
    /// Number of cases that `verify` generates after the corpus.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub(crate) cases: u64,
    /// Seed of `verify` and `fuzz`.
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = value_parser!(u32).range(1..))]
    pub(crate) seed: u32,
    /// Time limit for `exhaust` and `fuzz`, if they detect nothing.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s")]
    pub(crate) time: Duration,
    /// Time after which a check counts as hung.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10m", hide = true)]
    pub(crate) hang_limit: Duration,
    /// Program with the faults compiled in, if it is built already [default: built from the sources
    /// in the current folder].
    #[arg(long, value_name = "FILE")]
    pub(crate) program: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) results: Results,
}

#[derive(Serialize)]
struct FaultRow<'a> {
    #[serde(flatten)]
    fault: &'a Fault,
    checks: Vec<Checked>,
}

impl FaultRow<'_> {
    fn is_noticed(&self) -> bool {
        self.checks.iter().any(Checked::is_noticed)
    }

    /// Fails if a check ended without a result, so that it might have detected the fault.
    fn all_ended(&self) -> Result<(), Failure> {
        let check = self.checks.iter().try_for_each(|checked| match &checked.noticed {
            Noticed::Unclear(how) => {
                Err(format!("{} of {} ended with {how}", checked.check, title(self.fault)))
            }
            _ => Ok(()),
        });
        check.map_err(Failure::Usage)
    }
}

pub(crate) fn run(options: &Selftest, session: &Session) -> Result<Conclusion, Failure> {
    let programs = Programs::build(session, options.program.as_deref(), &options.checks)?;
    let faults = selected(programs.faults()?, options)?;
    let checks = offered(&options.checks, &faults, &programs, session)?;
    let stop = session.catch_signals();
    let folder = process::scratch_folder()?;
    let inspector =
        Inspector { session, options, programs: &programs, folder: folder.path(), stop: &stop };
    for control in &controls(&faults) {
        let Some(row) = inspect(&inspector, control, &checks)? else { break };
        row.all_ended()?;
        if let Some(failed) = row.checks.iter().find(|checked| checked.is_noticed()) {
            return Err(usage!(
                "{} of {} fails without any fault, so its results would mean nothing",
                failed.check,
                control.rule_set
            ));
        }
    }
    let (mut tests, mut whole) = (Vec::new(), Ok(()));
    for faults in faults.chunk_by(|one, other| one.rule_set == other.rule_set) {
        let rows = faults.iter().map_while(|it| inspect(&inspector, it, &checks).transpose());
        let rows = rows.collect::<Result<Vec<FaultRow<'_>>, Failure>>()?;
        for row in &rows {
            whole = failure::both(whole, row.all_ended());
        }
        tests.push(test(
            &faults[0].rule_set,
            &rows,
            (&options.checks, &checks),
            rows.len() < faults.len(),
        ));
        if stop.load(Relaxed) {
            break;
        }
    }
    session.finish(tests, whole)
}

/// Runs all checks on a fault, and prints the result of each. Returns `None` after Ctrl-C.
fn inspect<'a>(
    inspector: &Inspector<'_>,
    fault: &'a Fault,
    checks: &[CheckName],
) -> Result<Option<FaultRow<'a>>, Failure> {
    let mut row = FaultRow { fault, checks: Vec::new() };
    for &check in checks {
        let Some(checked) = inspector.check(fault, check)? else { return Ok(None) };
        let (name, result) = (title(fault), checked.describe(fault.name == NONE));
        output::print_error_line(format!("{name}, {}: {result}", checked.check));
        row.checks.push(checked);
    }
    Ok(Some(row))
}

/// The checks that can run with the programs that were built. Prints a message for each other one.
fn offered(
    checks: &[CheckName],
    faults: &[Fault],
    programs: &Programs,
    session: &Session,
) -> Result<Vec<CheckName>, Failure> {
    let mut offered = checks.to_vec();
    offered.retain(|&check| {
        let lack = faults.iter().find_map(|fault| programs.lack(session, check, fault));
        if let Some(reason) = lack {
            output::print_error_line(format!("skipping the check `{}`: {reason}", check.name()));
        }
        lack.is_none()
    });
    if offered.is_empty() {
        return Err(usage!("none of these checks can run"));
    }
    Ok(offered)
}

/// The controls: no fault at all, for each rule set.
fn controls(faults: &[Fault]) -> Vec<Fault> {
    let none = |fault: &Fault| Fault {
        name: NONE.into(),
        clause: String::new(),
        imitates: String::new(),
        ..fault.clone()
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
        return Err(usage!("{} has no planted faults", rule_sets.join(", ")));
    }
    if let Some(name) = faults.iter().find(|name| all.iter().all(|fault| fault.name != **name)) {
        let known: Vec<&str> = all.iter().map(|fault| &*fault.name).collect();
        let known = known.join(", ");
        return Err(usage!("unknown fault `{name}`; expected one of: {known}"));
    }
    all.retain(|fault| faults.is_empty() || faults.contains(&fault.name));
    Ok(all)
}

fn title(fault: &Fault) -> String {
    match &*fault.name {
        NONE => format!("{} without a fault", fault.rule_set),
        name => name.to_owned(),
    }
}

/// The result of the faults of a rule set, some of which are left if `is_interrupted`.
fn test(
    rule_set: &str,
    rows: &[FaultRow<'_>],
    (wanted, checks): (&[CheckName], &[CheckName]),
    is_interrupted: bool,
) -> Test {
    let missed = rows.iter().filter(|row| !row.is_noticed());
    let (undetected, unclear): (Vec<_>, Vec<_>) = missed.partition(|row| row.all_ended().is_ok());
    let found = |row: &&FaultRow<'_>| {
        TestFinding::of_message(format!("no check detects {}", row.fault.name))
    };
    let detected = rows.len() - undetected.len() - unclear.len();
    let verdict = format!("{detected} of {} detected", counted(rows.len() as u64, "fault"));
    let noticed = checks.iter().enumerate().map(|(index, check)| {
        let noticed = rows.iter().filter(|row| row.checks[index].is_noticed()).count();
        format!("{}: {noticed} of {}", check.name(), rows.len())
    });
    let skipped = wanted.iter().filter(|check| !checks.contains(check));
    let skipped = skipped.map(|check| format!("{}: not run", check.name()));
    let tally = Tally::new("fault", "tried").with(rows.len() as u64);
    let test =
        Test::new(rule_set, "planted faults", tally.interrupted_if(is_interrupted), &verdict)
            .with_findings(undetected.iter().map(found).collect(), "undetected fault");
    Test {
        status: if unclear.is_empty() || test.has_failed() { test.status } else { Status::Error },
        figures: Figures::default().with("faults", rows),
        tables: vec![table(rows, checks)],
        notes: noticed.chain(skipped).collect(),
        ..test
    }
}

fn table(rows: &[FaultRow<'_>], checks: &[CheckName]) -> Table {
    let mut columns = vec![Column::text("fault", "fault"), Column::text("breaks", "breaks")];
    columns.extend(checks.iter().map(|check| Column::text(check.name(), check.name())));
    let row = |row: &FaultRow<'_>| {
        let results = row.checks.iter().map(|checked| Cell::from(checked.describe(false)));
        [&row.fault.name, &row.fault.clause]
            .map(|it| Cell::from(&**it))
            .into_iter()
            .chain(results)
            .collect()
    };
    Table { columns, rows: rows.iter().map(row).collect(), ..Table::new("faults") }
}
