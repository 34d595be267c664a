//! What a campaign went through: how often each clause, boards of which sizes, how deep.

use board::Vocabulary;
use serde::Serialize;

use crate::rules::{Clause, Observed};

/// The upper ends of the classes of board sizes, in cells; the last class has none.
pub const SIZE_CLASSES: [usize; 8] = [4, 12, 49, 99, 199, 399, 899, usize::MAX];

/// Counts over any number of cases. Adding up is all that is done with them, so the order in which
/// cases are played does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Stats {
    /// Cases played.
    pub cases: u64,
    /// Cases not played because one side is not made for such a set-up.
    pub skipped: u64,
    /// Cases in which three moves or more were accepted.
    pub deep: u64,
    /// Cases that were generated from nothing but chance.
    pub fresh: u64,
    /// Those of them in which three moves or more were accepted.
    pub fresh_deep: u64,
    /// Steps made, the set-up among them.
    pub steps: u64,
    /// Steps whose move was accepted.
    pub accepted: u64,
    /// Positions whose legal moves were listed and compared.
    pub listed: u64,
    /// Positions that had too many, and where those of one kind were counted.
    pub counted: u64,
    /// Positions that had too many; there, moves drawn by each side were judged by the other.
    pub sampled: u64,
    /// Claims of others than the two sides that were looked at.
    pub claims: u64,
    /// How often each clause had something to see, in the order of the rule set's clauses.
    pub clauses: Vec<u64>,
    /// Cases by board size, in the classes of [`SIZE_CLASSES`].
    pub cases_by_size: [u64; SIZE_CLASSES.len()],
    /// Steps by board size, in the same classes.
    pub steps_by_size: [u64; SIZE_CLASSES.len()],
}

/// The class of a board of so many cells.
///
/// # Panics
///
/// Never: every number of cells is in a class.
#[must_use]
pub fn size_class(cells: usize) -> usize {
    SIZE_CLASSES.iter().position(|&end| cells <= end).expect("the last class has no end")
}

impl Stats {
    /// Adds what another part of the campaign counted.
    pub fn add(&mut self, other: &Self) {
        self.cases += other.cases;
        self.skipped += other.skipped;
        self.deep += other.deep;
        self.fresh += other.fresh;
        self.fresh_deep += other.fresh_deep;
        self.steps += other.steps;
        self.accepted += other.accepted;
        self.listed += other.listed;
        self.counted += other.counted;
        self.sampled += other.sampled;
        self.claims += other.claims;
        self.clauses.resize(self.clauses.len().max(other.clauses.len()), 0);
        add_up(&mut self.clauses, &other.clauses);
        add_up(&mut self.cases_by_size, &other.cases_by_size);
        add_up(&mut self.steps_by_size, &other.steps_by_size);
    }

    /// Counts what can be seen of each clause.
    pub(crate) fn observe<V: Vocabulary>(
        &mut self,
        clauses: &[Clause<V>],
        observed: &Observed<'_, V>,
    ) {
        self.clauses.resize(clauses.len(), 0);
        for (count, clause) in self.clauses.iter_mut().zip(clauses) {
            *count += u64::from((clause.reached)(observed));
        }
    }
}

fn add_up(sums: &mut [u64], counts: &[u64]) {
    for (sum, count) in sums.iter_mut().zip(counts) {
        *sum += count;
    }
}

#[cfg(test)]
mod tests {
    use super::{SIZE_CLASSES, Stats, size_class};

    #[test]
    fn size_classes_end_where_they_say() {
        assert_eq!(size_class(1), 0);
        for (class, &end) in SIZE_CLASSES.iter().enumerate() {
            assert_eq!(size_class(end), class);
        }
        assert_eq!(size_class(usize::MAX), SIZE_CLASSES.len() - 1);
        assert_eq!(size_class(200), 5, "200 cells begin a class of their own");
    }

    #[test]
    fn adding_up_keeps_every_count() {
        let times = |factor: u64| Stats {
            cases: factor,
            skipped: 2 * factor,
            deep: 3 * factor,
            fresh: 4 * factor,
            fresh_deep: 5 * factor,
            steps: 6 * factor,
            accepted: 7 * factor,
            listed: 8 * factor,
            counted: 9 * factor,
            sampled: 10 * factor,
            claims: 11 * factor,
            clauses: vec![0, 12 * factor],
            cases_by_size: [13 * factor; 8],
            steps_by_size: [14 * factor; 8],
        };
        let mut sum = Stats::default();
        sum.add(&times(1));
        assert_eq!(sum, times(1));
        sum.add(&times(2));
        assert_eq!(sum, times(3));
        // Whoever has seen no step has no clauses.
        sum.add(&Stats::default());
        assert_eq!(sum, times(3));
    }
}
