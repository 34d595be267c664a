//! The next move of a case: its own moves, then a repeated one or those of a policy.

use std::borrow::Cow;
use std::mem;

use arbitrary::Unstructured;
use twinboard_vocabulary::{Game, LegalMoveOf, MoveOf, PositionOf, SetupOf, TryClone, Vocabulary};

use super::{Lockstep, Sides};
use crate::check::checks::Repetitions;
use crate::check::compare::{broken, compare_counts};
use crate::check::self_checks::LEGAL_SAMPLES;
use crate::model::activity::{Action, Side};
use crate::model::case::Case;
use crate::model::divergence::Finding;
use crate::model::guard::{self, lock};
use crate::model::move_policy::MovePolicy;
use crate::model::proposals::{Scout, Surroundings, legal_after, propose_alone};
use crate::model::random::{SplitMix, bytes_of};
use crate::model::rules::{CaseOf, RuleSet, ViewOf};

/// Limit on the repetitions of a move in one case. A game that they have not ended by then is
/// assumed to be endless and is cut off there.
const REPETITIONS_MAX: usize = 4096;

impl<R: RuleSet> Lockstep<'_, R> {
    /// The next move: from the case while it has one, then the one that it repeats, else from
    /// `policy`.
    pub(super) fn next_move<G: Game<Vocabulary = R::Vocabulary>>(
        &self,
        oracle: &G,
        policy: Option<&mut MovePolicy>,
    ) -> Option<MoveOf<R::Vocabulary>> {
        let case = lock(self.played);
        if let Some(mv) = case.moves.get(self.step) {
            return Some(mv.clone());
        }
        let (repeated, last) = (case.repeated().cloned(), case.moves.last().cloned());
        // The watchdog locks the case to print it: the lock must not be held while a side runs.
        drop(case);
        if repeated.is_some() {
            return repeated.filter(|_| self.may_repeat());
        }
        let mv = self.choose_move(oracle, policy, last.as_ref())?;
        lock(self.played).moves.push(mv.clone());
        Some(mv)
    }

    /// True until the game is over or the repetitions have reached their limit.
    fn may_repeat(&self) -> bool {
        let limit = match self.checks.repetitions {
            Repetitions::MovesMax => self.rules.moves_max(&self.setup),
            Repetitions::UpTo(limit) => limit,
            Repetitions::ToTheEnd => REPETITIONS_MAX,
        };
        let is_on = |view: &ViewOf<R>| !R::Vocabulary::is_over(view.outcome);
        self.before.as_ref().is_some_and(is_on)
            && self.step < self.own_moves + limit.min(REPETITIONS_MAX)
    }

    /// A move chosen by `policy`, which gets one candidate: a listed legal move, or a sample of the
    /// oracle where the legal moves are too many to list. The policy may request the candidate,
    /// make an illegal move of it, take a move of the rule set's own, or end the case. `last` is the last
    /// move of the case.
    fn choose_move<G: Game<Vocabulary = R::Vocabulary>>(
        &self,
        oracle: &G,
        policy: Option<&mut MovePolicy>,
        last: Option<&MoveOf<R::Vocabulary>>,
    ) -> Option<MoveOf<R::Vocabulary>> {
        let view = self.before.as_ref()?;
        self.activity.enter(None, Action::Generate);
        let may_go_on = self.step < self.rules.moves_max(&self.setup) && !self.activity.is_over();
        let policy = policy.filter(|_| may_go_on)?;
        let legal = view.legal.as_deref().or(self.listed_before.as_deref());
        let candidate = if let Some(legal) = legal {
            policy.choose::<R::Vocabulary>(legal)
        } else {
            let sampled = policy.sample(oracle);
            self.activity.enter(None, Action::Generate);
            sampled
        };
        let around = Surroundings {
            setup: &self.setup,
            last,
            legal,
            texts: &self.texts_before,
            recent: &self.recent,
            scout: &OracleScout { lockstep: self, oracle, position: &view.position },
        };
        policy.next(self.rules, candidate.as_ref(), &around)
    }
}

/// Other positions on the oracle. While it plays there, the case is the one that leads there, so
/// that a hang is reported with it.
pub(super) struct OracleScout<'a, 'b, R: RuleSet, G> {
    pub(super) lockstep: &'a Lockstep<'b, R>,
    pub(super) oracle: &'a G,
    pub(super) position: &'a PositionOf<R::Vocabulary>,
}

impl<R: RuleSet, G: Game<Vocabulary = R::Vocabulary>> OracleScout<'_, '_, R, G> {
    /// Calls `look` with another case in play, and restores this one.
    fn with_case<T>(&self, case: CaseOf<R>, look: impl FnOnce() -> T) -> T {
        let Lockstep { played, activity, .. } = self.lockstep;
        let own = mem::replace(&mut *lock(played), case);
        let seen = look();
        *lock(played) = own;
        // A panic that was caught there has left its moves and its step behind.
        *lock(self.lockstep.copy_moves) = None;
        activity.set_step(self.lockstep.step);
        activity.enter(None, Action::Generate);
        seen
    }
}

impl<R, G> Scout<R::Vocabulary> for OracleScout<'_, '_, R, G>
where
    R: RuleSet,
    G: Game<Vocabulary = R::Vocabulary>,
{
    fn position(&self) -> Cow<'_, PositionOf<R::Vocabulary>> {
        Cow::Borrowed(self.position)
    }

    fn legal_after(&self, moves: &[MoveOf<R::Vocabulary>]) -> Vec<LegalMoveOf<R::Vocabulary>> {
        let mut case = lock(self.lockstep.played).clone();
        case.moves.truncate(self.lockstep.step);
        case.moves.extend_from_slice(moves);
        self.with_case(case, || legal_after(self.lockstep.rules, self.oracle, moves))
    }

    fn legal_at(&self, setup: &SetupOf<R::Vocabulary>) -> Vec<LegalMoveOf<R::Vocabulary>> {
        let Lockstep { pairing, activity, rules, .. } = self.lockstep;
        self.with_case(Case::new(setup.clone(), Vec::new()), || {
            let side = pairing.watched(Side::Oracle, activity);
            let game = guard::catch(|| side.set_up(setup)).ok().flatten();
            game.map(|game| legal_after(*rules, &game, &[])).unwrap_or_default()
        })
    }
}

// Comparison of legal moves where they are too many to list ([`Listing`](crate::Listing)).
//
// Both sides count the legal moves of one kind ([`Vocabulary::same_kind`]) if they are few enough.
// Each side always samples moves for the other to judge, and both judge moves that the rule set
// proposes, legal or not. A move that fails here becomes the last move of the failing case.
// Campaigns report the number of times each comparison was made ([`Stats`](crate::Stats)).

/// Each side samples 8 moves per position for the other to judge.
const SAMPLES: usize = 8;

/// Samples a legal move and compares how many moves of its kind the sides count. Returns true if
/// they were few enough to count.
pub(super) fn compare_kind_counts<R: RuleSet>(
    rules: &R,
    sides: &Sides<'_, R>,
    random: &mut SplitMix,
) -> Result<bool, Finding> {
    if !sides.engine.can_count_kinds() {
        return Ok(false);
    }
    let Some(like) = sides.oracle.sample_legal_move(&mut || random.next_u64()) else {
        return Ok(false);
    };
    // The engine is asked about legal moves only; [`Lockstep::judge_samples`] reports an oracle that draws
    // others.
    let copy = sides.oracle.try_clone();
    if copy.is_some_and(|mut copy| copy.play(&R::Vocabulary::to_move(&like)).is_err()) {
        return Ok(false);
    }
    let limit = rules.listing().limit_of_kind;
    let engine = sides.engine.count_kind(&like, limit);
    let oracle = sides.oracle.count_kind(&like, limit);
    compare_counts(&like, engine, oracle, limit)?;
    Ok(oracle.is_some())
}

impl<R: RuleSet> Lockstep<'_, R> {
    /// Lets each side judge moves that the other has sampled, and both judge proposed moves that may
    /// be illegal. All are played on copies; games that cannot be copied are left alone.
    pub(super) fn judge_samples(&mut self, sides: &Sides<'_, R>) -> Result<(), Finding> {
        for _ in 0..SAMPLES {
            let random = &mut self.random;
            let by_engine = sides.engine.sample_legal_move(&mut || random.next_u64());
            let by_oracle = sides.oracle.sample_legal_move(&mut || random.next_u64());
            // There is a legal move, because they are too many to list. The same check of the engine
            // is one of its self-checks.
            if by_oracle.is_none() {
                let detail = "there are legal moves, and none was drawn".into();
                return Err(broken(Side::Oracle, LEGAL_SAMPLES, detail));
            }
            self.activity.enter(None, Action::Generate);
            let bytes = bytes_of(random);
            let mut u = Unstructured::new(&bytes);
            let view = self.oracle.view.as_ref().expect("the sides have been observed");
            let proposed = propose_alone(self.rules, &view.position, by_engine.as_ref(), &mut u);
            let sampled = [(Side::Engine, by_engine), (Side::Oracle, by_oracle)].into_iter();
            let sampled =
                sampled.filter_map(|(by, legal)| Some((Some(by), R::Vocabulary::to_move(&legal?))));
            for (sampled_by, mv) in sampled.chain(proposed.ok().map(|mv| (None, mv))) {
                if !self.try_move(sides, &mv, sampled_by, false)? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}
