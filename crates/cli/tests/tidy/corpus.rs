//! File names in the corpus: each says what its case shows.

use super::repository::{assert_none, paths};

const KINDS: [&str; 4] = ["sample", "edge", "found", "regression"];

/// The fault of a path in the corpus: a rule set, kind or name that is not allowed.
fn fault(path: &str, rule_sets: &[&str]) -> Option<String> {
    let parts: Vec<&str> = path.split('/').collect();
    let is_right = match parts[..] {
        ["corpus", rule_set, kind, name] => {
            let name = name.strip_suffix(".txt");
            rule_sets.contains(&rule_set)
                && KINDS.contains(&kind)
                && name.is_some_and(is_kebab_case)
        }
        _ => false,
    };
    let expected = "corpus/<rule set>/{sample,edge,found,regression}/<what-it-shows>.txt";
    (!is_right).then(|| format!("{path} should be {expected}"))
}

fn is_kebab_case(name: &str) -> bool {
    let is_plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    name.split('-').all(|word| !word.is_empty() && word.bytes().all(is_plain))
}

#[test]
fn files_of_the_corpus_are_named_for_what_they_show() {
    let all = twinboard_games::all();
    let rule_sets: Vec<_> = all.iter().map(|subject| subject.name()).collect();
    let corpus: Vec<_> = paths().into_iter().filter(|path| path.starts_with("corpus/")).collect();
    assert!(!corpus.is_empty(), "there is a corpus");
    let faults: Vec<_> = corpus.iter().filter_map(|path| fault(path, &rule_sets)).collect();
    assert_none(&faults);
}

#[test]
fn every_rule_set_has_its_sample() {
    let paths = paths();
    for subject in twinboard_games::all() {
        let folder = format!("corpus/{}/sample/", subject.name());
        assert!(paths.iter().any(|path| path.starts_with(&folder)), "{folder} has a file");
    }
}

#[test]
fn only_kebab_case_in_its_place_is_right() {
    let fault = |path| fault(path, &["game"]);
    assert_eq!(fault("corpus/game/edge/row-16-drops.txt"), None);
    for path in [
        "corpus/game/edge/Row-16.txt",
        "corpus/game/edge/row_16.txt",
        "corpus/game/edge/row--16.txt",
        "corpus/game/edge/row-16",
        "corpus/game/edge/deep/row-16.txt",
        "corpus/game/row-16.txt",
        "corpus/game/other/row-16.txt",
        "corpus/chess/edge/row-16.txt",
    ] {
        assert!(fault(path).is_some(), "{path}");
    }
}
