//! `twinboard play`.

use board::Limits;
use harness::Side;

use crate::args::{Play, SideName};
use crate::failure::{Exit, Failure};
use crate::{files, output, registry, subjects};

mod turn;

pub(crate) fn run(options: &Play) -> Result<Exit, Failure> {
    let subject = options.settings.of_one(&options.rule_set)?;
    if options.with.is_none()
        && let Ok((contest, analyst)) = registry::solved(subject.name())
    {
        return turn::run(options, contest.as_ref(), analyst);
    }
    only_for_two(options, subject.name())?;
    let input = files::open(options.file.as_deref())?;
    let side = match options.with {
        None | Some(SideName::Engine) => Side::Engine,
        Some(SideName::Oracle) => Side::Oracle,
    };
    subjects::answer(subject.as_ref(), side, input, Limits::Judge, &mut output::raw())?;
    Ok(Exit::Success)
}

/// Refuses what has no meaning where nobody moves.
fn only_for_two(options: &Play, rule_set: &str) -> Result<(), Failure> {
    let given = [
        ("--time", options.time.is_some()),
        ("--threads", options.threads.is_some()),
        ("--stdio", options.stdio),
    ];
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((name, _)) => {
            Err(Failure::Usage(format!("{name} is for games of two, and {rule_set} is none")))
        }
        None => Ok(()),
    }
}
