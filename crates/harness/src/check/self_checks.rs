//! Self-checks: everything optional that an engine offers must agree with its own play.
//!
//! Lockstep compares the four required methods of [`Game`] with the oracle. The optional ones have
//! no counterpart there, so they are checked against each other, after every step:
//!
//! * hash keys: equal positions have equal keys and different ones do not, within the game, after
//!   two moves in both orders, and against set-ups that differ slightly. Equal positions have equal
//!   outcomes and legal moves, too ([`equal_positions`](super::equal_positions));
//! * random legal moves, none of which may be drawn too rarely ([`chances`]), and which equal numbers
//!   draw again, on a copy too; and listings of legal moves that are stopped early;
//! * copies (every move is also played on a copy), and moves that are taken back, refused ones among
//!   them: the game is as before, and goes on as before;
//! * counts of all legal moves and of one kind of them against the list;
//! * the current position set up anew;
//! * observations, after each of these;
//! * transformed games: the same game on a board transformed by a symmetry, such as its mirror
//!   image, must stay the image of the game ([`transformed_games`]).

use std::fmt::Display;

use arbitrary::Unstructured;
use chances::{Allowance, check_chances};
use moves::{
    any_legal_move, check_breaking_off, check_count, check_equal_numbers, check_kind_counts,
    check_sample, check_taking_back, check_transposition,
};
use transformed_games::TransformedGames;
use twinboard_vocabulary::{
    Game, MoveOf, Picture, PositionOf, ResultOf, SetupOf, TryClone, Vocabulary,
};

use super::compare::{Difference, Observations, Shown, hex};
use super::equal_positions::{differ_in_text_only, differ_in_variant};
use crate::check::checks::Checks;
use crate::check::compare::{REPRESENTATION, broken};
use crate::check::equal_positions::{Clash, SeenPositions, incomplete_position};
use crate::check::laws::{Contradiction, Law, LawViolation};
use crate::model::activity::Side;
use crate::model::case::Case;
use crate::model::divergence::Finding;
use crate::model::guard::{self, Panic};
use crate::model::proposals::propose_alone;
use crate::model::random::{SplitMix, bytes_of};
use crate::model::rules::{RuleSet, View, ViewOf, after_moves, with_another_field};
use crate::model::watched::{WatchedGame, WatchedSide};

mod chances;
mod moves;
mod transformed_games;

pub(crate) use transformed_games::{Suspect, transformed_game_follows};

// Names of the self-checks in reports. Shrinking compares findings by them.
pub(crate) const KEYS: &str = "keys are equal if and only if positions are";
pub(crate) const LEGAL_SAMPLES: &str = "a legal move is drawn if and only if there is one";
const CHANCES: &str = "legal moves are drawn about as often as promised";
const EQUAL_NUMBERS: &str = "equal random numbers draw equal legal moves";
const BREAKING_OFF: &str = "listing legal moves can be stopped early";
const ANEW: &str =
    "a position set up anew is the same (suspects: its text, its set-up, the moves before)";
const COUNTS: &str = "the count of a kind of moves matches the list";
pub(crate) const COUNT_OF_ALL: &str = "the count of legal moves matches the list";
const TAKING_BACK: &str = "taking moves back restores the game";
const COPIES: &str = "a copy plays like the original";
const ASKING: &str = "queries do not change the game";

/// Random legal moves sampled per position, at most.
const SAMPLES_MAX: usize = 32;
/// Slightly different set-ups whose key is compared with that of the case, at most.
const NEAR_SETUPS_MAX: usize = 32;
/// Legal moves per position of which every pair is played in both orders, at most: 28 pairs.
const TRANSPOSED_MOVES_MAX: usize = 8;

// Campaigns make the more expensive checks in one of n steps only, replays in every step.

/// Steps per check that the position is the same when it is set up anew.
const STEPS_PER_REBUILD: u64 = 4;
/// The same where it takes moves to get there.
const STEPS_PER_WAY: u64 = 16;
/// Steps per check that two moves in both orders give one key.
const STEPS_PER_TRANSPOSITION: u64 = 8;
/// Steps per round of the checks that take time in proportion to the number of legal moves:
/// counting one kind, listing those of a transformed game, playing moves and taking them back.
const STEPS_PER_LISTING: u64 = 4;
/// Steps per check that a draw with the same number gives the same move, and that a game which has
/// taken moves back goes on as before: a multiple of [`STEPS_PER_LISTING`]. An engine in another
/// process needs some round trips more for them.
const STEPS_PER_REPETITION: u64 = 4 * STEPS_PER_LISTING;
/// Steps per check that many moves are taken back: a multiple of [`STEPS_PER_LISTING`].
const STEPS_PER_DEEP: u64 = 32 * STEPS_PER_LISTING;
/// The same in games that are played again from their start: a multiple of [`STEPS_PER_LISTING`].
const STEPS_PER_REPLAYED: u64 = 16 * STEPS_PER_LISTING;
/// Longest game that replays play again for it in every step.
const REPLAYED_MAX: usize = 24;
/// Moves that may be refused among those that are taken back.
const PROPOSED_MOVES: usize = 2;
/// The same in replays, where a smaller case must fail, too.
const PROPOSED_MOVES_MAX: usize = 8;

/// The self-checks of an engine during one case.
pub(crate) struct SelfChecks<'a, R: RuleSet> {
    rules: &'a R,
    engine: WatchedSide<'a, R::Vocabulary>,
    oracle: WatchedSide<'a, R::Vocabulary>,
    checks: Checks,
    cells: usize,
    /// More games of the engine, which play the case transformed.
    transformed: TransformedGames<'a, R>,
    positions: SeenPositions<R::Vocabulary>,
    /// Key of the last position that was checked, if the engine has keys.
    key: Option<u64>,
    /// Observations of that position.
    observations: Observations,
    /// Remaining draws for the check of chances beyond those of a campaign.
    draws: Allowance,
}

impl<'a, R: RuleSet> SelfChecks<'a, R> {
    /// Self-checks for a game from `setup`; sets up the transformed games.
    pub(crate) fn new(
        rules: &'a R,
        [engine, oracle]: [WatchedSide<'a, R::Vocabulary>; 2],
        setup: &SetupOf<R::Vocabulary>,
        checks: Checks,
        random: &mut SplitMix,
    ) -> Self {
        Self {
            cells: rules.size(setup),
            transformed: TransformedGames::new(rules, &engine, setup, checks, random),
            draws: Allowance::of(checks),
            checks,
            ..Self::of_a_position(rules, [engine, oracle])
        }
    }

    /// Self-checks for one position, with the checks of a campaign and no transformed games.
    pub(crate) fn of_a_position(
        rules: &'a R,
        [engine, oracle]: [WatchedSide<'a, R::Vocabulary>; 2],
    ) -> Self {
        // A campaign takes one sample on boards of any size.
        let (cells, checks) = (0, Checks::campaign());
        Self {
            rules,
            engine,
            oracle,
            checks,
            cells,
            transformed: TransformedGames::none(),
            positions: SeenPositions::new(),
            key: None,
            observations: Observations::new(),
            draws: Allowance::of(checks),
        }
    }

    /// Runs all self-checks after a step, or after the set-up; `view` is the state on which both
    /// sides agree, and `moves` are those so far, if they can be played again. A transformed game that
    /// is not the image of the game is no error here, but a [suspect](Self::take_suspect).
    pub(crate) fn check(
        &mut self,
        engine: &WatchedGame<'_, R::Vocabulary>,
        view: &ViewOf<R>,
        setup: &SetupOf<R::Vocabulary>,
        step: Option<(&MoveOf<R::Vocabulary>, &ResultOf<R::Vocabulary>)>,
        moves: &dyn Fn() -> Option<Vec<MoveOf<R::Vocabulary>>>,
        random: &mut SplitMix,
    ) -> Result<(), LawViolation<R::Vocabulary>> {
        let breaks = |name: &'static str| move |detail| broken(Side::Engine, name, detail);
        engine.validate().map_err(breaks(REPRESENTATION))?;
        let key = engine.key();
        self.key = key;
        self.observations = engine.observe();
        if let Err(clash) = self.positions.add(view, key, self.engine.step()) {
            let earlier = match clash {
                Clash::SameKey(step) => self.positions.first_of(step),
                _ => None,
            };
            if !earlier.is_some_and(|it| self.is_alike_but_for_text(it, setup, view)) {
                return Err(violation_of(&clash, view, key.unwrap_or_default()));
            }
        }
        check_breaking_off(engine, view).map_err(breaks(BREAKING_OFF))?;
        if let Some(key) = key.filter(|_| step.is_none()) {
            self.check_keys_of_near_setups(key, view, setup, &mut random.clone())?;
        }
        self.check_key_of_look_alike(view, setup)?;
        self.check_rebuilt_position(view, setup, random)?;
        // Samples beyond those of a campaign come from copies of the random number generator, so
        // that `random` is in the same state with any checks.
        let [mut more_samples, mut of_chances, mut of_lists] = [&*random; 3].map(Clone::clone);
        let due = of_lists.next_u64();
        let repeats = self.checks.is_thorough || due.is_multiple_of(STEPS_PER_REPETITION);
        let numbers = random.clone();
        check_sample(engine, view, random).map_err(breaks(LEGAL_SAMPLES))?;
        for _ in 1..self.checks.samples(self.cells, SAMPLES_MAX) {
            check_sample(engine, view, &mut more_samples).map_err(breaks(LEGAL_SAMPLES))?;
        }
        if let Some(legal) = &view.legal {
            check_chances(engine, legal, &mut self.draws, &mut of_chances)
                .map_err(breaks(CHANCES))?;
        }
        self.check_keys_of_transpositions(engine, view, random)?;
        let lists = self.checks.is_thorough || due.is_multiple_of(STEPS_PER_LISTING);
        if lists {
            check_count(engine, view).map_err(breaks(COUNT_OF_ALL))?;
            check_kind_counts(engine, view, &mut of_lists).map_err(|(like, detail)| {
                LawViolation::of(Law::SameKind(like), broken(Side::Engine, COUNTS, detail))
            })?;
            let shown = self.shown(view);
            let proposed = |random: &mut SplitMix| self.proposed(view, random);
            // One that is another position is for the check of that.
            let is_same = |game: &WatchedGame<'_, R::Vocabulary>| {
                game.position() == view.position && game.key() == key
            };
            let anew = || self.engine.set_up(&self.rules.setup_of_position(setup, &view.position)?);
            let is_deep = due.is_multiple_of(STEPS_PER_DEEP);
            // Without copies and set-ups, from the start: that takes as many moves as the game has.
            let is_short = self.engine.step() <= REPLAYED_MAX;
            let replayed = || {
                let is_due =
                    due.is_multiple_of(STEPS_PER_REPLAYED) || self.checks.is_thorough && is_short;
                let game = is_due.then(|| self.engine.set_up(setup)).flatten()?;
                Some(after_moves(game, moves()?))
            };
            let another = || {
                let same = |game: Option<WatchedGame<'a, _>>| game.filter(is_same);
                engine.try_clone().or_else(|| same(anew())).or_else(|| same(replayed()))
            };
            // With other moves: what an engine is asked depends on the first of them.
            let mut again = SplitMix::new(of_lists.clone().next_u64());
            let take_back = |is_deep, random: &mut SplitMix| {
                let how = (repeats, is_deep);
                check_taking_back((engine, &another), &shown, how, proposed, random)
                    .map_err(breaks(TAKING_BACK))
            };
            take_back(is_deep, &mut of_lists)?;
            if self.checks.is_thorough {
                take_back(true, &mut again)?;
            }
        }
        if repeats {
            // Last, because a copy ends what an engine in another process is asked in advance.
            check_equal_numbers(engine, &numbers, self.rules.listing().limit)
                .map_err(|(name, detail)| broken(Side::Engine, name, detail))?;
        }
        let lists_up_to = lists.then_some(self.rules.listing().limit);
        self.transformed.follow(key, view, step, lists_up_to);
        Ok(())
    }

    /// Announces the next move of the game to the transformed games.
    pub(crate) fn prefetch(&mut self, mv: &MoveOf<R::Vocabulary>) {
        self.transformed.prefetch(mv);
    }

    /// The positions of the case so far.
    pub(crate) fn positions(&self) -> &SeenPositions<R::Vocabulary> {
        &self.positions
    }

    /// The first transformed game that was not the image of the game; returned once.
    pub(crate) fn take_suspect(&mut self) -> Option<Suspect<R>> {
        self.transformed.take_suspect()
    }

    /// Sets up a second game at the current position, or plays another way to it, if the rule set can
    /// ([`RuleSet::setup_of_position`], [`RuleSet::way_to_position`]): it must be the same game,
    /// whatever moves led to this one.
    fn check_rebuilt_position(
        &self,
        view: &ViewOf<R>,
        setup: &SetupOf<R::Vocabulary>,
        random: &mut SplitMix,
    ) -> Result<(), LawViolation<R::Vocabulary>> {
        // Chosen with any checks, so that later random choices stay the same.
        let begins = self.rules.setup_of_position(setup, &view.position);
        let is_due = match begins {
            Some(_) => random.next_u64().is_multiple_of(STEPS_PER_REBUILD),
            None => random.clone().next_u64().is_multiple_of(STEPS_PER_WAY),
        };
        if !is_due && !self.checks.is_thorough {
            return Ok(());
        }
        let way = begins.map(|setup| Case::new(setup, Vec::new()));
        let way = way.or_else(|| self.rules.way_to_position(&view.position));
        let Some(way) = way else { return Ok(()) };
        let Some(anew) = self.engine.set_up(&way.setup) else { return Ok(()) };
        let mut anew = after_moves(anew, &way.moves);
        // Moves that lead elsewhere are for a case that plays them: its report is the better one.
        if !way.moves.is_empty() && anew.position() != view.position {
            return Ok(());
        }
        let Some(Difference { text, board }) = self.shown(view).difference(&anew, true) else {
            // The game must not be changed by what another one plays.
            if let Some(legal) = any_legal_move(&anew, view, &mut random.clone()) {
                let _ = anew.play(&R::Vocabulary::to_move(&legal));
            }
            let Some(key) = self.key else { return Ok(()) };
            let others = self.setups_with_another_field(&way.setup, &mut random.clone());
            return self.check_keys_of_setups(key, view, &way.setup, others);
        };
        let moves: String = way.moves.iter().map(|mv| format!("\n> {mv}")).collect();
        let detail = format!("set up anew, it has {text}\n{}{moves}", from_setup(&way.setup));
        let violation =
            LawViolation::of(Law::WayToPosition(way), broken(Side::Engine, ANEW, detail));
        let board = board.map(|board| Contradiction::board("set up anew", board));
        Err(board.into_iter().fold(violation, LawViolation::beside))
    }

    /// Checks that a different position which resembles this one ([`RuleSet::lookalike_setup`]) has
    /// a different key.
    fn check_key_of_look_alike(
        &self,
        view: &ViewOf<R>,
        of_case: &SetupOf<R::Vocabulary>,
    ) -> Result<(), LawViolation<R::Vocabulary>> {
        let (Some(key), Some(setup)) = (self.key, self.rules.lookalike_setup(&view.position))
        else {
            return Ok(());
        };
        match self.engine.set_up(&setup) {
            Some(beside)
                if beside.key() == Some(key)
                    && !self.is_alike_but_for_text(&beside.position(), of_case, view) =>
            {
                let board = self.rules.picture(&beside.position());
                let detail = same_key("a position that looks alike", key, &setup);
                let violation = LawViolation::of(
                    Law::LookalikeSetup(setup),
                    broken(Side::Engine, KEYS, detail),
                );
                Err(violation.beside(Contradiction::board("another", board)))
            }
            _ => Ok(()),
        }
    }

    /// Compares the key of a set-up with those of mutated ones, and of some with another field.
    fn check_keys_of_near_setups(
        &self,
        key: u64,
        view: &ViewOf<R>,
        setup: &SetupOf<R::Vocabulary>,
        random: &mut SplitMix,
    ) -> Result<(), LawViolation<R::Vocabulary>> {
        let mut near = Vec::new();
        for _ in 0..self.checks.samples(self.cells, NEAR_SETUPS_MAX) {
            let bytes = bytes_of(random);
            let mut other = Case::new(setup.clone(), Vec::new());
            if self.rules.mutate_setup(&mut other, &mut Unstructured::new(&bytes)).is_ok() {
                near.push(other.setup);
            }
        }
        near.extend(self.setups_with_another_field(setup, random));
        self.check_keys_of_setups(key, view, setup, near)
    }

    /// Samples of the set-ups that differ in a field behind the board, such as without a right to
    /// castle or with the other player to move, and that the oracle supports.
    fn setups_with_another_field(
        &self,
        setup: &SetupOf<R::Vocabulary>,
        random: &mut SplitMix,
    ) -> Vec<SetupOf<R::Vocabulary>> {
        let mut others = with_another_field(setup);
        let mut samples = Vec::new();
        while samples.len() < self.checks.samples(self.cells, NEAR_SETUPS_MAX) && !others.is_empty()
        {
            let other = others.swap_remove((random.next_u64() % others.len() as u64) as usize);
            if guard::catch(|| self.oracle.set_up(&other).is_some()) == Ok(true) {
                samples.push(other);
            }
        }
        samples
    }

    /// Compares the key with those of set-ups near this one: equal if and only if the positions are.
    /// Of several positions with the same key, the smallest is reported.
    fn check_keys_of_setups(
        &self,
        key: u64,
        view: &ViewOf<R>,
        setup: &SetupOf<R::Vocabulary>,
        near: Vec<SetupOf<R::Vocabulary>>,
    ) -> Result<(), LawViolation<R::Vocabulary>> {
        let mut smallest: Option<((usize, usize, String), SetupOf<R::Vocabulary>, Picture)> = None;
        for other in near {
            // A panic at another set-up is no finding about this case; a campaign plays that set-up
            // as a case of its own.
            let shown = guard::catch_panic(|| {
                self.engine.set_up(&other).map(|other| (other.key(), other.position()))
            });
            if let Err(Panic { declared: Some(failure), .. }) = shown {
                // An engine in another process may have ended, and this game with it.
                std::panic::panic_any(*failure);
            }
            let Ok(Some((other_key, position))) = shown else { continue };
            // A parameter of the rules that no position shows, as the margin of Link and Pop, may be in
            // a key.
            let rest = |setup| self.rules.setup_of_position(setup, &position);
            match (other_key == Some(key), position == view.position) {
                (false, true) if rest(setup) == rest(&other) => {
                    let keys = format!("{}, not {key:016x}", hex(other_key));
                    let detail = format!(
                        "the same position, set up once more, has the key {keys}\n{}",
                        from_setup(&other)
                    );
                    let finding = broken(Side::Engine, KEYS, detail);
                    return Err(LawViolation::of(Law::EqualPositions(other), finding));
                }
                (true, false)
                    if !differ_in_variant(&position, &view.position)
                        && !self.is_alike_but_for_text(&position, setup, view) =>
                {
                    let text = other.to_string();
                    let size = (self.rules.size(&other), text.len(), text);
                    if smallest.as_ref().is_none_or(|(least, ..)| size < *least) {
                        let board = self.rules.picture(&position);
                        smallest = Some((size, other, board));
                    }
                }
                _ => {}
            }
        }
        let Some((_, other, board)) = smallest else { return Ok(()) };
        let finding = broken(Side::Engine, KEYS, same_key("another position", key, &other));
        let violation = LawViolation::of(Law::EqualPositions(other), finding);
        Err(violation.beside(Contradiction::board("another", board)))
    }

    /// Moves that may be refused at the position of `view`.
    fn proposed(&self, view: &ViewOf<R>, random: &mut SplitMix) -> Vec<MoveOf<R::Vocabulary>> {
        let thorough = self.checks.samples(self.cells, PROPOSED_MOVES_MAX);
        let proposals = thorough.max(PROPOSED_MOVES);
        let legal = view.legal.as_deref().unwrap_or_default();
        let propose = |_| {
            let bytes = bytes_of(random);
            let mut u = Unstructured::new(&bytes);
            let chosen = u.choose(legal).ok();
            propose_alone(self.rules, &view.position, chosen, &mut u).ok()
        };
        (0..proposals).filter_map(propose).collect()
    }

    /// Plays pairs of legal moves in both orders, on copies: if both orders lead to the same
    /// position, it must have the same key.
    fn check_keys_of_transpositions(
        &self,
        engine: &WatchedGame<'_, R::Vocabulary>,
        view: &ViewOf<R>,
        random: &mut SplitMix,
    ) -> Result<(), LawViolation<R::Vocabulary>> {
        let check = |one: &_, other: &_| {
            check_transposition(engine, one, other).map_err(|detail| {
                let moves = [one, other].map(R::Vocabulary::to_move);
                LawViolation::of(Law::EitherOrder(moves), broken(Side::Engine, KEYS, detail))
            })
        };
        if random.next_u64().is_multiple_of(STEPS_PER_TRANSPOSITION) {
            let mut any = || any_legal_move(engine, view, random);
            if let (Some(one), Some(other)) = (any(), any()) {
                check(&one, &other)?;
            }
        }
        let legal = view.legal.as_deref().unwrap_or_default();
        let tried = if self.checks.is_thorough {
            self.checks.samples(self.cells, TRANSPOSED_MOVES_MAX).min(legal.len())
        } else {
            0
        };
        let tried = &legal[..tried];
        for (index, one) in tried.iter().enumerate() {
            for other in &tried[..index] {
                check(one, other)?;
            }
        }
        Ok(())
    }

    /// Checks that the engine still has the state `view`: no query since then may have changed it.
    /// Earlier steps need no such check, because the next comparison would show the change.
    pub(crate) fn check_unchanged(
        &self,
        engine: &WatchedGame<'_, R::Vocabulary>,
        view: &ViewOf<R>,
    ) -> Result<(), Finding> {
        let difference = self.shown(view).difference(engine, false);
        let detail = difference.map(|difference| format!("asked again, it has {difference}"));
        detail.map_or(Ok(()), |detail| Err(broken(Side::Engine, ASKING, detail)))
    }

    /// What the engine showed after the last step, when it had the state `view`.
    fn shown<'s>(&'s self, view: &'s ViewOf<R>) -> Shown<'s, R> {
        let Self { rules, key, observations, .. } = self;
        Shown { rules: *rules, view, key: *key, observations }
    }

    /// Plays `mv` on `copy`, which was made before the engine played it, compares it with the
    /// engine's `result` and with `view` after it, and returns the copy. If `quietly`, the copy
    /// plays through [`Game::advance`], which must refuse the same moves.
    pub(crate) fn check_copy(
        &self,
        mut copy: WatchedGame<'a, R::Vocabulary>,
        quietly: bool,
        view: &ViewOf<R>,
        mv: &MoveOf<R::Vocabulary>,
        result: &ResultOf<R::Vocabulary>,
    ) -> Result<WatchedGame<'a, R::Vocabulary>, Finding> {
        let is_alike = if quietly {
            copy.advance(mv).err() == result.as_ref().err().copied()
        } else {
            copy.play(mv) == *result
        };
        let detail = if is_alike {
            let difference = self.shown(view).difference(&copy, false);
            difference.map(|difference| format!("the copy has {difference}"))
        } else {
            Some("the move has another result on a copy".to_owned())
        };
        detail.map_or(Ok(copy), |detail| Err(broken(Side::Engine, COPIES, detail)))
    }

    /// True if both positions have the same text but for words that make no difference on the oracle:
    /// keys may leave those out.
    fn is_alike_but_for_text(
        &self,
        position: &PositionOf<R::Vocabulary>,
        setup: &SetupOf<R::Vocabulary>,
        view: &ViewOf<R>,
    ) -> bool {
        differ_in_text_only(self.rules, &self.oracle, setup, [position, &view.position])
    }
}

/// What a position that contradicts an earlier one breaks. Both sides have agreed on the two, so
/// another future is not the engine's fault, and another key perhaps not.
fn violation_of<V: Vocabulary>(clash: &Clash, view: &View<V>, key: u64) -> LawViolation<V> {
    let (step, finding) = match *clash {
        Clash::OtherFuture(step) => {
            // In case the oracle does not show it again.
            let ways = [step.to_string(), "now".to_owned()].map(|way| (way, String::new()));
            (step, incomplete_position::<V>(&view.position, &ways))
        }
        Clash::OtherKey(step, known) => {
            let keys = format!("{known:016x} after step {step}, {key:016x} now");
            let detail = format!(
                "this position has two keys: {keys}\nif the key has something that the \
                 position lacks, such as whose turn it is, add it to `Position`"
            );
            (step, broken(Side::Engine, KEYS, detail))
        }
        Clash::SameKey(step) => {
            let detail = format!("the position after step {step} has the same key, {key:016x}");
            let violation = LawViolation::from(broken(Side::Engine, KEYS, detail));
            return violation.beside(Contradiction::Step(step));
        }
    };
    LawViolation::of(Law::EqualSteps(step), finding).beside(Contradiction::Step(step))
}

/// The set-up of another position, for a message.
fn from_setup(setup: &impl Display) -> String {
    let text = setup.to_string();
    if text.trim_end().contains('\n') {
        format!("its set-up:\n{}", text.trim_end())
    } else {
        format!("its set-up: {}", text.trim_end())
    }
}

fn same_key(what: &str, key: u64, setup: &impl Display) -> String {
    format!("{what} has the same key, {key:016x}\n{}", from_setup(setup))
}
