//! Steps with few checks, which compare results, positions and outcomes only: on the large boards of
//! campaigns, in fuzzing with [`Checks::fuzz`], and in the filters of shrinking ([`Checks::answers`],
//! [`Checks::last_steps`]).
//!
//! Games on large boards are long, each of their lists takes long, and differs little from the one
//! before. All of them together would take nearly all of the time of a campaign. So there the set-up
//! and one of 4 pairs of consecutive steps have every check, and the next move is chosen from the
//! list of the engine alone: where that is right, the case is the same as with every check. With an
//! engine in another process, which takes longer than the oracle, every step has every check.
//!
//! In fuzzing, a step with every check takes some ten times as long, and mutations of a case that reached new
//! code visit the same positions again and again. A case that reached new code is executed once
//! more with [`Checks::fuzz_kept`] (`crates/harness/src/present/fuzz/rechecks.rs`). With
//! [`Checks::fuzz`] every check is made
//!
//! * in every step of one of 128 cases, and of all with boards of up to 9 cells, transformed games
//!   among them;
//! * in the other cases, without transformed games, at the set-up in one of 32, after the last of
//!   the case's own moves in one of 16, and else in one of 128 pairs of consecutive steps: some
//!   invariants are about the legal moves before and after a move.
//!
//! The digest of the set-up decides, so a case is played alike wherever it occurs.

use crate::check::checks::{Checks, Steps};
use crate::model::random::mix;

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
pub(super) fn checks_of_case(checks: Checks, digest: u64, cells: usize) -> Checks {
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
    pub(super) fn contains(self, step: usize, digest: u64, own_moves: usize) -> bool {
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
