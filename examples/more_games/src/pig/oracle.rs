//! The naive side: the rules in their order.

use std::ops::ControlFlow;

use twinboard::vocabulary::Game;

use super::{Move, Pig, Reason, State, Weighed};

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Naive(State);

impl Naive {
    /// Sets a game up; never `None`.
    #[must_use]
    pub fn set_up(state: &State) -> Option<Self> {
        Some(Self(state.clone()))
    }

    /// PG-3: the ways in which two dice give a sum.
    fn ways(sum: u64) -> u32 {
        (1..=6)
            .flat_map(|one| (1..=6).map(move |other| one + other))
            .filter(|it| *it == sum)
            .count() as u32
    }

    /// PG-7, and the weight of a move that is not refused.
    fn judge(&self, mv: Move) -> Result<u32, Reason> {
        if self.outcome() > 0 {
            return Err(Reason("over"));
        }
        match mv {
            Move::Dice(_) if !self.0.rolling => Err(Reason("turn")),
            Move::Roll | Move::Hold if self.0.rolling => Err(Reason("turn")),
            Move::Hold if self.0.stake == 0 => Err(Reason("no-stake")),
            Move::Dice(sum) if Self::ways(sum) == 0 => Err(Reason("no-sum")),
            Move::Dice(sum) => Ok(Self::ways(sum)),
            Move::Roll | Move::Hold => Ok(1),
        }
    }

    fn next_player(&mut self) {
        self.0.stake = 0;
        self.0.turn += 1;
        if self.0.turn > self.0.scores.0.len() as u64 {
            self.0.turn = 1;
        }
    }
}

impl Game for Naive {
    type Vocabulary = Pig;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&Weighed) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let all = [Move::Roll, Move::Hold].into_iter().chain((2..=12).map(Move::Dice));
        all.filter_map(|mv| Some(Weighed(mv, self.judge(mv).ok()?))).try_for_each(|it| visit(&it))
    }

    fn play(&mut self, mv: &Move) -> Result<Weighed, Reason> {
        let weight = self.judge(*mv)?;
        self.0.rolling = *mv == Move::Roll;
        match mv {
            Move::Roll => (),
            Move::Hold => {
                self.0.scores.0[self.0.turn as usize - 1] += self.0.stake;
                if self.outcome() == 0 {
                    self.next_player();
                }
            }
            Move::Dice(7) => self.next_player(),
            Move::Dice(sum) => self.0.stake += sum,
        }
        Ok(Weighed(*mv, weight))
    }

    fn position(&self) -> State {
        self.0.clone()
    }

    /// PG-6.
    fn outcome(&self) -> u64 {
        let winner = self.0.scores.0.iter().position(|score| *score >= self.0.goal);
        winner.map_or(0, |index| index as u64 + 1)
    }
}
