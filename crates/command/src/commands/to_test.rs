//! `twinboard to-test`: prints a case as a regression test and a corpus entry.

use std::path::Path;

use twinboard_harness::Side;
use twinboard_harness::report;
use twinboard_registration::{Corpus, Registration};
use twinboard_vocabulary::Limits;

use crate::args::ToTest;
use crate::case_file::CaseFile;
use crate::failure::{Exit, Failure};
use crate::text::shown;
use crate::{files, output, registry, subjects};

pub(crate) fn run(options: &ToTest) -> Result<Exit, Failure> {
    let file = CaseFile::read(&options.case)?;
    let rules = file.subject.name();
    let wanted = match &options.name {
        Some(name) => name.clone(),
        None => stem(&options.case.file),
    };
    let name = in_kebab_case(&wanted, rules);
    for (index, case) in file.cases.iter().enumerate() {
        let several = file.cases.len() > 1;
        let name = if several { format!("{name}-{}", index + 1) } else { name.clone() };
        let input = (file.name_of(index), Box::new(case.as_bytes()) as _);
        let mut answer = Vec::new();
        subjects::answer(file.subject.as_ref(), Side::Oracle, input, Limits::Case, &mut answer)?;
        let answer = String::from_utf8_lossy(&answer);
        let assertion = registry::registration(rules).and_then(Registration::assertion);
        let (entry, place) = if assertion.is_none() {
            let folder = match registry::registration(rules).map(Registration::corpus_cases) {
                Some(Corpus::Folder(folder)) => shown(folder),
                _ => format!("the folder given to `verify --corpus`: {rules}"),
            };
            (
                format!("for {folder}/{name}.txt"),
                "for a file in `tests`, with the crate's `subject`",
            )
        } else {
            let entry = "which every campaign and every test run plays";
            let entry = format!("{entry}: corpus/{rules}/regression/{name}.txt");
            (entry, "for crates/games/tests/regressions.rs")
        };
        output::print(format!(
            "// The corpus entry, {entry}\n{}\n// The test, with the oracle's answer, {place}:\n{}\n",
            commented(case),
            report::regression_test(rules, assertion, &name, case, &answer),
        ))?;
    }
    Ok(Exit::Success)
}

/// The name of a file without folder and extension; empty for standard input.
fn stem(path: &Path) -> String {
    let stem = path.file_stem().filter(|_| !files::is_standard_stream(path));
    stem.map_or(String::new(), |stem| stem.to_string_lossy().into_owned())
}

/// A name in the style of corpus files: words in lower case with hyphens between them, without the
/// rule set, which the folder names.
fn in_kebab_case(name: &str, rule_set: &str) -> String {
    let name = name.to_lowercase();
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let mut words: Vec<&str> = words.collect();
    if words.first() == Some(&rule_set) {
        words.remove(0);
    }
    if words.is_empty() { "regression".into() } else { words.join("-") }
}

/// The text as comment lines, so that the whole output is valid Rust.
fn commented(text: &str) -> String {
    text.lines().map(|line| format!("//     {line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{in_kebab_case, stem};

    #[test]
    fn names_become_kebab_case_without_the_rule_set() {
        for (name, kebab) in [
            ("drop-carry", "drop-carry"),
            ("Two columns, at ONCE!", "two-columns-at-once"),
            ("game-00ff", "00ff"),
            ("game", "regression"),
            ("../../etc", "etc"),
            ("", "regression"),
            ("игра", "regression"),
        ] {
            assert_eq!(in_kebab_case(name, "game"), kebab, "{name}");
        }
    }

    #[test]
    fn the_stem_of_standard_input_is_empty() {
        assert_eq!(stem(Path::new("a/b.c/d.txt")), "d");
        assert_eq!(stem(Path::new("-")), "");
    }
}
