//! The check of one case: both sides in lockstep, the self-checks of the engine, and blame.

pub mod checks;
pub mod compare;
pub(crate) mod equal_positions;
pub(crate) mod laws;
pub(crate) mod legality;
pub mod lockstep;
pub(crate) mod self_checks;
pub(crate) mod tandem;
