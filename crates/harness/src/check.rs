//! The check of one case: both sides in lockstep, the self-checks of the engine, and blame.

pub mod answers;
pub mod checks;
pub(crate) mod compare;
pub(crate) mod equal_positions;
mod keys;
pub(crate) mod laws;
pub(crate) mod legality;
pub mod lockstep;
pub(crate) mod observations;
pub(crate) mod self_checks;
pub(crate) mod tandem;
