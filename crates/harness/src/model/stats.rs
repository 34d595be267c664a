//! Coverage of a campaign: clauses reached, sizes of boards, depth of games, comparisons made.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;
use twinboard_vocabulary::Vocabulary;

use crate::model::activity::Side;
use crate::model::random::CASE_BYTES_MAX;
use crate::model::rules::{Clause, Observed};

/// Upper ends of the classes of board sizes, in cells, inclusive; the last class is open.
pub const SIZE_CLASSES: [usize; 8] = [4, 12, 49, 99, 199, 399, 899, usize::MAX];

/// Counters of any number of cases. They are only added up, so neither the order of the cases nor
/// the number of threads changes a total.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Stats {
    /// Cases played.
    pub cases: u64,
    /// Cases not played because one side does not support the set-up.
    pub skipped: u64,
    /// Cases among `skipped` whose set-up the oracle does not support, but the engine does. JSON
    /// does not have them.
    #[serde(skip)]
    pub skipped_by_oracle: u64,
    /// Cases that could not be made; `None` if all could. JSON does not have them.
    #[serde(skip)]
    pub undrawn: Option<Undrawn>,
    /// Cases whose set-up used up the largest number of random bytes
    /// ([`CASE_BYTES_MAX`](crate::random::CASE_BYTES_MAX)), so that the rest of it was the first of
    /// what there was to choose. JSON does not have them.
    #[serde(skip)]
    pub used_up: u64,
    /// Cases with at least three accepted moves.
    pub deep: u64,
    /// Cases generated at random, not derived from the corpus.
    pub fresh: u64,
    /// Fresh cases with at least three accepted moves.
    pub fresh_deep: u64,
    /// Cases derived from the corpus by mutation. JSON does not have them: they are the rest of
    /// the cases of a campaign.
    #[serde(skip)]
    pub mutated: u64,
    /// Steps played, including the set-ups.
    pub steps: u64,
    /// Steps whose move was accepted.
    pub accepted: u64,
    /// Positions at which whole lists of legal moves were compared.
    pub listed: u64,
    /// Positions with too many legal moves to list, at which those of one kind were counted.
    pub counted: u64,
    /// Positions with too many legal moves to list, at which each side judged moves sampled by
    /// the other.
    pub sampled: u64,
    /// Checked assertions about positions ([`Assertions`](crate::Assertions)).
    #[serde(rename = "claims")]
    pub assertions: u64,
    /// Steps by the name of each observation ([`Game::observe`](twinboard_vocabulary::Game::observe))
    /// that a side gave.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub observations: BTreeMap<&'static str, ObservationCount>,
    /// Cases that ended at each known difference of the engine, in the order of
    /// [`Subject::known`](crate::Subject::known). JSON has them with their reasons.
    #[serde(skip)]
    pub known: Vec<u64>,
    /// Accepted moves by their kinds (`crates/harness/src/model/swarm.rs`), up to [`KINDS_MAX`] of them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub kinds: BTreeMap<String, KindCount>,
    /// Accepted moves of the case with most of them.
    pub longest: u64,
    /// Number of steps that reached each clause, in the order of the rule set's clauses. JSON has
    /// them with their names.
    #[serde(skip)]
    pub clauses: Vec<u64>,
    /// Cases by board size, in the classes of [`SIZE_CLASSES`]. JSON has them with the sizes.
    #[serde(skip)]
    pub cases_by_size: [u64; SIZE_CLASSES.len()],
    /// Steps by board size, in the same classes. JSON has them with the sizes.
    #[serde(skip)]
    pub steps_by_size: [u64; SIZE_CLASSES.len()],
}

/// Cases for which [`RuleSet::generate_setup`](crate::RuleSet::generate_setup) gave an error instead
/// of a set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undrawn {
    /// Number of the cases.
    pub cases: u64,
    /// The error of the first of them.
    pub error: arbitrary::Error,
}

impl fmt::Display for Undrawn {
    /// The reason, as a clause.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.error {
            arbitrary::Error::NotEnoughData => write!(
                f,
                "`generate_setup` gave no set-up, since it asks for more than the {CASE_BYTES_MAX} bytes \
                 of a case"
            ),
            arbitrary::Error::EmptyChoose => {
                f.write_str("`generate_setup` gave no set-up, since it chooses from an empty list")
            }
            _ => {
                f.write_str("`generate_setup` gave no set-up, since none of its attempts was valid")
            }
        }
    }
}

/// Limit on the kinds of moves that are counted.
pub const KINDS_MAX: usize = 64;

/// Accepted moves of a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct KindCount {
    /// Their number.
    pub moves: u64,
    /// The largest number of them in one case.
    pub most: u64,
    /// The longest run of them in one case.
    pub longest_run: u64,
}

/// Steps in which an observation was given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ObservationCount {
    /// Steps in which both sides gave it, and were compared.
    pub compared: u64,
    /// Steps in which the engine alone gave it.
    pub by_engine_alone: u64,
    /// Steps in which the oracle alone gave it.
    pub by_oracle_alone: u64,
}

/// Index into [`SIZE_CLASSES`] for a board of `cells` cells.
///
/// # Panics
///
/// Never: the last class is open.
#[must_use]
pub fn size_class(cells: usize) -> usize {
    SIZE_CLASSES.iter().position(|&end| cells <= end).expect("the last class is open")
}

impl Stats {
    /// Adds the counters of another part of the campaign.
    pub fn add(&mut self, other: &Self) {
        self.cases += other.cases;
        self.skipped += other.skipped;
        self.skipped_by_oracle += other.skipped_by_oracle;
        let (one, more) = (self.undrawn, other.undrawn);
        self.undrawn = one.or(more).map(|Undrawn { error, .. }| Undrawn {
            cases: one.into_iter().chain(more).map(|undrawn| undrawn.cases).sum(),
            error,
        });
        self.used_up += other.used_up;
        self.deep += other.deep;
        self.fresh += other.fresh;
        self.fresh_deep += other.fresh_deep;
        self.mutated += other.mutated;
        self.steps += other.steps;
        self.accepted += other.accepted;
        self.listed += other.listed;
        self.counted += other.counted;
        self.sampled += other.sampled;
        self.assertions += other.assertions;
        for (name, count) in &other.observations {
            let sum = self.observations.entry(name).or_default();
            sum.compared += count.compared;
            sum.by_engine_alone += count.by_engine_alone;
            sum.by_oracle_alone += count.by_oracle_alone;
        }
        for (kind, count) in &other.kinds {
            let is_full = self.kinds.len() >= KINDS_MAX;
            match self.kinds.get_mut(kind) {
                Some(sum) => sum.add(count),
                None if !is_full => drop(self.kinds.insert(kind.clone(), *count)),
                None => {}
            }
        }
        self.longest = self.longest.max(other.longest);
        self.known.resize(self.known.len().max(other.known.len()), 0);
        add_up(&mut self.known, &other.known);
        self.clauses.resize(self.clauses.len().max(other.clauses.len()), 0);
        add_up(&mut self.clauses, &other.clauses);
        add_up(&mut self.cases_by_size, &other.cases_by_size);
        add_up(&mut self.steps_by_size, &other.steps_by_size);
    }

    /// Observations that were never compared, because one side alone gave them, with that side.
    pub fn uncompared(&self) -> impl Iterator<Item = (&'static str, Side)> + '_ {
        let alone = self.observations.iter().filter(|(_, count)| count.compared == 0);
        alone.map(|(name, count)| {
            (*name, if count.by_engine_alone > 0 { Side::Engine } else { Side::Oracle })
        })
    }

    /// Counts the clauses that this step reaches.
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

impl KindCount {
    fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.most = self.most.max(other.most);
        self.longest_run = self.longest_run.max(other.longest_run);
    }
}

fn add_up(sums: &mut [u64], counts: &[u64]) {
    for (sum, count) in sums.iter_mut().zip(counts) {
        *sum += count;
    }
}

#[cfg(test)]
mod tests {
    use super::{KindCount, ObservationCount, SIZE_CLASSES, Stats, Undrawn, size_class};

    #[test]
    fn upper_ends_belong_to_their_size_class() {
        assert_eq!(size_class(1), 0);
        for (class, &end) in SIZE_CLASSES.iter().enumerate() {
            assert_eq!(size_class(end), class);
        }
        assert_eq!(size_class(usize::MAX), SIZE_CLASSES.len() - 1);
        assert_eq!(size_class(200), 5, "200 cells begin a class of their own");
    }

    #[test]
    fn add_sums_every_counter() {
        let times = |factor: u64| Stats {
            cases: factor,
            skipped: 2 * factor,
            skipped_by_oracle: factor,
            undrawn: Some(Undrawn { cases: 9 * factor, error: arbitrary::Error::NotEnoughData }),
            used_up: 2 * factor,
            deep: 3 * factor,
            fresh: 4 * factor,
            fresh_deep: 5 * factor,
            mutated: 15 * factor,
            steps: 6 * factor,
            accepted: 7 * factor,
            listed: 8 * factor,
            counted: 9 * factor,
            sampled: 10 * factor,
            assertions: 11 * factor,
            observations: [("check", factor), ("score", 16 * factor)]
                .map(|(name, steps)| {
                    let (by_engine_alone, by_oracle_alone) = (17 * factor, 18 * factor);
                    (name, ObservationCount { compared: steps, by_engine_alone, by_oracle_alone })
                })
                .into(),
            known: vec![0, 16 * factor],
            kinds: [("up".to_owned(), KindCount { moves: factor, most: 4, longest_run: 3 })].into(),
            longest: 7,
            clauses: vec![0, 12 * factor],
            cases_by_size: [13 * factor; 8],
            steps_by_size: [14 * factor; 8],
        };
        let mut sum = Stats::default();
        sum.add(&times(1));
        assert_eq!(sum, times(1));
        sum.add(&times(2));
        assert_eq!(sum, times(3));
        // A worker that has played no step has an empty list of clauses.
        sum.add(&Stats::default());
        assert_eq!(sum, times(3));
    }
}
