//! The rule sets of Twinboard, each registered in one record ([`kit::Registration`]).
//!
//! [`registrations`] is the list that everything else goes by: the command, the fuzz targets and
//! the tests of the corpus find a rule set there and nowhere else. A new one is a new line in it.

pub mod linkpop;
pub mod paint;
pub mod samegame;

use std::sync::Arc;

use faults::Planted;
use harness::Subject;
use kit::{CorpusFile, Registration};

/// The built-in rule sets.
#[must_use]
pub fn registrations() -> Vec<Registration> {
    let all = [samegame::registration(), linkpop::registration(), paint::registration()];
    let with_corpus = all.map(|registration| {
        let corpus: Vec<CorpusFile> = corpus(registration.name()).collect();
        registration.corpus(corpus).assert_with("twinboard_games::assert_case")
    });
    with_corpus.into()
}

/// The built-in rule sets with their sides, ready to be checked.
#[must_use]
pub fn all() -> Vec<Arc<dyn Subject>> {
    vec![samegame::subject(), linkpop::subject(), paint::subject()]
}

/// All planted faults of the built-in rule sets, of engine and solver, rule set by rule set.
#[must_use]
pub fn faults() -> Vec<&'static Planted> {
    registrations().iter().flat_map(|all| all.planted_faults().to_vec()).collect()
}

static CORPUS: &[(&str, CorpusFile)] = &include!(concat!(env!("OUT_DIR"), "/corpus.rs"));

/// The corpus of a rule set, in the order of its paths.
pub fn corpus(rule_set: &str) -> impl Iterator<Item = CorpusFile> {
    let files = CORPUS.iter().filter(move |(name, _)| *name == rule_set);
    files.map(|(_, file)| *file)
}

/// [`harness::assert_case`] for the rule set of this name: the form in which `twinboard to-test`
/// keeps a case for good.
///
/// # Panics
///
/// With a report of the first divergence, or with both answers if they are not as expected.
#[track_caller]
pub fn assert_case(rule_set: &str, text: &str, answer: &str) {
    let subject = all().into_iter().find(|subject| subject.name() == rule_set);
    let subject = subject.unwrap_or_else(|| panic!("no rule set is called {rule_set}"));
    harness::assert_case(&subject, text, answer);
}
