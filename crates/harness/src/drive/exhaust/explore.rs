//! Depth-first walk of all games from one set-up, on both sides.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use twinboard_vocabulary::{Game, MoveOf, PositionOf, ResultOf, SetupOf, TryClone, Vocabulary};

use super::figures::Figures;
use super::seen::SeenByAll;
use crate::check::compare::{
    REPRESENTATION, broken, broken_invariants, compare_results, compare_views,
};
use crate::check::laws::wrong_law;
use crate::check::legality::check_played;
use crate::check::lockstep::unless_it_panics;
use crate::check::observations::compare_observations;
use crate::check::self_checks::{KEYS, SelfChecks};
use crate::drive::perft::AMBIGUOUS;
use crate::drive::pool::Slot;
use crate::model::activity::{Action, Side};
use crate::model::case::Case;
use crate::model::divergence::{Divergence, Finding};
use crate::model::guard;
use crate::model::listing::view_of;
use crate::model::pairing::Pairing;
use crate::model::random::{SplitMix, digest, mix};
use crate::model::rules::ViewOf;
use crate::model::rules::{AssertionChecker, Enumerate, FailedAssertion, Observed, RuleSet, Step};
use crate::model::shard::Shard;
use crate::model::stats::Stats;
use crate::model::watched::{WatchedGame, WatchedSide};

/// Place of a worker: the number of the set-up, and the case that is being played.
pub(super) type PlaceOf<R> = (u64, Case<<R as RuleSet>::Vocabulary>);

/// Reason for an early end of a set-up.
#[derive(Debug)]
pub(super) enum ExploreError {
    Stopped,
    /// A position has too many legal moves to list.
    Crowded,
    /// A check failed.
    Wrong(Box<Divergence>),
}

impl From<Finding> for ExploreError {
    fn from(finding: Finding) -> Self {
        Self::Wrong(Box::new(Divergence::of(finding)))
    }
}

/// A position on both sides, with the view on which they agree.
pub(super) struct Node<'a, R: RuleSet> {
    pub(super) engine: WatchedGame<'a, R::Vocabulary>,
    oracle: WatchedGame<'a, R::Vocabulary>,
    pub(super) view: ViewOf<R>,
}

/// The node after a move, and the result of the move.
type Played<'a, R> = (Node<'a, R>, ResultOf<<R as RuleSet>::Vocabulary>);

/// State of one worker, which explores one set-up after the other.
pub(super) struct Explorer<'a, R: RuleSet> {
    pub(super) pairing: &'a Pairing<R>,
    pub(super) engine: WatchedSide<'a, R::Vocabulary>,
    pub(super) oracle: WatchedSide<'a, R::Vocabulary>,
    pub(super) enumeration: &'a dyn Enumerate<R::Vocabulary>,
    pub(super) seen: &'a SeenByAll,
    pub(super) slot: &'a Slot<PlaceOf<R>>,
    pub(super) stop: &'a AtomicBool,
    /// Shard whose set-ups and positions are played on both sides.
    pub(super) shard: Shard,
    pub(super) all_moves: bool,
    pub(super) assertions: AssertionChecker<'a, R::Vocabulary>,
    pub(super) figures: Figures,
}

impl<'a, R: RuleSet> Explorer<'a, R> {
    /// Explores a set-up and all positions reachable from it, except those seen before.
    pub(super) fn explore(
        &mut self,
        index: u64,
        setup: &SetupOf<R::Vocabulary>,
    ) -> Result<(), ExploreError> {
        // Set before the case, so that the watchdog does not report the case with the old stage.
        self.slot.activity().begin(0, None, Action::Check);
        self.slot.enter((index, Case::new(setup.clone(), Vec::new())));
        let explored = guard::catch_panic(|| self.begin(index, setup)).unwrap_or_else(|panic| {
            Err(Finding::of_panic(self.slot.activity().stage(), panic).into())
        });
        explored.map_err(|error| match error {
            ExploreError::Wrong(divergence) => {
                let (_, case) = self.slot.place().expect("the worker has a set-up");
                ExploreError::Wrong(Box::new(case.diverges_at_its_end(divergence.finding)))
            }
            other => other,
        })
    }

    fn begin(&mut self, index: u64, setup: &SetupOf<R::Vocabulary>) -> Result<(), ExploreError> {
        let is_ours = self.shard.owns(mix(index));
        let (engine, oracle) = (self.engine.set_up(setup), self.oracle.set_up(setup));
        // A set-up that a side does not support is skipped, and its assertions with it.
        let (Some(engine), Some(oracle)) = (engine, oracle) else {
            self.figures.skipped += u64::from(is_ours);
            return Ok(());
        };
        if !is_ours {
            return self.discover(setup, &engine);
        }
        let node = self.observe(setup, engine, oracle, None)?;
        let text = self.enumeration.canonical_key(setup, &node.view.position);
        self.check_engine(setup, &node, None, digest(text.as_bytes()))?;
        self.slot.activity().enter(None, Action::Check);
        let failed =
            |FailedAssertion { assertion, detail }| Finding::FailedAssertion { assertion, detail };
        let checked = unless_it_panics(|| (self.assertions)(&node.view.position));
        self.figures.claims += checked.map_err(failed)?;
        self.figures.setups += 1;
        self.expand(setup, &node, &text)
    }

    /// Plays all moves of a position and continues from the positions that are new. `text` is the
    /// canonical key of the position.
    pub(super) fn expand(
        &mut self,
        setup: &SetupOf<R::Vocabulary>,
        node: &Node<'a, R>,
        text: &str,
    ) -> Result<(), ExploreError> {
        let Some(legal) = &node.view.legal else { return Err(ExploreError::Crowded) };
        let mut fingerprint = mix(digest(text.as_bytes()));
        for legal in legal {
            if self.stop.load(Relaxed) {
                return Err(ExploreError::Stopped);
            }
            let mv = R::Vocabulary::to_move(legal);
            let (child, result) = self.play(setup, node, &mv)?;
            self.figures.moves += 1;
            let text = self.enumeration.canonical_key(setup, &child.view.position);
            let hash = mix(digest(text.as_bytes()));
            fingerprint = fingerprint.wrapping_add(hash);
            if self.seen.insert(&text, hash) {
                self.keep_summary(hash, &child.view);
                if self.shard.owns(hash) {
                    self.figures.positions += 1;
                    self.check_engine(setup, &child, Some((&mv, &result)), hash)?;
                    self.expand(setup, &child, &text)?;
                } else {
                    validate(&child.engine)?;
                    self.discover(setup, &child.engine)?;
                }
            } else {
                self.check_equal_keys(&text, hash, &child.view)?;
                // The engine's internal state may depend on the path to the position.
                validate(&child.engine)?;
            }
            self.pop();
        }
        self.figures.digest = self.figures.digest.wrapping_add(mix(fingerprint));
        if self.all_moves {
            for mv in self.enumeration.all_moves(setup) {
                if self.stop.load(Relaxed) {
                    return Err(ExploreError::Stopped);
                }
                let (after, result) = self.play(setup, node, &mv)?;
                if result.is_err() {
                    self.figures.refused += 1;
                    check_after_refusal(&node.engine, &after.engine)?;
                }
                self.pop();
            }
        }
        Ok(())
    }

    /// Appends a move to the case that the watchdog would report.
    pub(super) fn push(&self, mv: &MoveOf<R::Vocabulary>) {
        let step = self.slot.update(|(_, case)| {
            case.moves.push(mv.clone());
            case.moves.len()
        });
        self.slot.activity().set_step(step);
    }

    pub(super) fn pop(&self) {
        let step = self.slot.update(|(_, case)| {
            case.moves.pop();
            case.moves.len()
        });
        self.slot.activity().set_step(step);
    }

    /// Plays a move on copies of both games, and leaves it in the case.
    fn play(
        &self,
        setup: &SetupOf<R::Vocabulary>,
        node: &Node<'a, R>,
        mv: &MoveOf<R::Vocabulary>,
    ) -> Result<Played<'a, R>, ExploreError> {
        self.push(mv);
        let said = [node.engine.is_legal(mv), node.oracle.is_legal(mv)];
        let mut engine = self.copied(&self.engine, &node.engine, setup);
        let ours = engine.play(mv);
        let mut oracle = self.copied(&self.oracle, &node.oracle, setup);
        let theirs = oracle.play(mv);
        compare_results(self.pairing.rules(), &ours, &theirs)?;
        check_played(Side::Engine, said[0], mv, &ours)?;
        check_played(Side::Oracle, said[1], mv, &theirs)?;
        let before = Step { before: &node.view, mv, result: &theirs };
        let child = self.observe(setup, engine, oracle, Some((before, &ours)))?;
        Ok((child, theirs))
    }

    /// Copies a game, or replays its moves from the set-up if it cannot be copied.
    pub(super) fn copied(
        &self,
        side: &WatchedSide<'a, R::Vocabulary>,
        game: &WatchedGame<'a, R::Vocabulary>,
        setup: &SetupOf<R::Vocabulary>,
    ) -> WatchedGame<'a, R::Vocabulary> {
        game.try_clone().unwrap_or_else(|| self.replayed(side, setup))
    }

    /// Replays all moves of the case but the last, which has not been played yet.
    pub(super) fn replayed(
        &self,
        side: &WatchedSide<'a, R::Vocabulary>,
        setup: &SetupOf<R::Vocabulary>,
    ) -> WatchedGame<'a, R::Vocabulary> {
        let mut again = side.set_up(setup).unwrap_or_else(|| side.fail_to_set_up_again());
        let (_, case) = self.slot.place().expect("the worker has a set-up");
        for mv in case.moves.split_last().map_or(&[][..], |(_, before)| before) {
            let _ = again.play(mv);
        }
        again
    }

    /// Reads the views of both sides, compares them, and checks the invariants. `made` is the step
    /// that led here, with the oracle's result in it, and the engine's result.
    fn observe(
        &self,
        setup: &SetupOf<R::Vocabulary>,
        engine: WatchedGame<'a, R::Vocabulary>,
        oracle: WatchedGame<'a, R::Vocabulary>,
        made: Option<(Step<'_, R::Vocabulary>, &ResultOf<R::Vocabulary>)>,
    ) -> Result<Node<'a, R>, ExploreError> {
        let node = self.compare(engine, oracle)?;
        let Node { oracle, view, .. } = &node;
        self.slot.activity().enter(None, Action::Check);
        // If both events are right although they differ, the invariants are checked on each.
        let differing_event = made.as_ref().and_then(|(theirs, ours)| {
            let step = Step { before: theirs.before, mv: theirs.mv, result: *ours };
            (theirs.result != *ours).then_some(step)
        });
        let step_of_oracle = made.map(|(step, _)| step);
        let observations = &oracle.observe();
        self.invariants(&Observed { setup, step: step_of_oracle, now: view, observations })?;
        if differing_event.is_some() {
            self.invariants(&Observed { setup, step: differing_event, now: view, observations })?;
        }
        let valid = oracle.validate();
        valid.map_err(|detail| broken(Side::Oracle, REPRESENTATION, detail))?;
        Ok(node)
    }

    /// Reads the views of both sides and compares them.
    pub(super) fn compare(
        &self,
        engine: WatchedGame<'a, R::Vocabulary>,
        oracle: WatchedGame<'a, R::Vocabulary>,
    ) -> Result<Node<'a, R>, ExploreError> {
        let limit = self.pairing.rules().listing().limit;
        let (ours, view) = (view_of(&engine, limit, 0), view_of(&oracle, limit, 0));
        compare_views(&ours, &view, limit)?;
        compare_observations(&engine.observe(), &oracle.observe(), &mut Stats::default())?;
        Ok(Node { engine, oracle, view })
    }

    /// Compares outcome and number of legal moves with those of the position seen earlier with the
    /// same canonical key, if they are still in the cache. If they differ, the key is wrong, and
    /// the walk would miss positions.
    fn check_equal_keys(&self, key: &str, hash: u64, view: &ViewOf<R>) -> Result<(), ExploreError> {
        let now = summary_of::<R>(view);
        let Some(seen) = self.seen.summary(hash) else {
            self.keep_summary(hash, view);
            return Ok(());
        };
        if seen == now {
            return Ok(());
        }
        let say = |summary: u16| {
            let state = if summary & 1 == 1 { "over" } else { "going on" };
            format!("{state}, legal moves: {}", summary >> 1)
        };
        if self.keys_are_texts() {
            let detail = format!(
                "{AMBIGUOUS}: the position does not determine the future (`Vocabulary::Position`); \
                 on both sides, one way it is {}, the other way {}; the position is\n{key}",
                say(seen),
                say(now),
            );
            return Err(wrong_law("position", None, detail).into());
        }
        let detail = format!(
            "both sides agree on two positions with the same key; one is {}, the other {}; the key \
             is\n{key}",
            say(seen),
            say(now),
        );
        Err(wrong_law("`canonical_key`", None, detail).into())
    }

    /// True if the keys of all positions of the case, and of those after each legal move there, are
    /// the texts of the positions: then nothing hides in a key that the rule set computes, which
    /// probably has the default [`Enumerate::canonical_key`].
    fn keys_are_texts(&self) -> bool {
        let (_, case) = self.slot.place().expect("the worker has a set-up");
        let is_text = |position: &PositionOf<R::Vocabulary>| {
            self.enumeration.canonical_key(&case.setup, position) == R::Vocabulary::text(position)
        };
        let limit = self.pairing.rules().listing().limit;
        (0..=case.moves.len()).all(|length| {
            let after = |more: Option<&MoveOf<R::Vocabulary>>| {
                let mut game = self.oracle.set_up(&case.setup)?;
                for mv in case.moves[..length].iter().chain(more) {
                    let _ = game.play(mv);
                }
                Some(game)
            };
            let Some(game) = after(None) else { return false };
            let legal = view_of(&game, limit, 0).legal.unwrap_or_default();
            is_text(&game.position())
                && legal.iter().all(|legal| {
                    let next = after(Some(&R::Vocabulary::to_move(legal)));
                    next.is_some_and(|game| is_text(&game.position()))
                })
        })
    }

    /// Keeps the summary of a position on which both sides agree.
    pub(super) fn keep_summary(&self, hash: u64, view: &ViewOf<R>) {
        self.seen.keep_summary(hash, summary_of::<R>(view));
    }

    fn invariants(&self, observed: &Observed<'_, R::Vocabulary>) -> Result<(), Finding> {
        let broken = broken_invariants(self.pairing.rules(), observed).into_iter().next();
        broken.map_or(Ok(()), |(invariant, detail)| {
            Err(Finding::Broken { side: None, invariant, detail })
        })
    }

    /// Runs the self-checks of the engine's optional methods. Their random choices are seeded with
    /// the hash of the position.
    pub(super) fn check_engine(
        &self,
        setup: &SetupOf<R::Vocabulary>,
        node: &Node<'a, R>,
        step: Option<(&MoveOf<R::Vocabulary>, &ResultOf<R::Vocabulary>)>,
        hash: u64,
    ) -> Result<(), ExploreError> {
        let (mut random, rules) = (SplitMix::new(hash), self.pairing.rules());
        let engine = self.pairing.watched(Side::Engine, self.slot.activity());
        let mut self_checks = SelfChecks::of_a_position(rules, engine);
        let held = self_checks.check(&node.engine, &node.view, setup, step, &mut random);
        held.map_err(|violation| {
            violation.attribute(rules, &self.oracle, &node.oracle, &node.view).0.into()
        })
    }
}

/// Checks the engine's hidden state after a refused move: its representation and its key.
fn check_after_refusal<V: Vocabulary>(
    before: &WatchedGame<'_, V>,
    after: &WatchedGame<'_, V>,
) -> Result<(), Finding> {
    validate(after)?;
    let (before, after) = (before.key(), after.key());
    if before == after {
        return Ok(());
    }
    let detail = format!("the key was {before:x?} before a refused move and is {after:x?} now");
    Err(broken(Side::Engine, KEYS, detail))
}

/// Runs the engine's check of its own representation.
fn validate<V: Vocabulary>(engine: &WatchedGame<'_, V>) -> Result<(), Finding> {
    engine.validate().map_err(|detail| broken(Side::Engine, REPRESENTATION, detail))
}

/// Summary of a position in 16 bits: bit 0 is set if the game is over, the others are the number of
/// legal moves, truncated.
fn summary_of<R: RuleSet>(view: &ViewOf<R>) -> u16 {
    let legal = view.legal.as_ref().map_or(0, Vec::len) as u16;
    legal << 1 | u16::from(R::Vocabulary::is_over(view.outcome))
}
