//! Words for what is counted.

use indicatif::HumanCount;

/// `1 file`, `1,234 files`.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", HumanCount(count))
}
