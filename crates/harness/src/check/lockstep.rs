//! Lockstep: plays one case on engine and oracle at the same time, up to the first divergence.
//!
//! Each step is one move on both sides; step 0 is the set-up. A move is a request and may be
//! illegal. After every step, in this order:
//!
//! 1. **Comparison.** Both sides must give the same result of the move (its event, or the reason of
//!    its refusal), the same position, the same outcome and the same legal moves. The answer that a
//!    judge's input asks for ([`CaseText::answer`](crate::CaseText::answer)) is computed from
//!    position and outcome, so it needs no comparison of its own. Then come the observations that
//!    both sides give ([`twinboard_vocabulary::Game::observe`]).
//! 2. **Invariants.** The state on which both agree must satisfy the invariants of the rule set and
//!    the general ones: the game is over if and only if no move is legal; a move that was accepted
//!    had been listed; a move that had been listed is not refused; a refused move changes nothing.
//! 3. **Samples.** Where the legal moves are too many to list, both sides count those of one kind
//!    ([`twinboard_vocabulary::Game::count_kind`]), and each side judges legal moves sampled by the
//!    other.
//! 4. **Representation of the oracle.** [`twinboard_vocabulary::Game::validate`] must pass.
//! 5. **Self-checks.** Everything optional that the engine offers must be consistent with its play:
//!    its representation, hash keys, random legal moves, and the same game on a board transformed
//!    by a symmetry, such as its mirror image (`crates/harness/src/check/self_checks.rs`). Where a
//!    check rests on a law stated by the rule set, the oracle must satisfy the law too before the
//!    engine is blamed (`crates/harness/src/check/laws.rs`).
//! 6. **Legality.** A side that has [`twinboard_vocabulary::Game::is_legal`] must agree with its own
//!    list and play, for listed, proposed and played moves (`crates/harness/src/check/legality.rs`).
//! 7. **Requests.** The rule set may know several moves that request one legal move, such as any
//!    cell of a group. A move that it gives for a legal move ([`RuleSet::request_for`]) must play
//!    it.
//! 8. **Trials.** Moves that may be illegal are tried on copies of both games, if the rule set
//!    leaves proposals to the harness (`crates/harness/src/check/lockstep/trials.rs`).
//! 9. **Copy.** A copy of the engine's game, made before the move, must play the move alike.
//!
//! With [`Checks::fuzz`], and on large boards of campaigns, most steps have only the comparison, without
//! legal moves (`Steps`).
//!
//! After the last step the engine must still have the same state: no query may have changed it.
//! Positions that other moves lead to must go on as those of the case
//! (`crates/harness/src/check/lockstep/transformed.rs`).
//! Then come the assertions ([`Assertions`](crate::Assertions)): statements about positions by a
//! program that is neither side, such as a solver. They are checked last, so that a fault of a side
//! is reported as such and not as a wrong assertion. They are checked on the first position small
//! enough to search completely; campaigns do so in one of 16 cases, replays always.
//!
//! A case may end with a move that is repeated to the end of the game
//! ([`Rest::Repeat`](twinboard_vocabulary::Rest::Repeat)).
//!
//! Checks that cannot be exhaustive take samples, as many as [`Checks`] says: few in campaigns
//! and fuzzing, many in replays and shrinking.
//!
//! Where the sides differ, such a replay also says what each of them breaks by itself
//! (`crates/harness/src/check/lockstep/blame.rs`).
//!
//! A panic of either side is a finding like any other. A hang cannot be interrupted from here: a
//! watchdog on another thread reads the [`Activity`], which holds the step and the case.

use std::sync::Mutex;

use twinboard_vocabulary::{LegalMoveOf, MoveOf, Picture, SetupOf};

use crate::check::checks::{Checks, Steps};
use crate::check::compare::Answers;
use crate::check::laws::Contradiction;
use crate::check::self_checks::{SelfChecks, Suspect};
use crate::model::activity::{Action, Activity, Side};
use crate::model::case::Case;
use crate::model::divergence::{Blame, Divergence, Finding};
use crate::model::guard;
use crate::model::move_policy::MovePolicy;
use crate::model::pairing::Pairing;
use crate::model::proposals::{MoveTexts, Recent};
use crate::model::random::{SplitMix, mix};
use crate::model::rules::{CaseOf, FailedAssertion, RuleSet, View, ViewOf};
use crate::model::stats::Stats;
use crate::model::swarm::Kinds;
use crate::model::watched::{Trial, Tried, WatchedGame, WatchedSide};

mod blame;
mod next_move;
mod play;
mod transformed;
mod trials;

pub(crate) use blame::{case_up_to, picture_after};

use play::{CaseResult, play_case};

/// Result of playing one case on both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every check passed.
    Agreed,
    /// This side does not support the set-up, so nothing was compared.
    Skipped(Side),
    /// A check failed; the case ends there.
    Diverged(Box<Divergence>),
    /// A check failed as a known difference says, which has this index; the case ends there, or a
    /// replay of it does, with this divergence.
    /// Subjects give this verdict ([`Subject::check`](crate::Subject::check)), and [`run`] does not.
    Known(usize, Box<Divergence>),
}

/// Plays `case` on both sides in lockstep. After its own moves, `policy` extends it, if given and
/// if the case repeats no move.
///
/// Returns the verdict and the case with the moves added. If repetitions of a move led to a
/// divergence, the case has each of them, so that shrinking can leave out single ones.
///
/// ```
/// use twinboard_harness::lockstep;
/// use twinboard_harness::nim::{Heap, Nim};
/// use twinboard_harness::{Activity, Case, Checks, Pairing, Stats, Verdict};
///
/// // Seven stones; the second move asks for more than is left, and both sides refuse it.
/// let case = Case::<Nim>::new(7, vec![3, 9]);
/// let mut stats = Stats::default();
/// let mut play = |pairing, case| {
///     lockstep::run(pairing, case, None, Checks::replay(), &Activity::default(), &mut stats)
/// };
///
/// let right = Pairing::new(Nim, Heap::set_up, Heap::set_up);
/// assert_eq!(play(&right, case.clone()), (Verdict::Agreed, case.clone()));
///
/// // This engine lets a player take four stones: its list of legal moves shows it at once.
/// let faulty = Pairing::new(Nim, Heap::set_up_faulty, Heap::set_up);
/// let (verdict, _) = play(&faulty, case);
/// assert!(matches!(verdict, Verdict::Diverged(divergence) if divergence.step == 0));
///
/// assert_eq!((stats.cases, stats.accepted), (2, 1));
/// ```
pub fn run<R: RuleSet>(
    pairing: &Pairing<R>,
    case: CaseOf<R>,
    policy: Option<&mut MovePolicy>,
    checks: Checks,
    activity: &Activity,
    stats: &mut Stats,
) -> (Verdict, CaseOf<R>) {
    let (played, case) = play_case(pairing, case, policy, checks, activity, stats);
    let verdict = match played {
        CaseResult::Agreed => Verdict::Agreed,
        CaseResult::Skipped(side) => Verdict::Skipped(side),
        CaseResult::Diverged(divergence) => Verdict::Diverged(divergence),
        CaseResult::Suspicious(suspect) => {
            let (divergence, case) = transformed::resolve(pairing, &suspect, case, activity);
            return (Verdict::Diverged(Box::new(divergence)), case);
        }
    };
    (verdict, case)
}

/// The games played in lockstep, with the self-checks of the engine.
struct Sides<'a, R: RuleSet> {
    engine: WatchedGame<'a, R::Vocabulary>,
    oracle: WatchedGame<'a, R::Vocabulary>,
    oracle_side: WatchedSide<'a, R::Vocabulary>,
    self_checks: SelfChecks<'a, R>,
}

impl<'a, R: RuleSet> Sides<'a, R> {
    /// The game of one side.
    fn of(&self, side: Side) -> &WatchedGame<'a, R::Vocabulary> {
        match side {
            Side::Engine => &self.engine,
            Side::Oracle => &self.oracle,
        }
    }
}

/// State of a case in play. The games are not part of it (see [`Sides`]): a panic drops them, and
/// the report is made from this state.
struct Lockstep<'a, R: RuleSet> {
    pairing: &'a Pairing<R>,
    rules: &'a R,
    setup: SetupOf<R::Vocabulary>,
    setup_digest: u64,
    checks: Checks,
    /// Number of moves of the case itself.
    own_moves: usize,
    /// The case with the moves added so far; [`Activity`] prints it after a hang.
    played: &'a Mutex<Case<R::Vocabulary>>,
    activity: &'a Activity,
    /// Seeded with the digest of the set-up: replaying a case repeats its random choices with any
    /// checks but those that take fewer samples, such as [`Checks::own_moves`], which takes none of
    /// moves too many to list, and [`Checks::comparison`], which takes none.
    random: SplitMix,
    /// Current step, from 1; 0 is the set-up.
    step: usize,
    /// Move of the current step; `None` in step 0.
    mv: Option<MoveOf<R::Vocabulary>>,
    /// Move being tried on copies. If the sides differ there, it stays here and becomes the last move
    /// of the failing case. If both agree on its result, it is cleared, even if a law of the rule set
    /// turns out to be wrong.
    tried_move: Option<MoveOf<R::Vocabulary>>,
    /// Step at which a transformed game was not the image of the game, and the symmetry. There is
    /// at most one: the first suspect ends all transformed games.
    suspect: Option<(usize, Suspect<R>)>,
    /// The case that leads to a position of this one, from which the oracle goes on differently.
    other_way: Option<Case<R::Vocabulary>>,
    /// State on which both sides agreed before this step.
    before: Option<ViewOf<R>>,
    /// The legal moves of the engine then, from which the policy of the case chooses, if the step
    /// before had few checks.
    listed_before: Option<Vec<LegalMoveOf<R::Vocabulary>>>,
    /// The same after this step.
    listed: Option<Vec<LegalMoveOf<R::Vocabulary>>>,
    /// True if a policy chooses the moves behind those of the case.
    has_policy: bool,
    /// The texts of its legal moves.
    texts_before: MoveTexts,
    /// The texts of the legal moves after this step.
    texts: MoveTexts,
    /// Moves that a copy was playing when its side panicked.
    panicked_on: Option<Tried<R::Vocabulary>>,
    /// The board before the last of them.
    shown_before: Option<Picture>,
    /// The board that contradicts that of the engine.
    beside: Option<Contradiction>,
    /// The legal moves of the positions before [`before`](Self::before).
    recent: Recent<R::Vocabulary>,
    /// The accepted moves so far, by their kinds.
    kinds: Kinds,
    /// The game so far, if assertions are checked after the last step.
    path: Option<GamePath<R>>,
    /// Answers of the engine in the current step, as far as it has been asked.
    engine: Answers<R::Vocabulary>,
    oracle: Answers<R::Vocabulary>,
    /// What each side breaks by itself, if they differ.
    blame: Blame,
    stats: Stats,
    /// Moves that a copy of a side's game is playing.
    copy_moves: &'a Trial<R::Vocabulary>,
    /// The side that does not support the set-up.
    skipped: Option<Side>,
}

// Steps with few checks, which compare results, positions and outcomes only: on the large boards of
// campaigns, in fuzzing with [`Checks::fuzz`], and in the filters of shrinking ([`Checks::answers`],
// [`Checks::last_steps`]).
//
// Games on large boards are long, each of their lists takes long, and differs little from the one
// before. All of them together would take nearly all of the time of a campaign. So there the set-up
// and one of 4 pairs of consecutive steps have every check, and the next move is chosen from the
// list of the engine alone: where that is right, the case is the same as with every check. With an
// engine in another process, which takes longer than the oracle, every step has every check.
//
// In fuzzing, a step with every check takes some ten times as long, and mutations of a case that reached new
// code visit the same positions again and again. A case that reached new code is executed once
// more with [`Checks::fuzz_kept`] (`crates/harness/src/present/fuzz.rs`). With
// [`Checks::fuzz`] every check is made
//
// * in every step of one of 128 cases, and of all with boards of up to 9 cells, transformed games
//   among them;
// * in the other cases, without transformed games, at the set-up in one of 32, after the last of
//   the case's own moves in one of 16, and else in one of 128 pairs of consecutive steps: some
//   invariants are about the legal moves before and after a move.
//
// The digest of the set-up decides, so a case is played alike wherever it occurs.

/// One in this many cases gets the campaign's checks.
const CASES_PER_CAMPAIGN_CASE: u64 = 128;
/// Largest board, in cells, that is always played as in a campaign: there all checks together take
/// little time.
const SMALL_CELLS: usize = 9;
/// Largest board, in cells, on which every step of a campaign has every check.
const SPARSE_CELLS: usize = 99;
/// Cases on larger boards, of those that test what the engine offers, per case that does so there.
const OFFERS_PER_LARGE_CASE: u64 = 2;
/// Pairs of steps on larger boards per pair with every check.
const PAIRS_PER_SPARSE_CHECK: u64 = 4;
/// Pairs of steps in fuzzing per pair with every check.
const PAIRS_PER_CHECK: u64 = 128;
/// Set-ups per set-up with every check.
const SETUPS_PER_CHECK: u64 = 32;
/// Last moves per last move with every check.
const ENDS_PER_CHECK: u64 = 16;

/// The checks of a case whose set-up has this digest, and a board of this many cells.
fn checks_of_case(checks: Checks, digest: u64, cells: usize) -> Checks {
    let is_chosen = |cases| mix(digest).is_multiple_of(cases);
    match checks.steps {
        Steps::Chosen if cells <= SMALL_CELLS || is_chosen(CASES_PER_CAMPAIGN_CASE) => {
            Checks { steps: Steps::All, transforms: true, ..checks }
        }
        Steps::Sparse
            if cells <= SPARSE_CELLS || checks.tests_offers && is_chosen(OFFERS_PER_LARGE_CASE) =>
        {
            Checks { steps: Steps::All, ..checks }
        }
        Steps::Sparse => Checks { tests_offers: false, transforms: false, ..checks },
        _ => checks,
    }
}

impl Steps {
    /// True if a step has every check, in a case with `own_moves` moves whose set-up has this digest.
    fn contains(self, step: usize, digest: u64, own_moves: usize) -> bool {
        match self {
            Self::All => return true,
            Self::LastTwo => return step >= own_moves.saturating_sub(1),
            Self::None => return false,
            Self::Sparse if step == 0 => return true,
            Self::Sparse | Self::Chosen => {}
        }
        let (place, steps_per_check) = match step {
            step if self == Self::Sparse => (step / 2, PAIRS_PER_SPARSE_CHECK),
            0 => (0, SETUPS_PER_CHECK),
            step if step == own_moves => (step, ENDS_PER_CHECK),
            step => (step / 2, PAIRS_PER_CHECK),
        };
        mix(digest.wrapping_add(place as u64)).is_multiple_of(steps_per_check)
    }
}

/// The positions of a game on which both sides agreed, for assertions.
struct GamePath<R: RuleSet> {
    /// Each position, and the move that led to it.
    steps: Vec<(Option<MoveOf<R::Vocabulary>>, ViewOf<R>)>,
    /// True if the assertions about the whole game are checked, too.
    checks_game: bool,
    /// Seed of their random choices, which are the same with any checks.
    game_seed: u64,
}

impl<R: RuleSet> GamePath<R> {
    /// The empty path of a case whose set-up has this digest; `None` if the case is played without
    /// assertions.
    fn of(checks: Checks, digest: u64) -> Option<Self> {
        let one_of = |cases: u64| cases != 0 && digest.is_multiple_of(cases);
        one_of(checks.cases_per_assertions).then(|| Self {
            steps: Vec::new(),
            checks_game: one_of(checks.cases_per_game_assertions),
            game_seed: mix(digest),
        })
    }

    /// Appends a position and the move that led to it.
    fn push(&mut self, mv: Option<MoveOf<R::Vocabulary>>, view: &ViewOf<R>) {
        // Elsewhere `legal: None` means too many to list; here the list is dropped, because
        // assertions do not need it and it would take most of the memory.
        let view = View { position: view.position.clone(), outcome: view.outcome, legal: None };
        self.steps.push((mv, view));
    }
}

/// Checks assertions. A panic is a failed assertion like any other: the program that makes them may
/// panic, and its answers, or those of a side, may be such that their check does.
pub(crate) fn unless_it_panics(
    check: impl FnOnce() -> Result<u64, FailedAssertion>,
) -> Result<u64, FailedAssertion> {
    guard::catch(check).unwrap_or_else(|panic| {
        let assertion = "it is made and checked without a panic".to_owned();
        Err(FailedAssertion { assertion, detail: format!("the check panics: {panic}") })
    })
}

impl<R: RuleSet> Lockstep<'_, R> {
    /// Checks the assertions about the first position that is small enough, then those about the
    /// whole game. All later positions are in the game tree of the first, so they add nothing.
    fn check_assertions(&mut self) -> Result<(), Finding> {
        let path = self.path.take().filter(|path| !path.steps.is_empty());
        let Some((path, assertions)) = path.zip(self.pairing.assertions()) else { return Ok(()) };
        for (step, (_, view)) in path.steps.iter().enumerate() {
            self.activity.begin(step, None, Action::Check);
            match unless_it_panics(|| assertions.check(&view.position)) {
                Ok(0) => {}
                Ok(count) => {
                    self.stats.assertions += count;
                    break;
                }
                Err(failed) => return Err(self.failed_assertion(step, path, failed)),
            }
        }
        if !path.checks_game {
            return Ok(());
        }
        self.activity.begin(path.steps.len() - 1, None, Action::Check);
        let positions: Vec<_> = path.steps.iter().map(|(_, view)| &view.position).collect();
        let mut random = SplitMix::new(path.game_seed);
        // A panic is about the whole game, so its last position has to do.
        let mut at = path.steps.len() - 1;
        let checked = unless_it_panics(|| {
            let checked = assertions.check_game(&positions, &mut || random.next_u64());
            checked.map_err(|(step, failed)| {
                at = step;
                failed
            })
        });
        match checked {
            Ok(count) => self.stats.assertions += count,
            Err(failed) => return Err(self.failed_assertion(at, path, failed)),
        }
        Ok(())
    }

    /// The finding for a wrong assertion, reported at its position and not at the end of the case.
    fn failed_assertion(
        &mut self,
        step: usize,
        mut path: GamePath<R>,
        failed: FailedAssertion,
    ) -> Finding {
        let (mv, view) = path.steps.swap_remove(step);
        (self.step, self.mv, self.before, self.oracle.view) = (step, mv, None, Some(view));
        let FailedAssertion { assertion, detail } = failed;
        Finding::FailedAssertion { assertion, detail }
    }
}

#[cfg(test)]
mod tests {
    use super::{Checks, Steps, checks_of_case};

    #[test]
    fn shares_of_cases_and_steps_are_those_that_are_documented() {
        let digests = || (0..64_000).map(|number: u64| number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let share = |is: &dyn Fn(u64) -> bool| {
            digests().filter(|&digest| is(digest)).count() as f64 / 64_000.0
        };
        let is_near = |share: f64, expected: f64| (share / expected - 1.0).abs() < 0.15;
        let campaign =
            share(&|digest| checks_of_case(Checks::fuzz(), digest, 10).steps == Steps::All);
        assert!(is_near(campaign, 1.0 / 128.0), "{campaign}");
        for (step, one_of) in [(0, 32.0), (1, 128.0), (7, 128.0), (8, 16.0)] {
            let found = share(&|digest| Steps::Chosen.contains(step, digest, 8));
            assert!(is_near(found, 1.0 / one_of), "{step}: {found}");
        }
        // Of a pair both steps have every check, or none has.
        let has = |step, digest| Steps::Chosen.contains(step, digest, 0);
        let pairs = share(&|digest| has(2, digest) == has(3, digest));
        assert!((pairs - 1.0).abs() < f64::EPSILON);
        let sparse = share(&|digest| Steps::Sparse.contains(2, digest, 0));
        assert!(is_near(sparse, 0.25), "{sparse}");
        let on_large = share(&|digest| {
            let of_case = |index| checks_of_case(Checks::of_case(index), digest, 100);
            (32..64).map(of_case).all(|it| it.tests_offers == (it.steps == Steps::All))
                && Steps::Sparse.contains(0, digest, 0)
        });
        assert!(is_near(on_large, 1.0), "{on_large}");
        assert_eq!(checks_of_case(Checks::own_game(), 0, 1), Checks::own_game());
        let is_small = |digest| checks_of_case(Checks::fuzz(), digest, 9);
        assert!(digests().all(|digest| is_small(digest).steps == Steps::All));
    }
}
