//! Differential testing for any board game: an engine and an oracle play the same cases in
//! lockstep, and the first visible difference is reported, shrunk to a small case.
//!
//! A [`RuleSet`] describes the game, two [`twinboard_vocabulary::Game`]s play it, a [`Pairing`] puts the three
//! together. This crate knows neither a rule set nor an implementation.
//!
//! ```
//! use std::sync::Arc;
//! use twinboard_harness::nim::{Heap, Nim};
//! use twinboard_harness::{Activity, Pairing, Subject, Verdict, assert_agree};
//!
//! // Nim with one heap: a move takes one to three stones.
//! let right: Arc<dyn Subject> = Pairing::new(Nim, Heap::set_up, Heap::set_up).subject();
//! assert_agree(&right, 1, 100); // 100 cases that follow from seed 1
//!
//! // This engine lets a player take four stones. A case is text: a set-up, then a line per move.
//! let faulty: Arc<dyn Subject> = Pairing::new(Nim, Heap::set_up_faulty, Heap::set_up).subject();
//! let checked = faulty.check(b"7\n> 4\n", &Activity::default()).unwrap();
//! assert!(matches!(checked.verdict, Verdict::Diverged(_)));
//! ```
//!
//! Reading order: [`rules`] and [`pairing`] for the traits, [`lockstep`] for the comparison,
//! [`campaign`] for many cases, [`mod@shrink`] and [`report`] for the result. Fuzzing ([`fuzz`]),
//! exhaustive play ([`perft`], [`exhaust`]) and benchmarks ([`mod@bench`]) are further drivers on
//! the same foundation.

pub mod activity;
mod agree;
pub mod bench;
pub mod bytes;
pub mod campaign;
pub mod case;
pub mod checks;
mod compare;
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
pub mod nim;
mod numbers;
pub mod pairing;
pub mod perft;
mod pool;
pub mod random;
pub mod report;
pub mod restyle;
pub mod rules;
mod self_checks;
pub mod shape;
pub mod shard;
pub mod shrink;
pub mod stats;
#[cfg(feature = "proptest")]
pub mod strategy;
pub mod subject;
pub mod telemetry;
#[cfg(test)]
mod tests;
mod transformed;
pub mod watch;
mod watched;

pub use activity::{Action, Activity, Side, Stage};
pub use agree::{assert_agree, assert_agree_on, assert_case};
pub use case::Case;
pub use checks::Checks;
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
