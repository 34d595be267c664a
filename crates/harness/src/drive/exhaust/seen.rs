//! The set of positions seen so far, shared by all workers.

use std::hash::{DefaultHasher, Hasher};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};

use rustc_hash::FxHashSet;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::model::sync::lock;

/// Number of shards, each with its own lock.
const PARTS: usize = 64;
/// Hexadecimal digits of a key.
const DIGITS: usize = 32;
/// Bits of a hash that choose its place in the table of summaries.
const PLACE_BITS: u32 = 16;

/// Set of canonical keys, stored as hashes of 128 bits.
///
/// The halves of a hash are that of PF-4 and the standard library's `SipHash` with a fixed key. The
/// probability of a collision among a thousand million keys is below 10^-20.
#[derive(Debug)]
pub(super) struct SeenByAll {
    parts: Box<[Mutex<FxHashSet<u128>>]>,
    /// Number of all keys.
    count: AtomicU64,
    /// Direct-mapped cache of [summaries](Self::summary). An entry is the hash without the bits
    /// that determine its place, and 16 bits of summary.
    summaries: Box<[AtomicU64]>,
}

impl SeenByAll {
    /// Inserts a key, and returns true if it is new. `hash` is its hash of PF-4.
    pub(super) fn insert(&self, text: &str, hash: u64) -> bool {
        // An unrelated hash function, so that a collision of one half does not make one of the
        // other more likely.
        let mut second = DefaultHasher::new();
        second.write(text.as_bytes());
        let key = u128::from(hash) << 64 | u128::from(second.finish());
        let is_new = part_of(&self.parts, key).insert(key);
        self.count.fetch_add(is_new.into(), Relaxed);
        is_new
    }

    /// Number of all keys.
    pub(super) fn len(&self) -> u64 {
        self.count.load(Relaxed)
    }

    /// The summary [kept](Self::keep_summary) for this hash, unless it was evicted.
    pub(super) fn summary(&self, hash: u64) -> Option<u16> {
        let entry = self.place(hash).load(Relaxed);
        (entry >> PLACE_BITS == hash >> PLACE_BITS && entry != 0).then_some(entry as u16)
    }

    /// Stores 16 bits for a hash, until another hash with the same place evicts them.
    pub(super) fn keep_summary(&self, hash: u64, summary: u16) {
        let entry = hash >> PLACE_BITS << PLACE_BITS | u64::from(summary);
        self.place(hash).store(entry, Relaxed);
    }

    fn place(&self, hash: u64) -> &AtomicU64 {
        &self.summaries[hash as usize % self.summaries.len()]
    }

    /// All keys, for a checkpoint.
    pub(super) fn so_far(&self) -> Seen {
        let mut keys = Vec::new();
        for part in &self.parts {
            keys.extend(lock(part).iter());
        }
        // The order in the sets depends on the threads.
        keys.sort_unstable();
        Seen(keys)
    }
}

impl From<&Seen> for SeenByAll {
    fn from(seen: &Seen) -> Self {
        let parts: Box<[_]> = (0..PARTS).map(|_| Mutex::default()).collect();
        let mut count = 0;
        for &key in &seen.0 {
            count += u64::from(part_of(&parts, key).insert(key));
        }
        let summaries = (0..1 << PLACE_BITS).map(|_| AtomicU64::default()).collect();
        Self { parts, count: count.into(), summaries }
    }
}

fn part_of(parts: &[Mutex<FxHashSet<u128>>], key: u128) -> MutexGuard<'_, FxHashSet<u128>> {
    let part = &parts[(key >> 64) as usize % PARTS];
    lock(part)
}

/// Positions seen so far, as stored in a checkpoint: hashes of 128 bits, serialized as a text with
/// 32 hexadecimal digits for each.
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
            de::Error::custom("the positions seen are not groups of 32 hexadecimal digits")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Seen, SeenByAll};

    #[test]
    fn keys_that_share_one_half_of_the_hash_are_distinct() {
        let seen = SeenByAll::from(&Seen::default());
        assert!(seen.insert("one", 1));
        assert!(!seen.insert("one", 1));
        assert!(seen.insert("another", 1) && seen.insert("one", 2));
        assert_eq!((seen.so_far().0.len(), seen.len()), (3, 3));
    }

    #[test]
    fn a_summary_is_kept_until_it_is_evicted() {
        let seen = SeenByAll::from(&Seen::default());
        let (one, other) = (7 << 16 | 3, 8 << 16 | 3);
        assert_eq!(seen.summary(one), None);
        seen.keep_summary(one, 500);
        assert_eq!([one, other, one + 1].map(|hash| seen.summary(hash)), [Some(500), None, None]);
        seen.keep_summary(other, 0);
        assert_eq!([one, other].map(|hash| seen.summary(hash)), [None, Some(0)]);
    }

    #[test]
    fn the_set_survives_a_checkpoint() {
        let all = SeenByAll::from(&Seen::default());
        for number in 0..100 {
            all.insert(&number.to_string(), number);
        }
        let text = serde_json::to_string(&all.so_far()).unwrap();
        let kept: Seen = serde_json::from_str(&text).unwrap();
        assert_eq!(kept, all.so_far());
        let again = SeenByAll::from(&kept);
        assert_eq!(again.len(), 100);
        assert!((0..100).all(|number| !again.insert(&number.to_string(), number)));
        assert!(again.insert("100", 100));
        for wrong in ["\"12\"", "\"0000000000000000000000000000000g\"", "7"] {
            assert!(serde_json::from_str::<Seen>(wrong).is_err(), "{wrong}");
        }
        assert_eq!(serde_json::from_str::<Seen>("\"\"").unwrap(), Seen::default());
    }
}
