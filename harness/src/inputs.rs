//! Inputs of a rule set that are drawn at random, for whoever needs some.
//!
//! Cases for checking are drawn elsewhere, odd ones first (`RuleSet::generate_setup`). These here
//! are what a judge would send: the size is what was asked for, and everything else is uniform or as
//! the rules say.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::subject::Subject;

/// Draws inputs of one rule set.
#[derive(Clone)]
pub struct Generator {
    /// The rule set.
    pub rule_set: &'static str,
    /// What may be chosen about an input.
    pub parameters: &'static [Parameter],
    /// Draws the input of a seed. Every parameter has a value in its range.
    make: Arc<dyn Fn(&ParameterValues, u64) -> String + Send + Sync>,
}

impl fmt::Debug for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule_set, parameters, .. } = self;
        f.debug_struct("Generator")
            .field("rule_set", rule_set)
            .field("parameters", parameters)
            .finish()
    }
}

/// A number that may be chosen about an input.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// What it is called, for example `rows`.
    pub name: &'static str,
    /// What it decides, in a few words.
    pub about: &'static str,
    /// What it may be.
    pub range: RangeInclusive<u64>,
    /// What it is if nobody chooses; `None` if somebody has to.
    pub default: Option<u64>,
}

/// A number for each parameter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParameterValues(BTreeMap<&'static str, u64>);

/// Why no input can be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParameterError {
    /// There is no such parameter.
    Unknown(String),
    /// The number of this parameter is out of its range.
    OutOfRange(&'static str, u64, RangeInclusive<u64>),
    /// Nothing was chosen for a parameter without a default.
    Missing(&'static str, RangeInclusive<u64>),
}

impl fmt::Display for ParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => write!(f, "there is no --{name}"),
            Self::OutOfRange(name, number, range) => {
                write!(f, "--{name} {number} is not in {} to {}", range.start(), range.end())
            }
            Self::Missing(name, range) => {
                write!(f, "--{name} has to be given, {} to {}", range.start(), range.end())
            }
        }
    }
}

impl std::error::Error for ParameterError {}

impl Generator {
    /// A generator for a rule set, with parameters and the function that draws the input of a seed.
    pub fn new(
        rule_set: &'static str,
        parameters: &'static [Parameter],
        make: impl Fn(&ParameterValues, u64) -> String + Send + Sync + 'static,
    ) -> Self {
        Self { rule_set, parameters, make: Arc::new(make) }
    }

    /// The generator of a rule set that brings none: cases as campaigns draw them, with moves.
    #[must_use]
    pub fn of_cases(subject: &Arc<dyn Subject>) -> Self {
        let (name, subject) = (subject.name(), Arc::clone(subject));
        Self::new(name, &[], move |_, seed| subject.draw(seed))
    }

    /// The numbers that are given, with defaults for the others.
    ///
    /// # Errors
    ///
    /// A parameter that is not there, a number out of its range, or one that is missing.
    pub fn choose(&self, given: &BTreeMap<String, u64>) -> Result<ParameterValues, ParameterError> {
        if let Some(name) =
            given.keys().find(|name| self.parameters.iter().all(|k| k.name != **name))
        {
            return Err(ParameterError::Unknown(name.clone()));
        }
        let chosen = self.parameters.iter().map(|Parameter { name, range, default, .. }| {
            let number = given.get(*name).copied().or(*default);
            let number = number.ok_or_else(|| ParameterError::Missing(name, range.clone()))?;
            if range.contains(&number) {
                Ok((*name, number))
            } else {
                Err(ParameterError::OutOfRange(name, number, range.clone()))
            }
        });
        chosen.collect::<Result<_, _>>().map(ParameterValues)
    }

    /// The input of a seed.
    #[must_use]
    pub fn generate(&self, chosen: &ParameterValues, seed: u64) -> String {
        (self.make)(chosen, seed)
    }

    /// A name for the input of a seed. It says all that is needed to draw the same once more: what
    /// differs from the defaults, and the seed.
    #[must_use]
    pub fn name(&self, chosen: &ParameterValues, seed: u64) -> String {
        let changed = self
            .parameters
            .iter()
            .filter(|parameter| parameter.default != Some(chosen.get(parameter.name)));
        let changed =
            changed.map(|parameter| format!("-{}-{}", parameter.name, chosen.get(parameter.name)));
        format!("{}{}-seed-{seed}", self.rule_set, changed.collect::<String>())
    }
}

impl ParameterValues {
    /// The number of a parameter.
    ///
    /// # Panics
    ///
    /// If there is no such parameter.
    #[must_use]
    pub fn get(&self, name: &str) -> u64 {
        self.0[name]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Generator, Parameter, ParameterError};

    const PARAMETERS: &[Parameter] = &[
        Parameter { name: "size", about: "how large", range: 1..=9, default: Some(4) },
        Parameter { name: "kind", about: "which kind", range: 0..=2, default: None },
    ];

    fn generator() -> Generator {
        Generator::new("toy", PARAMETERS, |chosen, seed| format!("{} {seed}", chosen.get("size")))
    }

    fn given(numbers: &[(&str, u64)]) -> BTreeMap<String, u64> {
        numbers.iter().map(|&(name, number)| (name.to_owned(), number)).collect()
    }

    #[test]
    fn what_is_not_chosen_has_its_default_and_the_name_says_the_rest() {
        let generator = generator();
        let chosen = generator.choose(&given(&[("kind", 0)])).unwrap();
        assert_eq!(generator.generate(&chosen, 7), "4 7");
        assert_eq!(generator.name(&chosen, 7), "toy-kind-0-seed-7");
        let chosen = generator.choose(&given(&[("kind", 2), ("size", 9)])).unwrap();
        assert_eq!(generator.name(&chosen, 0), "toy-size-9-kind-2-seed-0");
    }

    #[test]
    fn what_cannot_be_chosen_is_refused() {
        let refused = |numbers: &[(&str, u64)]| generator().choose(&given(numbers)).unwrap_err();
        assert_eq!(refused(&[]), ParameterError::Missing("kind", 0..=2));
        assert_eq!(refused(&[("kind", 3)]).to_string(), "--kind 3 is not in 0 to 2");
        assert_eq!(
            refused(&[("kind", 1), ("size", 0)]),
            ParameterError::OutOfRange("size", 0, 1..=9)
        );
        assert_eq!(refused(&[("kind", 1), ("rows", 1)]), ParameterError::Unknown("rows".into()));
    }
}
