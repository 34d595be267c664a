//! The two sides as the checks see them: each call of a side is announced to the watchdog before it
//! is made, so no check can forget to say which side it waits for.
//!
//! A copy also announces the moves that were played on it ([`Trial`]): if the side panics or hangs
//! there, they belong to the case that fails.

use std::ops::ControlFlow;
use std::sync::Mutex;

use twinboard_vocabulary::{
    AnyGame, AnyImplementation, Game, GameFailure, Implementation, LegalMoveOf, MoveOf, OutcomeOf,
    PositionOf, RefusalOf, ResultOf, SetupOf, TryClone, Vocabulary,
};

use super::guard::lock;
use crate::model::activity::{Action, Activity, Side};

/// Moves that are only tried, on a copy of a game.
#[derive(Clone, Debug)]
pub(crate) struct Tried<V: Vocabulary> {
    /// The step of the case after which the copy was made.
    pub(crate) step: usize,
    /// Moves of the copy since then, up to the one being played.
    pub(crate) moves: Vec<MoveOf<V>>,
    /// Moves that are being taken back, or were last.
    pub(crate) undone: Vec<MoveOf<V>>,
}

impl<V: Vocabulary> Tried<V> {
    fn is_empty(&self) -> bool {
        self.moves.is_empty() && self.undone.is_empty()
    }
}

/// The moves of a copy during a call of it. They stay here if the call panics or hangs.
pub(crate) type Trial<V> = Mutex<Option<Tried<V>>>;

/// A side of a pairing, used by one worker.
pub(crate) struct WatchedSide<'a, V: Vocabulary> {
    implementation: &'a AnyImplementation<V>,
    side: Side,
    activity: &'a Activity,
    trial: Option<&'a Trial<V>>,
}

impl<'a, V: Vocabulary> WatchedSide<'a, V> {
    pub(crate) fn new(
        implementation: &'a AnyImplementation<V>,
        side: Side,
        activity: &'a Activity,
    ) -> Self {
        Self { implementation, side, activity, trial: None }
    }

    /// The same side, with moves on copies of its games announced in `trial`.
    pub(crate) fn with_trial(self, trial: &'a Trial<V>) -> Self {
        Self { trial: Some(trial), ..self }
    }

    pub(crate) fn set_up(&self, setup: &SetupOf<V>) -> Option<WatchedGame<'a, V>> {
        self.activity.enter(Some(self.side), Action::SetUp);
        let game = self.implementation.set_up(setup);
        self.activity.leave();
        Some(self.watch(game?))
    }

    /// The failure of a side that does not support a set-up which it has supported before.
    ///
    /// # Panics
    ///
    /// Always, with the failure that a game declares.
    pub(crate) fn fail_to_set_up_again(&self) -> ! {
        self.activity.enter(Some(self.side), Action::SetUp);
        let failure = "it does not support a set-up that it has supported before";
        std::panic::panic_any(GameFailure::new(failure))
    }

    pub(crate) fn accepts(&self, setup: &SetupOf<V>) -> bool {
        self.activity.enter(Some(self.side), Action::SetUp);
        let accepts = self.implementation.accepts(setup);
        self.activity.leave();
        accepts
    }

    /// A game of this side that another worker has made.
    pub(crate) fn watch(&self, game: AnyGame<V>) -> WatchedGame<'a, V> {
        let Self { side, activity, trial, .. } = *self;
        WatchedGame { game, side, activity, trial, tried: None }
    }

    /// The step of the case that is being played.
    pub(crate) fn step(&self) -> usize {
        self.activity.stage().step as usize
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
    trial: Option<&'a Trial<V>>,
    /// Moves of a copy; `None` in a game that plays the case, or without a trial.
    tried: Option<Tried<V>>,
}

impl<V: Vocabulary> WatchedGame<'_, V> {
    /// Announces a call, with the moves of a copy up to those that the call is about.
    fn enter(&self, action: Action, next: &[MoveOf<V>]) {
        if let (Some(trial), Some(tried)) = (self.trial, &self.tried) {
            self.activity.set_step(tried.step);
            // Nothing is copied for a copy that has played nothing.
            let is_new = tried.is_empty() && next.is_empty();
            *lock(trial) = (!is_new).then(|| {
                let mut tried = tried.clone();
                if action == Action::TakeBack {
                    tried.undone = next.to_vec();
                } else {
                    tried.moves.extend_from_slice(next);
                }
                self.activity.set_step(tried.step + tried.moves.len());
                tried
            });
        }
        self.activity.enter(Some(self.side), action);
    }

    /// Makes a call that plays no move.
    fn call<T>(&self, action: Action, call: impl FnOnce(&AnyGame<V>) -> T) -> T {
        self.enter(action, &[]);
        let answer = call(&self.game);
        self.leave();
        answer
    }

    /// Makes a call that plays the moves `next` on the game, or takes them back.
    fn call_mut<T>(
        &mut self,
        action: Action,
        next: &[MoveOf<V>],
        call: impl FnOnce(&mut AnyGame<V>) -> T,
    ) -> T {
        self.enter(action, next);
        let answer = call(&mut self.game);
        self.leave();
        answer
    }

    /// The end of a call: what comes next is not about the moves of this copy.
    fn leave(&self) {
        if let (Some(trial), Some(tried)) = (self.trial, &self.tried) {
            *lock(trial) = None;
            self.activity.set_step(tried.step);
        }
        self.activity.leave();
    }

    /// Shows a move of a listing to the harness: that is progress, and no part of the call.
    fn show(&self, legal: &LegalMoveOf<V>, visit: Visit<'_, V>) -> ControlFlow<()> {
        self.activity.touch();
        self.activity.leave();
        let flow = visit(legal);
        self.activity.resume(self.side, Action::LegalMoves);
        flow
    }

    /// Makes the copy a game whose moves are those of the case.
    pub(crate) fn into_game(self) -> Self {
        Self { tried: None, ..self }
    }

    /// Number of legal moves, counted by the game or else one by one, each of which is progress;
    /// `None` if `is_over` has become true before.
    pub(crate) fn number_of_legal_moves(&self, is_over: impl Fn() -> bool) -> Option<u64> {
        if let Some(count) = self.count_legal_moves() {
            return Some(count);
        }
        let mut count = 0;
        let listing = self.visit_legal_moves(&mut |_| {
            count += 1;
            if is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        listing.is_continue().then_some(count)
    }

    /// The game alone, for another worker.
    pub(crate) fn into_inner(self) -> AnyGame<V> {
        self.game
    }
}

impl<V: Vocabulary> TryClone for WatchedGame<'_, V> {
    fn try_clone(&self) -> Option<Self> {
        let game = self.call(Action::Copy, TryClone::try_clone)?;
        let step = || self.activity.stage().step as usize;
        let none = || Tried { step: step(), moves: Vec::new(), undone: Vec::new() };
        let tried = self.trial.map(|_| self.tried.clone().unwrap_or_else(none));
        Some(Self { game, tried, ..*self })
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
        self.call(Action::LegalMoves, |game| {
            game.visit_legal_moves(&mut |legal| self.show(legal, visit))
        })
    }

    fn count_kind(&self, like: &LegalMoveOf<V>, limit: u64) -> Option<u64> {
        self.call(Action::LegalMoves, |game| game.count_kind(like, limit))
    }

    fn can_count_kinds(&self) -> bool {
        self.call(Action::LegalMoves, AnyGame::can_count_kinds)
    }

    fn count_legal_moves(&self) -> Option<u64> {
        self.call(Action::LegalMoves, AnyGame::count_legal_moves)
    }

    fn prefetch(&mut self, mv: &MoveOf<V>) {
        let next = std::slice::from_ref(mv);
        self.call_mut(Action::Play, next, |game| game.prefetch(mv));
    }

    fn flush(&self) {
        self.call(Action::Play, AnyGame::flush);
    }

    fn play(&mut self, mv: &MoveOf<V>) -> ResultOf<V> {
        let result = self.call_mut(Action::Play, std::slice::from_ref(mv), |game| game.play(mv));
        if let Some(tried) = &mut self.tried {
            tried.moves.push(mv.clone());
        }
        result
    }

    fn advance(&mut self, mv: &MoveOf<V>) -> Result<(), RefusalOf<V>> {
        let next = std::slice::from_ref(mv);
        let result = self.call_mut(Action::Play, next, |game| game.advance(mv));
        if let Some(tried) = &mut self.tried {
            tried.moves.push(mv.clone());
        }
        result
    }

    fn position(&self) -> PositionOf<V> {
        self.call(Action::Position, Game::position)
    }

    fn outcome(&self) -> OutcomeOf<V> {
        self.call(Action::Outcome, Game::outcome)
    }

    fn key(&self) -> Option<u64> {
        self.call(Action::Key, Game::key)
    }

    fn sample_legal_move(&self, random: &mut dyn FnMut() -> u64) -> Option<LegalMoveOf<V>> {
        self.call(Action::Sample, |game| game.sample_legal_move(random))
    }

    fn sampling_bias(&self) -> Option<u32> {
        self.call(Action::Sample, Game::sampling_bias)
    }

    fn undo_moves(&mut self, moves: &[MoveOf<V>]) -> bool {
        let is_undone = self.call_mut(Action::TakeBack, moves, |game| game.undo_moves(moves));
        if let Some(tried) = &mut self.tried {
            tried.undone = moves.to_vec();
        }
        is_undone
    }

    fn observe(&self) -> Vec<(&'static str, String)> {
        self.call(Action::Observe, AnyGame::observe)
    }

    fn is_legal(&self, mv: &MoveOf<V>) -> Option<bool> {
        self.call(Action::Legality, |game| game.is_legal(mv))
    }

    fn validate(&self) -> Result<(), String> {
        self.call(Action::Validate, Game::validate)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::{Arc, Mutex};

    use twinboard_vocabulary::{AnyImplementation, Game, Implementation, TryClone};

    use super::super::guard::lock;
    use super::WatchedSide;
    use crate::model::activity::{Action, Activity, Side, Stage};
    use crate::model::nim::Nim;

    /// A game that notes the stage of each call.
    #[derive(Clone)]
    struct Noting {
        activity: Arc<Activity>,
        noted: Arc<Mutex<Vec<Stage>>>,
    }

    impl Noting {
        fn note<T>(&self, answer: T) -> T {
            lock(&self.noted).push(self.activity.stage());
            answer
        }
    }

    impl Implementation for Noting {
        type Game = Self;

        fn set_up(&self, _: &u8) -> Option<Self> {
            self.note(Some(self.clone()))
        }
    }

    impl Game for Noting {
        type Vocabulary = Nim;

        fn visit_legal_moves(
            &self,
            visit: &mut dyn FnMut(&u8) -> ControlFlow<()>,
        ) -> ControlFlow<()> {
            visit(&1)?;
            self.note(visit(&2))
        }

        fn play(&mut self, stones: &u8) -> Result<u8, &'static str> {
            self.note(Ok(*stones))
        }

        fn position(&self) -> u8 {
            self.note(7)
        }

        fn outcome(&self) -> bool {
            self.note(false)
        }

        fn key(&self) -> Option<u64> {
            self.note(None)
        }

        fn sample_legal_move(&self, _: &mut dyn FnMut() -> u64) -> Option<u8> {
            self.note(None)
        }

        fn validate(&self) -> Result<(), String> {
            self.note(Ok(()))
        }

        fn observe(&self) -> Vec<(&'static str, String)> {
            self.note(Vec::new())
        }

        fn is_legal(&self, _: &u8) -> Option<bool> {
            self.note(None)
        }
    }

    #[test]
    fn every_call_is_announced_as_progress_and_ends_with_its_return() {
        use Action::{
            Key, LegalMoves, Legality, Observe, Outcome, Play, Position, Sample, SetUp, Validate,
        };
        let activity = Arc::new(Activity::default());
        let noted = Arc::default();
        let noting = Noting { activity: Arc::clone(&activity), noted: Arc::clone(&noted) };
        let side = AnyImplementation::new(Arc::new(noting));
        let side = WatchedSide::new(&side, Side::Oracle, &activity);
        activity.set_step(3);
        let before = activity.changes();
        // Between two calls the rule set and the harness are at work, and while a list is shown.
        let between = Stage { step: 3, side: None, action: Action::Check };
        let mut game = side.set_up(&7).expect("a game");
        assert_eq!(activity.stage(), between);
        let listing = game.visit_legal_moves(&mut |_| {
            assert_eq!(activity.stage(), between);
            ControlFlow::Continue(())
        });
        assert!(listing.is_continue() && game.play(&2).is_ok() && game.try_clone().is_some());
        game.position();
        game.outcome();
        game.key();
        game.sample_legal_move(&mut || 0);
        assert_eq!((game.validate(), game.observe(), game.is_legal(&1)), (Ok(()), vec![], None));
        assert_eq!(activity.stage(), between);
        assert!(side.accepts(&7));
        // Twelve calls, and two moves of a list.
        assert_eq!(activity.changes() - before, 12 + 2);
        let of_side = |action| Stage { step: 3, side: Some(Side::Oracle), action };
        let expected =
            [SetUp, LegalMoves, Play, Position, Outcome, Key, Sample, Validate, Observe, Legality];
        assert_eq!(lock(&noted)[..10], expected.map(of_side));
    }
}
