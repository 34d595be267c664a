//! Discovery: the walk through set-ups and positions of other shards, on the engine alone.
//!
//! A shard must reach its positions although most ways to them lead through positions of other
//! shards. There it plays legal moves only and compares nothing: the shard that owns a position
//! compares all moves from it. If the sides differ anywhere, they differ first at a position that
//! agreed moves lead to, and its owner reaches it.

use std::sync::atomic::Ordering::Relaxed;

use twinboard_vocabulary::{Game, MoveOf, SetupOf, TryClone, Vocabulary};

use super::explore::{ExploreError, Explorer, LENGTH_MAX, Node};
use crate::check::answers::Level;
use crate::model::listing::legal_moves;
use crate::model::random::{digest, mix};
use crate::model::rules::RuleSet;
use crate::model::watched::WatchedGame;

impl<'a, R: RuleSet> Explorer<'a, R> {
    /// Plays all legal moves of a position of another shard, and continues from the positions that
    /// are new.
    pub(super) fn discover(
        &mut self,
        setup: &SetupOf<R::Vocabulary>,
        engine: &WatchedGame<'a, R::Vocabulary>,
    ) -> Result<(), ExploreError> {
        let legal = legal_moves(engine, self.pairing.rules().listing().limit, 0);
        for legal in legal.ok_or(ExploreError::Crowded)? {
            if self.shared.abort.load(Relaxed) {
                return Err(ExploreError::Stopped);
            }
            let mv = R::Vocabulary::to_move(&legal);
            if self.push(&mv) > LENGTH_MAX {
                return Err(ExploreError::Long);
            }
            let copy = engine.try_clone();
            let mut child =
                copy.unwrap_or_else(|| self.replayed().engine.expect("both sides play"));
            // The owner of the position reports a listed move that is refused.
            if child.play(&mv).is_ok() {
                let text = self.enumeration.canonical_key(setup, &child.position());
                let hash = mix(digest(text.as_bytes()));
                if self.shared.seen.insert(&text, hash) {
                    if self.shared.shard.owns(hash) {
                        self.adopt(setup, &mv, &text, hash)?;
                    } else {
                        self.discover(setup, &child)?;
                    }
                }
            }
            self.pop();
        }
        Ok(())
    }

    /// Plays on, on both sides, from a position of this shard that a position of another one leads
    /// to. `mv` is the last move of the case.
    fn adopt(
        &mut self,
        setup: &SetupOf<R::Vocabulary>,
        mv: &MoveOf<R::Vocabulary>,
        text: &str,
        hash: u64,
    ) -> Result<(), ExploreError> {
        let mut games = self.replayed();
        // The owner of the position before checks the invariants of this step.
        let made = self.tandem.play(&mut games, setup, None, mv, Level::Everything)?;
        let (node, result) = (Node { games, view: made.view }, made.result);
        self.figures.positions += 1;
        self.keep_summary(text, hash, &node.view);
        self.check_engine(setup, &node, result.as_ref().map(|result| (mv, result)), hash)?;
        self.expand(setup, &node, text)
    }
}
