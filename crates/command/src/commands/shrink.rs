//! `twinboard shrink`: shrinks the first failing case of a file.

use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use clap::Args;
use twinboard_harness::triage::{self, Replayed, Shrinking};
use twinboard_harness::{Divergence, report};

use crate::args::StepLimit;
use crate::cases::case_file::{CaseArguments, CaseFile};
use crate::cases::child::CaseProcess;
use crate::output::{self, Exit, Failure};
use crate::session::Session;
use crate::session::engine::{ComparisonOptions, EngineOptions};

#[derive(Args)]
pub(crate) struct Shrink {
    #[command(flatten)]
    pub(crate) case: CaseArguments,
    /// File for the smaller case [default: standard output].
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    #[command(flatten)]
    pub(crate) comparison: ComparisonOptions,
    #[command(flatten)]
    pub(crate) limits: StepLimit,
}

/// Time limit, longer than that of a report: this command is called for the smallest case.
const SHRINKING: Duration = Duration::from_mins(1);

pub(crate) fn run(options: &Shrink, session: &Session) -> Result<Exit, Failure> {
    let file = CaseFile::read(&options.case, session)?;
    session.demand_engine(&file.subject)?;
    let limit = options.limits.step_limit;
    let Some((index, (divergence, case))) = first_divergence(&file, limit) else {
        let name = &file.name;
        let replayed = |case: &String| triage::replay_case(&file.subject, case, limit);
        let all = file.cases.iter().map(replayed);
        let reason = match all.into_iter().find(|it| !matches!(it, Replayed::Agreed)) {
            Some(Replayed::Skipped(side)) => {
                return Err(Failure::Usage(format!(
                    "{name}: the {side} does not support the set-up, so nothing was compared"
                )));
            }
            Some(Replayed::Known(index, _)) => {
                format!("it is a known difference, `{}`", file.subject.known()[index].reason())
            }
            _ => "engine and oracle agree".to_owned(),
        };
        output::print_error_line(format!("{name}: {reason}, there is nothing to shrink"));
        return Ok(Exit::Success);
    };
    let stop = session.catch_signals();
    let rule_set = file.subject.name();
    let process = CaseProcess { session, rule_set, step_limit: limit, stop: &stop };
    let shrinking = Shrinking {
        step_limit: limit,
        time_limit: SHRINKING,
        stop: &stop,
        isolated: Some(&|case| process.fails(case)),
    };
    let (shrunk, divergence) = triage::shrink(&file.subject, &case, divergence, &shrinking);
    let title = file.subject.engine_name().unwrap_or(file.subject.name());
    let header = report::headline(title, &divergence.finding);
    let body = report::render_divergence(&divergence);
    let end = match shrunk.cut_short {
        _ if stop.load(Relaxed) => ", interrupted",
        true => "; it might shrink further",
        false => "",
    };
    let place = file.name_of(index);
    output::print_error_line(format!("{header}\n\nin {place}, shrunk{end}\n{body}"));
    let written = output::write_or_print(options.output.as_deref(), &shrunk.text);
    if written.is_err() {
        // The result of a long search must not be lost.
        output::print_error_line(format!("the case\n{}", shrunk.text));
    }
    written.map(|()| Exit::Found)
}

/// The index of the first failing case of a file, its divergence, and the case as it was played.
fn first_divergence(file: &CaseFile, limit: Duration) -> Option<(usize, (Divergence, String))> {
    let mut cases = file.cases.iter().enumerate();
    cases.find_map(|(index, case)| Some((index, triage::find(&file.subject, case, limit)?)))
}
