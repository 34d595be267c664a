//! Search at the root: the value of a position, or the move to make.
//!
//! The naive search evaluates every move and chooses the best one. Departures:
//!
//! 1. One proved win is enough, so moves are not all evaluated; only a loss needs them all.
//! 2. Once the game cannot be drawn, an exact search with a high limit comes first, if the board is
//!    small and there is time for it. It tries the moves first that leave little, and often proves
//!    that one of them wins before guesses find any.
//! 3. After that the search runs in rounds, each with four times the effort of the one before. A
//!    round has three parts: an exact search of the whole position; guesses about random root
//!    moves; and a proof for each move that is guessed to win. On large boards, proving one winning
//!    move takes up to a hundred times less effort than finding it by exact search.
//! 4. While the game can be drawn, the exact search is that of `draws.rs` over all moves.
//! 5. Root moves are searched in the order of the effort that a guess about them is expected to
//!    take. It depends on the numbers of the largest component more than on all others: a move that
//!    splits a component is soon settled.
//! 6. If the budget ends without a proof, the choice falls on a move that is guessed to win, then
//!    on a move that is proved to draw, then on the one that leaves the most expected effort: a
//!    simpler position is easier for the opponent to solve. Among equals, the outcome of the
//!    highest cost is chosen.

use std::convert::Infallible;
use std::time::Duration;

use rustc_hash::FxHashSet;
use twinboard_vocabulary::paint::{Cell, LegalMove};
use twinboard_vocabulary::two_player::Value;

use super::position::Advice;
use crate::bits::Bits;
use crate::budget::{Exhausted, LimitHit, Metered};
use crate::draws::{GoodMove, PositionSearch, Successor};
use crate::outcomes::{Leaf, Outcomes, Visitor};
use crate::part::{Part, with_words};
use crate::position::Position;
use crate::proof::{MoveValue, Proved};
use crate::random::next_random;
use crate::shape::Shape;
use crate::tuning::{
    CROWDED_NUMBERS, CROWDED_PROOF_DIVISOR, DRAW_ROUND_EFFORT, FIRST_PROOF_EFFORT,
    FIRST_PROOF_NUMBERS_MAX, FIRST_PROOF_TIME_DIVISOR, FIRST_PROOF_TIME_MIN, FIRST_PROOF_WORDS_MAX,
    GUESS_ROUND_EFFORT, LARGEST_COMPONENT_EFFORT, OTHER_NUMBERS_EFFORT, PROOF_ROUND_EFFORT,
    ROOT_MOVES_MAX, ROUND_GROWTH, SAMPLES_PER_NUMBER,
};
use crate::winning::{PositionMove, winning_move};

/// A proved value, with a best move if the proof has found one.
///
/// There is no move if only the value was asked for, and perhaps none if the position is lost.
type Proof = (Option<LegalMove>, Proved<Value>);

/// Knowledge about a root move, from bad to good. A proved win ends the search, so it needs no
/// verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    /// The proof says that it loses.
    Proved(Proved<MoveValue>),
    /// A guess says that the opponent wins.
    GuessedLoss,
    Unknown,
    /// A guess says that the move wins.
    GuessedWin,
}

/// A move at the root, which represents all moves with the same outcome.
struct RootMove<const W: usize> {
    set: Bits<W>,
    after: Successor,
    verdict: Verdict,
    /// Factor of the last round that guessed about it; 0 before the first.
    last_factor: u64,
    /// Expected effort of a guess about the position after the move, as a logarithm.
    expected_effort: usize,
    /// Estimated number of ways to paint the relevant cells after the move.
    cost: u64,
}

/// The move to make, and true if no move can be better; `None` if there is no move.
pub(crate) fn advise(
    search: &mut PositionSearch<'_>,
    position: &Position,
) -> Option<(Advice, bool)> {
    with_words!(position.side(), position.side(), W => {
        RootSearch::new(search, position, &position.part::<W>(), true).advise()
    })
}

/// Value of a position for the player to move.
pub(crate) fn value(
    search: &mut PositionSearch<'_>,
    position: &Position,
) -> Result<Proved<Value>, Exhausted> {
    with_words!(position.side(), position.side(), W => {
        let (_, value) =
            RootSearch::new(search, position, &position.part::<W>(), false).search()?;
        Ok(value)
    })
}

/// A search at the root, with random root moves besides the exact searches.
struct RootSearch<'w, 's, 'p, const W: usize> {
    search: &'w mut PositionSearch<'s>,
    position: &'p Position,
    /// True if a move is wanted, not only the value.
    wants_move: bool,
    part: &'p Part<W>,
    moves: Vec<RootMove<W>>,
    /// Indices of `moves` in the order of search.
    order: Vec<usize>,
    /// Outcomes of `moves`: the reach and the count of safe numbers of each.
    seen: FxHashSet<(Bits<W>, u32)>,
    random: u64,
    /// A move that is proved not to lose, while the game can be drawn.
    good: Option<GoodMove>,
}

impl<'w, 's, 'p, const W: usize> RootSearch<'w, 's, 'p, W> {
    fn new(
        search: &'w mut PositionSearch<'s>,
        position: &'p Position,
        part: &'p Part<W>,
        wants_move: bool,
    ) -> Self {
        let (moves, order, seen) = (Vec::new(), Vec::new(), FxHashSet::default());
        let random = next_random(&mut search.grundy.random);
        Self { search, position, wants_move, part, moves, order, seen, random, good: None }
    }

    /// Searches, and then chooses the move: the proved one, or else by the last rule of the module
    /// documentation.
    fn advise(mut self) -> Option<(Advice, bool)> {
        let first = self.any_move_of(0)?;
        let proved = self.search();
        if let Ok((Some(mv), value)) = proved {
            return Some((Advice { mv, value: Some(value.get()), is_hopeful: false }, true));
        }
        let of_every_move = proved.ok().and_then(|(_, value)| value.of_every_move());
        if of_every_move.is_some() && self.moves.is_empty() {
            // The loss was proved before any move was drawn. The budget may be exhausted.
            let _ = self.add_samples();
        }
        let best = self
            .moves
            .iter()
            .max_by_key(|root_move| (root_move.verdict, root_move.expected_effort, root_move.cost));
        let is_guessed_win = best.is_some_and(|best| best.verdict == Verdict::GuessedWin);
        if let Some((mv, value)) = &self.good
            && !is_guessed_win
            && let Some(mv) = self.legal(mv)
        {
            let value = Some(value.get().0);
            return Some((Advice { mv, value, is_hopeful: false }, false));
        }
        let (mv, verdict) = match best {
            Some(best) => (legal_move(self.part, best.set), best.verdict),
            None => (first, Verdict::Unknown),
        };
        let value = match verdict {
            Verdict::Proved(value) => Some(value),
            _ => of_every_move,
        };
        let is_hopeful = value.is_none() && verdict == Verdict::GuessedWin;
        let value = value.map(|value| value.get().0);
        Some((Advice { mv, value, is_hopeful }, of_every_move.is_some()))
    }

    /// A move of a number: its set starts with the number and takes the lowest cell of the ball
    /// that touches it, until it is complete. `None` if the part has no such number.
    fn any_move_of(&self, number: usize) -> Option<LegalMove> {
        let center = self.part.numbers.get(number)?;
        let ball = self.part.balls[number];
        let mut set = Bits::single(center.at.into());
        for _ in 1..center.value {
            set.insert((set.around(self.part.stride) & ball).without(set).first()?);
        }
        Some(legal_move(self.part, set))
    }

    /// Searches until the value is proved or the budget is exhausted.
    fn search(&mut self) -> Result<Proof, Exhausted> {
        if let Some(Ok(proved)) = self.prove_before_guesses()? {
            return Ok(proved);
        }
        let mut factor: u64 = 1;
        loop {
            self.search.meter().poll_clock()?;
            self.search.meter().step()?;
            self.add_samples()?;
            let is_crowded = self.part.numbers.len() > CROWDED_NUMBERS;
            let divisor = if is_crowded { CROWDED_PROOF_DIVISOR } else { 1 };
            let first =
                if self.position.can_be_drawn { DRAW_ROUND_EFFORT } else { PROOF_ROUND_EFFORT };
            let effort = self.search.meter().initial_limit(first).saturating_mul(factor) / divisor;
            let effort_before = self.search.meter().effort();
            let proved = if self.position.can_be_drawn {
                self.best_of_all(effort)?
            } else {
                self.prove_winner(None, effort)?
            };
            if let Ok(proved) = proved {
                return Ok(proved);
            }
            let exact_effort = self.search.meter().effort() - effort_before;
            if let Some((index, value)) = self.find_win_by_guesses(exact_effort, factor)? {
                let mv = legal_move(self.part, self.moves[index].set);
                return Ok((Some(mv), value));
            }
            factor = factor.saturating_mul(self.search.meter().capped_growth(ROUND_GROWTH));
        }
    }

    /// Searches exactly before the first guess. `None` if that comes too late (the board is large,
    /// or time is short), or if the game can be drawn.
    fn prove_before_guesses(&mut self) -> Result<Option<Result<Proof, LimitHit>>, Exhausted> {
        let time = self.search.meter().time_left();
        if W > FIRST_PROOF_WORDS_MAX
            || self.position.can_be_drawn
            || self.part.numbers.len() > FIRST_PROOF_NUMBERS_MAX
            || time.is_some_and(|time| time < FIRST_PROOF_TIME_MIN)
        {
            return Ok(None);
        }
        // Only a hasty solver reduces the limit. It gives up as early as in the rounds.
        let reduced_limit = self.search.meter().initial_limit(PROOF_ROUND_EFFORT);
        let effort = if reduced_limit < PROOF_ROUND_EFFORT {
            reduced_limit
        } else {
            // A step takes longer on more words.
            FIRST_PROOF_EFFORT / W as u64
        };
        self.prove_winner(time.map(|time| time / FIRST_PROOF_TIME_DIVISOR), effort).map(Some)
    }

    /// The exact search while the game can be drawn: the best of all moves.
    fn best_of_all(&mut self, effort: u64) -> Result<Result<Proof, LimitHit>, Exhausted> {
        let position = self.position;
        if !self.wants_move {
            let value =
                self.search.with_limit(effort, |search| search.value(&position.components))?;
            return Ok(value.map(|value| (None, value)));
        }
        let Self { search, good, .. } = self;
        let best = |search: &mut PositionSearch<'_>| search.best(&position.components, Some(good));
        let Ok(value) = search.with_limit(effort, best)? else { return Ok(Err(LimitHit)) };
        let mv = self.good.as_ref().and_then(|(mv, _)| self.legal(mv));
        Ok(Ok((mv, value)))
    }

    /// The exact search once the game cannot be drawn: a win with its move, or a loss. It has this
    /// time (`None` is unlimited) and this effort.
    fn prove_winner(
        &mut self,
        time: Option<Duration>,
        effort: u64,
    ) -> Result<Result<Proof, LimitHit>, Exhausted> {
        let components = &self.position.components;
        let run = |search: &mut PositionSearch<'_>| winning_move(&mut search.grundy, components);
        let proved = self.search.with_time_limit(time, effort, run)?;
        Ok(proved.map(|(winning, value)| (winning.and_then(|mv| self.legal(&mv)), value)))
    }

    /// The move on the board; a single can be painted in any way.
    fn legal(&self, mv: &PositionMove) -> Option<LegalMove> {
        match mv {
            PositionMove::InComponent(mv) => Some(mv.clone()),
            PositionMove::AnySingle => (0..self.part.numbers.len())
                .find(|&number| self.part.is_single(number))
                .and_then(|number| self.any_move_of(number)),
        }
    }

    /// Adds random root moves; true if there were new outcomes among them.
    fn add_samples(&mut self) -> Result<bool, Exhausted> {
        let known = self.moves.len();
        self.sample_each_number()?;
        // A root move is large, so only indices are sorted.
        self.order.extend(known..self.moves.len());
        self.order
            .sort_by_key(|&index| (self.moves[index].expected_effort, self.moves[index].cost));
        Ok(self.moves.len() > known)
    }

    /// Samples some moves of each number.
    fn sample_each_number(&mut self) -> Result<(), Exhausted> {
        if self.part.numbers.is_empty() {
            return Ok(());
        }
        let mut outcomes = Outcomes::new(self.part, 0);
        for number in 0..self.part.numbers.len() {
            outcomes.switch_to(number);
            for _ in 0..SAMPLES_PER_NUMBER {
                if self.moves.len() >= ROOT_MOVES_MAX {
                    return Ok(());
                }
                let meter = self.search.meter();
                meter.poll_clock()?;
                meter.step()?;
                let mut state = self.random;
                let Ok(()) = outcomes.sample(&mut || next_random(&mut state), self);
                self.random = state;
            }
        }
        Ok(())
    }

    /// Guesses about root moves until that has taken as much effort as the exact search of this
    /// round, and adds samples meanwhile: most moves are soon guessed to lose, so the first samples
    /// do not last for this effort. Returns the index of a move that is proved to win, and so the
    /// value of the position.
    fn find_win_by_guesses(
        &mut self,
        exact_effort: u64,
        factor: u64,
    ) -> Result<Option<(usize, Proved<Value>)>, Exhausted> {
        let effort_before = self.search.meter().effort();
        loop {
            if let Some(won) = self.guess_each_move(factor)? {
                return Ok(Some(won));
            }
            let is_over = self.search.meter().effort() - effort_before >= exact_effort;
            if is_over || !self.add_samples()? {
                return Ok(None);
            }
        }
    }

    /// Guesses about each root move once in a round, and tries to prove moves that are guessed to
    /// win. Returns the index of one that is proved to win.
    fn guess_each_move(
        &mut self,
        factor: u64,
    ) -> Result<Option<(usize, Proved<Value>)>, Exhausted> {
        for place in 0..self.order.len() {
            let index = self.order[place];
            let root_move = &mut self.moves[index];
            if std::mem::replace(&mut root_move.last_factor, factor) == factor {
                continue;
            }
            if let Some(won) = self.guess_and_prove(index, factor)? {
                return Ok(Some((index, won)));
            }
        }
        Ok(None)
    }

    /// Guesses whether a root move wins, and tries to prove it if it does. Returns the value of the
    /// position if the move is proved to win, and `None` if it loses or nothing is proved.
    fn guess_and_prove(
        &mut self,
        index: usize,
        factor: u64,
    ) -> Result<Option<Proved<Value>>, Exhausted> {
        let Self { search, moves, .. } = self;
        let root_move = &mut moves[index];
        // Guesses are about sums. Moves after which the game can be drawn are left to the exact
        // search.
        let Successor::Sum(sum) = &root_move.after else { return Ok(None) };
        if matches!(root_move.verdict, Verdict::Proved(_) | Verdict::GuessedLoss) {
            return Ok(None);
        }
        search.meter().poll_clock()?;
        if root_move.verdict != Verdict::GuessedWin {
            let limit = GUESS_ROUND_EFFORT.saturating_mul(factor);
            let guess = search.with_limit(limit, |search| search.grundy.guess_lost(sum))?;
            // The test draws so many moves that it does not fit into the limit of a guess.
            let limit = PROOF_ROUND_EFFORT.saturating_mul(factor);
            let is_opponent_lost = match guess {
                Ok(guess) if guess.holds() => {
                    search.with_limit(limit, |search| search.grundy.confirm_lost(sum, guess))?
                }
                guess => guess,
            };
            // Recorded before the proof, which may end the search.
            root_move.verdict = match is_opponent_lost {
                Err(LimitHit) => return Ok(None),
                Ok(guess) if guess.holds() => Verdict::GuessedWin,
                Ok(_) => Verdict::GuessedLoss,
            };
        }
        if root_move.verdict != Verdict::GuessedWin {
            return Ok(None);
        }
        let limit = PROOF_ROUND_EFFORT.saturating_mul(factor);
        let after = &root_move.after;
        let Ok(value) = search.with_limit(limit, |search| search.value_of_move(after))? else {
            return Ok(None);
        };
        let won = value.of_position();
        if won.is_none() {
            root_move.verdict = Verdict::Proved(value);
        }
        Ok(won)
    }
}

/// Expected effort of a guess about these components and so many singles, as a logarithm in the
/// unit of `tuning.rs`.
fn expected_effort(open: &[Shape], singles: usize) -> usize {
    let numbers = open.iter().map(|shape| shape.numbers.len());
    let largest = numbers.clone().max().unwrap_or(0);
    let others = numbers.sum::<usize>() + singles - largest;
    LARGEST_COMPONENT_EFFORT * largest + OTHER_NUMBERS_EFFORT * others
}

impl<const W: usize> Visitor<W> for RootSearch<'_, '_, '_, W> {
    type End = Infallible;

    fn leaf(&mut self, leaf: &Leaf<'_, W>) -> Result<(), Infallible> {
        // A sample is a complete set: its outcome surely has one.
        debug_assert!(leaf.is_certain);
        if !self.seen.insert((leaf.reach, leaf.safe)) {
            return Ok(());
        }
        let is_one_dead = leaf.kills(self.part);
        let components = self.part.components_of(leaf.alive, leaf.balls, leaf.safe);
        let after = self.search.after(components, self.position.can_be_drawn && !is_one_dead);
        let expected_effort = match &after {
            Successor::Sum(sum) => expected_effort(&sum.open, 0),
            Successor::Undecided(components) => {
                expected_effort(&components.shapes, components.singles as usize)
            }
        };
        let cost = self.part.cost(leaf.alive, leaf.balls);
        self.moves.push(RootMove {
            set: leaf.painted,
            after,
            verdict: Verdict::Unknown,
            last_factor: 0,
            expected_effort,
            cost,
        });
        Ok(())
    }
}

/// The move that paints a set of a part; the part has to be a whole position.
fn legal_move<const W: usize>(part: &Part<W>, set: Bits<W>) -> LegalMove {
    LegalMove::new(set.iter().map(|index| {
        let (row, column) = part.place(index);
        Cell::new(row, column)
    }))
}
