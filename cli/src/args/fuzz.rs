//! The arguments of `fuzz`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::{Reporting, duration, or_processors};

#[derive(Args)]
pub(crate) struct Fuzz {
    /// The fuzz targets; all of them if none is named.
    #[arg(value_name = "TARGET")]
    pub(crate) targets: Vec<String>,
    /// For how long each target runs, for example 90s or 5m.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s")]
    pub(crate) time: Duration,
    /// How many targets run at once; as many as there are processors if it is left out.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// What watches over memory while the targets run; `address` needs a nightly toolchain.
    #[arg(long, value_name = "SANITIZER", default_value = "none")]
    pub(crate) sanitizer: Sanitizer,
    /// Add the new cases that reach more code to corpus/…/found.
    #[arg(long)]
    pub(crate) keep: bool,
    /// What libFuzzer's choices follow from; a new seed every time if it is left out.
    #[arg(long, value_name = "SEED", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) seed: Option<u32>,
    /// Features of the fuzz targets, as cargo takes them.
    #[arg(long, value_name = "FEATURES")]
    pub(crate) features: Option<String>,
    /// A folder of fuzz targets that have been built already, instead of building them.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["features", "sanitizer"])]
    pub(crate) programs: Option<PathBuf>,
    /// The folder in which libFuzzer keeps its corpus and what it finds; fuzz of the clone if it is left out.
    #[arg(long, value_name = "DIR")]
    pub(crate) working: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
}

impl Fuzz {
    /// How many targets run at once.
    pub(crate) fn jobs(&self) -> usize {
        or_processors(self.jobs)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Sanitizer {
    None,
    Address,
}

impl Sanitizer {
    /// What cargo-fuzz calls it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Address => "address",
        }
    }
}
