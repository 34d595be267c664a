//! The built-in rule sets of Twinboard, each registered in one record ([`twinboard_registration::Registration`]).
//!
//! The command, the fuzz targets and the tests of the corpus read the list [`registrations`], so a
//! new rule set is a new line in it.

pub mod linkpop;
pub mod paint;
pub mod samegame;

use std::sync::Arc;

use twinboard_faults::Planted;
use twinboard_harness::Subject;
use twinboard_registration::{CorpusFile, Registration};

/// The records of the built-in rule sets, with their corpora.
#[must_use]
pub fn registrations() -> Vec<Registration> {
    let all = [samegame::registration(), linkpop::registration(), paint::registration()];
    let with_corpus = all.map(|registration| {
        let corpus: Vec<CorpusFile> = corpus(registration.name()).collect();
        registration.corpus(corpus).assert_with("twinboard_games::assert_case")
    });
    with_corpus.into()
}

/// The built-in rule sets, each with its engine and its oracle, ready to be checked.
///
/// ```
/// use std::time::Duration;
///
/// use twinboard_harness::conclude;
///
/// for subject in twinboard_games::all() {
///     // Plays the cases of a corpus file on both sides and compares them after every step.
///     let file = twinboard_games::corpus(subject.name()).next().expect("there is a corpus");
///     for case in subject.split(file.text)? {
///         assert!(conclude::check(&subject, &case, Duration::from_secs(30)).is_none());
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn all() -> Vec<Arc<dyn Subject>> {
    vec![samegame::subject(), linkpop::subject(), paint::subject()]
}

/// The planted faults of engines and solver, rule set by rule set.
#[must_use]
pub fn faults() -> Vec<&'static Planted> {
    registrations().iter().flat_map(|all| all.planted_faults().to_vec()).collect()
}

static CORPUS: &[(&str, CorpusFile)] = &include!(concat!(env!("OUT_DIR"), "/corpus.rs"));

/// The corpus of a rule set, sorted by path; empty if there is no such rule set.
pub fn corpus(rule_set: &str) -> impl Iterator<Item = CorpusFile> {
    let files = CORPUS.iter().filter(move |(name, _)| *name == rule_set);
    files.map(|(_, file)| *file)
}

/// Calls [`twinboard_harness::assert_case`] for the rule set of this name. Tests printed by `twinboard
/// to-test` call this function.
///
/// # Panics
///
/// With a report of the first divergence, or with both answers if they are not as expected; and if
/// there is no such rule set.
#[track_caller]
pub fn assert_case(rule_set: &str, text: &str, answer: &str) {
    let subject = all().into_iter().find(|subject| subject.name() == rule_set);
    let subject = subject.unwrap_or_else(|| panic!("no rule set is called {rule_set}"));
    twinboard_harness::assert_case(&subject, text, answer);
}
