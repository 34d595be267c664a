//! The settings of the rule sets as options of the command.
//!
//! Each setting that a registered rule set declares becomes an option of its name; no setting is
//! known here.

use std::collections::BTreeMap;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use crate::failure::Failure;
use crate::subjects::{self, AnySubject};

/// The settings given on the command line: names and values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings(BTreeMap<&'static str, String>);

impl Settings {
    /// Applies the settings to each rule set that has them. Fails if no rule set has one of them.
    pub(crate) fn of(&self, subjects: &[AnySubject]) -> Result<Vec<AnySubject>, Failure> {
        for name in self.0.keys() {
            let has = |subject: &AnySubject| subject.settings().iter().any(|s| s.name == *name);
            if !subjects.iter().any(has) {
                let names: Vec<&str> = subjects.iter().map(|subject| subject.name()).collect();
                let names = names.join(", ");
                return Err(Failure::Usage(format!("--{name} does not apply to {names}")));
            }
        }
        Ok(subjects.iter().map(|subject| self.applied_to(subject)).collect())
    }

    /// Applies those settings that the rule set has.
    pub(crate) fn applied_to(&self, subject: &AnySubject) -> AnySubject {
        self.0.iter().fold(AnySubject::clone(subject), |subject, (name, value)| {
            subject.with_setting(name, value).unwrap_or(subject)
        })
    }

    /// The given values, by the names of the settings.
    pub(crate) fn chosen(&self) -> &BTreeMap<&'static str, String> {
        &self.0
    }

    /// Applies the settings to one rule set, which must have all of them.
    pub(crate) fn of_one(&self, subject: &AnySubject) -> Result<AnySubject, Failure> {
        let one = self.of(std::slice::from_ref(subject))?;
        Ok(AnySubject::clone(&one[0]))
    }
}

/// Every setting, with the names of the rule sets that have it. Settings of equal names share an
/// option, so they must have the same values.
fn all() -> BTreeMap<&'static str, (twinboard_harness::Setting, Vec<&'static str>)> {
    let mut settings = BTreeMap::new();
    for subject in subjects::all() {
        for setting in subject.settings() {
            let (_, names) = settings.entry(setting.name).or_insert((*setting, Vec::new()));
            names.push(subject.name());
        }
    }
    settings
}

impl Args for Settings {
    fn augment_args(command: Command) -> Command {
        all().into_values().fold(command, |command, (setting, rule_sets)| {
            let option = Arg::new(setting.name)
                .long(setting.name)
                .value_name("VALUE")
                .value_parser(PossibleValuesParser::new(setting.values))
                .help(format!("{} ({})", setting.about, rule_sets.join(", ")));
            command.arg(option)
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Settings {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let chosen = all().into_keys().filter_map(|name| {
            let value = matches.try_get_one::<String>(name).ok().flatten()?;
            Some((name, value.clone()))
        });
        Ok(Self(chosen.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.extend(Self::from_arg_matches(matches)?.0);
        Ok(())
    }
}
