//! Proof by exhaustion: every set-up within bounds, and every position that can be reached from one,
//! on both sides.
//!
//! Set-ups are taken once up to the names of colours or symbols, and up to the turns of the board
//! where the rules know them; so are the positions behind them. From each of these every legal move is
//! played on both sides, and what came of it is compared and held to all that must be true of it.
//! What is counted, and the digest, are defined in EX-1 to EX-5 of RULES.md: they do not depend on
//! the number of threads.

mod figures;
mod queue;
mod run;
mod seen;
mod walk;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use board::SetupOf;

use crate::RuleSet;
use crate::divergence::Divergence;

pub use crate::shape::{Bounds, Shape};
pub use figures::Figures;
pub(crate) use run::run;
pub use seen::Seen;

/// How to go about it.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Which set-ups are taken.
    pub bounds: Bounds,
    /// More set-ups than these are not begun with: they are counted first.
    pub setups_max: u64,
    /// Whether moves are asked for that are not legal, too (EX-3).
    pub all_moves: bool,
    /// On how many threads, at least 1.
    pub threads: usize,
    /// When a side that does not come back from a step is given up.
    pub step_limit: Duration,
    /// The shapes that were finished before, with what was counted.
    pub finished: Vec<Finished>,
    /// The shape that was begun before and is gone on with.
    pub begun: Option<Begun>,
    /// How often progress has something with which a begun shape can be gone on with.
    pub keep_every: Option<Duration>,
    /// Ends it early, once every worker is done with what it has in hand.
    pub stop: Arc<AtomicBool>,
}

impl Plan {
    /// Everything within the bounds from its beginning, with all moves, however much it is, on one
    /// thread, with ten seconds for a step.
    #[must_use]
    pub fn new(bounds: Bounds) -> Self {
        Self {
            bounds,
            setups_max: u64::MAX,
            all_moves: true,
            threads: 1,
            step_limit: Duration::from_secs(10),
            finished: Vec::new(),
            begun: None,
            keep_every: None,
            stop: Arc::default(),
        }
    }
}

/// A shape all of whose set-ups are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finished {
    /// The shape.
    #[serde(flatten)]
    pub shape: Shape,
    /// What was counted.
    #[serde(flatten)]
    pub figures: Figures,
}

/// A shape some of whose set-ups are done: all before a certain one, and no other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Begun {
    /// The shape, and what was counted so far.
    #[serde(flatten)]
    pub so_far: Finished,
    /// The number of the first set-up that is not done, from 0.
    pub next: u64,
    /// The positions that were met.
    pub seen: Seen,
}

/// How far it has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The shapes that are finished.
    pub finished: &'a [Finished],
    /// Now and then, what is needed to go on from here (see [`Plan::keep_every`]).
    pub begun: Option<&'a Begun>,
    /// Out of how many.
    pub shapes: usize,
    /// What is being done.
    pub shape: Shape,
    /// How much work is done, and how much there is in all: set-ups, each as often as it has cells.
    pub work: (u64, u64),
}

/// A case in which something was wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The number of the set-up among those of its shape, from 0.
    pub index: u64,
    /// The case, as text.
    pub text: String,
    /// What is wrong.
    pub divergence: Divergence,
}

/// Why it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Everything within the bounds is done.
    Done,
    /// It was stopped.
    Stopped,
    /// With those of this shape there are more set-ups than there may be.
    TooMany(Shape),
    /// A position has more legal moves than are listed.
    Crowded(Shape),
    /// Something was wrong.
    Differs(Shape, Box<Difference>),
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The shapes that are finished, in their order.
    pub finished: Vec<Finished>,
    /// What is needed to go on with the shape that is not, if it was stopped in time.
    pub begun: Option<Begun>,
    /// Why it ended.
    pub end: End,
}

/// Every set-up of at most so many cells.
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
