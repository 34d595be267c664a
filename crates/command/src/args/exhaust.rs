//! The arguments of `exhaust`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use twinboard_harness::exhaust::Shape;
use twinboard_harness::shard::Shard;

use super::number::{between, whole};
use super::{EngineOptions, Reporting, Results, Threads, rule_set};
use crate::settings::Settings;
use crate::subjects::AnySubject;

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Exhaust {
    #[command(subcommand)]
    pub(crate) command: Option<ExhaustCommand>,
    /// Rule set.
    #[arg(value_name = "RULESET", value_parser = rule_set(), required = true)]
    pub(crate) rule_set: Option<AnySubject>,
    #[command(flatten)]
    pub(crate) settings: Settings,
    /// Largest boards as rows x columns, such as 3x4 or 3x4,4x3; every board that fits into one of
    /// them is enumerated [default: those of the rule set, about a minute for the built-in ones].
    #[arg(long, value_name = "SHAPES", value_parser = shape, value_delimiter = ',')]
    pub(crate) shapes: Vec<Shape>,
    /// Maximum number of different colours or symbols; in a game with numbers, the largest number.
    #[arg(long, value_name = "N", value_parser = between::<u8>(1, 26))]
    pub(crate) symbols: Option<u8>,
    /// Play legal moves only, which is several times as fast. By default every move that names
    /// cells of the board or just outside of it is played.
    #[arg(long)]
    pub(crate) legal_only: bool,
    /// Limit on the number of set-ups, which are counted in advance.
    #[arg(long, value_name = "N", default_value_t = 100_000_000, value_parser = whole::<u64>)]
    pub(crate) setups_max: u64,
    /// Checkpoint file; if it exists, the enumeration is resumed from it.
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Shard K of N: play this part of the enumeration only, and write its results to the file of
    /// --resume, for `exhaust merge`.
    #[arg(long, value_name = "K/N", requires = "resume")]
    pub(crate) shard: Option<Shard>,
    #[command(flatten)]
    pub(crate) threads: Threads,
    #[command(flatten)]
    pub(crate) engine: EngineOptions,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
}

#[derive(Subcommand)]
pub(crate) enum ExhaustCommand {
    /// Add up the results of all shards of a run, and print them as one run would.
    ///
    /// FILE is the file of --resume of a shard, in any order. All shards must be of one run: the
    /// same build of this program, rule set and options. The exit code is 1 if a shard found a
    /// divergence; then the first one is reported.
    Merge(ExhaustMerge),
}

#[derive(Args)]
pub(crate) struct ExhaustMerge {
    /// Files of all shards.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) results: Results,
}

/// Parses rows and columns, such as `3x4`.
fn shape(text: &str) -> Result<Shape, String> {
    let sides = text.split_once(['x', 'X', '×']);
    let side = |text: &str| text.trim().parse().ok().filter(|side| (1..=64).contains(side));
    sides
        .and_then(|(rows, columns)| Some(Shape { rows: side(rows)?, columns: side(columns)? }))
        .ok_or_else(|| "expected rows and columns, 1 to 64 each, such as 3x4".into())
}
