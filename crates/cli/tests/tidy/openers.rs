//! First words of comments: a comment opens with its noun or verb.

use std::fmt::Write;

use super::comments::comments;
use super::repository::{SourceFile, files};

/// Words that put off the noun: "What a worker is told" is its order, "How many moves" their
/// number, and "Whether it is empty" is "True if it is empty".
const OPENERS: [&str; 24] = [
    "How",
    "It",
    "One",
    "So far",
    "So long",
    "So many",
    "So much",
    "So often",
    "The same",
    "Those",
    "What",
    "Whatever",
    "When",
    "Whenever",
    "Where",
    "Wherever",
    "Whether",
    "Which",
    "Whichever",
    "Who",
    "Whoever",
    "Whom",
    "Whose",
    "Whosoever",
];

/// The highest share of comments that may open so: some are good sentences.
const SHARE_MAX: Share = Share { openers: 1, comments: 20 };

/// Files and examples in the message of a failed test.
const FILES_SHOWN: usize = 40;
const EXAMPLES_SHOWN: usize = 3;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Share {
    openers: usize,
    comments: usize,
}

impl Share {
    fn percent(self) -> f64 {
        100.0 * self.openers as f64 / self.comments.max(1) as f64
    }

    fn is_above(self, most: Self) -> bool {
        self.openers * most.comments > most.openers * self.comments
    }
}

/// The comments of one file.
#[derive(Default)]
struct Openings {
    path: String,
    share: Share,
    /// `line: first words`
    examples: Vec<String>,
}

/// The opener of a comment, behind a bullet, emphasis or quotes.
fn opener(comment: &str) -> Option<&'static str> {
    let text = comment.trim_start_matches(|c: char| c.is_whitespace() || "*_\"(#>-".contains(c));
    let mut words = text.split_whitespace();
    let first = words.next()?;
    let second = words.next().unwrap_or_default();
    let is_word = |word: &str, text: &str| {
        let rest = text.strip_prefix(word);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    OPENERS.into_iter().find(|opener| match opener.split_once(' ') {
        Some((one, two)) => first == one && is_word(two, second),
        None => is_word(opener, first),
    })
}

/// Counts the comments of a file, or only its documentation.
fn openings(file: &SourceFile, only_documentation: bool) -> Openings {
    let mut openings = Openings { path: file.path.clone(), ..Openings::default() };
    for comment in comments(&file.text) {
        let concerns = !only_documentation || comment.kind.is_documentation();
        if !concerns || comment.in_catalogue || comment.text.trim().is_empty() {
            continue;
        }
        openings.share.comments += 1;
        if opener(&comment.text).is_some() {
            openings.share.openers += 1;
            let first: Vec<_> = comment.text.split_whitespace().take(8).collect();
            openings.examples.push(format!("{}: {}", comment.line, first.join(" ")));
        }
    }
    openings
}

/// The share of all files, and the list of the worst of them if it is too high.
fn judge(files: &[SourceFile], only_documentation: bool) -> Result<Share, String> {
    let mut all: Vec<_> = files.iter().map(|file| openings(file, only_documentation)).collect();
    let total = Share {
        openers: all.iter().map(|file| file.share.openers).sum(),
        comments: all.iter().map(|file| file.share.comments).sum(),
    };
    if !total.is_above(SHARE_MAX) {
        return Ok(total);
    }
    all.retain(|file| file.share.openers > 0);
    all.sort_by_key(|file| usize::MAX - file.share.openers);
    let mut message = format!(
        "{} of {} comments ({:.1} %, at most {} %) open with a word of OPENERS; the worst files:\n",
        total.openers,
        total.comments,
        total.percent(),
        SHARE_MAX.percent()
    );
    for Openings { path, share, examples } in all.iter().take(FILES_SHOWN) {
        let _ = writeln!(message, "{path}: {} of {}", share.openers, share.comments);
        for example in examples.iter().take(EXAMPLES_SHOWN) {
            let _ = writeln!(message, "    {path}:{example}");
        }
    }
    Err(message)
}

#[test]
fn documentation_opens_with_its_noun_or_verb() {
    let share = judge(&files(".rs"), true).unwrap_or_else(|message| panic!("\n{message}"));
    assert!(share.comments > 1000, "only {} doc comments were recognised", share.comments);
}

#[test]
fn comments_open_with_their_noun_or_verb() {
    let share = judge(&files(".rs"), false).unwrap_or_else(|message| panic!("\n{message}"));
    assert!(share.comments > 1000, "only {} comments were recognised", share.comments);
}

#[test]
fn openers_are_whole_first_words() {
    for (comment, expected) in [
        (" What a worker does", Some("What")),
        (" - **How** many", Some("How")),
        (" So many\n moves", Some("So many")),
        (" The same, transformed", Some("The same")),
        (" It's empty", Some("It")),
        (" Whose", Some("Whose")),
        (" Items", None),
        (" So it is", None),
        (" The same_thing", None),
        (" True if it is empty", None),
        (" `What`", None),
        ("", None),
    ] {
        assert_eq!(opener(comment), expected, "{comment}");
    }
}

#[test]
fn a_share_that_is_too_high_names_the_worst_files() {
    let source = |path: &str, text: &str| SourceFile { path: path.into(), text: text.into() };
    let good = "/// A seed.\nfn f() {}\n".repeat(19);
    let one = source("one.rs", "/// What it is.\nfn f() {}\n// It is.\n");
    let files = [source("good.rs", &good), one, source("plain.rs", "// Where it is.")];
    assert_eq!(judge(&files, true), Ok(Share { openers: 1, comments: 20 }));
    let message = judge(&files, false).unwrap_err();
    assert!(message.contains("one.rs: 2 of 2\n    one.rs:1: What it is.\n"), "{message}");
    assert!(message.contains("plain.rs: 1 of 1"), "{message}");
    assert!(!message.contains("good.rs"), "{message}");
}
