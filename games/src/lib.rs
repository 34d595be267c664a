//! The rule sets of Twinboard, each pairing its engine with its oracle.
//!
//! [`all`] is the list that everything else goes by: the command, the fuzz targets and the tests
//! of the corpus find a rule set there and nowhere else.

pub mod linkpop;
pub mod paint;
pub mod samegame;

#[cfg(feature = "planted")]
pub use engine::planted;

use std::sync::Arc;

use board::Vocabulary;
use harness::Subject;
use harness::bench::Suite;
use harness::bench::horizon::Horizon;
use harness::inputs::Generator;
use referee::Contest;

/// Every rule set, ready to be checked. A new one is a new line here.
#[must_use]
pub fn all() -> Vec<Arc<dyn Subject>> {
    vec![samegame::subject(), linkpop::subject(), paint::subject()]
}

/// What is measured of a rule set; `None` if nothing is.
#[must_use]
pub fn bench(rule_set: &str) -> Option<Suite> {
    match rule_set {
        samegame::Words::NAME => Some(samegame::bench::suite()),
        linkpop::Words::NAME => Some(linkpop::bench::suite()),
        paint::Words::NAME => Some(paint::bench::suite()),
        _ => None,
    }
}

/// The solver of a rule set and the positions it is tried on; `None` if it has no solver.
#[must_use]
pub fn horizon(rule_set: &str) -> Option<Box<dyn Horizon>> {
    match rule_set {
        paint::Words::NAME => Some(paint::bench::horizon()),
        _ => None,
    }
}

/// What draws inputs, one for each rule set that has such a thing.
#[must_use]
pub fn generators() -> Vec<Generator> {
    vec![samegame::input::generator(), linkpop::input::generator(), paint::input::generator()]
}

/// The rule sets for two players, for a referee.
#[must_use]
pub fn contests() -> Vec<Arc<dyn Contest>> {
    vec![Arc::new(paint::contest::Paint)]
}

/// A file of the corpus.
#[derive(Clone, Copy, Debug)]
pub struct CorpusFile {
    /// Its path from the root of the repository, `corpus/<rule set>/<kind>/<what it shows>.txt`.
    pub path: &'static str,
    /// What is in it.
    pub text: &'static [u8],
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
