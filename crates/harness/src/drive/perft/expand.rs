//! Expansion of a depth: all moves of all its positions, on several threads.
//!
//! The positions are handed out in blocks, and the results are merged in the order of the blocks,
//! so they do not depend on the threads. The sides are compared by one number per position, a
//! fingerprint of its moves and the positions they lead to. A worker that hangs is abandoned
//! (`crates/harness/src/drive/pool.rs`).

use std::fmt::{self, Display, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use twinboard_vocabulary::{Game, MoveOf, TryClone, Vocabulary};

use super::plan::{PerftPlan, Start};
use super::positions::{
    Child, Children, Expansion, Known, Node, Trail, WalkError, add, followed_max,
};
use super::replay::replay;
use crate::drive::pool::{self, Event, InOrder, POLL_INTERVAL, Pool, Slot, Work};
use crate::model::activity::{Side, Stage};
use crate::model::guard;
use crate::model::guard::Panic;
use crate::model::listing::legal_moves;
use crate::model::pairing::{GameOf, SideOf};
use crate::model::random::{DIGEST_OF_NOTHING, digest, digest_on, mix};
use crate::model::rules::RuleSet;
use crate::model::sync::lock;
use crate::model::watched::WatchedSide;

/// Largest number of positions in a block. Small, so that all workers finish at about the same
/// time.
const BLOCK: usize = 32;
/// Fingerprint of a position with too many moves.
const CROWDED: u64 = 0;

/// Task that is the same for all positions of a depth.
pub(super) struct Task<R: RuleSet> {
    pub(super) start: Arc<Start<R>>,
    pub(super) implementation: SideOf<R>,
    pub(super) side: Side,
    /// The step of the case that led to the positions.
    pub(super) step: usize,
    /// True if the children will be expanded too.
    pub(super) keep_games: bool,
    /// False for games that are replayed for every move.
    pub(super) can_copy: bool,
    /// Positions of earlier depths.
    pub(super) known: Arc<Known>,
}

/// Place of a worker: the trail of a position, and the move that is played from it.
type At<M> = (u32, Option<M>);

/// A numbered block of positions. `M` is the type of moves.
struct Block<M, G> {
    number: u64,
    nodes: Vec<Node<G>>,
    /// Moves to each of the positions, if games are replayed; else empty.
    paths: Vec<Vec<M>>,
}

/// Result of expanding a block.
struct Expanded<M, G> {
    fingerprints: Vec<u64>,
    /// Index in the block of the first position that refuses a move it has listed.
    refuses: Option<usize>,
    is_crowded: bool,
    moves: u64,
    children: Children<M, G>,
}

/// Reason why a block was not finished.
enum Failure<M> {
    Stopped,
    Full,
    Panicked { at: Option<At<M>>, stage: Stage, panic: Panic },
}

/// The result of a block, with its number.
type Numbered<R> = (u64, ExpandedBlock<R>);

type ExpandedBlock<R> = Result<
    Expanded<MoveOf<<R as RuleSet>::Vocabulary>, GameOf<R>>,
    Failure<MoveOf<<R as RuleSet>::Vocabulary>>,
>;

/// The job queue of a depth, and state shared by all workers.
struct Shared<R: RuleSet> {
    blocks: Mutex<std::vec::IntoIter<Block<MoveOf<R::Vocabulary>, GameOf<R>>>>,
    task: Task<R>,
    positions_max: usize,
    /// Number of positions that may still be added.
    capacity: usize,
    stop: Arc<AtomicBool>,
}

/// Result of a depth: the expansion, and the positions of the next depth.
type ExpandedDepth<R> = (Expansion, Children<MoveOf<<R as RuleSet>::Vocabulary>, GameOf<R>>);

/// Plays every move of every position of `layer` and returns the positions they lead to, at most
/// `room` of them.
pub(super) fn expand<R: RuleSet>(
    plan: &PerftPlan,
    task: Task<R>,
    layer: Vec<Node<GameOf<R>>>,
    capacity: usize,
    trail: &Trail<MoveOf<R::Vocabulary>>,
    progress: &mut dyn FnMut(usize),
) -> Result<ExpandedDepth<R>, WalkError<MoveOf<R::Vocabulary>>> {
    let parents = layer.iter().map(|node| node.trail).collect();
    let mut blocks = blocks(layer, plan.threads.max(1));
    if !task.can_copy {
        for block in &mut blocks {
            block.paths = block.nodes.iter().map(|node| trail.path(node.trail)).collect();
        }
    }
    // No more workers than blocks.
    let threads = plan.threads.min(blocks.len());
    let shared = Shared {
        blocks: Mutex::new(blocks.into_iter()),
        task,
        positions_max: plan.positions_max as usize,
        capacity,
        stop: Arc::clone(&plan.stop),
    };
    let mut gathering = Gathering {
        whole: Expansion {
            parents,
            fingerprints: Vec::new(),
            refuses: None,
            is_crowded: false,
            moves: 0,
        },
        children: Children::default(),
        blocks: InOrder::default(),
        capacity,
    };
    let mut pool = Pool::start(Arc::new(shared), threads, POLL_INTERVAL);
    while let Some(event) = pool.wait(pool::limit(plan.step_limit, plan.stop.load(Relaxed))) {
        match event {
            Event::Done((number, expanded)) => {
                gathering.add(number, expanded).map_err(|failure| failure.into_error(trail))?;
            }
            Event::Hung(hang) => {
                let path = path_to(trail, hang.place);
                return Err(WalkError::Hung { path, stage: hang.stage });
            }
            Event::Tick => progress(gathering.whole.fingerprints.len()),
        }
    }
    Ok((gathering.whole, gathering.children))
}

impl<M: Clone> Failure<M> {
    fn into_error(self, trail: &Trail<M>) -> WalkError<M> {
        match self {
            Self::Stopped => WalkError::Stopped,
            Self::Full => WalkError::Full,
            Self::Panicked { at, stage, panic } => {
                let path = at.map(|at| path_to(trail, at)).unwrap_or_default();
                WalkError::Panicked { path, stage, panic }
            }
        }
    }
}

/// Divides a layer into blocks; a small layer into small ones, so that every worker gets some.
fn blocks<M, G>(layer: Vec<Node<G>>, threads: usize) -> Vec<Block<M, G>> {
    let size = (layer.len() / (4 * threads)).clamp(1, BLOCK);
    let mut nodes = layer.into_iter();
    let mut blocks = Vec::new();
    loop {
        let block: Vec<_> = nodes.by_ref().take(size).collect();
        if block.is_empty() {
            return blocks;
        }
        blocks.push(Block { number: blocks.len() as u64, nodes: block, paths: Vec::new() });
    }
}

fn path_to<M: Clone>(trail: &Trail<M>, (node, mv): At<M>) -> Vec<M> {
    let mut path = trail.path(node);
    path.extend(mv);
    path
}

impl<R: RuleSet> Work for Shared<R> {
    type Job = Block<MoveOf<R::Vocabulary>, GameOf<R>>;
    type Place = At<MoveOf<R::Vocabulary>>;
    type Result = Numbered<R>;

    fn take(&self) -> Option<Self::Job> {
        lock(&self.blocks).next()
    }

    fn worker<'a>(
        &'a self,
        slot: &'a Slot<Self::Place>,
    ) -> impl FnMut(Self::Job) -> Self::Result + 'a {
        |Block { number, nodes, paths }| {
            let expanded = self.expand_block(nodes, &paths, slot);
            if expanded.is_err() {
                // All earlier blocks have been taken; later ones are not needed.
                lock(&self.blocks).by_ref().for_each(drop);
            }
            (number, expanded)
        }
    }
}

impl<R: RuleSet> Shared<R> {
    fn expand_block(
        &self,
        nodes: Vec<Node<GameOf<R>>>,
        paths: &[Vec<MoveOf<R::Vocabulary>>],
        slot: &Slot<At<MoveOf<R::Vocabulary>>>,
    ) -> ExpandedBlock<R> {
        let mut expanded = Expanded {
            fingerprints: Vec::with_capacity(nodes.len()),
            refuses: None,
            is_crowded: false,
            moves: 0,
            children: Children::default(),
        };
        for (index, node) in nodes.into_iter().enumerate() {
            let path = paths.get(index).map_or(&[][..], Vec::as_slice);
            let done = guard::catch_panic(|| self.expand_node(node, path, slot, &mut expanded));
            let is_accepted = done.unwrap_or_else(|panic| {
                Err(Failure::Panicked { at: slot.place(), stage: slot.activity().stage(), panic })
            })?;
            if !is_accepted {
                expanded.refuses.get_or_insert(index);
            }
        }
        Ok(expanded)
    }

    /// Plays every move of a position, to which `path` leads. Returns true if all of them are
    /// accepted.
    fn expand_node(
        &self,
        node: Node<GameOf<R>>,
        path: &[MoveOf<R::Vocabulary>],
        slot: &Slot<At<MoveOf<R::Vocabulary>>>,
        expanded: &mut Expanded<MoveOf<R::Vocabulary>, GameOf<R>>,
    ) -> Result<bool, Failure<MoveOf<R::Vocabulary>>> {
        let Task { start, implementation, side, step, keep_games, can_copy, known } = &self.task;
        let activity = slot.activity();
        let side = WatchedSide::new(implementation, *side, activity);
        let replay = || {
            let again = replay(start, &side, path, activity);
            again.unwrap_or_else(|| side.fail_to_set_up_again())
        };
        slot.enter((node.trail, None));
        let game = node.game.map_or_else(replay, |game| side.watch(game));
        activity.set_step(*step);
        let Some(legal) = legal_moves(&game, followed_max(self.positions_max), 0) else {
            // Compared with the other side later.
            expanded.is_crowded = true;
            expanded.fingerprints.push(CROWDED);
            return Ok(true);
        };
        let mut fingerprint = Fingerprint::default();
        let mut all_accepted = true;
        for legal in legal {
            if self.stop.load(Relaxed) {
                return Err(Failure::Stopped);
            }
            let mv = R::Vocabulary::to_move(&legal);
            activity.set_step(step + 1);
            slot.enter((node.trail, Some(mv.clone())));
            let mut game = game.try_clone().unwrap_or_else(replay);
            activity.set_step(step + 1);
            let is_accepted = game.play(&mv).is_ok();
            expanded.moves += 1;
            all_accepted &= is_accepted;
            if !is_accepted {
                fingerprint.add(&mv, DIGEST_OF_NOTHING);
                continue;
            }
            let text = R::Vocabulary::text(&game.position());
            let key = digest(text.as_bytes());
            fingerprint.add(&mv, key);
            let moves_max = followed_max(self.positions_max);
            let is_compared = *keep_games || known.contains_key(&key);
            let future = if is_compared { future_of(&game, moves_max) } else { 0 };
            let game = (*keep_games && *can_copy).then(|| game.into_inner());
            let other = None;
            let child = Child { ways: node.ways, parent: node.trail, mv, game, future, other };
            add(&mut expanded.children, text.into_boxed_str(), child);
            // Other blocks may share children, but this block alone has too many already.
            if expanded.children.len() > self.capacity {
                return Err(Failure::Full);
            }
        }
        expanded.fingerprints.push(fingerprint.0);
        Ok(all_accepted)
    }
}

/// Hash of the outcome and of the legal moves in any order; of the outcome alone if there are more
/// than `moves_max`.
pub(super) fn future_of<G: Game>(game: &G, moves_max: usize) -> u64 {
    let outcome = Fingerprint::of(&game.outcome());
    let (mut sum, mut count) = (0_u64, 0);
    let listing = game.visit_legal_moves(&mut |legal| {
        count += 1;
        if count > moves_max {
            return ControlFlow::Break(());
        }
        sum = sum.wrapping_add(Fingerprint::of(&G::Vocabulary::to_move(legal)));
        ControlFlow::Continue(())
    });
    if listing.is_break() { outcome } else { mix(outcome.wrapping_add(sum)) }
}

/// Hash of the moves of a position and the positions they lead to, in the order of the list.
struct Fingerprint(u64);

impl Default for Fingerprint {
    fn default() -> Self {
        Self(DIGEST_OF_NOTHING)
    }
}

impl Fingerprint {
    /// Hash of a text alone.
    fn of(text: &impl Display) -> u64 {
        let mut fingerprint = Self::default();
        fingerprint.add(text, DIGEST_OF_NOTHING);
        fingerprint.0
    }

    fn add(&mut self, mv: &impl Display, led_to: u64) {
        // Writing to a hash does not fail.
        let _ = write!(self, "{mv}");
        self.0 = mix(self.0 ^ led_to.rotate_left(1));
    }
}

impl Write for Fingerprint {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = digest_on(self.0, text.as_bytes());
        Ok(())
    }
}

/// Results of a depth so far.
struct Gathering<M, G> {
    whole: Expansion,
    children: Children<M, G>,
    blocks: InOrder<Result<Expanded<M, G>, Failure<M>>>,
    capacity: usize,
}

impl<M, G> Gathering<M, G> {
    /// Adds the result of a block. A failure counts once all earlier blocks are done.
    fn add(
        &mut self,
        number: u64,
        expanded: Result<Expanded<M, G>, Failure<M>>,
    ) -> Result<(), Failure<M>> {
        self.blocks.insert(number, expanded);
        while let Some((_, expanded)) = self.blocks.pop() {
            let Expanded { fingerprints, refuses, is_crowded, moves, children } = expanded?;
            let before = self.whole.fingerprints.len();
            let refuses = refuses.map(|index| before + index);
            self.whole.refuses = self.whole.refuses.or(refuses);
            self.whole.is_crowded |= is_crowded;
            self.whole.moves += moves;
            self.whole.fingerprints.extend(fingerprints);
            for (text, child) in children {
                add(&mut self.children, text, child);
            }
            if self.children.len() > self.capacity {
                return Err(Failure::Full);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, Node, blocks};

    #[test]
    fn blocks_are_small_enough_for_every_worker_to_get_some() {
        let node = |trail| Node { text: "".into(), ways: 1, trail, game: None::<()> };
        let sizes = |nodes, threads| -> Vec<usize> {
            let blocks = blocks::<(), _>((0..nodes).map(node).collect(), threads);
            assert!(blocks.iter().map(|block| block.number).eq(0..blocks.len() as u64));
            let trails = blocks.iter().flat_map(|block| &block.nodes).map(|node| node.trail);
            assert!(trails.eq(0..nodes));
            blocks.iter().map(|block| block.nodes.len()).collect()
        };
        assert_eq!(sizes(96, 3), [8; 12], "four for each");
        assert_eq!(sizes(5, 3), [1; 5]);
        assert_eq!(sizes(1_000, 3)[..10], [BLOCK; 10]);
        assert!(sizes(0, 3).is_empty());
    }
}
