//! Lockstep checking for any rule set.
//!
//! This crate names no rule set and neither of the two sides' crates: it is handed a [`RuleSet`]
//! and two [`board::Game`]s that speak its words.

pub mod case;
mod checks;
pub mod divergence;
mod growth;
pub mod guard;
pub mod lockstep;
mod promises;
pub mod pulse;
pub mod random;
pub mod rules;
pub mod stats;

pub use case::{Case, CaseOf};
pub use divergence::{Aspect, Divergence, Finding};
pub use growth::Growth;
pub use lockstep::Verdict;
pub use pulse::{Action, Pulse, Side, Stage};
pub use rules::{Clause, Invariant, Observed, RuleSet, Step, View};
pub use stats::Stats;
