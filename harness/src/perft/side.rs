//! One side of a walk: the positions of a depth, and how each was reached.

use std::sync::Arc;
use std::time::Duration;

use board::{Game, MoveOf, Plays, Vocabulary};
use rustc_hash::FxHashMap;

use super::expand::expand;
use super::plan::{Plan, Row, Start};
use crate::activity::{Action, Activity, Side, Stage};
use crate::listing::legal_moves;
use crate::random::{digest, mixed};
use crate::watch::{self, Hang};
use crate::{RuleSet, guard};

/// Why one side does not go on.
#[derive(Debug)]
pub(super) enum Halt<M> {
    Stopped,
    Full,
    Unsupported,
    /// It panicked behind these moves of the walk, or playing the last of them.
    Panicked {
        path: Vec<M>,
        stage: Stage,
        message: String,
    },
    /// It did not come back from there.
    Hung {
        path: Vec<M>,
        stage: Stage,
    },
}

/// A distinct position of a depth.
pub(super) struct Node<G> {
    /// What tells it from all others.
    pub(super) text: Box<str>,
    /// How many sequences of moves lead to it; [`u128::MAX`] stands for more too.
    pub(super) ways: u128,
    /// Where the walk keeps the first of these sequences.
    pub(super) trail: u32,
    /// A game that stands there; none at the last depth.
    pub(super) game: Option<G>,
}

/// A position that has been reached by a move from a node.
pub(super) struct Child<M, G> {
    pub(super) ways: u128,
    /// The trail of the node.
    pub(super) parent: u32,
    pub(super) mv: M,
    pub(super) game: Option<G>,
}

/// Distinct positions by their texts.
pub(super) type Children<M, G> = FxHashMap<Box<str>, Child<M, G>>;

/// Adds a position. The sequence of moves that came first stays the one that is kept.
pub(super) fn add<M, G>(children: &mut Children<M, G>, text: Box<str>, child: Child<M, G>) {
    let ways = child.ways;
    let mut is_new = false;
    let known = children.entry(text).or_insert_with(|| {
        is_new = true;
        child
    });
    if !is_new {
        known.ways = known.ways.saturating_add(ways);
    }
}

/// What came of playing all moves of all positions of a depth.
pub(super) struct Expansion {
    /// The trails of the positions, in the order of their texts.
    pub(super) parents: Vec<u32>,
    /// For each a number that follows from its moves and what each led to.
    pub(super) prints: Vec<u64>,
    /// The first that refuses a move it has listed.
    pub(super) refuses: Option<usize>,
    /// Whether one of them has more moves than a walk can follow.
    pub(super) is_crowded: bool,
    /// How many moves were played.
    pub(super) moves: u64,
}

impl Expansion {
    /// The first position from which the sides go on differently, or refuse what they list.
    pub(super) fn first_difference(&self, other: &Self) -> Option<usize> {
        let pairs = self.prints.iter().zip(&other.prints);
        let differs = pairs.into_iter().position(|(ours, theirs)| ours != theirs);
        [differs, self.refuses, other.refuses].into_iter().flatten().min()
    }
}

/// The walk of one side, at one depth after the other.
pub(super) struct Walk<R: RuleSet, G> {
    start: Arc<Start<R>>,
    side: Side,
    depth: u32,
    /// The positions of this depth, in the order of their texts.
    layer: Vec<Node<G>>,
    trail: Trail<MoveOf<R::Vocabulary>>,
}

impl<R: RuleSet, G: Game<Vocabulary = R::Vocabulary> + Send + 'static> Walk<R, G> {
    /// Plays the moves before the walk.
    pub(super) fn begin<I: Plays<R::Vocabulary, Game = G>>(
        start: &Arc<Start<R>>,
        implementation: &Arc<I>,
        side: Side,
        step_limit: Duration,
    ) -> Result<Self, Halt<MoveOf<R::Vocabulary>>> {
        let begun = {
            let (start, implementation) = (Arc::clone(start), Arc::clone(implementation));
            watched(step_limit, move |activity| {
                let game = replay(&start, implementation.as_ref(), &[], side, activity)?;
                // Every move is played on a copy.
                game.try_clone()?;
                activity.begin(start.step(), Some(side), Action::Position);
                let text = R::Vocabulary::text(&game.position());
                Some((game, text.into_boxed_str()))
            })
        };
        let (game, text) = begun?.ok_or(Halt::Unsupported)?;
        let root = Node { text, ways: 1, trail: 0, game: Some(game) };
        let (start, trail) = (Arc::clone(start), Trail::default());
        Ok(Self { start, side, depth: 0, layer: vec![root], trail })
    }

    pub(super) fn side(&self) -> Side {
        self.side
    }

    pub(super) fn depth(&self) -> u32 {
        self.depth
    }

    /// How many positions there are at this depth.
    pub(super) fn width(&self) -> usize {
        self.layer.len()
    }

    /// Whether both sides show the same positions.
    pub(super) fn stands_like<H>(&self, other: &Walk<R, H>) -> bool {
        self.layer.iter().map(|node| &node.text).eq(other.layer.iter().map(|node| &node.text))
    }

    /// The figures of this depth.
    pub(super) fn row(&self) -> Row {
        let mut row = Row { depth: self.depth, nodes: 0, positions: 0, digest: 0 };
        for node in &self.layer {
            row.nodes = row.nodes.saturating_add(node.ways);
            row.positions += 1;
            row.digest = row.digest.wrapping_add(mixed(digest(node.text.as_bytes())));
        }
        row
    }

    /// The moves from the start of the walk to where a trail ends.
    pub(super) fn path(&self, trail: u32) -> Vec<MoveOf<R::Vocabulary>> {
        self.trail.path(trail)
    }

    /// Goes one depth further. `progress` is told how many positions have been expanded.
    pub(super) fn expand(
        &mut self,
        plan: &Plan,
        keep_games: bool,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Expansion, Halt<MoveOf<R::Vocabulary>>> {
        let layer = std::mem::take(&mut self.layer);
        let step = self.start.step() + self.depth as usize;
        let task = super::expand::Task { side: self.side, step, keep_games };
        let room = (plan.positions_max as usize).saturating_sub(self.trail.len());
        let (expansion, children) = expand::<R, G>(plan, task, layer, room, &self.trail, progress)?;
        self.depth += 1;
        let children = children.into_iter().map(|(text, child)| {
            let Child { ways, parent, mv, game } = child;
            (Node { text, ways, trail: parent, game }, mv)
        });
        let mut children: Vec<_> = children.collect();
        children.sort_unstable_by(|(one, _), (other, _)| one.text.cmp(&other.text));
        for (mut node, mv) in children {
            node.trail = self.trail.add(node.trail, mv);
            self.layer.push(node);
        }
        Ok(expansion)
    }
}

/// How every position was first reached: by which move from which other one. 0 is the start.
pub(super) struct Trail<M>(Vec<(u32, M)>);

impl<M> Default for Trail<M> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<M: Clone> Trail<M> {
    /// How many positions it knows, the start included.
    fn len(&self) -> usize {
        self.0.len() + 1
    }

    /// There is room: the number of positions is limited to what such a number can say.
    fn add(&mut self, parent: u32, mv: M) -> u32 {
        self.0.push((parent, mv));
        self.0.len() as u32
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

/// Runs what follows the case and a path of the walk, under watch, and with panics caught.
pub(super) fn watched<T: Send + 'static, M>(
    step_limit: Duration,
    work: impl FnOnce(&Activity) -> T + Send + 'static,
) -> Result<T, Halt<M>> {
    let watched = watch::watched(step_limit, move |activity| {
        guard::catch(|| work(activity)).map_err(|message| (activity.stage(), message))
    });
    match watched {
        Ok(Ok(done)) => Ok(done),
        Ok(Err((stage, message))) => Err(Halt::Panicked { path: Vec::new(), stage, message }),
        Err(Hang { stage, .. }) => Err(Halt::Hung { path: Vec::new(), stage }),
    }
}

/// A game behind the moves of the case and a path of the walk; what is refused changes nothing.
pub(super) fn replay<R: RuleSet, I: Plays<R::Vocabulary>>(
    start: &Start<R>,
    implementation: &I,
    path: &[MoveOf<R::Vocabulary>],
    side: Side,
    activity: &Activity,
) -> Option<I::Game> {
    activity.begin(0, Some(side), Action::SetUp);
    let mut game = implementation.set_up(&start.case.setup)?;
    for (index, mv) in start.case.moves.iter().chain(path).enumerate() {
        activity.begin(index + 1, Some(side), Action::Play);
        let _ = game.play(mv);
    }
    Some(game)
}

/// Of a single position so many moves are always followed.
const FOLLOWED_MIN: usize = 4096;

/// As many moves as a walk can follow that may keep so many positions.
pub(super) fn followed_max(positions_max: usize) -> usize {
    positions_max.max(FOLLOWED_MIN)
}

/// A move, and what a person is told of it.
type Titled<M> = (M, String);

/// The first moves of a walk, in their order.
pub(super) fn first_moves<R, I>(
    start: &Arc<Start<R>>,
    oracle: &Arc<I>,
    plan: &Plan,
) -> Result<Vec<Titled<MoveOf<R::Vocabulary>>>, Halt<MoveOf<R::Vocabulary>>>
where
    R: RuleSet,
    I: Plays<R::Vocabulary>,
{
    let (start, oracle) = (Arc::clone(start), Arc::clone(oracle));
    let positions_max = plan.positions_max as usize;
    let listed = watched(plan.step_limit, move |activity| {
        let game = replay(&start, oracle.as_ref(), &[], Side::Oracle, activity)?;
        activity.begin(start.step(), Some(Side::Oracle), Action::LegalMoves);
        let beat = || activity.begin(start.step(), Some(Side::Oracle), Action::LegalMoves);
        legal_moves(&game, followed_max(positions_max), 0, beat)
    })?;
    let moves = listed.ok_or(Halt::Full)?.into_iter().map(|legal| {
        let mv = R::Vocabulary::to_move(&legal);
        let title = format!("{mv}: {legal}");
        (mv, title)
    });
    Ok(moves.collect())
}
