//! Other ways to the positions of a case: a position must determine the rest of the game, whatever
//! moves led to it.
//!
//! Within a case few positions recur, and in many games none. So the oracle plays further games from
//! the set-up, partly with moves of the case, and where one of them reaches a position of the case,
//! outcome and legal moves must be those of the case. A campaign plays one game beside one of some
//! cases, and not a table of all positions, which would depend on the number of threads. Games from
//! other set-ups are no other ways: a set-up may have a parameter that the position need not repeat.

use arbitrary::Unstructured;
use twinboard_vocabulary::{Game, LegalMoveOf, MoveOf, Rest, Vocabulary};

use super::failure::case_up_to;
use super::state::{Lockstep, Sides};
use crate::check::checks::Steps;
use crate::check::laws::{Contradiction, wrong_position};
use crate::model::activity::Side;
use crate::model::divergence::Finding;
use crate::model::guard::{self, Panic};
use crate::model::listing::view_of;
use crate::model::random::{SplitMix, bytes_of, digest_on};
use crate::model::rules::{CaseOf, RuleSet};
use crate::model::sync::lock;

/// Self-checked cases of a campaign per case with another game beside it.
const CASES_PER_OTHER_GAME: u64 = 4;
/// Other games beside a case that is replayed, at most.
const OTHER_GAMES_MAX: usize = 8;
/// Moves of another game, at most: positions that a long game reaches are seldom those of the case.
const OTHER_MOVES_MAX: usize = 16;

/// Moves to a position, and the step at which the case has had an equal one with another future.
type OtherWay<R> = (Vec<MoveOf<<R as RuleSet>::Vocabulary>>, usize);

impl<R: RuleSet> Lockstep<'_, R> {
    /// Plays other games, and returns the finding against the rule set if one reaches a position of
    /// the case and goes on differently there.
    pub(super) fn check_other_ways(&mut self, sides: &Sides<'_, R>) -> Result<(), Finding> {
        if self.checks.compares_only || self.checks.steps != Steps::All {
            return Ok(());
        }
        let case = case_up_to(lock(self.played).clone(), self.step);
        // The moves count, too: many games have a single set-up.
        let seed = case
            .moves
            .iter()
            .fold(self.setup_digest, |so_far, mv| digest_on(so_far, mv.to_string().as_bytes()));
        let mut random = SplitMix::new(seed);
        let is_due = random.next_u64().is_multiple_of(CASES_PER_OTHER_GAME);
        if !is_due && !self.checks.is_thorough {
            return Ok(());
        }
        let games = self.checks.samples(self.rules.size(&self.setup), OTHER_GAMES_MAX);
        for _ in 0..games {
            // A panic in a game that the case does not play is no finding about it.
            let other = match guard::catch_panic(|| self.other_way(sides, &case, &mut random)) {
                Ok(other) => other,
                // An oracle in another process may have ended, and its game with it.
                Err(Panic { declared: Some(failure), .. }) => std::panic::panic_any(failure),
                Err(_) => None,
            };
            let Some((moves, step)) = other else { continue };
            let side = self.pairing.watched(Side::Oracle, self.activity);
            let ways = [&case.moves[..step], &moves].map(|way| (&case.setup, way));
            let Some(wrong) = wrong_position(self.rules, &side, ways) else { continue };
            self.beside = Some(Contradiction::Step(step));
            self.other_way = Some(CaseOf::<R> { moves, rest: Rest::Stop, ..case });
            return Err(wrong);
        }
        Ok(())
    }

    /// Plays a game on the oracle until it contradicts the case.
    fn other_way(
        &self,
        sides: &Sides<'_, R>,
        case: &CaseOf<R>,
        random: &mut SplitMix,
    ) -> Option<OtherWay<R>> {
        let mut game = self.pairing.watched(Side::Oracle, self.activity).set_up(&case.setup)?;
        let mut moves = Vec::new();
        loop {
            let view = view_of(&game, self.rules.listing().limit, 0);
            if let Some(step) = sides.self_checks.positions().contradicted_by(&view) {
                return Some((moves, step));
            }
            if moves.len() == OTHER_MOVES_MAX {
                return None;
            }
            let bytes = bytes_of(random);
            let mv = any_move::<R::Vocabulary>(&view.legal?, &case.moves, &bytes)?;
            game.play(&mv).ok()?;
            moves.push(mv);
        }
    }
}

/// A move of the case if it is legal here, or any other legal move.
fn any_move<V: Vocabulary>(
    legal: &[LegalMoveOf<V>],
    of_case: &[MoveOf<V>],
    bytes: &[u8],
) -> Option<MoveOf<V>> {
    let mut u = Unstructured::new(bytes);
    let any = V::to_move(u.choose(legal).ok()?);
    let of_case = u.choose(of_case).ok().filter(|_| u.arbitrary().unwrap_or(false));
    let is_legal = |mv: &&MoveOf<V>| legal.iter().any(|legal| V::to_move(legal) == **mv);
    Some(of_case.filter(is_legal).cloned().unwrap_or(any))
}
