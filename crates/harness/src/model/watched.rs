//! The two sides as the checks see them: each call of a side is announced to the watchdog before it
//! is made, so no check can forget to say which side it waits for.

use std::ops::ControlFlow;

use twinboard_vocabulary::{
    AnyGame, AnyImplementation, Game, Implementation, LegalMoveOf, MoveOf, OutcomeOf, PositionOf,
    RefusalOf, ResultOf, SetupOf, TryClone, Vocabulary,
};

use crate::model::activity::{Action, Activity, Side};

/// A side of a pairing, used by one worker.
pub(crate) struct WatchedSide<'a, V: Vocabulary> {
    implementation: &'a AnyImplementation<V>,
    side: Side,
    activity: &'a Activity,
}

impl<'a, V: Vocabulary> WatchedSide<'a, V> {
    pub(crate) fn new(
        implementation: &'a AnyImplementation<V>,
        side: Side,
        activity: &'a Activity,
    ) -> Self {
        Self { implementation, side, activity }
    }

    pub(crate) fn set_up(&self, setup: &SetupOf<V>) -> Option<WatchedGame<'a, V>> {
        self.activity.enter(Some(self.side), Action::SetUp);
        Some(self.watch(self.implementation.set_up(setup)?))
    }

    pub(crate) fn accepts(&self, setup: &SetupOf<V>) -> bool {
        self.activity.enter(Some(self.side), Action::SetUp);
        self.implementation.accepts(setup)
    }

    /// A game of this side that another worker has made.
    pub(crate) fn watch(&self, game: AnyGame<V>) -> WatchedGame<'a, V> {
        WatchedGame { game, side: self.side, activity: self.activity }
    }

    pub(crate) fn side(&self) -> Side {
        self.side
    }
}

/// A game of a [`WatchedSide`].
pub(crate) struct WatchedGame<'a, V: Vocabulary> {
    game: AnyGame<V>,
    side: Side,
    activity: &'a Activity,
}

impl<V: Vocabulary> WatchedGame<'_, V> {
    fn enter(&self, action: Action) {
        self.activity.enter(Some(self.side), action);
    }

    /// The game alone, for another worker.
    pub(crate) fn into_inner(self) -> AnyGame<V> {
        self.game
    }
}

impl<V: Vocabulary> TryClone for WatchedGame<'_, V> {
    fn try_clone(&self) -> Option<Self> {
        self.enter(Action::Copy);
        Some(Self { game: self.game.try_clone()?, ..*self })
    }
}

/// Function that is called with each legal move.
type Visit<'a, V> = &'a mut dyn FnMut(&LegalMoveOf<V>) -> ControlFlow<()>;

// A method that is not forwarded would neither be announced nor play the wrapped game.
#[deny(clippy::missing_trait_methods)]
impl<V: Vocabulary> Game for WatchedGame<'_, V> {
    type Vocabulary = V;

    /// Each move counts as progress: a list may be long.
    fn visit_legal_moves(&self, visit: Visit<'_, V>) -> ControlFlow<()> {
        self.enter(Action::LegalMoves);
        self.game.visit_legal_moves(&mut |legal| {
            self.activity.touch();
            visit(legal)
        })
    }

    fn visit_kind(&self, like: &LegalMoveOf<V>, visit: Visit<'_, V>) -> ControlFlow<()> {
        self.enter(Action::LegalMoves);
        self.game.visit_kind(like, &mut |legal| {
            self.activity.touch();
            visit(legal)
        })
    }

    fn count_kind(&self, like: &LegalMoveOf<V>, limit: u64) -> Option<u64> {
        self.enter(Action::LegalMoves);
        self.game.count_kind(like, limit)
    }

    fn prefetch(&mut self, mv: &MoveOf<V>) {
        self.enter(Action::Play);
        self.game.prefetch(mv);
    }

    fn play(&mut self, mv: &MoveOf<V>) -> ResultOf<V> {
        self.enter(Action::Play);
        self.game.play(mv)
    }

    fn advance(&mut self, mv: &MoveOf<V>) -> Result<(), RefusalOf<V>> {
        self.enter(Action::Play);
        self.game.advance(mv)
    }

    fn position(&self) -> PositionOf<V> {
        self.enter(Action::Position);
        self.game.position()
    }

    fn outcome(&self) -> OutcomeOf<V> {
        self.enter(Action::Outcome);
        self.game.outcome()
    }

    fn key(&self) -> Option<u64> {
        self.enter(Action::Key);
        self.game.key()
    }

    fn sample_legal_move(&self, random: &mut dyn FnMut() -> u64) -> Option<LegalMoveOf<V>> {
        self.enter(Action::Sample);
        self.game.sample_legal_move(random)
    }

    fn sampling_bias(&self) -> Option<u32> {
        self.enter(Action::Sample);
        self.game.sampling_bias()
    }

    fn undo_moves(&mut self, moves: &[MoveOf<V>]) -> bool {
        self.enter(Action::Play);
        self.game.undo_moves(moves)
    }

    fn validate(&self) -> Result<(), String> {
        self.enter(Action::Validate);
        self.game.validate()
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::Arc;

    use twinboard_vocabulary::{AnyImplementation, Game, TryClone, from_fn};

    use super::WatchedSide;
    use crate::model::activity::{Action, Activity, Side, Stage};
    use crate::model::nim::Heap;

    #[test]
    fn every_call_is_announced_as_progress() {
        let activity = Activity::default();
        let heap = AnyImplementation::new(Arc::new(from_fn(Heap::set_up)));
        let side = WatchedSide::new(&heap, Side::Oracle, &activity);
        activity.set_step(3);
        let before = activity.changes();
        let mut game = side.set_up(&7).expect("a heap of seven");
        let is_at = |action| {
            let stage = Stage { step: 3, side: Some(Side::Oracle), action };
            assert_eq!(activity.stage(), stage);
        };
        is_at(Action::SetUp);
        assert!(game.try_clone().is_some());
        is_at(Action::Copy);
        game.position();
        is_at(Action::Position);
        game.outcome();
        is_at(Action::Outcome);
        game.key();
        is_at(Action::Key);
        game.sample_legal_move(&mut || u64::MAX);
        is_at(Action::Sample);
        assert_eq!(game.validate(), Ok(()));
        is_at(Action::Validate);
        assert_eq!(activity.changes() - before, 7);
        let listing = game.visit_legal_moves(&mut |_| ControlFlow::Continue(()));
        is_at(Action::LegalMoves);
        assert!(listing.is_continue());
        assert_eq!(activity.changes() - before, 7 + 1 + 3, "each of three moves is progress");
        assert!(game.play(&2).is_ok());
        is_at(Action::Play);
        assert!(side.accepts(&7));
        is_at(Action::SetUp);
    }
}
