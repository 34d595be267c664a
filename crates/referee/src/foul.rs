//! Fouls of players: failures that lose the game (PT-33 of RULES.md, for example).

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use twinboard_runner::Signal;

/// Foul of a player, who loses the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Foul {
    /// The answer exceeded the time limit.
    Late,
    /// The program died of a signal or exited with a code other than 0, or a built-in player
    /// panicked.
    Crash(Crash),
    /// The program could not be started.
    NotStarted {
        /// Reason for people.
        reason: String,
    },
    /// The program exceeded the output limit.
    TooMuchOutput,
    /// The program exceeded the process limit.
    TooManyProcesses,
    /// The program exited with code 0 but left no answer file.
    NoAnswer {
        /// State of the answer file: missing, a folder, a link, unreadable.
        reason: String,
    },
    /// The answer cannot be read as a move.
    Unreadable {
        /// Reason for people, with line and column.
        reason: String,
    },
    /// The answer is an invalid move.
    Invalid {
        /// Clause of the rules that it breaks.
        clause: String,
        /// Reason for people, the clause included.
        reason: String,
    },
}

/// Kind of a crash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Crash {
    /// Death by this signal.
    Signal(i32),
    /// Exit with this code, which is not 0.
    Code(i32),
    /// Panic of a built-in player, with its message.
    Panic(String),
    /// A disturbance of the process that watches the program, for this reason.
    Unwatched(String),
}

impl Foul {
    /// Short name of the kind, as used in tables.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Late => "late",
            Self::Crash(_) => "crash",
            Self::NotStarted { .. } => "not started",
            Self::TooMuchOutput => "too much output",
            Self::TooManyProcesses => "too many processes",
            Self::NoAnswer { .. } => "no answer",
            Self::Unreadable { .. } => "unreadable",
            Self::Invalid { .. } => "invalid move",
        }
    }
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind())?;
        match self {
            Self::Late | Self::TooMuchOutput | Self::TooManyProcesses => Ok(()),
            Self::Crash(crash) => write!(f, ": {crash}"),
            // The reason of an invalid move includes the clause.
            Self::NotStarted { reason }
            | Self::NoAnswer { reason }
            | Self::Unreadable { reason }
            | Self::Invalid { reason, .. } => write!(f, ": {reason}"),
        }
    }
}

impl fmt::Display for Crash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Signal(signal) => Signal(*signal).fmt(f),
            Self::Code(code) => write!(f, "exit code {code}"),
            Self::Panic(message) => write!(f, "panic: {message}"),
            Self::Unwatched(reason) => {
                write!(f, "it disturbed the process that watches it: {reason}")
            }
        }
    }
}

/// Number of fouls by [kind](Foul::kind).
pub type Counts = BTreeMap<&'static str, u64>;

#[cfg(test)]
mod tests {
    use super::{Crash, Foul};

    #[test]
    fn fouls_survive_a_round_trip_through_json() {
        let reason = || "why".to_owned();
        for (foul, text, shown) in [
            (Foul::Late, r#"{"kind":"late"}"#, "late"),
            (
                Foul::Crash(Crash::Signal(11)),
                r#"{"kind":"crash","signal":11}"#,
                "crash: SIGSEGV (11)",
            ),
            (Foul::Crash(Crash::Code(3)), r#"{"kind":"crash","code":3}"#, "crash: exit code 3"),
            (
                Foul::Crash(Crash::Panic(reason())),
                r#"{"kind":"crash","panic":"why"}"#,
                "crash: panic: why",
            ),
            (
                Foul::Crash(Crash::Unwatched(reason())),
                r#"{"kind":"crash","unwatched":"why"}"#,
                "crash: it disturbed the process that watches it: why",
            ),
            (
                Foul::NotStarted { reason: reason() },
                r#"{"kind":"not-started","reason":"why"}"#,
                "not started: why",
            ),
            (Foul::TooMuchOutput, r#"{"kind":"too-much-output"}"#, "too much output"),
            (Foul::TooManyProcesses, r#"{"kind":"too-many-processes"}"#, "too many processes"),
            (
                Foul::NoAnswer { reason: reason() },
                r#"{"kind":"no-answer","reason":"why"}"#,
                "no answer: why",
            ),
            (
                Foul::Unreadable { reason: reason() },
                r#"{"kind":"unreadable","reason":"why"}"#,
                "unreadable: why",
            ),
            (
                Foul::Invalid { clause: "AB-1".into(), reason: reason() },
                r#"{"kind":"invalid","clause":"AB-1","reason":"why"}"#,
                "invalid move: why",
            ),
        ] {
            assert_eq!(serde_json::to_string(&foul).unwrap(), text);
            assert_eq!(serde_json::from_str::<Foul>(text).unwrap(), foul);
            assert_eq!(foul.to_string(), shown);
        }
    }
}
