//! The arguments of `exhaust`.

use std::path::PathBuf;

use clap::Args;
use harness::exhaust::Shape;

use super::{Reporting, Threads, rule_set};
use crate::settings::Settings;
use crate::subjects::AnySubject;

#[derive(Args)]
pub(crate) struct Exhaust {
    /// The rule set.
    #[arg(value_name = "RULESET", value_parser = rule_set())]
    pub(crate) rule_set: AnySubject,
    #[command(flatten)]
    pub(crate) settings: Settings,
    /// Rows and columns, such as 3x4 or 3x4,4x3: every board is taken that fits into one of these
    /// [default: so much that it takes about a minute].
    #[arg(long, value_name = "SHAPES", value_parser = shape, value_delimiter = ',')]
    pub(crate) shapes: Vec<Shape>,
    /// How many different colours or symbols there are at most; in a game with numbers, the largest.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=26))]
    pub(crate) symbols: Option<u8>,
    /// Ask for legal moves only, which is several times as fast. Else every move is asked for that
    /// names cells of the board or just beyond it.
    #[arg(long)]
    pub(crate) legal_only: bool,
    /// The most set-ups that are gone through; they are counted first.
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    pub(crate) setups_max: u64,
    /// A file that keeps what is done. If it is there already, that is gone on with.
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) threads: Threads,
    #[command(flatten)]
    pub(crate) reporting: Reporting,
}

/// Rows and columns.
fn shape(text: &str) -> Result<Shape, String> {
    let sides = text.split_once(['x', 'X', '×']);
    let side = |text: &str| text.trim().parse().ok().filter(|side| (1..=64).contains(side));
    sides
        .and_then(|(rows, columns)| Some(Shape { rows: side(rows)?, columns: side(columns)? }))
        .ok_or_else(|| "rows and columns are expected, 1 to 64 each, such as 3x4".into())
}
