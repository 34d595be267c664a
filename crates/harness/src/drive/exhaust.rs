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

use std::ops::AddAssign;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::model::any_case::AnyCase;
use crate::model::divergence::Divergence;
use crate::model::shard::Shard;

mod explore;
mod merge;
mod run;

pub use crate::model::shape::{Bounds, Shape};
pub use explore::Seen;
pub use merge::{ShardResult, check_shards, merge};
pub(crate) use run::run;

/// Parameters of an enumeration.
#[derive(Clone, Debug)]
pub struct ExhaustPlan {
    /// Bounds of the set-ups.
    pub bounds: Bounds,
    /// True to refuse bounds with a largest shape that no board has: less would be played than
    /// they say.
    pub needs_bounds: bool,
    /// Largest number of set-ups. They are counted first, and nothing is played if there are more.
    pub setups_max: u64,
    /// True to request illegal moves too (EX-3).
    pub all_moves: bool,
    /// Shard to play. Each shard walks all games on the engine alone, and plays the set-ups and
    /// positions that fall to it, by their hashes, on both sides.
    pub shard: Shard,
    /// Number of worker threads, at least 1.
    pub threads: usize,
    /// Time without progress after which a side counts as hung.
    pub step_limit: Duration,
    /// Shapes that were finished in an earlier run; they are not repeated.
    pub finished: Vec<FinishedShape>,
    /// Checkpoint of the shape that an earlier run was interrupted in.
    pub begun: Option<UnfinishedShape>,
    /// Shortest time between two checkpoints ([`ExhaustProgress::begun`]); without it there are
    /// none.
    pub keep_every: Option<Duration>,
    /// Time at which the run ends early, in the way of [`stop`](Self::stop).
    pub deadline: Option<Instant>,
    /// Number of distinct positions after which the run ends early, in the way of
    /// [`stop`](Self::stop): a few milliseconds later, so there may be more. Positions of an
    /// earlier run count, too.
    pub positions_max: Option<u64>,
    /// Ends the run early, after the blocks that the workers are at, or without their results if
    /// those take longer than a few seconds.
    pub stop: Arc<AtomicBool>,
}

impl ExhaustPlan {
    /// Everything within the bounds, with illegal moves and without a limit on the number of
    /// set-ups, on one thread, with ten seconds per step.
    #[must_use]
    pub fn new(bounds: Bounds) -> Self {
        Self {
            bounds,
            needs_bounds: false,
            setups_max: u64::MAX,
            all_moves: true,
            shard: Shard::WHOLE,
            threads: 1,
            step_limit: Duration::from_secs(10),
            finished: Vec::new(),
            begun: None,
            keep_every: None,
            deadline: None,
            positions_max: None,
            stop: Arc::default(),
        }
    }
}

/// A shape whose set-ups are all done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FinishedShape {
    /// The shape.
    #[serde(flatten)]
    pub shape: Shape,
    /// Its figures (EX-4).
    #[serde(flatten)]
    pub figures: Figures,
}

/// Checkpoint of a shape: all set-ups before a certain one are done, and no others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnfinishedShape {
    /// The shape, and its figures so far.
    #[serde(flatten)]
    pub so_far: FinishedShape,
    /// Number of the first set-up that is not done, from 0.
    pub next: u64,
    /// Positions reached so far.
    pub seen: Seen,
}

/// Progress of an enumeration.
#[derive(Clone, Copy, Debug)]
pub struct ExhaustProgress<'a> {
    /// Finished shapes, in their order.
    pub finished: &'a [FinishedShape],
    /// Checkpoint, if one is due (see [`ExhaustPlan::keep_every`]).
    pub begun: Option<&'a UnfinishedShape>,
    /// Number of all shapes.
    pub shapes: usize,
    /// Shape in progress.
    pub shape: Shape,
    /// Number of distinct positions so far.
    pub positions: u64,
    /// Work done so far, and all work: the sum of the cells of all set-ups.
    pub work: (u64, u64),
}

/// A case that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Number of the set-up among those of its shape, from 0.
    pub index: u64,
    /// The case.
    pub case: AnyCase,
    /// Its failure.
    pub divergence: Divergence,
}

/// Reason for the end of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExhaustEnd {
    /// Everything within the bounds is done.
    Done,
    /// [`ExhaustPlan::stop`] was set.
    Stopped,
    /// [`ExhaustPlan::deadline`] has passed.
    OutOfTime,
    /// [`ExhaustPlan::positions_max`] was reached.
    EnoughPositions,
    /// The set-ups up to this shape are more than [`ExhaustPlan::setups_max`].
    TooMany(Shape),
    /// No board has the first shape, one of the bounds; the others are the largest within it that
    /// boards have (see [`ExhaustPlan::needs_bounds`]).
    NoBoard(Shape, Vec<Shape>),
    /// A position on a board of this shape has too many legal moves to list.
    TooManyMoves(Shape),
    /// A game on a board of this shape goes on for more than a thousand moves.
    TooLong(Shape),
    /// A case failed.
    Differs(Shape, Box<Difference>),
}

/// Result of an enumeration.
#[derive(Clone, Debug)]
pub struct ExhaustResult {
    /// Finished shapes, in their order.
    pub finished: Vec<FinishedShape>,
    /// Checkpoint of the shape in progress, if the run was stopped and the workers ended in time.
    pub begun: Option<UnfinishedShape>,
    /// Distinct positions that were reached, also from set-ups that are not finished.
    pub positions: u64,
    /// Reason for the end.
    pub end: ExhaustEnd,
}

/// The figures of a shape (EX-4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figures {
    /// Number of distinct set-ups.
    pub setups: u64,
    /// Number of distinct positions reached by at least one move.
    pub positions: u64,
    /// Number of legal moves of all set-ups and positions.
    pub moves: u64,
    /// Number of refused moves; 0 unless illegal moves are requested.
    pub refused: u64,
    /// Number of set-ups that a side does not support; nothing is played from them.
    #[serde(default)]
    pub skipped: u64,
    /// Number of checked assertions about positions, such as a solver's values.
    pub claims: u64,
    /// The digest (EX-5).
    #[serde(serialize_with = "as_hexadecimal", deserialize_with = "from_hexadecimal")]
    pub digest: u64,
}

impl AddAssign for Figures {
    fn add_assign(&mut self, other: Self) {
        self.setups += other.setups;
        self.positions += other.positions;
        self.moves += other.moves;
        self.refused += other.refused;
        self.skipped += other.skipped;
        self.claims += other.claims;
        self.digest = self.digest.wrapping_add(other.digest);
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands the field over by reference")]
fn as_hexadecimal<S: Serializer>(digest: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{digest:016x}"))
}

fn from_hexadecimal<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let text = String::deserialize(deserializer)?;
    u64::from_str_radix(&text, 16).map_err(serde::de::Error::custom)
}
