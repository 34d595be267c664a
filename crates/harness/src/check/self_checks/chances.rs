//! Statistics of random legal moves: none may be drawn far less or far more often than its weight
//! says ([`Vocabulary::weight`]); usually all weights are equal.
//!
//! A choice that is never made shows only if moves are drawn often enough. So this check draws many
//! moves at one position in many, and compares how often each was drawn with the promise of
//! [`Game::sampling_bias`]. A count fails if an engine that keeps the promise would show it in
//! fewer than one of [`ONE_FALSE_ALARM_IN`] checks, by the bound of Chernoff and Hoeffding (1963):
//! P(share ≥ s) ≤ exp(−draws · KL(s ‖ p)), with the relative entropy KL, and the same below p.
//!
//! An engine that promises no bias still promises that every legal move is possible. Where few are
//! legal, one that is never drawn fails if that would hardly happen to an engine with the bias
//! [`SUPPOSED_BIAS`].

use std::fmt;
use std::ops::Range;

use twinboard_vocabulary::{Game, LegalMoveOf, Vocabulary};

use crate::check::checks::Checks;
use crate::model::random::SplitMix;

/// A campaign of a million checks has a false alarm with a probability of 10⁻⁹.
const ONE_FALSE_ALARM_IN: f64 = 1e15;
/// Positions with more legal moves are not checked: the draws grow with the moves, and so does the
/// time of a draw for an engine that lists them all. So does the reciprocal of the rarest move's
/// share: rarer ones get no more draws for their sake, and show only if they are far too frequent.
const MOVES_MAX: usize = 512;
/// The draws of a position of this many moves are worth one check in [`STEPS_PER_CHECK`] steps.
const USUAL_MOVES: usize = 16;
/// Steps per check at a position with few moves.
const STEPS_PER_CHECK: u64 = 64;

/// At positions with up to this many legal moves one check in [`LONG_EVERY`], and one of a replay, makes
/// enough draws for a move that is drawn by [`SLIGHTLY`] more often than promised: a die has six faces,
/// at each of its positions.
const FEW_MOVES: usize = 8;
const LONG_EVERY: u64 = 16;
const SLIGHTLY: f64 = 1.25;

/// An engine that promises no bias is checked at positions with up to this many legal moves: some
/// 600 draws at one with two, 1,200 at one with four.
const POSSIBLE_MOVES_MAX: usize = 4;
/// Steps per such check: each draw may take a request to another process.
const STEPS_PER_POSSIBLE: u64 = 256;
/// A move with an eighth of its share is missing in all draws with a probability of 10⁻¹⁵, by
/// [`Chances`].
const SUPPOSED_BIAS: f64 = 8.0;
/// Such checks in a replay, at the first position with so few moves.
const POSSIBLE_IN_REPLAY: u64 = 1;

/// Draws in a replay at positions where a campaign would make none.
///
/// A check of 512 moves makes 60,000 draws, and an engine that walks through its moves up to a
/// random rank needs time in proportion to them: at every position of a game on 30 × 30 that was
/// 15 s. A check is made if anything is left, so the first one always is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    /// Draws times moves.
    left: u64,
    /// Long checks.
    long: u64,
    /// Checks that all moves are possible.
    possible: u64,
}

impl Allowance {
    /// For the replay of a case: some 25 positions of 40 moves, or one of 400, of an engine that
    /// promises even chances. An engine in Python takes half a minute for a million draws.
    pub(super) const REPLAY: Self = Self { left: 1 << 22, long: 1, possible: POSSIBLE_IN_REPLAY };
    /// For campaigns.
    pub(super) const NONE: Self = Self { left: 0, long: 0, possible: 0 };

    pub(super) fn of(checks: Checks) -> Self {
        if checks.draws_chances { Self::REPLAY } else { Self::NONE }
    }
}

/// Draws moves at a position with these legal moves, sorted, and compares how often each of them
/// was drawn with the engine's promise. Without an allowance few positions are checked. The error
/// names a move and the counts.
pub(super) fn check_chances<E: Game>(
    engine: &E,
    legal: &[LegalMoveOf<E::Vocabulary>],
    allowance: &mut Allowance,
    random: &mut SplitMix,
) -> Result<(), String> {
    // Asked in replays, too, so that the draws are those of a campaign.
    let [is_due, is_long_due] = are_due(legal.len(), random);
    if !(2..=MOVES_MAX).contains(&legal.len()) {
        return Ok(());
    }
    let Some(bias) = engine.sampling_bias() else {
        return check_possible(engine, legal, allowance, random);
    };
    if !is_due && allowance.left == 0 || lists_all(engine, legal.len(), &mut random.clone()) {
        return Ok(());
    }
    let is_long = legal.len() <= FEW_MOVES && (is_long_due || !is_due && allowance.long > 0);
    let weights = legal.iter().map(|legal| E::Vocabulary::weight(legal).max(1)).collect();
    let chances = Chances::new(weights, bias.into(), if is_long { SLIGHTLY } else { TWICE });
    if !is_due {
        allowance.long -= u64::from(is_long);
        allowance.left = allowance.left.saturating_sub(chances.draws * legal.len() as u64);
    }
    chances.check(legal, &counts(engine, legal, chances.draws, random))
}

/// Draws moves of an engine that promises no bias, where there are few: none of them may be missing.
fn check_possible<E: Game>(
    engine: &E,
    legal: &[LegalMoveOf<E::Vocabulary>],
    allowance: &mut Allowance,
    random: &mut SplitMix,
) -> Result<(), String> {
    let is_due = random.next_u64().is_multiple_of(STEPS_PER_POSSIBLE);
    if legal.len() > POSSIBLE_MOVES_MAX || !is_due && allowance.possible == 0 {
        return Ok(());
    }
    if !is_due {
        allowance.possible -= 1;
    }
    let weights = legal.iter().map(|legal| E::Vocabulary::weight(legal).max(1)).collect();
    let chances = Chances::new(weights, SUPPOSED_BIAS, TWICE);
    let (draws, moves) = (chances.draws, legal.len());
    let counts = counts(engine, legal, draws, random);
    // Of the rarest moves nothing is expected in so few draws.
    let missing =
        (0..moves).find(|&index| counts[index] == 0 && chances.fails(0, index..index + 1));
    missing.map_or(Ok(()), |index| {
        Err(format!("of {draws} draws among {moves} legal moves, none gave {}", legal[index]))
    })
}

/// How often each of these moves, sorted, is drawn.
fn counts<E: Game>(
    engine: &E,
    legal: &[LegalMoveOf<E::Vocabulary>],
    draws: u64,
    random: &mut SplitMix,
) -> Vec<u64> {
    let mut counts = vec![0; legal.len()];
    for _ in 0..draws {
        let Some(chosen) = engine.sample_legal_move(&mut || random.next_u64()) else { continue };
        // A move that is illegal is reported by another check, as is none.
        if let Ok(index) = legal.binary_search(&chosen) {
            counts[index] += 1;
        }
    }
    counts
}

/// Whether a campaign checks a position with this many legal moves, and with many draws. With twice as
/// many moves, the check takes up to four times as long and is made a quarter as often.
fn are_due(moves: usize, random: &mut SplitMix) -> [bool; 2] {
    let factor = moves.div_ceil(USUAL_MOVES) as u64;
    let (steps, chosen) = (STEPS_PER_CHECK * factor * factor, random.next_u64());
    [steps, steps * LONG_EVERY].map(|steps| chosen.is_multiple_of(steps))
}

/// True if a draw asks for a random number for each of the legal moves, like the default of
/// [`Game::sample_legal_move`]. Thousands of listings would take too long, and would show nothing:
/// lists are compared anyway. One number for one of two moves is a toss of a coin and no listing.
fn lists_all<E: Game>(engine: &E, moves: usize, random: &mut SplitMix) -> bool {
    let mut calls = 0;
    engine.sample_legal_move(&mut || {
        calls += 1;
        random.next_u64()
    });
    calls + 1 >= moves.max(3)
}

/// How often a move has to be drawn, compared with the promise, for a check with few draws.
const TWICE: f64 = 2.0;

/// The draws at a position, and the bounds on their counts.
struct Chances {
    weights: Vec<u32>,
    /// Sum of the weights.
    total: f64,
    bias: f64,
    draws: u64,
    /// Negative logarithm of the probability at which a count fails.
    limit: f64,
}

impl Chances {
    /// For a position whose legal moves have these weights, each at least 1, and an engine with this
    /// bias. There are enough draws for a move that is never drawn to fail, and for one that is
    /// drawn so many times as often as promised.
    fn new(weights: Vec<u32>, bias: f64, times: f64) -> Self {
        let sums = if are_unequal(&weights) { 2.0 } else { 1.0 };
        let counts = weights.len() as f64 + sums;
        // Each count has an upper and a lower bound.
        let limit = (2.0 * counts * ONE_FALSE_ALARM_IN).ln();
        let total: f64 = weights.iter().copied().map(f64::from).sum();
        let rarest = f64::from(*weights.iter().min().expect("a legal move"));
        let rarity = (total / rarest).min(MOVES_MAX as f64);
        // Relative entropy of a small share p to 0 and to tp: p and p · (t ln t − t + 1).
        let never = rarity * bias;
        let too_often = rarity / bias / (times * times.ln() - times + 1.0);
        let draws = (never.max(too_often) * limit).ceil() as u64;
        Self { weights, total, bias, draws, limit }
    }

    /// The promised bounds on the share of the draws that gives one of the moves with this weight
    /// together.
    fn bounds(&self, weight: f64) -> (f64, f64) {
        let share = weight / self.total;
        (share / self.bias, (share * self.bias).min(1.0))
    }

    /// Compares how often each move was drawn with the promise.
    fn check<M: fmt::Display>(&self, legal: &[M], counts: &[u64]) -> Result<(), String> {
        let (draws, moves) = (self.draws, legal.len());
        let weighted = are_unequal(&self.weights);
        if let Some(index) = (0..moves).find(|&index| self.fails(counts[index], index..index + 1)) {
            let (count, mv, promise) =
                (counts[index], &legal[index], self.promise(self.weights[index].into()));
            let weight = if weighted {
                format!(", whose weight is {} of {}", self.weights[index], self.total)
            } else {
                String::new()
            };
            return Err(format!(
                "of {draws} draws among {moves} legal moves, {count} gave {mv}{weight}; {promise}"
            ));
        }
        // A slight preference shows in the sum over many moves.
        let half = moves / 2;
        let count: u64 = counts[..half].iter().sum();
        if self.fails(count, 0..half) {
            let promise = self.promise(self.weight(0..half));
            return Err(format!(
                "of {draws} draws among {moves} legal moves, {count} gave one of the first {half}; {promise}"
            ));
        }
        // An even choice in spite of the weights shows in the sum over the rarest.
        let least = self.weights.iter().min().copied().unwrap_or_default();
        let rarest: Vec<usize> = (0..moves).filter(|&at| self.weights[at] == least).collect();
        let count: u64 = rarest.iter().map(|&at| counts[at]).sum();
        let weight = f64::from(least) * rarest.len() as f64;
        if weighted && self.is_off(count, weight) {
            let (rarest, promise) = (rarest.len(), self.promise(weight));
            return Err(format!(
                "of {draws} draws among {moves} legal moves, {count} gave one of the {rarest} with the \
                 least weight, {weight} of {} together; {promise}",
                self.total
            ));
        }
        Ok(())
    }

    fn weight(&self, of: Range<usize>) -> f64 {
        self.weights[of].iter().copied().map(f64::from).sum()
    }

    /// True if an engine that keeps its promise would hardly draw the moves in `of` so often.
    fn fails(&self, count: u64, of: Range<usize>) -> bool {
        self.is_off(count, self.weight(of))
    }

    /// The same of moves with this weight together.
    fn is_off(&self, count: u64, weight: f64) -> bool {
        let (min, max) = self.bounds(weight);
        let draws = self.draws as f64;
        let share = count as f64 / draws;
        let bound = if share < min {
            min
        } else if share > max {
            max
        } else {
            return false;
        };
        draws * relative_entropy(share, bound) >= self.limit
    }

    fn promise(&self, weight: f64) -> String {
        let (min, max) = self.bounds(weight);
        let [min, max] = [min, max].map(|share| (share * self.draws as f64).round() as u64);
        if min == max {
            format!("{min} are expected")
        } else {
            format!("between {min} and {max} are expected")
        }
    }
}

fn are_unequal(weights: &[u32]) -> bool {
    weights.iter().any(|weight| *weight != weights[0])
}

/// Relative entropy of the shares `share` and `1 − share` with regard to `p` and `1 − p`, in nats.
fn relative_entropy(share: f64, p: f64) -> f64 {
    let term = |of: f64, to: f64| if of == 0.0 { 0.0 } else { of * (of / to).ln() };
    term(share, p) + term(1.0 - share, 1.0 - p)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::ops::ControlFlow;

    use twinboard_vocabulary::Game;
    use twinboard_vocabulary::game::below;

    use super::{Allowance, Chances, SLIGHTLY, TWICE, check_chances, relative_entropy};
    use crate::model::random::SplitMix;
    use crate::model::tests::Numbers;

    /// A die that never shows its last face.
    #[derive(Clone)]
    struct Die {
        faces: usize,
        throws: Cell<usize>,
        bias: Option<u32>,
    }

    impl Game for Die {
        type Vocabulary = Numbers;

        fn visit_legal_moves(
            &self,
            visit: &mut dyn FnMut(&usize) -> ControlFlow<()>,
        ) -> ControlFlow<()> {
            (0..self.faces).try_for_each(|face| visit(&face))
        }

        fn play(&mut self, face: &usize) -> Result<usize, &'static str> {
            Ok(*face)
        }

        fn position(&self) -> usize {
            self.faces
        }

        fn outcome(&self) -> bool {
            false
        }

        fn sample_legal_move(&self, random: &mut dyn FnMut() -> u64) -> Option<usize> {
            self.throws.set(self.throws.get() + 1);
            Some(below(random, self.faces as u64 - 1) as usize)
        }

        fn sampling_bias(&self) -> Option<u32> {
            self.bias
        }
    }

    /// Checks a die of this many faces; returns the number of throws, and whether it passed.
    fn throws(faces: usize, allowance: &mut Allowance) -> (usize, bool) {
        throws_of(Some(1), faces, allowance)
    }

    fn throws_of(bias: Option<u32>, faces: usize, allowance: &mut Allowance) -> (usize, bool) {
        let die = Die { faces, throws: Cell::new(0), bias };
        let legal: Vec<usize> = (0..faces).collect();
        // With this seed the check is not due.
        let passed = check_chances(&die, &legal, allowance, &mut SplitMix::new(0)).is_ok();
        (die.throws.get(), passed)
    }

    #[test]
    fn a_replay_draws_until_its_allowance_is_used_up() {
        assert_eq!(throws(500, &mut { Allowance::NONE }), (0, true));
        let mut allowance = Allowance::REPLAY;
        let (all, passed) = throws(500, &mut allowance);
        assert!(all > 10_000 && !passed, "{all}");
        assert_eq!(throws(500, &mut allowance), (0, true));
        // Many positions with few moves are checked.
        let mut allowance = Allowance::REPLAY;
        assert!((0..25).all(|_| !throws(40, &mut allowance).1));
        assert_eq!(throws_of(None, 3, &mut { Allowance::NONE }), (0, true));
        let mut allowance = Allowance::REPLAY;
        for (faces, draws) in [(5, 0), (4, 1_179), (2, 0)] {
            let expected = (draws, draws == 0);
            assert_eq!(throws_of(None, faces, &mut allowance), expected, "{faces} faces");
        }
    }

    #[test]
    fn a_move_drawn_never_or_twice_as_often_fails_and_expected_counts_pass() {
        for moves in [2, 3, 10, 100, 512] {
            for bias in [1, 2, 8] {
                let chances = Chances::new(vec![1; moves], bias.into(), TWICE);
                assert!(chances.fails(0, 0..1), "{moves} moves, bias {bias}");
                let even = chances.draws / moves as u64;
                assert!(!chances.fails(even, 0..1) && !chances.fails(even * 3 / 4, 0..1));
                assert!(!chances.fails(chances.draws / 2, 0..moves / 2));
                // Rounded up; where every draw may give the move, nothing is too often.
                let twice = (2 * bias) as u64 * chances.draws / moves as u64 + 1;
                let can_fail = (2 * bias as usize) < moves;
                assert!(chances.fails(twice, 0..1) || !can_fail, "{moves} moves, bias {bias}");
            }
        }
        // Half as many as expected for the first half of the moves, or for the second.
        let chances = Chances::new(vec![1; 100], 1.0, TWICE);
        for count in [chances.draws / 4, chances.draws * 3 / 4] {
            assert!(chances.fails(count, 0..50));
        }
    }

    #[test]
    fn a_loaded_die_shows_in_many_draws() {
        let [few, many] = [TWICE, SLIGHTLY].map(|times| Chances::new(vec![1; 6], 1.0, times));
        // Of eight numbers two are the first face, and two the second.
        let loaded = |draws: u64| [2, 2, 1, 1, 1, 1].map(|part| part * draws / 8);
        assert_eq!(few.check(&[""; 6], &loaded(few.draws)), Ok(()));
        assert!(many.check(&[""; 6], &loaded(many.draws)).is_err());
        assert_eq!(many.check(&[""; 6], &[many.draws / 6; 6]), Ok(()));
        // The first position of a replay gets them.
        let mut allowance = Allowance::REPLAY;
        assert!(throws(6, &mut allowance).0 > 5_000 && throws(6, &mut allowance).0 < 1_000);
    }

    #[test]
    fn draws_are_compared_with_the_weights() {
        // Nine new tiles of ten are a 2.
        let chances = Chances::new(vec![9, 1], 1.0, TWICE);
        let (draws, tiles) = (chances.draws, ["2", "4"]);
        assert_eq!(chances.check(&tiles, &[draws - draws / 10, draws / 10]), Ok(()));
        let even = chances.check(&tiles, &[draws / 2, draws / 2]).unwrap_err();
        let told = "of 948 draws among 2 legal moves, 474 gave 2, whose weight is 9 of 10; 853 are";
        assert_eq!(even, format!("{told} expected"));
        assert!(chances.fails(0, 1..2) && chances.fails(draws / 5, 1..2));
        // Two dice, six doubles and fifteen others, of which each is drawn as often.
        let weights: Vec<u32> = (0..21).map(|index| 1 + u32::from(index % 4 > 0)).collect();
        let (dice, rolls) = (Chances::new(weights.clone(), 1.0, TWICE), [""; 21]);
        let even = vec![dice.draws / 21; 21];
        let found = dice.check(&rolls, &even).unwrap_err();
        assert!(found.contains("gave one of the 6 with the least weight, 6 of 36"), "{found}");
        let fair: Vec<u64> = weights.iter().map(|&it| dice.draws * u64::from(it) / 36).collect();
        assert_eq!(dice.check(&rolls, &fair), Ok(()));
        // The rarest move does not decide on the draws alone.
        let rare = Chances::new(vec![1, u32::MAX], 1.0, TWICE);
        assert!(rare.draws < 100_000, "{}", rare.draws);
        assert!(!rare.fails(0, 0..1) && rare.fails(rare.draws / 100, 0..1));
    }

    /// The bound for no success in n trials is the exact probability: (1 − p)ⁿ.
    #[test]
    fn the_bound_is_exact_for_no_success() {
        assert!((relative_entropy(0.0, 0.3) + (0.7_f64).ln()).abs() < 1e-12);
        assert!(relative_entropy(0.3, 0.3).abs() < 1e-12);
        assert!((relative_entropy(1.0, 0.25) + (0.25_f64).ln()).abs() < 1e-12);
    }
}
