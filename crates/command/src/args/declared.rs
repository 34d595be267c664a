//! Options that the registered rule sets declare: settings, and parameters of their generators.
//!
//! None of them is known here. Options of equal names are one option, so equal settings must have
//! the same values.

use std::collections::BTreeMap;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgGroup, ArgMatches, Args, Command, FromArgMatches, Id};
use twinboard_harness::inputs::Parameter;

use crate::args::number::whole;
use crate::output::Failure;
use crate::session::{AnySubject, Session};

/// Place of the options in the help: behind those before, and far before those after them.
const PLACE: usize = 100;

/// The kind of declared options whose values have a type.
pub(crate) trait Value: Clone + Send + Sync + 'static {
    /// Name of the group that all these options are in.
    const GROUP: &'static str;

    /// The options that the rule sets of a session declare.
    fn options(session: &Session) -> Vec<Arg>;
}

/// The options given on the command line: names and values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Declared<T>(pub(crate) BTreeMap<String, T>);

/// The settings given on the command line.
pub(crate) type Settings = Declared<String>;

/// Adds the options of a session to a command that has options of this kind.
pub(crate) fn add<T: Value>(command: Command, session: &Session) -> Command {
    if !command.get_groups().any(|group| group.get_id() == T::GROUP) {
        return command;
    }
    let options = (PLACE..).zip(T::options(session));
    command.args(options.map(|(place, option)| option.display_order(place).group(T::GROUP)))
}

impl<T: Value> Args for Declared<T> {
    fn augment_args(command: Command) -> Command {
        let group = ArgGroup::new(T::GROUP).multiple(true);
        command.group(group).next_display_order(2 * PLACE)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<T: Value> FromArgMatches for Declared<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = matches.get_many::<Id>(T::GROUP).into_iter().flatten();
        let given = given.filter_map(|name| {
            let value = matches.get_one::<T>(name.as_str())?;
            Some((name.to_string(), value.clone()))
        });
        Ok(Self(given.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.extend(Self::from_arg_matches(matches)?.0);
        Ok(())
    }
}

impl Value for String {
    const GROUP: &'static str = "settings";

    fn options(session: &Session) -> Vec<Arg> {
        let mut settings: BTreeMap<_, (twinboard_harness::Setting, Vec<&str>)> = BTreeMap::new();
        for subject in session.subjects() {
            for setting in subject.settings() {
                let (_, names) = settings.entry(setting.name).or_insert((*setting, Vec::new()));
                names.push(subject.name());
            }
        }
        let option = |(setting, rule_sets): (twinboard_harness::Setting, Vec<&str>)| {
            Arg::new(setting.name)
                .long(setting.name)
                .value_name("VALUE")
                .value_parser(PossibleValuesParser::new(setting.values))
                .help(format!("{} ({})", setting.about, rule_sets.join(", ")))
        };
        settings.into_values().map(option).collect()
    }
}

/// Parameters of the generators.
impl Value for u64 {
    const GROUP: &'static str = "parameters";

    fn options(session: &Session) -> Vec<Arg> {
        let mut parameters: BTreeMap<_, Vec<String>> = BTreeMap::new();
        for registration in &session.rule_sets {
            for parameter in registration.input_generator().parameters {
                let Parameter { name, about, range, default } = parameter;
                let default = default.map(|default| format!(" [default: {default}]"));
                let (rule_set, default) = (registration.name(), default.unwrap_or_default());
                let (first, last) = (range.start(), range.end());
                let help = format!("{rule_set}: {about} ({first} to {last}){default}");
                parameters.entry(*name).or_default().push(help);
            }
        }
        let option = |(name, help): (&'static str, Vec<String>)| {
            let option = Arg::new(name).long(name).value_name("N").value_parser(whole::<u64>);
            option.help(help.join(". "))
        };
        parameters.into_iter().map(option).collect()
    }
}

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

    /// A rule set whose engine counts the code that runs in it, under these settings
    /// ([`Session::counting`]).
    pub(crate) fn counting(
        &self,
        session: &Session,
        subject: &AnySubject,
    ) -> Result<Option<AnySubject>, String> {
        Ok(session.counting(subject)?.map(|subject| self.applied_to(&subject)))
    }

    /// Applies the settings to one rule set, which must have all of them.
    pub(crate) fn of_one(&self, subject: &AnySubject) -> Result<AnySubject, Failure> {
        let one = self.of(std::slice::from_ref(subject))?;
        Ok(AnySubject::clone(&one[0]))
    }
}
