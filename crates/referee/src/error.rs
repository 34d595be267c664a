//! Failures of the referee itself.

use std::fmt;
use std::io;

use crate::contest::Divergence;

/// Failure of the referee, for which no player is responsible.
#[derive(Debug)]
pub enum RefereeError {
    /// The judges disagree.
    Divergence(Divergence),
    /// An operation of the system failed.
    Io {
        /// The operation, to follow the word “cannot”.
        doing: String,
        /// The error of the system.
        error: io::Error,
    },
}

impl From<Divergence> for RefereeError {
    fn from(divergence: Divergence) -> Self {
        Self::Divergence(divergence)
    }
}

impl fmt::Display for RefereeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Divergence(divergence) => divergence.fmt(f),
            Self::Io { doing, error } => write!(f, "cannot {doing}: {error}"),
        }
    }
}

impl std::error::Error for RefereeError {}
