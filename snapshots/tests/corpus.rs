//! The cases of the corpus as they are played: the samples to the byte and step by step, some
//! named cases step by step, all others as their answer, some counts and a digest.
//!
//! Which cases there are is read from `corpus/<rule set>/`; which are kept step by step, from
//! `traced/<rule set>.txt`. Nothing here names a rule set.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use board::Limits;
use harness::random::digest;
use harness::{Activity, Side, Subject, Verdict, report};
use insta::{assert_snapshot, glob};
use rayon::prelude::*;
use twinboard_snapshots::{marked, page, place, plain, settings};

/// An answer that is longer than this is not kept whole.
const ANSWER_BYTES: usize = 600;

/// `glob!` counts failures for the whole process: while it walks, no other test may fail.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file of the corpus.
struct File<'a> {
    subject: &'a dyn Subject,
    path: &'a Path,
    text: Vec<u8>,
}

impl File<'_> {
    /// What it is called in its rule set's corpus: `edge/one-row`.
    fn name(&self) -> String {
        let (folder, stem) = place(self.subject.name(), self.path);
        let (_, kind) = folder.split_once('/').expect("corpus/<rule set>/<kind>/…");
        format!("{kind}/{stem}")
    }

    /// Its cases, each as a text of its own, that engine and oracle have agreed on.
    fn cases(&self) -> Vec<Case> {
        let cases = self.subject.split(&self.text).expect("the corpus can be read");
        cases.iter().map(|text| self.case(text)).collect()
    }

    fn case(&self, text: &str) -> Case {
        let checked = self.subject.check(text.as_bytes(), &Activity::default());
        let checked = checked.expect("a case that was split off can be read");
        assert_eq!(checked.verdict, Verdict::Agreed, "{}", self.path.display());
        let frames = self.subject.frames(text.as_bytes()).expect("a case that has been played");
        let steps = checked.stats.steps - 1;
        assert_eq!(steps, frames.len() as u64 - 1, "both have played the same steps");
        Case { steps, accepted: checked.stats.accepted, frames }
    }

    /// What both sides print for it.
    fn answer(&self) -> String {
        let [engine, oracle] = [Side::Engine, Side::Oracle].map(|side| {
            let mut printed = Vec::new();
            let input = Box::new(&self.text[..]);
            let played = self.subject.play(side, input, Limits::Case, &mut printed);
            played.expect("the corpus can be played");
            String::from_utf8(printed).expect("answers are text")
        });
        assert_eq!(engine, oracle, "{}", self.path.display());
        oracle
    }
}

/// A case that has been played.
struct Case {
    frames: Vec<harness::Frame>,
    steps: u64,
    accepted: u64,
}

impl Case {
    fn trace(&self) -> String {
        plain(&report::render_frames(&self.frames))
    }

    /// A few lines, a fact a line. There are two digests, so that a new wording, which changes
    /// one of them in many files, does not hide a game that goes another way.
    fn summary(&self) -> String {
        let (first, last) = (&self.frames[0], &self.frames[self.frames.len() - 1]);
        let (rows, columns) = (first.picture.rows.len(), first.picture.columns.len());
        let boards = self.frames.iter().map(|frame| format!("{}{:?}", frame.picture, frame.legal));
        format!(
            "  cells   {rows} x {columns}\n  \
               moves   {} accepted, {} refused\n  \
               end     {}\n  \
               boards  {:016x}\n  \
               words   {:016x}\n",
            self.accepted,
            self.steps - self.accepted,
            last.outcome,
            digest(boards.collect::<String>().as_bytes()),
            digest(self.trace().as_bytes()),
        )
    }
}

/// As much of an answer as a person reads.
fn excerpt(answer: &str) -> String {
    let marked = marked(answer);
    let mut lines = marked.lines();
    let mut shown = String::new();
    while shown.len() < ANSWER_BYTES
        && let Some(line) = lines.next()
    {
        let _ = writeln!(shown, "{line}");
    }
    let more = lines.count();
    if more > 0 {
        let digest = digest(answer.as_bytes());
        let _ = writeln!(shown, "… and {more} more lines; digest of the answer: {digest:016x}");
    }
    shown
}

/// Shows `look` every file of the rule sets' corpora that `pattern` matches.
fn walk(pattern: &str, mut look: impl FnMut(&File<'_>)) {
    let _alone = alone();
    for subject in games::all() {
        glob!("../../corpus", &format!("{}/{pattern}", subject.name()), |path| {
            let text = fs::read(path).expect("the corpus can be read");
            look(&File { subject: subject.as_ref(), path, text });
        });
    }
}

/// What is kept step by step besides the samples, and what is to be looked at.
fn listed(rule_set: &str) -> BTreeMap<String, String> {
    let list = PathBuf::from(format!("traced/{rule_set}.txt"));
    // A rule set without a list has the traces of its samples.
    let list = fs::read_to_string(list).unwrap_or_default();
    let entries = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let entries = entries.map(|line| {
        let (name, note) = line.split_once(' ').expect("a case and what to look at");
        (name.to_owned(), note.trim().to_owned())
    });
    let count = entries.clone().count();
    let listed: BTreeMap<String, String> = entries.collect();
    assert_eq!(listed.len(), count, "no case is listed twice");
    listed
}

fn is_sample(name: &str) -> bool {
    name.starts_with("sample/")
}

/// One snapshot a case: a file may hold several.
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
    walk("sample/*.txt", |file| {
        let (folder, name) = place(file.subject.name(), file.path);
        settings(&format!("samples/{folder}"), "What is printed for it. A ¶ is a line feed.")
            .bind(|| assert_snapshot!(name, page(marked(&file.answer()))));
    });
}

#[test]
fn samples_go_step_by_step() {
    walk("sample/*.txt", |file| assert_traces(file, "A sample, step by step."));
}

#[test]
fn listed_cases_go_step_by_step() {
    walk("**/*.txt", |file| {
        if let Some(note) = listed(file.subject.name()).get(&file.name()) {
            assert_traces(file, note);
        }
    });
}

#[test]
fn all_other_cases_keep_their_answer_and_their_trace() {
    let mut others = Vec::new();
    walk("**/*.txt", |file| {
        let name = file.name();
        if !is_sample(&name) && !listed(file.subject.name()).contains_key(&name) {
            others.push((file.subject.name(), file.path.to_owned(), file.text.clone()));
        }
    });
    // Playing them takes most of the time; one after the other they are only compared. The two that take
    // longest are neighbours, so that each is handed out alone.
    let played = others.into_par_iter().with_max_len(1).map(|(rule_set, path, text)| {
        let subjects = games::all();
        let subject = subjects.iter().find(|subject| subject.name() == rule_set);
        let subject = subject.expect("it was just there").as_ref();
        let page = summary(&File { subject, path: &path, text });
        (path, page)
    });
    let pages: HashMap<PathBuf, String> = played.collect();
    walk("**/*.txt", |file| {
        let Some(page) = pages.get(file.path) else { return };
        let (folder, name) = place(file.subject.name(), file.path);
        settings(
            &format!("corpus/{folder}"),
            "Counts, digests of the boards and of all that `twinboard show` says, and the answer.",
        )
        .bind(|| assert_snapshot!(name, page));
    });
}

/// What is kept of a file that is not kept step by step.
fn summary(file: &File<'_>) -> String {
    let cases = file.cases();
    let mut text = String::new();
    for (index, case) in cases.iter().enumerate() {
        let _ = write!(text, "case {} of {}\n{}\n", index + 1, cases.len(), case.summary());
    }
    let _ = write!(text, "answer\n{}", excerpt(&file.answer()));
    page(text)
}

#[test]
fn every_case_that_is_listed_is_in_the_corpus() {
    let mut missing: Vec<String> = Vec::new();
    for subject in games::all() {
        let rule_set = subject.name();
        for name in listed(rule_set).into_keys() {
            let path = format!("../corpus/{rule_set}/{name}.txt");
            if !Path::new(&path).is_file() || is_sample(&name) {
                missing.push(format!("{rule_set}: {name}"));
            }
        }
    }
    assert_eq!(missing, [""; 0], "listed in traced/, and no file of corpus/, or a sample");
}

#[test]
fn every_list_is_of_a_rule_set() {
    let rule_sets: Vec<_> = games::all().iter().map(|subject| subject.name()).collect();
    for list in fs::read_dir("traced").expect("the folder is there") {
        let list = list.expect("the folder can be read").path();
        let stem = list.file_stem().and_then(|stem| stem.to_str()).expect("names are plain");
        assert!(rule_sets.contains(&stem), "{stem}");
    }
}

#[test]
fn a_sample_that_rules_md_shows_is_answered_as_rules_md_shows() {
    let rules = fs::read_to_string("../RULES.md").expect("the rules are there");
    let rules: Vec<&str> = rules.lines().collect();
    let mut shown = 0;
    walk("sample/*.txt", |file| {
        let input = String::from_utf8_lossy(&file.text).into_owned();
        if !is_shown(&input, &rules) {
            return;
        }
        shown += 1;
        assert!(is_shown(&file.answer(), &rules), "{}", file.answer());
    });
    assert!(shown > 0, "RULES.md shows no sample at all");
}

/// Whether the lines of `text` stand below each other on the page, perhaps with something to their
/// left or right.
fn is_shown(text: &str, page: &[&str]) -> bool {
    let text: Vec<&str> = text.lines().collect();
    let stands_at = |line: &str, column: usize, wanted: &str| {
        let rest = line.get(column..).unwrap_or_default();
        let after = rest.strip_prefix(wanted);
        after.is_some_and(|after| after.is_empty() || after.starts_with("  "))
    };
    page.windows(text.len().max(1)).any(|lines| {
        (0..60).any(|column| {
            lines.iter().zip(&text).all(|(line, wanted)| stands_at(line, column, wanted))
        })
    })
}
