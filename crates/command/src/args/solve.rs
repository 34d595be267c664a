//! The arguments of `solve`, `certify` and `analyse`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::drawing::file;
use super::{Html, Results, Svg, duration, rule_set, whole};
use crate::subjects::AnySubject;

#[derive(Args)]
pub(crate) struct Solve {
    /// Rule set.
    #[arg(value_name = "RULESET", value_parser = rule_set())]
    pub(crate) rule_set: AnySubject,
    /// Board, or case file whose final position is solved; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Rate all moves, one for each distinct outcome.
    #[arg(long)]
    pub(crate) all: bool,
    /// Time limit for the search, such as 90s or 5m.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s")]
    pub(crate) time: Duration,
    /// File for a certificate: the moves that prove the value, for `certify`.
    #[arg(long, value_name = "FILE", value_parser = file)]
    pub(crate) certificate: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) page: Html,
    #[command(flatten)]
    pub(crate) picture: Svg,
    #[command(flatten)]
    pub(crate) results: Results,
}

#[derive(Args)]
pub(crate) struct Certify {
    /// Rule set.
    #[arg(value_name = "RULESET", value_parser = rule_set())]
    pub(crate) rule_set: AnySubject,
    /// Certificate that `solve --certificate` wrote; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Time limit, such as 90s or 5m [default: none].
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Moves of one position that are looked at; a position with more is checked in part.
    #[arg(long, value_name = "N", value_parser = whole::<u64>, default_value = "1000000")]
    pub(crate) moves: u64,
    #[command(flatten)]
    pub(crate) results: Results,
}

#[derive(Args)]
pub(crate) struct Analyse {
    /// Rule set.
    #[arg(value_name = "RULESET", value_parser = rule_set())]
    pub(crate) rule_set: AnySubject,
    /// Game as a case file, such as `match` saves; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Time limit for each position, such as 10s.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "5s")]
    pub(crate) time: Duration,
    #[command(flatten)]
    pub(crate) page: Html,
    #[command(flatten)]
    pub(crate) results: Results,
}
