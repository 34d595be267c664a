//! Lockstep checking for any rule set.
//!
//! This crate names no rule set and neither of the two sides' crates: it is handed a [`RuleSet`]
//! and two [`board::Game`]s that speak its words.

pub mod activity;
mod agree;
pub mod bench;
pub mod bytes;
pub mod campaign;
pub mod case;
mod checks;
pub mod conclude;
pub mod divergence;
pub mod exhaust;
pub mod fuzz;
pub mod guard;
pub mod inputs;
pub mod judge;
mod laws;
mod listing;
pub mod lockstep;
mod move_policy;
pub mod mutate;
pub mod pairing;
pub mod perft;
mod pool;
pub mod random;
pub mod report;
pub mod restyle;
pub mod rules;
mod self_checks;
pub mod shape;
pub mod shares;
pub mod shrink;
pub mod stats;
#[cfg(feature = "proptest")]
pub mod strategy;
pub mod subject;
pub mod telemetry;
mod transformed;
pub mod watch;

pub use activity::{Action, Activity, Side, Stage};
pub use agree::{assert_agree, assert_agree_on, assert_case};
pub use case::Case;
pub use divergence::{Aspect, Divergence, Finding, Transformed};
pub use lockstep::Verdict;
pub use move_policy::{MovePolicy, extend};
pub use pairing::Pairing;
pub use rules::{
    AssertionChecker, Assertions, Blocks, CaseOf, CaseText, Characters, Clause, Enumerate,
    FailedAssertion, Invariant, Judge, Listing, Mapping, Observed, RuleSet, Setting, Shrink, Step,
    Symmetries, Symmetry, TextShrink, View,
};
pub use stats::Stats;
pub use subject::{
    CheckCases, Checked, ClauseName, DrawCases, ExploreCases, Frame, FuzzCases, JudgeCases, Played,
    ShowCases, ShrinkCases, Subject,
};
