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
//! legal moves (`crates/harness/src/check/lockstep/steps.rs`).
//!
//! After the last step the engine must still have the same state: no query may have changed it.
//! Positions that other moves lead to must go on as those of the case
//! (`crates/harness/src/check/lockstep/other_ways.rs`).
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

use crate::check::checks::Checks;
use crate::model::activity::{Activity, Side};
use crate::model::divergence::Divergence;
use crate::model::move_policy::MovePolicy;
use crate::model::pairing::Pairing;
use crate::model::rules::{CaseOf, RuleSet};
use crate::model::stats::Stats;

mod assertions;
mod blame;
mod failure;
mod next_move;
mod other_ways;
mod play;
mod sampling;
mod state;
mod steps;
mod transformed;
mod trials;

pub(crate) use assertions::unless_it_panics;
pub(crate) use failure::{case_up_to, picture_after};
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
