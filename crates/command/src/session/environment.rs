//! The option `--env`: variables that programs get besides the few that all of them get.

use std::env;
use std::ffi::OsString;

use clap::Args;
use twinboard_runner::{Runner, is_passed};

use crate::output::Failure;

#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EnvironmentOption {
    /// Variable that programs get besides PATH, LANG, LC_*, TERM and TZ, see docs/isolation.md;
    /// without =VALUE with its value here. May be repeated.
    #[arg(long, value_name = "NAME[=VALUE]", value_parser = Variable::parse)]
    env: Vec<Variable>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Variable {
    name: String,
    value: OsString,
    /// True if the value was given, and not that of this process.
    is_given: bool,
}

impl Variable {
    fn parse(text: &str) -> Result<Self, String> {
        let (name, value) =
            text.split_once('=').map_or((text, None), |(it, value)| (it, Some(value)));
        if name.is_empty() {
            return Err("expected the name of a variable, or NAME=VALUE".into());
        }
        let given = |value| Self { name: name.into(), value, is_given: true };
        value.map(|value| given(value.into())).or_else(|| Self::from_here(name)).ok_or_else(|| {
            format!("it is not set here, so there is no value to pass; {name}=VALUE gives one")
        })
    }

    /// A variable of this process; `None` if it is not set.
    fn from_here(name: &str) -> Option<Self> {
        let value = env::var_os(name)?;
        Some(Self { name: name.to_owned(), value, is_given: false })
    }
}

impl EnvironmentOption {
    pub(crate) fn apply(&self, runner: Runner) -> Runner {
        let add = |runner: Runner, it: &Variable| runner.with_env(&it.name, &it.value);
        self.env.iter().fold(runner, add)
    }

    /// The names of the variables, sorted, each once.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.env.iter().map(|it| it.name.clone()).collect();
        names.sort();
        names.dedup();
        names
    }

    /// The values of the options for a command of this process's environment: names, or names and
    /// values where the values were given.
    pub(crate) fn values(&self) -> impl Iterator<Item = OsString> + '_ {
        self.env.iter().map(|Variable { name, value, is_given }| {
            let mut text = OsString::from(name);
            if *is_given {
                text.push("=");
                text.push(value);
            }
            text
        })
    }

    /// The variables whose values were given, as `NAME=VALUE`.
    pub(crate) fn given(&self) -> impl Iterator<Item = OsString> + '_ {
        self.values().zip(&self.env).filter(|(_, it)| it.is_given).map(|(value, _)| value)
    }

    /// The variables of games that were begun with these names. Their values are given again, or
    /// those of this process.
    ///
    /// # Errors
    ///
    /// A variable has no value, or the games were begun without it.
    pub(crate) fn resumed(&self, begun_with: &[String]) -> Result<Self, Failure> {
        if let Some(it) = self.env.iter().find(|it| !begun_with.contains(&it.name)) {
            return Err(usage!("--env {}: the games were begun without this variable", it.name));
        }
        let variable = |name: &String| {
            let given = self.env.iter().rfind(|it| it.name == *name).cloned();
            given.or_else(|| Variable::from_here(name)).ok_or_else(|| {
                usage!(
                    "the games were begun with --env {name}, which is not set here; its value is \
                     not saved: give it with --env {name}=VALUE"
                )
            })
        };
        Ok(Self { env: begun_with.iter().map(variable).collect::<Result<_, _>>()? })
    }

    /// A hint for a program that failed at once, in a line: variables that are set here, that
    /// runtimes look for, and that it did not get; empty if there are none.
    pub(crate) fn hint(&self) -> String {
        let is_missing = |name: &&str| {
            let is_added = self.env.iter().any(|it| it.name == **name);
            !is_added && !is_passed(name.as_ref()) && env::var_os(name).is_some()
        };
        let missing: Vec<&str> = OF_RUNTIMES.into_iter().filter(is_missing).collect();
        let Some(first) = missing.first() else { return String::new() };
        format!(
            "\nhint: programs get few variables, and not {}; --env {first} passes one on",
            missing.join(", ")
        )
    }
}

/// Variables by which runtimes find their files.
const OF_RUNTIMES: [&str; 16] = [
    "CARGO_HOME",
    "CLASSPATH",
    "CONDA_PREFIX",
    "DOTNET_ROOT",
    "GEM_HOME",
    "GOPATH",
    "JAVA_HOME",
    "LD_LIBRARY_PATH",
    "LUA_PATH",
    "NODE_PATH",
    "PERL5LIB",
    "PYTHONHOME",
    "PYTHONPATH",
    "RUBYLIB",
    "RUSTUP_HOME",
    "VIRTUAL_ENV",
];

#[cfg(test)]
mod tests {
    use super::{EnvironmentOption, Variable};

    #[test]
    fn a_variable_has_a_name_and_the_given_value_or_that_of_this_process() {
        let given =
            |text: &str| Variable::parse(text).map(|it| (it.name, it.value.into_string().unwrap()));
        assert_eq!(given("A=b=c"), Ok(("A".into(), "b=c".into())));
        assert_eq!(given("A="), Ok(("A".into(), String::new())));
        let path = Variable::parse("PATH").unwrap();
        assert_eq!((Some(path.value), path.is_given), (std::env::var_os("PATH"), false));
        for (text, reason) in [
            ("", "expected the name"),
            ("=a", "expected the name"),
            ("TWINBOARD_NOT_SET", "TWINBOARD_NOT_SET=VALUE gives one"),
        ] {
            assert!(Variable::parse(text).unwrap_err().contains(reason), "{text:?}");
        }
    }

    #[test]
    fn resumed_games_get_the_variables_that_they_were_begun_with() {
        let option = |texts: &[&str]| EnvironmentOption {
            env: texts.iter().map(|text| Variable::parse(text).unwrap()).collect(),
        };
        let begun_with = ["A".to_owned(), "PATH".to_owned()];
        let resumed = option(&["A=1", "A=2"]).resumed(&begun_with).unwrap();
        assert_eq!(resumed, option(&["A=2", "PATH"]));
        assert_eq!((resumed.names(), resumed.given().count()), (begun_with.to_vec(), 1));
        for (texts, reason) in [(&[][..], "give it with --env A=VALUE"), (&["B=1"], "--env B:")] {
            let refused = option(texts).resumed(&begun_with).unwrap_err();
            assert!(format!("{refused:?}").contains(reason), "{refused:?}");
        }
    }
}
