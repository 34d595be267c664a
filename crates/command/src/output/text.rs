//! Formatting of counts, paths, names and tables.

use std::path::Path;

use comfy_table::{CellAlignment, Table, presets};
use indicatif::HumanCount;
use twinboard_harness::report;
use twinboard_harness::shard::Shard;

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

/// What `text` makes of a count with its noun; empty if there is none.
pub(crate) fn if_any(count: u64, noun: &str, text: impl FnOnce(String) -> String) -> String {
    if count == 0 { String::new() } else { text(counted(count, noun)) }
}

/// The shard behind what it is a part of; empty for the whole.
pub(crate) fn of_shard(shard: Shard) -> String {
    let (number, count) = (shard.number(), shard.count());
    if shard.is_whole() { String::new() } else { format!(", shard {number} of {count}") }
}

/// The lines of a text, two columns further to the right.
pub(crate) fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

/// A path in a message, with control characters escaped: a terminal would obey them.
pub(crate) fn shown(path: impl AsRef<Path>) -> String {
    report::visible(&path.as_ref().to_string_lossy())
}

/// A path as an argument of a command for the shell.
pub(crate) fn argument(path: impl AsRef<Path>) -> String {
    let path = path.as_ref();
    path.to_str().map_or_else(|| argument_of_bytes(path), report::as_argument)
}

/// A path that is not UTF-8, in the quotes in which the shell understands escapes.
fn argument_of_bytes(path: &Path) -> String {
    let byte = |byte: u8| match byte {
        b'\'' | b'\\' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).into(),
        _ => format!("\\x{byte:02x}"),
    };
    let bytes = path.as_os_str().as_encoded_bytes().iter().copied();
    format!("$'{}'", bytes.map(byte).collect::<String>())
}

/// A text as XML and HTML can have it, in an attribute or between two tags: names and programs may
/// contain anything.
pub(crate) fn escaped(text: &str) -> String {
    let mut xml = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => xml += "&amp;",
            '<' => xml += "&lt;",
            '>' => xml += "&gt;",
            '"' => xml += "&quot;",
            '\'' => xml += "&#39;",
            // Readers replace these by blanks or line feeds.
            '\t' => xml += "&#9;",
            '\n' => xml += "&#10;",
            '\r' => xml += "&#13;",
            // XML does not have them, not even escaped.
            '\u{fffe}' | '\u{ffff}' => xml.push(char::REPLACEMENT_CHARACTER),
            c if c.is_control() => xml.push(char::REPLACEMENT_CHARACTER),
            c => xml.push(c),
        }
    }
    xml
}

/// Lower-case letters and digits, with hyphens between the words.
pub(crate) fn kebab_case(text: &str) -> String {
    let plain = text.to_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), " ");
    plain.split_whitespace().collect::<Vec<_>>().join("-")
}

/// The name, with the first free number from 2 on appended if it is taken.
pub(crate) fn free_name(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(|name| !is_taken(name)).expect("the names are infinite")
}

/// The head of a table as a row.
pub(crate) fn head<const N: usize>(names: [&str; N]) -> Vec<String> {
    names.map(str::to_owned).to_vec()
}

/// A table: rows whose cells are aligned in columns, to the right unless `is_left`.
pub(crate) fn table(rows: &[Vec<String>], is_left: impl Fn(usize) -> bool) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).add_rows(rows);
    for (index, column) in table.column_iter_mut().enumerate() {
        let side = if is_left(index) { CellAlignment::Left } else { CellAlignment::Right };
        column.set_padding((0, 2)).set_cell_alignment(side);
    }
    table.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// A share in percent, with one decimal.
pub(crate) fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "–".into();
    }
    format!("{:.1} %", 100.0 * part as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::{argument, counted, free_name, grouped, kebab_case, table};

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let rows = [vec!["name", "n"], vec!["a – b", "100", "more"], vec![]];
        let rows = rows.map(|row| row.into_iter().map(str::to_owned).collect());
        assert_eq!(table(&rows, |column| column != 1), "name     n\na – b  100  more\n\n");
        assert_eq!(table(&[], |_| true), "");
    }

    #[cfg(unix)]
    #[test]
    fn a_path_that_is_not_utf8_is_an_argument_with_escapes() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;

        assert_eq!(argument(OsStr::from_bytes(b"a b/it's")), r"'a b/it'\''s'");
        assert_eq!(argument(OsStr::from_bytes(b"caf\xe9\n's")), r"$'caf\xe9\x0a\'s'");
    }

    #[test]
    fn counts_have_separators_and_the_noun_its_number() {
        assert_eq!(grouped("0"), "0");
        assert_eq!(grouped("999"), "999");
        assert_eq!(grouped("1000"), "1,000");
        assert_eq!(grouped("18446744073709551615"), "18,446,744,073,709,551,615");
        assert_eq!([counted(1, "file"), counted(2_000, "file")], ["1 file", "2,000 files"]);
    }

    #[test]
    fn names_are_words_with_hyphens() {
        assert_eq!(kebab_case("Rows 11 to 16, and a 9 (colour)"), "rows-11-to-16-and-a-9-colour");
    }

    #[test]
    fn a_taken_name_gets_the_first_free_number() {
        let taken = ["won", "won-2"];
        assert_eq!(free_name("won", |name| taken.contains(&name)), "won-3");
        assert_eq!(free_name("stuck", |name| taken.contains(&name)), "stuck");
    }
}
