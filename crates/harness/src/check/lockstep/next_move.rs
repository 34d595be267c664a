//! The next move of a case: its own moves, then those of the robot or of a policy.

use twinboard_vocabulary::{Game, MoveOf, Rest, Vocabulary};

use super::state::Lockstep;
use crate::model::activity::Action;
use crate::model::move_policy::MovePolicy;
use crate::model::rules::RuleSet;
use crate::model::sync::lock;

/// Limit on the robot's moves in one case. A game that the robot has not ended by then is assumed
/// to be endless and is cut off there. Campaigns also stop at [`RuleSet::moves_max`].
const ROBOT_MOVES_MAX: usize = 4096;

impl<R: RuleSet> Lockstep<'_, R> {
    /// The next move: from the case while it has one, then from the robot if the case is left to
    /// it, else from `policy`.
    pub(super) fn next_move<G: Game<Vocabulary = R::Vocabulary>>(
        &self,
        oracle: &G,
        policy: Option<&mut MovePolicy<'_>>,
    ) -> Option<MoveOf<R::Vocabulary>> {
        let case = lock(self.played);
        if let Some(mv) = case.moves.get(self.step) {
            return Some(mv.clone());
        }
        let (own_moves, rest, last) = (case.moves.len(), case.rest, case.moves.last().cloned());
        // The watchdog locks the case to print it: the lock must not be held while a side runs.
        drop(case);
        if rest == Rest::Robot {
            return self.move_of_robot(own_moves);
        }
        let mv = self.choose_move(oracle, policy, last.as_ref())?;
        lock(self.played).moves.push(mv.clone());
        Some(mv)
    }

    /// The robot's move after the case's own moves; `None` at the end of the game or at the limit.
    fn move_of_robot(&self, own_moves: usize) -> Option<MoveOf<R::Vocabulary>> {
        let view = self.before.as_ref()?;
        let robot_moves_max = if self.checks.limits_robot {
            self.rules.moves_max(&self.setup).min(ROBOT_MOVES_MAX)
        } else {
            ROBOT_MOVES_MAX
        };
        let is_at_limit = self.step >= own_moves + robot_moves_max;
        let ended = R::Vocabulary::is_over(view.outcome) || is_at_limit;
        if ended { None } else { self.rules.robot() }
    }

    /// A move chosen by `policy`, which gets one candidate: a listed legal move, or a sample of the
    /// oracle where the legal moves are too many to list. The policy may request the candidate,
    /// make an illegal move of it, leave the move to the robot, or end the case. `last` is the last
    /// move of the case.
    fn choose_move<G: Game<Vocabulary = R::Vocabulary>>(
        &self,
        oracle: &G,
        policy: Option<&mut MovePolicy<'_>>,
        last: Option<&MoveOf<R::Vocabulary>>,
    ) -> Option<MoveOf<R::Vocabulary>> {
        let view = self.before.as_ref()?;
        self.activity.enter(None, Action::Generate);
        let policy = policy.filter(|_| self.step < self.rules.moves_max(&self.setup))?;
        let candidate = if let Some(legal) = &view.legal {
            policy.choose(legal)
        } else {
            let sampled = policy.sample(oracle);
            self.activity.enter(None, Action::Generate);
            sampled
        };
        policy.next(self.rules, candidate.as_ref(), last, || view.position.clone())
    }
}
