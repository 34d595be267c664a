//! `twinboard probe`: the child process that plays a case. Hidden; started by the command itself.

use std::path::Path;

use twinboard_harness::triage;

use crate::args::Probe;
use crate::case_file::split;
use crate::failure::{Exit, Failure};
use crate::{files, interrupt};

pub(crate) fn run(options: &Probe) -> Result<Exit, Failure> {
    // Ctrl-C reaches all processes of a terminal.
    interrupt::ignore();
    let subject = &options.rule_set;
    let (name, text) = files::read(Path::new("-"))?;
    let cases = split(subject.as_ref(), &name, &text)?;
    let fails = |case: &String| triage::check(subject, case, options.limits.step_limit).is_some();
    Ok(if cases.iter().any(fails) { Exit::Found } else { Exit::Success })
}
