//! Parameters and start of a walk, and the figures of a depth.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use twinboard_vocabulary::{LegalMoveOf, MoveOf, Rest, Vocabulary};

use crate::model::activity::Side;
use crate::model::any_case::AnyCase;
use crate::model::case::title;
use crate::model::pairing::Pairing;
use crate::model::rules::{CaseOf, RuleSet};

/// Number of moves of one position that a walk can follow even if it may keep fewer positions.
const FOLLOWED_MIN: usize = 4096;

/// Maximum number of legal moves of a position that can be followed without keeping any. The moves
/// of the last depth are only counted, so their number has no limit.
const FOLLOWED_MAX: usize = 1 << 16;

/// Parameters of a walk.
#[derive(Clone, Debug)]
pub struct PerftPlan {
    /// Depth in moves.
    pub depth: u32,
    /// True to report the figures of every first move too: of positions by a separate walk for
    /// each; without positions, also at depth 1, where the moves are else only counted.
    pub divide: bool,
    /// Largest number of distinct positions kept on each side, over all depths; `None` to merge and
    /// compare no positions, and to count the sequences of moves alone.
    pub positions_max: Option<u32>,
    /// The only side that plays; `None` for both, which are compared.
    pub only: Option<Side>,
    /// Number of worker threads, at least 1.
    pub threads: usize,
    /// Time without progress after which a side counts as hung. A count of the legal moves by the
    /// side itself is a single step.
    pub step_limit: Duration,
    /// Ends the walk early.
    pub stop: Arc<AtomicBool>,
    /// Time at which the walk ends early.
    pub deadline: Option<Instant>,
}

impl PerftPlan {
    /// A walk of both sides to this depth on one thread, with up to a million positions and a minute
    /// per step.
    #[must_use]
    pub fn new(depth: u32) -> Self {
        Self {
            depth,
            divide: false,
            positions_max: Some(1_000_000),
            only: None,
            threads: 1,
            step_limit: Duration::from_mins(1),
            stop: Arc::default(),
            deadline: None,
        }
    }

    /// True if equal positions are merged, which are compared then.
    pub(super) fn merges(&self) -> bool {
        self.positions_max.is_some()
    }

    /// Number of positions that a walk may keep.
    pub(super) fn kept_max(&self) -> usize {
        self.positions_max.map_or(usize::MAX, |most| most as usize)
    }

    /// Number of legal moves of a position that can be followed.
    pub(super) fn moves_max(&self) -> usize {
        self.positions_max.map_or(FOLLOWED_MAX, |most| (most as usize).max(FOLLOWED_MIN))
    }

    pub(super) fn is_over(&self) -> bool {
        self.stop.load(Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// The figures of one depth (PF-2). Without positions, their number and digest are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DepthCounts {
    /// Depth in moves.
    pub depth: u32,
    /// Number of sequences of `depth` legal moves, saturating at [`u128::MAX`].
    pub nodes: u128,
    /// Number of distinct positions they lead to.
    pub positions: u64,
    /// Digest of the set of these positions (PF-5).
    pub digest: u64,
}

/// Figures of the sequences that begin with one move (`divide`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The move, with its description as a legal move.
    pub title: String,
    /// The move as a line of a case.
    pub mv: String,
    /// The case that ends with the move.
    pub case: AnyCase,
    /// Figures at the requested depth, counted from before the move.
    pub row: DepthCounts,
}

/// Start of a walk: the position after the moves of a case. None is repeated after them.
pub(super) struct Start<R: RuleSet> {
    pub(super) pairing: Pairing<R>,
    pub(super) plan: PerftPlan,
    pub(super) case: CaseOf<R>,
    /// Number of its moves that belong to the requested walk: 1 in the walk from a first move,
    /// otherwise 0.
    pub(super) depth: u32,
}

impl<R: RuleSet> Start<R> {
    /// Step of the last move before the walk.
    pub(super) fn step(&self) -> usize {
        self.case.moves.len()
    }

    /// The case with the moves of a path appended.
    pub(super) fn case_with(&self, path: &[MoveOf<R::Vocabulary>]) -> CaseOf<R> {
        let mut case = CaseOf::<R> { rest: Rest::Stop, ..self.case.clone() };
        case.moves.extend_from_slice(path);
        case
    }

    /// A case without its type.
    pub(super) fn any(&self, case: CaseOf<R>) -> AnyCase {
        AnyCase::new(self.pairing.rules(), case)
    }

    /// The start of the walk behind a first move.
    pub(super) fn behind(&self, legal: &LegalMoveOf<R::Vocabulary>) -> Self {
        let case = self.case_with(&[R::Vocabulary::to_move(legal)]);
        Self { pairing: self.pairing.clone(), plan: self.plan.clone(), case, depth: 1 }
    }

    /// The figures of a first move.
    pub(super) fn branch(
        &self,
        legal: &LegalMoveOf<R::Vocabulary>,
        figures: DepthCounts,
    ) -> Branch {
        let mv = R::Vocabulary::to_move(legal);
        let row = DepthCounts { depth: self.plan.depth, ..figures };
        let (title, text) = (title(&mv, legal), mv.to_string());
        Branch { title, mv: text, case: self.any(self.case_with(&[mv])), row }
    }
}
