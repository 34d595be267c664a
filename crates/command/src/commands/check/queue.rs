//! The queue of a check: the cases or positions of the corpus, then generated ones.

use std::collections::VecDeque;
use std::ops::Range;

use twinboard_harness::campaign::{CampaignBudget, CorpusCase};

/// The source of a case or position.
#[derive(Clone, Debug)]
pub(super) enum Origin {
    /// The name of the case in the corpus.
    Corpus(String),
    /// The number of the generated case, from 0.
    Generated(u64),
}

/// A case or position.
pub(super) struct Item {
    pub(super) origin: Origin,
    pub(super) text: String,
}

impl Item {
    pub(super) fn is_generated(&self) -> bool {
        matches!(self.origin, Origin::Generated(_))
    }
}

pub(super) struct Queue {
    items: VecDeque<Item>,
    /// The number of the next generated item.
    next: u64,
    /// The limit on `next`.
    end: u64,
}

impl Queue {
    /// A queue of the whole corpus.
    pub(super) fn new(corpus: Vec<CorpusCase>, budget: CampaignBudget) -> Self {
        let item = |CorpusCase { name, text }| Item { origin: Origin::Corpus(name), text };
        let end = if let CampaignBudget::Cases(cases) = budget { cases } else { u64::MAX };
        Self { items: corpus.into_iter().map(item).collect(), next: 0, end }
    }

    /// The numbers of the next `count` items to generate, or of those that are left.
    pub(super) fn numbers(&mut self, count: u64) -> Range<u64> {
        let begin = self.next;
        self.next = self.end.min(begin.saturating_add(count));
        begin..self.next
    }

    /// True until an item is generated.
    pub(super) fn is_new(&self) -> bool {
        self.next == 0
    }

    /// Adds a generated item at the end.
    pub(super) fn add(&mut self, number: u64, text: String) {
        self.items.push_back(Item { origin: Origin::Generated(number), text });
    }

    /// Puts small items first: if those fail, no large case has to be shrunk.
    pub(super) fn sort(&mut self) {
        self.items.make_contiguous().sort_by_key(|item| item.text.len());
    }

    /// The number of items of the corpus that were not taken.
    pub(super) fn left_of_corpus(&self) -> u64 {
        self.items.iter().filter(|item| !item.is_generated()).count() as u64
    }

    /// The next item; `None` until another one is added.
    pub(super) fn peek(&self) -> Option<&Item> {
        self.items.front()
    }

    pub(super) fn pop(&mut self) -> Option<Item> {
        self.items.pop_front()
    }

    /// True if no item is left and none can be added.
    pub(super) fn is_over(&self) -> bool {
        self.items.is_empty() && self.next == self.end
    }

    /// Returns items to the front of the queue.
    pub(super) fn give_back(&mut self, items: Vec<Item>) {
        for item in items.into_iter().rev() {
            self.items.push_front(item);
        }
    }
}

#[cfg(test)]
mod tests {
    use twinboard_harness::campaign::{CampaignBudget, CorpusCase};

    use super::Queue;

    #[test]
    fn small_items_come_first_and_those_given_back_before_them() {
        let case = |text: &str| CorpusCase { name: text.into(), text: text.into() };
        let mut queue =
            Queue::new(vec![case("long"), case("s"), case("longer")], CampaignBudget::Cases(3));
        assert_eq!(queue.numbers(2), 0..2);
        queue.add(0, "12345".into());
        queue.add(1, "1".into());
        queue.sort();
        let first = [(); 3].map(|()| queue.pop().unwrap());
        assert_eq!(first.each_ref().map(|item| &*item.text), ["s", "1", "long"]);
        assert_eq!(queue.left_of_corpus(), 1);
        queue.give_back(first.into_iter().skip(1).collect());
        let rest: Vec<String> = std::iter::from_fn(|| queue.pop()).map(|item| item.text).collect();
        assert_eq!(rest, ["1", "long", "12345", "longer"]);
        assert!(!queue.is_over());
        assert_eq!(queue.numbers(9), 2..3);
        assert!(queue.is_over());
    }
}
