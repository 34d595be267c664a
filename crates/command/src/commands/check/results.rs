//! The results of a check as a whole: the reports, a summary, JSON and the exit code.

use std::fmt::Display;
use std::path::Path;

use serde::Serialize;
use twinboard_referee::Divergence;

use super::campaign::{Certainty, CheckOutcome};
use super::error::CheckError;
use super::report::{About, Description, Report};
use super::setup::Setup;
use super::verdict::Verdict;
use crate::args;
use crate::failure::{Exit, Failure};
use crate::text::argument;
use crate::{files, output, registry};

/// The part of a summary that only one kind of check has.
pub(super) struct Summary<C, T> {
    /// Lines before the one about known failures.
    pub(super) notes: String,
    /// Lines about the amount checked.
    pub(super) checked: String,
    /// The counts as JSON.
    pub(super) counts: C,
    /// True if engine and oracle judge the answers; the JSON then states if they disagree.
    pub(super) has_judges: bool,
    /// The times as JSON.
    pub(super) times: T,
}

#[derive(Serialize)]
struct Json<'a, C, T, F> {
    rule_set: &'a str,
    command: Vec<String>,
    seed: u64,
    isolation: Option<&'static str>,
    #[serde(flatten)]
    counts: C,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    judges_disagree: Option<bool>,
    interrupted: bool,
    failed: bool,
    known_failures_met: u64,
    #[serde(flatten)]
    times: T,
    failures: Vec<F>,
}

/// Writes all results and returns the exit code. Failures of the program take precedence over an
/// error that ended the campaign, which is printed in any event.
pub(super) fn conclude<T, F, D>(
    setup: &Setup<'_>,
    about: About<'_>,
    outcome: CheckOutcome<T>,
    summary: Summary<impl Serialize, impl Serialize>,
    describe: impl Fn(T, Certainty) -> Description<F, D>,
) -> Result<Exit, Failure>
where
    F: Display + Serialize,
    D: Serialize,
{
    let (options, out) = (setup.options, &setup.options.out);
    let judges_disagree = matches!(outcome.done, Err(CheckError::Divergence(_)));
    let mut done = match outcome.done {
        Err(CheckError::Failed(failure)) => Err(failure),
        Err(CheckError::Divergence(divergence)) => save(about.rule_set, &divergence, out),
        Ok(()) | Err(CheckError::Interrupted) => Ok(()),
    };
    if outcome.found.is_empty() && !judges_disagree {
        done?;
        done = Ok(());
    }
    let found = outcome.found.into_iter();
    let reports: Vec<Report<F, D>> =
        found.map(|found| Report::of(about, found, out, &describe)).collect();
    let failures = reports.iter().map(Report::to_test).collect();
    let figures = outcome.figures;
    let verdict = Verdict { about, figures, failures, judges_disagree };
    let text = summary.notes + &verdict.known() + &summary.checked + &verdict.last_line();
    let json = Json {
        rule_set: about.rule_set,
        command: about.command.iter().map(|word| word.to_string_lossy().into_owned()).collect(),
        seed: about.seed,
        isolation: args::isolation_used(),
        counts: summary.counts,
        seconds: figures.elapsed.as_secs_f64(),
        judges_disagree: summary.has_judges.then_some(judges_disagree),
        interrupted: figures.interrupted,
        failed: verdict.has_failed(),
        known_failures_met: figures.known_met,
        times: summary.times,
        failures: reports.iter().map(Report::to_json).collect(),
    };
    verdict.conclude(options, &text, &json, done)
}

/// Saves the case about which the judges disagree, a divergence between engine and oracle.
fn save(rule_set: &str, divergence: &Divergence, out: &Path) -> Result<(), Failure> {
    output::print_error_line(format!("error: {divergence}; the program is not to blame"));
    let path = out.join(format!("{rule_set}-divergence.txt"));
    files::write(&path, &divergence.case)?;
    let (program, path) = (argument(registry::program()), argument(path));
    output::print_error_line(format!("the case is saved; replay it with: {program} diff {path}"));
    Ok(())
}
