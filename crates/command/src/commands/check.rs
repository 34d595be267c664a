//! `twinboard check`: an external program against the oracle.
//!
//! [`cases`] checks a program that answers input of the judge, [`moves`] one that plays a
//! two-player game. They differ in the way of trying the program ([`campaign::Method`]), and in the
//! words for a failure. Queue, campaign, budget, known failures and report are shared.

use crate::args::check::Check;
use crate::output::failure::Failure;
use crate::output::tally::Conclusion;
use crate::session::Session;

mod campaign;
mod cases;
mod error;
mod foul;
mod moves;
mod queue;
mod report;
mod results;
mod setup;
mod shrinking;

pub(crate) fn run(options: &Check, session: &Session) -> Result<Conclusion, Failure> {
    let subject = session.subject(&options.rule_set)?;
    match session.contest(subject.name()) {
        Some(contest) => moves::run(options, session, &subject, contest.as_ref()),
        None => cases::run(options, session, &subject),
    }
}
