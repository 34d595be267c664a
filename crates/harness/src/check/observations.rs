//! Observations ([`Game::observe`]): further answers of a side, compared by their names.

use crate::model::divergence::{Aspect, Finding};
use crate::model::stats::Stats;

/// Difference of two numbers that are taken to be equal, as a share of the larger one, or of 1 if
/// that is more.
const TOLERANCE: f64 = 1e-5;

/// Names and texts that a game gives.
pub(crate) type Observations = Vec<(&'static str, String)>;

/// Compares the observations that both sides give.
pub(crate) fn compare_observations(
    engine: &Observations,
    oracle: &Observations,
) -> Result<(), Finding> {
    for (name, ours) in engine {
        let Some((_, theirs)) = oracle.iter().find(|(other, _)| other == name) else { continue };
        if ours != theirs && !are_close(ours, theirs) {
            return Err(Finding::Differs {
                aspect: Aspect::Observation(name),
                engine: ours.clone(),
                oracle: theirs.clone(),
            });
        }
    }
    Ok(())
}

/// True if both texts are numbers, word by word, that differ by rounding alone: engines compute in
/// 32 bits, too. Whole numbers are compared as they are.
fn are_close(engine: &str, oracle: &str) -> bool {
    let is_close = |one: &str, other: &str| {
        let is_decimal = one.contains(['.', 'e']) || other.contains(['.', 'e']);
        let numbers = one.parse::<f64>().ok().zip(other.parse::<f64>().ok());
        let (one, other) = match numbers {
            Some(numbers) if is_decimal => numbers,
            _ => return one == other,
        };
        (one - other).abs() <= TOLERANCE * one.abs().max(other.abs()).max(1.0)
    };
    let mut words = engine.split(' ').zip(oracle.split(' '));
    engine.split(' ').count() == oracle.split(' ').count()
        && words.all(|(one, other)| one == other || is_close(one, other))
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

#[cfg(test)]
mod tests {
    use super::are_close;

    #[test]
    fn numbers_may_differ_by_rounding() {
        for (one, other, expected) in [
            ("0.3", "0.30000001192", true),
            ("1", "1.0", true),
            ("-1e-7", "0", true),
            ("1000000", "1000001", false),
            ("0.3", "0.31", false),
            ("1.0 x", "1 x", true),
            ("1.0 x", "1 y", false),
            ("1.0", "1.0 2.0", false),
            ("NaN", "nan", false),
            ("inf", "inf.", false),
        ] {
            assert_eq!(are_close(one, other), expected, "{one} and {other}");
        }
    }
}
