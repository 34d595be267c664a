//! `twinboard shrink`: shrinks the first failing case of a file.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use clap::Args;
use twinboard_harness::campaign::{FoundDivergence, Origin};
use twinboard_harness::report;
use twinboard_harness::triage::Replayed;

use crate::args::{StepLimit, duration};
use crate::cases::case_file::{CaseArguments, unsupported};
use crate::cases::finding::Findings;
use crate::cases::verdict::replay;
use crate::output::tally::{Conclusion, conclude};
use crate::output::{self, Failure};
use crate::session::Session;
use crate::session::engine::{ComparisonOptions, EngineOptions};

#[derive(Args)]
pub(crate) struct Shrink {
    #[command(flatten)]
    pub(crate) case: CaseArguments,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    #[command(flatten)]
    pub(crate) comparison: ComparisonOptions,
    #[command(flatten)]
    pub(crate) limits: StepLimit,
    /// Time limit, longer than that of a report: this command is called for the smallest case.
    #[arg(long = "shrink-time", value_name = "TIME", value_parser = duration, default_value = "1m")]
    pub(crate) time: Duration,
}

pub(crate) fn run(options: &Shrink, session: &Session) -> Result<Conclusion, Failure> {
    let file = options.case.read(session)?;
    let subject = &file.subject;
    session.demand_engine(subject)?;
    let limit = options.limits.step_limit;
    let (mut tally, mut reason) = (file.tally("compared"), "engine and oracle agree".to_owned());
    let mut found = None;
    for (index, case) in file.cases.iter().enumerate() {
        let name = file.name_of(index);
        match replay(subject, (&name, case), session, limit) {
            Replayed::Diverged(divergence, played) => {
                let origin = Origin::Corpus { name: name.clone() };
                let case = Some(played);
                found = Some((name, FoundDivergence { origin, case, divergence }));
                break;
            }
            Replayed::Skipped(side) => {
                tally.leave_out(1, unsupported(&session.name_of_side(side)));
            }
            Replayed::Known(index, _) => {
                tally.add(1);
                reason = format!("it is a known difference, `{}`", subject.known()[index].reason());
            }
            Replayed::Agreed => tally.add(1),
        }
    }
    let Some((place, found)) = found else {
        if !tally.is_nothing() {
            let (name, rest) = (&file.name, tally.rest());
            output::print_error_line(format!("{name}: {reason}, there is nothing to shrink{rest}"));
        }
        return conclude(&[tally], false, Ok(()));
    };
    let stop = session.catch_signals();
    let report = Findings::unsaved(session, (limit, options.time), &stop).shrink(subject, found);
    let header = report::title(subject.engine_name().unwrap_or(subject.name()), &report.divergence);
    let body = report::render_divergence(&report.divergence);
    let end = match report.cut_short {
        _ if stop.load(Relaxed) => ", interrupted",
        true => "; it might shrink further",
        false => "",
    };
    output::print_error_line(format!("{header}\n\nin {place}, shrunk{end}\n{body}"));
    if let Some(note) = &report.note {
        output::print_error_line(format!("warning: {note}"));
    }
    let case = report.text().expect("it was replayed");
    let written = output::print(case);
    if written.is_err() {
        // The result of a long search must not be lost.
        output::print_error_line(format!("the case\n{case}"));
    }
    conclude(&[], true, written)
}
