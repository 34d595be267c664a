//! The fouls of a program under test.

use std::time::Duration;

use serde::Serialize;
use twinboard_referee::{Crash, Foul as Losing};
use twinboard_runner::{End, Run, Signal};

use crate::process::PROCESSES;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(crate) enum Foul {
    /// One that loses no game, as none is played.
    Own(OwnFoul),
    /// One that loses a game.
    Losing(Losing),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum OwnFoul {
    /// Exit code 0, but a wrong answer to an input of the judge.
    WrongAnswer,
    /// A right answer or a valid move, but processes left behind.
    LeftProcesses,
}

impl Foul {
    pub(super) const WRONG_ANSWER: Self = Self::Own(OwnFoul::WrongAnswer);

    /// The foul of a run that was started; `differs` for a wrong answer.
    pub(super) fn of_run(run: &Run, differs: bool) -> Option<Self> {
        let of_answer = || {
            let wrong = differs.then_some(Self::WRONG_ANSWER);
            wrong.or_else(|| Self::of_processes(run.left))
        };
        Self::of_end(&run.end).or_else(of_answer)
    }

    /// The foul that the end of a program shows.
    pub(crate) fn of_end(end: &End) -> Option<Self> {
        let losing = match end {
            End::Exited(0) | End::NotStarted(_) => return None,
            End::Exited(code) => Losing::Crash(Crash::Code(*code)),
            End::Signalled(signal) => Losing::Crash(Crash::Signal(*signal)),
            End::Late => Losing::Late,
            End::TooMuchOutput => Losing::TooMuchOutput,
            End::TooManyProcesses => Losing::TooManyProcesses,
            End::Unwatched(reason) => Losing::Crash(Crash::Unwatched(reason.clone())),
        };
        Some(Self::Losing(losing))
    }

    pub(super) fn of_processes(left: u32) -> Option<Self> {
        (left > 0).then_some(Self::Own(OwnFoul::LeftProcesses))
    }

    pub(super) fn is_late(&self) -> bool {
        *self == Self::Losing(Losing::Late)
    }

    /// True if two fouls, perhaps on different inputs, are probably the same one.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Losing(Losing::Crash(one)), Self::Losing(Losing::Crash(other))) => one == other,
            (
                Self::Losing(Losing::Invalid { clause: one, .. }),
                Self::Losing(Losing::Invalid { clause: other, .. }),
            ) => one == other,
            (Self::Losing(one), Self::Losing(other)) => one.kind() == other.kind(),
            (one, other) => one == other,
        }
    }

    /// True if the way in which the program ends does not show the foul.
    pub(super) fn is_of_answer(&self) -> bool {
        matches!(self, Self::Own(_))
    }

    /// True if the program just gave a wrong answer or move, so that its limits do not matter.
    pub(super) fn is_of_rules(&self) -> bool {
        use Losing::{Invalid, Unreadable};
        matches!(
            self,
            Self::Own(OwnFoul::WrongAnswer) | Self::Losing(Invalid { .. } | Unreadable { .. })
        )
    }

    pub(super) fn is_exit_code(&self) -> bool {
        matches!(self, Self::Losing(Losing::Crash(Crash::Code(_))))
    }

    pub(super) fn signal(&self) -> Option<Signal> {
        match self {
            Self::Losing(Losing::Crash(Crash::Signal(signal))) => Some(Signal(*signal)),
            _ => None,
        }
    }

    /// The foul in a line, with the time limit that it breaks or the meaning of the signal.
    pub(crate) fn headline(&self, limit: Duration, is_of_move: bool) -> String {
        let limit = humantime::format_duration(limit);
        let meaning = self.signal().and_then(Signal::meaning);
        match self {
            Self::Own(OwnFoul::WrongAnswer) => "the answer is wrong".to_owned(),
            Self::Own(OwnFoul::LeftProcesses) => {
                "the program ends and leaves processes behind".to_owned()
            }
            Self::Losing(foul @ Losing::Late) if is_of_move => {
                format!("{foul}: no move within {limit}")
            }
            Self::Losing(foul) if is_of_move => {
                let meaning = meaning.map(|meaning| format!(", {meaning}"));
                format!("{foul}{}", meaning.unwrap_or_default())
            }
            Self::Losing(Losing::Late) => {
                format!("the program does not end in time: {limit} for one input (--limit)")
            }
            Self::Losing(Losing::Crash(Crash::Code(code))) => {
                format!("the program failed with exit code {code}")
            }
            Self::Losing(Losing::Crash(Crash::Signal(signal))) => {
                let meaning = meaning.map(|meaning| format!("{meaning}, "));
                format!("the program crashed: {}{}", meaning.unwrap_or_default(), Signal(*signal))
            }
            Self::Losing(Losing::TooMuchOutput) => {
                "the program prints far more than any answer takes".to_owned()
            }
            Self::Losing(Losing::TooManyProcesses) => {
                format!("the program has more than {PROCESSES} processes at a time")
            }
            Self::Losing(Losing::Crash(_)) => {
                "the program disturbs the process that watches it".to_owned()
            }
            Self::Losing(foul) => foul.to_string(),
        }
    }
}
