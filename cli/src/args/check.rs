//! The arguments of `check`.

use std::ffi::OsString;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::{Results, duration, rule_set};
use crate::settings::Settings;
use crate::subjects::AnySubject;

#[derive(Args)]
pub(crate) struct Check {
    /// The rule set.
    #[arg(value_name = "RULESET", value_parser = rule_set())]
    pub(crate) rule_set: AnySubject,
    #[command(flatten)]
    pub(crate) settings: Settings,
    /// The program and its arguments.
    #[arg(value_name = "COMMAND", last = true, required = true)]
    pub(crate) command: Vec<OsString>,
    /// What the generated cases follow from; a new seed every time if it is left out.
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<u64>,
    /// For how long the program is checked, for example 90s or 5m [default: 30s].
    #[arg(long, value_name = "TIME", value_parser = duration, conflicts_with = "cases")]
    pub(crate) time: Option<Duration>,
    /// How many cases are generated after the corpus, instead of a time.
    #[arg(long, value_name = "N")]
    pub(crate) cases: Option<u64>,
    /// How long the program may take for one input, on the wall clock [default: 3s, for a move of a
    /// game for two 1s].
    ///
    /// Several cases together get 1 s at first, so that a program that never ends is found soon. One
    /// that is only slow is not blamed for that.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) limit: Option<Duration>,
    /// In a game for two: the program gets the board on its standard input and answers on its
    /// standard output, instead of in files.
    #[arg(long)]
    pub(crate) stdio: bool,
    /// The address space of the program, in MiB; half of what the machine has if it is left out.
    #[arg(long, value_name = "MIB")]
    pub(crate) memory: Option<NonZeroU32>,
    /// Compare answers to the byte. Else blanks at the ends of lines, and empty lines at the end, do
    /// not count.
    #[arg(long)]
    pub(crate) exact: bool,
    /// An input that is known to fail, as it was saved; a failure that shrinks to the same cases is
    /// counted and not reported again. May be given several times.
    #[arg(long, value_name = "FILE")]
    pub(crate) known: Vec<PathBuf>,
    /// Go on until so many different failures are found.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    keep_going: Option<u16>,
    /// A folder of case files to be used instead of the corpus that is built in. Cases that the judge
    /// could not give are left out.
    #[arg(long, value_name = "DIR")]
    pub(crate) corpus: Option<PathBuf>,
    /// Where failing inputs are saved, with both answers.
    #[arg(long, value_name = "DIR", default_value = "twinboard-out")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) results: Results,
    #[arg(long, value_name = "FILE", help = "Where the result is written as JUnit")]
    pub(crate) junit: Option<PathBuf>,
}

impl Check {
    /// After how many different failures it is enough.
    pub(crate) fn failures_max(&self) -> usize {
        self.keep_going.map_or(1, usize::from)
    }
}
