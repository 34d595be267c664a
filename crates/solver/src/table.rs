//! Transposition table of components: what is known of their Grundy values.
//!
//! The naive table is a hash map from a component to its value. Departures:
//!
//! 1. It also stores values that a component is known *not* to have: each answered query excludes
//!    one, and knowledge about the same component accumulates.
//! 2. Only the key of 64 bits is stored, not the component.
//! 3. Its size is bounded. It grows while it fills, up to 2^22 entries of 16 bytes; then an entry
//!    replaces the one of its bucket that took the fewest nodes to find.
//! 4. Several threads may share it. It is split by key into 64 shards, each with a lock of its own,
//!    so that two threads hardly ever wait for each other.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::tuning::{TABLE_INITIAL_BITS, TABLE_MAX_BITS};

/// Knowledge about the Grundy value of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KnownValue {
    /// The value.
    Exactly(u32),
    /// Values it does not have: bit `n` excludes the value `n`.
    NoneOf(u32),
}

impl KnownValue {
    /// True if the value is known to be a different one.
    #[inline]
    pub(crate) fn is_not(self, value: u32) -> bool {
        match self {
            Self::Exactly(known) => known != value,
            Self::NoneOf(excluded) => value < VALUES_MAX && excluded >> value & 1 == 1,
        }
    }
}

/// Values from here on are not stored.
pub(crate) const VALUES_MAX: u32 = 32;

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// 0 if the entry is free.
    key: u64,
    excluded: u32,
    /// The value plus 1 if it is known, else 0.
    value: u8,
    /// Bit length of the number of nodes that it took.
    work: u8,
}

/// Entries that share a bucket.
const BUCKET_ENTRIES: usize = 4;

/// Shards of a table, as a power of two. They are chosen by the highest bits of a key, which no
/// bucket depends on.
const SHARD_BITS: u32 = 6;

/// A table of bounded size; see the [module](self). A clone shares its entries.
#[derive(Clone, Debug)]
pub(crate) struct TranspositionTable {
    shards: Arc<[Mutex<Shard>]>,
}

impl Default for TranspositionTable {
    fn default() -> Self {
        Self { shards: (0..1 << SHARD_BITS).map(|_| Mutex::default()).collect() }
    }
}

impl TranspositionTable {
    #[inline]
    fn shard(&self, key: u64) -> MutexGuard<'_, Shard> {
        let shard = &self.shards[(key >> (u64::BITS - SHARD_BITS)) as usize];
        // An entry is complete whenever a thread can panic.
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> KnownValue {
        self.shard(key).get(key)
    }

    /// Adds to what is stored about a component; `work` is the number of nodes it took.
    pub(crate) fn put(&self, key: u64, known: KnownValue, work: u64) {
        let (value, excluded) = match known {
            KnownValue::Exactly(value) if value < VALUES_MAX => (value as u8 + 1, 0),
            KnownValue::Exactly(_) => return,
            KnownValue::NoneOf(excluded) => (0, excluded),
        };
        let work = (u64::BITS - work.leading_zeros()) as u8;
        self.shard(key).put(Entry { key, excluded, value, work });
    }
}

#[cfg(test)]
impl TranspositionTable {
    /// Number of entries in use.
    pub(crate) fn used(&self) -> usize {
        self.shards.iter().map(|shard| shard.lock().unwrap().used).sum()
    }
}

/// The entries of all keys with the same highest bits.
#[derive(Debug)]
struct Shard {
    entries: Vec<Entry>,
    /// Entries in use.
    used: usize,
}

impl Default for Shard {
    fn default() -> Self {
        Self { entries: vec![Entry::default(); 1 << (TABLE_INITIAL_BITS - SHARD_BITS)], used: 0 }
    }
}

impl Shard {
    /// Index of the first entry that a key may be stored in.
    #[inline]
    fn bucket(&self, key: u64) -> usize {
        (key >> 20) as usize % (self.entries.len() / BUCKET_ENTRIES) * BUCKET_ENTRIES
    }

    #[inline]
    fn get(&self, key: u64) -> KnownValue {
        let first = self.bucket(key);
        match self.entries[first..first + BUCKET_ENTRIES].iter().find(|entry| entry.key == key) {
            None => KnownValue::NoneOf(0),
            Some(Entry { value: 0, excluded, .. }) => KnownValue::NoneOf(*excluded),
            // A guessed value may be excluded later.
            Some(Entry { value, excluded, .. }) if excluded >> (value - 1) & 1 == 1 => {
                KnownValue::NoneOf(*excluded)
            }
            Some(Entry { value, .. }) => KnownValue::Exactly(u32::from(*value) - 1),
        }
    }

    /// Stores an entry, and makes room for more if needed.
    fn put(&mut self, stored: Entry) {
        let entries_max = 1 << (TABLE_MAX_BITS - SHARD_BITS);
        if self.used * 2 > self.entries.len() && self.entries.len() < entries_max {
            self.grow();
        }
        self.store(stored);
    }

    /// Merges an entry into that of the same key, or replaces the cheapest of its bucket.
    fn store(&mut self, stored: Entry) {
        let first = self.bucket(stored.key);
        let bucket = &mut self.entries[first..first + BUCKET_ENTRIES];
        let place = bucket.iter().position(|entry| entry.key == stored.key).unwrap_or_else(|| {
            let cheapest = (0..BUCKET_ENTRIES)
                .min_by_key(|&index| (bucket[index].key != 0, bucket[index].work));
            cheapest.expect("a bucket has entries")
        });
        let entry = &mut bucket[place];
        if entry.key == stored.key {
            entry.excluded |= stored.excluded;
            entry.value = entry.value.max(stored.value);
            entry.work = entry.work.max(stored.work);
        } else {
            self.used += usize::from(entry.key == 0);
            *entry = stored;
        }
    }

    /// Quadruples the shard.
    fn grow(&mut self) {
        let larger = vec![Entry::default(); self.entries.len() * 4];
        let entries = std::mem::replace(&mut self.entries, larger);
        self.used = 0;
        for entry in entries.into_iter().filter(|entry| entry.key != 0) {
            self.store(entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{KnownValue, TranspositionTable};
    use crate::tuning::TABLE_MAX_BITS;
    use twinboard_vocabulary::random::mix;

    #[test]
    fn knowledge_about_a_key_accumulates() {
        let table = TranspositionTable::default();
        assert_eq!(table.get(7), KnownValue::NoneOf(0));
        table.put(7, KnownValue::NoneOf(0b1), 1);
        table.put(7, KnownValue::NoneOf(0b100), 1);
        assert_eq!(table.get(7), KnownValue::NoneOf(0b101));
        table.put(7, KnownValue::Exactly(1), 1);
        assert_eq!(table.get(7), KnownValue::Exactly(1));
        table.put(7, KnownValue::NoneOf(0b1000), 1);
        assert_eq!(table.get(7), KnownValue::Exactly(1));
        table.put(9, KnownValue::Exactly(99), 1);
        assert_eq!(table.get(9), KnownValue::NoneOf(0), "too large a value is not stored");
    }

    #[test]
    fn a_growing_table_loses_little_and_a_full_one_stays_correct() {
        let table = TranspositionTable::default();
        // Both kinds, so that an entry would show what it has of the one that it replaces.
        let value = |index: u64| match (index % 2, (index % 5) as u32) {
            (0, value) => KnownValue::Exactly(value),
            (_, other) => KnownValue::NoneOf(1 << other),
        };
        for index in 1..=100_000 {
            table.put(mix(index), value(index), 1);
        }
        let stored =
            (1..=100_000).filter(|&index| table.get(mix(index)) != KnownValue::NoneOf(0)).count();
        assert!(stored > 95_000, "{stored}");
        let many = 3 << TABLE_MAX_BITS;
        for index in 1..=many {
            table.put(mix(index), value(index), 1);
        }
        let entries: usize = table.shards.iter().map(|it| it.lock().unwrap().entries.len()).sum();
        assert_eq!(entries, 1 << TABLE_MAX_BITS);
        let mut stored = 0;
        for index in 1..=many {
            let known = table.get(mix(index));
            assert!(known == KnownValue::NoneOf(0) || known == value(index));
            stored += usize::from(known == value(index));
        }
        assert!(stored > entries * 9 / 10, "{stored}");
    }
}
