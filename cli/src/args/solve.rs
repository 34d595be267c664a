//! The arguments of `solve` and `analyse`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::{Results, duration, rule_set};
use crate::subjects::AnySubject;

#[derive(Args)]
pub(crate) struct Solve {
    /// The rule set.
    #[arg(value_name = "RULESET", value_parser = rule_set())]
    pub(crate) rule_set: AnySubject,
    /// A board, or a case file: then the position at its end. `-` is standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Rate all moves: of those that lead to the same, one.
    #[arg(long)]
    pub(crate) all: bool,
    /// How long the search may take, for example 90s or 5m.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s")]
    pub(crate) time: Duration,
    #[command(flatten)]
    pub(crate) results: Results,
}

#[derive(Args)]
pub(crate) struct Analyse {
    /// The rule set.
    #[arg(value_name = "RULESET", value_parser = rule_set())]
    pub(crate) rule_set: AnySubject,
    /// The game as a case file, such as `match` keeps; `-` is standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// How long the search may take for each position, for example 10s.
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "5s")]
    pub(crate) time: Duration,
    #[command(flatten)]
    pub(crate) results: Results,
}
