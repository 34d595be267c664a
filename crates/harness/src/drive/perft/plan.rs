//! Parameters and start of a walk, and the figures of a depth.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use twinboard_vocabulary::{LegalMoveOf, MoveOf, Rest, Vocabulary};

use crate::model::case::title;
use crate::model::rules::{CaseOf, RuleSet};

/// Parameters of a walk.
#[derive(Clone, Debug)]
pub struct PerftPlan {
    /// Depth in moves.
    pub depth: u32,
    /// True to report the figures of every first move too, by a separate walk for each.
    pub divide: bool,
    /// Largest number of distinct positions kept on each side, over all depths.
    pub positions_max: u32,
    /// Number of worker threads, at least 1.
    pub threads: usize,
    /// Time without progress after which a side counts as hung.
    pub step_limit: Duration,
    /// Ends the walk early.
    pub stop: Arc<AtomicBool>,
}

impl PerftPlan {
    /// A walk to this depth on one thread, with up to a million positions and a minute per step.
    #[must_use]
    pub fn new(depth: u32) -> Self {
        let (step_limit, stop) = (Duration::from_mins(1), Arc::default());
        Self { depth, divide: false, positions_max: 1_000_000, threads: 1, step_limit, stop }
    }
}

/// The figures of one depth (PF-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// Start of a walk: the position after the moves of a case. None is repeated after them.
pub(super) struct Start<R: RuleSet> {
    pub(super) rules: R,
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

    /// A first move, its title for reports, and the case that ends with it.
    pub(super) fn after(&self, legal: &LegalMoveOf<R::Vocabulary>) -> (String, String, CaseOf<R>) {
        let mv = R::Vocabulary::to_move(legal);
        let case = self.case_with(std::slice::from_ref(&mv));
        (mv.to_string(), title(&mv, legal), case)
    }
}
