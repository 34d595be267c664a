//! The naive side: a vector of holes, and functions in the order of the rules.

use std::ops::ControlFlow;

use twinboard::vocabulary::Game;

use crate::vocabulary::{Direction, Jump, Outcome, Pegs, Refusal, Row};

/// A game in progress. Written for comparison with the rules, line by line, and not for speed.
#[derive(Clone, Debug)]
pub struct Naive {
    /// The holes from the left; true is a hole with a peg (PG-1).
    pegs: Vec<bool>,
}

/// The three holes of a jump, as indices of the vector.
struct Holes {
    from: usize,
    over: usize,
    to: usize,
}

impl Naive {
    /// Sets a game up.
    #[must_use]
    pub fn set_up(row: &Row) -> Option<Self> {
        Some(Self { pegs: row.pegs().to_vec() })
    }

    /// PG-2 to PG-7: the three holes of a jump, or the first reason to refuse it.
    fn judge(&self, jump: Jump) -> Result<Holes, Refusal> {
        let holes = self.pegs.len();
        let from = usize::try_from(jump.from).map_err(|_| Refusal::NoSuchHole)?;
        if from < 1 || from > holes {
            return Err(Refusal::NoSuchHole);
        }
        let from = from - 1;
        if !self.pegs[from] {
            return Err(Refusal::NoPeg);
        }
        let (over, to) = match jump.to {
            Direction::Left if from >= 2 => (from - 1, from - 2),
            Direction::Right if from + 2 < holes => (from + 1, from + 2),
            _ => return Err(Refusal::OffTheRow),
        };
        if !self.pegs[over] {
            return Err(Refusal::NothingToJumpOver);
        }
        if self.pegs[to] {
            return Err(Refusal::Taken);
        }
        Ok(Holes { from, over, to })
    }

    /// All jumps from holes of this row, legal or not.
    fn jumps(&self) -> impl Iterator<Item = Jump> {
        let holes = 1..=self.pegs.len() as u64;
        holes.flat_map(|from| [Direction::Left, Direction::Right].map(|to| Jump { from, to }))
    }

    /// PG-9: a jump is left.
    fn can_go_on(&self) -> bool {
        self.jumps().any(|jump| self.judge(jump).is_ok())
    }
}

impl Game for Naive {
    type Vocabulary = Pegs;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&Jump) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.jumps().filter(|&jump| self.judge(jump).is_ok()).try_for_each(|jump| visit(&jump))
    }

    /// PG-2: the peg jumps over the next one, which is removed, into the empty hole after it.
    fn play(&mut self, jump: &Jump) -> Result<Jump, Refusal> {
        let Holes { from, over, to } = self.judge(*jump)?;
        self.pegs[from] = false;
        self.pegs[over] = false;
        self.pegs[to] = true;
        Ok(*jump)
    }

    fn position(&self) -> Row {
        Row::new(self.pegs.clone()).expect("a row keeps its holes")
    }

    /// PG-8 and PG-9.
    fn outcome(&self) -> Outcome {
        if self.pegs.iter().filter(|&&peg| peg).count() == 1 {
            Outcome::Won
        } else if self.can_go_on() {
            Outcome::Playing
        } else {
            Outcome::Stuck
        }
    }
}
