//! Just enough of Rust to tell code from comments and literals.

/// The code of a source: comments are left out, and of literals the contents. The lines stay what
/// they are.
pub(crate) fn code_of(source: &str) -> String {
    let mut code = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            skip(&mut code, rest, rest.find('\n').unwrap_or(rest.len()))
        } else if rest.starts_with("/*") {
            skip(&mut code, rest, block_comment(rest))
        } else if let Some(length) = literal(rest, code.chars().next_back()) {
            code.push('"');
            let length = skip(&mut code, rest, length);
            code.push('"');
            length
        } else {
            code.push(first);
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    code
}

/// Leaves out so many bytes, but for the ends of their lines.
fn skip(code: &mut String, rest: &str, length: usize) -> usize {
    code.extend(rest[..length].chars().filter(|&c| c == '\n'));
    length
}

/// How long a block comment is; they can be nested.
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

/// How long the literal of a string or a character is that begins here, if one does. `before` is
/// the character before it.
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

/// How long a literal is in which a backslash hides what comes after it.
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

/// How long the literal of a character is; `None` for a lifetime.
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
