//! The arguments of `selftest`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};

use super::number::{at_least, between, whole};
use super::{Results, duration, or_cpus, rule_set};
use crate::subjects::AnySubject;

#[derive(Args)]
pub(crate) struct Selftest {
    /// Rule sets [default: all].
    #[arg(value_name = "RULESET", value_parser = rule_set())]
    pub(crate) rule_sets: Vec<AnySubject>,
    /// Names of faults [default: all].
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) faults: Vec<String>,
    /// Checks to run.
    #[arg(long, value_name = "CHECKS", value_delimiter = ',', value_enum)]
    #[arg(default_values_t = [CheckName::Tests, CheckName::Verify, CheckName::Exhaust, CheckName::Fuzz])]
    pub(crate) checks: Vec<CheckName>,
    /// Number of cases that `verify` generates after the corpus.
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = whole::<u64>)]
    pub(crate) cases: u64,
    /// Seed of `verify` and `fuzz`.
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = at_least::<u32>(1))]
    pub(crate) seed: u32,
    /// CPU time limit for `exhaust`, and time limit for `fuzz`, if they detect nothing.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s")]
    pub(crate) time: Duration,
    /// CPU time without progress, beyond --time, after which a check counts as hung.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "3m", hide = true)]
    pub(crate) hang_limit: Duration,
    /// Number of checks that run at the same time [default: number of CPUs].
    #[arg(long, value_name = "N", value_parser = between::<u16>(1, 1024))]
    jobs: Option<u16>,
    #[command(flatten)]
    pub(crate) planted: Planted,
    #[command(flatten)]
    pub(crate) results: Results,
}

impl Selftest {
    /// Number of checks that run at the same time.
    pub(crate) fn jobs(&self) -> usize {
        or_cpus(self.jobs)
    }
}

/// The source of the program with the faults compiled in.
#[derive(Args)]
pub(crate) struct Planted {
    /// Program with the faults compiled in, if it is built already [default: built from the sources
    /// in the current folder].
    #[arg(long, value_name = "FILE")]
    pub(crate) program: Option<PathBuf>,
}

/// A check that can detect a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum CheckName {
    /// The property tests that `cargo test` runs.
    Tests,
    /// A campaign of generated cases.
    Verify,
    /// All small set-ups, as many as the time allows.
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
    /// Report which planted faults each corpus file detects, and which no other file detects.
    ///
    /// Builds a second program from the sources in the current folder, with the faults compiled in,
    /// and plays each file of the checked-in corpus with each fault. Ctrl-C ends the command and
    /// prints the faults that are done.
    Stats(CorpusStats),
}

#[derive(Args)]
pub(crate) struct CorpusStats {
    /// Rule sets [default: all].
    #[arg(value_name = "RULESET", value_parser = rule_set())]
    pub(crate) rule_sets: Vec<AnySubject>,
    #[command(flatten)]
    pub(crate) planted: Planted,
    #[command(flatten)]
    pub(crate) results: Results,
}
