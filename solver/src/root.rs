//! Search at the root: the value of a position, or the move to make.
//!
//! The naive player evaluates every move and makes the best one. Departures:
//!
//! 1. One proved win is enough, so moves are not all evaluated; only a loss needs them all.
//! 2. Where all moves can be listed in time, a proof is tried first: among moves that leave little,
//!    one wins most often.
//! 3. Otherwise exact search, guesses and proofs alternate in rounds, with four times the effort in
//!    each. Guesses search random root moves; a move that is guessed to win is then proved, which
//!    takes up to a hundred times less than finding it by proofs.
//! 4. While the game can be drawn, the exact search is that of `draws.rs` over all moves.
//! 5. If the budget ends without a proof, the player makes the move that a guess says wins, or else
//!    the one that leaves the most numbers in components of unknown value: a player who simplifies
//!    gives the opponent the first look at the end of the game.

use std::ops::ControlFlow;
use std::time::Duration;

use board::paint::LegalMove;
use rustc_hash::FxHashSet;

use crate::bits::Bits;
use crate::budget::{Exhausted, Metered};
use crate::draws::{PositionSearch, Successor};
use crate::moves::{self, legal_move};
use crate::part::Part;
use crate::position::{Position, with_part};
use crate::search::next_random;
use crate::tuning::{
    CROWDED_NUMBERS, CROWDED_PROOF_DIVISOR, DRAW_ROUND_EFFORT, GUESS_EFFORT_DIVISOR,
    GUESS_ROUND_EFFORT, OPENING_PROOF_EFFORT, OPENING_PROOF_NUMBERS_MAX,
    OPENING_PROOF_TIME_DIVISOR, OPENING_PROOF_TIME_MIN, OPENING_PROOF_WORDS_MAX,
    PROOF_ROUND_EFFORT, ROOT_MOVES_MAX, ROUND_GROWTH, SAMPLES_PER_NUMBER,
};
use crate::walk::{Visitor, Walk, WalkLeaf, WalkState};
use crate::winning::{WinningMove, winning_move};
use crate::{Advice, Value};

/// Knowledge about a root move, from bad to good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    ProvedLoss,
    /// A guess says that the opponent wins.
    GuessedLoss,
    Unknown,
    /// A guess says that the move wins.
    GuessedWin,
}

/// A move at the root, representing all with its outcome.
struct RootMove<const W: usize> {
    set: Bits<W>,
    after: Successor,
    verdict: Verdict,
    /// Factor of the last round that searched it; 0 before the first.
    round: u64,
    /// Live numbers in components of unknown value afterwards.
    open_numbers: usize,
    /// Estimated number of ways to paint the relevant cells afterwards.
    cost: u64,
}

/// The move to make, and true if no move can be better; `None` if there is no move.
pub(crate) fn advise(
    search: &mut PositionSearch<'_>,
    position: &Position,
) -> Option<(Advice, bool)> {
    with_part!(position, part => RootSearch::new(search, position, &part, true).advise())
}

/// Value of a position for the player to move.
pub(crate) fn value(
    search: &mut PositionSearch<'_>,
    position: &Position,
) -> Result<Value, Exhausted> {
    with_part!(position, part => {
        let (_, value) = RootSearch::new(search, position, &part, false).search()?;
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
    /// Outcomes of `moves`, by `reach` and safe numbers.
    seen: FxHashSet<(Bits<W>, u32)>,
    /// The number whose moves are being sampled.
    number: usize,
    random: u64,
    /// A move that draws, while nothing better is proved.
    drawing: Option<LegalMove>,
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
        let (number, drawing) = (0, None);
        Self { search, position, wants_move, part, moves, order, seen, number, random, drawing }
    }

    /// Searches, and then chooses the move: proved, guessed to win, or hard to answer.
    fn advise(mut self) -> Option<(Advice, bool)> {
        let first = self.any_move_of(0)?;
        let proved = self.search();
        if let Ok((Some(mv), value)) = proved {
            return Some((Advice { mv, value: Some(value), is_hopeful: false }, true));
        }
        let is_lost = matches!(proved, Ok((None, Value::Loss)));
        let best = self
            .moves
            .iter()
            .max_by_key(|root_move| (root_move.verdict, root_move.open_numbers, root_move.cost));
        let is_guessed_win = best.is_some_and(|best| best.verdict == Verdict::GuessedWin);
        if let Some(mv) = self.drawing.filter(|_| !is_guessed_win) {
            return Some((Advice { mv, value: Some(Value::Draw), is_hopeful: false }, false));
        }
        let (mv, verdict) = match best {
            Some(best) => (legal_move(self.part, best.set), best.verdict),
            None => (first, Verdict::Unknown),
        };
        let value = match verdict {
            Verdict::ProvedLoss => Some(Value::Loss),
            _ => is_lost.then_some(Value::Loss),
        };
        let is_hopeful = value.is_none() && verdict == Verdict::GuessedWin;
        Some((Advice { mv, value, is_hopeful }, is_lost))
    }

    /// Any move of a number, grown from the lowest cells; `None` without such a number.
    fn any_move_of(&self, number: usize) -> Option<LegalMove> {
        let center = self.part.numbers.get(number)?;
        let ball = self.part.balls[number];
        let mut set = Bits::single(center.at.into());
        for _ in 1..center.value {
            set.insert((set.around(self.part.stride) & ball).without(set).first()?);
        }
        Some(legal_move(self.part, set))
    }

    /// Searches until the value is proved. Returns a best move as well, unless the position is lost
    /// or only the value is wanted.
    fn search(&mut self) -> Result<(Option<LegalMove>, Value), Exhausted> {
        if let Some(proved) = self.prove_before_guesses()? {
            return Ok(proved);
        }
        let mut factor: u64 = 1;
        loop {
            self.search.meter().poll_clock()?;
            self.search.meter().step()?;
            self.add_samples();
            let is_enumerated = self.is_enumerated();
            let is_crowded = self.part.numbers.len() > CROWDED_NUMBERS && !is_enumerated;
            let share = if is_crowded { CROWDED_PROOF_DIVISOR } else { 1 };
            let first =
                if self.position.can_be_drawn { DRAW_ROUND_EFFORT } else { PROOF_ROUND_EFFORT };
            let effort = self.search.meter().initial_limit(first).saturating_mul(factor) / share;
            let begun = self.search.meter().effort();
            let proved = if self.position.can_be_drawn {
                self.best_of_all(effort)?
            } else {
                self.winning(None, effort)?
            };
            if let Some(proved) = proved {
                return Ok(proved);
            }
            let proving = self.search.meter().effort() - begun;
            if let Some(index) = self.guess_for_effort(proving, factor)? {
                let mv = legal_move(self.part, self.moves[index].set);
                return Ok((Some(mv), Value::Win));
            }
            factor = factor.saturating_mul(self.search.meter().capped_growth(ROUND_GROWTH));
        }
    }

    /// Tries a proof before any guess, on small boards with enough time.
    fn prove_before_guesses(&mut self) -> Result<Option<(Option<LegalMove>, Value)>, Exhausted> {
        let time = self.search.meter().time_left();
        if W > OPENING_PROOF_WORDS_MAX
            || self.position.can_be_drawn
            || self.part.numbers.len() > OPENING_PROOF_NUMBERS_MAX
            || time.is_some_and(|time| time < OPENING_PROOF_TIME_MIN)
        {
            return Ok(None);
        }
        // A hasty solver gives up as early as in the rounds.
        let meter = self.search.meter();
        let hasty = meter.initial_limit(PROOF_ROUND_EFFORT);
        let effort =
            if hasty < PROOF_ROUND_EFFORT { hasty } else { OPENING_PROOF_EFFORT / W as u64 };
        self.winning(time.map(|time| time / OPENING_PROOF_TIME_DIVISOR), effort)
    }

    /// The best of all moves, while the game can be drawn.
    fn best_of_all(
        &mut self,
        effort: u64,
    ) -> Result<Option<(Option<LegalMove>, Value)>, Exhausted> {
        let position = self.position;
        if !self.wants_move {
            let value =
                self.search.with_limit(effort, |search| search.value(&position.components))?;
            return Ok(value.map(|value| (None, value)));
        }
        let all = self.search.with_limit(effort, |search| Ok(moves::all(search, position)))?;
        let Some(all) = all else { return Ok(None) };
        let best = all.moves.into_iter().next();
        if let Some(value) = all.value {
            return Ok(Some((best.map(|best| best.mv), value)));
        }
        let draws = best.filter(|best| best.value == Some(Value::Draw)).map(|best| best.mv);
        self.drawing = draws.or(self.drawing.take());
        if all.is_complete {
            return Ok(None);
        }
        // There may be too many moves to list, and none better than the one known.
        let value = self.search.with_limit(effort, |search| search.value(&position.components))?;
        Ok(match (value, &self.drawing) {
            (Some(Value::Loss), _) => Some((None, Value::Loss)),
            (Some(Value::Draw), Some(mv)) => Some((Some(mv.clone()), Value::Draw)),
            _ => None,
        })
    }

    /// A winning move, once the game cannot be drawn.
    fn winning(
        &mut self,
        time: Option<Duration>,
        effort: u64,
    ) -> Result<Option<(Option<LegalMove>, Value)>, Exhausted> {
        let components = &self.position.components;
        let run = |search: &mut PositionSearch<'_>| winning_move(&mut search.grundy, components);
        let proved = self.search.with_time_limit(time, effort, run)?;
        Ok(proved.map(|winning| match winning {
            None => (None, Value::Loss),
            Some(winning) => (self.legal_winning_move(winning), Value::Win),
        }))
    }

    /// The winning move on the board; a single can be painted in any way.
    fn legal_winning_move(&self, winning: WinningMove) -> Option<LegalMove> {
        match winning {
            WinningMove::InComponent(mv) => Some(mv),
            WinningMove::AnySingle => (0..self.part.numbers.len())
                .find(|&number| self.part.is_alone(number))
                .and_then(|number| self.any_move_of(number)),
        }
    }

    /// True if a suspended query has listed all moves, so that more samples are pointless.
    fn is_enumerated(&self) -> bool {
        self.search.grundy.is_enumerated(&self.position.components)
    }

    /// Adds random root moves; true if there were new outcomes among them.
    fn add_samples(&mut self) -> bool {
        let known = self.moves.len();
        self.sample_each_number();
        // Cheap moves first. A root move is large, so only indices are sorted.
        self.order.extend(known..self.moves.len());
        self.order.sort_by_key(|&index| self.moves[index].cost);
        self.moves.len() > known
    }

    /// Samples some moves of each number.
    fn sample_each_number(&mut self) {
        if self.part.numbers.is_empty() {
            return;
        }
        let mut walk = Walk::new(self.part, 0);
        for number in 0..self.part.numbers.len() {
            self.number = number;
            walk.switch_to(number);
            for _ in 0..SAMPLES_PER_NUMBER {
                let meter = self.search.meter();
                if self.moves.len() >= ROOT_MOVES_MAX
                    || meter.poll_clock().and_then(|()| meter.step()).is_err()
                {
                    return;
                }
                let mut state = self.random;
                let _ = walk.sample(&mut || next_random(&mut state), self);
                self.random = state;
            }
        }
    }

    /// Guesses for as much effort as this round's proofs took, with more and more moves: most moves
    /// are soon seen to lose, so the first samples would be done at once.
    fn guess_for_effort(&mut self, proving: u64, factor: u64) -> Result<Option<usize>, Exhausted> {
        let begun = self.search.meter().effort();
        loop {
            if let Some(index) = self.guess(factor)? {
                return Ok(Some(index));
            }
            let is_over = self.search.meter().effort() - begun >= proving;
            if is_over || self.is_enumerated() || !self.add_samples() {
                return Ok(None);
            }
        }
    }

    /// Guesses which moves win and tries to prove those; returns the index of a proved one.
    fn guess(&mut self, factor: u64) -> Result<Option<usize>, Exhausted> {
        let is_enumerated = self.is_enumerated();
        let most = PROOF_ROUND_EFFORT.saturating_mul(factor) / GUESS_EFFORT_DIVISOR;
        let begun = self.search.meter().effort();
        for place in 0..self.order.len() {
            let index = self.order[place];
            if is_enumerated && self.search.meter().effort() - begun > most {
                break;
            }
            let root_move = &mut self.moves[index];
            if std::mem::replace(&mut root_move.round, factor) == factor {
                continue;
            }
            let Successor::Sum(sum) = &root_move.after else { continue };
            if matches!(root_move.verdict, Verdict::ProvedLoss | Verdict::GuessedLoss) {
                continue;
            }
            self.search.meter().poll_clock()?;
            let believed = if root_move.verdict == Verdict::GuessedWin {
                Some(true)
            } else {
                self.search.with_limit(GUESS_ROUND_EFFORT.saturating_mul(factor), |search| {
                    search.grundy.guess_lost(sum)
                })?
            };
            let verdict = match believed {
                None => continue,
                Some(false) => Verdict::GuessedLoss,
                Some(true) => {
                    // Recorded before the proof, which may end the search.
                    self.moves[index].verdict = Verdict::GuessedWin;
                    let Successor::Sum(sum) = &self.moves[index].after else { continue };
                    let proof = PROOF_ROUND_EFFORT.saturating_mul(factor);
                    match self
                        .search
                        .with_limit(proof, |search| search.grundy.sum_has_value(sum, 0))?
                    {
                        None => continue,
                        Some(true) => return Ok(Some(index)),
                        Some(false) => Verdict::ProvedLoss,
                    }
                }
            };
            self.moves[index].verdict = verdict;
        }
        Ok(None)
    }
}

impl<const W: usize> Visitor<W> for RootSearch<'_, '_, '_, W> {
    fn can_prune(&mut self, _state: &WalkState<'_, W>) -> ControlFlow<(), bool> {
        ControlFlow::Continue(false)
    }

    fn leaf(&mut self, leaf: &WalkLeaf<'_, W>) -> ControlFlow<()> {
        if !leaf.is_certain || !self.seen.insert((leaf.reach, leaf.safe)) {
            return ControlFlow::Continue(());
        }
        let is_one_dead = leaf.kills(self.part);
        let components = self.part.components_of(leaf.alive, leaf.balls, leaf.safe);
        let after = self.search.after(components, self.position.can_be_drawn && !is_one_dead);
        let open_numbers = match &after {
            Successor::Sum(sum) => sum.open.iter().map(|shape| shape.numbers.len()).sum(),
            Successor::Undecided(components) => {
                components.singles as usize
                    + components.shapes.iter().map(|shape| shape.numbers.len()).sum::<usize>()
            }
        };
        let cost = self.part.cost(leaf.alive, leaf.balls);
        self.moves.push(RootMove {
            // A sample is a complete set.
            set: leaf.painted,
            after,
            verdict: Verdict::Unknown,
            round: 0,
            open_numbers,
            cost,
        });
        ControlFlow::Continue(())
    }
}
