//! The fast side: small numbers, and dice of its own.

use std::ops::ControlFlow;

use twinboard::vocabulary::Game;
use twinboard::vocabulary::game::below;

use super::{Move, Pig, Reason, State, Weighed};
use crate::text::List;
use planted::{Fault, planted};

/// Planted faults.
pub mod planted {
    twinboard::faults::catalogue! {
        "pig" in Engine {
            /// All sums are drawn alike.
            Even = "pig-even" breaks "PG-3",

            /// After the second player comes the first, however many there are.
            TwoPlayers = "pig-two-players" breaks "PG-5",
        }
    }
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Fast {
    goal: u16,
    scores: [u16; 4],
    players: u8,
    /// The player in turn, from 0.
    turn: u8,
    stake: u16,
    rolling: bool,
    /// The player who has won, from 1, or 0.
    winner: u8,
}

impl Fast {
    /// Sets a game up; never `None`: all numbers are below 1,000.
    #[must_use]
    pub fn set_up(state: &State) -> Option<Self> {
        let mut scores = [0; 4];
        scores.iter_mut().zip(&state.scores.0).for_each(|(to, from)| *to = *from as u16);
        let winner = state.scores.0.iter().position(|score| *score >= state.goal);
        Some(Self {
            goal: state.goal as u16,
            scores,
            players: state.scores.0.len() as u8,
            turn: state.turn as u8 - 1,
            stake: state.stake as u16,
            rolling: state.rolling,
            winner: winner.map_or(0, |index| index as u8 + 1),
        })
    }

    fn pass_on(&mut self) {
        self.stake = 0;
        let players = if planted(Fault::TwoPlayers) { 2 } else { self.players };
        self.turn = if self.turn + 1 == players { 0 } else { self.turn + 1 };
    }
}

/// The sum of two dice with its weight: 6 of 36 for a 7, one less for each step away from it.
fn dice(sum: u64) -> Weighed {
    Weighed(Move::Dice(sum), 6 - sum.abs_diff(7) as u32)
}

impl Game for Fast {
    type Vocabulary = Pig;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&Weighed) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.winner > 0 {
            return ControlFlow::Continue(());
        }
        if self.rolling {
            return (2..=12).try_for_each(|sum| visit(&dice(sum)));
        }
        visit(&Weighed(Move::Roll, 1))?;
        if self.stake > 0 { visit(&Weighed(Move::Hold, 1)) } else { ControlFlow::Continue(()) }
    }

    fn play(&mut self, mv: &Move) -> Result<Weighed, Reason> {
        if self.winner > 0 {
            return Err(Reason("over"));
        }
        if matches!(mv, Move::Dice(_)) != self.rolling {
            return Err(Reason("turn"));
        }
        match *mv {
            Move::Roll => self.rolling = true,
            Move::Hold if self.stake == 0 => return Err(Reason("no-stake")),
            Move::Hold => {
                let score = &mut self.scores[usize::from(self.turn)];
                *score += self.stake;
                if *score >= self.goal {
                    self.winner = self.turn + 1;
                } else {
                    self.pass_on();
                }
            }
            Move::Dice(sum @ 2..=12) => {
                self.rolling = false;
                if sum == 7 {
                    self.pass_on();
                } else {
                    self.stake += sum as u16;
                }
                return Ok(dice(sum));
            }
            Move::Dice(_) => return Err(Reason("no-sum")),
        }
        Ok(Weighed(*mv, 1))
    }

    fn position(&self) -> State {
        let scores = &self.scores[..self.players.into()];
        State {
            goal: self.goal.into(),
            scores: List(scores.iter().copied().map(u64::from).collect()),
            turn: u64::from(self.turn) + 1,
            stake: self.stake.into(),
            rolling: self.rolling,
        }
    }

    fn outcome(&self) -> u64 {
        self.winner.into()
    }

    /// The engine's own dice.
    fn sample_legal_move(&self, random: &mut dyn FnMut() -> u64) -> Option<Weighed> {
        if self.winner > 0 {
            None
        } else if self.rolling && planted(Fault::Even) {
            Some(dice(2 + below(random, 11)))
        } else if self.rolling {
            Some(dice(2 + below(random, 6) + below(random, 6)))
        } else {
            let holds = self.stake > 0 && below(random, 2) == 1;
            Some(Weighed(if holds { Move::Hold } else { Move::Roll }, 1))
        }
    }

    /// Dice are as even as their weights.
    fn sampling_bias(&self) -> Option<u32> {
        Some(1)
    }
}
