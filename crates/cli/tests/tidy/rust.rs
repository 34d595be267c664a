//! Just enough of Rust to tell code from comments and literals.

use memchr::memchr3_iter;

/// A stretch of a source: code, one comment or one literal, as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Piece<'a> {
    pub(crate) kind: PieceKind,
    pub(crate) text: &'a str,
    /// The line it begins on, from 1.
    pub(crate) line: usize,
    /// True if only blanks precede it on its line.
    pub(crate) first_on_line: bool,
    /// True for a comment or literal in the table of `catalogue!`. Comments there are printed: each
    /// is the sentence of a planted fault.
    pub(crate) in_catalogue: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PieceKind {
    Code,
    Comment,
    Literal,
}

/// The beginning of a table of planted faults.
const CATALOGUE: &str = "catalogue! {";

/// The pieces of a source in order. Concatenated they are the source.
pub(crate) fn pieces(source: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let (mut at, mut line, mut depth) = (0, 1, 0);
    while at < source.len() {
        let (kind, length) = match special(source, at) {
            Some(found) => found,
            None => (PieceKind::Code, code_length(source, at)),
        };
        let text = &source[at..at + length];
        let own_line = source[..at].rsplit('\n').next().unwrap_or_default();
        let first_on_line = own_line.trim().is_empty();
        if kind == PieceKind::Code {
            depth = catalogue_depth(depth, text);
        }
        let in_catalogue = kind != PieceKind::Code && depth > 0;
        pieces.push(Piece { kind, text, line, first_on_line, in_catalogue });
        line += text.matches('\n').count();
        at += length;
    }
    pieces
}

/// Number of open braces from that of `catalogue!` on, behind this code; 0 outside of a catalogue.
fn catalogue_depth(before: usize, code: &str) -> usize {
    let (mut depth, mut rest) = (before, code);
    while !rest.is_empty() {
        let mark = if depth == 0 { rest.find(CATALOGUE) } else { rest.find(['{', '}']) };
        let Some(at) = mark else { break };
        let length = if depth == 0 { CATALOGUE.len() } else { 1 };
        depth = if rest[at..].starts_with('}') { depth - 1 } else { depth + 1 };
        rest = &rest[at + length..];
    }
    depth
}

/// Kind and length of the comment or literal that begins at this byte, if one does.
fn special(source: &str, at: usize) -> Option<(PieceKind, usize)> {
    let rest = &source[at..];
    if rest.starts_with("//") {
        Some((PieceKind::Comment, rest.find('\n').unwrap_or(rest.len())))
    } else if rest.starts_with("/*") {
        Some((PieceKind::Comment, block_comment(rest)))
    } else {
        let length = literal(rest, source[..at].chars().next_back())?;
        Some((PieceKind::Literal, length))
    }
}

/// Bytes from here to the next comment or literal.
fn code_length(source: &str, begin: usize) -> usize {
    // The tests read all sources, without optimisation.
    let bytes = source.as_bytes();
    for at in memchr3_iter(b'/', b'"', b'\'', &bytes[begin + 1..]) {
        let mark = begin + 1 + at;
        // A literal may begin before its quote.
        let before = bytes[begin + 1..mark].iter().rev();
        let first = mark - before.take_while(|byte| b"bcr#".contains(byte)).count();
        if let Some(at) = (first..=mark).find(|&at| special(source, at).is_some()) {
            return at - begin;
        }
    }
    source.len() - begin
}

/// The code of a source, without comments and without the contents of literals. Line numbers are
/// those of the source.
pub(crate) fn code_of(source: &str) -> String {
    let mut code = String::with_capacity(source.len());
    for piece in pieces(source) {
        let line_ends = piece.text.chars().filter(|&c| c == '\n');
        match piece.kind {
            PieceKind::Code => code.push_str(piece.text),
            PieceKind::Comment => code.extend(line_ends),
            PieceKind::Literal => {
                code.push('"');
                code.extend(line_ends);
                code.push('"');
            }
        }
    }
    code
}

/// Bytes of a block comment, including nested ones.
fn block_comment(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < text.len() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// Bytes of the string or character literal that begins here, if one does. `before` is the
/// character before it.
fn literal(text: &str, before: Option<char>) -> Option<usize> {
    if before.is_some_and(|c| c.is_alphanumeric() || c == '_') {
        return text.starts_with('"').then(|| quoted(text, '"'));
    }
    let prefix = ["br", "cr", "b", "c", "r", ""].into_iter().find(|prefix| {
        let rest = text.strip_prefix(prefix);
        rest.is_some_and(|rest| rest.trim_start_matches('#').starts_with(['"', '\'']))
    })?;
    let rest = &text[prefix.len()..];
    let hashes = rest.len() - rest.trim_start_matches('#').len();
    let quotes = &rest[hashes..];
    let length = if prefix.ends_with('r') && quotes.starts_with('"') {
        let end = format!("\"{}", "#".repeat(hashes));
        hashes + 1 + quotes[1..].find(&end).map_or(quotes.len() - 1, |at| at + end.len())
    } else if hashes > 0 {
        return None;
    } else if quotes.starts_with('"') {
        quoted(quotes, '"')
    } else {
        character(quotes)?
    };
    Some(prefix.len() + length)
}

/// Bytes of a literal in which a backslash escapes the next character.
fn quoted(text: &str, quote: char) -> usize {
    let mut hidden = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if hidden => hidden = false,
            '\\' => hidden = true,
            c if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

/// Bytes of a character literal; `None` for a lifetime.
fn character(text: &str) -> Option<usize> {
    let mut characters = text.chars().skip(1);
    let (first, second) = (characters.next()?, characters.next()?);
    (first == '\\' || second == '\'').then(|| quoted(text, '\''))
}

/// The lines of a text with their numbers, from 1.
pub(crate) fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(index, line)| (index + 1, line))
}

/// The words of a line: runs of letters, digits and underscores.
pub(crate) fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

#[test]
fn pieces_keep_their_line_and_add_up_to_the_source() {
    use PieceKind::{Code, Comment, Literal};

    let source = "a // b\n  /* c\n */ \"d\"";
    let pieces = pieces(source);
    let seen: Vec<_> = pieces.iter().map(|it| (it.kind, it.line, it.first_on_line)).collect();
    let (code, comment, literal) = ((Code, 1, true), (Comment, 1, false), (Literal, 3, false));
    let block = (Comment, 2, true);
    assert_eq!(seen, [code, comment, (Code, 1, false), block, (Code, 3, false), literal]);
    assert_eq!(pieces.iter().map(|piece| piece.text).collect::<String>(), source);
}

#[test]
fn pieces_of_a_catalogue_are_marked() {
    let source =
        "// a\ncatalogue! {\n\"b\" in Engine { /// c\nD = \"d\", }\n// e\n}\nf(\"f\"); // g";
    let in_catalogue = pieces(source).into_iter().filter(|piece| piece.in_catalogue);
    let texts: Vec<_> = in_catalogue.map(|piece| piece.text).collect();
    assert_eq!(texts, ["\"b\"", "/// c", "\"d\"", "// e"]);
    assert_eq!(catalogue_depth(0, "catalogue! { {} } catalogue! { {"), 2);
}

#[test]
fn comments_and_the_contents_of_literals_are_no_code() {
    for (source, code) in [
        ("a // b\nc", "a \nc"),
        ("a /* b /* c */ \n d */ e", "a \n e"),
        ("f(\"a // \\\" b\", c)", "f(\"\", c)"),
        ("f(r#\"a \" b\"#, br\"\\\", c)", "f(\"\", \"\", c)"),
        ("f(b'\\'', '\"', 'x')", "f(\"\", \"\", \"\")"),
        ("fn f<'a>(x: &'a str) -> &'static str", "fn f<'a>(x: &'a str) -> &'static str"),
        ("let r#type = br; r", "let r#type = br; r"),
        ("\"two\nlines\"", "\"\n\""),
        ("\"an end is missing", "\"\""),
    ] {
        assert_eq!(code_of(source), code, "{source}");
    }
}
