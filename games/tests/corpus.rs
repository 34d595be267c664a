//! Both sides play every file of the corpus and agree.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use board::Limits;
use harness::{Side, Stats, Subject, conclude, report, watch};

/// Step limit: a step of a case that takes longer counts as a hang.
const STEP_LIMIT: Duration = Duration::from_secs(30);

/// The folder that holds `corpus`: this package, in the repository (through a symlink) and as
/// packaged.
fn root() -> PathBuf {
    env!("CARGO_MANIFEST_DIR").into()
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
    {
        let path = entry.expect("the corpus can be read").path();
        if path.is_dir() {
            files.extend(self::files(&path));
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The files of the corpus, each with its rule set and its contents.
fn corpus() -> Vec<(Arc<dyn Subject>, PathBuf, Vec<u8>)> {
    let mut corpus = Vec::new();
    for subject in twinboard_games::all() {
        let folder = root().join("corpus").join(subject.name());
        let files = files(&folder);
        assert!(!files.is_empty(), "there is no case in {}", folder.display());
        for path in files {
            let text = fs::read(&path).expect("the corpus can be read");
            let path = path.strip_prefix(root()).expect("the file is below the root").to_owned();
            corpus.push((Arc::clone(&subject), path, text));
        }
    }
    corpus
}

fn cases(subject: &Arc<dyn Subject>, path: &Path, text: &[u8]) -> Vec<String> {
    subject.split(text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn engine_and_oracle_agree_on_every_case() {
    for (subject, path, text) in corpus() {
        for (index, case) in cases(&subject, &path, &text).iter().enumerate() {
            if let Some(divergence) = conclude::check(&subject, case, STEP_LIMIT) {
                panic!(
                    "{}, case {}\n{}\n{}",
                    path.display(),
                    index + 1,
                    report::headline(subject.name(), &divergence.finding),
                    report::render_divergence(&divergence)
                );
            }
        }
    }
}

#[test]
fn the_engine_answers_every_file_as_the_oracle_does() {
    for (subject, path, text) in corpus() {
        let answers = watch::watched(STEP_LIMIT, move |_| {
            [Side::Engine, Side::Oracle].map(|side| {
                let mut answer = Vec::new();
                let played = subject.play(side, Box::new(&text[..]), Limits::Case, &mut answer);
                assert!(played.is_ok(), "the {side} stopped: {played:?}");
                String::from_utf8(answer).expect("answers are text")
            })
        });
        let [engine, oracle] = answers.unwrap_or_else(|_| panic!("{} hangs", path.display()));
        let path = path.display();
        assert!(engine == oracle, "{path}\n\nthe engine:\n{engine}\nthe oracle:\n{oracle}");
    }
}

#[test]
fn the_corpus_alone_reaches_every_clause() {
    let mut corpus = corpus();
    // Small files first: they reach all clauses, so the large ones are not played once more.
    corpus.sort_by_key(|(_, _, text)| text.len());
    for subject in twinboard_games::all() {
        let mut reached = Stats::default();
        let own = corpus.iter().filter(|(other, ..)| other.name() == subject.name());
        for case in own.flat_map(|(_, path, text)| cases(&subject, path, text)) {
            let played = Arc::clone(&subject);
            let checked = watch::watched(STEP_LIMIT, move |activity| {
                played.check(case.as_bytes(), activity).expect("it has been read before")
            });
            reached.add(&checked.unwrap_or_else(|hang| panic!("{hang:?}")).stats);
            reached.clauses.resize(subject.clauses().len(), 0);
            if !reached.clauses.contains(&0) {
                break;
            }
        }
        for (clause, count) in subject.clauses().iter().zip(reached.clauses) {
            assert!(count > 0, "{}: nothing for {} ({})", subject.name(), clause.id, clause.name);
        }
    }
}

#[test]
fn files_have_kebab_case_names_in_folders_of_known_kinds() {
    for (_, path, _) in corpus() {
        let parts: Vec<&str> =
            path.iter().map(|part| part.to_str().expect("an ASCII path")).collect();
        let &[_, _, kind, name] = &parts[..] else {
            panic!("{} is not corpus/<rule set>/<kind>/<what-it-shows>.txt", path.display());
        };
        let kinds = ["sample", "edge", "found", "regression"];
        assert!(kinds.contains(&kind), "{} is none of the kinds {kinds:?}", path.display());
        let name = name.strip_suffix(".txt");
        let kebab_case = |name: &str| {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
            name.split('-').all(|word| !word.is_empty() && word.chars().all(plain))
        };
        assert!(name.is_some_and(kebab_case), "{} is not named in kebab-case", path.display());
    }
}

#[test]
fn cases_of_every_rule_set_are_built_in() {
    for subject in twinboard_games::all() {
        let mut files = twinboard_games::corpus(subject.name());
        let has_cases = files.any(|file| !subject.split(file.text).unwrap_or_default().is_empty());
        assert!(has_cases, "no case of {} is built in", subject.name());
    }
}

#[test]
fn the_built_in_corpus_equals_the_folder() {
    let there: BTreeMap<String, Vec<u8>> = corpus()
        .into_iter()
        .map(|(_, path, text)| (path.to_str().expect("an ASCII path").replace('\\', "/"), text))
        .collect();
    let mut built_in = BTreeSet::new();
    for subject in twinboard_games::all() {
        for file in twinboard_games::corpus(subject.name()) {
            let same = there.get(file.path).is_some_and(|text| text == file.text);
            assert!(same, "{} is built in with other contents", file.path);
            built_in.insert(file.path);
        }
    }
    let missing: Vec<_> = there.keys().filter(|path| !built_in.contains(path.as_str())).collect();
    assert!(missing.is_empty(), "not built in: {missing:?}");
}
