//! Moves that may be illegal, tried on copies of both games at positions of the case.
//!
//! A case requests few such moves, and the positions where a rule bites are rare, such as those in
//! which most moves are forbidden. So some are tried beside the case, most of them where there are far
//! fewer legal moves than there were lately.
//!
//! Rule sets with a [`RuleSet::propose`] of their own are left alone: what they propose is in the
//! case already.

use arbitrary::{Error, Unstructured};
use twinboard_vocabulary::{Game, LegalMoveOf, MoveOf, TryClone, Vocabulary};

use super::next_move::OracleScout;
use super::{Lockstep, Sides};
use crate::check::compare::{broken, compare_results, tried};
use crate::check::legality::check_played;
use crate::check::self_checks::LEGAL_SAMPLES;
use crate::model::activity::{Action, Side};
use crate::model::divergence::{Aspect, Finding};
use crate::model::proposals::{Scout, Surroundings, propose, propose_by_default};
use crate::model::random::{SplitMix, bytes_of};
use crate::model::rules::{RuleSet, with_negative_number, without_last_character};

/// A move is tried in one of this many steps.
const STEPS_PER_TRIAL: u64 = 4;
/// Moves tried where the legal moves are few.
const TRIALS_IF_FEW: usize = 3;
/// The legal moves are few if there were this many times as many lately.
const FEWER: usize = 4;
/// Moves that are tried per one with a negative number, which in some languages is a place from the end,
/// and per one without its last character.
const TRIALS_PER_CHANGED: u64 = 8;
/// Separates these random choices from others of the same step.
const TRIALS: u64 = 0x7472_6961_6c73;

/// A way to propose a move: `propose`, or `propose_by_default`.
type Propose<R> = fn(
    &R,
    Option<&LegalMoveOf<<R as RuleSet>::Vocabulary>>,
    &Surroundings<'_, <R as RuleSet>::Vocabulary>,
    &mut Unstructured<'_>,
) -> arbitrary::Result<MoveOf<<R as RuleSet>::Vocabulary>>;

impl<R: RuleSet> Lockstep<'_, R> {
    /// Tries moves on copies; a move on which the sides differ becomes the last one of the case.
    pub(super) fn try_proposals(&mut self, sides: &Sides<'_, R>) -> Result<(), Finding> {
        // From a copy of the generator, so that later choices stay the same with any checks.
        let mut random = SplitMix::new(self.random.clone().next_u64() ^ TRIALS);
        let Some(legal) = self.legal().filter(|_| self.checks.tries_moves) else { return Ok(()) };
        let is_sampled = random.next_u64().is_multiple_of(STEPS_PER_TRIAL);
        let are_few = legal.len() * FEWER < self.recent.longest();
        let trials = if are_few { TRIALS_IF_FEW } else { usize::from(is_sampled) };
        for _ in 0..trials {
            self.activity.enter(None, Action::Generate);
            let Some(mv) = self.proposal(sides, &mut random) else { return Ok(()) };
            let number = random.next_u64();
            let changed = match number % TRIALS_PER_CHANGED {
                0 => with_negative_number(&mv),
                1 => self.legal().filter(|legal| !legal.is_empty()).and_then(|legal| {
                    let legal = &legal[(number >> 8) as usize % legal.len()];
                    without_last_character(&R::Vocabulary::to_move(legal))
                }),
                _ => None,
            };
            let mv = changed.unwrap_or(mv);
            if !self.try_move(sides, &mv, None, false)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Plays a move on copies of both games and compares the results; one that was `drawn_by` a side
    /// must be accepted. With `asks`, each side that judges moves must agree with its own play, and the
    /// engine with the oracle's, which is all that an engine without copies is held against.
    ///
    /// The move is in `tried_move`, and stays there if something is wrong. False if a game cannot be copied.
    pub(super) fn try_move(
        &mut self,
        sides: &Sides<'_, R>,
        mv: &MoveOf<R::Vocabulary>,
        drawn_by: Option<Side>,
        asks: bool,
    ) -> Result<bool, Finding> {
        self.tried_move = Some(mv.clone());
        let games = [&sides.engine, &sides.oracle];
        let said = games.map(|game| if asks { game.is_legal(mv) } else { None });
        let copies = games.map(TryClone::try_clone);
        let are_copied = copies.iter().all(Option::is_some);
        let results = copies.map(|copy| {
            // Without judgments, the play of one side alone says nothing.
            copy.filter(|_| asks || are_copied).map(|mut copy| copy.play(mv))
        });
        if let [Some(engine), Some(oracle)] = &results {
            compare_results(self.rules, engine, oracle).map_err(|finding| tried(finding, mv))?;
        }
        if let (Some(side), Some(Err(refusal))) = (drawn_by, &results[1]) {
            let detail = format!("{mv} was drawn, and is refused: {refusal}");
            return Err(broken(side, LEGAL_SAMPLES, detail));
        }
        for ((side, said), result) in
            [Side::Engine, Side::Oracle].into_iter().zip(said).zip(&results)
        {
            result.as_ref().map_or(Ok(()), |result| check_played(side, said, mv, result))?;
        }
        if let (Some(said), Some(result)) = (said[0], &results[1])
            && said != result.is_ok()
        {
            let engine = format!("{}, says `is_legal`", if said { "legal" } else { "not legal" });
            let oracle = match result {
                Ok(event) => format!("accepted: {event}"),
                Err(refusal) => format!("refused: {refusal}"),
            };
            return Err(tried(Finding::Differs { aspect: Aspect::Tried, engine, oracle }, mv));
        }
        self.tried_move = None;
        Ok(are_copied)
    }

    /// A proposal of the harness; `None` if the rule set has its own.
    fn proposal(
        &self,
        sides: &Sides<'_, R>,
        random: &mut SplitMix,
    ) -> Option<MoveOf<R::Vocabulary>> {
        let position = &self.oracle.view.as_ref()?.position;
        let is_own = {
            let bytes = bytes_of(&mut random.clone());
            let chosen = self.chosen(&mut Unstructured::new(&bytes));
            let own = self.rules.propose(position, chosen, &mut Unstructured::new(&bytes));
            !matches!(own, Err(Error::IncorrectFormat))
        };
        if is_own { None } else { self.draw(sides, random, propose_by_default) }
    }

    /// A proposal of the rule set, or else of the harness.
    pub(super) fn proposed(
        &self,
        sides: &Sides<'_, R>,
        random: &mut SplitMix,
    ) -> Option<MoveOf<R::Vocabulary>> {
        self.draw(sides, random, propose)
    }

    /// A legal move of the current position; `None` if there is none, or they are not listed.
    fn chosen(&self, u: &mut Unstructured<'_>) -> Option<&LegalMoveOf<R::Vocabulary>> {
        u.choose(self.legal()?).ok()
    }

    /// The legal moves of the current position; `None` if they are not listed.
    pub(super) fn legal(&self) -> Option<&[LegalMoveOf<R::Vocabulary>]> {
        self.oracle.view.as_ref()?.legal.as_deref()
    }

    /// Draws a proposal from the surroundings of the current position.
    fn draw(
        &self,
        sides: &Sides<'_, R>,
        random: &mut SplitMix,
        by: Propose<R>,
    ) -> Option<MoveOf<R::Vocabulary>> {
        let position = &self.oracle.view.as_ref()?.position;
        let bytes = bytes_of(random);
        let mut u = Unstructured::new(&bytes);
        let chosen = self.chosen(&mut u);
        let scout = OracleScout { lockstep: self, oracle: &sides.oracle, position };
        by(self.rules, chosen, &self.surroundings(&scout), &mut u).ok()
    }

    /// The surroundings of the current position.
    fn surroundings<'b>(
        &'b self,
        scout: &'b dyn Scout<R::Vocabulary>,
    ) -> Surroundings<'b, R::Vocabulary> {
        Surroundings {
            setup: &self.setup,
            last: self.mv.as_ref(),
            legal: self.legal(),
            texts: &self.texts,
            recent: &self.recent,
            scout,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use twinboard_vocabulary::{Game, TryClone};

    use crate::check::checks::Checks;
    use crate::check::lockstep::{Verdict, run};
    use crate::model::activity::Activity;
    use crate::model::case::Case;
    use crate::model::divergence::Finding;
    use crate::model::nim::{Heap, Nim};
    use crate::model::pairing::Pairing;
    use crate::model::stats::Stats;
    use crate::model::tests::Fragile;

    /// A heap that lists legal moves only, and accepts four stones too.
    #[derive(Clone)]
    struct Lenient(u8);

    impl Game for Lenient {
        type Vocabulary = Nim;

        fn visit_legal_moves(
            &self,
            visit: &mut dyn FnMut(&u8) -> ControlFlow<()>,
        ) -> ControlFlow<()> {
            (1..=self.0.min(3)).try_for_each(|stones| visit(&stones))
        }

        fn play(&mut self, stones: &u8) -> Result<u8, &'static str> {
            if !(1..=self.0.min(4)).contains(stones) {
                return Err("not that many");
            }
            self.0 -= stones;
            Ok(*stones)
        }

        fn position(&self) -> u8 {
            self.0
        }

        fn outcome(&self) -> bool {
            self.0 == 0
        }
    }

    #[test]
    fn a_move_that_no_case_requests_is_tried_and_becomes_its_last() {
        let pairing = Pairing::new(Nim, |&stones| Some(Lenient(stones)), Heap::set_up);
        let mut found = Vec::new();
        for stones in 4..=100 {
            let played = |checks| {
                let case = Case::new(stones, Vec::new());
                run(&pairing, case, None, checks, &Activity::default(), &mut Stats::default())
            };
            if let (Verdict::Diverged(divergence), case) = played(Checks::campaign()) {
                assert!(divergence.finding.is_tried(), "{divergence:?}");
                found.push(case.moves);
            }
            let (verdict, _) = played(Checks::own_moves());
            assert_eq!(verdict, Verdict::Agreed, "the case requests no move");
        }
        assert!(!found.is_empty() && found.iter().all(|moves| *moves == [4]), "{found:?}");
    }

    /// A heap without copies that calls every move legal.
    struct Boasting(Heap);

    impl TryClone for Boasting {
        fn try_clone(&self) -> Option<Self> {
            None
        }
    }

    impl Game for Boasting {
        type Vocabulary = Nim;

        fn visit_legal_moves(
            &self,
            visit: &mut dyn FnMut(&u8) -> ControlFlow<()>,
        ) -> ControlFlow<()> {
            self.0.visit_legal_moves(visit)
        }

        fn play(&mut self, stones: &u8) -> Result<u8, &'static str> {
            self.0.play(stones)
        }

        fn position(&self) -> u8 {
            self.0.position()
        }

        fn outcome(&self) -> bool {
            self.0.outcome()
        }

        fn is_legal(&self, _: &u8) -> Option<bool> {
            Some(true)
        }
    }

    #[test]
    fn judgments_of_an_engine_without_copies_are_held_against_the_oracle() {
        let set_up = |stones: &u8| Heap::set_up(stones).map(Boasting);
        let pairing = Pairing::new(Nim, set_up, Heap::set_up);
        let (case, stats) = (Case::new(9, Vec::new()), &mut Stats::default());
        let played = run(&pairing, case, None, Checks::replay(), &Activity::default(), stats);
        let (Verdict::Diverged(found), case) = played else { panic!("{played:?}") };
        let said = format!("trying {}: legal, says `is_legal`", case.moves[0]);
        assert!(matches!(&found.finding, Finding::Differs { engine, .. } if *engine == said));
    }

    /// Proposals look ahead on copies of the oracle, whose panics are caught. One of them must not
    /// be taken for the panic of the game itself.
    #[test]
    fn a_panic_that_was_caught_is_not_in_the_case_of_a_later_one() {
        let set_up =
            |stones: &u8| Heap::set_up(stones).map(|heap| Fragile(heap, |taken, _| taken == 3));
        let pairing = Pairing::new(Nim, Heap::set_up, set_up);
        for stones in 20..=200 {
            let case = Case::new(stones, vec![1, 1, 2, 1, 3]);
            let played = |checks| {
                let (case, stats) = (case.clone(), &mut Stats::default());
                run(&pairing, case, None, checks, &Activity::default(), stats)
            };
            let ended = played(Checks { tries_moves: false, ..Checks::replay() });
            let Verdict::Diverged(alone) = &ended.0 else { panic!("{ended:?}") };
            assert_eq!((alone.step, &ended.1), (5, &case), "of {stones}");
            // With trials, the panic is that of a trial or that of the last move; neither is mixed
            // with what was only looked at.
            let (verdict, failing) = played(Checks::campaign());
            let Verdict::Diverged(divergence) = verdict else { panic!("three are not noticed") };
            assert_eq!(failing.moves.last(), Some(&3), "of {stones}: {divergence:?}");
            assert!(case.moves.starts_with(&failing.moves[..failing.moves.len() - 1]));
        }
    }
}
