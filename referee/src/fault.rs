//! What a player can do wrong (PT-33 of RULES.md, for example).

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// A fault of a player, which loses the game by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Fault {
    /// The answer took longer than it may.
    Late,
    /// The program ended by a signal or with an exit code other than 0.
    Crash(Crash),
    /// The program could not be started.
    NotStarted {
        /// Why.
        reason: String,
    },
    /// The program wrote more than it may.
    TooMuchOutput,
    /// The program had more processes than it may.
    TooManyProcesses,
    /// The program ended well and left no file with an answer.
    NoAnswer {
        /// What is there instead.
        reason: String,
    },
    /// The answer cannot be read as a move.
    Unreadable {
        /// Why, with the place.
        reason: String,
    },
    /// The answer is a move that is not valid.
    Invalid {
        /// The clause of the rules that it breaks.
        clause: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// How a player crashed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Crash {
    /// By this signal.
    Signal(i32),
    /// With this exit code.
    Code(i32),
    /// By a panic with this message: a player in this process.
    Panic(String),
}

impl Fault {
    /// The kind of the fault, in the words of the tables.
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

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind())?;
        match self {
            Self::Late | Self::TooMuchOutput | Self::TooManyProcesses => Ok(()),
            Self::Crash(crash) => write!(f, ": {crash}"),
            // The reason names the clause itself where it has one.
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
            Self::Signal(signal) => write!(f, "signal {signal}"),
            Self::Code(code) => write!(f, "exit code {code}"),
            Self::Panic(message) => write!(f, "panic: {message}"),
        }
    }
}

/// How often each kind of fault was made.
pub type Counts = BTreeMap<&'static str, u64>;

#[cfg(test)]
mod tests {
    use super::{Crash, Fault};

    #[test]
    fn faults_are_kept_as_text_and_read_back() {
        let reason = || "why".to_owned();
        for (fault, text, shown) in [
            (Fault::Late, r#"{"kind":"late"}"#, "late"),
            (
                Fault::Crash(Crash::Signal(11)),
                r#"{"kind":"crash","signal":11}"#,
                "crash: signal 11",
            ),
            (Fault::Crash(Crash::Code(3)), r#"{"kind":"crash","code":3}"#, "crash: exit code 3"),
            (
                Fault::Crash(Crash::Panic(reason())),
                r#"{"kind":"crash","panic":"why"}"#,
                "crash: panic: why",
            ),
            (
                Fault::NotStarted { reason: reason() },
                r#"{"kind":"not-started","reason":"why"}"#,
                "not started: why",
            ),
            (Fault::TooMuchOutput, r#"{"kind":"too-much-output"}"#, "too much output"),
            (Fault::TooManyProcesses, r#"{"kind":"too-many-processes"}"#, "too many processes"),
            (
                Fault::NoAnswer { reason: reason() },
                r#"{"kind":"no-answer","reason":"why"}"#,
                "no answer: why",
            ),
            (
                Fault::Unreadable { reason: reason() },
                r#"{"kind":"unreadable","reason":"why"}"#,
                "unreadable: why",
            ),
            (
                Fault::Invalid { clause: "AB-1".into(), reason: reason() },
                r#"{"kind":"invalid","clause":"AB-1","reason":"why"}"#,
                "invalid move: why",
            ),
        ] {
            assert_eq!(serde_json::to_string(&fault).unwrap(), text);
            assert_eq!(serde_json::from_str::<Fault>(text).unwrap(), fault);
            assert_eq!(fault.to_string(), shown);
        }
    }
}
