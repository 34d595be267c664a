//! `twinboard play`.

use board::Limits;
use harness::judge::PlayError;
use harness::{Side, guard};

use crate::args::{Play, SideName};
use crate::failure::{Exit, Failure};
use crate::{files, output, subjects};

pub(crate) fn run(options: &Play) -> Result<Exit, Failure> {
    let subject = subjects::named(&options.rule_set)?;
    let (name, input) = files::open(options.file.as_deref())?;
    let side = match options.with {
        SideName::Engine => Side::Engine,
        SideName::Oracle => Side::Oracle,
    };
    let played = guard::catch(|| subject.play(side, input, Limits::Judge, &mut output::raw()));
    match played.map_err(Failure::Panic)? {
        Ok(()) => Ok(Exit::Success),
        Err(PlayError::Input(error)) => Err(Failure::Input { name, error }),
        Err(PlayError::Output(error)) => Err(Failure::Output(error)),
        Err(PlayError::Unsupported) => {
            Err(Failure::Usage(format!("the {side} is not made for a board of this size")))
        }
    }
}
