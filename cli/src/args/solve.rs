//! The arguments of `solve` and `analyse`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::{Html, Results, Svg, duration, rule_set};
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
    #[command(flatten)]
    pub(crate) page: Html,
    #[command(flatten)]
    pub(crate) picture: Svg,
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
