//! All moves of all positions of a depth, played on several threads.
//!
//! The positions are handed out in blocks, and the results of the blocks are put together in their
//! order: the result does not depend on the threads. A worker that hangs is abandoned, see
//! `harness/src/pool.rs`.

use std::fmt::{self, Display, Write};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use board::{Game, MoveOf, Vocabulary};

use super::plan::Plan;
use super::side::{Child, Children, Expansion, Halt, Node, Trail, add, followed_max};
use crate::activity::{Action, Side, Stage};
use crate::listing::legal_moves;
use crate::pool::{self, Event, InOrder, LOOK, Pool, Slot, Work};
use crate::random::{DIGEST_OF_NOTHING, digest, digest_on, mixed};
use crate::{RuleSet, guard};

/// How many positions a block has at most: few, so that all threads end together.
const BLOCK: usize = 32;
/// What stands for the moves of a position that has too many.
const CROWDED: u64 = 0;

/// What is to be done with each position.
#[derive(Clone, Copy)]
pub(super) struct Task {
    pub(super) side: Side,
    /// The step of the case that led to the positions.
    pub(super) step: usize,
    /// Whether the walk goes on from their children.
    pub(super) keep_games: bool,
}

/// The place of a worker: the trail of a position, and the move that is played from it.
type At<M> = (u32, Option<M>);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Positions to be expanded, and which ones they are.
struct Block<G> {
    number: u64,
    nodes: Vec<Node<G>>,
}

/// What came of a block.
struct Expanded<M, G> {
    prints: Vec<u64>,
    /// The first in it that refuses a move it has listed.
    refuses: Option<usize>,
    is_crowded: bool,
    moves: u64,
    children: Children<M, G>,
}

/// Where one position failed.
enum Failure<M> {
    Stopped,
    Full,
    Panicked { at: Option<At<M>>, stage: Stage, message: String },
}

/// The result of a block, with its number.
type Numbered<M, G> = (u64, Result<Expanded<M, G>, Failure<M>>);

/// The positions of a depth in blocks, and what all workers need to know.
struct Shared<R, G> {
    blocks: Mutex<std::vec::IntoIter<Block<G>>>,
    task: Task,
    positions_max: usize,
    /// How many positions may still be added.
    room: usize,
    stop: Arc<AtomicBool>,
    rules: PhantomData<fn() -> R>,
}

/// What came of a depth: the moves, and the positions they lead to.
type Whole<M, G> = (Expansion, Children<M, G>);

/// Plays every move of every position of `layer`, and gives the positions they lead to, of which
/// there must not be more than `room`.
pub(super) fn expand<R, G>(
    plan: &Plan,
    task: Task,
    layer: Vec<Node<G>>,
    room: usize,
    trail: &Trail<MoveOf<R::Vocabulary>>,
    progress: &mut dyn FnMut(usize),
) -> Result<Whole<MoveOf<R::Vocabulary>, G>, Halt<MoveOf<R::Vocabulary>>>
where
    R: RuleSet,
    G: Game<Vocabulary = R::Vocabulary> + Send + 'static,
{
    let parents = layer.iter().map(|node| node.trail).collect();
    let blocks = blocks(layer, plan.threads.max(1));
    // No more workers than blocks.
    let threads = plan.threads.min(blocks.len());
    let shared = Shared::<R, G> {
        blocks: Mutex::new(blocks.into_iter()),
        task,
        positions_max: plan.positions_max as usize,
        room,
        stop: Arc::clone(&plan.stop),
        rules: PhantomData,
    };
    let mut gathering = Gathering {
        whole: Expansion {
            parents,
            prints: Vec::new(),
            refuses: None,
            is_crowded: false,
            moves: 0,
        },
        children: Children::default(),
        blocks: InOrder::default(),
        room,
    };
    let mut pool = Pool::start(Arc::new(shared), threads, LOOK);
    while let Some(event) = pool.wait(pool::limit(plan.step_limit, plan.stop.load(Relaxed))) {
        match event {
            Event::Done((number, expanded)) => {
                gathering.add(number, expanded).map_err(|failure| failure.halt(trail))?;
            }
            Event::Hung(hang) => {
                return Err(Halt::Hung { path: path_to(trail, hang.place), stage: hang.stage });
            }
            Event::Tick => progress(gathering.whole.prints.len()),
        }
    }
    Ok((gathering.whole, gathering.children))
}

impl<M: Clone> Failure<M> {
    fn halt(self, trail: &Trail<M>) -> Halt<M> {
        match self {
            Self::Stopped => Halt::Stopped,
            Self::Full => Halt::Full,
            Self::Panicked { at, stage, message } => {
                let path = at.map(|at| path_to(trail, at)).unwrap_or_default();
                Halt::Panicked { path, stage, message }
            }
        }
    }
}

/// The layer in blocks; a small layer in small ones, so that each worker has some.
fn blocks<G>(layer: Vec<Node<G>>, threads: usize) -> Vec<Block<G>> {
    let size = (layer.len() / (4 * threads)).clamp(1, BLOCK);
    let mut nodes = layer.into_iter();
    let mut blocks = Vec::new();
    loop {
        let block: Vec<_> = nodes.by_ref().take(size).collect();
        if block.is_empty() {
            return blocks;
        }
        blocks.push(Block { number: blocks.len() as u64, nodes: block });
    }
}

fn path_to<M: Clone>(trail: &Trail<M>, (node, mv): At<M>) -> Vec<M> {
    let mut path = trail.path(node);
    path.extend(mv);
    path
}

impl<R, G> Work for Shared<R, G>
where
    R: RuleSet,
    G: Game<Vocabulary = R::Vocabulary> + Send + 'static,
{
    type Job = Block<G>;
    type Place = At<MoveOf<R::Vocabulary>>;
    type Result = Numbered<MoveOf<R::Vocabulary>, G>;

    fn take(&self) -> Option<Block<G>> {
        lock(&self.blocks).next()
    }

    fn worker<'a>(
        &'a self,
        slot: &'a Slot<Self::Place>,
    ) -> impl FnMut(Block<G>) -> Self::Result + 'a {
        |Block { number, nodes }| {
            let expanded = self.expand_block(&nodes, slot);
            if expanded.is_err() {
                // All blocks before this one have been taken; those behind are not needed.
                lock(&self.blocks).by_ref().for_each(drop);
            }
            (number, expanded)
        }
    }
}

impl<R, G> Shared<R, G>
where
    R: RuleSet,
    G: Game<Vocabulary = R::Vocabulary> + Send + 'static,
{
    fn expand_block(
        &self,
        nodes: &[Node<G>],
        slot: &Slot<At<MoveOf<R::Vocabulary>>>,
    ) -> Result<Expanded<MoveOf<R::Vocabulary>, G>, Failure<MoveOf<R::Vocabulary>>> {
        let mut expanded = Expanded {
            prints: Vec::with_capacity(nodes.len()),
            refuses: None,
            is_crowded: false,
            moves: 0,
            children: Children::default(),
        };
        for (index, node) in nodes.iter().enumerate() {
            let done = guard::catch(|| self.expand_node(node, slot, &mut expanded));
            let is_accepted = done.unwrap_or_else(|message| {
                Err(Failure::Panicked { at: slot.place(), stage: slot.activity().stage(), message })
            })?;
            if !is_accepted {
                expanded.refuses.get_or_insert(index);
            }
        }
        Ok(expanded)
    }

    /// Plays every move of a position; says whether all of them are accepted.
    fn expand_node(
        &self,
        node: &Node<G>,
        slot: &Slot<At<MoveOf<R::Vocabulary>>>,
        expanded: &mut Expanded<MoveOf<R::Vocabulary>, G>,
    ) -> Result<bool, Failure<MoveOf<R::Vocabulary>>> {
        let Task { side, step, keep_games } = self.task;
        let beat = |step, action| slot.activity().begin(step, Some(side), action);
        beat(step, Action::LegalMoves);
        slot.enter((node.trail, None));
        let game = node.game.as_ref().expect("a position to go on from has its game");
        let Some(legal) = legal_moves(game, followed_max(self.positions_max), 0, || {
            beat(step, Action::LegalMoves);
        }) else {
            // Whether that is right, only the other side can tell.
            expanded.is_crowded = true;
            expanded.prints.push(CROWDED);
            return Ok(true);
        };
        let mut print = Print::default();
        let mut all_accepted = true;
        for legal in legal {
            if self.stop.load(Relaxed) {
                return Err(Failure::Stopped);
            }
            let mv = R::Vocabulary::to_move(&legal);
            beat(step + 1, Action::Copy);
            slot.enter((node.trail, Some(mv.clone())));
            let mut game = game.try_clone().expect("a walk begins with a game that can be copied");
            beat(step + 1, Action::Play);
            let is_accepted = game.play(&mv).is_ok();
            expanded.moves += 1;
            all_accepted &= is_accepted;
            if !is_accepted {
                print.add(&mv, DIGEST_OF_NOTHING);
                continue;
            }
            beat(step + 1, Action::Position);
            let text = R::Vocabulary::text(&game.position());
            print.add(&mv, digest(text.as_bytes()));
            let game = keep_games.then_some(game);
            let child = Child { ways: node.ways, parent: node.trail, mv, game };
            add(&mut expanded.children, text.into_boxed_str(), child);
            // The others may have found the same ones; but these alone are too many already.
            if expanded.children.len() > self.room {
                return Err(Failure::Full);
            }
        }
        expanded.prints.push(print.0);
        Ok(all_accepted)
    }
}

/// A number that follows from moves and what they led to, in their order.
struct Print(u64);

impl Default for Print {
    fn default() -> Self {
        Self(DIGEST_OF_NOTHING)
    }
}

impl Print {
    fn add(&mut self, mv: &impl Display, led_to: u64) {
        // Writing to a number does not fail.
        let _ = write!(self, "{mv}");
        self.0 = mixed(self.0 ^ led_to.rotate_left(1));
    }
}

impl Write for Print {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = digest_on(self.0, text.as_bytes());
        Ok(())
    }
}

/// What has come of a depth so far.
struct Gathering<M, G> {
    whole: Expansion,
    children: Children<M, G>,
    blocks: InOrder<Result<Expanded<M, G>, Failure<M>>>,
    room: usize,
}

impl<M, G> Gathering<M, G> {
    /// Adds the result of a block; a failure counts when all blocks before it are done.
    fn add(
        &mut self,
        number: u64,
        expanded: Result<Expanded<M, G>, Failure<M>>,
    ) -> Result<(), Failure<M>> {
        self.blocks.insert(number, expanded);
        while let Some(expanded) = self.blocks.pop() {
            let Expanded { prints, refuses, is_crowded, moves, children } = expanded?;
            let before = self.whole.prints.len();
            let refuses = refuses.map(|index| before + index);
            self.whole.refuses = self.whole.refuses.or(refuses);
            self.whole.is_crowded |= is_crowded;
            self.whole.moves += moves;
            self.whole.prints.extend(prints);
            for (text, child) in children {
                add(&mut self.children, text, child);
            }
            if self.children.len() > self.room {
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
    fn every_worker_has_some_blocks_and_none_is_large() {
        let node = |trail| Node { text: "".into(), ways: 1, trail, game: None::<()> };
        let sizes = |nodes, threads| -> Vec<usize> {
            let blocks = blocks((0..nodes).map(node).collect(), threads);
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
