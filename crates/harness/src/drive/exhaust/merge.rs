//! Merging of shards: the figures of all shards of a run are those of the run without shards.

use std::fmt;

use super::plan::FinishedShape;
use crate::model::shard::Shard;

/// Results of a shard.
#[derive(Clone, Debug)]
pub struct ShardResult {
    /// Name in error messages, such as the path of its file.
    pub name: String,
    /// The shard.
    pub shard: Shard,
    /// Its finished shapes, in their order.
    pub finished: Vec<FinishedShape>,
}

/// Reason why results are not those of all shards of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MergeError {
    /// No results at all.
    Nothing,
    /// Shards of runs with different numbers of shards, with their names.
    Counts([(String, Shard); 2]),
    /// A shard and the names of two results of it.
    Repeated(Shard, [String; 2]),
    /// Numbers of the missing shards, and number of all shards.
    Missing(Vec<u32>, u32),
    /// Names of two results with different shapes.
    Shapes([String; 2]),
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |(name, shard): &(String, Shard)| {
            format!("{name} is shard {} of {}", shard.number(), shard.count())
        };
        match self {
            Self::Nothing => f.write_str("there are no shards"),
            Self::Counts([one, other]) => {
                write!(f, "{}, but {}", named(one), named(other))
            }
            Self::Repeated(shard, [one, other]) => {
                let (number, count) = (shard.number(), shard.count());
                write!(f, "shard {number} of {count} is repeated: {one} and {other}")
            }
            Self::Missing(numbers, count) => {
                let (noun, verb) =
                    if numbers.len() == 1 { ("shard", "is") } else { ("shards", "are") };
                let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
                write!(f, "{noun} {} of {count} {verb} missing", numbers.join(", "))
            }
            Self::Shapes([one, other]) => {
                write!(f, "{one} and {other} have finished different boards")
            }
        }
    }
}

/// The finished shapes of a run, from the results of all its shards in any order.
///
/// # Errors
///
/// If a shard is missing or repeated, or shards belong to different runs.
pub fn merge(shards: &[ShardResult]) -> Result<Vec<FinishedShape>, MergeError> {
    let [first, others @ ..] = shards else { return Err(MergeError::Nothing) };
    let with_name = |one: &ShardResult| (one.name.clone(), one.shard);
    let count = first.shard.count();
    if let Some(other) = others.iter().find(|other| other.shard.count() != count) {
        return Err(MergeError::Counts([with_name(first), with_name(other)]));
    }
    let mut sorted: Vec<&ShardResult> = shards.iter().collect();
    sorted.sort_by_key(|one| one.shard);
    for pair in sorted.windows(2) {
        if pair[0].shard == pair[1].shard {
            let names = [pair[0].name.clone(), pair[1].name.clone()];
            return Err(MergeError::Repeated(pair[0].shard, names));
        }
    }
    let is_missing = |number: &u32| sorted.iter().all(|one| one.shard.number() != *number);
    let missing: Vec<u32> = (1..=count).filter(is_missing).collect();
    if !missing.is_empty() {
        return Err(MergeError::Missing(missing, count));
    }
    let mut merged = first.finished.clone();
    for other in others {
        let shapes = |finished: &[FinishedShape]| -> Vec<_> {
            finished.iter().map(|one| one.shape).collect()
        };
        if shapes(&merged) != shapes(&other.finished) {
            return Err(MergeError::Shapes([first.name.clone(), other.name.clone()]));
        }
        for (sum, one) in merged.iter_mut().zip(&other.finished) {
            sum.figures += one.figures;
        }
    }
    Ok(merged)
}
