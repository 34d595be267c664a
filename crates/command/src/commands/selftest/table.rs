//! The results of all checks as a table.

use std::fmt::Write;

use twinboard_faults::NONE;

use super::check::{Checked, FaultRow, Noticed};
use super::programs::{CheckName, Fault};
use crate::output::text::{self, counted};

/// The table, with a row for each fault, and a summary.
///
/// `skipped` has the names of the checks that could not run.
pub(super) fn render(
    rows: &[FaultRow],
    checks: &[CheckName],
    skipped: &[&str],
    is_interrupted: bool,
) -> String {
    let mut lines = vec![text::head(["fault", "breaks"])];
    lines[0].extend(checks.iter().map(|check| check.name().to_owned()));
    for row in rows {
        let mut line = vec![row.fault.name.clone(), row.fault.clause.clone()];
        line.extend(row.checks.iter().map(describe));
        lines.push(line);
    }
    let mut out = text::table(&lines, |_| true);
    out.push('\n');
    for (index, check) in checks.iter().enumerate() {
        let noticed: Vec<&Checked> =
            rows.iter().map(|row| &row.checks[index]).filter(|one| one.is_noticed()).collect();
        let _ = write!(out, "{}: {} of {}", check.name(), noticed.len(), rows.len());
        let hung = noticed.iter().filter(|checked| checked.noticed == Noticed::Hung).count();
        if hung > 0 {
            let _ = write!(out, " ({hung} by timeout)");
        }
        let _ = match median(noticed.iter().map(|checked| checked.seconds).collect()) {
            Some(median) => writeln!(out, ", in {} (median)", seconds(median)),
            None => writeln!(out),
        };
    }
    let names = |of: fn(&FaultRow) -> bool| -> Vec<&str> {
        rows.iter().filter(|row| of(row)).map(|row| &*row.fault.name).collect()
    };
    let unnoticed = names(FaultRow::is_unnoticed);
    let unclear = names(|row| !row.is_noticed() && !row.is_unnoticed());
    if is_interrupted {
        out.push_str("interrupted; ");
    }
    let _ = match (rows.len(), unnoticed.len(), unclear.len()) {
        (0, ..) => write!(out, "no fault has completed all checks"),
        (all, 0, 0) => write!(out, "{all} of {} detected", counted(all as u64, "fault")),
        (all, 0, count) => {
            write!(
                out,
                "no result for {count} of {}: {}",
                counted(all as u64, "fault"),
                unclear.join(", ")
            )
        }
        (all, count, _) => {
            write!(
                out,
                "{count} of {} not detected: {}",
                counted(all as u64, "fault"),
                unnoticed.join(", ")
            )
        }
    };
    if !skipped.is_empty() {
        let _ = write!(out, "; not run: {}", skipped.join(", "));
    }
    out.push('\n');
    out
}

/// The result of one check with one fault, as a line of the log.
pub(super) fn line(fault: &Fault, checked: &Checked) -> String {
    let subject = match &*fault.name {
        NONE => format!("{} without a fault", fault.rule_set),
        name => name.to_owned(),
    };
    let result = match checked.noticed {
        Noticed::No if fault.name == NONE => "passed".to_owned(),
        Noticed::No => "not detected".to_owned(),
        _ => describe(checked),
    };
    format!("{subject}, {}: {result}", checked.name())
}

/// The time until the fault was detected, the number of cases, and the size of the shrunk case.
fn describe(checked: &Checked) -> String {
    let when = seconds(checked.seconds);
    match checked.noticed {
        Noticed::Unclear(_) => "failed".into(),
        Noticed::No => "no".into(),
        Noticed::Hung => "timeout".into(),
        Noticed::Yes => {
            let cases = checked.cases.map(|cases| format!(", {}", counted(cases, "case")));
            let bytes = checked.bytes.map(|bytes| format!(", {}", counted(bytes, "byte")));
            format!("{when}{}{}", cases.unwrap_or_default(), bytes.unwrap_or_default())
        }
    }
}

fn seconds(seconds: f64) -> String {
    if seconds < 10.0 { format!("{seconds:.1} s") } else { format!("{seconds:.0} s") }
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    let upper = *values.get(middle)?;
    Some(if values.len() % 2 == 1 { upper } else { f64::midpoint(values[middle - 1], upper) })
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(vec![]), None);
        assert_eq!(median(vec![3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(vec![4.0, 1.0]), Some(2.5));
    }
}
