//! `twinboard play`: answers judge input, or makes a move of a two-player game in time.

use twinboard_harness::Side;
use twinboard_vocabulary::Limits;

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
    refuse_two_player_options(options, subject.name())?;
    let input = files::open(options.file.as_deref())?;
    let side = match options.with {
        None | Some(SideName::Engine) => Side::Engine,
        Some(SideName::Oracle) => Side::Oracle,
    };
    subjects::answer(subject.as_ref(), side, input, Limits::Judge, &mut output::raw())?;
    Ok(Exit::Success)
}

/// Fails if options are given that apply to a two-player game only.
fn refuse_two_player_options(options: &Play, rule_set: &str) -> Result<(), Failure> {
    let given = [
        ("--time", options.time.is_some()),
        ("--threads", options.threads.is_some()),
        ("--stdio", options.stdio),
    ];
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((name, _)) => Err(Failure::Usage(format!(
            "{name} does not apply to {rule_set}: it is not a two-player game"
        ))),
        None => Ok(()),
    }
}
