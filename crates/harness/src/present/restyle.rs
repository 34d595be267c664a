//! Random changes to the style of a text that keep its meaning in most formats: other blanks and
//! line ends, leading zeros, another end of the file.
//!
//! Printers never write such texts, so round trips alone would not test readers on them. The format
//! of the text is not known here.

use twinboard_vocabulary::game::below;

use crate::model::random::SplitMix;

/// Largest number of places that are changed, apart from the beginning and the end.
const PLACES_MAX: u64 = 6;

/// Changes the style of `text`. Depending on the format, the result may mean something else or be
/// unreadable; a quarter of all results have another end on purpose.
#[must_use]
pub fn restyle(text: &str, seed: u64) -> String {
    let mut random = SplitMix::new(seed);
    let mut draw = |bound: u64| below(&mut || random.next_u64(), bound) as usize;
    let mut text = text.to_owned();
    for _ in 0..=draw(PLACES_MAX) {
        let starts: Vec<usize> = text.char_indices().map(|(start, _)| start).collect();
        if starts.is_empty() {
            break;
        }
        let at = starts[draw(starts.len() as u64)];
        let there = text[at..].chars().next().unwrap_or_default();
        let before = text[..at].chars().next_back();
        let begins_token = before.is_none_or(char::is_whitespace);
        match there {
            ' ' => {
                let blanks = [" ", "  ", "\t", " \r", "\u{C} ", "          "];
                text.replace_range(at..=at, blanks[draw(blanks.len() as u64)]);
            }
            '\n' => {
                let ends = ["\n", "\r\n", " \n", "\n\n", "\n \t\n"];
                text.replace_range(at..=at, ends[draw(ends.len() as u64)]);
            }
            '0'..='9' if begins_token => {
                let zeros = [1, 2, 20, 120][draw(4)];
                text.insert_str(at, &"0".repeat(zeros));
            }
            _ => {}
        }
    }
    match draw(12) {
        0 => text.insert(0, '\u{FEFF}'),
        1 => text.insert_str(0, " \n"),
        2 => text.push_str("\n\n \n"),
        3 => text.truncate(text.trim_end().len()),
        4..=6 => change_end(&mut text, &mut draw),
        _ => {}
    }
    text
}

/// Changes the end of the text: drops the last line, replaces its first token with a number, or
/// keeps it, and appends tokens. A format that marks the end of its input often ignores everything
/// behind it and permits several end marks.
fn change_end(text: &mut String, draw: &mut dyn FnMut(u64) -> usize) {
    let line = text.trim_end().rfind('\n').map_or(0, |end| end + 1);
    match draw(3) {
        0 => text.truncate(line),
        1 => {
            let token = text[line..].find(char::is_whitespace).map_or(text.len(), |end| line + end);
            let digits = ["1", "17", "65", "99999999999999999999"][draw(4)];
            text.replace_range(line..token, &digits.repeat([1, 1, 8, 150][draw(4)]));
        }
        _ => {}
    }
    // Mostly on the last line, because error messages show the rest of the line.
    if draw(4) > 0 {
        text.truncate(text.trim_end().len());
    }
    let behind = ["", " x", "\nx y", " 0x1 é", " \u{A0}\u{202E}\u{7F}", "\u{FFFD} -1 \u{1F3B2}"];
    for _ in 0..=draw(3) {
        text.push_str(behind[draw(behind.len() as u64)]);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::restyle;

    #[test]
    fn tokens_change_only_by_leading_zeros() {
        let text = "2 10\n1 0 3\nword 7\n";
        let tokens = |text: &str| -> Vec<String> {
            let text = text.replace('\u{FEFF}', "");
            let plain = |token: &str| match token.trim_start_matches('0') {
                "" => "0".to_owned(),
                rest => rest.to_owned(),
            };
            text.split_whitespace().map(plain).collect()
        };
        let mut styles: Vec<String> = (0..500).map(|seed| restyle(text, seed)).collect();
        let all = styles.len();
        styles.retain(|style| tokens(style) == tokens(text));
        // The rest has another end.
        assert!((all / 2..all).contains(&styles.len()), "{}", styles.len());
        assert!(styles.iter().collect::<HashSet<_>>().len() > 250, "they differ");
        for what in ["\u{FEFF}", "\t", "\u{C}", "\r\n", "\n\n", " 0000000000", "\n00"] {
            assert!(styles.iter().any(|style| style.contains(what)), "{what:?} is written");
        }
    }

    #[test]
    fn only_the_last_line_changes_its_meaning() {
        let text = "2 10\n1 0 3\nword 7\n";
        let styles: Vec<String> = (0..1_000).map(|seed| restyle(text, seed)).collect();
        let tokens: Vec<Vec<String>> = styles
            .iter()
            .map(|style| {
                // The appended U+FFFD has no blank before it.
                let plain = style.replace('\u{FEFF}', "").replace('\u{FFFD}', " ?");
                let unpadded = |token: &str| match token.trim_start_matches('0') {
                    "" => "0".to_owned(),
                    rest => rest.to_owned(),
                };
                plain.split_whitespace().map(unpadded).collect()
            })
            .collect();
        for (tokens, style) in tokens.iter().zip(&styles) {
            assert_eq!(tokens[..5], ["2", "10", "1", "0", "3"], "{style:?}");
        }
        // The last line is gone, or begins with another number, which may be very long.
        let ends =
            |is: fn(&[String]) -> bool| tokens.iter().filter(|tokens| is(&tokens[5..])).count();
        assert!(ends(<[String]>::is_empty) > 0);
        assert!(ends(|end| end.first().is_some_and(|token| token.parse::<u8>().is_ok())) > 20);
        assert!(ends(|end| end.first().is_some_and(|token| token.len() > 1_000)) > 3);

        let count = |is: fn(&str) -> bool| styles.iter().filter(|style| is(style)).count();
        let ways = [
            count(|style| style.starts_with('\u{FEFF}')),
            count(|style| style.starts_with(" \n")),
            count(|style| style.ends_with("\n\n \n")),
            count(|style| style.ends_with('7')),
        ];
        assert!(ways.iter().all(|count| (60..120).contains(count)), "one of twelve: {ways:?}");
        // Text behind the end is mostly on the same line.
        let same = count(|style| style.contains("7 x") || style.contains("7 0x1"));
        let next = count(|style| style.contains("\n x") || style.contains("\n 0x1"));
        assert!((30..60).contains(&same) && (10..40).contains(&next), "{same} and {next}");
    }

    #[test]
    fn an_empty_text_has_several_styles() {
        let styles: HashSet<String> = (0..64).map(|seed| restyle("", seed)).collect();
        assert!(styles.contains("") && styles.len() > 3, "{styles:?}");
    }
}
