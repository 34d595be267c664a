//! Failures of the referee itself.

use std::fmt;
use std::io;

use crate::contest::Disagreement;

/// Failure of the referee, for which no player is responsible.
#[derive(Debug)]
pub enum RefereeError {
    /// The judges disagree.
    Disagreement(Disagreement),
    /// An operation of the system failed.
    Io {
        /// The operation, to follow the word “cannot”.
        doing: String,
        /// The error of the system.
        error: io::Error,
    },
}

impl From<Disagreement> for RefereeError {
    fn from(disagreement: Disagreement) -> Self {
        Self::Disagreement(disagreement)
    }
}

impl fmt::Display for RefereeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Disagreement(disagreement) => disagreement.fmt(f),
            Self::Io { doing, error } => write!(f, "cannot {doing}: {error}"),
        }
    }
}

impl std::error::Error for RefereeError {}
