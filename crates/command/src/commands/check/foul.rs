//! The fouls of a program under test.

use std::fmt;
use std::time::Duration;

use serde::Serialize;
use twinboard_referee::{Crash, Foul as Losing};
use twinboard_runner::{End, Run, Signal};

/// Limit on the processes of a program at a time: enough for an interpreter with its helpers.
pub(super) const PROCESSES: u32 = 64;

/// Limit on the output of a program in bytes, for each stream and each file.
pub(super) const OUTPUT: u64 = 1 << 20;

/// A foul of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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
    Losing(Losing),
    /// A valid move in time, but processes left behind.
    LeftProcesses { kind: LeftProcesses },
}

/// The kind of the failure in the JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum LeftProcesses {
    LeftProcesses,
}

impl AnswerFoul {
    /// The foul of a run that was started; `differs` for a wrong answer.
    pub(super) fn of(run: &Run, differs: bool) -> Option<Self> {
        match run.end {
            End::Exited(0) if differs => Some(Self::WrongAnswer),
            End::Exited(0) => (run.left > 0).then_some(Self::LeftProcesses),
            End::Exited(code) => Some(Self::ExitCode(code)),
            End::Signalled(signal) => Some(Self::Signal(signal)),
            End::Late => Some(Self::Late),
            End::TooMuchOutput => Some(Self::TooMuchOutput),
            End::TooManyProcesses => Some(Self::TooManyProcesses),
            End::Unwatched(_) | End::NotStarted(_) => Some(Self::Unwatched),
        }
    }
}

impl MoveFoul {
    /// The foul of a move: one that loses a game, or processes left behind.
    pub(super) fn of(losing: Option<Losing>, left: u32) -> Option<Self> {
        let kind = LeftProcesses::LeftProcesses;
        losing.map(Self::Losing).or_else(|| (left > 0).then_some(Self::LeftProcesses { kind }))
    }
}

impl Foul {
    pub(super) fn is_late(&self) -> bool {
        matches!(self, Self::Answer(AnswerFoul::Late) | Self::Move(MoveFoul::Losing(Losing::Late)))
    }

    /// True if two fouls, perhaps on different inputs, are probably the same one.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let (Self::Move(MoveFoul::Losing(one)), Self::Move(MoveFoul::Losing(other))) =
            (self, other)
        else {
            return self == other;
        };
        match (one, other) {
            (Losing::Crash(one), Losing::Crash(other)) => one == other,
            (Losing::Invalid { clause: one, .. }, Losing::Invalid { clause: other, .. }) => {
                one == other
            }
            _ => one.kind() == other.kind(),
        }
    }

    /// True if the way in which the program ends does not show the foul.
    pub(super) fn is_of_answer(&self) -> bool {
        use AnswerFoul::{LeftProcesses, WrongAnswer};
        matches!(self, Self::Answer(WrongAnswer | LeftProcesses) | Self::Move(_))
    }

    /// True if the program just gave a wrong answer or move, so that its limits do not matter.
    pub(super) fn is_of_rules(&self) -> bool {
        use Losing::{Invalid, Unreadable};
        matches!(
            self,
            Self::Answer(AnswerFoul::WrongAnswer)
                | Self::Move(MoveFoul::Losing(Invalid { .. } | Unreadable { .. }))
        )
    }

    pub(super) fn is_exit_code(&self) -> bool {
        matches!(
            self,
            Self::Answer(AnswerFoul::ExitCode(_))
                | Self::Move(MoveFoul::Losing(Losing::Crash(Crash::Code(_))))
        )
    }

    /// The signal that ended the program.
    pub(super) fn signal(&self) -> Option<Signal> {
        match self {
            Self::Answer(AnswerFoul::Signal(signal))
            | Self::Move(MoveFoul::Losing(Losing::Crash(Crash::Signal(signal)))) => {
                Some(Signal(*signal))
            }
            _ => None,
        }
    }

    /// The foul in a line, with the time limit that it breaks or the meaning of the signal.
    pub(super) fn headline(&self, limit: Duration) -> String {
        let limit = humantime::format_duration(limit);
        match self {
            Self::Answer(foul @ AnswerFoul::Late) => {
                format!("{foul}: {limit} for one input (--limit)")
            }
            Self::Answer(foul) => foul.to_string(),
            Self::Move(MoveFoul::Losing(foul @ Losing::Late)) => {
                format!("{foul}: no move within {limit}")
            }
            Self::Move(MoveFoul::Losing(foul)) => {
                let meaning = self.signal().and_then(Signal::meaning);
                let meaning = meaning.map(|meaning| format!(", {meaning}"));
                format!("{foul}{}", meaning.unwrap_or_default())
            }
            Self::Move(MoveFoul::LeftProcesses { .. }) => AnswerFoul::LeftProcesses.to_string(),
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
            Self::LeftProcesses => f.write_str("the program ends and leaves processes behind"),
        }
    }
}
