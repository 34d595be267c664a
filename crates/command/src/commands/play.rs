//! `twinboard play`: answers judge input, or makes a move of a two-player game in time.

use std::io;
use std::path::PathBuf;

use clap::Args;
use twinboard_harness::Side;
use twinboard_vocabulary::Limits;

use crate::args::side;
use crate::cases::subjects;
use crate::output::{Exit, Failure, files};
use crate::session::Session;
use crate::session::engine::EngineOptions;

mod turn;

#[derive(Args)]
pub(crate) struct Play {
    /// Rule set.
    #[arg(value_name = "RULESET")]
    pub(crate) rule_set: String,
    /// Side that plays [default: engine].
    ///
    /// In a two-player game the side plays a whole case file and the answer is the final position.
    #[arg(long, value_name = "SIDE", value_parser = side())]
    #[arg(conflicts_with_all = ["player", "time", "threads", "stdio"])]
    pub(crate) with: Option<Side>,
    #[command(flatten)]
    pub(crate) turn: turn::TurnOptions,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    /// Input file; `-` is standard input [default: standard input; in a two-player game a file in
    /// the current folder].
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}

pub(crate) fn run(options: &Play, session: &Session) -> Result<Exit, Failure> {
    let subject = session.subject(&options.rule_set)?;
    let contest = session.contest(subject.name());
    if let Some(contest) = contest.as_ref().filter(|_| options.with.is_none())
        && let Some(mover) = options.turn.mover(contest.as_ref())?
    {
        let file = options.file.as_deref();
        return turn::run(&options.turn, file, session, contest.as_ref(), mover);
    }
    if let Some(option) = options.turn.given() {
        let reason = if contest.is_some() {
            "it has no solver; name a player with --player"
        } else {
            "it is not a two-player game"
        };
        return Err(usage!("{option} does not apply to {}: {reason}", options.rule_set));
    }
    let input = files::open(options.file.as_deref())?;
    let side = options.with.unwrap_or(Side::Engine);
    subjects::answer(subject.as_ref(), side, input, Limits::Judge, &mut io::stdout().lock())?;
    Ok(Exit::Success)
}
