//! `twinboard shrink`: shrinks the first failing case of a file.

use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use clap::Args;
use twinboard_harness::triage::{self, Replayed, Shrinking};
use twinboard_harness::{Divergence, report};

use crate::args::StepLimit;
use crate::cases::case_file::{CaseArguments, CaseFile, unsupported};
use crate::cases::child::CaseProcess;
use crate::output::own::Force;
use crate::output::tally::{Conclusion, conclude};
use crate::output::{self, Failure};
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
    pub(crate) force: Force,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    #[command(flatten)]
    pub(crate) comparison: ComparisonOptions,
    #[command(flatten)]
    pub(crate) limits: StepLimit,
}

/// Time limit, longer than that of a report: this command is called for the smallest case.
const SHRINKING: Duration = Duration::from_mins(1);

pub(crate) fn run(options: &Shrink, session: &Session) -> Result<Conclusion, Failure> {
    let file = CaseFile::read(&options.case, session)?;
    session.demand_engine(&file.subject)?;
    let limit = options.limits.step_limit;
    let Some((index, (divergence, case))) = first_divergence(&file, session, limit) else {
        return nothing_to_shrink(&file, session, limit);
    };
    let stop = session.catch_signals();
    let rule_set = file.subject.name();
    let process = CaseProcess { session, rule_set, step_limit: limit, stop: &stop, option: None };
    let shrinking = Shrinking {
        step_limit: limit,
        time_limit: SHRINKING,
        stop: &stop,
        isolated: Some(&|case| process.fails(case)),
    };
    let (shrunk, divergence) = triage::shrink(&file.subject, &case, divergence, &shrinking);
    let title = file.subject.engine_name().unwrap_or(file.subject.name());
    let header = report::headline(title, &divergence);
    let body = report::render_divergence(&divergence);
    let end = match shrunk.cut_short {
        _ if stop.load(Relaxed) => ", interrupted",
        true => "; it might shrink further",
        false => "",
    };
    let place = file.name_of(index);
    output::print_error_line(format!("{header}\n\nin {place}, shrunk{end}\n{body}"));
    if let Some(failure) = &shrunk.failure {
        output::print_error_line(format!("warning: {failure}"));
    }
    let written = output::write_or_print(options.output.as_deref(), &shrunk.text);
    if written.is_err() {
        // The result of a long search must not be lost.
        output::print_error_line(format!("the case\n{}", shrunk.text));
    }
    conclude(&[], true, written)
}

/// Says what became of a file in which no case diverges.
fn nothing_to_shrink(
    file: &CaseFile,
    session: &Session,
    limit: Duration,
) -> Result<Conclusion, Failure> {
    let (mut tally, mut known) = (file.tally("compared"), None);
    for case in &file.cases {
        match triage::replay_case(&file.subject, case, limit) {
            Replayed::Skipped(side) => {
                tally.leave_out(1, unsupported(&session.name_of_side(side)));
            }
            Replayed::Known(index, _) => {
                tally.add(1);
                known = known.or(Some(index));
            }
            Replayed::Agreed | Replayed::NotPlayed | Replayed::Diverged(..) => tally.add(1),
        }
    }
    if !tally.is_nothing() {
        let reason = match known {
            Some(index) => {
                format!("it is a known difference, `{}`", file.subject.known()[index].reason())
            }
            None => "engine and oracle agree".to_owned(),
        };
        let (name, rest) = (&file.name, tally.rest());
        output::print_error_line(format!("{name}: {reason}, there is nothing to shrink{rest}"));
    }
    conclude(&[tally], false, Ok(()))
}

/// The index of the first failing case of a file, its divergence, and the case as it was played.
fn first_divergence(
    file: &CaseFile,
    session: &Session,
    limit: Duration,
) -> Option<(usize, (Divergence, String))> {
    let mut cases = file.cases.iter().enumerate();
    cases.find_map(|(index, case)| {
        session.note(&file.name_of(index));
        Some((index, triage::find(&file.subject, case, limit)?))
    })
}
