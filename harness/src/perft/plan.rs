//! What a walk is to do, where it starts, and the figures of a depth.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use board::{MoveOf, Rest};
use serde::{Serialize, Serializer};

use crate::{CaseOf, RuleSet};

/// How far to walk, and at what expense.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How many moves deep.
    pub depth: u32,
    /// Whether the figures behind every first move are wanted too.
    pub divide: bool,
    /// The most distinct positions that are kept, all depths together, on each side.
    pub positions_max: u32,
    /// On how many threads, at least 1.
    pub threads: usize,
    /// When a side that does not come back from a step is given up.
    pub step_limit: Duration,
    /// Ends the walk early.
    pub stop: Arc<AtomicBool>,
}

/// The figures of one depth (PF-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// After how many moves.
    pub depth: u32,
    /// How many sequences of so many legal moves there are; [`u128::MAX`] stands for more too.
    #[serde(serialize_with = "as_text")]
    pub nodes: u128,
    /// How many distinct positions they lead to.
    pub positions: u64,
    /// The digest of the set of these positions (PF-5).
    #[serde(serialize_with = "as_hexadecimal")]
    pub digest: u64,
}

/// Where a walk starts: behind the moves of a case. How the case would go on after them does not
/// matter here.
pub(super) struct Start<R: RuleSet> {
    pub(super) rules: R,
    pub(super) case: CaseOf<R>,
    /// How many of its moves belong to the walk that was asked for: 1 behind a first move.
    pub(super) depth: u32,
}

impl<R: RuleSet> Start<R> {
    /// The step of the last move before the walk.
    pub(super) fn step(&self) -> usize {
        self.case.moves.len()
    }

    /// The same case with more moves.
    pub(super) fn case_with(&self, path: &[MoveOf<R::Vocabulary>]) -> CaseOf<R> {
        let mut case = CaseOf::<R> { rest: Rest::Stop, ..self.case.clone() };
        case.moves.extend_from_slice(path);
        case
    }
}

/// Numbers of JSON are read as floating point by many.
fn as_text<S: Serializer>(nodes: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(nodes)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands the field over by reference")]
fn as_hexadecimal<S: Serializer>(digest: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{digest:016x}"))
}
