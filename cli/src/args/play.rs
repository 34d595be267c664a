//! The arguments of `play`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum, value_parser};

use super::{duration, rule_set};
use crate::settings::Settings;
use crate::subjects::AnySubject;

#[derive(Args)]
pub(crate) struct Play {
    /// The rule set.
    #[arg(value_name = "RULESET", value_parser = rule_set())]
    pub(crate) rule_set: AnySubject,
    /// Which implementation plays [default: engine].
    ///
    /// In a game for two nobody moves then; the answer is where the game stands.
    #[arg(long, value_name = "SIDE")]
    #[arg(conflicts_with_all = ["time", "threads", "stdio"])]
    pub(crate) with: Option<SideName>,
    #[command(flatten)]
    pub(crate) settings: Settings,
    /// In a game for two: the time from the start of the program to its answer, on the wall clock
    /// [default: 800ms].
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// In a game for two: how many threads may search [default: 1].
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// In a game for two: the board is on standard input and the answer goes to standard output,
    /// instead of files in this folder.
    #[arg(long, conflicts_with = "file")]
    pub(crate) stdio: bool,
    /// The input; standard input if it is left out or `-`. In a game for two the board, and if it is
    /// left out a file in this folder.
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum SideName {
    Engine,
    Oracle,
}
