//! Outcomes of a query that are not settled yet.

use std::cmp::Reverse;

use super::value_model::Features;
use crate::bits::Bits;
use crate::proof::{AllRefuted, OpenCount, Refuted};

/// An outcome whose value is not known yet, on the bits of a part. There may be very many, so
/// everything that follows from these fields is computed again when it is needed.
#[derive(Clone, Copy)]
pub(super) struct OpenOutcome<const W: usize> {
    pub(super) painted: Bits<W>,
    pub(super) neutral: Bits<W>,
    /// Cells that the remaining numbers other than the safe ones can use.
    pub(super) reach: Bits<W>,
    pub(super) number: u16,
    pub(super) safe: u32,
    /// Estimated number of ways to paint its relevant cells; in guesses the square of its numbers.
    pub(super) cost: u64,
    pub(super) features: Features,
}

/// Open outcomes of a query, in the order of their attempts, and their count.
pub(super) struct OutcomeQueue<const W: usize, B> {
    open: OpenCount<B>,
    /// Outcomes to try in this round, the next one last.
    this_round: Vec<OpenOutcome<W>>,
    /// Outcomes to try in the next round; while there is more to list, newly listed ones, too.
    pub(super) next_round: Vec<OpenOutcome<W>>,
    /// Outcomes tried with the limit of the first round before all were listed.
    tried_early: Vec<OpenOutcome<W>>,
    /// Factor of the outcome limits of this round; 0 before the first.
    pub(super) factor: u64,
}

impl<const W: usize, B> Default for OutcomeQueue<W, B> {
    fn default() -> Self {
        Self {
            open: OpenCount::default(),
            this_round: Vec::new(),
            next_round: Vec::new(),
            tried_early: Vec::new(),
            factor: 0,
        }
    }
}

impl<const W: usize, B> OutcomeQueue<W, B> {
    /// Counts a new outcome, which is pushed or closed afterwards.
    pub(super) fn open(&mut self) {
        self.open.open();
    }

    /// Closes an outcome.
    pub(super) fn close(&mut self, refuted: Refuted<B>) {
        self.open.close(refuted);
    }

    /// Evidence that all outcomes are closed.
    pub(super) fn all_refuted(&self) -> Option<AllRefuted<B>> {
        self.open.all_refuted()
    }

    /// Removes and returns the next outcome of this round.
    pub(super) fn pop(&mut self) -> Option<OpenOutcome<W>> {
        self.this_round.pop()
    }

    /// Starts the next round, with limits `growth` times as large; low ranks come first.
    ///
    /// # Panics
    ///
    /// If an outcome was neither closed nor pushed.
    pub(super) fn begin_round(&mut self, growth: u64, rank: impl Fn(&OpenOutcome<W>) -> u64) {
        self.this_round.append(&mut self.next_round);
        let waiting = self.this_round.len() + self.tried_early.len();
        assert_eq!(waiting, self.open.len(), "an open outcome waits for its next round");
        if self.factor > 0 {
            self.this_round.append(&mut self.tried_early);
        }
        self.sort(rank);
        self.factor = self.factor.saturating_mul(growth).max(1);
    }

    /// Starts to try what is listed so far.
    pub(super) fn begin_early(&mut self, rank: impl Fn(&OpenOutcome<W>) -> u64) {
        self.this_round.append(&mut self.next_round);
        self.sort(rank);
    }

    /// Ends the trial: outcomes that were tried skip the first round, the others wait for it.
    pub(super) fn end_early(&mut self) {
        self.tried_early.append(&mut self.next_round);
        std::mem::swap(&mut self.this_round, &mut self.next_round);
    }

    /// Sorts this round. Outcomes of large boards are large, too: each is moved only once.
    fn sort(&mut self, rank: impl Fn(&OpenOutcome<W>) -> u64) {
        self.this_round.sort_by_cached_key(|outcome| Reverse(rank(outcome)));
    }
}
