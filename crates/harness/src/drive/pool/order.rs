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

#[cfg(test)]
mod tests {
    use super::InOrder;

    #[test]
    fn results_leave_in_the_order_of_their_jobs() {
        let mut order = InOrder::default();
        order.insert(2, 'c');
        order.insert(4, 'e');
        assert_eq!(order.pop(), None);
        order.insert(0, 'a');
        assert_eq!((order.pop(), order.pop()), (Some((0, 'a')), None));
        order.insert(1, 'b');
        let all = [(); 3].map(|()| order.pop());
        assert_eq!(all, [Some((1, 'b')), Some((2, 'c')), None]);
        assert!(order.waiting_to(4).eq(&['e']));
        assert_eq!(order.waiting_to(3).count(), 0);
    }

    #[test]
    fn at_the_end_missing_results_are_passed_over() {
        let mut order = InOrder::default();
        order.insert(3, 'd');
        order.insert(1, 'b');
        assert_eq!((order.pop(), order.pop_any()), (None, Some((1, 'b'))));
        order.insert(2, 'c');
        assert_eq!(order.pop(), Some((2, 'c')));
        assert_eq!((order.pop_any(), order.pop_any()), (Some((3, 'd')), None));
    }
}
