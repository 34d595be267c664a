//! A reorder buffer for results.

use std::collections::BTreeMap;

/// Reorder buffer: results arrive in any order and leave in the order of their jobs.
#[derive(Debug)]
pub(crate) struct InOrder<T> {
    next: u64,
    early: BTreeMap<u64, T>,
}

impl<T> Default for InOrder<T> {
    fn default() -> Self {
        Self { next: 0, early: BTreeMap::new() }
    }
}

impl<T> InOrder<T> {
    /// Adds the result of a job.
    pub(crate) fn insert(&mut self, number: u64, result: T) {
        self.early.insert(number, result);
    }

    /// The next result with the number of its job, if it has arrived.
    pub(crate) fn pop(&mut self) -> Option<(u64, T)> {
        let entry = self.early.first_entry().filter(|entry| *entry.key() == self.next)?;
        self.next += 1;
        Some(entry.remove_entry())
    }

    /// The first result that has arrived, with the number of its job, even if earlier ones are
    /// missing. They must not arrive any more.
    pub(crate) fn pop_any(&mut self) -> Option<(u64, T)> {
        let (number, result) = self.early.pop_first()?;
        self.next = number + 1;
        Some((number, result))
    }

    /// The buffered results, up to that of job `last`.
    pub(crate) fn waiting_to(&self, last: u64) -> impl Iterator<Item = &T> {
        self.early.iter().take_while(move |(number, _)| **number <= last).map(|(_, result)| result)
    }
}
