//! The check of one case: both sides in lockstep, the self-checks of the engine, and blame.

pub mod checks;
pub(crate) mod compare;
pub(crate) mod laws;
pub mod lockstep;
pub(crate) mod self_checks;
