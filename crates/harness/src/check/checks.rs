//! The checks that a case gets: one struct of knobs, with a constructor for each use.

use crate::check::compare::REPRESENTATION;
use crate::model::activity::Action;
use crate::model::divergence::{Aspect, Finding};
use crate::model::random::mix;

/// Cases of a campaign per case in which the engine is checked against itself, too.
pub(crate) const CASES_PER_SELF_CHECK: u64 = 4;
/// The first cases of a campaign, in all of which it is: a slow engine plays no more of them.
pub(crate) const FIRST_CASES: u64 = 32;

/// The checks that a case gets, in which of its steps, and with how many samples.
///
/// Samples follow from the set-up, so a smaller case is sampled differently and could seem right.
/// Replaying and shrinking therefore take many more samples than a campaign, and always those of
/// the campaign among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a knob of its own")]
pub struct Checks {
    /// The steps with every check; the others compare results, positions and outcomes only.
    pub(crate) steps: Steps,
    /// True to make the expensive checks in every step, with up to 32 samples of each kind; false
    /// for one sample, and the expensive checks in some of the steps.
    pub(crate) is_thorough: bool,
    /// True to draw legal moves until an unlikely one would show, at some positions of every case.
    pub(crate) draws_chances: bool,
    /// True to test what the engine offers beside its play, on copies and further games
    /// (`crates/harness/src/check/self_checks.rs`).
    pub(crate) tests_offers: bool,
    /// True to play transformed games along with the case.
    pub(crate) transforms: bool,
    /// True to try samples of moves where the legal moves are too many to list.
    pub(crate) tries_moves: bool,
    /// How often the move of [`Rest::Repeat`](twinboard_vocabulary::Rest::Repeat) is repeated.
    pub(crate) repetitions: Repetitions,
    /// Check assertions about positions in one of this many cases; 0 disables them.
    pub(crate) cases_per_assertions: u64,
    /// Check assertions about the whole game in one of this many cases with assertions; 0 disables
    /// them.
    pub(crate) cases_per_game_assertions: u64,
    /// True to compare the sides and to check the invariants, and no more.
    pub(crate) compares_only: bool,
    /// True to explain a failure ([`explaining`](Self::explaining)).
    pub(crate) blames: bool,
    /// True if only cases with assertions count as readable inputs of a fuzzer.
    pub(crate) needs_assertions: bool,
}

/// Limit on the repetitions of a move in one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repetitions {
    /// [`RuleSet::moves_max`](crate::RuleSet::moves_max).
    MovesMax,
    UpTo(usize),
    /// Until the game is over, or does not seem to end.
    ToTheEnd,
}

/// The steps of a case that have every check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Steps {
    All,
    /// Those that the digest of the set-up chooses (`crates/harness/src/check/lockstep.rs`).
    Chosen,
    /// All, but on large boards some, which the digest of the set-up chooses (same file).
    Sparse,
    /// The last two, because some invariants are about the legal moves before and after a move.
    LastTwo,
    None,
}

impl Checks {
    /// For campaigns: one sample of each kind, and the expensive checks in some of the steps only.
    ///
    /// Assertions may take some hundredths of a second, far longer than the rest of a case, so one
    /// of 16 cases has them. The digest of the set-up decides, so equal set-ups are treated alike
    /// wherever they occur.
    #[must_use]
    pub fn campaign() -> Self {
        Self {
            steps: Steps::All,
            is_thorough: false,
            draws_chances: false,
            tests_offers: true,
            transforms: true,
            tries_moves: true,
            repetitions: Repetitions::MovesMax,
            cases_per_assertions: 16,
            cases_per_game_assertions: 1,
            compares_only: false,
            blames: false,
            needs_assertions: false,
        }
    }

    /// For the case with this number of a campaign: as [`campaign`](Self::campaign) in the first ones.
    /// Of the others, one of [`CASES_PER_SELF_CHECK`] tests what the engine offers: further games take
    /// far longer than the comparison. On large boards not every step has every check.
    #[must_use]
    pub(crate) fn of_case(index: u64) -> Self {
        if index < FIRST_CASES {
            return Self::campaign();
        }
        let tests_offers = mix(index).is_multiple_of(CASES_PER_SELF_CHECK);
        Self { steps: Steps::Sparse, tests_offers, transforms: tests_offers, ..Self::campaign() }
    }

    /// The same with every check on large boards, too: for an engine that takes longer than the oracle.
    #[must_use]
    pub(crate) fn never_sparse(self) -> Self {
        let steps = if self.steps == Steps::Sparse { Steps::All } else { self.steps };
        Self { steps, ..self }
    }

    /// For fuzzing, where many short looks at many cases reach more than a few long ones: as in a
    /// [campaign](Self::campaign) in some cases, and in some steps of the others.
    #[must_use]
    pub fn fuzz() -> Self {
        Self {
            steps: Steps::Chosen,
            transforms: false,
            cases_per_assertions: 128,
            cases_per_game_assertions: 0,
            ..Self::campaign()
        }
    }

    /// For inputs that a fuzzer keeps: as in a [campaign](Self::campaign), but without assertions
    /// about the whole game. Positions of these inputs are more diverse than others, so more of
    /// them have assertions.
    #[must_use]
    pub fn fuzz_kept() -> Self {
        Self { cases_per_assertions: 4, cases_per_game_assertions: 0, ..Self::campaign() }
    }

    /// For fuzzing assertions: as in a [replay](Self::replay_assertions), but those about the whole
    /// game are checked in one of 512 cases. They may take 30 times as long as the rest of a case,
    /// and are to take a twentieth of the time. Faults of the engine are left to other targets.
    #[must_use]
    pub fn fuzz_assertions() -> Self {
        Self { draws_chances: false, cases_per_game_assertions: 512, ..Self::replay_assertions() }
    }

    /// For replays: up to 32 samples of each kind, every check in every step. Only the draws that
    /// show how often each move is sampled are bounded for a case.
    #[must_use]
    pub fn replay() -> Self {
        Self {
            is_thorough: true,
            draws_chances: true,
            repetitions: Repetitions::ToTheEnd,
            cases_per_assertions: 1,
            ..Self::campaign()
        }
    }

    /// As a [replay](Self::replay), of a case that was found by fuzzing assertions.
    #[must_use]
    pub fn replay_assertions() -> Self {
        Self { needs_assertions: true, ..Self::replay() }
    }

    /// As a [replay](Self::replay) without transformed games: for shrinking a case that fails in
    /// its own game, and for playing a transformed case itself.
    #[must_use]
    pub fn own_game() -> Self {
        Self { transforms: false, ..Self::replay() }
    }

    /// As [`own_game`](Self::own_game), without assertions and without samples where the legal
    /// moves are too many to list: for shrinking a case that must fail at one of its own moves. An
    /// assertion is about a position, not about a move.
    #[must_use]
    pub fn own_moves() -> Self {
        Self { tries_moves: false, cases_per_assertions: 0, ..Self::own_game() }
    }

    /// Results, positions, outcomes and representations only, in every step: a filter for the
    /// candidates of a case whose failure needs no more. It lists no legal moves, which takes most
    /// of the time on large boards.
    #[must_use]
    pub fn answers() -> Self {
        Self { steps: Steps::None, is_thorough: false, draws_chances: false, ..Self::own_moves() }
    }

    /// As [`answers`](Self::answers), and with assertions.
    #[must_use]
    pub fn assertions() -> Self {
        Self { cases_per_assertions: 1, ..Self::answers() }
    }

    /// As [`own_game`](Self::own_game) without assertions in the last two steps of a case, and as
    /// [`answers`](Self::answers) before: a filter for the candidates of a case that fails in its
    /// last step.
    #[must_use]
    pub fn last_steps() -> Self {
        Self { steps: Steps::LastTwo, cases_per_assertions: 0, ..Self::own_game() }
    }

    /// The comparison of both sides and the invariants, in every step: a filter for the candidates of
    /// a case in which the sides differ. On large boards the other checks take most of the time.
    #[must_use]
    pub(crate) fn comparison() -> Self {
        Self { compares_only: true, cases_per_assertions: 0, ..Self::own_game() }
    }

    /// The same with up to this number of repetitions: candidates of a case that fails so early need no
    /// more, and those that do not fail would be played to the end of the game.
    #[must_use]
    pub fn with_repetitions(self, limit: usize) -> Self {
        Self { repetitions: Repetitions::UpTo(limit), ..self }
    }

    /// The same, and a failure is explained: where the sides differ, by what each of them breaks by
    /// itself ([`Blame`](crate::Blame)); where an assertion fails, by a difference of the sides in the
    /// games from there, which is the finding then. Both take further games, so they are left to the
    /// replays from which reports are made.
    #[must_use]
    pub fn explaining(self) -> Self {
        Self { blames: true, ..self }
    }

    /// The checks that reproduce such a finding. One that needs no transformed game is replayed
    /// without, because transformed games would only hinder shrinking.
    #[must_use]
    pub fn replay_of(finding: &Finding) -> Self {
        let needs_all = finding.is_of_a_symmetry() || finding.is_hung() || finding.is_killed();
        if needs_all { Self::replay() } else { Self::own_game() }
    }

    /// The checks that can show a finding, and few others, for up to two descents: the cheapest that
    /// may suffice, and, where the sides differ, the comparison in all steps. Empty if the finding
    /// needs transformed games, which follow every step, or a process of its own.
    pub(crate) fn filters_for(finding: &Finding) -> Vec<Filter> {
        let is_of_a_comparison = matches!(
            finding,
            Finding::Differs {
                aspect: Aspect::Position | Aspect::Outcome | Aspect::Result | Aspect::LegalMoves,
                ..
            }
        );
        let (checks, is_exact) = match finding {
            Finding::FailedAssertion { .. } => (Self::assertions(), true),
            Finding::Broken { invariant, .. } if invariant == REPRESENTATION => {
                (Self::answers(), true)
            }
            Finding::Differs {
                aspect: Aspect::Position | Aspect::Outcome | Aspect::Result | Aspect::Observation(_),
                ..
            } => (Self::answers(), false),
            Finding::Panicked { stage, .. } | Finding::Failed { stage, .. }
                if matches!(stage.action, Action::Play | Action::Position | Action::Outcome) =>
            {
                (Self::answers(), false)
            }
            Finding::Hung { .. } | Finding::Killed { .. } => return Vec::new(),
            _ if finding.is_of_a_symmetry() => return Vec::new(),
            _ => (Self { compares_only: is_of_a_comparison, ..Self::last_steps() }, false),
        };
        let first = Filter { checks, is_exact };
        let second = Filter { checks: Self::comparison(), is_exact: true };
        std::iter::once(first).chain(is_of_a_comparison.then_some(second)).collect()
    }

    /// Number of samples of one kind on a board of `cells` cells, at most `limit`: all of them on
    /// small boards, where shrinking ends, and few on large ones, or shrinking would take too long.
    pub(crate) fn samples(self, cells: usize, limit: usize) -> usize {
        if self.is_thorough { (limit * 64 / cells.max(1)).clamp(2, limit) } else { 1 }
    }
}

/// The checks of a descent of shrinking.
pub(crate) struct Filter {
    pub(crate) checks: Checks,
    /// True to end the search with this descent: no other check can show the finding, or hardly one,
    /// and all of them take most of the time on a large board.
    pub(crate) is_exact: bool,
}
