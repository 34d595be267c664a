//! Proof by exhaustion: every set-up within bounds, and every position reachable from one, on both
//! sides.
//!
//! Set-ups and positions count once up to the names of colours or symbols, and up to symmetries of
//! the board if the rule set declares them (`Enumerate::canonical_key`). From each position every
//! legal move is played on both sides; the results are compared and checked against all invariants.
//! The walk is depth first. Positions with equal canonical keys are continued once, by the thread
//! that meets them first. The figures and the digest are defined in EX-1 to EX-5 of RULES.md and do
//! not depend on the number of threads. The shards of a run partition set-ups and positions by
//! their hashes, so [`merge`] only adds up. A finding is replayed in lockstep, shrunk and reported
//! like any other.
//!
//! ```
//! use twinboard_harness::exhaust::{Bounds, ExhaustEnd, ExhaustPlan};
//! use twinboard_harness::nim::{Heap, Nim};
//! use twinboard_harness::{Pairing, Subject};
//!
//! // Nim with one heap of one to nine stones: n stones are a board of 1 × n.
//! let plan = ExhaustPlan::new(Bounds::new([(1, 9)], 1));
//! let right = Pairing::new(Nim, Heap::set_up, Heap::set_up);
//! let result = right.exhaust(&plan, &mut |_| ());
//! assert_eq!((result.end, result.finished.len()), (ExhaustEnd::Done, 9));
//!
//! // This engine lets a player take four stones.
//! let faulty = Pairing::new(Nim, Heap::set_up_faulty, Heap::set_up);
//! let result = faulty.exhaust(&plan, &mut |_| ());
//! let ExhaustEnd::Differs(shape, difference) = result.end else { panic!() };
//! assert_eq!((shape.columns, difference.case.text()), (4, "4\n"));
//! ```

mod discover;
mod explore;
mod figures;
mod merge;
mod plan;
mod queue;
mod run;
mod seen;

use twinboard_vocabulary::SetupOf;

use crate::model::rules::RuleSet;

pub use crate::model::shape::{Bounds, Shape};
pub use figures::Figures;
pub use merge::{ShardResult, check_shards, merge};
pub use plan::{
    Difference, ExhaustEnd, ExhaustPlan, ExhaustProgress, ExhaustResult, FinishedShape,
    UnfinishedShape,
};
pub(crate) use run::run;
pub use seen::Seen;

/// Enumerates all set-ups of at most `cells_max` cells, with any number of symbols.
pub fn small_setups<R: RuleSet>(
    rules: &R,
    cells_max: u8,
) -> impl Iterator<Item = SetupOf<R::Vocabulary>> {
    let all = Bounds::new([(cells_max, cells_max)], u8::MAX).all_shapes();
    let small: Vec<Shape> =
        all.into_iter().filter(|shape| shape.cells() <= cells_max.into()).collect();
    let enumeration = rules.enumeration().into_iter();
    enumeration
        .flat_map(move |all| small.clone().into_iter().flat_map(|shape| all.setups(shape, u8::MAX)))
}
