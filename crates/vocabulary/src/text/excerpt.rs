//! Parts of a text as messages show them: shortened tokens and the line around an error.

use super::error::{Found, Place, Source, TextError};

/// Number of characters of a token that a message shows.
pub(super) const FOUND_MAX: usize = 24;
/// Number of bytes of a line that a message shows on each side of what was found.
const AROUND: usize = 60;

/// True if a byte is white space: exactly 09, 0A, 0C, 0D, 20 (TX-1).
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | 0x0C | b'\r' | b' ')
}

/// Number of characters in `bytes`; a byte that is not valid UTF-8 counts as one (TX-4).
pub(super) fn count_characters(bytes: &[u8]) -> u64 {
    let chunks = bytes.utf8_chunks();
    let counts = chunks.map(|chunk| chunk.valid().chars().count() + chunk.invalid().len());
    counts.sum::<usize>() as u64
}

/// The error that something else was expected at the byte `at` of a text in memory. It shows the
/// token that starts there. `expected` is a phrase that follows the word "expected".
///
/// # Panics
///
/// If `at` is greater than the length of the text.
#[must_use]
pub fn error_at(text: &[u8], at: usize, expected: &str) -> TextError {
    let line_feeds = text[..at].iter().map(|&byte| usize::from(byte == b'\n')).sum::<usize>();
    let line_at = text[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let length = text[at..].iter().position(|&byte| is_blank(byte)).unwrap_or(text.len() - at);
    let (found, end) = match text.get(at) {
        None if line_at == at => (Found::EndOfInput, at),
        None | Some(b'\n') => (Found::EndOfLine, at),
        // A blank too many is shown as the token.
        Some(_) => {
            (Found::Token(shorten(&text[at..at + length.max(1)], false)), at + length.max(1))
        }
    };
    TextError {
        place: Place {
            line: line_feeds as u64 + 1,
            column: count_characters(&text[line_at..at]) + 1,
        },
        found,
        expected: expected.into(),
        source: Some(source(text, Some(line_at), at, end)),
    }
}

/// The part of a line around its bytes `start..end`. The line begins at `line_at`; `None` if its
/// beginning has been dropped from `text`.
pub(super) fn source(text: &[u8], line_at: Option<usize>, start: usize, end: usize) -> Source {
    let from = line_at.unwrap_or(0).max(start.saturating_sub(AROUND));
    let shown_end = end.min(start + AROUND);
    let rest = &text[shown_end..];
    let length = rest.iter().position(|&byte| byte == b'\n');
    let until = shown_end + length.unwrap_or(rest.len()).min(AROUND);
    let lossy = |from: usize, until: usize| visible(&text[from..until]);
    let before = lossy(from, start);
    let found = lossy(start, shown_end);
    let after = lossy(shown_end, until);
    Source {
        start: before.len(),
        end: before.len() + found.len(),
        text: format!("{before}{found}{}", after.trim_end()),
        cut_before: line_at.is_none_or(|line_at| from > line_at),
        cut_after: shown_end + length.unwrap_or(rest.len()) > until,
    }
}

/// Bytes as printable characters: blanks become spaces; characters that are invisible or move the
/// cursor are escaped.
fn visible(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\t' | '\r' | '\x0C' => shown.push(' '),
            '"' | '\'' | '\\' => shown.push(character),
            other if other.escape_debug().len() == 1 => shown.push(other),
            other => shown.extend(other.escape_unicode()),
        }
    }
    shown
}

/// The first [`FOUND_MAX`] characters of a token, with an ellipsis if there are `more` or the rest
/// is cut.
pub(super) fn shorten(bytes: &[u8], more: bool) -> String {
    let text = String::from_utf8_lossy(bytes);
    let first: String = text.chars().take(FOUND_MAX).collect();
    let mut shown = visible(first.as_bytes());
    if more || text.chars().count() > FOUND_MAX {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::error_at;

    #[test]
    fn an_error_has_its_place_its_token_and_its_line() {
        let text = "a é\nb  cd ef\n";
        for (at, message, caret) in [
            (0, "line 1, column 1: found `a`, expected x", 0..1),
            (2, "line 1, column 3: found `é`, expected x", 2..4),
            (4, "line 1, column 4: the line ends, expected x", 4..4),
            (7, "line 2, column 3: found ` `, expected x", 2..3),
            (8, "line 2, column 4: found `cd`, expected x", 3..5),
            (14, "line 3, column 1: the input ends, expected x", 0..0),
        ] {
            let error = error_at(text.as_bytes(), at, "x");
            assert_eq!(error.to_string(), message);
            let source = error.source.unwrap();
            assert_eq!(source.start..source.end, caret, "{source:?}");
        }
        assert_eq!(
            error_at(b"ab", 2, "x").to_string(),
            "line 1, column 3: the line ends, expected x"
        );
        assert_eq!(
            error_at(b"", 0, "x").to_string(),
            "line 1, column 1: the input ends, expected x"
        );
    }

    #[test]
    fn the_marked_part_is_what_was_found_behind_bytes_that_are_escaped_or_invalid() {
        for before in [&b"\xFF "[..], b"\x1B ", "\u{200b} ".as_bytes()] {
            let error = error_at(&[before, b"cd ef"].concat(), before.len(), "x");
            let source = error.source.unwrap();
            assert_eq!(&source.text[source.start..source.end], "cd", "{source:?}");
        }
    }
}
