//! The arguments of `fuzz`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::number::{at_least, between};
use super::{Html, Reporting, duration, or_cpus};

#[derive(Args)]
pub(crate) struct Fuzz {
    /// Fuzz targets [default: all].
    #[arg(value_name = "TARGET")]
    pub(crate) targets: Vec<String>,
    /// Time for each target, such as 90s or 5m.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "30s")]
    pub(crate) time: Duration,
    /// Number of processes that run at the same time [default: number of CPUs].
    ///
    /// Each target has one process; the last targets have several, which share a corpus, if there
    /// are fewer of them than processes.
    #[arg(long, value_name = "N", value_parser = between::<u16>(1, 1024))]
    jobs: Option<u16>,
    /// Sanitizer to build the targets with; `address` needs a nightly toolchain.
    #[arg(long, value_name = "SANITIZER", default_value = "none")]
    pub(crate) sanitizer: Sanitizer,
    /// Merge working corpora, such as those of other machines, into the one of this clone instead
    /// of fuzzing.
    ///
    /// Each folder is like `fuzz/corpus`, with a folder for each target. Inputs that reach more
    /// than the corpus are added to it; an input that fails is shrunk and reported.
    #[arg(long, value_name = "DIR", num_args = 1.., conflicts_with_all = ["time", "seed", "html"])]
    pub(crate) merge: Vec<PathBuf>,
    /// Add new cases that reach more code than the corpus to corpus/…/found.
    #[arg(long)]
    pub(crate) keep: bool,
    /// Seed of libFuzzer [default: random].
    #[arg(long, value_name = "SEED", value_parser = at_least::<u32>(1))]
    pub(crate) seed: Option<u32>,
    /// Cargo features to build the targets with.
    #[arg(long, value_name = "FEATURES")]
    pub(crate) features: Option<String>,
    /// Folder of targets that are built already; none are built then.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["features", "sanitizer"])]
    pub(crate) programs: Option<PathBuf>,
    /// Folder for libFuzzer's working corpus and artifacts [default: fuzz in the clone].
    #[arg(long, value_name = "DIR")]
    pub(crate) working: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) page: Html,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
}

impl Fuzz {
    /// Number of processes that run at the same time.
    pub(crate) fn jobs(&self) -> usize {
        or_cpus(self.jobs)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Sanitizer {
    None,
    Address,
}

impl Sanitizer {
    /// Name for the option `--sanitizer` of cargo-fuzz.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Address => "address",
        }
    }
}
