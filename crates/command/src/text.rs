//! Formatting of counts and paths.

use std::path::Path;

use indicatif::HumanCount;
use twinboard_harness::report;

/// The digits of a count of any size in groups of three, as [`HumanCount`] shows a `u64`.
pub(crate) fn grouped(digits: &str) -> String {
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

/// A count with its noun: `1 file`, `1,234 files`.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", HumanCount(count))
}

/// A path in a message, with control characters escaped: a terminal would obey them.
pub(crate) fn shown(path: impl AsRef<Path>) -> String {
    report::visible(&path.as_ref().to_string_lossy())
}

/// A path as an argument of a command for the shell.
pub(crate) fn argument(path: impl AsRef<Path>) -> String {
    report::as_argument(&path.as_ref().to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::{counted, grouped};

    #[test]
    fn counts_have_separators_and_the_noun_its_number() {
        assert_eq!(grouped("0"), "0");
        assert_eq!(grouped("999"), "999");
        assert_eq!(grouped("1000"), "1,000");
        assert_eq!(grouped("18446744073709551615"), "18,446,744,073,709,551,615");
        assert_eq!([counted(1, "file"), counted(2_000, "file")], ["1 file", "2,000 files"]);
    }
}
