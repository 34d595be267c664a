//! Both sides play every file of the corpus and agree, and the corpus reaches every clause.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use twinboard_harness::perft::{PerftEnd, PerftPlan};
use twinboard_harness::{AnyCase, Checks, Stats, Subject, Verdict, report, watch};

/// Step limit: a step of a case that takes longer counts as a hang.
const STEP_LIMIT: Duration = Duration::from_secs(30);

/// The folder that holds `corpus`: this package, in the repository (through a symlink) and as
/// packaged.
fn root() -> PathBuf {
    env!("CARGO_MANIFEST_DIR").into()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let entries = fs::read_dir(folder);
    for entry in entries.unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
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

/// The files of a rule set, each with its contents.
fn corpus_of(subject: &Arc<dyn Subject>) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = root().join("corpus").join(subject.name());
    let files = files(&folder);
    assert!(!files.is_empty(), "there is no case in {}", folder.display());
    let read = |path: PathBuf| {
        let text = fs::read(&path).expect("the corpus can be read");
        (path.strip_prefix(root()).expect("the file is below the root").to_owned(), text)
    };
    files.into_iter().map(read).collect()
}

fn corpus() -> Vec<(Arc<dyn Subject>, PathBuf, Vec<u8>)> {
    let of = |subject: Arc<dyn Subject>| {
        let files = corpus_of(&subject).into_iter();
        files.map(move |(path, text)| (Arc::clone(&subject), path, text))
    };
    twinboard_games::all().into_iter().flat_map(of).collect()
}

fn cases(subject: &Arc<dyn Subject>, path: &Path, text: &[u8]) -> Vec<AnyCase> {
    subject.read(text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn engine_and_oracle_agree_on_every_case_and_every_clause_is_reached() {
    thread::scope(|scope| {
        for subject in twinboard_games::all() {
            scope.spawn(move || {
                let mut reached = vec![0; subject.clauses().len()];
                for (path, text) in corpus_of(&subject) {
                    for (index, case) in cases(&subject, &path, &text).into_iter().enumerate() {
                        let place = format!("{}, case {}", path.display(), index + 1);
                        let stats = agreed(&subject, case, &place);
                        for (sum, count) in reached.iter_mut().zip(stats.clauses) {
                            *sum += count;
                        }
                    }
                }
                for (clause, count) in subject.clauses().iter().zip(reached) {
                    let (id, name) = (clause.id, clause.name);
                    assert!(count > 0, "{}: nothing for {id} ({name})", subject.name());
                }
            });
        }
    });
}

/// Plays a case on both sides, which must agree.
fn agreed(subject: &Arc<dyn Subject>, case: AnyCase, place: &str) -> Stats {
    let played = Arc::clone(subject);
    let checked =
        watch::watched(STEP_LIMIT, move |activity| played.check(&case, Checks::replay(), activity));
    let checked = checked.unwrap_or_else(|hang| panic!("{place}: {hang:?}"));
    if let Verdict::Diverged(divergence) = checked.verdict {
        let title = report::title(subject.name(), &divergence);
        panic!("{place}\n{title}\n{}", report::render_divergence(&divergence));
    }
    checked.stats
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

/// The cases with too many moves.
const CROWDED: [&str; 1] = ["corpus/paint/edge/largest-30x30-with-a-20-in-each-corner.txt"];

#[test]
fn every_case_can_be_walked_from() {
    for subject in twinboard_games::all() {
        for file in twinboard_games::corpus(subject.name()) {
            let plan = PerftPlan { positions_max: Some(5_000), ..PerftPlan::new(1) };
            let cases = subject.read(file.text).unwrap();
            // A file without a case.
            let Some(case) = cases.first() else { continue };
            let result = subject.perft(case, &plan, &mut |_| ());
            let is_crowded = CROWDED.contains(&file.path);
            let expected = if is_crowded { (PerftEnd::Full, 1) } else { (PerftEnd::Done, 2) };
            assert_eq!((result.end, result.rows.len()), expected, "{}", file.path);
        }
    }
}
