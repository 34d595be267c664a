//! `twinboard solve`: proves the value of a position and finds the best moves.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use clap::Args;
use twinboard_referee::analyst::Moves;
use twinboard_referee::{Analyst, Contest, GameState, LastPosition, MoveBudget};

use crate::args::duration;
use crate::output::results::Results;
use crate::output::tally::Conclusion;
use crate::output::{Failure, files};
use crate::process::clock;
use crate::session::Session;

mod solution;

use solution::{SearchResult, Solution};

#[derive(Args)]
pub(crate) struct Solve {
    /// Rule set.
    #[arg(value_name = "RULESET")]
    pub(crate) rule_set: String,
    /// Board, or case file whose final position is solved; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Rate all moves, one for each distinct outcome.
    #[arg(long)]
    pub(crate) all: bool,
    /// Time limit for the search, such as 90s or 5m.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s")]
    pub(crate) time: Duration,
    #[command(flatten)]
    pub(crate) results: Results,
}

/// Interval for drawing the spinner.
const TICK: Duration = Duration::from_millis(100);

/// The value search leaves 1/`MOVE_SHARE` of the time for finding a move.
const MOVE_SHARE: u32 = 4;

pub(crate) fn run(options: &Solve, session: &Session) -> Result<Conclusion, Failure> {
    let (contest, mut analyst) = session.solved(&options.rule_set)?;
    let rule_set = contest.name();
    let (name, game) = read(contest.as_ref(), analyst.as_ref(), &options.file)?;
    let stop = session.catch_signals();
    let bar = options.results.bar(rule_set, 0, "{prefix} {spinner} searching, {elapsed}");
    // It takes a thread.
    if !bar.is_hidden() {
        bar.enable_steady_tick(TICK);
    }
    let started = Instant::now();
    let deadline = clock::later(started, options.time);
    let budget = MoveBudget { deadline, threads: 1, stop: &stop };
    let found = search(analyst.as_mut(), &game, options.all, &budget);
    bar.finish_and_clear();
    let solution = Solution {
        rule_set,
        name,
        picture: analyst.picture(&game.board),
        game,
        found,
        effort: analyst.effort(),
        time: started.elapsed(),
        is_interrupted: stop.load(Relaxed),
    };
    session.finish(vec![solution.test()], Ok(()))
}

/// Reads a board or a case file, and replays the case to its final position.
fn read(
    contest: &dyn Contest,
    analyst: &dyn Analyst,
    file: &Path,
) -> Result<(String, LastPosition), Failure> {
    let (name, text) = files::read(file)?;
    match analyst.read(&text) {
        Ok(saved) => Ok((name, saved.replay(contest).map_err(Failure::Judges)?)),
        Err(error) => Err(Failure::Input { name, error }),
    }
}

/// Searches for the value, then for a move. If the value is not proved, a part of the time is left
/// for the move; the solver remembers what it has proved on the way.
fn search(
    analyst: &mut dyn Analyst,
    game: &LastPosition,
    all: bool,
    budget: &MoveBudget<'_>,
) -> SearchResult {
    if game.state != GameState::Playing {
        return SearchResult {
            value: game.value_at_end(),
            best: None,
            moves: all.then(Moves::none),
        };
    }
    let reserved = budget.left() / MOVE_SHARE;
    let deadline = budget.deadline.checked_sub(reserved).unwrap_or(budget.deadline);
    let first = MoveBudget { deadline, ..*budget };
    let moves = all.then(|| analyst.moves(&game.board, &first));
    let value = match &moves {
        Some(moves) => moves.value,
        None => analyst.value(&game.board, &first),
    };
    let mut best = None;
    if !budget.stop.load(Relaxed) {
        analyst.advise(&game.board, budget, &mut |rated| best = Some(rated));
    }
    // The best of the rated moves, if it is proved to have the value of the position.
    let rated = moves.as_ref().and_then(|moves| moves.moves.first());
    if let Some(rated) = rated.filter(|rated| value.is_some() && rated.value == value) {
        best = Some(rated.clone());
    }
    SearchResult { value, best, moves }
}
