//! Differential testing for any board game: an engine and an oracle play the same cases in
//! lockstep, and the first visible difference is reported, shrunk to a small case.
//!
//! A [`RuleSet`] describes the game, two [`twinboard_vocabulary::Game`]s play it, a [`Pairing`]
//! puts the three together. This crate knows neither a rule set nor an implementation.
//!
//! ```
//! use std::sync::Arc;
//! use twinboard_harness::nim::{Heap, Nim};
//! use twinboard_harness::{Activity, Checks, Pairing, Subject, Verdict, assert_agree};
//!
//! // Nim with one heap: a move takes one to three stones.
//! let right: Arc<dyn Subject> = Pairing::new(Nim, Heap::set_up, Heap::set_up).subject();
//! assert_agree(&right, 1, 100); // 100 cases that follow from seed 1
//!
//! // This engine lets a player take four stones. A case is text: a set-up, then a line per move.
//! let faulty: Arc<dyn Subject> = Pairing::new(Nim, Heap::set_up_faulty, Heap::set_up).subject();
//! let case = faulty.case("7\n> 4\n").unwrap();
//! let checked = faulty.check(&case, Checks::replay(), &Activity::default());
//! assert!(matches!(checked.verdict, Verdict::Diverged(_)));
//! ```
//!
//! Four layers, each a folder, use only those below them: `model` (rules, cases, sides, findings),
//! `check` (one case in lockstep), `drive` (many cases) and `present` (reports and fuzz targets).
//! Reading order: [`rules`] and [`pairing`] for the traits, [`lockstep`] for the comparison,
//! [`campaign`] for many cases, [`mod@shrink`] and [`report`] for the result. Fuzzing ([`fuzz`])
//! and exhaustive play ([`perft`], [`exhaust`]) are further drivers on the same foundation.

mod check;
mod drive;
mod model;
mod present;

pub use check::{checks, compare, lockstep};
#[cfg(feature = "proptest")]
pub use drive::strategy;
pub use drive::{campaign, exhaust, inputs, perft, subject, watch};
pub use model::{
    activity, case, divergence, guard, known, mutate, nim, pairing, random, rules, shape, shard,
    shrink, stats,
};
pub use present::{fuzz, report, telemetry, triage};

pub use check::checks::Checks;
pub use check::lockstep::Verdict;
pub use drive::subject::{Checked, ClauseName, Frame, Subject};
pub use model::activity::{Action, Activity, Side, Stage};
pub use model::any_case::AnyCase;
pub use model::case::Case;
pub use model::divergence::{Aspect, Blame, Divergence, Finding, Transformed};
pub use model::move_policy::{MovePolicy, extend};
pub use model::pairing::Pairing;
pub use model::rules::text_rules::TextRules;
pub use model::rules::{
    AssertionChecker, Assertions, Blocks, CaseOf, CaseText, Characters, Clause, Enumerate,
    FailedAssertion, Invariant, Judge, Listing, Observed, RuleSet, Shrink, Step, Symmetries,
    Symmetry, TextShrink, View,
};
pub use model::stats::Stats;
pub use present::agree::{assert_agree, assert_agree_on, assert_case};
