//! The arguments of `selftest`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum, value_parser};

use super::{Results, duration, or_processors, rule_set};
use crate::subjects::AnySubject;

#[derive(Args)]
pub(crate) struct Selftest {
    /// The rule sets; all of them if none is named.
    #[arg(value_name = "RULESET", value_parser = rule_set())]
    pub(crate) rule_sets: Vec<AnySubject>,
    /// Only these faults.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) faults: Vec<String>,
    /// Only these checks.
    #[arg(long, value_name = "CHECKS", value_delimiter = ',', value_enum)]
    #[arg(default_values_t = [CheckName::Tests, CheckName::Verify, CheckName::Exhaust, CheckName::Fuzz])]
    pub(crate) checks: Vec<CheckName>,
    /// How many cases `verify` draws after the corpus.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub(crate) cases: u64,
    /// What `verify` and `fuzz` follow from.
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = value_parser!(u32).range(1..))]
    pub(crate) seed: u32,
    /// For how long `exhaust` goes on, and for how long `fuzz`, if they notice nothing.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s")]
    pub(crate) time: Duration,
    /// How many checks run at once; as many as there are processors if it is left out.
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    #[command(flatten)]
    pub(crate) planted: Planted,
    #[command(flatten)]
    pub(crate) results: Results,
}

impl Selftest {
    /// How many checks run at once.
    pub(crate) fn jobs(&self) -> usize {
        or_processors(self.jobs)
    }
}

/// Where the faults are.
#[derive(Args)]
pub(crate) struct Planted {
    /// The command with the faults in it, if it is built already.
    ///
    /// Otherwise it is built, from the sources in which this is run.
    #[arg(long, value_name = "FILE")]
    pub(crate) program: Option<PathBuf>,
}

/// What can notice a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum CheckName {
    /// The properties that `cargo test` looks at.
    Tests,
    /// A campaign.
    Verify,
    /// All small set-ups, as far as they come in the time.
    Exhaust,
    /// The fuzz targets.
    Fuzz,
}

impl CheckName {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tests => "tests",
            Self::Verify => "verify",
            Self::Exhaust => "exhaust",
            Self::Fuzz => "fuzz",
        }
    }
}

#[derive(Args)]
pub(crate) struct Corpus {
    #[command(subcommand)]
    pub(crate) command: CorpusCommand,
}

#[derive(Subcommand)]
pub(crate) enum CorpusCommand {
    /// Say which planted faults each file notices, and which it alone notices.
    ///
    /// It is built from source with the faults in it. Each file of the corpus that is checked in is
    /// played with each fault. Ctrl-C ends it with the faults that are done.
    Stats(CorpusStats),
}

#[derive(Args)]
pub(crate) struct CorpusStats {
    /// The rule sets; all of them if none is named.
    #[arg(value_name = "RULESET", value_parser = rule_set())]
    pub(crate) rule_sets: Vec<AnySubject>,
    #[command(flatten)]
    pub(crate) planted: Planted,
    #[command(flatten)]
    pub(crate) results: Results,
}
