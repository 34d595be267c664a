//! Parameters, checkpoints and results of an enumeration.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::figures::Figures;
use super::seen::Seen;
use crate::model::any_case::AnyCase;
use crate::model::divergence::Divergence;
use crate::model::shape::{Bounds, Shape};
use crate::model::shard::Shard;

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
    Crowded(Shape),
    /// A game on a board of this shape goes on for more than a thousand moves.
    Long(Shape),
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
