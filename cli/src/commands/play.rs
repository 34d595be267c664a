//! `twinboard play`.

use board::Limits;
use harness::Side;

use crate::args::{Play, SideName};
use crate::failure::{Exit, Failure};
use crate::{files, output, subjects};

pub(crate) fn run(options: &Play) -> Result<Exit, Failure> {
    let subject = options.settings.of_one(&options.rule_set)?;
    let input = files::open(options.file.as_deref())?;
    let side = match options.with {
        SideName::Engine => Side::Engine,
        SideName::Oracle => Side::Oracle,
    };
    subjects::answer(subject.as_ref(), side, input, Limits::Judge, &mut output::raw())?;
    Ok(Exit::Success)
}
