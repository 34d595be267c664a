//! Rule sets with a method that panics, hangs or gives up: the report names the rule set, and neither
//! a side nor the harness.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use arbitrary::{Error, Unstructured};
use twinboard_harness::campaign::{
    self, CampaignBudget, CampaignPlan, CampaignResult, CorpusCase, FoundDivergence,
};
use twinboard_harness::nim::{Heap, Nim};
use twinboard_harness::{Case, Invariant, Pairing, RuleSet, Subject};

/// A method of the rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    GenerateSetup,
    MutateSetup,
    Propose,
    RequestFor,
    SameEvent,
    Invariants,
    SetupOfPosition,
    LookalikeSetup,
    MovesMax,
}

#[derive(Clone, Copy, Debug)]
enum Ending {
    Panic,
    Hang,
    Error(Error),
}

/// Nim, and one method does not do what it should.
#[derive(Clone)]
struct Broken(Method, Ending);

impl Broken {
    fn at(&self, method: Method) -> arbitrary::Result<()> {
        match self.1 {
            _ if method != self.0 => Ok(()),
            Ending::Panic => panic!("no set-up fits"),
            Ending::Hang => loop {
                thread::park();
            },
            Ending::Error(error) => Err(error),
        }
    }
}

impl RuleSet for Broken {
    type Vocabulary = Nim;

    fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<u8> {
        let setup = u.int_in_range(0..=20)?;
        // The first cases are right.
        if setup > 12 {
            self.at(Method::GenerateSetup)?;
        }
        Ok(setup)
    }

    fn mutate_setup(&self, _: &mut Case<Nim>, _: &mut Unstructured<'_>) -> arbitrary::Result<()> {
        self.at(Method::MutateSetup)
    }

    fn propose(&self, _: &u8, _: Option<&u8>, u: &mut Unstructured<'_>) -> arbitrary::Result<u8> {
        self.at(Method::Propose)?;
        u.arbitrary()
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
    use Method::{
        GenerateSetup, Invariants, LookalikeSetup, MovesMax, MutateSetup, Propose, RequestFor,
        SameEvent, SetupOfPosition,
    };
    for (method, doing) in [
        (GenerateSetup, "drawing a set-up (`generate_setup`)"),
        (MutateSetup, "changing a case (`mutate_setup`)"),
        (Propose, "choosing a move (`propose`, `request_for`)"),
        // Asked for moves of the game, and for checks.
        (RequestFor, ""),
        (SameEvent, "checking answers, invariants and laws"),
        (Invariants, "checking answers, invariants and laws"),
        (SetupOfPosition, "checking answers, invariants and laws"),
        (LookalikeSetup, "checking answers, invariants and laws"),
        (MovesMax, "choosing a move (`propose`, `request_for`)"),
    ] {
        for (ending, verb) in [(Ending::Panic, "panics"), (Ending::Hang, "hangs")] {
            let found = campaign(Broken(method, ending), 300).found;
            let FoundDivergence { divergence, .. } = found.expect("a finding");
            let finding = divergence.finding.to_string();
            // The answers of the sides may be such that an invariant panics.
            if let (Invariants, Ending::Panic) = (method, ending) {
                assert_eq!(finding, "both sides break an invariant: none");
                continue;
            }
            let expected =
                format!("the rule set is at fault, not engine or oracle: it {verb} while {doing}");
            assert!(finding.starts_with(&expected), "{method:?}: {finding}");
            let makes_case = matches!(method, GenerateSetup | MutateSetup);
            assert_eq!(divergence.finding.of_no_case().is_some(), makes_case, "{method:?}");
        }
    }
}

/// Nim with a generator that asks for more bytes than a case has.
#[derive(Clone)]
struct Never;

impl RuleSet for Never {
    type Vocabulary = Nim;

    fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<u8> {
        Ok(u.bytes(2_000_000)?[0])
    }
}

#[test]
fn a_case_without_a_set_up_is_left_out_and_a_campaign_of_none_fails() {
    let some = campaign(Broken(Method::GenerateSetup, Ending::Error(Error::NotEnoughData)), 300);
    assert_eq!(some.found, None);
    let undrawn = some.stats.undrawn.expect("some heaps are too large");
    assert!(undrawn.cases > 50 && some.stats.fresh > 50, "{:?}", some.stats);
    let reason = "`generate_setup` gave no set-up, since it asks for more than the 1048576 bytes \
                  of a case";
    assert_eq!(undrawn.to_string(), reason);

    let subject: Arc<dyn Subject> = Pairing::new(Never, Heap::set_up, Heap::set_up).subject();
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
