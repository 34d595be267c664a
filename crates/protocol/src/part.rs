//! Parts of positions that are not compared, because the user says so.

use std::fmt;
use std::str::FromStr;

/// A part of the text of a position that is taken from the oracle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A word of the first line, such as a field of a FEN, from 1.
    Field(usize),
    /// A line, from 1.
    Line(usize),
    /// The first line that begins with this word.
    LineOf(String),
}

impl Part {
    /// The text of the engine with this part as the oracle has it; unchanged where one of them lacks
    /// it.
    pub(crate) fn taken_from(&self, oracle: &str, engine: &str) -> String {
        let lines: Vec<&str> = engine.lines().collect();
        let with_line = |at: usize, line: &str| {
            let mut lines = lines.clone();
            lines[at] = line;
            lines.join("\n") + "\n"
        };
        let changed = match self {
            Self::Field(number) => {
                let mut words: Vec<&str> =
                    lines.first().map_or("", |line| line).split(' ').collect();
                let theirs = oracle.lines().next().unwrap_or_default().split(' ').nth(number - 1);
                theirs.filter(|_| *number <= words.len()).map(|theirs| {
                    words[number - 1] = theirs;
                    with_line(0, &words.join(" "))
                })
            }
            Self::Line(number) => {
                let theirs = oracle.lines().nth(number - 1).filter(|_| *number <= lines.len());
                theirs.map(|line| with_line(number - 1, line))
            }
            Self::LineOf(word) => {
                let begins = |line: &&str| line.split([' ', '=']).next() == Some(word);
                let theirs = oracle.lines().find(begins);
                theirs.zip(lines.iter().position(begins)).map(|(line, at)| with_line(at, line))
            }
        };
        changed.unwrap_or_else(|| engine.to_owned())
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(number) => write!(f, "field {number}"),
            Self::Line(number) => write!(f, "line {number}"),
            Self::LineOf(word) => write!(f, "line {word}"),
        }
    }
}

impl FromStr for Part {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let expected = "`field NUMBER`, `line NUMBER` or `line WORD`, numbers from 1";
        let (kind, rest) = text.split_once(' ').ok_or(expected)?;
        let number = rest.parse::<usize>().ok();
        match (kind, number) {
            ("field", Some(number @ 1..)) => Ok(Self::Field(number)),
            ("line", Some(number @ 1..)) => Ok(Self::Line(number)),
            ("line", None) if !rest.is_empty() && !rest.contains([' ', '=']) => {
                Ok(Self::LineOf(rest.to_owned()))
            }
            _ => Err(expected),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Part;

    #[test]
    fn a_part_is_taken_from_the_oracle_and_the_rest_is_kept() {
        let (oracle, engine) =
            ("8/8 w - e3 0\nscore 7\nko=simple\n", "8/7 b KQ - 1\nscore 9\nko=x\n");
        for (part, text) in [
            ("field 4", "8/7 b KQ e3 1\nscore 9\nko=x\n"),
            ("field 9", engine),
            ("line 2", "8/7 b KQ - 1\nscore 7\nko=x\n"),
            ("line 4", engine),
            ("line score", "8/7 b KQ - 1\nscore 7\nko=x\n"),
            ("line ko", "8/7 b KQ - 1\nscore 9\nko=simple\n"),
            ("line komi", engine),
        ] {
            let read: Part = part.parse().unwrap();
            assert_eq!(
                (read.to_string(), read.taken_from(oracle, engine)),
                (part.into(), text.into())
            );
        }
        for text in ["field", "field 0", "field x", "line 0", "line ", "line a b", "row 1"] {
            assert!(text.parse::<Part>().is_err(), "{text}");
        }
    }
}
