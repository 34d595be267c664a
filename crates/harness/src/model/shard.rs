//! Shards: a run dealt out to several processes or machines.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Largest number of shards of a run.
const MOST: u32 = 1024;

/// Shard K of N, written `K/N`. The N shards of a run share nothing while they play, and together
/// do its work once.
///
/// ```
/// use twinboard_harness::shard::Shard;
///
/// let second: Shard = "2/3".parse().unwrap();
/// assert_eq!((second.number(), second.count()), (2, 3));
/// // Of seven jobs it has those numbered 1 and 4.
/// assert_eq!((second.share_of(7), second.job(0), second.job(1)), (2, 1, 4));
/// assert!("4/3".parse::<Shard>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    number: u32,
    count: u32,
}

impl Shard {
    /// The only shard of a run that is not divided.
    pub const WHOLE: Self = Self { number: 1, count: 1 };

    /// Shard `number` of `count`; `None` unless `number` is from 1 to `count` and `count` is at
    /// most 1024.
    #[must_use]
    pub fn new(number: u32, count: u32) -> Option<Self> {
        ((1..=count).contains(&number) && count <= MOST).then_some(Self { number, count })
    }

    /// Number of the shard, from 1.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.number
    }

    /// Number of shards of the run.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.count
    }

    /// True if this is the only shard.
    #[must_use]
    pub const fn is_whole(self) -> bool {
        self.count == 1
    }

    /// True if the item with this hash belongs to this shard. The hash must be well mixed.
    pub(crate) const fn owns(self, hash: u64) -> bool {
        hash % self.count as u64 == self.number as u64 - 1
    }

    /// Job number `turn` of this shard, both from 0, when jobs are dealt out in turns.
    #[must_use]
    pub const fn job(self, turn: u64) -> u64 {
        turn.saturating_mul(self.count as u64).saturating_add(self.number as u64 - 1)
    }

    /// Number of jobs of this shard, of `jobs` in all.
    #[must_use]
    pub const fn share_of(self, jobs: u64) -> u64 {
        let (number, count) = (self.number as u64, self.count as u64);
        jobs / count + (jobs % count >= number) as u64
    }
}

impl Default for Shard {
    fn default() -> Self {
        Self::WHOLE
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| {
            let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse().ok().filter(|_| is_number)
        };
        let numbers = text.split_once('/');
        numbers
            .and_then(|(one, other)| Self::new(number(one)?, number(other)?))
            .ok_or_else(|| format!("expected K/N with 1 ≤ K ≤ N ≤ {MOST}, such as 2/7"))
    }
}

impl Serialize for Shard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Shard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::Shard;

    #[test]
    fn a_shard_is_written_as_two_numbers() {
        let shard: Shard = "3/7".parse().unwrap();
        assert_eq!((shard.to_string(), shard.is_whole()), ("3/7".to_owned(), false));
        assert_eq!(serde_json::to_string(&shard).unwrap(), "\"3/7\"");
        assert_eq!(serde_json::from_str::<Shard>("\"3/7\"").unwrap(), shard);
        assert_eq!("1/1".parse(), Ok(Shard::WHOLE));
        for wrong in ["", "3", "/", "0/3", "4/3", "1/0", "-1/3", "+1/3", "1/1025", "1/2/3", "a/b"] {
            let complaint = wrong.parse::<Shard>().unwrap_err();
            assert_eq!(complaint, "expected K/N with 1 ≤ K ≤ N ≤ 1024, such as 2/7", "{wrong}");
        }
        assert!(serde_json::from_str::<Shard>("\"4/3\"").is_err());
    }
}
