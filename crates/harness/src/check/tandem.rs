//! Games of engine and oracle that play the same moves, compared after each of them: the comparer
//! of everything that enumerates games. Lockstep, which makes many more checks between two steps,
//! compares the same [`Answers`].

use std::cell::Cell;
use std::time::{Duration, Instant};

use twinboard_vocabulary::{Game, LegalMoveOf, MoveOf, ResultOf, SetupOf, TryClone, Vocabulary};

use super::compare::{Answers, Level, check_invariants, compare, outcomes_beside};
use crate::check::compare::{REPRESENTATION, broken};
use crate::check::legality::check_played;
use crate::check::self_checks::COUNT_OF_ALL;
use crate::model::activity::{Activity, Side};
use crate::model::divergence::{Divergence, Finding};
use crate::model::pairing::{GameOf, Pairing};
use crate::model::rules::{CaseOf, RuleSet, ViewOf, legal_moves};
use crate::model::watched::{WatchedGame, WatchedSide};

/// The games of both sides, or of one that plays alone: its game takes the place of the oracle's.
pub(crate) struct Games<G> {
    pub(crate) engine: Option<G>,
    pub(crate) oracle: G,
}

/// Games in play.
pub(crate) type WatchedGames<'a, R> = Games<WatchedGame<'a, <R as RuleSet>::Vocabulary>>;

/// Games between two jobs, which another worker may continue.
pub(crate) type GamesOf<R> = Games<GameOf<R>>;

impl<G: TryClone> TryClone for Games<G> {
    /// `None` if one of the games cannot be copied.
    fn try_clone(&self) -> Option<Self> {
        let engine = match &self.engine {
            Some(engine) => Some(engine.try_clone()?),
            None => None,
        };
        Some(Self { engine, oracle: self.oracle.try_clone()? })
    }
}

/// The result of a move and the state after it, on which the sides agree. If their events differ
/// where the rule set permits it, the result is the oracle's.
pub(crate) struct Agreed<R: RuleSet> {
    pub(crate) result: Option<ResultOf<R::Vocabulary>>,
    pub(crate) view: ViewOf<R>,
}

/// Both sides, or one that plays alone.
pub(crate) struct Tandem<'a, R: RuleSet> {
    rules: &'a R,
    engine: Option<WatchedSide<'a, R::Vocabulary>>,
    oracle: WatchedSide<'a, R::Vocabulary>,
    activity: &'a Activity,
    /// Legal moves that are listed, at most.
    limit: usize,
    /// Time spent in engine and oracle.
    times: Cell<[Duration; 2]>,
}

impl<'a, R: RuleSet> Tandem<'a, R> {
    /// Both sides of a pairing, or `only` one of them.
    pub(crate) fn new(
        pairing: &'a Pairing<R>,
        only: Option<Side>,
        activity: &'a Activity,
        limit: usize,
    ) -> Self {
        let watched = |side| pairing.watched(side, activity);
        Self {
            rules: pairing.rules(),
            engine: only.is_none().then(|| watched(Side::Engine)),
            oracle: watched(only.unwrap_or(Side::Oracle)),
            activity,
            limit,
            times: Cell::default(),
        }
    }

    /// Sets up the games. The error is the side that does not support the set-up.
    pub(crate) fn set_up(
        &self,
        setup: &SetupOf<R::Vocabulary>,
    ) -> Result<WatchedGames<'a, R>, Side> {
        let set_up = |side: &WatchedSide<'a, R::Vocabulary>| {
            self.timed(side.side(), || side.set_up(setup)).ok_or(side.side())
        };
        let engine = self.engine.as_ref().map(set_up).transpose()?;
        Ok(Games { engine, oracle: set_up(&self.oracle)? })
    }

    /// Plays the moves of a case without comparing anything; refused moves change nothing. The
    /// error is the side that does not support the set-up.
    pub(crate) fn replay(&self, case: &CaseOf<R>) -> Result<WatchedGames<'a, R>, Side> {
        self.activity.set_step(0);
        let mut games = self.set_up(&case.setup)?;
        for (index, mv) in case.moves.iter().enumerate() {
            self.activity.set_step(index + 1);
            for game in games.engine.iter_mut().chain([&mut games.oracle]) {
                let _ = game.play(mv);
            }
        }
        Ok(games)
    }

    /// Replays a case that has been played before.
    ///
    /// # Panics
    ///
    /// With the failure of the side, if it does not set the game up again.
    pub(crate) fn replay_again(&self, case: &CaseOf<R>) -> WatchedGames<'a, R> {
        self.replay(case).unwrap_or_else(|side| match &self.engine {
            Some(engine) if side == Side::Engine => engine.fail_to_set_up_again(),
            _ => self.oracle.fail_to_set_up_again(),
        })
    }

    /// Games that another worker has made.
    pub(crate) fn watch(&self, games: GamesOf<R>) -> WatchedGames<'a, R> {
        let engine = self.engine.as_ref().zip(games.engine).map(|(side, game)| side.watch(game));
        Games { engine, oracle: self.oracle.watch(games.oracle) }
    }

    /// The oracle, or the side that plays alone.
    pub(crate) fn oracle(&self) -> &WatchedSide<'a, R::Vocabulary> {
        &self.oracle
    }

    /// Compares the state of the games at the set-up of a case.
    ///
    /// # Errors
    ///
    /// The first difference, at the step of the [`Activity`].
    pub(crate) fn look(
        &self,
        games: &mut WatchedGames<'a, R>,
        setup: &SetupOf<R::Vocabulary>,
        level: Level,
    ) -> Result<Agreed<R>, Box<Divergence>> {
        self.step(games, setup, None, None, level)
    }

    /// Plays a move in the state `before` and compares what the sides show. Without that state the
    /// invariants are not checked.
    ///
    /// # Errors
    ///
    /// The first difference, at the step of the [`Activity`].
    pub(crate) fn play(
        &self,
        games: &mut WatchedGames<'a, R>,
        setup: &SetupOf<R::Vocabulary>,
        before: Option<&ViewOf<R>>,
        mv: &MoveOf<R::Vocabulary>,
        level: Level,
    ) -> Result<Agreed<R>, Box<Divergence>> {
        // An engine in another process plays while the oracle does.
        let mut said = None;
        if let Some(engine) = &mut games.engine {
            said = Answers::judgment(engine, Some(mv), level);
            engine.prefetch(mv);
            engine.flush();
        }
        self.step(games, setup, before, Some((mv, said)), level)
    }

    /// Compares what the sides show after a move, and what the engine said of it before it was
    /// announced.
    fn step(
        &self,
        games: &mut WatchedGames<'a, R>,
        setup: &SetupOf<R::Vocabulary>,
        before: Option<&ViewOf<R>>,
        announced: Option<(&MoveOf<R::Vocabulary>, Option<bool>)>,
        level: Level,
    ) -> Result<Agreed<R>, Box<Divergence>> {
        let mv = announced.map(|(mv, _)| mv);
        let oracle = &mut games.oracle;
        let oracle = self.timed(self.oracle.side(), || Answers::of(oracle, mv, level, self.limit));
        if let Some(game) = &mut games.engine {
            let said = announced.and_then(|(_, said)| said);
            let engine = self.timed(Side::Engine, || Answers::after(game, mv, level, self.limit));
            let engine = Answers { said, ..engine };
            let compared = compare(self.rules, &engine, &oracle, self.limit).and_then(|()| {
                if level < Level::Everything {
                    return Ok(());
                }
                // Without the state before a move it would be taken for the set-up.
                if before.is_some() == mv.is_some() {
                    let made = before.zip(mv);
                    check_invariants(self.rules, setup, made, [&engine, &oracle])?;
                }
                for (side, answers) in [(Side::Engine, &engine), (Side::Oracle, &oracle)] {
                    if let (Some(mv), Some(result)) = (mv, &answers.result) {
                        check_played(side, answers.said, mv, result)?;
                    }
                }
                let valid = games.oracle.validate();
                valid.map_err(|detail| broken(Side::Oracle, REPRESENTATION, detail))
            });
            compared.map_err(|finding| self.divergence(finding, before, mv, [&engine, &oracle]))?;
        }
        let view = oracle.view.expect("it has been asked for");
        Ok(Agreed { result: oracle.result, view })
    }

    /// The finding with the boards of the step.
    fn divergence(
        &self,
        finding: Finding,
        before: Option<&ViewOf<R>>,
        mv: Option<&MoveOf<R::Vocabulary>>,
        [engine, oracle]: [&Answers<R::Vocabulary>; 2],
    ) -> Box<Divergence> {
        let picture = |view: &ViewOf<R>| self.rules.picture(&view.position);
        Box::new(Divergence {
            outcomes: outcomes_beside(&finding, [engine, oracle]),
            step: self.activity.stage().step as usize,
            mv: mv.map(ToString::to_string),
            before: before.map(picture),
            engine: engine.view.as_ref().map(picture),
            oracle: oracle.view.as_ref().map(picture),
            ..Divergence::of(finding)
        })
    }

    /// Plays a case and compares every step at a level: the first difference, or the games at the end
    /// if there is none. The error is the side that does not support the
    /// set-up.
    pub(crate) fn follow(
        &self,
        case: &CaseOf<R>,
        level: Level,
    ) -> Result<Result<WatchedGames<'a, R>, Box<Divergence>>, Side> {
        self.activity.set_step(0);
        let mut games = self.set_up(&case.setup)?;
        let followed = self.look(&mut games, &case.setup, level).and_then(|start| {
            let mut view = start.view;
            for (index, mv) in case.moves.iter().enumerate() {
                self.activity.set_step(index + 1);
                view = self.play(&mut games, &case.setup, Some(&view), mv, level)?.view;
            }
            Ok(())
        });
        Ok(followed.map(|()| games))
    }

    /// The legal moves of the oracle, or of the side that plays alone, and whether the other side
    /// lists the same; `None` if they are too many to list.
    pub(crate) fn legal_moves(
        &self,
        games: &WatchedGames<'a, R>,
    ) -> (Option<Vec<LegalMoveOf<R::Vocabulary>>>, bool) {
        let list = |side, game| self.timed(side, || legal_moves(game, self.limit, 0));
        let legal = list(self.oracle.side(), &games.oracle);
        let is_same =
            games.engine.as_ref().is_none_or(|engine| list(Side::Engine, engine) == legal);
        (legal, is_same)
    }

    /// Plays a move without asking for its event. Returns true if the sides accept it.
    pub(crate) fn advance(
        &self,
        games: &mut WatchedGames<'a, R>,
        mv: &MoveOf<R::Vocabulary>,
    ) -> bool {
        let advance = |side, game: &mut WatchedGame<'a, R::Vocabulary>| {
            self.timed(side, || game.advance(mv).is_ok())
        };
        let is_accepted = advance(self.oracle.side(), &mut games.oracle);
        let engine = games.engine.as_mut();
        engine.is_none_or(|engine| advance(Side::Engine, engine)) && is_accepted
    }

    /// Number of legal moves of the oracle, or of the side that plays alone, and whether the other
    /// side counts as many; `None` if `is_over` has become true before.
    pub(crate) fn number_of_legal_moves(
        &self,
        games: &WatchedGames<'a, R>,
        is_over: impl Fn() -> bool,
    ) -> Option<(u64, bool)> {
        let count = |side, game: &WatchedGame<'a, R::Vocabulary>| {
            self.timed(side, || game.number_of_legal_moves(&is_over))
        };
        let number = count(self.oracle.side(), &games.oracle)?;
        let Some(engine) = &games.engine else { return Some((number, true)) };
        Some((number, count(Side::Engine, engine)? == number))
    }

    /// The finding against a side whose count of its legal moves is not that of its list.
    pub(crate) fn wrong_count(&self, games: &WatchedGames<'a, R>) -> Option<Finding> {
        let engine = games.engine.iter().map(|game| (Side::Engine, game));
        engine.chain([(self.oracle.side(), &games.oracle)]).find_map(|(side, game)| {
            let listed = legal_moves(game, self.limit, 0)?.len() as u64;
            let counted = game.count_legal_moves().filter(|counted| *counted != listed)?;
            let detail = format!("it lists {listed} and counts {counted}");
            Some(broken(side, COUNT_OF_ALL, detail))
        })
    }

    /// Calls a side, and adds the time to that of the side, unless it plays alone.
    fn timed<T>(&self, side: Side, call: impl FnOnce() -> T) -> T {
        if self.engine.is_none() {
            return call();
        }
        let started = Instant::now();
        let answer = call();
        let mut times = self.times.get();
        times[side as usize] += started.elapsed();
        self.times.set(times);
        answer
    }

    /// Time spent in engine and oracle since the last call, which was at `since`.
    pub(crate) fn take_times(&self, since: Instant) -> [Duration; 2] {
        let mut times = self.times.take();
        if self.engine.is_none() {
            times[self.oracle.side() as usize] = since.elapsed();
        }
        times
    }
}

impl<V: Vocabulary> Games<WatchedGame<'_, V>> {
    /// The games alone, for another worker.
    pub(crate) fn into_inner(self) -> Games<twinboard_vocabulary::AnyGame<V>> {
        let Self { engine, oracle } = self;
        Games { engine: engine.map(WatchedGame::into_inner), oracle: oracle.into_inner() }
    }
}
