//! Assertions about the positions of a case.

use twinboard_vocabulary::MoveOf;

use super::{Effort, Lockstep};
use crate::activity::Action;
use crate::divergence::Finding;
use crate::random::{SplitMix, mixed};
use crate::rules::{FailedAssertion, RuleSet, View, ViewOf};

/// Campaigns check assertions in one of 16 cases: a check may take some hundredths of a second, far
/// longer than the rest of a case. The digest of the set-up decides, so equal set-ups are treated
/// alike wherever they occur.
const CASES_PER_ASSERTION_CHECK: u64 = 16;
/// Inputs that a fuzzer keeps per input with assertions. Their positions are more diverse than
/// those of the others.
const KEPT_PER_ASSERTION_CHECK: u64 = 4;
/// Other inputs of a fuzzer per input with assertions.
const INPUTS_PER_ASSERTION_CHECK: u64 = 128;

/// Inputs of a fuzzer of assertions per input with those about the whole game. They may take 30
/// times as long as the rest of an input, and are to take a twentieth of the time.
const INPUTS_PER_GAME_CHECK: u64 = 512;

/// The positions of a game on which both sides agreed, for assertions.
pub(super) struct GamePath<R: RuleSet> {
    /// Each position, and the move that led to it.
    steps: Vec<(Option<MoveOf<R::Vocabulary>>, ViewOf<R>)>,
    /// True if the assertions about the whole game are checked, too.
    checks_game: bool,
    /// Seed of their random choices, which are the same with any effort.
    game_seed: u64,
}

impl<R: RuleSet> GamePath<R> {
    /// The empty path of a case whose set-up has this digest; `None` if the case is played without
    /// assertions.
    pub(super) fn of(effort: Effort, digest: u64) -> Option<Self> {
        let checks_assertions = match effort {
            Effort::Lean => digest.is_multiple_of(INPUTS_PER_ASSERTION_CHECK),
            Effort::Kept => digest.is_multiple_of(KEPT_PER_ASSERTION_CHECK),
            Effort::Quick => digest.is_multiple_of(CASES_PER_ASSERTION_CHECK),
            Effort::Thorough | Effort::FuzzedAssertions | Effort::Alone | Effort::Assertions => {
                true
            }
            // Such a case must fail at one of its own moves; an assertion is about a position, not
            // about a move.
            Effort::OwnMoves | Effort::Answers | Effort::Ends => false,
        };
        let checks_game = match effort {
            Effort::FuzzedAssertions => digest.is_multiple_of(INPUTS_PER_GAME_CHECK),
            // A fuzzer of assertions makes them.
            Effort::Lean | Effort::Kept => false,
            _ => true,
        };
        let path = Self { steps: Vec::new(), checks_game, game_seed: mixed(digest) };
        checks_assertions.then_some(path)
    }

    /// Appends a position and the move that led to it.
    pub(super) fn push(&mut self, mv: Option<MoveOf<R::Vocabulary>>, view: &ViewOf<R>) {
        // Elsewhere `legal: None` means too many to list; here the list is dropped, because
        // assertions do not need it and it would take most of the memory.
        let view = View { position: view.position.clone(), outcome: view.outcome, legal: None };
        self.steps.push((mv, view));
    }
}

impl<R: RuleSet> Lockstep<'_, R> {
    /// Checks the assertions about the first position that is small enough, then those about the
    /// whole game. All later positions are in the game tree of the first, so they add nothing.
    pub(super) fn check_assertions(&mut self) -> Result<(), Finding> {
        let path = self.path.take().filter(|path| !path.steps.is_empty());
        let Some((path, assertions)) = path.zip(self.pairing.assertions()) else { return Ok(()) };
        for (step, (_, view)) in path.steps.iter().enumerate() {
            self.activity.begin(step, None, Action::Check);
            match assertions.check(&view.position) {
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
        match assertions.check_game(&positions, &mut || random.next_u64()) {
            Ok(count) => self.stats.assertions += count,
            Err((step, failed)) => return Err(self.failed_assertion(step, path, failed)),
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
