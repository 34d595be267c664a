//! The positions of a depth, the paths to them, and the moves that lead on from them.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use crate::model::activity::Stage;
use crate::model::guard::Panic;

/// Number of moves of one position that a walk can follow even if it may keep fewer positions.
const FOLLOWED_MIN: usize = 4096;

/// Largest number of moves of one position that a walk can follow.
pub(super) fn followed_max(positions_max: usize) -> usize {
    positions_max.max(FOLLOWED_MIN)
}

/// Reason for an early end of a walk on one side.
#[derive(Debug)]
pub(super) enum WalkError<M> {
    Stopped,
    Full,
    Unsupported,
    /// A panic after these moves of the walk, or during the last of them.
    Panicked {
        path: Vec<M>,
        stage: Stage,
        panic: Panic,
    },
    /// A hang after these moves of the walk, or during the last of them.
    Hung {
        path: Vec<M>,
        stage: Stage,
    },
}

/// A distinct position of a depth.
pub(super) struct Node<G> {
    /// Text that identifies it (PF-3).
    pub(super) text: Box<str>,
    /// Number of sequences of moves that lead to it, saturating at [`u128::MAX`].
    pub(super) ways: u128,
    /// Index of the first of these sequences in the [`Trail`].
    pub(super) trail: u32,
    /// A game at this position; `None` at the last depth, and for games that cannot be copied.
    pub(super) game: Option<G>,
}

/// A position reached by a move from a node.
pub(super) struct Child<M, G> {
    pub(super) ways: u128,
    /// Trail of the node.
    pub(super) parent: u32,
    pub(super) mv: M,
    pub(super) game: Option<G>,
    /// Hash of the outcome and the legal moves; 0 at the last depth, which is not continued, unless
    /// the position is known from an earlier one.
    pub(super) future: u64,
    /// Parent and last move of the first way to an equal position with another `future`.
    pub(super) other: Option<Box<(u32, M)>>,
}

/// Distinct positions by their texts.
pub(super) type Children<M, G> = FxHashMap<Box<str>, Child<M, G>>;

/// The hash of the outcome and the legal moves of positions and a trail to each, by digests of their
/// texts. Players often alternate, so that equal positions with different futures have ways of
/// different lengths.
pub(super) type Known = FxHashMap<u64, (u64, u32)>;

/// Adds a position. The first sequence of moves to a position is kept as its trail, and the first
/// one after which the game goes on differently.
pub(super) fn add<M, G>(children: &mut Children<M, G>, text: Box<str>, child: Child<M, G>) {
    match children.entry(text) {
        Entry::Vacant(place) => {
            place.insert(child);
        }
        Entry::Occupied(mut place) => {
            let known = place.get_mut();
            known.ways = known.ways.saturating_add(child.ways);
            if known.other.is_none() {
                let differs = child.future != known.future;
                known.other =
                    if differs { Some(Box::new((child.parent, child.mv))) } else { child.other };
            }
        }
    }
}

/// Result of playing all moves of all positions of a depth.
pub(super) struct Expansion {
    /// Trails of the positions, in the order of their texts.
    pub(super) parents: Vec<u32>,
    /// Fingerprint of each position: a hash of its moves and the positions they lead to.
    pub(super) fingerprints: Vec<u64>,
    /// Index of the first position that refuses a move it has listed.
    pub(super) refuses: Option<usize>,
    /// True if a position has more moves than a walk can follow.
    pub(super) is_crowded: bool,
    /// Number of moves played.
    pub(super) moves: u64,
}

impl Expansion {
    /// Index of the first position whose moves differ on the two sides, or include a listed move
    /// that is refused.
    pub(super) fn first_difference(&self, other: &Self) -> Option<usize> {
        let pairs = self.fingerprints.iter().zip(&other.fingerprints);
        let differs = pairs.into_iter().position(|(ours, theirs)| ours != theirs);
        [differs, self.refuses, other.refuses].into_iter().flatten().min()
    }
}

/// Tree of the first paths to all positions: entry n − 1 has the parent and the last move of
/// position n. Position 0 is the start.
pub(super) struct Trail<M>(Vec<(u32, M)>);

impl<M> Default for Trail<M> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<M: Clone> Trail<M> {
    /// Number of positions, including the start.
    pub(super) fn len(&self) -> usize {
        self.0.len() + 1
    }

    /// Adds a position and returns its index. Cannot overflow, because `positions_max` is a `u32`.
    pub(super) fn add(&mut self, parent: u32, mv: M) -> u32 {
        self.0.push((parent, mv));
        self.0.len() as u32
    }

    /// The path to the end of a trail, and one more move.
    pub(super) fn path_with(&self, trail: u32, last: M) -> Vec<M> {
        let mut path = self.path(trail);
        path.push(last);
        path
    }

    pub(super) fn path(&self, mut trail: u32) -> Vec<M> {
        let mut path = Vec::new();
        while let Some(index) = (trail as usize).checked_sub(1) {
            let (parent, mv) = &self.0[index];
            path.push(mv.clone());
            trail = *parent;
        }
        path.reverse();
        path
    }
}
