//! `twinboard check`: a program of somebody's own against the oracle.
//!
//! [`cases`] checks a program that answers cases as the judge gives them, [`moves`] one that plays
//! a game for two. They differ in how the program is tried ([`campaign::Method`]) and in what is
//! said of a failure ([`report::Description`]); everything else serves both.

use crate::args::Check;
use crate::failure::{Exit, Failure};
use crate::registry;

mod campaign;
mod cases;
mod halt;
mod junit;
mod moves;
mod queue;
mod report;
mod results;
mod setup;
mod shrinking;
mod signal;
mod verdict;

pub(crate) fn run(options: &Check) -> Result<Exit, Failure> {
    let subject = options.settings.of_one(&options.rule_set)?;
    match registry::contest(subject.name()) {
        Some(contest) => moves::run(options, &subject, contest.as_ref()),
        None => cases::run(options, &subject),
    }
}
