//! Shrinking with later starts of the oracle.

use std::cell::Cell;
use std::time::Duration;

use crate::drive::watch;
use crate::model::activity::Side;
use crate::model::pairing::Pairing;
use crate::model::rules::{CaseOf, RuleSet};
use crate::model::shrink::{Descent, later_starts_on};

/// Time without progress after which an oracle that plays a case for its later starts counts as
/// hung; then there are none.
const ORACLE_LIMIT: Duration = Duration::from_secs(2);

impl<R: RuleSet> Pairing<R> {
    /// Gives `descend` a descent with later starts from the oracle. A case that panics or hangs may
    /// do so on the oracle, so it plays under a watchdog, and no more once it has hung.
    pub(super) fn with_descent<T>(&self, descend: impl FnOnce(&Descent<'_, R>) -> T) -> T {
        let has_hung = Cell::new(false);
        let by_oracle = |case: &CaseOf<R>| {
            if case.moves.is_empty() || has_hung.get() {
                return Vec::new();
            }
            let (pairing, case) = (self.clone(), case.clone());
            let starts = watch::watched(ORACLE_LIMIT, move |activity| {
                let oracle = pairing.watched(Side::Oracle, activity);
                later_starts_on(pairing.rules(), |setup| oracle.set_up(setup), &case)
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

    use crate::drive::subject::Subject;
    use crate::model::any_case::AnyCase;
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

    fn takes_two_of_five(case: &AnyCase) -> bool {
        let mut numbers =
            case.text().split(['\n', '>', ' ']).filter_map(|number| number.parse::<u8>().ok());
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
        let shrunk = |subject: &dyn Subject| {
            let case = subject.case(CASE).unwrap();
            assert!(takes_two_of_five(&case));
            subject.shrink(&case, &mut takes_two_of_five).text().to_owned()
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
        let case = fragile.case("8\n> 3\n> 3\n> 1\n").unwrap();
        let mut fails = |case: &AnyCase| case.text().contains("> 3\n> 3\n");
        assert_eq!(fragile.shrink(&case, &mut fails).text(), "0\n> 3\n> 3\n");
    }
}
