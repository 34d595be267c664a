//! Reasons to end a check early.

use referee::Divergence;

use crate::failure::Failure;

/// The reason why a check cannot go on.
#[derive(Debug)]
pub(super) enum Halt {
    /// The user wants it to end.
    Interrupted,
    /// The judges of a game for two disagree.
    Divergence(Divergence),
    /// Something that the program is not to blame for, or it cannot be started.
    Failed(Failure),
}

impl From<Failure> for Halt {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl From<Divergence> for Halt {
    fn from(divergence: Divergence) -> Self {
        Self::Divergence(divergence)
    }
}
