//! Paths named in documents and in the documentation of sources.

use std::collections::BTreeSet;
use std::path::Path;

use super::manifests::features;
use super::repository::{assert_none, files, numbered, paths};

/// Endings by which a word is taken for a path.
const ENDINGS: [&str; 9] = ["json", "md", "rs", "sh", "snap", "toml", "txt", "yaml", "yml"];

/// Names that exist, for documents to use.
struct There {
    /// All files and folders, from the root.
    paths: BTreeSet<String>,
    /// Features, written like paths: `twinboard-games/planted`.
    features: BTreeSet<String>,
}

impl There {
    fn of(files: Vec<String>, features: BTreeSet<String>) -> Self {
        let folders =
            files.iter().flat_map(|path| path.match_indices('/').map(|(at, _)| &path[..at]));
        let folders: BTreeSet<String> = folders.map(str::to_owned).collect();
        Self { paths: folders.into_iter().chain(files).collect(), features }
    }

    /// True if a text is meant as a path of the repository: it begins with a folder of the root or
    /// has the ending of a file.
    fn is_path(&self, text: &str) -> bool {
        // A `>` is the end of a placeholder that was split at its blanks.
        let odd = |c: char| c.is_whitespace() || "\"'()=;|&>".contains(c);
        if text.is_empty() || text.starts_with(['-', '/', '~', '.']) || text.contains(odd) {
            return false;
        }
        let ends_like_a_file = Path::new(text)
            .extension()
            .is_some_and(|ending| ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known)));
        let first = text.split_once('/').map(|(first, _)| first);
        ends_like_a_file || first.is_some_and(|first| self.paths.contains(first))
    }

    /// True if a path exists: from the root, from the folder of the document or one above it, as
    /// the name of any file, or as a feature.
    fn has(&self, path: &str, folder: &str) -> bool {
        let path = path.trim_end_matches('/');
        let mut folders = Path::new(folder).ancestors();
        let somewhere = format!("/{path}");
        let is_name = !path.contains('/');
        path.is_empty()
            || self.features.contains(path)
            || folders.any(|folder| self.paths.contains(&*folder.join(path).to_string_lossy()))
            || is_name && self.paths.iter().any(|there| there.ends_with(&somewhere))
    }
}

/// Possible paths in a document, with their lines: the words of code, in a line or in a block, and
/// the targets of links.
fn candidates(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut in_block = false;
    for (number, line) in numbered(text) {
        if line.trim_start().starts_with("```") {
            in_block = !in_block;
        } else if in_block {
            found.extend(line.split_whitespace().map(|word| (number, word)));
        } else {
            let code = line.split('`').skip(1).step_by(2).flat_map(str::split_whitespace);
            let targets = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
            found.extend(code.chain(targets).map(|word| (number, word)));
        }
    }
    found
}

/// A path without punctuation, a line number or anchor, and without everything from the first part
/// with a placeholder or wildcard.
fn plain(word: &str) -> &str {
    let word = word.trim_matches(|c: char| ",;:!?".contains(c)).trim_end_matches('.');
    let word = word.split('#').next().unwrap_or_default();
    let word = match word.split_once(':') {
        Some((path, place)) if place.starts_with(|c: char| c.is_ascii_digit()) => path,
        _ => word,
    };
    match word.find(['<', '*', '{', '[', '$', '…']) {
        Some(at) => word[..at].rsplit_once('/').map_or("", |(folder, _)| folder),
        None => word,
    }
}

/// Paths in a document that do not exist.
fn missing(document: &str, text: &str, there: &There) -> Vec<String> {
    let folder = document.rsplit_once('/').map_or("", |(folder, _)| folder);
    let words = candidates(text).into_iter().filter(|(_, word)| !word.contains("://"));
    let paths = words.map(|(number, word)| (number, plain(word)));
    let paths = paths.filter(|(_, path)| !path.contains("::") && there.is_path(path));
    let missing = paths.filter(|(_, path)| !there.has(path, folder));
    missing.map(|(number, path)| format!("{document}:{number}: there is no {path}")).collect()
}

/// Output of tools, which a clean repository does not have; then files of the reader's own project,
/// and results.
const NOT_HERE: &str = "
    twinboard-out target fuzz/corpus fuzz/artifacts fuzz/coverage fuzz/engines mutants.out
    engine/engine.py fuzz/fuzz_targets/my_game.rs
    results.json input.txt expected.txt printed.txt errors.txt case.txt
";

/// The text of the documentation of a source, in the lines where it is.
fn documentation(source: &str) -> String {
    let text = source.lines().map(|line| {
        let line = line.trim_start();
        line.strip_prefix("//!").or_else(|| line.strip_prefix("///")).unwrap_or_default()
    });
    text.collect::<Vec<_>>().join("\n")
}

#[test]
fn every_path_that_a_document_or_the_documentation_of_a_source_names_exists() {
    let there = There::of(paths(), features());
    let documents = files(".md");
    assert!(documents.iter().any(|file| file.path == "RULES.md"));
    let sources = files(".rs").into_iter().map(|file| (file.path, documentation(&file.text)));
    let texts = documents.into_iter().map(|file| (file.path, file.text)).chain(sources);
    let faults = texts.flat_map(|(path, text)| missing(&path, &text, &there));
    let is_ignored = |fault: &str| {
        NOT_HERE.split_whitespace().any(|path| fault.contains(&format!("there is no {path}")))
    };
    assert_none(&faults.filter(|fault| !is_ignored(fault)).collect::<Vec<_>>());
}
