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
    /// Adds the result of a job. Jobs are numbered from 0.
    pub(crate) fn insert(&mut self, number: u64, result: T) {
        self.early.insert(number, result);
    }

    /// Number of the job whose result leaves next.
    pub(crate) fn next(&self) -> u64 {
        self.next
    }

    /// The next result, if it has arrived.
    pub(crate) fn pop(&mut self) -> Option<T> {
        let result = self.early.remove(&self.next)?;
        self.next += 1;
        Some(result)
    }

    /// The buffered results, up to that of job `last`.
    pub(crate) fn waiting_to(&self, last: u64) -> impl Iterator<Item = &T> {
        self.early.iter().take_while(move |(number, _)| **number <= last).map(|(_, result)| result)
    }
}

#[cfg(test)]
mod tests {
    use super::InOrder;

    #[test]
    fn results_leave_in_the_order_of_their_jobs() {
        let mut order = InOrder::default();
        order.insert(2, 'c');
        order.insert(4, 'e');
        assert_eq!((order.next(), order.pop()), (0, None));
        order.insert(0, 'a');
        assert_eq!((order.pop(), order.pop()), (Some('a'), None));
        order.insert(1, 'b');
        assert_eq!((order.pop(), order.pop(), order.pop()), (Some('b'), Some('c'), None));
        assert_eq!(order.next(), 3);
        assert!(order.waiting_to(4).eq(&['e']));
        assert_eq!(order.waiting_to(3).count(), 0);
    }
}
