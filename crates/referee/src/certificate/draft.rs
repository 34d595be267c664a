//! Certificates from the answers of a solver.

use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;
use std::time::Duration;

use twinboard_vocabulary::two_player::Value;

use super::claims::{Bound, Certificate, Claim};
use super::endgames::Endgames;
use crate::analyst::Analyst;
use crate::budget::MoveBudget;
use crate::contest::Contest;
use crate::oracle::OraclePosition;

/// Moves of a position that are listed to find the positions after them. If it has more, the solver
/// names one for each outcome.
const LISTED_MAX: usize = 100_000;

/// Writes a certificate that a position has this value, which the solver has proved; `None` if the
/// contest has no certificates.
///
/// Once the budget is spent or there are `claims_max` claims, those without support are assumed.
pub fn draft(
    contest: &dyn Contest,
    analyst: &mut dyn Analyst,
    board: &str,
    value: Value,
    budget: &MoveBudget<'_>,
    claims_max: usize,
) -> Option<Certificate> {
    let position = contest.on_oracle(board)?;
    let mut draft = Draft {
        contest,
        analyst,
        budget: *budget,
        claims_max,
        endgames: Endgames::default(),
        claims: Vec::new(),
        by_position: HashMap::new(),
        open: VecDeque::new(),
    };
    if position.value_at_end().is_none() {
        for bound in Bound::of(value) {
            draft.claim(position.as_ref(), position.class(), bound, value);
        }
    }
    while let Some(index) = draft.open.pop_front() {
        draft.support(index);
    }
    let (rule_set, claims) = (contest.name().to_owned(), draft.claims);
    Some(Certificate { rule_set, board: board.to_owned(), value, claims })
}

struct Draft<'a> {
    contest: &'a dyn Contest,
    analyst: &'a mut dyn Analyst,
    budget: MoveBudget<'a>,
    claims_max: usize,
    endgames: Endgames,
    claims: Vec<Claim>,
    /// For each class of positions and bound the index of the claim.
    by_position: HashMap<(String, Bound), usize>,
    /// Claims without support, the oldest first.
    open: VecDeque<usize>,
}

impl Draft<'_> {
    /// Claims a bound of a position, unless the checker finds its value by playing.
    fn need(&mut self, position: &dyn OraclePosition, bound: Bound, value: Value) {
        let class = position.class();
        if self.endgames.value(position, &class).is_none() {
            self.claim(position, class, bound, value);
        }
    }

    /// Claims a bound of a position, unless it follows from an earlier claim.
    fn claim(&mut self, position: &dyn OraclePosition, class: String, bound: Bound, value: Value) {
        let index = *self.by_position.entry((class, bound)).or_insert(self.claims.len());
        match self.claims.get_mut(index) {
            Some(claim) if bound.implies(claim.value, value) => return,
            // A stronger claim needs stronger support.
            Some(claim) => claim.value = value,
            None => {
                let board = position.board();
                self.claims.push(Claim { board, bound, value, answer: None, assumed: false });
            }
        }
        self.open.push_back(index);
    }

    /// Adds the claims on which a claim rests; if they cannot be found, it is assumed.
    fn support(&mut self, index: usize) {
        let Claim { board, bound, value, .. } = self.claims[index].clone();
        let is_over = self.budget.is_spent(Duration::ZERO) || self.claims.len() >= self.claims_max;
        let is_supported = !is_over
            && match bound {
                Bound::AtLeast => self.support_by_a_move(index, &board, value),
                Bound::AtMost => self.support_by_all_moves(&board, value),
            };
        self.claims[index].assumed = !is_supported;
    }

    fn on_oracle(&self, board: &str) -> Box<dyn OraclePosition> {
        self.contest.on_oracle(board).expect("the contest has certificates")
    }

    fn support_by_a_move(&mut self, index: usize, board: &str, value: Value) -> bool {
        let mut best = None;
        self.analyst.advise(board, &self.budget, &mut |rated| best = Some(rated));
        let best = best.filter(|best| best.value.is_some_and(|found| found >= value));
        let Some(best) = best else { return false };
        let Some(after) = self.on_oracle(board).play(&best.answer) else { return false };
        self.claims[index].answer = Some(best.answer);
        self.need(after.as_ref(), Bound::AtMost, value.for_other());
        true
    }

    /// Claims a bound of the position after every move. If there are too many moves to list, the
    /// solver names one for each outcome; it merges more positions than the checker does, which
    /// may find moves without a claim.
    fn support_by_all_moves(&mut self, board: &str, value: Value) -> bool {
        let position = self.on_oracle(board);
        let mut listed = 0;
        let listing = position.visit_moves(&mut |after| {
            listed += 1;
            if listed > LISTED_MAX || self.claims.len() >= self.claims_max {
                return ControlFlow::Break(());
            }
            self.need(after, Bound::AtLeast, value.for_other());
            ControlFlow::Continue(())
        });
        if listing.is_continue() {
            return true;
        }
        let moves = self.analyst.moves(board, &self.budget);
        for mv in moves.moves {
            if let Some(after) = position.play(&mv.answer) {
                self.need(after.as_ref(), Bound::AtLeast, value.for_other());
            }
        }
        moves.is_complete
    }
}
