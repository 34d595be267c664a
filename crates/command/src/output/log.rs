//! The log of a job on GitHub Actions, in which some lines are commands for the service.
//!
//! The reports of a command have text that came from the programs it ran. In such a text nothing may
//! be a command; the annotations of this program are printed by [`print_command`] alone.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anstream::ColorChoice;

static IS_PROTECTED: AtomicBool = AtomicBool::new(false);

/// From now on [`text`] has no commands. For commands whose output is a report: other output may be a
/// file that is read again.
pub(crate) fn protect() {
    IS_PROTECTED.store(true, Relaxed);
}

/// A text for a stream of this process, which handles colours in this way.
pub(crate) fn text(text: impl Display, colours: ColorChoice) -> String {
    let text = text.to_string();
    if !IS_PROTECTED.load(Relaxed) {
        return text;
    }
    // What the stream would remove must not hide a command.
    match colours {
        ColorChoice::Never => without_commands(&anstream::adapter::strip_str(&text).to_string()),
        _ => without_commands(&text),
    }
}

/// Prints a line that is a command for the service.
pub(crate) fn print_command(line: &str) {
    // Nobody reads the control characters of a name. A failure could not be reported anywhere.
    let line = line.replace(char::is_control, "");
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// A text in which no line is a command: the service takes `::` at the beginning of a line, after
/// blanks, and `##[` anywhere. The first character of each is escaped as in JSON, since the text may
/// be JSON, in which `##[` can be in a string only.
fn without_commands(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive(['\n', '\r']) {
        let is_blank =
            |c: char| c.is_whitespace() || c.is_control() || "\u{200b}\u{feff}".contains(c);
        let rest = line.trim_start_matches(is_blank);
        let (blanks, _) = line.split_at(line.len() - rest.len());
        out += blanks;
        let rest = match rest.strip_prefix("::") {
            Some(rest) => {
                out += "\\u003a:";
                rest
            }
            None => rest,
        };
        out += &rest.replace("##[", "\\u0023#[");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::without_commands;

    #[test]
    fn no_line_of_a_text_is_a_command() {
        for (hostile, expected) in [
            ("::error::x\n", "\\u003a:error::x\n"),
            ("a\n \t\u{a0}::stop-commands::x", "a\n \t\u{a0}\\u003a:stop-commands::x"),
            ("a\r::error::x\r\n::y", "a\r\\u003a:error::x\r\n\\u003a:y"),
            ("a ###[error]##[b]", "a #\\u0023#[error]\\u0023#[b]"),
            ("::a##[b]", "\\u003a:a\\u0023#[b]"),
            ("\u{feff}::x", "\u{feff}\\u003a:x"),
            ("at a::b, 1:2: # [x]\n\n", "at a::b, 1:2: # [x]\n\n"),
        ] {
            assert_eq!(without_commands(hostile), expected, "{hostile:?}");
        }
    }

    #[test]
    fn json_keeps_its_meaning() {
        let value = serde_json::json!({ "a##[error]\\##[": ["::x", "\n::y", "\\\"##["] });
        for text in [value.to_string(), serde_json::to_string_pretty(&value).unwrap()] {
            let printed = without_commands(&text);
            assert!(!printed.contains("##["), "{printed}");
            assert_eq!(serde_json::from_str::<serde_json::Value>(&printed).unwrap(), value);
        }
    }
}
