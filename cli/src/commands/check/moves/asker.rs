//! Asking the program for moves, and what is wrong with what it does.

use std::fmt;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use referee::program::Program;
use referee::{Contest, Fault, Trial, Trouble};
use runner::{Limits, Runner};
use serde::Serialize;

use crate::commands::check::halt::Halt;
use crate::failure::Failure;

/// What is wrong with what a program did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(super) enum Wrong {
    /// A fault that loses a game.
    Fault(Fault),
    /// The move is valid and in time, but there were still processes of the program.
    LeftProcesses { kind: LeftProcesses },
}

/// The kind of the failure, as JSON has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum LeftProcesses {
    LeftProcesses,
}

impl Wrong {
    /// What is wrong with a run; `None` if all is well.
    pub(super) fn of(trial: &Trial) -> Option<Self> {
        let left = (trial.asked.left > 0)
            .then_some(Self::LeftProcesses { kind: LeftProcesses::LeftProcesses });
        trial.fault.clone().map(Self::Fault).or(left)
    }

    pub(super) fn is_late(&self) -> bool {
        *self == Self::Fault(Fault::Late)
    }

    /// Whether it is the same failure, though maybe on another board.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Fault(Fault::Crash(one)), Self::Fault(Fault::Crash(other))) => one == other,
            (
                Self::Fault(Fault::Invalid { clause: one, .. }),
                Self::Fault(Fault::Invalid { clause: other, .. }),
            ) => one == other,
            (Self::Fault(one), Self::Fault(other)) => one.kind() == other.kind(),
            _ => self == other,
        }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fault(fault) => fault.fmt(f),
            Self::LeftProcesses { .. } => {
                f.write_str("the program ends and leaves processes behind")
            }
        }
    }
}

/// A board on which the program fails.
pub(super) struct Failing {
    pub(super) board: String,
    pub(super) trial: Trial,
    pub(super) wrong: Wrong,
}

/// Whoever asks the program.
#[derive(Clone)]
pub(super) struct Asker<'a> {
    pub(super) contest: &'a dyn Contest,
    pub(super) program: Program,
    pub(super) runner: Runner,
    /// Where it gets its folders.
    pub(super) place: &'a Path,
    /// The time for a move.
    pub(super) limit: Duration,
    /// How many boards it is asked about at a time.
    pub(super) jobs: usize,
}

impl Asker<'_> {
    /// Asks for one move.
    pub(super) fn ask(&self, board: &str, limit: Duration) -> Result<Trial, Halt> {
        let runner = self.runner.with_limits(Limits { time: limit, ..self.runner.limits() });
        self.ask_by(&runner, board)
    }

    /// Asks for one move though the user wants the work to end.
    pub(super) fn ask_to_the_end(&self, board: &str) -> Result<Trial, Halt> {
        self.ask_by(&self.runner.without_stop(), board)
    }

    fn ask_by(&self, runner: &Runner, board: &str) -> Result<Trial, Halt> {
        let trial = Trial::of(self.contest, board, &self.program, runner, self.place);
        let trial = trial.map_err(|trouble| match trouble {
            Trouble::Divergence(divergence) => Halt::Divergence(divergence),
            Trouble::Io { error, .. } if error.kind() == std::io::ErrorKind::Interrupted => {
                Halt::Interrupted
            }
            Trouble::Io { doing, error } => {
                Halt::Failed(Failure::Usage(format!("cannot {doing}: {error}")))
            }
        })?;
        match &trial.fault {
            Some(Fault::NotStarted { reason }) => {
                Err(Halt::Failed(Failure::Usage(format!("cannot start the program: {reason}"))))
            }
            _ => Ok(trial),
        }
    }

    /// Does something with each of these, several at a time and in their order, until it is enough
    /// of one: what is behind that is not begun then, what is before it is done.
    pub(super) fn each_until<T: Sync, R: Send>(
        &self,
        items: &[T],
        work: impl Fn(&T) -> R + Sync,
        is_enough: impl Fn(&R) -> bool + Sync,
    ) -> Vec<Option<R>> {
        let (next, enough) = (AtomicUsize::new(0), AtomicBool::new(false));
        let done: Vec<Mutex<Option<R>>> = items.iter().map(|_| Mutex::new(None)).collect();
        let worker = || {
            while !enough.load(Relaxed) {
                let at = next.fetch_add(1, Relaxed);
                let Some(item) = items.get(at) else { break };
                let result = work(item);
                if is_enough(&result) {
                    enough.store(true, Relaxed);
                }
                *done[at].lock().expect("nobody panics here") = Some(result);
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.jobs.min(items.len()) {
                scope.spawn(worker);
            }
            worker();
        });
        done.into_iter().map(|slot| slot.into_inner().expect("nobody panics here")).collect()
    }
}
