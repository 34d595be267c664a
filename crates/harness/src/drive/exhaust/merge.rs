//! Merging of shards: the figures of all shards of a run are those of the run without shards.

use super::FinishedShape;
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

/// Checks that results are those of all shards of one run, each once, in any order.
///
/// # Errors
///
/// A shard that is missing or repeated, or of another run.
pub fn check_shards(shards: &[ShardResult]) -> Result<(), String> {
    let first = shards.first().ok_or("there are no shards")?;
    let count = first.shard.count();
    if let Some(other) = shards.iter().find(|other| other.shard.count() != count) {
        let [one, other] = [first, other].map(|ShardResult { name, shard, .. }| {
            format!("{name} is shard {} of {}", shard.number(), shard.count())
        });
        return Err(format!("{one}, but {other}"));
    }
    let mut sorted: Vec<&ShardResult> = shards.iter().collect();
    sorted.sort_by_key(|one| one.shard);
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0].shard == pair[1].shard) {
        let (number, one, other) = (pair[0].shard.number(), &pair[0].name, &pair[1].name);
        return Err(format!("shard {number} of {count} is repeated: {one} and {other}"));
    }
    let is_missing = |number: &u32| sorted.iter().all(|one| one.shard.number() != *number);
    let missing: Vec<String> =
        (1..=count).filter(is_missing).map(|number| number.to_string()).collect();
    match (missing.len(), missing.join(", ")) {
        (0, _) => Ok(()),
        (1, number) => Err(format!("shard {number} of {count} is missing")),
        (_, numbers) => Err(format!("shards {numbers} of {count} are missing")),
    }
}

/// The finished shapes of a run, from the results of all its shards in any order.
///
/// # Errors
///
/// If a shard [is missing or repeated](check_shards), or shards belong to different runs.
pub fn merge(shards: &[ShardResult]) -> Result<Vec<FinishedShape>, String> {
    check_shards(shards)?;
    let mut merged = shards[0].finished.clone();
    for other in &shards[1..] {
        let shapes = |finished: &[FinishedShape]| -> Vec<_> {
            finished.iter().map(|one| one.shape).collect()
        };
        if shapes(&merged) != shapes(&other.finished) {
            let (one, other) = (&shards[0].name, &other.name);
            return Err(format!("{one} and {other} have finished different boards"));
        }
        for (sum, one) in merged.iter_mut().zip(&other.finished) {
            sum.figures += one.figures;
        }
    }
    Ok(merged)
}
