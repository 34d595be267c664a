//! `twinboard check`: an external program against the oracle.
//!
//! One pipeline for two kinds of programs: [`answers`] are those that answer input of the judge,
//! [`moves`] the players of a two-player game. [`queue`] supplies cases, [`campaign`] tries them,
//! and a failure is confirmed and isolated by [`narrow`], made smaller by [`shrink`] and shown by
//! [`report`]. A kind says how it is run and judged ([`program::Kind`]).

use crate::args::check::Check;
use crate::output::failure::Failure;
use crate::output::tally::Conclusion;
use crate::session::Session;

mod answers;
mod campaign;
mod expected;
mod foul;
mod moves;
mod narrow;
mod program;
mod queue;
mod report;
mod results;
mod setup;
mod shrink;
mod side_by_side;

pub(crate) fn run(options: &Check, session: &Session) -> Result<Conclusion, Failure> {
    let subject = session.subject(&options.rule_set)?;
    match session.contest(subject.name()) {
        Some(contest) => moves::run(options, session, &subject, contest.as_ref()),
        None => answers::run(options, session, &subject),
    }
}
