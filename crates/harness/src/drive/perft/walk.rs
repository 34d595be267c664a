//! The walk of both sides through the tree of a game: breadth first, with or without merging of
//! equal positions, or depth first, counting sequences.
//!
//! Both sides play every move and are compared at once. The positions of a depth are divided into
//! blocks, which are shared by all workers; the results are merged in the order of the blocks, so
//! they do not depend on the threads.

use std::collections::hash_map::Entry;
use std::fmt::Display;
use std::iter::Enumerate;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::vec::IntoIter;

use rustc_hash::FxHashMap;
use twinboard_vocabulary::{Game, LegalMoveOf, MoveOf, TryClone, Vocabulary};

use super::{DepthCounts, Difference, PerftEnd, Start, Work};
use crate::check::compare::{Level, compare_views, view_at};
use crate::check::equal_positions::{after, incomplete_position, shown};
use crate::check::tandem::{Games, GamesOf, Tandem, WatchedGames};
use crate::drive::pool::{self, Event, InOrder, POLL_INTERVAL, Pool, Slot};
use crate::drive::watch::{self, Hang};
use crate::model::activity::{Activity, Side, Stage};
use crate::model::divergence::{Divergence, Finding};
use crate::model::general_laws::REPEATABLE;
use crate::model::guard::{self, Panic, lock};
use crate::model::random::{digest, mix};
use crate::model::rules::{CaseOf, RuleSet, View};

/// Largest number of positions in a block. Small, so that all workers finish at about the same
/// time.
const BLOCK: usize = 32;

/// Reason for the early end of a walk. `M` is the type of moves; paths are from its start.
#[derive(Debug)]
pub(super) enum WalkError<M> {
    Stopped,
    /// There are more positions, or moves of a position, than the plan permits.
    Full,
    Unsupported(Side),
    /// Something is wrong after these moves, during the last of them, or at the next one. A worker
    /// leaves the path to its place.
    Wrong(Vec<M>, Failure),
}

#[derive(Debug)]
pub(super) enum Failure {
    /// The sides differ.
    Differs,
    Panicked(Stage, Panic),
    Hung(Hang),
}

/// The sides differ at the start of a walk, or at the place of a worker.
pub(super) fn differs<M>() -> WalkError<M> {
    WalkError::Wrong(Vec::new(), Failure::Differs)
}

type ErrorOf<R> = WalkError<MoveOf<<R as RuleSet>::Vocabulary>>;

/// A position of a depth.
struct Node<R: RuleSet> {
    /// Text that identifies it (PF-3); empty if equal positions are not merged.
    text: Box<str>,
    /// Number of sequences of moves that lead to it, saturating.
    ways: u128,
    /// Index of the first of these sequences in the [`Trail`]; in a new node that of its parent.
    trail: u32,
    /// Games at this position; `None` if they are not continued, or cannot be copied.
    games: Option<GamesOf<R>>,
    /// Last move of the first sequence.
    mv: Option<MoveOf<R::Vocabulary>>,
    /// Hash of the outcome and the legal moves; 0 if they are not compared.
    future: u64,
    /// Parent and last move of the first sequence to an equal position with another `future`.
    other: Option<Box<(u32, MoveOf<R::Vocabulary>)>>,
}

/// The positions of a depth, merged by their text unless it is empty.
struct Layer<R: RuleSet> {
    nodes: Vec<Node<R>>,
    places: FxHashMap<Box<str>, usize>,
}

impl<R: RuleSet> Default for Layer<R> {
    fn default() -> Self {
        Self { nodes: Vec::new(), places: FxHashMap::default() }
    }
}

impl<R: RuleSet> Layer<R> {
    /// Adds a position. The first sequence of moves to it is kept, and the first one after which
    /// the game goes on differently.
    fn add(&mut self, node: Node<R>) {
        if !node.text.is_empty() {
            match self.places.entry(node.text.clone()) {
                Entry::Vacant(place) => drop(place.insert(self.nodes.len())),
                Entry::Occupied(place) => {
                    let known = &mut self.nodes[*place.get()];
                    known.ways = known.ways.saturating_add(node.ways);
                    if known.other.is_none() {
                        let differs = node.future != known.future;
                        let way = || node.mv.map(|mv| Box::new((node.trail, mv)));
                        known.other = if differs { way() } else { node.other };
                    }
                    return;
                }
            }
        }
        self.nodes.push(node);
    }
}

/// Tree of the first sequences to all positions: entry n − 1 has the parent and the last move of
/// position n. Position 0 is the start.
struct Trail<M>(Vec<(u32, M)>);

impl<M: Clone> Trail<M> {
    /// Adds a position and returns its index. Cannot overflow: limits on positions are `u32`.
    fn add(&mut self, parent: u32, mv: M) -> u32 {
        self.0.push((parent, mv));
        self.0.len() as u32
    }

    /// The sequence to a position.
    fn path(&self, mut trail: u32) -> Vec<M> {
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

/// A walk of both sides, depth by depth.
pub(super) struct Walk<R: RuleSet> {
    start: Arc<Start<R>>,
    can_copy: bool,
    depth: u32,
    layer: Vec<Node<R>>,
    trail: Trail<MoveOf<R::Vocabulary>>,
    /// Hash of outcome and legal moves of earlier positions and a trail to each, by digests of
    /// their texts. Players often alternate, so equal positions with different futures have ways
    /// of different lengths.
    known: Arc<FxHashMap<u64, (u64, u32)>>,
    /// Work of engine and oracle.
    pub(super) works: [Work; 2],
}

impl<R: RuleSet> Walk<R> {
    /// Plays the moves of the case and begins at depth 0.
    pub(super) fn begin(start: &Arc<Start<R>>) -> Result<Self, PerftEnd> {
        let mut walk = Self {
            start: Arc::clone(start),
            can_copy: false,
            depth: 0,
            layer: Vec::new(),
            trail: Trail(Vec::new()),
            known: Arc::default(),
            works: [Work::default(); 2],
        };
        let merges = start.plan.merges();
        let root = walk.watched(&[], move |tandem, case| -> Result<_, ErrorOf<R>> {
            let mut games = tandem.replay(case).map_err(WalkError::Unsupported)?;
            let (mut text, mut future) = (Box::default(), 0);
            if merges {
                let seen = tandem.look(&mut games, &case.setup, Level::Moves);
                let view = seen.map_err(|_| differs())?.view;
                future = future_of(&view);
                text = R::Vocabulary::text(&view.position).into_boxed_str();
            }
            let games = games.try_clone().map(Games::into_inner);
            Ok(Node { text, ways: 1, trail: 0, games, mv: None, future, other: None })
        });
        let root = root.and_then(|root| root).map_err(|error| walk.end(error))?;
        let key = digest(root.text.as_bytes());
        walk.known = Arc::new(FxHashMap::from_iter([(key, (root.future, 0))]));
        walk.can_copy = root.games.is_some();
        walk.layer.push(root);
        Ok(walk)
    }

    /// Number of positions of this depth.
    pub(super) fn width(&self) -> usize {
        self.layer.len()
    }

    /// Figures of this depth.
    pub(super) fn counts(&self) -> DepthCounts {
        let mut counts = DepthCounts { depth: self.depth, nodes: 0, positions: 0, digest: 0 };
        for node in &self.layer {
            counts.nodes = counts.nodes.saturating_add(node.ways);
            counts.positions += 1;
            counts.digest = counts.digest.wrapping_add(mix(digest(node.text.as_bytes())));
        }
        counts
    }

    /// Runs `work` on the case that ends with a path, under a watchdog, and catches its panics.
    fn watched<T: Send + 'static>(
        &self,
        path: &[MoveOf<R::Vocabulary>],
        work: impl FnOnce(&Tandem<'_, R>, &CaseOf<R>) -> T + Send + 'static,
    ) -> Result<T, ErrorOf<R>> {
        let (start, case) = (Arc::clone(&self.start), self.start.case_with(path));
        let watched = watch::watched(self.start.plan.step_limit, move |activity: &Activity| {
            let done = guard::catch_panic(|| work(&tandem(&start, activity), &case));
            done.map_err(|panic| Failure::Panicked(activity.stage(), panic))
        });
        let done = watched.unwrap_or_else(|hang| Err(Failure::Hung(hang)));
        done.map_err(|failure| WalkError::Wrong(path.to_vec(), failure))
    }

    /// The legal moves at the start, in the order of the oracle or of the side that plays alone.
    pub(super) fn first_moves(&self) -> Result<Vec<LegalMoveOf<R::Vocabulary>>, PerftEnd> {
        let listed = self.watched(&[], |tandem, case| -> Result<_, ErrorOf<R>> {
            match tandem.legal_moves(&tandem.replay_again(case)) {
                (_, false) => Err(differs()),
                (None, true) => Err(WalkError::Full),
                (Some(legal), true) => Ok(legal),
            }
        });
        listed.and_then(|listed| listed).map_err(|error| self.end(error))
    }

    /// Advances to the next depth. `progress` receives the number of expanded positions. Returns two
    /// sequences to one position after which the game goes on differently on both sides, if there
    /// are any: the walk continues only one of them, and its counts would be wrong.
    pub(super) fn expand(
        &mut self,
        keeps_games: bool,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Option<[Vec<MoveOf<R::Vocabulary>>; 2]>, ErrorOf<R>> {
        let capacity = self.start.plan.kept_max().saturating_sub(self.trail.0.len() + 1);
        let layer = std::mem::take(&mut self.layer);
        let (mut next, mut expanded) = (Layer::default(), 0);
        self.work(layer, Task::Expand { keeps_games, capacity }, &mut |done| {
            let Some(done) = done else {
                progress(expanded);
                return true;
            };
            expanded += done.expanded;
            done.children.nodes.into_iter().for_each(|node| next.add(node));
            next.nodes.len() <= capacity
        })?;
        self.depth += 1;
        self.enter_layer(next.nodes, keeps_games)
    }

    /// Takes the positions of a depth in the order of their texts.
    fn enter_layer(
        &mut self,
        mut nodes: Vec<Node<R>>,
        keeps_games: bool,
    ) -> Result<Option<[Vec<MoveOf<R::Vocabulary>>; 2]>, ErrorOf<R>> {
        nodes.sort_by(|one, other| one.text.cmp(&other.text));
        // No worker is left that has it.
        let mut known = Arc::unwrap_or_clone(std::mem::take(&mut self.known));
        let mut incomplete = None;
        for node in &mut nodes {
            let mv = node.mv.take().expect("the walk has made a move");
            if let Some(other) = node.other.take().filter(|_| incomplete.is_none()) {
                let ways = [(node.trail, mv.clone()), *other];
                incomplete = Some(ways.map(|(parent, last)| {
                    let mut way = self.trail.path(parent);
                    way.push(last);
                    way
                }));
            }
            node.trail = self.trail.add(node.trail, mv);
            if !self.start.plan.merges() {
                continue;
            }
            let key = digest(node.text.as_bytes());
            match known.get(&key) {
                None if keeps_games => drop(known.insert(key, (node.future, node.trail))),
                Some(&(earlier, trail)) if earlier != node.future && incomplete.is_none() => {
                    let (way, text) = (self.trail.path(trail), node.text.clone());
                    // Another position may have the same digest.
                    let leads_to = self.watched(&way, move |tandem, case| {
                        let position = tandem.replay_again(case).oracle.position();
                        *text == R::Vocabulary::text(&position)
                    })?;
                    if leads_to {
                        incomplete = Some([self.trail.path(node.trail), way]);
                    }
                }
                _ => {}
            }
        }
        (self.known, self.layer) = (Arc::new(known), nodes);
        Ok(incomplete)
    }

    /// Number of sequences of `depth` more moves, at least 1: for each first move of the walk, or
    /// in all at depth 0. `progress` receives the number of finished positions, and the count.
    pub(super) fn count(
        &mut self,
        depth: u32,
        first_moves: usize,
        progress: &mut dyn FnMut(usize, u128),
    ) -> Result<(u128, Vec<u128>), ErrorOf<R>> {
        let layer = std::mem::take(&mut self.layer);
        let first_of = |mut trail: u32| {
            while let Some((parent, _)) =
                (trail as usize).checked_sub(1).map(|at| &self.trail.0[at])
                && *parent > 0
            {
                trail = *parent;
            }
            (trail as usize).checked_sub(1)
        };
        let first: FxHashMap<u32, usize> =
            layer.iter().filter_map(|node| Some((node.trail, first_of(node.trail)?))).collect();
        let (mut nodes, mut branches, mut counted) = (0_u128, vec![0_u128; first_moves], 0);
        self.work(layer, Task::Count(depth), &mut |done| {
            let Some(done) = done else {
                progress(counted, nodes);
                return true;
            };
            for (trail, count) in done.counts {
                counted += 1;
                nodes = nodes.saturating_add(count);
                if let Some(&first) = first.get(&trail) {
                    branches[first] = branches[first].saturating_add(count);
                }
            }
            true
        })?;
        Ok((nodes, branches))
    }

    /// Does a task with all positions of a layer, on all threads. `gather` receives the results in
    /// the order of the positions, and nothing from time to time; it returns false if there are too
    /// many.
    fn work(
        &mut self,
        layer: Vec<Node<R>>,
        task: Task,
        gather: &mut dyn FnMut(Option<Done<R>>) -> bool,
    ) -> Result<(), ErrorOf<R>> {
        let (blocks, threads) = self.blocks(layer, task);
        let plan = &self.start.plan;
        let (of, abort) = (blocks.len(), Arc::new(AtomicBool::new(plan.is_over())));
        let shared = Shared {
            blocks: Mutex::new(blocks.into_iter().enumerate()),
            task,
            start: Arc::clone(&self.start),
            can_copy: self.can_copy,
            step: self.start.step() + self.depth as usize,
            known: Arc::clone(&self.known),
            abort: Arc::clone(&abort),
        };
        let mut pool = Pool::start(Arc::new(shared), threads, POLL_INTERVAL);
        let (mut waiting, mut gathered) = (InOrder::default(), 0);
        while let Some(event) = pool.wait(pool::limit(plan.step_limit, abort.load(Relaxed))) {
            match event {
                Event::Done((number, done)) => {
                    waiting.insert(number as u64, done);
                    // A failure counts once all earlier blocks are done.
                    while let Some((_, done)) = waiting.pop() {
                        let done = done.map_err(|(place, error)| {
                            // The other workers need not finish their blocks.
                            abort.store(true, Relaxed);
                            match error {
                                WalkError::Wrong(_, failure) => {
                                    WalkError::Wrong(path_to(&self.trail, place), failure)
                                }
                                other => other,
                            }
                        })?;
                        gathered += 1;
                        for (work, time) in self.works.iter_mut().zip(done.times) {
                            work.time += time / threads as u32;
                            work.moves += done.moves;
                        }
                        if !gather(Some(done)) {
                            abort.store(true, Relaxed);
                            return Err(WalkError::Full);
                        }
                    }
                }
                Event::Hung(..) if abort.load(Relaxed) => return Err(WalkError::Stopped),
                Event::Hung(place, hang) => {
                    abort.store(true, Relaxed);
                    let path = path_to(&self.trail, place);
                    return Err(WalkError::Wrong(path, Failure::Hung(hang)));
                }
                Event::Tick => {
                    abort.store(plan.is_over(), Relaxed);
                    gather(None);
                }
            }
        }
        // Workers leave the blocks that they find after a stop request.
        if gathered < of { Err(WalkError::Stopped) } else { Ok(()) }
    }

    /// Divides a layer into blocks; a small layer into small ones, so that every worker gets some.
    /// No more threads than blocks are used.
    fn blocks(&self, layer: Vec<Node<R>>, task: Task) -> (Vec<BlockOf<R>>, usize) {
        let threads = self.start.plan.threads.max(1);
        let largest = if matches!(task, Task::Count(_)) { 1 } else { BLOCK };
        let size = (layer.len() / (4 * threads)).clamp(1, largest);
        // Only games that are not kept are replayed.
        let path = |node: &Node<R>| match node.games {
            None => self.trail.path(node.trail),
            Some(_) => Vec::new(),
        };
        let (mut nodes, mut blocks) =
            (layer.into_iter().map(|node| (path(&node), node)), Vec::new());
        loop {
            let block: Vec<_> = nodes.by_ref().take(size).collect();
            if block.is_empty() {
                let threads = threads.min(blocks.len()).max(1);
                return (blocks, threads);
            }
            blocks.push(block);
        }
    }

    /// The end of a perft where the game goes on differently after two ways to one position, by the
    /// outcome and the legal moves of the oracle: counts at greater depths would be wrong.
    pub(super) fn incomplete(&self, ways: &[Vec<MoveOf<R::Vocabulary>>; 2]) -> PerftEnd {
        let cases = ways.each_ref().map(|way| self.start.case_with(way));
        let (case, limit) = (self.start.any(cases[0].clone()), self.start.plan.moves_max());
        let compared = self.watched(&ways[0], move |tandem, _| {
            let views = cases
                .each_ref()
                .map(|case| view_at(&tandem.replay_again(case).oracle, Level::Moves, limit, 0));
            let differs = compare_views::<R::Vocabulary>(&views[0], &views[1], limit).err()?;
            let setup = cases[0].setup.to_string();
            let [one, other] = cases.map(|case| after(&setup, &case.moves));
            let [of_one, of_other] = shown::<R::Vocabulary>(differs, &views);
            let ways = [(one, of_one), (other, of_other)];
            Some(incomplete_position::<R::Vocabulary>(&views[0].position, &ways))
        });
        match compared {
            Ok(Some(finding)) => {
                let step = case.of::<R>().moves.len();
                let divergence = Divergence { step, ..Divergence::of(finding) };
                let depth = self.start.depth + self.depth;
                PerftEnd::Differs(Box::new(Difference { depth, case, divergence }))
            }
            // It does not recur.
            Ok(None) => self.end(WalkError::Wrong(ways[0].clone(), Failure::Differs)),
            Err(error) => self.end(error),
        }
    }

    /// The end of a perft that this error makes.
    pub(super) fn end(&self, error: ErrorOf<R>) -> PerftEnd {
        let (path, failure) = match error {
            WalkError::Stopped => return PerftEnd::Stopped,
            WalkError::Full => return PerftEnd::Full,
            WalkError::Unsupported(side) => return PerftEnd::Unsupported(side),
            WalkError::Wrong(path, failure) => (path, failure),
        };
        let mut case = self.start.case_with(&path);
        let divergence = match failure {
            Failure::Differs => match self.locate(&path) {
                Ok(divergence) => {
                    case.moves.truncate(divergence.step);
                    divergence
                }
                Err(error) => return self.end(error),
            },
            Failure::Panicked(stage, panic) => {
                let step = stage.step as usize;
                let mv = step.checked_sub(1).and_then(|index| case.moves.get(index));
                let mv = mv.map(ToString::to_string);
                let finding = Finding::of_panic(stage, panic);
                Divergence { step, mv, ..Divergence::of(finding) }
            }
            Failure::Hung(hang) => hang.divergence(&self.start.pairing, &case),
        };
        let walked = case.moves.len().saturating_sub(self.start.step());
        let depth = self.start.depth + walked as u32;
        let case = self.start.any(case);
        PerftEnd::Differs(Box::new(Difference { depth, case, divergence }))
    }

    /// The first difference in a case that ends with this path, with everything compared. If there
    /// is none, the sides do not repeat what they did at first.
    fn locate(&self, path: &[MoveOf<R::Vocabulary>]) -> Result<Divergence, ErrorOf<R>> {
        self.watched(path, |tandem, case| {
            let followed = tandem.follow(case, Level::Everything);
            let games = match followed.map_err(WalkError::Unsupported)? {
                Ok(games) => games,
                Err(divergence) => return Ok(*divergence),
            };
            Ok(case.diverges_at_its_end(tandem.wrong_count(&games).unwrap_or_else(|| {
                let detail = "the sides differed at first but agree when the moves are replayed";
                let invariant = REPEATABLE.to_owned();
                Finding::Broken { side: None, invariant, detail: detail.to_owned() }
            })))
        })?
    }
}

/// Work on the positions of a depth.
#[derive(Clone, Copy)]
enum Task {
    /// Play every move.
    Expand { keeps_games: bool, capacity: usize },
    /// Count the sequences of this many moves, at least 1.
    Count(u32),
}

/// A block of positions, each with the sequence to it if its games are replayed.
type BlockOf<R> = Vec<(Vec<MoveOf<<R as RuleSet>::Vocabulary>>, Node<R>)>;

/// Result of a block.
struct Done<R: RuleSet> {
    /// Number of its positions.
    expanded: usize,
    /// Number of moves played.
    moves: u64,
    children: Layer<R>,
    /// Trail of each position and the number of sequences from there.
    counts: Vec<(u32, u128)>,
    /// Time spent in engine and oracle.
    times: [Duration; 2],
}

/// Place of a worker: the trail of a position, and the moves from there.
type Place<M> = (u32, Vec<M>);

/// Result of a block, or the place of its failure, whose own path is empty.
type DoneOrPlace<R> = Result<Done<R>, (Place<MoveOf<<R as RuleSet>::Vocabulary>>, ErrorOf<R>)>;

fn path_to<M: Clone>(trail: &Trail<M>, (node, moves): Place<M>) -> Vec<M> {
    let mut path = trail.path(node);
    path.extend(moves);
    path
}

/// The job queue of a depth, and state shared by all workers.
struct Shared<R: RuleSet> {
    blocks: Mutex<Enumerate<IntoIter<BlockOf<R>>>>,
    task: Task,
    start: Arc<Start<R>>,
    /// False for games that are replayed for every move.
    can_copy: bool,
    /// Step of the case that led to the positions.
    step: usize,
    known: Arc<FxHashMap<u64, (u64, u32)>>,
    /// Set once the results are not needed.
    abort: Arc<AtomicBool>,
}

impl<R: RuleSet> pool::Work for Shared<R> {
    type Job = (usize, BlockOf<R>);
    type Place = Place<MoveOf<R::Vocabulary>>;
    type Result = (usize, DoneOrPlace<R>);

    fn take(&self) -> Option<Self::Job> {
        lock(&self.blocks).next()
    }

    fn worker<'a>(
        &'a self,
        slot: &'a Slot<Self::Place>,
    ) -> impl FnMut(Self::Job) -> Self::Result + 'a {
        let worker = Worker { shared: self, tandem: tandem(&self.start, slot.activity()), slot };
        move |(number, block)| {
            let done = worker.run(block);
            if done.is_err() {
                // All earlier blocks have been taken; later ones are not needed.
                lock(&self.blocks).by_ref().for_each(drop);
            }
            (number, done)
        }
    }
}

/// State of one worker.
struct Worker<'a, R: RuleSet> {
    shared: &'a Shared<R>,
    tandem: Tandem<'a, R>,
    slot: &'a Slot<Place<MoveOf<R::Vocabulary>>>,
}

impl<'a, R: RuleSet> Worker<'a, R> {
    fn run(&self, block: BlockOf<R>) -> DoneOrPlace<R> {
        let started = Instant::now();
        let mut done = Done {
            expanded: block.len(),
            moves: 0,
            children: Layer::default(),
            counts: Vec::new(),
            times: [Duration::ZERO; 2],
        };
        for (path, mut node) in block {
            self.slot.enter((node.trail, Vec::new()));
            let worked = guard::catch_panic(|| {
                self.check_stop()?;
                let games = node.games.take();
                let games =
                    games.map_or_else(|| self.replayed(&path), |games| self.tandem.watch(games));
                self.change_path(|_| ());
                match self.shared.task {
                    Task::Expand { keeps_games, capacity } => {
                        self.expand(&node, &games, &path, (keeps_games, capacity), &mut done)
                    }
                    Task::Count(depth) => {
                        done.counts.push((node.trail, self.count(&games, &path, depth)?));
                        Ok(())
                    }
                }
            });
            let worked = worked.unwrap_or_else(|panic| {
                let failure = Failure::Panicked(self.slot.activity().stage(), panic);
                Err(WalkError::Wrong(Vec::new(), failure))
            });
            worked.map_err(|error| (self.slot.place().unwrap_or_default(), error))?;
        }
        done.times = self.tandem.take_times(started);
        Ok(done)
    }

    /// Plays every move of a position, to which `path` leads if its games are replayed.
    fn expand(
        &self,
        node: &Node<R>,
        games: &WatchedGames<'a, R>,
        path: &[MoveOf<R::Vocabulary>],
        (keeps_games, capacity): (bool, usize),
        done: &mut Done<R>,
    ) -> Result<(), ErrorOf<R>> {
        let setup = &self.shared.start.case.setup;
        for mv in self.moves(games)? {
            self.check_stop()?;
            let mut child = self.copied(games, path);
            self.change_path(|path| path.push(mv.clone()));
            done.moves += 1;
            let (mut text, mut future) = (Box::default(), 0);
            if self.shared.start.plan.merges() {
                let level = if keeps_games { Level::Moves } else { Level::Position };
                let made = self.tandem.play(&mut child, setup, None, &mv, level);
                let mut agreed = made.map_err(|_| differs())?;
                if !matches!(agreed.result, Some(Ok(_))) {
                    // It was listed.
                    return Err(differs());
                }
                text = R::Vocabulary::text(&agreed.view.position).into_boxed_str();
                let is_known =
                    !keeps_games && self.shared.known.contains_key(&digest(text.as_bytes()));
                if is_known {
                    let seen = self.tandem.look(&mut child, setup, Level::Moves);
                    agreed = seen.map_err(|_| differs())?;
                }
                if keeps_games || is_known {
                    future = future_of(&agreed.view);
                }
            } else if !self.tandem.advance(&mut child, &mv) {
                return Err(differs());
            }
            let games = (keeps_games && self.shared.can_copy).then(|| child.into_inner());
            let Node { ways, trail, .. } = *node;
            let mv = Some(mv);
            done.children.add(Node { text, ways, trail, games, mv, future, other: None });
            self.change_path(|path| drop(path.pop()));
            // Other blocks may share children, but this block alone has too many already.
            if done.children.nodes.len() > capacity {
                return Err(WalkError::Full);
            }
        }
        Ok(())
    }

    /// Number of sequences of `depth` moves, at least 1. The games on the way are on a stack of its
    /// own, because a game may have any number of moves.
    fn count(
        &self,
        games: &WatchedGames<'a, R>,
        path: &[MoveOf<R::Vocabulary>],
        depth: u32,
    ) -> Result<u128, ErrorOf<R>> {
        if depth == 1 {
            return self.number_of_moves(games);
        }
        let mut nodes = 0_u128;
        let mut first = self.moves(games)?.into_iter();
        // The games after the first move and the moves behind it, with the moves left to play.
        let mut stack: Vec<(WatchedGames<'a, R>, IntoIter<MoveOf<R::Vocabulary>>)> = Vec::new();
        loop {
            let (games, moves) =
                stack.last_mut().map_or((games, &mut first), |(games, moves)| (&*games, moves));
            let Some(mv) = moves.next() else {
                if stack.pop().is_none() {
                    return Ok(nodes);
                }
                self.change_path(|path| drop(path.pop()));
                continue;
            };
            let mut child = self.copied(games, path);
            self.change_path(|path| path.push(mv.clone()));
            if !self.tandem.advance(&mut child, &mv) {
                return Err(differs());
            }
            if stack.len() + 2 == depth as usize {
                nodes = nodes.saturating_add(self.number_of_moves(&child)?);
                self.change_path(|path| drop(path.pop()));
            } else {
                let moves = self.moves(&child)?.into_iter();
                stack.push((child, moves));
            }
        }
    }

    /// Number of legal moves, which both sides count.
    fn number_of_moves(&self, games: &WatchedGames<'a, R>) -> Result<u128, ErrorOf<R>> {
        let is_over = || self.shared.abort.load(Relaxed);
        match self.tandem.number_of_legal_moves(games, is_over) {
            Some((count, true)) => Ok(count.into()),
            Some((_, false)) => Err(differs()),
            None => Err(WalkError::Stopped),
        }
    }

    /// The legal moves, which both sides list.
    fn moves(&self, games: &WatchedGames<'a, R>) -> Result<Vec<MoveOf<R::Vocabulary>>, ErrorOf<R>> {
        self.check_stop()?;
        match self.tandem.legal_moves(games) {
            (_, false) => Err(differs()),
            (None, true) => Err(WalkError::Full),
            (Some(legal), true) => Ok(legal.iter().map(R::Vocabulary::to_move).collect()),
        }
    }

    fn check_stop(&self) -> Result<(), ErrorOf<R>> {
        if self.shared.abort.load(Relaxed) { Err(WalkError::Stopped) } else { Ok(()) }
    }

    /// Copies of games at the place of the worker, or games that are played again.
    fn copied(
        &self,
        games: &WatchedGames<'a, R>,
        path: &[MoveOf<R::Vocabulary>],
    ) -> WatchedGames<'a, R> {
        games.try_clone().unwrap_or_else(|| self.replayed(path))
    }

    /// New games at the place of the worker; `path` leads to its position.
    fn replayed(&self, path: &[MoveOf<R::Vocabulary>]) -> WatchedGames<'a, R> {
        let mut case = self.shared.start.case_with(path);
        case.moves.extend(self.slot.update(|(_, moves)| moves.clone()));
        self.tandem.replay_again(&case)
    }

    fn change_path(&self, change: impl FnOnce(&mut Vec<MoveOf<R::Vocabulary>>)) {
        let moves = self.slot.update(|(_, moves)| {
            change(moves);
            moves.len()
        });
        self.slot.activity().set_step(self.shared.step + moves);
    }
}

/// The sides of a walk, for one worker.
fn tandem<'a, R: RuleSet>(start: &'a Start<R>, activity: &'a Activity) -> Tandem<'a, R> {
    let Start { pairing, plan, .. } = start;
    Tandem::new(pairing, plan.only, activity, plan.moves_max())
}

/// Hash of the outcome and of the legal moves in any order; of the outcome alone if they are too
/// many.
fn future_of<V: Vocabulary>(view: &View<V>) -> u64 {
    let hash_of = |text: &dyn Display| mix(digest(text.to_string().as_bytes()));
    let outcome = hash_of(&view.outcome);
    let Some(legal) = &view.legal else { return outcome };
    mix(legal.iter().map(|legal| hash_of(&V::to_move(legal))).fold(outcome, u64::wrapping_add))
}
