//! The comments of sources, and their width.

use super::repository::{assert_none, files};
use super::rust::{Piece, PieceKind, numbered, pieces};

/// The most columns of a line with a comment. rustfmt wraps code at as many and leaves comments
/// alone.
const COLUMNS_MAX: usize = 100;

/// A comment, with adjacent line comments of one kind joined: what a reader takes in as one text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Comment {
    pub(crate) kind: CommentKind,
    /// First line, from 1.
    pub(crate) line: usize,
    /// The lines without their markers.
    pub(crate) text: String,
    /// True if no code precedes it on its first line.
    is_alone: bool,
    /// True if it is printed, as the sentence of a planted fault.
    pub(crate) in_catalogue: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CommentKind {
    /// `///`: documentation of the next item.
    Item,
    /// `//!`: documentation of the enclosing module.
    Module,
    /// `//` and `/* */`.
    Plain,
}

impl CommentKind {
    pub(crate) fn is_documentation(self) -> bool {
        self != Self::Plain
    }
}

impl Comment {
    fn of(piece: &Piece<'_>) -> Self {
        let (kind, text) = split_marker(piece.text);
        let &Piece { line, first_on_line: is_alone, in_catalogue, .. } = piece;
        Self { kind, line, text: text.to_owned(), is_alone, in_catalogue }
    }

    /// Appends the next comment of the source if both are parts of one text.
    fn join(&mut self, next: &Self) -> bool {
        let is_next_line = self.line + self.text.matches('\n').count() + 1 == next.line;
        let joins = self.kind == next.kind && is_next_line && self.is_alone && next.is_alone;
        if joins {
            self.text.push('\n');
            self.text.push_str(&next.text);
        }
        joins
    }

    /// The lines with their numbers in the source.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.split('\n').enumerate().map(|(index, line)| (self.line + index, line))
    }
}

/// Four slashes are no documentation, as in rustdoc.
fn split_marker(comment: &str) -> (CommentKind, &str) {
    if let Some(text) = comment.strip_prefix("//!") {
        (CommentKind::Module, text)
    } else if let Some(text) = comment.strip_prefix("///").filter(|rest| !rest.starts_with('/')) {
        (CommentKind::Item, text)
    } else {
        let block = comment.strip_prefix("/*").and_then(|text| text.strip_suffix("*/"));
        (CommentKind::Plain, block.unwrap_or_else(|| comment.trim_start_matches('/')))
    }
}

/// All comments of a Rust source.
pub(crate) fn comments(source: &str) -> Vec<Comment> {
    let mut comments: Vec<Comment> = Vec::new();
    for piece in pieces(source).iter().filter(|piece| piece.kind == PieceKind::Comment) {
        let next = Comment::of(piece);
        if !comments.last_mut().is_some_and(|last| last.join(&next)) {
            comments.push(next);
        }
    }
    comments
}

/// The documentation of a Rust source on the lines where it is, and all other lines empty.
pub(crate) fn documentation(source: &str) -> String {
    let mut lines = vec![String::new(); source.lines().count()];
    for comment in comments(source).iter().filter(|comment| comment.kind.is_documentation()) {
        for (number, line) in comment.lines() {
            line.clone_into(&mut lines[number - 1]);
        }
    }
    lines.join("\n")
}

/// The comments of a TOML, YAML, shell or Python source, adjacent ones joined, with their lines.
pub(crate) fn hash_comments(source: &str) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    for (number, line) in numbered(source) {
        let begins = |at: usize| line[..at].chars().next_back().is_none_or(char::is_whitespace);
        let hash = line.match_indices('#').map(|(at, _)| at).find(|&at| begins(at));
        let Some(text) = hash.map(|at| &line[at + 1..]).filter(|text| !text.starts_with('!'))
        else {
            continue;
        };
        match found.last_mut() {
            Some((first, before)) if *first + before.matches('\n').count() + 1 == number => {
                before.push('\n');
                before.push_str(text);
            }
            _ => found.push((number, text.to_owned())),
        }
    }
    found
}

/// Lines with comments that are too wide. A row of a table and a line that only a link makes too
/// wide cannot be wrapped.
fn wide_lines(path: &str, source: &str) -> Vec<String> {
    let lines: Vec<&str> = source.lines().collect();
    let comments = comments(source);
    let commented = comments.iter().flat_map(Comment::lines);
    let is_too_wide = |&(number, text): &(usize, &str)| {
        let width = |text: &str| text.chars().count();
        let urls = text.split_whitespace().filter(|word| word.contains("://"));
        let longest = urls.map(width).max().unwrap_or(0);
        let is_row = text.trim_start().starts_with('|');
        width(lines[number - 1]) - longest > COLUMNS_MAX && !is_row
    };
    let fault = |(number, _): (usize, &str)| {
        let width = lines[number - 1].chars().count();
        format!("{path}:{number}: a comment of {width} columns, at most {COLUMNS_MAX}")
    };
    commented.filter(is_too_wide).map(fault).collect()
}

#[test]
fn comments_are_not_too_wide() {
    let faults = files(".rs").into_iter().flat_map(|file| wide_lines(&file.path, &file.text));
    assert_none(&faults.collect::<Vec<_>>());
}

#[test]
fn adjacent_comments_of_a_kind_are_joined() {
    use CommentKind::{Item, Module, Plain};

    let source = "//! A\n//! b.\n\n/// C\n// d\nfn f() {} // e\n// f\n//// g\n/* h\ni */\n";
    let comments = comments(source);
    let seen: Vec<_> = comments.iter().map(|it| (it.kind, it.line, it.text.as_str())).collect();
    let expected = [
        (Module, 1, " A\n b."),
        (Item, 4, " C"),
        (Plain, 5, " d"),
        (Plain, 6, " e"),
        (Plain, 7, " f\n g\n h\ni "),
    ];
    assert_eq!(seen, expected);
    assert_eq!(documentation(source), " A\n b.\n\n C\n\n\n\n\n\n");
}

#[test]
fn comments_behind_a_hash_are_found() {
    let source = "#!/bin/sh\n# a\n# b\nx = \"c#d\" # e\n\n# f\n";
    let expected = [(2, " a\n b\n e".to_owned()), (6, " f".to_owned())];
    assert_eq!(hash_comments(source), expected);
}

#[test]
fn wide_comments_are_found_but_for_links_and_rows_of_tables() {
    let fill = "x ".repeat(50);
    for right in [
        format!("// {}", &fill[..97]),
        format!("let x = \"{fill}\";"),
        format!("/// | {fill} |"),
        format!("// <https://example.org/{}>", "x".repeat(100)),
    ] {
        assert_eq!(wide_lines("f", &right), [""; 0], "{right}");
    }
    for wrong in [
        format!("// {}", &fill[..99]),
        format!("\n//! a\n//! {fill}"),
        format!("f(); // {fill}"),
        format!("// {fill} <https://example.org>"),
    ] {
        assert_eq!(wide_lines("f", &wrong).len(), 1, "{wrong}");
    }
}
