//! Two answers side by side, with `!` at differing lines and `^` below differing characters.

use std::fmt::Write;

use super::expected::Comparison;

/// Number of lines shown before the first difference.
const BEFORE: usize = 2;

/// Maximum number of lines shown.
const LINES_MAX: usize = 24;

/// Maximum width of each half in characters; longer lines are shown one below the other.
const HALF_MAX: usize = 60;

/// Maximum number of characters shown of such a line.
const PIECE: usize = 72;
/// Number of these characters before the first difference.
const PIECE_BEFORE: usize = 24;

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
    let pairs: Vec<Pair> = (from..to)
        .map(|number| Pair {
            number,
            expected: expected.get(number).map(|line| shown(line, comparison)),
            actual: actual.get(number).map(|line| shown(line, comparison)),
        })
        .collect();
    let width = pairs.iter().map(Pair::width).max().unwrap_or_default();
    let mut out = String::new();
    if width <= HALF_MAX {
        let width = width.max(EXPECTED.len());
        let _ = writeln!(out, "        {EXPECTED:<width$}   {ACTUAL}");
        for pair in &pairs {
            pair.write_side_by_side(width, &mut out);
        }
    } else {
        for pair in &pairs {
            pair.write_below_each_other(&mut out);
        }
    }
    if from > 0 {
        out = format!("        (the lines above are as expected)\n{out}");
    }
    if to < count {
        let _ = writeln!(out, "        … and {} more lines", count - to);
    }
    out
}

/// A line without control characters; if the comparison is exact, `$` marks its end.
fn shown(line: &[u8], comparison: Comparison) -> String {
    let text = String::from_utf8_lossy(line);
    let visible = |c: char| -> String {
        match c {
            '\n' if comparison == Comparison::Exact => "$".into(),
            c if c.is_control() => c.escape_default().collect(),
            c => c.into(),
        }
    };
    text.chars().map(visible).collect()
}

/// Lines of equal number from both answers; `None` after the end of an answer.
struct Pair {
    number: usize,
    expected: Option<String>,
    actual: Option<String>,
}

impl Pair {
    fn width(&self) -> usize {
        let width = |line: &Option<String>| line.as_deref().unwrap_or(MISSING).chars().count();
        width(&self.expected).max(width(&self.actual))
    }

    fn write_side_by_side(&self, width: usize, out: &mut String) {
        let expected = self.expected.as_deref().unwrap_or(MISSING);
        let actual = self.actual.as_deref().unwrap_or(MISSING);
        let mark = if self.expected == self.actual { ' ' } else { '!' };
        let number = self.number + 1;
        let line = format!("  {number:>4}{mark} {expected:<width$} | {actual}");
        let _ = writeln!(out, "{}", line.trim_end());
        if let Some((one, other)) = self.marks() {
            let _ = writeln!(out, "{}", format!("        {one:<width$} | {other}").trim_end());
        }
    }

    fn write_below_each_other(&self, out: &mut String) {
        let (one, other) = match (&self.expected, &self.actual) {
            (Some(one), Some(other)) => (&**one, &**other),
            (one, other) => {
                (one.as_deref().unwrap_or(MISSING), other.as_deref().unwrap_or(MISSING))
            }
        };
        let first = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
        let from = first.saturating_sub(PIECE_BEFORE);
        let piece = |line: &str| -> String { line.chars().skip(from).take(PIECE).collect() };
        let dots = if from > 0 { "…" } else { "" };
        let number = self.number + 1;
        if one == other {
            let _ = writeln!(out, "  {number:>4}            {dots}{}", piece(one));
            return;
        }
        let _ = writeln!(out, "  {number:>4}! {EXPECTED:<9} {dots}{}", piece(one));
        let _ = writeln!(out, "        {ACTUAL:<9} {dots}{}", piece(other));
        if let Some((marks, _)) = self.marks() {
            let blank = if from > 0 { " " } else { "" };
            let marks = format!("                  {blank}{}", piece(&marks));
            let _ = writeln!(out, "{}", marks.trim_end());
        }
    }

    /// Marks below all differing characters, for both lines.
    fn marks(&self) -> Option<(String, String)> {
        let (expected, actual) = (self.expected.as_ref()?, self.actual.as_ref()?);
        if expected == actual {
            return None;
        }
        let length = expected.chars().count().max(actual.chars().count());
        let mut one = expected.chars();
        let mut other = actual.chars();
        let marks: String =
            (0..length).map(|_| if one.next() == other.next() { ' ' } else { '^' }).collect();
        Some((marks.clone(), marks))
    }
}

#[cfg(test)]
mod tests {
    use super::super::expected::Comparison::{Exact, Lenient};
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
        assert!(text.lines().all(|line| line.chars().count() < 100), "{text}");
        let lines: Vec<&str> = text.lines().collect();
        let at = |line: &str, mark| line.chars().position(|c| c == mark).unwrap();
        assert_eq!(at(lines[1], 'y'), at(lines[2], '^'), "{text}");
    }

    #[test]
    fn an_exact_comparison_marks_the_ends_of_lines() {
        let text = side_by_side(b"a\nb\n", b"a \nb", Exact);
        assert!(text.contains("1! a$       | a $"), "{text}");
        assert!(text.contains("2! b$       | b\n"), "{text}");
    }

    #[test]
    fn control_characters_are_escaped() {
        assert!(drawn("a\n", "\x1b[2Ja\x07\n").contains("\\u{1b}[2Ja\\u{7}"));
    }
}
