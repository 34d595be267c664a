//! Depth-first walk of all games from one set-up, on both sides.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hasher};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Mutex, MutexGuard};

use rustc_hash::FxHashSet;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use twinboard_vocabulary::{Game, MoveOf, ResultOf, SetupOf, TryClone, Vocabulary};

use super::run::Queue;
use super::{Difference, Figures};
use crate::check::compare::{Level, REPRESENTATION, broken, compare_views};
use crate::check::equal_positions::{after, incomplete_position, shown};
use crate::check::lockstep::unless_it_panics;
use crate::check::self_checks::{KEYS, SelfChecks};
use crate::check::tandem::{Tandem, WatchedGames};
use crate::drive::pool::Slot;
use crate::model::activity::{Action, Side};
use crate::model::any_case::AnyCase;
use crate::model::case::Case;
use crate::model::divergence::{Divergence, Finding, wrong_law};
use crate::model::guard::{self, lock};
use crate::model::pairing::Pairing;
use crate::model::random::{SplitMix, digest, digest_on, mix};
use crate::model::rules::{AssertionChecker, Enumerate, FailedAssertion, RuleSet, ViewOf, view_of};
use crate::model::shard::Shard;
use crate::model::watched::WatchedGame;

/// The bit of a summary whose key is the text of the position.
const IS_TEXT: u16 = 1 << 15;
/// The bits of a summary that are comparable for all keys, and those that are for texts.
const OF_ALL_KEYS: u16 = 0xff;
const OF_TEXTS: u16 = 0x7f00;

/// Ways that are tried to find the first of two to one position, for a report.
const WAYS_MAX: usize = 20_000;

/// Limit on the moves of a game. The walk is recursive, and games that can go on for ever have
/// more positions than anybody enumerates.
pub(super) const LENGTH_MAX: usize = 1000;

/// Place of a worker: the number of the set-up, and the case that is being played.
pub(super) type PlaceOf<R> = (u64, Case<<R as RuleSet>::Vocabulary>);

/// Reason for an early end of a set-up, and of the shape with it. `W` is what is known of a check
/// that failed.
#[derive(Debug)]
pub(super) enum Failed<W> {
    Stopped,
    /// A position has too many legal moves to list.
    TooManyMoves,
    /// A game is longer than [`LENGTH_MAX`].
    TooLong,
    /// A check failed.
    Wrong(Box<W>),
}

/// A failure before its case is known.
pub(super) type ExploreError = Failed<Divergence>;

impl From<Box<Divergence>> for ExploreError {
    fn from(divergence: Box<Divergence>) -> Self {
        Self::Wrong(divergence)
    }
}

impl From<Finding> for ExploreError {
    fn from(finding: Finding) -> Self {
        Self::Wrong(Box::new(Divergence::of(finding)))
    }
}

/// A position on both sides, with the view on which they agree.
pub(super) struct Node<'a, R: RuleSet> {
    pub(super) games: WatchedGames<'a, R>,
    pub(super) view: ViewOf<R>,
}

impl<'a, R: RuleSet> Node<'a, R> {
    fn engine(&self) -> &WatchedGame<'a, R::Vocabulary> {
        self.games.engine.as_ref().expect("both sides play")
    }
}

/// The node after a move, and the result of the move.
type PlayedMove<'a, R> = (Node<'a, R>, ResultOf<<R as RuleSet>::Vocabulary>);

/// State shared by all workers.
pub(super) struct Shared<R: RuleSet> {
    pub(super) pairing: Pairing<R>,
    pub(super) queue: Queue<SetupOf<R::Vocabulary>>,
    pub(super) seen: SeenByAll,
    /// Shard whose set-ups and positions are played on both sides.
    pub(super) shard: Shard,
    pub(super) all_moves: bool,
    /// Set when the workers should abort their blocks.
    pub(super) abort: AtomicBool,
}

/// State of one worker, which explores one set-up after the other.
pub(super) struct Explorer<'a, R: RuleSet> {
    pub(super) tandem: Tandem<'a, R>,
    pub(super) enumeration: &'a dyn Enumerate<R::Vocabulary>,
    pub(super) slot: &'a Slot<PlaceOf<R>>,
    pub(super) shared: &'a Shared<R>,
    pub(super) assertions: AssertionChecker<'a, R::Vocabulary>,
    pub(super) figures: Figures,
}

impl<'a, R: RuleSet> Explorer<'a, R> {
    /// Explores a set-up and all positions reachable from it, except those seen before.
    pub(super) fn explore(
        &mut self,
        index: u64,
        setup: &SetupOf<R::Vocabulary>,
    ) -> Result<(), Failed<Difference>> {
        // Set before the case, so that the watchdog does not report the case with the old stage.
        self.slot.activity().begin(0, None, Action::Check);
        self.slot.enter((index, Case::new(setup.clone(), Vec::new())));
        let explored = guard::catch_panic(|| self.begin(index, setup)).unwrap_or_else(|panic| {
            Err(Finding::of_panic(self.slot.activity().stage(), panic).into())
        });
        explored.map_err(|error| match error {
            Failed::Stopped => Failed::Stopped,
            Failed::TooManyMoves => Failed::TooManyMoves,
            Failed::TooLong => Failed::TooLong,
            Failed::Wrong(divergence) => {
                let (_, case) = self.slot.place().expect("the worker has a set-up");
                let Divergence { step, mv, .. } =
                    case.diverges_at_its_end(divergence.finding.clone());
                let divergence = Divergence { step, mv, ..*divergence };
                let case = AnyCase::new(self.shared.pairing.rules(), case);
                Failed::Wrong(Box::new(Difference { index, case, divergence }))
            }
        })
    }

    fn begin(&mut self, index: u64, setup: &SetupOf<R::Vocabulary>) -> Result<(), ExploreError> {
        let is_ours = self.shared.shard.owns(mix(index));
        // A set-up that a side does not support is skipped, and its assertions with it.
        let Ok(mut games) = self.tandem.set_up(setup) else {
            self.figures.skipped += u64::from(is_ours);
            return Ok(());
        };
        if !is_ours {
            return self.discover(setup, games.engine.as_ref().expect("both sides play"));
        }
        let view = self.tandem.look(&mut games, setup, Level::Everything)?.view;
        let node = Node { games, view };
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
        let Some(legal) = &node.view.legal else { return Err(ExploreError::TooManyMoves) };
        let mut fingerprint = mix(digest(text.as_bytes()));
        for legal in legal {
            if self.shared.abort.load(Relaxed) {
                return Err(ExploreError::Stopped);
            }
            let mv = R::Vocabulary::to_move(legal);
            let (child, result) = self.play(setup, node, &mv)?;
            self.figures.moves += 1;
            let text = self.enumeration.canonical_key(setup, &child.view.position);
            let hash = mix(digest(text.as_bytes()));
            fingerprint = fingerprint.wrapping_add(hash);
            if self.shared.seen.insert(&text, hash) {
                self.keep_summary(&text, hash, &child.view);
                if self.shared.shard.owns(hash) {
                    self.figures.positions += 1;
                    self.check_engine(setup, &child, Some((&mv, &result)), hash)?;
                    self.expand(setup, &child, &text)?;
                } else {
                    validate(child.engine())?;
                    self.discover(setup, child.engine())?;
                }
            } else {
                self.check_equal_keys(setup, &text, hash, &child.view)?;
                // The engine's internal state may depend on the path to the position.
                validate(child.engine())?;
            }
            self.pop();
        }
        self.figures.digest = self.figures.digest.wrapping_add(mix(fingerprint));
        if self.shared.all_moves {
            for mv in self.enumeration.all_moves(setup) {
                if self.shared.abort.load(Relaxed) {
                    return Err(ExploreError::Stopped);
                }
                let (after, result) = self.play(setup, node, &mv)?;
                if result.is_err() {
                    self.figures.refused += 1;
                    check_after_refusal(node.engine(), after.engine())?;
                }
                self.pop();
            }
        }
        Ok(())
    }

    /// Appends a move to the case that the watchdog would report, and returns the number of its moves.
    pub(super) fn push(&self, mv: &MoveOf<R::Vocabulary>) -> usize {
        let step = self.slot.update(|(_, case)| {
            case.moves.push(mv.clone());
            case.moves.len()
        });
        self.slot.activity().set_step(step);
        step
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
    ) -> Result<PlayedMove<'a, R>, ExploreError> {
        if self.push(mv) > LENGTH_MAX {
            return Err(ExploreError::TooLong);
        }
        let mut games = node.games.try_clone().unwrap_or_else(|| self.replayed());
        let before = Some(&node.view);
        let made = self.tandem.play(&mut games, setup, before, mv, Level::Everything)?;
        let result = made.result.expect("a move was played");
        Ok((Node { games, view: made.view }, result))
    }

    /// Replays all moves of the case but the last, which has not been played yet.
    pub(super) fn replayed(&self) -> WatchedGames<'a, R> {
        let (_, mut case) = self.slot.place().expect("the worker has a set-up");
        case.moves.pop();
        let games = self.tandem.replay_again(&case);
        self.slot.activity().set_step(case.moves.len() + 1);
        games
    }

    /// Compares outcome and legal moves with those of the position seen earlier with the same
    /// canonical key, as far as summaries show them, if that one is still in the cache. If they
    /// differ, the key or the position is wrong, and the walk would miss positions.
    fn check_equal_keys(
        &self,
        setup: &SetupOf<R::Vocabulary>,
        key: &str,
        hash: u64,
        view: &ViewOf<R>,
    ) -> Result<(), ExploreError> {
        let now = summary_of::<R>(key, view);
        let Some(seen) = self.shared.seen.summary(hash) else {
            self.shared.seen.keep_summary(hash, now);
            return Ok(());
        };
        if !are_other_games(seen, now) {
            return Ok(());
        }
        let (_, case) = self.slot.place().expect("the worker has a set-up");
        let are_texts = seen & now & IS_TEXT != 0;
        let way = |case: &Case<R::Vocabulary>| after(&case.setup.to_string(), &case.moves);
        let (mut is_other_position, mut futures) = (false, <[String; 2]>::default());
        let mut there = "from a set-up before".to_owned();
        if let Some((other, other_view)) = self.other_way(setup, key, seen) {
            (is_other_position, there) = (view.position != other_view.position, way(&other));
            let limit = self.shared.pairing.rules().listing().limit;
            if let Err(differs) = compare_views::<R::Vocabulary>(view, &other_view, limit) {
                futures = shown::<R::Vocabulary>(differs, &[view.clone(), other_view]);
            }
        }
        let [one, another] = futures;
        let ways = [(way(&case), one), (there, another)];
        if are_texts && !is_other_position {
            return Err(incomplete_position::<R::Vocabulary>(&view.position, &ways).into());
        }
        let law = if are_texts { "`Vocabulary::text`" } else { "`canonical_key`" };
        let [(one, shows), (other, other_shows)] = ways;
        let detail = format!(
            "two positions that differ have the same key, on both sides\none is reached {one}: \
             {shows}\nthe other {other}: {other_shows}\nthe key is\n{key}"
        );
        Err(wrong_law(law, None, detail).into())
    }

    /// Another way from the set-up to a position with this canonical key and summary, on the oracle;
    /// `None` if there is none among the first positions.
    fn other_way(
        &self,
        setup: &SetupOf<R::Vocabulary>,
        key: &str,
        summary: u16,
    ) -> Option<(Case<R::Vocabulary>, ViewOf<R>)> {
        let limit = self.shared.pairing.rules().listing().limit;
        let mut ways = VecDeque::from([Vec::new()]);
        let mut tried = 0;
        while let Some(moves) = ways.pop_front().filter(|_| tried < WAYS_MAX) {
            tried += 1;
            let mut game = self.tandem.oracle().set_up(setup)?;
            for mv in &moves {
                game.play(mv).ok()?;
            }
            let view = view_of(&game, limit, 0);
            let text = self.enumeration.canonical_key(setup, &view.position);
            if text == key && summary_of::<R>(key, &view) == summary {
                return Some((Case::new(setup.clone(), moves), view));
            }
            let longer = view.legal.iter().flatten().map(|legal| {
                let mv = R::Vocabulary::to_move(legal);
                moves.iter().cloned().chain([mv]).collect()
            });
            ways.extend(longer);
        }
        None
    }

    /// Keeps the summary of a position on which both sides agree.
    pub(super) fn keep_summary(&self, key: &str, hash: u64, view: &ViewOf<R>) {
        self.shared.seen.keep_summary(hash, summary_of::<R>(key, view));
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
        let (mut random, rules) = (SplitMix::new(hash), self.shared.pairing.rules());
        let watched = |side| self.shared.pairing.watched(side, self.slot.activity());
        let sides = [Side::Engine, Side::Oracle].map(watched);
        let mut self_checks = SelfChecks::of_a_position(rules, sides);
        let moves = || Some(self.slot.place()?.1.moves);
        let held = self_checks.check(node.engine(), &node.view, setup, step, &moves, &mut random);
        held.map_err(|violation| {
            let (_, case) = self.slot.place().expect("the worker has a set-up");
            let oracle = (&node.games.oracle, &case);
            violation.attribute(rules, self.tandem.oracle(), oracle, &node.view).0.into()
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

/// Summary of a position in 16 bits: whether the game is over, 7 bits of the number of legal moves,
/// and, if its key is its text, [`IS_TEXT`] and 7 bits of a hash of the outcome and the legal moves.
/// Other keys are also those of positions with other names or turned boards, where these differ.
fn summary_of<R: RuleSet>(key: &str, view: &ViewOf<R>) -> u16 {
    let count = view.legal.as_ref().map_or(0, Vec::len) as u16 & 0x7f;
    let summary = count << 1 | u16::from(R::Vocabulary::is_over(view.outcome));
    if R::Vocabulary::text(&view.position) != key {
        return summary;
    }
    let outcome = digest(view.outcome.to_string().as_bytes());
    let hash = view.legal.iter().flatten().fold(outcome, |so_far, legal| {
        digest_on(so_far, R::Vocabulary::to_move(legal).to_string().as_bytes())
    });
    summary | mix(hash) as u16 & OF_TEXTS | IS_TEXT
}

/// True if the summaries of two positions with one key show that their games differ.
fn are_other_games(one: u16, other: u16) -> bool {
    let compared = if one & other & IS_TEXT == 0 { OF_ALL_KEYS } else { u16::MAX };
    (one ^ other) & compared != 0
}

/// Number of shards, each with its own lock.
const PARTS: usize = 64;
/// Hexadecimal digits of a key.
const DIGITS: usize = 32;
/// Bits of a hash that choose its place in the table of summaries.
const PLACE_BITS: u32 = 16;

/// Set of canonical keys, stored as hashes of 128 bits.
///
/// The halves of a hash are that of PF-4 and the standard library's `SipHash` with a fixed key. The
/// probability of a collision among a thousand million keys is below 10^-20.
#[derive(Debug)]
pub(super) struct SeenByAll {
    parts: Box<[Mutex<FxHashSet<u128>>]>,
    /// Number of all keys.
    count: AtomicU64,
    /// Direct-mapped cache of [summaries](Self::summary). An entry is the hash without the bits
    /// that determine its place, and 16 bits of summary.
    summaries: Box<[AtomicU64]>,
}

impl SeenByAll {
    /// Inserts a key, and returns true if it is new. `hash` is its hash of PF-4.
    pub(super) fn insert(&self, text: &str, hash: u64) -> bool {
        // An unrelated hash function, so that a collision of one half does not make one of the
        // other more likely.
        let mut second = DefaultHasher::new();
        second.write(text.as_bytes());
        let key = u128::from(hash) << 64 | u128::from(second.finish());
        let is_new = part_of(&self.parts, key).insert(key);
        self.count.fetch_add(is_new.into(), Relaxed);
        is_new
    }

    /// Number of all keys.
    pub(super) fn len(&self) -> u64 {
        self.count.load(Relaxed)
    }

    /// The summary [kept](Self::keep_summary) for this hash, unless it was evicted.
    pub(super) fn summary(&self, hash: u64) -> Option<u16> {
        let entry = self.place(hash).load(Relaxed);
        (entry >> PLACE_BITS == hash >> PLACE_BITS && entry != 0).then_some(entry as u16)
    }

    /// Stores 16 bits for a hash, until another hash with the same place evicts them.
    pub(super) fn keep_summary(&self, hash: u64, summary: u16) {
        let entry = hash >> PLACE_BITS << PLACE_BITS | u64::from(summary);
        self.place(hash).store(entry, Relaxed);
    }

    fn place(&self, hash: u64) -> &AtomicU64 {
        &self.summaries[hash as usize % self.summaries.len()]
    }

    /// All keys, for a checkpoint.
    pub(super) fn so_far(&self) -> Seen {
        let mut keys = Vec::new();
        for part in &self.parts {
            keys.extend(lock(part).iter());
        }
        // The order in the sets depends on the threads.
        keys.sort_unstable();
        Seen(keys)
    }
}

impl From<&Seen> for SeenByAll {
    fn from(seen: &Seen) -> Self {
        let parts: Box<[_]> = (0..PARTS).map(|_| Mutex::default()).collect();
        let mut count = 0;
        for &key in &seen.0 {
            count += u64::from(part_of(&parts, key).insert(key));
        }
        let summaries = (0..1 << PLACE_BITS).map(|_| AtomicU64::default()).collect();
        Self { parts, count: count.into(), summaries }
    }
}

fn part_of(parts: &[Mutex<FxHashSet<u128>>], key: u128) -> MutexGuard<'_, FxHashSet<u128>> {
    let part = &parts[(key >> 64) as usize % PARTS];
    lock(part)
}

/// Positions seen so far, as stored in a checkpoint: hashes of 128 bits, serialized as a text with
/// 32 hexadecimal digits for each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen(Vec<u128>);

impl Serialize for Seen {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use std::fmt::Write;

        let mut text = String::with_capacity(self.0.len() * DIGITS);
        for key in &self.0 {
            let _ = write!(text, "{key:032x}");
        }
        serializer.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for Seen {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let keys = text.as_bytes().chunks(DIGITS).map(|digits| {
            let key = str::from_utf8(digits).ok().filter(|digits| digits.len() == DIGITS);
            key.and_then(|key| u128::from_str_radix(key, 16).ok())
        });
        let keys: Option<_> = keys.collect();
        keys.map(Self).ok_or_else(|| {
            de::Error::custom("the positions seen are not groups of 32 hexadecimal digits")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Seen, SeenByAll};

    #[test]
    fn keys_that_share_one_half_of_the_hash_are_distinct() {
        let seen = SeenByAll::from(&Seen::default());
        assert!(seen.insert("one", 1));
        assert!(!seen.insert("one", 1));
        assert!(seen.insert("another", 1) && seen.insert("one", 2));
        assert_eq!((seen.so_far().0.len(), seen.len()), (3, 3));
    }

    #[test]
    fn a_summary_is_kept_until_it_is_evicted() {
        let seen = SeenByAll::from(&Seen::default());
        let (one, other) = (7 << 16 | 3, 8 << 16 | 3);
        assert_eq!(seen.summary(one), None);
        seen.keep_summary(one, 500);
        assert_eq!([one, other, one + 1].map(|hash| seen.summary(hash)), [Some(500), None, None]);
        seen.keep_summary(other, 0);
        assert_eq!([one, other].map(|hash| seen.summary(hash)), [None, Some(0)]);
    }

    #[test]
    fn the_set_survives_a_checkpoint() {
        let all = SeenByAll::from(&Seen::default());
        for number in 0..100 {
            all.insert(&number.to_string(), number);
        }
        let text = serde_json::to_string(&all.so_far()).unwrap();
        let kept: Seen = serde_json::from_str(&text).unwrap();
        assert_eq!(kept, all.so_far());
        let again = SeenByAll::from(&kept);
        assert_eq!(again.len(), 100);
        assert!((0..100).all(|number| !again.insert(&number.to_string(), number)));
        assert!(again.insert("100", 100));
        for wrong in ["\"12\"", "\"0000000000000000000000000000000g\"", "7"] {
            assert!(serde_json::from_str::<Seen>(wrong).is_err(), "{wrong}");
        }
        assert_eq!(serde_json::from_str::<Seen>("\"\"").unwrap(), Seen::default());
    }
}
