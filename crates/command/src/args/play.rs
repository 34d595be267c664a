//! The arguments of `play`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::number::between;
use super::{EngineOptions, duration, rule_set};
use crate::settings::Settings;
use crate::subjects::AnySubject;

#[derive(Args)]
pub(crate) struct Play {
    /// Rule set.
    #[arg(value_name = "RULESET", value_parser = rule_set())]
    pub(crate) rule_set: AnySubject,
    /// Side that plays [default: engine].
    ///
    /// In a two-player game the side plays a whole case file and the answer is the final position.
    #[arg(long, value_name = "SIDE")]
    #[arg(conflicts_with_all = ["time", "threads", "stdio"])]
    pub(crate) with: Option<SideName>,
    #[command(flatten)]
    pub(crate) settings: Settings,
    /// In a two-player game: wall-clock time from the start of the process to its answer [default:
    /// 900ms].
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// In a two-player game: number of search threads [default: number of CPUs, up
    /// to 4].
    #[arg(long, value_name = "N", value_parser = between::<u16>(1, 1024))]
    pub(crate) threads: Option<u16>,
    /// In a two-player game: board on standard input and move on standard output, instead of files
    /// in the current folder.
    #[arg(long, conflicts_with = "file")]
    pub(crate) stdio: bool,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    /// Input file; `-` is standard input [default: standard input; in a two-player game a file in
    /// the current folder].
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum SideName {
    Engine,
    Oracle,
}
