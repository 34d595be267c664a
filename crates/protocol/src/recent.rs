//! A small cache of the texts that were read last, with their values.

use std::collections::VecDeque;

/// Number of texts that are kept.
const TEXTS_KEPT: usize = 8;

/// Maximum length of a text that is kept, in bytes.
const LENGTH_MAX: usize = 1 << 16;

/// The last texts of one kind with their values. Copies of a game give equal answers, and reading
/// an answer takes longer than comparing it with a few others.
pub(crate) struct Recent<T> {
    values: VecDeque<(String, T)>,
}

impl<T> Default for Recent<T> {
    fn default() -> Self {
        Self { values: VecDeque::with_capacity(TEXTS_KEPT) }
    }
}

impl<T: Clone> Recent<T> {
    /// The value of a text that is kept.
    pub(crate) fn get(&self, text: &str) -> Option<T> {
        let found = self.values.iter().rev().find(|(kept, _)| kept == text);
        found.map(|(_, value)| value.clone())
    }

    /// Keeps a text that is not kept yet in place of the oldest one.
    pub(crate) fn keep(&mut self, text: String, value: &T) {
        if text.len() > LENGTH_MAX {
            return;
        }
        if self.values.len() == TEXTS_KEPT {
            self.values.pop_front();
        }
        self.values.push_back((text, value.clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::{Recent, TEXTS_KEPT};

    #[test]
    fn similar_texts_have_values_of_their_own() {
        let mut recent = Recent::default();
        let texts = ["1 2\n3 4", "1 2\n3 5", "0 2\n3 4", "1 2\n3 44", "1 2\n3", ""];
        for (value, text) in texts.into_iter().enumerate() {
            assert_eq!(recent.get(text), None, "{text:?} is not kept yet");
            recent.keep(text.into(), &value);
        }
        for (value, text) in texts.into_iter().enumerate() {
            assert_eq!(recent.get(text), Some(value), "{text:?}");
        }
        assert_eq!(recent.get("1 2\n3 6"), None);
    }

    #[test]
    fn the_oldest_text_makes_room() {
        let mut recent = Recent::default();
        for value in 0..=TEXTS_KEPT {
            recent.keep(value.to_string(), &value);
        }
        assert_eq!((recent.get("0"), recent.get("1")), (None, Some(1)));
        assert_eq!(recent.get(&TEXTS_KEPT.to_string()), Some(TEXTS_KEPT));
    }
}
