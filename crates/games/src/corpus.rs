//! The corpus, compiled into the crate by its build script.

use twinboard_registration::{CorpusFile, Registration};

static CORPUS: &[(&str, CorpusFile)] = &include!(concat!(env!("OUT_DIR"), "/corpus.rs"));

/// The function that printed tests call.
pub(crate) const ASSERT_CASE: &str = "twinboard_games::assert_case";

/// The corpus of a rule set, sorted by path; empty if there is no such rule set.
pub fn corpus(rule_set: &str) -> impl Iterator<Item = CorpusFile> {
    let files = CORPUS.iter().filter(move |(name, _)| *name == rule_set);
    files.map(|(_, file)| *file)
}

/// A record with the corpus of its rule set, and the function that printed tests call.
pub(crate) fn with_corpus(registration: Registration) -> Registration {
    let files: Vec<CorpusFile> = corpus(registration.name()).collect();
    registration.corpus(files).assert_with(ASSERT_CASE)
}
