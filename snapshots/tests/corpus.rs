//! Snapshots of the corpus: the samples to the byte and step by step, listed cases step by step,
//! and all other cases as their first board, their end and their answer, which has the last board.
//! Their other boards are compared by `crates/games/tests/corpus.rs`, which plays both sides.
//!
//! The cases are the files of `corpus/<rule set>/`; the list of cases that are shown step by step
//! is `traced/<rule set>.txt`. Nothing here names a rule set.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use insta::{assert_snapshot, glob};
use rayon::prelude::*;
use twinboard_harness::report::plain;
use twinboard_harness::{Activity, AnyCase, Checks, Side, Subject, Verdict, report};
use twinboard_snapshots::{LINES_MAX, marked, page, place, settings};
use twinboard_vocabulary::Limits;

use super::alone;

/// A file of the corpus.
struct File<'a> {
    subject: &'a dyn Subject,
    path: &'a Path,
    text: Vec<u8>,
}

impl File<'_> {
    /// Name within the corpus of the rule set, such as `edge/one-row`.
    fn name(&self) -> String {
        let (folder, stem) = place(self.subject.name(), self.path);
        let (_, kind) = folder.split_once('/').expect("corpus/<rule set>/<kind>/…");
        format!("{kind}/{stem}")
    }

    /// The cases of the file, played. Panics if engine and oracle differ.
    fn cases(&self) -> Vec<Case> {
        let cases = self.subject.read(&self.text).expect("the corpus is readable");
        cases.iter().map(|case| self.case(case)).collect()
    }

    fn case(&self, case: &AnyCase) -> Case {
        // `crates/games/tests/corpus.rs` makes every check.
        let (checks, activity) = (Checks::answers(), Activity::default());
        let checked = self.subject.check(case, checks, &activity);
        assert_eq!(checked.verdict, Verdict::Agreed, "{}", self.path.display());
        let frames = self.subject.frames(case);
        let steps = checked.stats.steps - 1;
        assert_eq!(steps, frames.len() as u64 - 1, "`check` and `frames` play the same steps");
        Case { steps, accepted: checked.stats.accepted, frames }
    }

    /// The common answer of both sides to the file.
    fn answer(&self) -> String {
        let [engine, oracle] = [Side::Engine, Side::Oracle].map(|side| {
            let mut printed = Vec::new();
            let input = Box::new(&self.text[..]);
            let played = self.subject.play(side, input, Limits::Case, &mut printed);
            played.expect("the corpus is readable");
            String::from_utf8(printed).expect("answers are UTF-8")
        });
        assert_eq!(engine, oracle, "{}", self.path.display());
        oracle
    }
}

/// A case that has been played by both sides.
struct Case {
    frames: Vec<twinboard_harness::Frame>,
    steps: u64,
    accepted: u64,
}

impl Case {
    fn trace(&self) -> String {
        let frames = self.frames.iter().enumerate();
        plain(&frames.map(|(step, frame)| report::render_frame(step, frame)).collect::<String>())
    }

    /// The first board, or its size, and a few facts, one a line.
    fn summary(&self, is_drawn: bool) -> String {
        let (first, last) = (&self.frames[0], &self.frames[self.frames.len() - 1]);
        let board = if is_drawn {
            format!("{}\n", first.picture)
        } else {
            let (rows, columns) = (first.picture.rows.len(), first.picture.columns.len());
            format!("  cells   {rows} x {columns}\n")
        };
        format!(
            "{board}  \
               moves   {} accepted, {} refused\n  \
               end     {}\n",
            self.accepted,
            self.steps - self.accepted,
            last.outcome,
        )
    }
}

/// Calls `visit` for every file that matches `pattern` in the corpora of the rule sets.
fn each_file(pattern: &str, mut visit: impl FnMut(&File<'_>)) {
    let _alone = alone();
    for subject in twinboard_cli::subjects() {
        glob!("../../corpus", &format!("{}/{pattern}", subject.name()), |path| {
            let text = fs::read(path).expect("the corpus is readable");
            visit(&File { subject: subject.as_ref(), path, text });
        });
    }
}

/// The cases besides the samples that are shown step by step, each with a note on what it shows.
fn listed(rule_set: &str) -> BTreeMap<String, String> {
    let list = PathBuf::from(format!("traced/{rule_set}.txt"));
    // Rule sets without a list have traces of their samples only.
    let list = fs::read_to_string(list).unwrap_or_default();
    let entries = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let entries = entries.map(|line| {
        let (name, note) = line.split_once(' ').expect("a case and a note");
        (name.to_owned(), note.trim().to_owned())
    });
    let count = entries.clone().count();
    let listed: BTreeMap<String, String> = entries.collect();
    assert_eq!(listed.len(), count, "a case is listed twice");
    listed
}

fn is_sample(name: &str) -> bool {
    name.starts_with("sample/")
}

/// Asserts a snapshot for each case of the file.
fn assert_traces(file: &File<'_>, note: &str) {
    let (folder, stem) = place(file.subject.name(), file.path);
    let cases = file.cases();
    for (index, case) in cases.iter().enumerate() {
        let number = format!("-{}-of-{}", index + 1, cases.len());
        let name = if cases.len() > 1 { stem.clone() + &number } else { stem.clone() };
        settings(&format!("traces/{folder}"), note)
            .bind(|| assert_snapshot!(name, page(case.trace())));
    }
}

#[test]
fn samples_are_answered_to_the_byte() {
    each_file("sample/*.txt", |file| {
        let (folder, name) = place(file.subject.name(), file.path);
        settings(&format!("samples/{folder}"), "What is printed for it. A ¶ is a line feed.")
            .bind(|| assert_snapshot!(name, page(marked(&file.answer()))));
    });
}

#[test]
fn traces_of_samples_are_unchanged() {
    each_file("sample/*.txt", |file| assert_traces(file, "A sample, step by step."));
}

#[test]
fn traces_of_listed_cases_are_unchanged() {
    each_file("**/*.txt", |file| {
        if let Some(note) = listed(file.subject.name()).get(&file.name()) {
            assert_traces(file, note);
        }
    });
}

#[test]
fn summaries_of_all_other_cases_are_unchanged() {
    let mut others = Vec::new();
    each_file("**/*.txt", |file| {
        let name = file.name();
        if !is_sample(&name) && !listed(file.subject.name()).contains_key(&name) {
            others.push((file.subject.name(), file.path.to_owned(), file.text.clone()));
        }
    });
    // Playing takes most of the time, so it is parallel; the comparison is not. The two slowest
    // files are neighbours, so files are handed out one at a time.
    let played = others.into_par_iter().with_max_len(1).map(|(rule_set, path, text)| {
        let subjects = twinboard_cli::subjects();
        let subject = subjects.iter().find(|subject| subject.name() == rule_set);
        let subject = subject.expect("the rule set of the file").as_ref();
        let page = summary(&File { subject, path: &path, text });
        (path, page)
    });
    let pages: HashMap<PathBuf, String> = played.collect();
    each_file("**/*.txt", |file| {
        let Some(page) = pages.get(file.path) else { return };
        let (folder, name) = place(file.subject.name(), file.path);
        settings(
            &format!("corpus/{folder}"),
            "The first board, the end of the game, and the answer with the last board.",
        )
        .bind(|| assert_snapshot!(name, page));
    });
}

/// The snapshot of a file that is not shown step by step.
fn summary(file: &File<'_>) -> String {
    let (cases, answer) = (file.cases(), marked(&file.answer()));
    let text = |is_drawn| {
        let mut text = String::new();
        for (index, case) in cases.iter().enumerate() {
            let summary = case.summary(is_drawn);
            let _ = write!(text, "case {} of {}\n{summary}\n", index + 1, cases.len());
        }
        text + "answer\n" + &answer
    };
    let drawn = text(true);
    // Many large boards would be more than anybody reads.
    page(if drawn.lines().count() <= LINES_MAX { drawn } else { text(false) })
}

#[test]
fn every_list_is_of_a_rule_set_and_every_listed_case_is_in_its_corpus() {
    let subjects = twinboard_cli::subjects();
    let mut missing: Vec<String> = Vec::new();
    for list in fs::read_dir("traced").expect("the folder exists") {
        let list = list.expect("the folder is readable").path();
        let rule_set = list.file_stem().and_then(|stem| stem.to_str()).expect("names are UTF-8");
        assert!(subjects.iter().any(|subject| subject.name() == rule_set), "{rule_set}");
        for name in listed(rule_set).into_keys() {
            let path = format!("../corpus/{rule_set}/{name}.txt");
            if !Path::new(&path).is_file() || is_sample(&name) {
                missing.push(format!("{rule_set}: {name}"));
            }
        }
    }
    assert_eq!(missing, [""; 0], "listed in traced/, but not a file of corpus/, or a sample");
}

#[test]
fn samples_in_rules_md_have_the_answers_of_rules_md() {
    let rules = fs::read_to_string("../RULES.md").expect("RULES.md exists");
    let rules: Vec<&str> = rules.lines().collect();
    let mut shown = 0;
    each_file("sample/*.txt", |file| {
        let input = String::from_utf8_lossy(&file.text).into_owned();
        if !is_shown(&input, &rules) {
            return;
        }
        shown += 1;
        assert!(is_shown(&file.answer(), &rules), "{}", file.answer());
    });
    assert!(shown > 0, "RULES.md shows no sample at all");
}

/// True if the lines of `text` are below each other on the page at some column, perhaps with other
/// text to their left or right.
fn is_shown(text: &str, page: &[&str]) -> bool {
    let text: Vec<&str> = text.lines().collect();
    let is_at = |line: &str, column: usize, wanted: &str| {
        let rest = line.get(column..).unwrap_or_default();
        let after = rest.strip_prefix(wanted);
        after.is_some_and(|after| after.is_empty() || after.starts_with("  "))
    };
    page.windows(text.len().max(1)).any(|lines| {
        (0..60)
            .any(|column| lines.iter().zip(&text).all(|(line, wanted)| is_at(line, column, wanted)))
    })
}
