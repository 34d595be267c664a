//! Asks the program for moves and classifies its fouls.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use twinboard_referee::program::Program;
use twinboard_referee::{Contest, Foul, MoveCheck, RefereeError};
use twinboard_runner::{Limits, Runner};

use crate::commands::check::error::CheckError;
use crate::commands::check::foul::MoveFoul;
use crate::process::{parallel, programs};

/// A board on which the program fails.
pub(super) struct Failing {
    pub(super) board: String,
    pub(super) trial: MoveCheck,
    pub(super) foul: MoveFoul,
    /// True if time ended the search for a smaller board.
    pub(super) cut_short: bool,
}

/// Asks the program for moves.
#[derive(Clone)]
pub(super) struct Asker<'a> {
    pub(super) contest: &'a dyn Contest,
    pub(super) program: Program,
    pub(super) runner: Runner,
    /// The folder in which each run gets a folder of its own.
    pub(super) place: &'a Path,
    /// The time limit for a move.
    pub(super) limit: Duration,
    /// Number of boards that are tried at the same time.
    pub(super) jobs: usize,
}

impl Asker<'_> {
    /// Asks for one move.
    pub(super) fn ask(&self, board: &str, limit: Duration) -> Result<MoveCheck, CheckError> {
        let runner = self.runner.with_limits(Limits { time: limit, ..self.runner.limits() });
        self.ask_by(&runner, board)
    }

    /// Asks for one move even after Ctrl-C, for the last run of an interrupted check.
    pub(super) fn ask_uninterruptibly(&self, board: &str) -> Result<MoveCheck, CheckError> {
        self.ask_by(&self.runner.without_stop(), board)
    }

    fn ask_by(&self, runner: &Runner, board: &str) -> Result<MoveCheck, CheckError> {
        let trial = MoveCheck::run(self.contest, board, &self.program, runner, self.place);
        let trial = trial.map_err(|error| match error {
            RefereeError::Divergence(divergence) => CheckError::Divergence(divergence),
            RefereeError::Io { error, .. } if error.kind() == std::io::ErrorKind::Interrupted => {
                CheckError::Interrupted
            }
            RefereeError::Io { doing, error } => {
                CheckError::Failed(programs::failure(&doing, &error))
            }
        })?;
        match &trial.foul {
            Some(Foul::NotStarted { reason }) => {
                Err(CheckError::not_started(reason, &self.program.command))
            }
            _ => Ok(trial),
        }
    }

    /// Applies `work` to the items in parallel, in their order. After a result with `is_enough` no
    /// further items are started; all items before it are finished. `None` for items not started.
    pub(super) fn each_until<T: Sync, R: Send>(
        &self,
        items: &[T],
        work: impl Fn(&T) -> R + Sync,
        is_enough: impl Fn(&R) -> bool + Sync,
    ) -> Vec<Option<R>> {
        let enough = AtomicBool::new(false);
        parallel::each(
            items,
            self.jobs,
            || enough.load(Relaxed),
            |_, item| {
                let result = work(item);
                if is_enough(&result) {
                    enough.store(true, Relaxed);
                }
                result
            },
        )
    }
}
