//! Options of `generate` that the registered rule sets declare: the parameters of their generators.
//!
//! None of them is known here. Parameters of equal names are one option.

use std::collections::BTreeMap;

use clap::{Arg, ArgGroup, ArgMatches, Args, Command, FromArgMatches, Id, value_parser};
use twinboard_harness::inputs::Parameter;

use crate::session::Session;

/// Place of the options in the help: behind those before, and far before those after them.
const PLACE: usize = 100;

/// Group of all these options.
const GROUP: &str = "parameters";

/// The parameters given on the command line: names and values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parameters(pub(crate) BTreeMap<String, u64>);

pub(crate) fn add(command: Command, session: &Session) -> Command {
    if !command.get_groups().any(|group| group.get_id() == GROUP) {
        return command;
    }
    let options = (PLACE..).zip(options(session));
    command.args(options.map(|(place, option)| option.display_order(place).group(GROUP)))
}

fn options(session: &Session) -> Vec<Arg> {
    let mut parameters: BTreeMap<_, Vec<String>> = BTreeMap::new();
    for registration in session.usual() {
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
        let option = Arg::new(name).long(name).value_name("N").value_parser(value_parser!(u64));
        option.help(help.join(". "))
    };
    parameters.into_iter().map(option).collect()
}

impl Args for Parameters {
    fn augment_args(command: Command) -> Command {
        command.group(ArgGroup::new(GROUP).multiple(true)).next_display_order(2 * PLACE)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Parameters {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = matches.get_many::<Id>(GROUP).into_iter().flatten();
        let given = given.filter_map(|name| {
            let value = matches.get_one::<u64>(name.as_str())?;
            Some((name.to_string(), *value))
        });
        Ok(Self(given.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.extend(Self::from_arg_matches(matches)?.0);
        Ok(())
    }
}
