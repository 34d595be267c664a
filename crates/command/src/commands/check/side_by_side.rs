//! Two answers side by side, with `!` at differing lines and `^` below differing characters.

use std::fmt::Write;

use super::answers::Comparison;

/// Number of lines shown before the first difference.
const BEFORE: usize = 2;

/// Maximum number of lines shown.
const LINES_MAX: usize = 24;

/// Maximum width of each half in characters. Longer lines that differ are cut before their first
/// difference, too.
const HALF_MAX: usize = 60;
/// Number of characters that are shown before the difference then.
const BEFORE_DIFFERENCE: usize = 24;

const EXPECTED: &str = "expected";
const ACTUAL: &str = "printed";
const MISSING: &str = "(no such line)";

/// The lines around the first difference; an empty text if there is none.
pub(super) fn side_by_side(expected: &[u8], actual: &[u8], comparison: Comparison) -> String {
    let Some(first) = comparison.first_difference(expected, actual) else { return String::new() };
    let (expected, actual) = (comparison.lines(expected), comparison.lines(actual));
    let from = first.saturating_sub(BEFORE);
    let count = expected.len().max(actual.len());
    let to = count.min(from + LINES_MAX);
    let line = |lines: &[&[u8]], at: usize| lines.get(at).map(|line| shown(line, comparison));
    let pairs = (from..to).map(|at| Pair::new(at + 1, line(&expected, at), line(&actual, at)));
    let pairs: Vec<Pair> = pairs.collect();
    let widths = pairs.iter().flat_map(|pair| pair.halves.each_ref().map(|it| it.chars().count()));
    let width = widths.max().unwrap_or_default().max(EXPECTED.len());
    let mut out = String::new();
    if from > 0 {
        out += "        (the lines above are as expected)\n";
    }
    let _ = writeln!(out, "        {EXPECTED:<width$}   {ACTUAL}");
    out.extend(pairs.iter().map(|pair| pair.render(width)));
    if to < count {
        let _ = writeln!(out, "        … and {} more lines", count - to);
    }
    out
}

/// A line without control characters; if the comparison is exact, `$` marks its end.
fn shown(line: &[u8], comparison: Comparison) -> String {
    let visible = |c: char| match c {
        '\n' if comparison == Comparison::Exact => "$".to_owned(),
        c if c.is_control() || is_invisible(c) => c.escape_default().to_string(),
        c => c.to_string(),
    };
    String::from_utf8_lossy(line).chars().map(visible).collect()
}

/// True for characters that are not seen, or look like a blank, such as a byte order mark.
fn is_invisible(c: char) -> bool {
    c.escape_debug().nth(1) == Some('u')
}

struct Pair {
    number: usize,
    halves: [String; 2],
    /// `!` if the lines differ, else a blank.
    mark: char,
    /// Marks below all differing characters; empty for equal lines and after the end of an answer.
    marks: String,
}

impl Pair {
    fn new(number: usize, expected: Option<String>, actual: Option<String>) -> Self {
        let mark = if expected == actual { ' ' } else { '!' };
        let is_marked = mark == '!' && expected.is_some() && actual.is_some();
        let lines = [expected, actual].map(|line| line.unwrap_or_else(|| MISSING.into()));
        let [one, other] = lines.each_ref().map(|line| line.chars());
        let same = one.zip(other).take_while(|(one, other)| one == other).count();
        let is_long = lines.iter().any(|line| line.chars().count() > HALF_MAX);
        let from = if is_marked && is_long { same.saturating_sub(BEFORE_DIFFERENCE) } else { 0 };
        let dots = if from > 0 { "…" } else { "" };
        let cut = |line: String| -> String {
            dots.chars().chain(line.chars().skip(from)).take(HALF_MAX).collect()
        };
        let halves = lines.map(cut);
        let marks = if is_marked { marks(&halves[0], &halves[1]) } else { String::new() };
        Self { number, halves, mark, marks }
    }

    fn render(&self, width: usize) -> String {
        let Self { number, halves: [expected, actual], mark, marks } = self;
        let mut out = line(&format!("  {number:>4}{mark} {expected:<width$} | {actual}"));
        if !marks.is_empty() {
            out += &line(&format!("        {marks:<width$} | {marks}"));
        }
        out
    }
}

fn line(text: &str) -> String {
    text.trim_end().to_owned() + "\n"
}

fn marks(one: &str, other: &str) -> String {
    let length = one.chars().count().max(other.chars().count());
    let (mut one, mut other) = (one.chars(), other.chars());
    (0..length).map(|_| if one.next() == other.next() { ' ' } else { '^' }).collect()
}

#[cfg(test)]
mod tests {
    use super::super::answers::Comparison::{Exact, Lenient};
    use super::side_by_side;

    fn drawn(expected: &str, actual: &str) -> String {
        side_by_side(expected.as_bytes(), actual.as_bytes(), Lenient)
    }

    #[test]
    fn differing_characters_are_marked_on_both_sides() {
        let text = drawn("Grid 1.\n    1 2\n", "Grid 1.\n    1 3 4\n");
        let expected = [
            "        expected    printed",
            "     1  Grid 1.   | Grid 1.",
            "     2!     1 2   |     1 3 4",
            "              ^^^ |       ^^^",
        ];
        assert_eq!(text.lines().collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn missing_and_surplus_lines_are_marked() {
        assert!(drawn("a\nb\n", "a\n").contains("2! b              | (no such line)"));
        assert!(drawn("a\n", "a\nb\n").contains("2! (no such line) | b"));
        assert_eq!(drawn("a\n", "a \n\n"), "");
    }

    #[test]
    fn long_answers_and_long_lines_are_cut() {
        let long = "x\n".repeat(100);
        let text = drawn(&long, &format!("{}y\n{}", "x\n".repeat(50), "x\n".repeat(49)));
        assert!(text.contains("(the lines above are as expected)"), "{text}");
        assert!(text.contains("51! x"), "{text}");
        assert!(text.contains("… and 28 more lines"), "{text}");

        let wide = "x".repeat(300);
        let other = format!("{}y{}", "x".repeat(200), "x".repeat(99));
        let text = drawn(&wide, &other);
        assert!(text.lines().all(|line| line.chars().count() <= 8 + 2 * 60 + 3), "{text}");
        let last = |line: usize, mark| {
            let line: Vec<char> = text.lines().nth(line).unwrap().chars().collect();
            line.iter().rposition(|&c| c == mark).unwrap()
        };
        assert_eq!(last(1, 'y'), last(2, '^'), "{text}");
    }

    #[test]
    fn an_exact_comparison_marks_the_ends_of_lines() {
        let text = side_by_side(b"a\nb\n", b"a \nb", Exact);
        assert!(text.contains("1! a$       | a $"), "{text}");
        assert!(text.contains("2! b$       | b\n"), "{text}");
    }

    #[test]
    fn control_characters_are_escaped() {
        // What cannot be seen makes two lines look equal.
        assert!(drawn("a\n", "\u{feff}a\n").contains("| \\u{feff}a"));
        assert!(drawn("a b\n", "a\u{a0}b\n").contains("| a\\u{a0}b"));
        assert!(drawn("a b\n", "a\r b\n").contains("| a\\r b"));
        assert!(drawn("a\n", "\x1b[2Ja\x07\n").contains("\\u{1b}[2Ja\\u{7}"));
    }
}
