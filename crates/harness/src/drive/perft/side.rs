//! The walk of a single side: the positions of a depth, and a path to each of them.

use std::sync::Arc;
use std::time::Duration;

use twinboard_vocabulary::{Game, MoveOf, TryClone, Vocabulary};

use super::expand::{Task, expand, future_of};
use super::plan::{DepthCounts, PerftPlan, Start};
use super::positions::{Child, Expansion, Known, Node, Trail, WalkError, followed_max};
use super::replay::{replay, watched};
use crate::model::activity::Side;
use crate::model::case;
use crate::model::listing::legal_moves;
use crate::model::pairing::{GameOf, SideOf};
use crate::model::random::{digest, mix};
use crate::model::rules::RuleSet;
use crate::model::watched::WatchedSide;

/// The walk of one side, depth by depth.
pub(super) struct Walk<R: RuleSet> {
    start: Arc<Start<R>>,
    implementation: SideOf<R>,
    side: Side,
    depth: u32,
    /// Positions of this depth, in the order of their texts.
    layer: Vec<Node<GameOf<R>>>,
    trail: Trail<MoveOf<R::Vocabulary>>,
    /// False for games that are replayed for every move.
    can_copy: bool,
    /// The positions of the depths before the last one.
    known: Arc<Known>,
    /// Two ways to one position after which the game goes on differently.
    ambiguous: Option<[Vec<MoveOf<R::Vocabulary>>; 2]>,
}

impl<R: RuleSet> Walk<R> {
    /// Plays the moves of the case and starts the walk at depth 0.
    pub(super) fn begin(
        start: &Arc<Start<R>>,
        implementation: &SideOf<R>,
        side: Side,
        plan: &PerftPlan,
    ) -> Result<Self, WalkError<MoveOf<R::Vocabulary>>> {
        let begun = {
            let (start, implementation) = (Arc::clone(start), implementation.clone());
            let moves_max = followed_max(plan.positions_max as usize);
            watched(plan.step_limit, move |activity| {
                let side = WatchedSide::new(&implementation, side, activity);
                let game = replay(&start, &side, &[], activity)?;
                let text = R::Vocabulary::text(&game.position());
                let can_copy = game.try_clone().is_some();
                let future = future_of(&game, moves_max);
                Some((game.into_inner(), text.into_boxed_str(), can_copy, future))
            })
        };
        let (game, text, can_copy, future) = begun?.ok_or(WalkError::Unsupported)?;
        let mut known = Known::default();
        known.insert(digest(text.as_bytes()), (future, 0));
        let root = Node { text, ways: 1, trail: 0, game: can_copy.then_some(game) };
        Ok(Self {
            start: Arc::clone(start),
            implementation: implementation.clone(),
            side,
            depth: 0,
            layer: vec![root],
            trail: Trail::default(),
            can_copy,
            known: Arc::new(known),
            ambiguous: None,
        })
    }

    pub(super) fn side(&self) -> Side {
        self.side
    }

    pub(super) fn depth(&self) -> u32 {
        self.depth
    }

    /// Number of positions of this depth.
    pub(super) fn width(&self) -> usize {
        self.layer.len()
    }

    /// Returns true if both sides have the same positions at their depths.
    pub(super) fn has_same_positions(&self, other: &Self) -> bool {
        self.layer.iter().map(|node| &node.text).eq(other.layer.iter().map(|node| &node.text))
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

    /// Moves from the start of the walk to the end of a trail.
    pub(super) fn path(&self, trail: u32) -> Vec<MoveOf<R::Vocabulary>> {
        self.trail.path(trail)
    }

    /// Two ways to a position of this depth after which the outcome or the legal moves differ: the
    /// walk continues only one of them, and its counts would be wrong.
    pub(super) fn ambiguous(&self) -> Option<&[Vec<MoveOf<R::Vocabulary>>; 2]> {
        self.ambiguous.as_ref()
    }

    /// Advances to the next depth. `progress` receives the number of expanded positions.
    pub(super) fn expand(
        &mut self,
        plan: &PerftPlan,
        keep_games: bool,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Expansion, WalkError<MoveOf<R::Vocabulary>>> {
        let layer = std::mem::take(&mut self.layer);
        let step = self.start.step() + self.depth as usize;
        let task = Task {
            start: Arc::clone(&self.start),
            implementation: self.implementation.clone(),
            side: self.side,
            step,
            keep_games,
            can_copy: self.can_copy,
            known: Arc::clone(&self.known),
        };
        let capacity = (plan.positions_max as usize).saturating_sub(self.trail.len());
        let (expansion, children) = expand(plan, task, layer, capacity, &self.trail, progress)?;
        self.depth += 1;
        let children = children.into_iter().map(|(text, child)| {
            let Child { ways, parent, mv, game, other, future } = child;
            (Node { text, ways, trail: parent, game }, mv, other, future)
        });
        let mut children: Vec<_> = children.collect();
        children.sort_unstable_by(|(one, ..), (other, ..)| one.text.cmp(&other.text));
        // No worker is left that has it.
        let mut known = Arc::unwrap_or_clone(std::mem::take(&mut self.known));
        for (mut node, mv, other, future) in children {
            if let Some((parent, last)) = other.map(|other| *other)
                && self.ambiguous.is_none()
            {
                let ways = [(node.trail, mv.clone()), (parent, last)];
                self.ambiguous =
                    Some(ways.map(|(parent, last)| self.trail.path_with(parent, last)));
            }
            node.trail = self.trail.add(node.trail, mv);
            let key = digest(node.text.as_bytes());
            match known.get(&key) {
                None if keep_games => {
                    known.insert(key, (future, node.trail));
                }
                Some(&(earlier, trail)) if earlier != future && self.ambiguous.is_none() => {
                    let way = self.path(trail);
                    // Another position may have the same digest.
                    if self.leads_to(&way, &node.text, plan.step_limit)? {
                        self.ambiguous = Some([self.path(node.trail), way]);
                    }
                }
                _ => {}
            }
            self.layer.push(node);
        }
        self.known = Arc::new(known);
        Ok(expansion)
    }
}

impl<R: RuleSet> Walk<R> {
    /// Returns true if these moves lead to the position with this text.
    fn leads_to(
        &self,
        way: &[MoveOf<R::Vocabulary>],
        text: &str,
        step_limit: Duration,
    ) -> Result<bool, WalkError<MoveOf<R::Vocabulary>>> {
        let (start, side, way) = (Arc::clone(&self.start), self.side, way.to_vec());
        let (implementation, text) = (self.implementation.clone(), text.to_owned());
        watched(step_limit, move |activity| {
            let side = WatchedSide::new(&implementation, side, activity);
            let game = replay(&start, &side, &way, activity);
            game.is_some_and(|game| R::Vocabulary::text(&game.position()) == text)
        })
    }
}

/// A move, and its title for the report.
type Titled<M> = (M, String);

/// First moves of a walk, in the order of the oracle's list.
pub(super) fn first_moves<R: RuleSet>(
    start: &Arc<Start<R>>,
    oracle: &SideOf<R>,
    plan: &PerftPlan,
) -> Result<Vec<Titled<MoveOf<R::Vocabulary>>>, WalkError<MoveOf<R::Vocabulary>>> {
    let (start, oracle) = (Arc::clone(start), oracle.clone());
    let positions_max = plan.positions_max as usize;
    let listed = watched(plan.step_limit, move |activity| {
        let side = WatchedSide::new(&oracle, Side::Oracle, activity);
        legal_moves(&replay(&start, &side, &[], activity)?, followed_max(positions_max), 0)
    })?;
    let moves = listed.ok_or(WalkError::Full)?.into_iter().map(|legal| {
        let mv = R::Vocabulary::to_move(&legal);
        let title = case::title(&mv, &legal);
        (mv, title)
    });
    Ok(moves.collect())
}
