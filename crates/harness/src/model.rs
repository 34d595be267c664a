//! What the harness knows of a game: rules, cases, sides, and findings as plain data.

pub mod activity;
pub(crate) mod any_case;
pub mod case;
pub mod divergence;
pub(crate) mod general_laws;
pub mod guard;
pub mod known;
pub(crate) mod move_policy;
pub mod mutate;
pub mod nim;
pub mod pairing;
pub(crate) mod proposals;
pub mod random;
pub mod rules;
pub mod shape;
pub mod shard;
pub mod shrink;
pub mod stats;
pub(crate) mod swarm;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod watched;
