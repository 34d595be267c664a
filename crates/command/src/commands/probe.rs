//! `twinboard probe`: the child process that plays a case. Hidden; started by the command itself.

use std::path::Path;

use clap::Args;
use twinboard_harness::triage::{self, Replayed};

use crate::args::StepLimit;
use crate::cases::case_file;
use crate::output::tally::{Conclusion, Tally, conclude};
use crate::output::{Failure, files};
use crate::session::engine::{ComparisonOptions, EngineOptions};
use crate::session::{Session, interrupt};

#[derive(Args)]
pub(crate) struct Probe {
    #[arg(value_name = "RULESET")]
    pub(crate) rule_set: String,
    /// Send a request to the engine only when those before are answered.
    #[arg(long)]
    pub(crate) one_by_one: bool,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    #[command(flatten)]
    pub(crate) comparison: ComparisonOptions,
    #[command(flatten)]
    pub(crate) limits: StepLimit,
}

pub(crate) fn run(options: &Probe, session: &Session) -> Result<Conclusion, Failure> {
    // Ctrl-C reaches all processes of a terminal.
    interrupt::ignore();
    let subject = session.subject(&options.rule_set)?;
    let (name, text) = files::read(Path::new("-"))?;
    let cases = case_file::read(subject.as_ref(), &name, &text)?;
    let (mut tally, mut found) = (Tally::new("case", "played to its end"), false);
    for case in &cases {
        match triage::play(&subject, case, options.limits.step_limit) {
            Replayed::Agreed => tally.add(1),
            Replayed::Diverged(..) => {
                found = true;
                break;
            }
            Replayed::Known(..) => tally.leave_out(1, "it ends at a known difference"),
            Replayed::Skipped(_) => tally.leave_out(1, "it cannot be played"),
        }
    }
    // How an engine exits is no failure of the case.
    session.end_engines();
    session.conversations.forget_late_breaches();
    conclude(&[tally], found, Ok(()))
}
