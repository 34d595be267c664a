//! Random inputs of a rule set, as an online judge would send them.
//!
//! The size is the requested one and everything else is uniform or as the rules define it; cases
//! for checking are drawn elsewhere and prefer odd ones (`RuleSet::generate_setup`). The parameters
//! of a generator become options of the command. A seed keeps its meaning in every version and on
//! every machine, because the random words are the key stream of ChaCha8
//! ([`random`](crate::random)).

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Read, Write};
use std::ops::RangeInclusive;
use std::sync::Arc;

use twinboard_vocabulary::{Game, InputError, Item, Limits, Plays, Rest, Vocabulary};

use crate::drive::subject::Subject;
use crate::model::rules::RuleSet;

/// Random generator for the inputs of one rule set.
#[derive(Clone)]
pub struct Generator {
    /// Name of the rule set.
    pub rule_set: &'static str,
    /// Parameters of an input, such as its size.
    pub parameters: &'static [Parameter],
    /// Generates the input of a seed. All parameters have values in their ranges.
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

/// A numeric parameter of a generator.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Name, for example `rows`.
    pub name: &'static str,
    /// Description in a few words.
    pub about: &'static str,
    /// Permitted values.
    pub range: RangeInclusive<u64>,
    /// Default value; `None` if the parameter is required.
    pub default: Option<u64>,
}

/// A value for each parameter, in its range.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParameterValues(BTreeMap<&'static str, u64>);

impl Generator {
    /// Creates a generator from its parameters and the function that generates the input of a seed.
    pub fn new(
        rule_set: &'static str,
        parameters: &'static [Parameter],
        make: impl Fn(&ParameterValues, u64) -> String + Send + Sync + 'static,
    ) -> Self {
        Self { rule_set, parameters, make: Arc::new(make) }
    }

    /// Default generator of a rule set without one: cases as campaigns draw them, with moves.
    #[must_use]
    pub fn of_cases(subject: &Arc<dyn Subject>) -> Self {
        let (name, subject) = (subject.name(), Arc::clone(subject));
        let text = move |_: &_, seed| {
            subject.draw(seed).map_or_else(String::new, |case| case.text().to_owned())
        };
        Self::new(name, &[], text)
    }

    /// Completes the given values with defaults.
    ///
    /// # Errors
    ///
    /// An unknown parameter, a value out of its range, or a required parameter without a value.
    pub fn choose(&self, given: &BTreeMap<String, u64>) -> Result<ParameterValues, String> {
        if let Some(name) =
            given.keys().find(|name| self.parameters.iter().all(|k| k.name != **name))
        {
            return Err(format!("there is no --{name}"));
        }
        let chosen = self.parameters.iter().map(|Parameter { name, range, default, .. }| {
            let number = given.get(*name).copied().or(*default);
            let expected = format!("expected {} to {}", range.start(), range.end());
            match number {
                None => Err(format!("--{name} is missing: {expected}")),
                Some(number) if range.contains(&number) => Ok((*name, number)),
                Some(number) => Err(format!("--{name} {number}: {expected}")),
            }
        });
        chosen.collect::<Result<_, _>>().map(ParameterValues)
    }

    /// Generates the input of a seed.
    #[must_use]
    pub fn generate(&self, chosen: &ParameterValues, seed: u64) -> String {
        (self.make)(chosen, seed)
    }

    /// File name for the input of a seed, with everything needed to generate it again: the values
    /// that differ from the defaults, and the seed.
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
    /// Value of a parameter.
    ///
    /// # Panics
    ///
    /// If there is no parameter with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> u64 {
        self.0[name]
    }
}

/// The reason why answering stopped before the end of the input.
#[derive(Debug)]
pub enum PlayError {
    /// The input breaks its format.
    Input(InputError),
    /// An answer could not be written.
    Output(io::Error),
    /// The implementation does not support a set-up.
    Unsupported,
}

impl From<InputError> for PlayError {
    fn from(error: InputError) -> Self {
        Self::Input(error)
    }
}

/// Plays every case of `input` on `side` and writes its answer as soon as the case is complete, so
/// a program at the other end may wait for each answer.
///
/// # Errors
///
/// The first error of input or output; all cases before it have been answered.
pub fn play<R, I>(
    rules: &R,
    side: &I,
    input: Box<dyn Read + '_>,
    limits: Limits,
    output: &mut dyn Write,
) -> Result<(), PlayError>
where
    R: RuleSet,
    I: Plays<R::Vocabulary>,
{
    let mut reader = rules.text().reader(input, limits);
    let mut game: Option<I::Game> = None;
    let mut number = 0;
    while let Some(item) = reader.next_item()? {
        match item {
            Item::Setup(setup) => game = Some(side.set_up(&setup).ok_or(PlayError::Unsupported)?),
            // By reference: copying a move that has just been written takes longer than reading it.
            Item::Move(ref mv) => {
                // Refused moves change nothing, and judges ignore them.
                let _ = playing(&mut game).advance(mv);
            }
            Item::Answer(rest) => {
                let game = playing(&mut game);
                if let Rest::Repeat(mv) = rest {
                    while !R::Vocabulary::is_over(game.outcome()) && game.advance(&mv).is_ok() {}
                }
                number += 1;
                let answer = rules.text().answer(number, &game.position(), game.outcome());
                output
                    .write_all(answer.as_bytes())
                    .and_then(|()| output.flush())
                    .map_err(PlayError::Output)?;
            }
        }
    }
    Ok(())
}

fn playing<G>(game: &mut Option<G>) -> &mut G {
    game.as_mut().expect("a reader begins every case with its set-up")
}
