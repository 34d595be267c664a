//! Idioms that have a plainer word, and the word.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::comments::{comments, hash_comments};
use super::repository::{SourceFile, assert_none, files};
use super::rust::{PieceKind, pieces};

/// Phrases not to be used, and what to write instead. A phrase is found in any case, over line
/// ends and with a possessive `'s`, but not across punctuation.
const PHRASES: &[(&[&str], &str)] = &[
    (&["so many"], "the number itself or its letter: n games, `LIMIT` steps"),
    (&["so much"], "the quantity itself with its unit"),
    (&["so often"], "the number of times: every n steps, n retries"),
    (&["comes of", "came of", "come of", "coming of"], "the result of, follows from"),
    (&["what came", "what comes"], "the result, the answer, the output"),
    (&["become of", "becomes of", "became of"], "the result, the state, the fate"),
    (&["what there is", "all there is"], "name it: the entries, the remaining moves"),
    (&["what all"], "the noun: the seed of all, the common part"),
    (&["gone through"], "iterated over, searched, visited"),
    (&["goes the way", "go the way", "went the way"], "behaves like, is handled like"),
    (&["is there for", "are there for"], "is for, serves"),
    (&["hangs on", "hang on", "hung on"], "depends on"),
    (&["nobody"], "name it: no caller, no worker, no user"),
    (&["somebody", "someone"], "name it: the thread, the worker, the user, the author"),
    (&["anybody", "anyone", "everybody", "everyone"], "name them: any worker, every caller"),
    (&["whoever", "whosoever", "whomever"], "name it: a caller that, the thread that, any user"),
    (&["looks whether", "look whether", "looked whether", "looking whether"], "checks whether"),
    (
        &["come back", "comes back", "came back", "coming back"],
        "returns; without it: hangs, times out; of a failure: recurs",
    ),
    (&["as ever"], "as usual, as before, or nothing"),
    (&["in other words"], "it once, in the better words"),
    (&["beside it", "beside them"], "next to it, along with it, in addition"),
    (&["of its own accord", "of one's own"], "by itself, automatically; custom, own"),
    (&["stands for", "stand for", "stood for", "standing for"], "is, means, represents"),
    (&["stands beside", "stand beside", "stood beside"], "is next to, accompanies"),
    (&["what stands"], "the noun: the text, the content, the entries"),
    (&["without further ado"], "automatically, without more work"),
    (&["in vain"], "without success, without a result"),
    (&["much like", "much alike"], "similar to, resembles"),
    (&["to speak of"], "noticeable, significant"),
    (&["and the like"], "the list"),
    (&["sign of life", "signs of life"], "progress, telemetry"),
    (&["is said", "was said", "what it said"], "is printed, is reported, is stated"),
    (
        &["is waited for", "are waited for", "was waited for"],
        "with the subject that waits: the pool waits for",
    ),
];

/// Uses that are meant literally: path, phrase, reason.
const LITERAL_USES: &[(&str, &str, &str)] = &[];

/// The phrases with their replacements, by first word: most words begin no phrase.
static BY_FIRST_WORD: LazyLock<HashMap<&str, Vec<(&str, &str)>>> = LazyLock::new(|| {
    let mut by_first_word: HashMap<_, Vec<_>> = HashMap::new();
    for (phrases, instead) in PHRASES {
        for phrase in *phrases {
            let first = phrase.split(' ').next().unwrap_or(phrase).trim_end_matches("'s");
            by_first_word.entry(first).or_default().push((*phrase, *instead));
        }
    }
    by_first_word
});

/// A word of a text in lower case.
struct Word {
    text: String,
    line: usize,
    /// True if only blanks separate it from the word before.
    follows_on: bool,
}

/// The words of a text that begins on this line. A hyphen is part of its word, a possessive `'s`
/// is dropped.
fn words_of(text: &str, first_line: usize) -> Vec<Word> {
    let is_part = |c: char| c.is_alphanumeric() || "_-'".contains(c);
    let (mut words, mut line, mut rest) = (Vec::new(), first_line, text);
    while let Some(begin) = rest.find(is_part) {
        let (gap, behind) = rest.split_at(begin);
        let (word, behind) = behind.split_at(behind.find(|c| !is_part(c)).unwrap_or(behind.len()));
        line += gap.matches('\n').count();
        let plain = word.trim_matches(['-', '\'']).to_lowercase();
        let plain = plain.strip_suffix("'s").unwrap_or(&plain).to_owned();
        words.push(Word { text: plain, line, follows_on: gap.trim().is_empty() });
        rest = behind;
    }
    words
}

/// The line on which each phrase of the list begins, with the phrase and its replacement. Of
/// phrases that overlap it is the first.
fn phrases_in(text: &str, first_line: usize) -> Vec<(usize, &'static str, &'static str)> {
    let words = words_of(text, first_line);
    let (mut found, mut at) = (Vec::new(), 0);
    while at < words.len() {
        let candidates = BY_FIRST_WORD.get(&*words[at].text).into_iter().flatten();
        let here = candidates
            .copied()
            .find(|(phrase, _)| begins_with(&words[at..], phrase))
            .map(|(phrase, instead)| (words[at].line, phrase, instead));
        at += here.map_or(1, |(_, phrase, _)| phrase.split(' ').count());
        found.extend(here);
    }
    found
}

fn begins_with(words: &[Word], phrase: &str) -> bool {
    let expected = phrase.split(' ').map(|word| word.trim_end_matches("'s"));
    let mut words = words.iter();
    expected.enumerate().all(|(index, text)| {
        words.next().is_some_and(|word| word.text == text && (index == 0 || word.follows_on))
    })
}

/// The comments and literals of a Rust source with their lines.
///
/// `catalogue!` is left out: its sentences are output, which documents and ledgers quote.
fn prose_of_rust(source: &str) -> Vec<(usize, String)> {
    let comments = comments(source).into_iter().filter(|comment| !comment.in_catalogue);
    let comments = comments.map(|comment| (comment.line, comment.text));
    let pieces = pieces(source).into_iter();
    let literals = pieces.filter(|piece| piece.kind == PieceKind::Literal && !piece.in_catalogue);
    // Escaped line ends are blanks.
    let text = |text: &str| text.replace("\\\n", "\n").replace("\\n", "  ");
    comments.chain(literals.map(|piece| (piece.line, text(piece.text)))).collect()
}

/// Endings of files whose comments begin with slashes.
const SLASHES: &[&str] = &[".rs", ".c"];

/// Endings of files whose comments begin with a hash.
const HASHES: &[&str] = &[".toml", ".toml.txt", ".yml", ".py", ".ci/run"];

const DOCUMENTS: &[&str] = &[".md"];

/// The parts of a file that are English, with their first lines.
///
/// Cases, snapshots and ledgers are of no such kind: they are input and output.
fn prose(file: &SourceFile) -> Vec<(usize, String)> {
    let ends_with = |endings: &[&str]| endings.iter().any(|ending| file.path.ends_with(ending));
    if ends_with(SLASHES) {
        prose_of_rust(&file.text)
    } else if ends_with(DOCUMENTS) {
        vec![(1, file.text.clone())]
    } else if ends_with(HASHES) {
        hash_comments(&file.text)
    } else {
        Vec::new()
    }
}

/// The rules of the games keep their wording, and these tests list phrases.
fn is_exempt(path: &str) -> bool {
    ["RULES.md", "tidy/language.rs", "tidy/openers.rs"].iter().any(|end| path.ends_with(end))
}

/// The phrases in these files, but for literal uses; and literal uses that there are none of.
fn faults(files: &[SourceFile], literal_uses: &[(&str, &str, &str)]) -> Vec<String> {
    let mut unused = literal_uses.to_vec();
    let mut faults = Vec::new();
    for file in files.iter().filter(|file| !is_exempt(&file.path)) {
        for (line, text) in prose(file) {
            for (line, phrase, instead) in phrases_in(&text, line) {
                let is_this = |use_: &&(&str, &str, &str)| use_.0 == file.path && use_.1 == phrase;
                if let Some(literal) = literal_uses.iter().find(is_this) {
                    unused.retain(|use_| use_ != literal);
                } else {
                    let path = &file.path;
                    faults.push(format!("{path}:{line}: instead of \"{phrase}\" write {instead}"));
                }
            }
        }
    }
    faults.extend(unused.iter().map(|(path, phrase, _)| {
        format!("\"{phrase}\" is no longer in {path}: remove it from LITERAL_USES")
    }));
    faults
}

#[test]
fn no_idiom_has_a_plainer_word() {
    let endings = [SLASHES, HASHES, DOCUMENTS].concat();
    let files: Vec<_> = endings.into_iter().flat_map(files).collect();
    assert_none(&faults(&files, LITERAL_USES));
}

#[cfg(test)]
fn source(path: &str, text: &str) -> SourceFile {
    SourceFile { path: path.into(), text: text.into() }
}

#[test]
fn phrases_are_found_over_line_ends_and_in_every_kind_of_prose() {
    for (path, text, expected) in [
        ("a.rs", "fn f() {}\n/// In so\n/// many words.", "a.rs:2: instead of \"so many\""),
        ("a.rs", "f(\"a\n so \\\n  many\")", "a.rs:2: instead of \"so many\""),
        ("a.rs", "f(\"a:\\nso many\")", "a.rs:1: instead of \"so many\""),
        ("a.rs", "// What came of it", "a.rs:1: instead of \"what came\""),
        ("a.c", "/* a\n * b. Nobody's turn. */", "a.c:2: instead of \"nobody\""),
        ("a.md", "a\n\nof one's own.", "a.md:3: instead of \"of one's own\""),
        ("a/Cargo.toml", "[x]\nname = 'x' # as ever", "a/Cargo.toml:2: instead of \"as ever\""),
        (".ci/run", "# It\n# hangs on it.", ".ci/run:2: instead of \"hangs on\""),
    ] {
        let faults = faults(&[source(path, text)], &[]);
        assert!(faults.len() == 1 && faults[0].starts_with(expected), "{text}: {faults:?}");
    }
}

#[test]
fn code_other_files_punctuation_and_parts_of_words_are_no_phrases() {
    for (path, text) in [
        ("a.rs", "fn nobody() { so_many() }"),
        ("a.rs", "// This is so; many do so. Many-sided. So, many."),
        ("a.rs", "// a so\nf();\n// many"),
        ("a.rs", "// It hangs. On the left."),
        ("a.rs", "catalogue! {\n /// So many.\n f = \"so many\"\n}\n"),
        ("a.toml", "description = 'so many'"),
        ("a.txt", "so many"),
        ("RULES.md", "so many"),
    ] {
        assert_eq!(faults(&[source(path, text)], &[]), [""; 0], "{text}");
    }
    let behind = "catalogue! {\n f { x: \"so many\" }\n}\nf(\"so many\"); // so many";
    assert_eq!(faults(&[source("a.rs", behind)], &[]).len(), 2);
}

#[test]
fn literal_uses_are_allowed_while_there_are_any() {
    let literal = ("a.md", "hangs on", "a picture does");
    let with = source("a.md", "The picture hangs on the wall.");
    let without = source("a.md", "The picture is on the wall.");
    assert_eq!(faults(&[with], &[literal]), [""; 0]);
    let expected = ["\"hangs on\" is no longer in a.md: remove it from LITERAL_USES"];
    assert_eq!(faults(&[without], &[literal]), expected);
}
