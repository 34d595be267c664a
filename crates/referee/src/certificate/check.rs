//! The checker of certificates.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use twinboard_vocabulary::two_player::Value;

use super::claims::{Bound, Certificate, Claim};
use super::endgames::Endgames;
use crate::contest::Contest;
use crate::oracle::OraclePosition;

/// Limits of a check.
#[derive(Clone, Copy, Debug)]
pub struct CheckLimits<'a> {
    /// Time by which the check ends; `None` for no limit.
    pub deadline: Option<Instant>,
    /// Set to end the check.
    pub stop: &'a AtomicBool,
    /// Moves of one position that are looked at.
    pub moves_max: u64,
}

impl CheckLimits<'_> {
    fn are_spent(&self) -> bool {
        self.stop.load(Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Result of a check. Each claim is counted once, unless a flaw ends the check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Claims that hold, provided that the claims hold on which they rest.
    pub held: u64,
    /// Claims that are assumed, about positions too large to be played to the end.
    pub assumed: u64,
    /// Claims that were checked in part.
    pub in_part: u64,
    /// Claims that were not looked at.
    pub left: u64,
    /// Moves that were looked at.
    pub moves: u64,
    /// Moves that leave a position about which too little is claimed.
    pub unclaimed: u64,
    /// Positions that were valued by playing their games to the end.
    pub endgames: u64,
    /// The first claim that is wrong.
    pub flaw: Option<Flaw>,
}

impl Checked {
    /// True if the certificate proves its value.
    #[must_use]
    pub fn is_certified(&self) -> bool {
        self.flaw.is_none() && self.assumed + self.in_part + self.left + self.unclaimed == 0
    }
}

/// A wrong claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// Number of the claim, from 1; `None` for the value of the whole certificate.
    pub claim: Option<usize>,
    /// Its position.
    pub board: String,
    /// The move that refutes it, in the format of programs.
    pub answer: Option<String>,
    /// Description of the error.
    pub about: String,
}

/// Checks a certificate with the oracle alone; `None` if the contest has no certificates.
/// `progress` gets the number of claims looked at.
pub fn check(
    certificate: &Certificate,
    contest: &dyn Contest,
    limits: &CheckLimits<'_>,
    progress: &mut dyn FnMut(u64),
) -> Option<Checked> {
    let position = contest.on_oracle(&certificate.board)?;
    let mut bounds = HashMap::new();
    for claim in &certificate.claims {
        let class = contest.on_oracle(&claim.board)?.class();
        let strongest = bounds.entry((class, claim.bound)).or_insert(claim.value);
        if claim.bound.implies(claim.value, *strongest) {
            *strongest = claim.value;
        }
    }
    let mut checker = Checker {
        limits: *limits,
        endgames: Endgames::default(),
        bounds,
        found: Checked::default(),
    };
    checker.found.flaw = match checker.check_value(certificate.value, position.as_ref()) {
        Ok(()) => checker.check_claims(certificate, contest, progress),
        Err(about) => {
            let board = certificate.board.clone();
            Some(Flaw { claim: None, board, answer: None, about })
        }
    };
    checker.found.endgames = checker.endgames.count();
    Some(checker.found)
}

struct Checker<'a> {
    limits: CheckLimits<'a>,
    endgames: Endgames,
    /// For each class of positions and bound the strongest claim.
    bounds: HashMap<(String, Bound), Value>,
    found: Checked,
}

/// A wrong claim: the move that refutes it, if there is one, and a description of the error.
type Wrong = (Option<String>, String);

/// Support for a bound of a position.
enum Support {
    /// It is claimed, or follows by playing all games to their ends.
    Found,
    /// Too little is claimed, and the position is too large to be played to the end.
    Missing,
    /// The position has this value, which is outside of the bound.
    Refuted(Value),
}

impl Checker<'_> {
    /// The value of the certificate must follow from its claims.
    fn check_value(&mut self, value: Value, position: &dyn OraclePosition) -> Result<(), String> {
        for bound in Bound::of(value) {
            match self.support(position, bound, value) {
                Support::Found => {}
                Support::Missing => self.found.unclaimed += 1,
                Support::Refuted(found) => return Err(format!("the position is a {found}")),
            }
        }
        Ok(())
    }

    /// Checks the claims up to the first wrong one.
    fn check_claims(
        &mut self,
        certificate: &Certificate,
        contest: &dyn Contest,
        progress: &mut dyn FnMut(u64),
    ) -> Option<Flaw> {
        for (index, claim) in certificate.claims.iter().enumerate() {
            if self.limits.are_spent() {
                self.found.left = (certificate.claims.len() - index) as u64;
                return None;
            }
            let position = contest.on_oracle(&claim.board)?;
            if let Err((answer, about)) = self.check_claim(claim, position.as_ref()) {
                let (number, board) = (Some(index + 1), claim.board.clone());
                return Some(Flaw { claim: number, board, answer, about });
            }
            progress(index as u64 + 1);
        }
        None
    }

    /// Checks one claim, and counts it.
    fn check_claim(&mut self, claim: &Claim, position: &dyn OraclePosition) -> Result<(), Wrong> {
        let value = claim.value;
        let count = if claim.assumed {
            match self.endgames.value(position, &position.class()) {
                Some(found) if claim.bound.implies(found, value) => &mut self.found.held,
                Some(found) => return Err((None, format!("the position is a {found}"))),
                None => &mut self.found.assumed,
            }
        } else {
            let is_complete = match (claim.bound, &claim.answer) {
                (Bound::AtLeast, Some(answer)) => self.check_move(position, answer, value)?,
                (Bound::AtLeast, None) => return Err((None, "it names no move".to_owned())),
                (Bound::AtMost, _) => self.check_all_moves(position, value)?,
            };
            if is_complete { &mut self.found.held } else { &mut self.found.in_part }
        };
        *count += 1;
        Ok(())
    }

    /// The move must leave a position that is bad enough for the opponent. Returns false if too
    /// little is claimed about that position.
    fn check_move(
        &mut self,
        position: &dyn OraclePosition,
        answer: &str,
        value: Value,
    ) -> Result<bool, Wrong> {
        let wrong = |about| (Some(answer.to_owned()), about);
        let after = position.play(answer);
        let after = after.ok_or_else(|| wrong("its move is not valid".to_owned()))?;
        self.found.moves += 1;
        match self.support(after.as_ref(), Bound::AtMost, value.for_other()) {
            Support::Found => Ok(true),
            Support::Missing => {
                self.found.unclaimed += 1;
                Ok(false)
            }
            Support::Refuted(found) => {
                let mv = found.for_other();
                Err(wrong(format!("its move is a {mv}")))
            }
        }
    }

    /// Every move must leave a position that is good enough for the opponent. Returns false if not
    /// all moves were looked at, or if too little is claimed about a position.
    fn check_all_moves(
        &mut self,
        position: &dyn OraclePosition,
        value: Value,
    ) -> Result<bool, Wrong> {
        let (mut moves, mut unclaimed, mut wrong) = (0, 0, None);
        let listing = position.visit_moves(&mut |after| {
            if moves == self.limits.moves_max || self.limits.are_spent() {
                return ControlFlow::Break(());
            }
            moves += 1;
            match self.support(after, Bound::AtLeast, value.for_other()) {
                Support::Found => {}
                Support::Missing => unclaimed += 1,
                Support::Refuted(found) => {
                    let mv = found.for_other();
                    wrong = Some((after.last_answer(), format!("this move is a {mv}")));
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        self.found.moves += moves;
        self.found.unclaimed += unclaimed;
        match wrong {
            Some(wrong) => Err(wrong),
            None => Ok(listing.is_continue() && unclaimed == 0),
        }
    }

    fn support(&mut self, position: &dyn OraclePosition, bound: Bound, value: Value) -> Support {
        let key = (position.class(), bound);
        let claimed = self.bounds.get(&key);
        if claimed.is_some_and(|&claimed| bound.implies(claimed, value)) {
            return Support::Found;
        }
        match self.endgames.value(position, &key.0) {
            Some(found) if bound.implies(found, value) => Support::Found,
            Some(found) => Support::Refuted(found),
            None => Support::Missing,
        }
    }
}
