//! `twinboard perft`: enumerates all legal moves to a depth on both sides and compares.

use clap::Args;
use twinboard_harness::perft::PerftPlan;

use crate::args::number::{at_least, whole};
use crate::args::{Reporting, Threads};
use crate::cases::case_file::{CaseArguments, CaseFile};
use crate::output::progress::{self, WITH_MESSAGE};
use crate::output::{Exit, Failure};
use crate::session::Session;
use crate::session::engine::EngineOptions;

mod against;
mod counts;
mod enumeration;
mod summary;

use enumeration::Enumeration;

#[derive(Args)]
pub(crate) struct Perft {
    #[command(flatten)]
    pub(crate) case: CaseArguments,
    /// Depth in moves; at 0 only the position at the end of the case is counted.
    #[arg(long, short, value_name = "D", value_parser = whole::<u32>)]
    pub(crate) depth: u32,
    /// Also print the counts below each first move, in the order of the moves.
    #[arg(long)]
    pub(crate) divide: bool,
    #[command(flatten)]
    pub(crate) against: against::Against,
    /// Limit on the distinct positions that each side stores, over all depths.
    ///
    /// A run with more positions prints the finished depths and ends with an error. A position
    /// takes 1 to 2 kB of memory for both sides together, and 5 kB on the largest boards.
    #[arg(long, value_name = "N", default_value_t = 500_000, value_parser = at_least::<u32>(1))]
    pub(crate) positions_max: u32,
    #[command(flatten)]
    pub(crate) threads: Threads,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
}

pub(crate) fn run(options: &Perft, session: &Session) -> Result<Exit, Failure> {
    let file = CaseFile::read(&options.case, session)?;
    let command = options.against.command()?;
    let stop = session.catch_signals();
    let plan = PerftPlan {
        depth: options.depth,
        // Counts are compared with those of a program move by move.
        divide: options.divide || command.is_some(),
        positions_max: options.positions_max,
        threads: options.threads.count(),
        step_limit: options.reporting.limits.step_limit,
        stop,
    };
    let bar = progress::new(file.subject.name(), 0, WITH_MESSAGE);
    let enumeration = Enumeration { session, file, plan, reporting: &options.reporting, bar };
    match command {
        Some(command) => {
            let isolation = options.engine.isolation;
            let against = &options.against;
            against::run(&enumeration, against, isolation, command, options.divide)
        }
        None => enumeration.finish(enumeration.run()?),
    }
}
