//! `twinboard check`: an external program against the oracle.
//!
//! One pipeline for two kinds of programs: [`answers`] are those that answer input of the judge,
//! [`moves`] the players of a two-player game. [`campaign`] supplies cases and tries them,
//! and a failure is confirmed and isolated by [`narrow`], made smaller by [`shrink`] and shown by
//! [`report`]. A kind says how it is run and judged ([`program::Kind`]).

use std::ffi::OsString;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, value_parser};

use crate::args::duration;
use crate::output::failure::Failure;
use crate::output::results::{JUnit, Results};
use crate::output::tally::Conclusion;
use crate::session::Session;
use crate::session::isolation::ProgramOptions;

mod answers;
mod campaign;
mod expected;
pub(super) mod foul;
mod moves;
mod narrow;
pub(super) mod program;
mod report;
mod results;
mod setup;
mod shrink;
mod side_by_side;

#[derive(Args)]
pub(crate) struct Check {
    /// Rule set.
    #[arg(value_name = "RULESET")]
    pub(crate) rule_set: String,
    /// Program to check, with its arguments.
    #[arg(value_name = "COMMAND", last = true, required = true)]
    pub(crate) command: Vec<OsString>,
    /// Seed for generating cases, a whole number [default: a random one, which is printed].
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Time for the whole check, such as 90s or 5m [default: 30s].
    ///
    /// The search for the smallest input of a failure ends with it, but has at least a quarter of
    /// this time, and at least 1 s.
    #[arg(long, value_name = "TIME", value_parser = duration, conflicts_with = "cases")]
    pub(crate) time: Option<Duration>,
    /// Number of cases to generate after the corpus, instead of --time.
    #[arg(long, value_name = "N")]
    pub(crate) cases: Option<u64>,
    /// Wall-clock time limit of the program for one input [default: 3s; for a move of a two-player
    /// game 1s].
    ///
    /// A batch of cases gets 1 s at first, so that a hung program is detected early. A program that
    /// is merely slow gets more time and does not fail.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) limit: Option<Duration>,
    /// In a two-player game: board on standard input and move on standard output of the program,
    /// instead of files.
    #[arg(long)]
    pub(crate) stdio: bool,
    /// Limit on the address space of the program, in MiB [default: half of the machine's memory].
    #[arg(long, value_name = "MIB")]
    pub(crate) memory: Option<NonZeroU32>,
    #[command(flatten)]
    pub(crate) programs: ProgramOptions,
    /// Compare answers byte by byte, including trailing blanks and trailing empty lines.
    #[arg(long)]
    pub(crate) exact: bool,
    /// Saved input of a known failure. A failure that shrinks to the same cases is counted and not
    /// reported again. May be repeated.
    #[arg(long, value_name = "FILE")]
    pub(crate) known: Vec<PathBuf>,
    /// Number of different failures after which the check ends.
    #[arg(long, value_name = "N", default_value = "1", value_parser = value_parser!(u16).range(1..=1000))]
    pub(crate) findings: u16,
    /// Folder of case files to use instead of the built-in corpus; cases that the judge cannot give
    /// are skipped.
    #[arg(long, value_name = "DIR")]
    pub(crate) corpus: Option<PathBuf>,
    /// Folder in which failing inputs are saved, with both answers.
    #[arg(long, value_name = "DIR", default_value = "twinboard-out")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) results: Results,
    #[command(flatten)]
    pub(crate) junit: JUnit,
}

pub(crate) fn run(options: &Check, session: &Session) -> Result<Conclusion, Failure> {
    let subject = session.subject(&options.rule_set)?;
    match session.contest(subject.name()) {
        Some(contest) => moves::run(options, session, &subject, contest.as_ref()),
        None => answers::run(options, session, &subject),
    }
}
