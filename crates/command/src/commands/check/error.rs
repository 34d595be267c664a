//! Errors that end a check early.

use twinboard_referee::Divergence;

use crate::output::failure::Failure;

/// The reason why a check ends early.
#[derive(Debug)]
pub(super) enum CheckError {
    /// Ctrl-C.
    Interrupted,
    /// The judges of a two-player game disagree.
    Divergence(Divergence),
    /// An error that is no failure of the program, or the program cannot be started.
    Failed(Failure),
}

impl From<Failure> for CheckError {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl From<Divergence> for CheckError {
    fn from(divergence: Divergence) -> Self {
        Self::Divergence(divergence)
    }
}
