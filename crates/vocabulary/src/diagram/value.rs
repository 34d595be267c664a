//! The value of a field as text that needs no allocation.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// Bytes that a value may have in place: the longest number, and most words.
const IN_PLACE: usize = 20;

/// The value of a field. Positions are copied and compared many times for each move, and their
/// values are mostly a few letters.
#[derive(Clone)]
pub(super) enum Value {
    Short { length: u8, bytes: [u8; IN_PLACE] },
    Long(Box<str>),
}

impl Value {
    pub(super) fn new(text: &str) -> Self {
        let mut bytes = [0; IN_PLACE];
        match bytes.get_mut(..text.len()) {
            Some(place) => {
                place.copy_from_slice(text.as_bytes());
                Self::Short { length: text.len() as u8, bytes }
            }
            None => Self::Long(text.into()),
        }
    }

    pub(super) fn as_str(&self) -> &str {
        match self {
            Self::Short { length, bytes } => {
                str::from_utf8(&bytes[..usize::from(*length)]).expect("copied from a text")
            }
            Self::Long(text) => text,
        }
    }

    fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Short { length, bytes } => &bytes[..usize::from(*length)],
            Self::Long(text) => text.as_bytes(),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

// As those of the text: `str` compares by bytes, too.

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for Value {}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::{IN_PLACE, Value};

    #[test]
    fn values_are_compared_as_their_texts() {
        let texts =
            ["", "-", "KQ", "KQkq", "a1", "é", &"x".repeat(IN_PLACE), &"x".repeat(IN_PLACE + 1)];
        for one in texts {
            assert_eq!(Value::new(one).as_str(), one);
            for other in texts {
                assert_eq!(
                    Value::new(one).cmp(&Value::new(other)),
                    one.cmp(other),
                    "{one} {other}"
                );
            }
        }
    }
}
