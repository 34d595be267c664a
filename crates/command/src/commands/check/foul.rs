//! The fouls of a program under test.

use std::fmt;

use serde::Serialize;
use twinboard_referee::MoveCheck;
use twinboard_runner::Signal;

/// Limit on the processes of a program at a time: enough for an interpreter with its helpers.
pub(super) const PROCESSES: u32 = 64;

/// A foul of a program.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Foul {
    Answer(AnswerFoul),
    Move(MoveFoul),
}

/// A foul of a program that answers input of the judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum AnswerFoul {
    /// Exit code 0, but a wrong answer.
    WrongAnswer,
    /// An exit code other than 0.
    ExitCode(i32),
    /// Ended by a signal.
    Signal(i32),
    /// Not ended within the time limit.
    Late,
    /// More output than the limit, to a stream or a file.
    TooMuchOutput,
    /// More processes than the limit.
    TooManyProcesses,
    /// The process that watches the program was disturbed.
    Unwatched,
    /// A correct answer, but processes left behind.
    LeftProcesses,
}

/// A foul of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(super) enum MoveFoul {
    /// A foul that loses a game.
    Losing(twinboard_referee::Foul),
    /// A valid move in time, but processes left behind.
    LeftProcesses { kind: LeftProcesses },
}

/// The kind of the failure in the JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum LeftProcesses {
    LeftProcesses,
}

const LEAVES_PROCESSES: &str = "the program ends and leaves processes behind";

impl MoveFoul {
    /// The foul of a run; `None` if it is correct.
    pub(super) fn of(trial: &MoveCheck) -> Option<Self> {
        let left = (trial.reply.left > 0)
            .then_some(Self::LeftProcesses { kind: LeftProcesses::LeftProcesses });
        trial.foul.clone().map(Self::Losing).or(left)
    }

    pub(super) fn is_late(&self) -> bool {
        *self == Self::Losing(twinboard_referee::Foul::Late)
    }

    /// True if two fouls, perhaps on different boards, are probably the same one.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        use twinboard_referee::Foul::{Crash, Invalid};
        match (self, other) {
            (Self::Losing(Crash(one)), Self::Losing(Crash(other))) => one == other,
            (
                Self::Losing(Invalid { clause: one, .. }),
                Self::Losing(Invalid { clause: other, .. }),
            ) => one == other,
            (Self::Losing(one), Self::Losing(other)) => one.kind() == other.kind(),
            _ => self == other,
        }
    }
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Answer(foul) => foul.fmt(f),
            Self::Move(MoveFoul::Losing(foul)) => foul.fmt(f),
            Self::Move(MoveFoul::LeftProcesses { .. }) => f.write_str(LEAVES_PROCESSES),
        }
    }
}

impl fmt::Display for AnswerFoul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::WrongAnswer => f.write_str("the answer is wrong"),
            Self::ExitCode(code) => write!(f, "the program failed with exit code {code}"),
            Self::Signal(signal) => {
                let signal = Signal(signal);
                let meaning = signal.meaning().map(|meaning| format!("{meaning}, "));
                write!(f, "the program crashed: {}{signal}", meaning.unwrap_or_default())
            }
            Self::Late => f.write_str("the program does not end in time"),
            Self::TooMuchOutput => f.write_str("the program prints far more than any answer takes"),
            Self::TooManyProcesses => {
                write!(f, "the program has more than {PROCESSES} processes at a time")
            }
            Self::Unwatched => f.write_str("the program disturbs the process that watches it"),
            Self::LeftProcesses => f.write_str(LEAVES_PROCESSES),
        }
    }
}
