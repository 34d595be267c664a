//! The cases or positions that are still to be tried: those of the corpus, then generated ones.

use std::collections::VecDeque;

use harness::campaign::{Budget, CorpusCase};

/// The source of a case or position.
#[derive(Clone, Debug)]
pub(super) enum Origin {
    /// The name in the corpus.
    Corpus(String),
    /// The number among the generated ones, from 0.
    Generated(u64),
}

/// A case or position.
pub(super) struct Item<T> {
    pub(super) origin: Origin,
    pub(super) text: T,
}

impl<T> Item<T> {
    pub(super) fn is_generated(&self) -> bool {
        matches!(self.origin, Origin::Generated(_))
    }
}

pub(super) struct Queue<T> {
    items: VecDeque<Item<T>>,
    corpus: usize,
    /// The number of the next generated item, and how many there are at most.
    next: u64,
    end: u64,
}

impl<T: From<String>> Queue<T> {
    /// The whole corpus, small cases first: where those fail, no large one has to be shrunk.
    pub(super) fn new(mut corpus: Vec<CorpusCase>, budget: Budget) -> Self {
        corpus.sort_by_key(|case| case.text.len());
        let item =
            |CorpusCase { name, text }| Item { origin: Origin::Corpus(name), text: text.into() };
        let end = if let Budget::Cases(cases) = budget { cases } else { u64::MAX };
        let items: VecDeque<Item<T>> = corpus.into_iter().map(item).collect();
        Self { corpus: items.len(), items, next: 0, end }
    }

    /// The number of items of the corpus, tried or not.
    pub(super) fn corpus(&self) -> usize {
        self.corpus
    }

    /// Drops what is generated: the corpus is tried whatever the time.
    pub(super) fn keep_corpus_only(&mut self) {
        self.end = self.next;
        self.items.retain(|item| !item.is_generated());
    }

    /// The next item. One with a new number is made by `draw`; `None` if there is nothing left.
    pub(super) fn peek(&mut self, draw: impl FnOnce(u64) -> Option<T>) -> Option<&Item<T>> {
        if self.items.is_empty() && self.next < self.end {
            let number = self.next;
            self.next += 1;
            self.items.push_back(Item { origin: Origin::Generated(number), text: draw(number)? });
        }
        self.items.front()
    }

    /// Takes the item that was peeked at.
    pub(super) fn pop(&mut self) -> Option<Item<T>> {
        self.items.pop_front()
    }

    /// Puts items back, to be the next ones.
    pub(super) fn give_back(&mut self, items: Vec<Item<T>>) {
        for item in items.into_iter().rev() {
            self.items.push_front(item);
        }
    }
}

#[cfg(test)]
mod tests {
    use harness::campaign::{Budget, CorpusCase};

    use super::Queue;

    fn queue(budget: Budget) -> Queue<String> {
        let case = |text: &str| CorpusCase { name: text.into(), text: text.into() };
        Queue::new(vec![case("long"), case("s")], budget)
    }

    fn next(queue: &mut Queue<String>) -> Option<String> {
        queue.peek(|number| Some(number.to_string()))?;
        queue.pop().map(|item| item.text)
    }

    #[test]
    fn the_corpus_comes_first_and_its_small_cases_before_the_others() {
        let mut queue = queue(Budget::Cases(2));
        let all: Vec<String> = std::iter::from_fn(|| next(&mut queue)).collect();
        assert_eq!((all, queue.corpus()), (["s", "long", "0", "1"].map(String::from).into(), 2));
    }

    #[test]
    fn when_the_time_is_up_only_the_corpus_is_left() {
        let mut queue = queue(Budget::Cases(9));
        let take = |queue: &mut Queue<String>| {
            queue.peek(|number| Some(number.to_string()));
            queue.pop().unwrap()
        };
        let [small, large, drawn] = [(); 3].map(|()| take(&mut queue));
        queue.give_back(vec![large, drawn]);
        queue.keep_corpus_only();
        assert_eq!(next(&mut queue).as_deref(), Some("long"));
        assert_eq!((next(&mut queue), small.text), (None, "s".into()));
    }
}
