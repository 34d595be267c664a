//! The fouls of a program under test.

use std::time::Duration;

use serde::Serialize;
use twinboard_referee::Crash;
use twinboard_runner::{End, Run, Signal};

use crate::process::PROCESSES;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Foul {
    /// Exit code 0, but a wrong answer.
    WrongAnswer,
    /// A right answer, but processes left behind.
    LeftProcesses,
    Late,
    TooMuchOutput,
    TooManyProcesses,
    Crash(Crash),
}

impl Foul {
    /// The foul of a run that was started; `differs` for a wrong answer.
    pub(super) fn of_run(run: &Run, differs: bool) -> Option<Self> {
        let of_answer = || match () {
            () if differs => Some(Self::WrongAnswer),
            () if run.left > 0 => Some(Self::LeftProcesses),
            () => None,
        };
        Self::of_end(&run.end).or_else(of_answer)
    }

    /// The foul that the end of a program shows.
    pub(crate) fn of_end(end: &End) -> Option<Self> {
        Some(match end {
            End::Exited(0) | End::NotStarted(_) => return None,
            End::Exited(code) => Self::Crash(Crash::Code(*code)),
            End::Signalled(signal) => Self::Crash(Crash::Signal(*signal)),
            End::Late => Self::Late,
            End::TooMuchOutput => Self::TooMuchOutput,
            End::TooManyProcesses => Self::TooManyProcesses,
            End::Unwatched(reason) => Self::Crash(Crash::Unwatched(reason.clone())),
        })
    }

    /// True if the way in which the program ends does not show the foul.
    pub(super) fn is_of_answer(&self) -> bool {
        matches!(self, Self::WrongAnswer | Self::LeftProcesses)
    }

    pub(super) fn is_exit_code(&self) -> bool {
        matches!(self, Self::Crash(Crash::Code(_)))
    }

    pub(super) fn signal(&self) -> Option<Signal> {
        match self {
            Self::Crash(Crash::Signal(signal)) => Some(Signal(*signal)),
            _ => None,
        }
    }

    /// The foul in a line, with the time limit that it breaks or the meaning of the signal.
    pub(crate) fn headline(&self, limit: Duration) -> String {
        match self {
            Self::WrongAnswer => "the answer is wrong".to_owned(),
            Self::LeftProcesses => "the program ends and leaves processes behind".to_owned(),
            Self::Late => {
                let limit = humantime::format_duration(limit);
                format!("the program does not end in time: {limit} for one input (--limit)")
            }
            Self::Crash(Crash::Code(code)) => format!("the program failed with exit code {code}"),
            Self::Crash(Crash::Signal(signal)) => {
                let signal = Signal(*signal);
                let meaning = signal.meaning().map(|meaning| format!("{meaning}, "));
                format!("the program crashed: {}{signal}", meaning.unwrap_or_default())
            }
            Self::TooMuchOutput => "the program prints far more than any answer takes".to_owned(),
            Self::TooManyProcesses => {
                format!("the program has more than {PROCESSES} processes at a time")
            }
            Self::Crash(_) => "the program disturbs the process that watches it".to_owned(),
        }
    }
}
