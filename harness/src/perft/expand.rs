//! All moves of all positions of a depth, played on several threads.
//!
//! The positions are handed out in blocks, and what came of the blocks is put together in their
//! order: the result does not depend on the threads. A worker that does not come back is left
//! behind, see `harness/src/watch.rs`.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use board::{Game, Vocabulary};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::Plan;
use super::side::{Child, Children, Expansion, Halt, Node, Trail, add, followed_max};
use crate::listing::legal_moves;
use crate::lockstep::MoveOf;
use crate::pool::LAST_LIMIT;
use crate::pool::LOOK;
use crate::pulse::{Action, Pulse, Side, Stage};
use crate::random::{DIGEST_OF_NOTHING, digest, digest_on, mixed};
use crate::watch::Watch;
use crate::{RuleSet, guard};

/// How many positions a block has at most: few, so that all threads end together.
const BLOCK: usize = 32;
/// What stands for the moves of a position that has too many.
const CROWDED: u64 = 0;

/// The workers.
pub(super) struct Crew {
    pool: ThreadPool,
    threads: usize,
}

impl Crew {
    pub(super) fn new(plan: &Plan) -> Self {
        let threads = plan.threads.max(1);
        Self { pool: pool(threads), threads }
    }
}

/// A pool of so many threads, or of as many as the system grants.
fn pool(threads: usize) -> ThreadPool {
    let fewer = std::iter::successors(Some(threads), |threads| Some(threads / 2));
    let mut pools = fewer.take_while(|&threads| threads > 0).filter_map(|threads| {
        let named = ThreadPoolBuilder::new().thread_name(|index| format!("worker-{index}"));
        named.num_threads(threads).build().ok()
    });
    pools.next().expect("one thread can be started")
}

/// What is to be done with each position.
#[derive(Clone, Copy)]
pub(super) struct Task {
    pub(super) side: Side,
    /// The step of the case that led to the positions.
    pub(super) step: usize,
    /// Whether the walk goes on from their children.
    pub(super) keep_games: bool,
}

/// Where a worker is.
struct Desk<M> {
    pulse: Pulse,
    /// The trail of a position, and the move that is played from it; `None` while idle.
    at: Mutex<Option<(u32, Option<M>)>>,
}

impl<M: Clone> Desk<M> {
    fn new() -> Self {
        Self { pulse: Pulse::default(), at: Mutex::new(None) }
    }

    fn go(&self, at: Option<(u32, Option<M>)>) {
        *lock(&self.at) = at;
    }

    fn at(&self) -> Option<(u32, Option<M>)> {
        lock(&self.at).clone()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Positions to be expanded, and which ones they are.
struct Block<G> {
    number: usize,
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
    Panicked { at: Option<(u32, Option<M>)>, stage: Stage, message: String },
}

enum Message<M, G> {
    Done(usize, Result<Expanded<M, G>, Failure<M>>),
    /// The worker at this desk has found no more to do.
    Left(usize),
}

/// What all workers on a depth need to know.
struct Shared<R: RuleSet, G> {
    blocks: Mutex<std::vec::IntoIter<Block<G>>>,
    sender: SyncSender<Message<MoveOf<R>, G>>,
    task: Task,
    positions_max: usize,
    /// How many positions may still be added.
    room: usize,
    stop: Arc<AtomicBool>,
}

/// What came of a depth: the moves, and the positions they lead to.
type Whole<M, G> = (Expansion, Children<M, G>);

/// Plays every move of every position of `layer`, and gives the positions they lead to, of which
/// there must not be more than `room`.
pub(super) fn expand<R, G>(
    crew: &Crew,
    plan: &Plan,
    task: Task,
    layer: Vec<Node<G>>,
    room: usize,
    trail: &Trail<MoveOf<R>>,
    progress: &mut dyn FnMut(usize),
) -> Result<Whole<MoveOf<R>, G>, Halt<MoveOf<R>>>
where
    R: RuleSet,
    G: Game<Words = R::Words> + Send + 'static,
{
    let parents = layer.iter().map(|node| node.trail).collect();
    // So few messages wait that what is in them does not count beside a layer.
    let (sender, receiver) = mpsc::sync_channel(2 * crew.threads);
    let shared = Arc::new(Shared::<R, G> {
        blocks: Mutex::new(blocks(layer, crew.threads).into_iter()),
        sender,
        task,
        positions_max: plan.positions_max as usize,
        room,
        stop: Arc::clone(&plan.stop),
    });
    let desks: Vec<_> = (0..crew.threads).map(|_| Arc::new(Desk::new())).collect();
    for (number, desk) in desks.iter().enumerate() {
        let (shared, desk) = (Arc::clone(&shared), Arc::clone(desk));
        crew.pool.spawn(move || shared.work(number, &desk));
    }
    drop(shared);
    let mut gathering = Gathering {
        whole: Expansion {
            parents,
            prints: Vec::new(),
            refuses: None,
            is_crowded: false,
            moves: 0,
        },
        children: Children::default(),
        early: BTreeMap::new(),
        next: 0,
        room,
    };
    let desks = desks.into_iter().map(|desk| Some((Watch::new(&desk.pulse), desk))).collect();
    let gathered = gathering.gather(&receiver, desks, plan, progress);
    match gathered {
        Ok(()) => Ok((gathering.whole, gathering.children)),
        Err(Lost::Failed(Failure::Stopped)) => Err(Halt::Stopped),
        Err(Lost::Failed(Failure::Full)) => Err(Halt::Full),
        Err(Lost::Failed(Failure::Panicked { at, stage, message })) => {
            Err(Halt::Panicked { path: path_to(trail, at), stage, message })
        }
        Err(Lost::Hung { at, stage }) => Err(Halt::Hung { path: path_to(trail, at), stage }),
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
        blocks.push(Block { number: blocks.len(), nodes: block });
    }
}

fn path_to<M: Clone>(trail: &Trail<M>, at: Option<(u32, Option<M>)>) -> Vec<M> {
    let Some((node, mv)) = at else { return Vec::new() };
    let mut path = trail.path(node);
    path.extend(mv);
    path
}

impl<R, G> Shared<R, G>
where
    R: RuleSet,
    G: Game<Words = R::Words> + Send + 'static,
{
    fn work(&self, number: usize, desk: &Desk<MoveOf<R>>) {
        loop {
            let block = lock(&self.blocks).next();
            let Some(Block { number, nodes }) = block else { break };
            let expanded = self.expand_block(&nodes, desk);
            desk.go(None);
            if expanded.is_err() {
                // All blocks before this one have been taken; those behind are not needed.
                lock(&self.blocks).by_ref().for_each(drop);
            }
            if self.sender.send(Message::Done(number, expanded)).is_err() {
                return;
            }
        }
        let _ = self.sender.send(Message::Left(number));
    }

    fn expand_block(
        &self,
        nodes: &[Node<G>],
        desk: &Desk<MoveOf<R>>,
    ) -> Result<Expanded<MoveOf<R>, G>, Failure<MoveOf<R>>> {
        let mut expanded = Expanded {
            prints: Vec::with_capacity(nodes.len()),
            refuses: None,
            is_crowded: false,
            moves: 0,
            children: Children::default(),
        };
        for (index, node) in nodes.iter().enumerate() {
            let done = guard::catch(|| self.expand_node(node, desk, &mut expanded));
            let is_accepted = done.unwrap_or_else(|message| {
                Err(Failure::Panicked { at: desk.at(), stage: desk.pulse.stage(), message })
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
        desk: &Desk<MoveOf<R>>,
        expanded: &mut Expanded<MoveOf<R>, G>,
    ) -> Result<bool, Failure<MoveOf<R>>> {
        let Task { side, step, keep_games } = self.task;
        let beat = |step, action| desk.pulse.beat(step, Some(side), action);
        beat(step, Action::LegalMoves);
        desk.go(Some((node.trail, None)));
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
            let mv = R::Words::to_move(&legal);
            beat(step + 1, Action::Copy);
            desk.go(Some((node.trail, Some(mv.clone()))));
            let mut game = game.clone();
            beat(step + 1, Action::Play);
            let is_accepted = game.play(&mv).is_ok();
            expanded.moves += 1;
            all_accepted &= is_accepted;
            if !is_accepted {
                print.add(&mv, DIGEST_OF_NOTHING);
                continue;
            }
            beat(step + 1, Action::Position);
            let text = R::Words::text(&game.position());
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

/// Why the work was not finished.
enum Lost<M> {
    Failed(Failure<M>),
    Hung { at: Option<(u32, Option<M>)>, stage: Stage },
}

type WatchedDesk<M> = Option<(Watch, Arc<Desk<M>>)>;

/// What has come of a depth so far.
struct Gathering<M, G> {
    whole: Expansion,
    children: Children<M, G>,
    /// Blocks that were finished before one that comes before them.
    early: BTreeMap<usize, Result<Expanded<M, G>, Failure<M>>>,
    next: usize,
    room: usize,
}

impl<M: Clone, G> Gathering<M, G> {
    /// Waits for all workers, but for none who stands still for longer than the limit of a step.
    fn gather(
        &mut self,
        receiver: &Receiver<Message<M, G>>,
        mut desks: Vec<WatchedDesk<M>>,
        plan: &Plan,
        progress: &mut dyn FnMut(usize),
    ) -> Result<(), Lost<M>> {
        let mut looked = Instant::now();
        while desks.iter().any(Option::is_some) {
            match receiver.recv_timeout(LOOK) {
                Ok(Message::Done(number, expanded)) => {
                    self.early.insert(number, expanded);
                    self.put_together().map_err(Lost::Failed)?;
                }
                Ok(Message::Left(number)) => desks[number] = None,
                Err(_) => {}
            }
            if looked.elapsed() >= LOOK {
                look_round(&mut desks, plan)?;
                progress(self.whole.prints.len());
                looked = Instant::now();
            }
        }
        Ok(())
    }

    fn put_together(&mut self) -> Result<(), Failure<M>> {
        while let Some(expanded) = self.early.remove(&self.next) {
            self.next += 1;
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

/// Looks for a worker who stands still.
fn look_round<M: Clone>(desks: &mut [WatchedDesk<M>], plan: &Plan) -> Result<(), Lost<M>> {
    // Whoever wants the walk to end does not want to wait for one who hangs.
    let stopped = plan.stop.load(Relaxed);
    let limit: Duration = if stopped { plan.step_limit.min(LAST_LIMIT) } else { plan.step_limit };
    for (watch, desk) in desks.iter_mut().flatten() {
        // In this order: a worker beats before it leaves word of where it is.
        let at = desk.at();
        let stands_still = watch.stands_still(&desk.pulse, limit);
        if at.is_some() && stands_still {
            return Err(Lost::Hung { at, stage: desk.pulse.stage() });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, Node, blocks};

    #[test]
    fn every_worker_has_some_blocks_and_none_is_large() {
        let node = |trail| Node { text: "".into(), ways: 1, trail, game: None::<()> };
        let sizes = |nodes, threads| -> Vec<usize> {
            let blocks = blocks((0..nodes).map(node).collect(), threads);
            assert!(blocks.iter().map(|block| block.number).eq(0..blocks.len()));
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
