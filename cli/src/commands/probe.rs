//! `twinboard probe`, for the command itself.

use std::path::Path;

use harness::{Pulse, Verdict};

use crate::args::Probe;
use crate::failure::{Exit, Failure};
use crate::{files, subjects};

pub(crate) fn run(options: &Probe) -> Result<Exit, Failure> {
    let subject = subjects::named(&options.rule_set)?;
    let (name, text) = files::read(Path::new("-"))?;
    let checked = subject.check(&text, &Pulse::default());
    match checked.map_err(|error| Failure::Input { name, error })?.verdict {
        Verdict::Diverged(_) => Ok(Exit::Found),
        Verdict::Agreed | Verdict::Skipped(_) => Ok(Exit::Success),
    }
}
