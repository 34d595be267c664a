//! Rule sets with a method that panics, hangs or gives up: the report names the rule set, and neither
//! a side nor the harness.

use std::iter;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use arbitrary::{Error, Unstructured};
use twinboard_harness::campaign::{
    self, CampaignBudget, CampaignPlan, CampaignResult, CorpusCase, FoundDivergence, Origin,
};
use twinboard_harness::nim::{Heap, Nim};
use twinboard_harness::triage::{Shrinking, replay, triage};
use twinboard_harness::{Case, Invariant, Pairing, RuleSet, Shrink, Subject, TextShrink};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    None,
    GenerateSetup,
    MutateSetup,
    Propose,
    RequestFor,
    SameEvent,
    Invariants,
    SetupOfPosition,
    LookalikeSetup,
    MovesMax,
    /// Behind the first candidate, which has a stone less.
    Shrink,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Panic,
    Hang,
    /// A set-up asks for more bytes than a case has, if it has more than twelve stones.
    Some,
    /// Every set-up does.
    All,
    /// Candidates without end: the case itself.
    Same,
    /// Candidates without end: larger cases.
    Larger,
}

/// Nim with positions as set-ups, and one method does not do what it should. All tests of the
/// harness with odd rules have this one type, because generic code is compiled anew for each.
#[derive(Clone)]
pub(crate) struct Broken(pub(crate) Method, pub(crate) Ending);

impl Broken {
    fn at(&self, method: Method) -> arbitrary::Result<()> {
        match self.1 {
            _ if method != self.0 => Ok(()),
            Ending::Panic => panic!("no set-up fits"),
            Ending::Hang => loop {
                thread::park();
            },
            Ending::Some | Ending::All => Err(Error::NotEnoughData),
            Ending::Same | Ending::Larger => Ok(()),
        }
    }
}

impl RuleSet for Broken {
    type Vocabulary = Nim;

    fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<u8> {
        let setup = u.int_in_range(0..=20)?;
        // The first cases are right.
        if setup > 12 || self.1 == Ending::All {
            self.at(Method::GenerateSetup)?;
        }
        Ok(setup)
    }

    fn mutate_setup(&self, _: &mut Case<Nim>, _: &mut Unstructured<'_>) -> arbitrary::Result<()> {
        self.at(Method::MutateSetup)
    }

    fn propose(&self, _: &u8, _: Option<&u8>, u: &mut Unstructured<'_>) -> arbitrary::Result<u8> {
        self.at(Method::Propose)?;
        // The harness would ask for mutated set-ups.
        if self.0 == Method::None { Err(Error::IncorrectFormat) } else { u.arbitrary() }
    }

    fn request_for(&self, legal: &u8, _: &mut Unstructured<'_>) -> arbitrary::Result<u8> {
        self.at(Method::RequestFor)?;
        Ok(*legal)
    }

    fn same_event(&self, engine: &u8, oracle: &u8) -> bool {
        let _ = self.at(Method::SameEvent);
        engine == oracle
    }

    fn invariants(&self) -> &'static [Invariant<Nim>] {
        match self.1 {
            _ if self.0 != Method::Invariants => &[],
            Ending::Panic => &[Invariant { name: "none", check: |_| panic!("no set-up fits") }],
            _ => &[Invariant {
                name: "none",
                check: |_| loop {
                    thread::park();
                },
            }],
        }
    }

    fn setup_of_position(&self, _: &u8, position: &u8) -> Option<u8> {
        let _ = self.at(Method::SetupOfPosition);
        Some(*position)
    }

    fn lookalike_setup(&self, _: &u8) -> Option<u8> {
        let _ = self.at(Method::LookalikeSetup);
        None
    }

    fn moves_max(&self, _: &u8) -> usize {
        let _ = self.at(Method::MovesMax);
        100
    }

    fn shrink(&self) -> &dyn Shrink<Nim> {
        if self.0 == Method::Shrink { self } else { &TextShrink }
    }
}

type Cases<'a> = Box<dyn Iterator<Item = Case<Nim>> + 'a>;

impl Shrink<Nim> for Broken {
    fn smaller<'a>(&'a self, case: &'a Case<Nim>) -> Cases<'a> {
        let first = Case::new(case.setup.saturating_sub(1), case.moves.clone());
        let next = move || {
            let _ = self.at(Method::Shrink);
            if self.1 == Ending::Same { case.clone() } else { Case::new(u8::MAX, vec![1; 50]) }
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

fn campaign(rules: Broken, cases: u64) -> CampaignResult {
    let subject: Arc<dyn Subject> = Pairing::new(rules, Heap::set_up, Heap::set_up).subject();
    let plan = CampaignPlan {
        threads: 2,
        step_limit: Duration::from_millis(60),
        corpus: vec![CorpusCase { name: "one".into(), text: "1\n".into() }],
        ..CampaignPlan::new(1, CampaignBudget::Cases(cases))
    };
    campaign::run(&subject, &plan, &Arc::default(), &mut |_| ())
}

#[test]
fn a_broken_rule_set_is_at_fault_and_no_side() {
    for (method, doing) in [
        (Method::GenerateSetup, "drawing a set-up (`generate_setup`)"),
        (Method::MutateSetup, "changing a case (`mutate_setup`)"),
        (Method::Propose, "choosing a move (`propose`, `request_for`)"),
        // Asked for moves of the game, and for checks.
        (Method::RequestFor, ""),
        (Method::SameEvent, "checking answers, invariants and laws"),
        (Method::Invariants, "checking answers, invariants and laws"),
        (Method::SetupOfPosition, "checking answers, invariants and laws"),
        (Method::LookalikeSetup, "checking answers, invariants and laws"),
        (Method::MovesMax, "choosing a move (`propose`, `request_for`)"),
    ] {
        for (ending, verb) in [(Ending::Panic, "panics"), (Ending::Hang, "hangs")] {
            let found = campaign(Broken(method, ending), 300).found;
            let FoundDivergence { divergence, .. } = found.expect("a finding");
            let finding = divergence.finding.to_string();
            // The answers of the sides may be such that an invariant panics.
            if let (Method::Invariants, Ending::Panic) = (method, ending) {
                assert_eq!(finding, "both sides break an invariant: none");
                continue;
            }
            let expected =
                format!("the rule set is at fault, not engine or oracle: it {verb} while {doing}");
            assert!(finding.starts_with(&expected), "{method:?}: {finding}");
            let makes_case = matches!(method, Method::GenerateSetup | Method::MutateSetup);
            assert_eq!(divergence.finding.of_no_case().is_some(), makes_case, "{method:?}");
        }
    }
}

#[test]
fn a_case_without_a_set_up_is_left_out_and_a_campaign_of_none_fails() {
    let some = campaign(Broken(Method::GenerateSetup, Ending::Some), 300);
    assert_eq!(some.found, None);
    let undrawn = some.stats.undrawn.expect("some heaps are too large");
    assert!(undrawn.cases > 50 && some.stats.fresh > 50, "{:?}", some.stats);
    let reason = "`generate_setup` gave no set-up, since it asks for more than the 1048576 bytes \
                  of a case";
    assert_eq!(undrawn.to_string(), reason);

    let never = Broken(Method::GenerateSetup, Ending::All);
    let subject: Arc<dyn Subject> = Pairing::new(never, Heap::set_up, Heap::set_up).subject();
    let plan = CampaignPlan {
        threads: 2,
        ..CampaignPlan::new(1, CampaignBudget::Time(Duration::from_mins(5)))
    };
    let found = campaign::run(&subject, &plan, &Arc::default(), &mut |_| ()).found;
    let FoundDivergence { divergence, case, .. } = found.expect("no case was drawn");
    let message = "the rule set is at fault, not engine or oracle: it fails while drawing a set-up \
                   (`generate_setup`): in each of 100 cases, ";
    assert_eq!(divergence.finding.of_no_case(), Some(format!("{message}{reason}")));
    assert_eq!(case, None);
}

fn report(ending: Ending) -> String {
    let rules = Broken(Method::Shrink, ending);
    let subject = Pairing::new(rules, Heap::set_up_faulty, Heap::set_up).subject();
    let case = subject.case("9\n> 4\n").unwrap();
    let limit = Duration::from_millis(if ending == Ending::Hang { 300 } else { 60_000 });
    let (divergence, case) = replay(&subject, &case, Duration::from_mins(1)).failure().unwrap();
    let stop = Arc::default();
    let shrinking = Shrinking { step_limit: limit, ..Shrinking::new(&stop) };
    let origin = Origin::Corpus { name: "a".into() };
    let found = FoundDivergence { origin, case: Some(case), divergence };
    triage(&subject, found, &shrinking).to_string()
}

#[test]
fn a_shrinker_that_fails_ends_the_search_and_the_report_says_so() {
    let all = [
        (Ending::Panic, "no set-up fits at "),
        (Ending::Hang, "the next one does not come"),
        (Ending::Same, "more than 1048576 candidates for a case"),
        (Ending::Larger, "more than 1048576 candidates for a case"),
    ];
    let reports = all.map(|(ending, _)| thread::spawn(move || report(ending)));
    for ((_, expected), report) in all.into_iter().zip(reports) {
        let report = report.join().unwrap();
        assert!(report.contains(expected), "{expected}: {report}");
        let note = "note: not shrunk to the end: the rule set cannot list";
        assert!(report.contains(note), "{report}");
        // The candidates before the failure count.
        assert!(report.contains("shrunk from"), "{report}");
    }
}
