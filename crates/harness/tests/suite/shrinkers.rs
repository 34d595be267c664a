//! Shrinkers of rule sets that panic, hang or have no end: the report comes nevertheless, with the
//! smallest case so far, and says so.

use std::iter;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use arbitrary::Unstructured;
use twinboard_harness::campaign::{FoundDivergence, Origin};
use twinboard_harness::nim::{Heap, Nim};
use twinboard_harness::triage::{self, Shrinking, triage};
use twinboard_harness::{Case, Pairing, RuleSet, Shrink, Subject};

/// What happens behind a first candidate.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Panic,
    Hang,
    /// The case itself, again and again.
    Same,
    /// Larger cases without end.
    Larger,
}

/// Nim with a shrinker that first takes a stone away.
#[derive(Clone)]
struct Odd(Next);

type Cases<'a> = Box<dyn Iterator<Item = Case<Nim>> + 'a>;

impl RuleSet for Odd {
    type Vocabulary = Nim;

    fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<u8> {
        Nim.generate_setup(u)
    }

    fn shrink(&self) -> &dyn Shrink<Nim> {
        self
    }
}

impl Shrink<Nim> for Odd {
    fn smaller<'a>(&'a self, case: &'a Case<Nim>) -> Cases<'a> {
        let first = Case::new(case.setup.saturating_sub(1), case.moves.clone());
        let next = move || match self.0 {
            Next::Panic => panic!("no candidate"),
            Next::Hang => loop {
                thread::park();
            },
            Next::Same => case.clone(),
            Next::Larger => Case::new(u8::MAX, vec![1; 50]),
        };
        Box::new(iter::once(first).chain(iter::repeat_with(next)))
    }

    fn simpler<'a>(&'a self, _: &'a Case<Nim>) -> Cases<'a> {
        Box::new(iter::empty())
    }

    fn complexity(&self, case: &Case<Nim>) -> u64 {
        case.setup.into()
    }
}

fn report(next: Next) -> String {
    let subject = Pairing::new(Odd(next), Heap::set_up_faulty, Heap::set_up).subject();
    let subject: Arc<dyn Subject> = subject;
    let case = subject.case("9\n> 4\n").unwrap();
    let limit = Duration::from_millis(if next == Next::Hang { 300 } else { 60_000 });
    let (divergence, case) =
        triage::replay(&subject, &case, Duration::from_mins(1)).failure().unwrap();
    let stop = Arc::default();
    let shrinking = Shrinking { step_limit: limit, ..Shrinking::new(&stop) };
    let found = FoundDivergence {
        origin: Origin::Corpus { name: "a".into() },
        case: Some(case),
        divergence,
    };
    triage(&subject, found, &shrinking).to_string()
}

#[test]
fn a_shrinker_that_fails_ends_the_search_and_the_report_says_so() {
    let all = [
        (Next::Panic, "no candidate at "),
        (Next::Hang, "the next one does not come"),
        (Next::Same, "more than 1048576 candidates for a case"),
        (Next::Larger, "more than 1048576 candidates for a case"),
    ];
    let reports = all.map(|(next, _)| thread::spawn(move || report(next)));
    for ((_, expected), report) in all.into_iter().zip(reports) {
        let report = report.join().unwrap();
        assert!(report.contains(expected), "{expected}: {report}");
        assert!(
            report.contains("note: not shrunk to the end: the rule set cannot list"),
            "{report}"
        );
        // The candidates before the failure count.
        assert!(report.contains("shrunk from"), "{report}");
    }
}
