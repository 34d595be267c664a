//! What is known of components.

/// What is known of the Grundy value of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// It is this.
    Exactly(u32),
    /// It is none of these: bit `n` stands for the value `n`.
    Not(u32),
}

impl Known {
    /// Whether the value is known not to be this one.
    #[inline]
    pub(crate) fn is_not(self, value: u32) -> bool {
        match self {
            Self::Exactly(known) => known != value,
            Self::Not(not) => value < VALUES && not >> value & 1 == 1,
        }
    }
}

/// Values of 32 and more are not kept.
pub(crate) const VALUES: u32 = 32;

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// 0 if it is free.
    key: u64,
    not: u32,
    /// One more than the value, if it is known.
    value: u8,
    /// How much work it saves, on a logarithmic scale.
    work: u8,
}

/// So many entries share a bucket.
const WAYS: usize = 4;

/// How many components a table has room for at first, and at most, as powers of two: 16 bytes each.
const FIRST_BITS: u32 = 10;
const LAST_BITS: u32 = 22;

/// A transposition table. It grows while it fills; when it may not grow any more, what saves the least
/// work of those that share a bucket is the first to go.
#[derive(Debug)]
pub(crate) struct Table {
    entries: Vec<Entry>,
    /// How many entries have been taken that were free.
    used: usize,
}

impl Default for Table {
    fn default() -> Self {
        Self { entries: vec![Entry::default(); 1 << FIRST_BITS], used: 0 }
    }
}

impl Table {
    #[inline]
    fn bucket(&self, key: u64) -> usize {
        (key >> 20) as usize % (self.entries.len() / WAYS) * WAYS
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Known {
        let first = self.bucket(key);
        match self.entries[first..first + WAYS].iter().find(|entry| entry.key == key) {
            None => Known::Not(0),
            Some(Entry { value: 0, not, .. }) => Known::Not(*not),
            // What was believed first may be doubted later.
            Some(Entry { value, not, .. }) if not >> (value - 1) & 1 == 1 => Known::Not(*not),
            Some(Entry { value, .. }) => Known::Exactly(u32::from(*value) - 1),
        }
    }

    /// Keeps what is known, beside what was known before. `work` is how many nodes it took.
    pub(crate) fn put(&mut self, key: u64, known: Known, work: u64) {
        let (value, not) = match known {
            Known::Exactly(value) if value < VALUES => (value as u8 + 1, 0),
            Known::Exactly(_) => return,
            Known::Not(not) => (0, not),
        };
        if self.used * 2 > self.entries.len() && self.entries.len() < 1 << LAST_BITS {
            self.grow();
        }
        let work = (u64::BITS - work.leading_zeros()) as u8;
        self.keep(Entry { key, not, value, work });
    }

    fn keep(&mut self, kept: Entry) {
        let first = self.bucket(kept.key);
        let bucket = &mut self.entries[first..first + WAYS];
        let place = bucket.iter().position(|entry| entry.key == kept.key).unwrap_or_else(|| {
            let least = (0..WAYS).min_by_key(|&way| (bucket[way].key != 0, bucket[way].work));
            least.expect("a bucket has entries")
        });
        let entry = &mut bucket[place];
        if entry.key == kept.key {
            entry.not |= kept.not;
            entry.value = entry.value.max(kept.value);
            entry.work = entry.work.max(kept.work);
        } else {
            self.used += usize::from(entry.key == 0);
            *entry = kept;
        }
    }

    fn grow(&mut self) {
        let larger = vec![Entry::default(); self.entries.len() * 4];
        let entries = std::mem::replace(&mut self.entries, larger);
        self.used = 0;
        for entry in entries.into_iter().filter(|entry| entry.key != 0) {
            self.keep(entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Known, LAST_BITS, Table};
    use crate::shape::mix;

    #[test]
    fn what_is_known_is_put_together() {
        let mut table = Table::default();
        assert_eq!(table.get(7), Known::Not(0));
        table.put(7, Known::Not(0b1), 1);
        table.put(7, Known::Not(0b100), 1);
        assert_eq!(table.get(7), Known::Not(0b101));
        table.put(7, Known::Exactly(1), 1);
        assert_eq!(table.get(7), Known::Exactly(1));
        table.put(7, Known::Not(0b1000), 1);
        assert_eq!(table.get(7), Known::Exactly(1));
        table.put(9, Known::Exactly(99), 1);
        assert_eq!(table.get(9), Known::Not(0), "too large a value is not kept");
    }

    #[test]
    fn little_is_lost_while_it_can_grow_and_what_is_kept_is_right_when_it_cannot() {
        let mut table = Table::default();
        let value = |index: u64| Known::Exactly((index % 5) as u32);
        for index in 1..=100_000 {
            table.put(mix(index), value(index), 1);
        }
        let kept = (1..=100_000).filter(|&index| table.get(mix(index)) != Known::Not(0)).count();
        assert!(kept > 95_000, "{kept}");
        let many = 3 << LAST_BITS;
        for index in 1..=many {
            table.put(mix(index), value(index), 1);
        }
        assert_eq!(table.entries.len(), 1 << LAST_BITS);
        let mut kept = 0;
        for index in 1..=many {
            let known = table.get(mix(index));
            assert!(known == Known::Not(0) || known == value(index));
            kept += usize::from(known == value(index));
        }
        assert!(kept > table.entries.len() * 9 / 10, "{kept}");
    }
}
