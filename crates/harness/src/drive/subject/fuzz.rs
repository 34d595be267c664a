//! Mutation, crossover and checking of the inputs of fuzz targets.

use twinboard_vocabulary::{Limits, Rest};

use crate::model::case::Case;
use crate::model::move_policy::{MovePolicy, extend};
use crate::model::mutate;
use crate::model::pairing::Pairing;
use crate::model::random::draw_from_case;
use crate::model::rules::{CaseOf, RuleSet};

/// Random stream of mutations. Campaigns number their streams from 0.
const MUTATION: u64 = u64::MAX;
/// Random stream of crossovers.
const CROSSOVER: u64 = u64::MAX - 1;

/// Games on boards of at most 12 cells are over soon. A fuzzer keeps many of these boards, because
/// each reaches new code, and would spend half of its time on their mutants.
const TINY_CELLS: usize = 12;

impl<R: RuleSet> Pairing<R> {
    /// [`Subject::mutate`](super::Subject::mutate).
    pub(super) fn mutated(
        &self,
        parent: Option<&CaseOf<R>>,
        seed: u64,
        length_max: usize,
    ) -> Option<String> {
        let is_tiny = parent.is_some_and(|case| self.is_tiny(case));
        let fresh_of_32 = if is_tiny { 25 } else { 4_u8 };
        let drawn = draw_from_case(seed, MUTATION, |u| {
            let is_fresh = u.ratio(fresh_of_32, 32_u8)?;
            let case = match parent.filter(|_| !is_fresh).cloned() {
                Some(mut case) => {
                    mutate::mutate(self.rules(), &mut case, u)?;
                    case
                }
                None => Case::new(self.rules().generate_setup(u)?, Vec::new()),
            };
            Ok((case, u.arbitrary()?, MovePolicy::new(u)?))
        });
        let ((case, is_extended, policy), _) = drawn.ok()?;
        self.extended(case, is_extended, policy, length_max)
    }

    /// [`Subject::cross`](super::Subject::cross).
    pub(super) fn crossed(
        &self,
        mut one: CaseOf<R>,
        mut other: CaseOf<R>,
        seed: u64,
        length_max: usize,
    ) -> Option<String> {
        // The child has the board of the first parent, which should not be tiny.
        if self.is_tiny(&one) {
            std::mem::swap(&mut one, &mut other);
        }
        if self.is_tiny(&one) {
            return None;
        }
        let drawn = draw_from_case(seed, CROSSOVER, |u| {
            let case = mutate::cross::<R>(&one, &other, u)?;
            Ok((case, u.arbitrary()?, MovePolicy::new(u)?))
        });
        let ((case, is_extended, policy), _) = drawn.ok()?;
        self.extended(case, is_extended, policy, length_max)
    }

    fn is_tiny(&self, case: &CaseOf<R>) -> bool {
        self.rules().size(&case.setup) <= TINY_CELLS
    }

    /// The text of the case, extended with moves if it has none or `is_extended`. Too
    /// long cases lose half of their moves until they fit.
    fn extended(
        &self,
        mut case: CaseOf<R>,
        is_extended: bool,
        policy: MovePolicy,
        length_max: usize,
    ) -> Option<String> {
        if case.rest == Rest::Stop && (case.moves.is_empty() || is_extended) {
            extend(self.rules(), self.oracle(), &mut case, &mut policy.with_samples());
        }
        loop {
            let text = self.rules().text().print(&case);
            if text.len() <= length_max {
                return Some(text);
            }
            if case.moves.is_empty() {
                return None;
            }
            case.moves.truncate(case.moves.len() / 2);
        }
    }
}

/// [`Subject::check_text`](super::Subject::check_text).
pub(super) fn check_text<R: RuleSet>(rules: &R, bytes: &[u8]) -> Result<(), String> {
    // The reader with the judge's limits must only survive: it accepts no text that the other
    // one does not.
    let mut judge = rules.text().reader(Box::new(bytes), Limits::Judge);
    while let Ok(Some(_)) = judge.next_item() {}
    let Ok(cases) = rules.text().read_all(bytes) else { return Ok(()) };
    for case in cases {
        let text = rules.text().print(&case);
        match rules.text().read_all(text.as_bytes()) {
            Ok(again) if again == [case] => {}
            Ok(_) => return Err(format!("printed text reads as another case:\n{text}")),
            Err(error) => return Err(format!("printed text cannot be read: {error}\n{text}")),
        }
    }
    Ok(())
}
