//! The arguments of `generate`. The parameters of the registered generators become options.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use twinboard_harness::inputs::Parameter;

use super::number::{at_least, whole};
use crate::registry;

#[derive(Args)]
pub(crate) struct Generate {
    /// Rule set.
    #[arg(value_name = "RULESET", value_parser = rule_set())]
    pub(crate) rule_set: String,
    #[command(flatten)]
    pub(crate) chosen: ParameterValues,
    /// Seed for generating the input, a whole number [default: a random one, which is printed].
    #[arg(long, value_name = "SEED", value_parser = whole::<u64>, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Number of inputs, with consecutive seeds.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least::<u64>(1))]
    pub(crate) count: u64,
    /// Folder for the inputs, a file for each; its name states the seed and all parameters. A file
    /// with other contents is not overwritten [default: standard output].
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Overwrite files that have other contents, such as an input that was edited.
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
}

/// The values given on the command line, by the names of their parameters.
#[derive(Clone, Debug, Default)]
pub(crate) struct ParameterValues(pub(crate) BTreeMap<String, u64>);

/// Parses the name of a rule set; help lists the registered names.
fn rule_set() -> PossibleValuesParser {
    let generators = registry::generators();
    let names = generators.iter().map(|generator| generator.rule_set);
    PossibleValuesParser::new(names)
}

/// Every parameter, with a help text for each rule set that has it. Parameters of equal names share
/// an option.
fn all() -> BTreeMap<&'static str, Vec<String>> {
    let mut parameters: BTreeMap<_, Vec<String>> = BTreeMap::new();
    for generator in registry::generators() {
        for Parameter { name, about, range, default } in generator.parameters {
            let default = default.map_or(String::new(), |default| format!(" [default: {default}]"));
            let (rule_set, first, last) = (generator.rule_set, range.start(), range.end());
            let help = format!("{rule_set}: {about} ({first} to {last}){default}");
            parameters.entry(*name).or_default().push(help);
        }
    }
    parameters
}

impl Args for ParameterValues {
    fn augment_args(command: Command) -> Command {
        all().into_iter().fold(command, |command, (name, help)| {
            let option = Arg::new(name).long(name).value_name("N").value_parser(whole::<u64>);
            command.arg(option.help(help.join(". ")))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ParameterValues {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let chosen = all().into_keys().filter_map(|name| {
            let number = matches.try_get_one::<u64>(name).ok().flatten()?;
            Some((name.to_owned(), *number))
        });
        Ok(Self(chosen.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.extend(Self::from_arg_matches(matches)?.0);
        Ok(())
    }
}
