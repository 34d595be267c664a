//! Arguments of commands that are declared only if they are needed.
//!
//! There are some thirty commands with hundreds of arguments, and to declare all of them would be
//! most of the time of a short run. Nobody sees those of commands that the command line does not
//! name.

use std::env;
use std::ops::Deref;

use clap::error::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};

/// True if this process was started with the name of the command among its arguments, in any place:
/// `help verify` shows the arguments of `verify`, and `--seed 7 verify` is answered by a tip.
pub(crate) fn is_named(command: &Command) -> bool {
    env::args_os().skip(1).any(|argument| argument == command.get_name())
}

/// The arguments of a command.
///
/// `augment_args` declares them if the command [is named](is_named). `augment_args_for_update` always
/// declares them, for the manual pages and completions of all commands.
pub(crate) struct Deferred<T>(T);

impl<T> Deref for Deferred<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Args> Args for Deferred<T> {
    fn augment_args(command: Command) -> Command {
        if is_named(&command) { T::augment_args(command) } else { command }
    }

    fn augment_args_for_update(command: Command) -> Command {
        T::augment_args(command)
    }
}

impl<T: FromArgMatches> FromArgMatches for Deferred<T> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self> {
        T::from_arg_matches(matches).map(Self)
    }

    fn from_arg_matches_mut(matches: &mut ArgMatches) -> Result<Self> {
        T::from_arg_matches_mut(matches).map(Self)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<()> {
        self.0.update_from_arg_matches(matches)
    }
}
