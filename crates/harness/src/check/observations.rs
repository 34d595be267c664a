//! Observations ([`Game::observe`]): further answers of a side, compared by their names.

use crate::model::divergence::{Aspect, Finding};
use crate::model::stats::Stats;

/// Names and texts that a game gives.
pub(crate) type Observations = Vec<(&'static str, String)>;

/// Compares the observations that both sides give, and counts them all.
pub(crate) fn compare_observations(
    engine: &Observations,
    oracle: &Observations,
    stats: &mut Stats,
) -> Result<(), Finding> {
    for (name, theirs) in engine {
        let other = oracle.iter().find(|(other, _)| other == name);
        let count = stats.observations.entry(name).or_default();
        match other {
            None => count.by_engine_alone += 1,
            Some((_, oracle)) if theirs == oracle => count.compared += 1,
            Some((_, oracle)) => {
                return Err(Finding::Differs {
                    aspect: Aspect::Observation(name),
                    engine: theirs.clone(),
                    oracle: oracle.clone(),
                });
            }
        }
    }
    for (name, _) in oracle {
        if !engine.iter().any(|(other, _)| other == name) {
            stats.observations.entry(name).or_default().by_oracle_alone += 1;
        }
    }
    Ok(())
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
