//! Formatting of counts.

use indicatif::HumanCount;

/// A count with its noun: `1 file`, `1,234 files`.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", HumanCount(count))
}
