//! Shrinking of cases given as text.

use std::cell::Cell;
use std::time::Duration;

use twinboard_vocabulary::InputError;

use crate::check::lockstep::case_up_to;
use crate::drive::watch;
use crate::model::activity::Side;
use crate::model::guard;
use crate::model::pairing::Pairing;
use crate::model::rules::{CaseOf, RuleSet};
use crate::model::shrink::{Descent, later_starts};

/// Time without progress after which an oracle that plays a case for its later starts counts as
/// hung; then there are none.
const ORACLE_LIMIT: Duration = Duration::from_secs(2);

/// Shrinks failing cases (`crates/harness/src/model/shrink.rs`). The caller decides what counts as
/// failing: reports replay a candidate in lockstep, `check` runs an external program.
pub trait ShrinkCases {
    /// Shrinks the first case of `text` as long as `fails` returns true for the text of a
    /// candidate. Candidates start later where the rule set has
    /// [`RuleSet::setup_of_position`]: the oracle plays the case up to there.
    ///
    /// ```
    /// use twinboard_harness::nim::{Heap, Nim};
    /// use twinboard_harness::{Pairing, ShrinkCases};
    ///
    /// let pairing = Pairing::new(Nim, Heap::set_up, Heap::set_up);
    /// // Suppose that every case fails in which a player takes three stones.
    /// let shrunk = pairing.shrink(b"17\n> 1\n> 3\n", &mut |case| case.contains("> 3"));
    /// assert_eq!(shrunk.unwrap(), "0\n> 3\n");
    /// ```
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn shrink(
        &self,
        text: &[u8],
        fails: &mut dyn FnMut(&str) -> bool,
    ) -> Result<String, InputError>;

    /// The first case of `text` without the moves after `step`, from 1. Where a move is repeated,
    /// it has the move for each such step.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn up_to(&self, text: &[u8], step: usize) -> Result<String, InputError>;

    /// Shrinks a case for an external program: candidates are cases that the judge could give,
    /// tried in batches. `first_failing` returns the index of the first case of a batch that still
    /// fails.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn shrink_for_judge(
        &self,
        text: &[u8],
        first_failing: &mut dyn FnMut(&[String]) -> Option<usize>,
    ) -> Result<String, InputError>;
}

impl<R: RuleSet> ShrinkCases for Pairing<R> {
    fn shrink(
        &self,
        text: &[u8],
        fails: &mut dyn FnMut(&str) -> bool,
    ) -> Result<String, InputError> {
        let Some(case) = self.first(text)? else {
            return Ok(String::from_utf8_lossy(text).into_owned());
        };
        let mut fails = |case: &CaseOf<R>| fails(&self.rules().text().print(case));
        let shrunk = self.with_descent(|descent| descent.shrink(case, &mut fails));
        Ok(self.rules().text().print(&shrunk))
    }

    fn up_to(&self, text: &[u8], step: usize) -> Result<String, InputError> {
        let Some(case) = self.first(text)? else {
            return Ok(String::from_utf8_lossy(text).into_owned());
        };
        Ok(self.rules().text().print(&case_up_to(case, step)))
    }

    fn shrink_for_judge(
        &self,
        text: &[u8],
        first_failing: &mut dyn FnMut(&[String]) -> Option<usize>,
    ) -> Result<String, InputError> {
        let Some(case) = self.first(text)? else {
            return Ok(String::from_utf8_lossy(text).into_owned());
        };
        let mut first_failing = |batch: &[CaseOf<R>]| {
            let texts: Vec<String> =
                batch.iter().map(|case| self.rules().text().print(case)).collect();
            first_failing(&texts)
        };
        let shrunk =
            self.with_descent(|descent| descent.shrink_for_judge(case, &mut first_failing));
        Ok(self.rules().text().print(&shrunk))
    }
}

impl<R: RuleSet> Pairing<R> {
    /// Gives `descend` a descent with later starts from the oracle. A case that panics or hangs may
    /// do so on the oracle, so it plays under a watchdog, and no more once it has hung.
    fn with_descent<T>(&self, descend: impl FnOnce(&Descent<'_, R>) -> T) -> T {
        let has_hung = Cell::new(false);
        let by_oracle = |case: &CaseOf<R>| {
            if case.moves.is_empty() || has_hung.get() {
                return Vec::new();
            }
            let (pairing, case) = (self.clone(), case.clone());
            let starts = watch::watched(ORACLE_LIMIT, move |activity| {
                let starts = guard::catch(|| {
                    let game = pairing.watched(Side::Oracle, activity).set_up(&case.setup)?;
                    Some(later_starts(pairing.rules(), game, &case))
                });
                starts.ok().flatten().unwrap_or_default()
            });
            has_hung.set(starts.is_err());
            starts.unwrap_or_default()
        };
        descend(&Descent { rules: self.rules(), later_starts: &by_oracle })
    }
}

#[cfg(test)]
mod tests {
    use arbitrary::Unstructured;

    use super::ShrinkCases;
    use crate::drive::subject::FuzzCases;
    use crate::model::nim::{Heap, Nim};
    use crate::model::pairing::Pairing;
    use crate::model::rules::RuleSet;
    use crate::model::tests::Fragile;

    /// Nim, and a position is a set-up.
    #[derive(Clone)]
    struct Late;

    impl RuleSet for Late {
        type Vocabulary = Nim;

        fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<u8> {
            Nim.generate_setup(u)
        }

        fn setup_of_position(&self, _: &u8, position: &u8) -> Option<u8> {
            Some(*position)
        }
    }

    /// The case whose last move takes two of five stones.
    const CASE: &str = "17\n> 3\n> 3\n> 3\n> 3\n> 2\n";

    fn takes_two_of_five(case: &str) -> bool {
        let mut numbers =
            case.split(['\n', '>', ' ']).filter_map(|number| number.parse::<u8>().ok());
        let mut stones = numbers.next().unwrap_or(0);
        let moves: Vec<u8> = numbers.collect();
        moves.iter().any(|&taken| {
            let is_it = stones == 5 && taken == 2;
            stones = stones.saturating_sub(taken);
            is_it
        })
    }

    #[test]
    fn a_position_that_the_oracle_reaches_is_a_later_start() {
        assert!(takes_two_of_five(CASE));
        let shrunk = |pairing: &dyn ShrinkCases| {
            pairing.shrink(CASE.as_bytes(), &mut takes_two_of_five).unwrap()
        };
        let late = Pairing::new(Late, Heap::set_up_faulty, Heap::set_up);
        assert_eq!(shrunk(&late), "5\n> 2\n");
        let early = Pairing::new(Nim, Heap::set_up_faulty, Heap::set_up);
        assert!(shrunk(&early).len() > 6, "without positions as set-ups the moves must remain");
        // libFuzzer's minimizer gets the same candidate.
        let simpler = (0..200).filter_map(|seed| late.simpler(CASE.as_bytes(), seed, 4_096));
        assert!(simpler.into_iter().any(|case| case == "5\n> 2\n"));
    }

    #[test]
    fn an_oracle_that_panics_gives_no_later_start_and_ends_nothing() {
        let at_two = |stones: &u8| Some(Fragile(Heap::set_up(stones)?, |_, left| left == 2));
        let fragile = Pairing::new(Late, Heap::set_up, at_two);
        let mut fails = |case: &str| case.contains("> 3\n> 3\n");
        let shrunk = fragile.shrink(b"8\n> 3\n> 3\n> 1\n", &mut fails).unwrap();
        assert_eq!(shrunk, "0\n> 3\n> 3\n");
    }
}
