//! Positions that have been seen, for all threads.

use std::hash::{DefaultHasher, Hasher};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashSet;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// In so many parts, each with a lock of its own.
const PARTS: usize = 64;
/// Hexadecimal digits of a key.
const DIGITS: usize = 32;
/// Bits of a hash that choose its place in the table of summaries.
const PLACE_BITS: u32 = 16;

/// Texts, by hashes of 128 bits: one half is that of PF-4, the other one what the standard library
/// takes for its maps (`SipHash` with a fixed key). That two of a thousand million share one has a
/// probability below 10^-20.
#[derive(Debug)]
pub(super) struct SeenByAll {
    parts: Box<[Mutex<FxHashSet<u128>>]>,
    /// What is known of the positions that were looked at last, see [`Self::summary`]: the hash but
    /// for the bits that are its place, and 16 bits. A direct-mapped cache.
    summaries: Box<[AtomicU64]>,
}

impl SeenByAll {
    /// Whether the text is new. `hash` is its hash of PF-4.
    pub(super) fn insert(&self, text: &str, hash: u64) -> bool {
        // Made in another way than the first half: where that is the same, this one is not likelier to be.
        let mut second = DefaultHasher::new();
        second.write(text.as_bytes());
        let key = u128::from(hash) << 64 | u128::from(second.finish());
        part_of(&self.parts, key).insert(key)
    }

    /// The summary that was [kept](Self::keep_summary) of the text with this hash, unless others took
    /// its place since.
    pub(super) fn summary(&self, hash: u64) -> Option<u16> {
        let entry = self.place(hash).load(Relaxed);
        (entry >> PLACE_BITS == hash >> PLACE_BITS && entry != 0).then_some(entry as u16)
    }

    /// Keeps 16 bits beside a text, for as long as there is room.
    pub(super) fn keep_summary(&self, hash: u64, summary: u16) {
        let entry = hash >> PLACE_BITS << PLACE_BITS | u64::from(summary);
        self.place(hash).store(entry, Relaxed);
    }

    fn place(&self, hash: u64) -> &AtomicU64 {
        &self.summaries[hash as usize % self.summaries.len()]
    }

    /// All there is.
    pub(super) fn so_far(&self) -> Seen {
        let mut keys = Vec::new();
        for part in &self.parts {
            keys.extend(part.lock().unwrap_or_else(PoisonError::into_inner).iter());
        }
        // The same on any number of threads.
        keys.sort_unstable();
        Seen(keys)
    }
}

impl From<&Seen> for SeenByAll {
    fn from(seen: &Seen) -> Self {
        let parts: Box<[_]> = (0..PARTS).map(|_| Mutex::default()).collect();
        for &key in &seen.0 {
            part_of(&parts, key).insert(key);
        }
        let summaries = (0..1 << PLACE_BITS).map(|_| AtomicU64::default()).collect();
        Self { parts, summaries }
    }
}

fn part_of(parts: &[Mutex<FxHashSet<u128>>], key: u128) -> MutexGuard<'_, FxHashSet<u128>> {
    let part = &parts[(key >> 64) as usize % PARTS];
    part.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Positions that have been seen, as they are kept: a text of hexadecimal digits, 32 for each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen(Vec<u128>);

impl Serialize for Seen {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use std::fmt::Write;

        let mut text = String::with_capacity(self.0.len() * DIGITS);
        for key in &self.0 {
            let _ = write!(text, "{key:032x}");
        }
        serializer.serialize_str(&text)
    }
}

impl<'de> Deserialize<'de> for Seen {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let keys = text.as_bytes().chunks(DIGITS).map(|digits| {
            let key = str::from_utf8(digits).ok().filter(|digits| digits.len() == DIGITS);
            key.and_then(|key| u128::from_str_radix(key, 16).ok())
        });
        let keys: Option<_> = keys.collect();
        keys.map(Self).ok_or_else(|| {
            de::Error::custom("the positions that were seen are no groups of 32 hexadecimal digits")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Seen, SeenByAll};

    #[test]
    fn what_has_one_half_of_its_key_in_common_is_told_apart() {
        let seen = SeenByAll::from(&Seen::default());
        assert!(seen.insert("one", 1));
        assert!(!seen.insert("one", 1));
        assert!(seen.insert("another", 1) && seen.insert("one", 2));
        assert_eq!(seen.so_far().0.len(), 3);
    }

    #[test]
    fn a_summary_is_kept_until_another_text_takes_its_place() {
        let seen = SeenByAll::from(&Seen::default());
        let (one, other) = (7 << 16 | 3, 8 << 16 | 3);
        assert_eq!(seen.summary(one), None);
        seen.keep_summary(one, 500);
        assert_eq!([one, other, one + 1].map(|hash| seen.summary(hash)), [Some(500), None, None]);
        seen.keep_summary(other, 0);
        assert_eq!([one, other].map(|hash| seen.summary(hash)), [None, Some(0)]);
    }

    #[test]
    fn what_was_seen_reads_back_from_what_is_kept() {
        let all = SeenByAll::from(&Seen::default());
        for number in 0..100 {
            all.insert(&number.to_string(), number);
        }
        let text = serde_json::to_string(&all.so_far()).unwrap();
        let kept: Seen = serde_json::from_str(&text).unwrap();
        assert_eq!(kept, all.so_far());
        let again = SeenByAll::from(&kept);
        assert!((0..100).all(|number| !again.insert(&number.to_string(), number)));
        assert!(again.insert("100", 100));
        for wrong in ["\"12\"", "\"0000000000000000000000000000000g\"", "7"] {
            assert!(serde_json::from_str::<Seen>(wrong).is_err(), "{wrong}");
        }
        assert_eq!(serde_json::from_str::<Seen>("\"\"").unwrap(), Seen::default());
    }
}
