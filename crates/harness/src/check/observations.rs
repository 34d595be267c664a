//! Observations ([`Game::observe`]): further answers of a side, compared by their names.

use crate::model::divergence::{Aspect, Finding};
use crate::model::stats::Stats;

/// Names and texts that a game gives.
pub(crate) type Observations = Vec<(&'static str, String)>;

/// Compares the observations that both sides give.
pub(crate) fn compare_observations(
    engine: &Observations,
    oracle: &Observations,
) -> Result<(), Finding> {
    for (name, ours) in engine {
        let Some((_, theirs)) = oracle.iter().find(|(other, _)| other == name) else { continue };
        if ours != theirs {
            return Err(Finding::Differs {
                aspect: Aspect::Observation(name),
                engine: ours.clone(),
                oracle: theirs.clone(),
            });
        }
    }
    Ok(())
}

/// Counts the observations that were compared, and those that one side gives alone.
pub(crate) fn count_observations(engine: &Observations, oracle: &Observations, stats: &mut Stats) {
    let has = |list: &Observations, name| list.iter().any(|(other, _)| *other == name);
    for &(name, _) in engine {
        let count = stats.observations.entry(name).or_default();
        let is_compared = has(oracle, name);
        *(if is_compared { &mut count.compared } else { &mut count.by_engine_alone }) += 1;
    }
    for &(name, _) in oracle.iter().filter(|(name, _)| !has(engine, name)) {
        stats.observations.entry(name).or_default().by_oracle_alone += 1;
    }
}

/// The first difference between two lists of observations of one engine, which should be equal.
pub(crate) fn changed(now: &Observations, before: &Observations) -> Option<String> {
    let differs =
        |(name, text): &&(&str, String)| !before.iter().any(|b| (b.0, &b.1) == (*name, text));
    match now.iter().find(differs) {
        Some((name, text)) => Some(format!("another `{name}`: {text}")),
        None if now.len() < before.len() => Some("fewer observations".to_owned()),
        None => None,
    }
}
