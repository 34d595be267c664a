//! Known differences: they are counted, hide no others, and do not attract shrinking; and campaigns
//! that go on behind a divergence.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use twinboard_harness::campaign::{
    self, CampaignBudget, CampaignPlan, FoundDivergence, Origin, Visitor,
};
use twinboard_harness::fuzz::{Shrinks, Tried, try_case};
use twinboard_harness::known::{FindingPattern, Kind, KnownDifference};
use twinboard_harness::nim::{self, Nim};
use twinboard_harness::triage::{self, Shrinking};
use twinboard_harness::{Checks, Divergence, Finding, Pairing, Stats, Subject, Verdict};
use twinboard_vocabulary::Picture;

use crate::toy::{Fault, subject};
use crate::{all_found, checked};

/// An engine with two faults: one in the first move of a heap with the label 2, and one in a move
/// from four counters.
const TWO_FAULTS: Fault = Fault::LabelAndPosition;
/// Shows the first fault; the same moves with the label 1 show none.
const OF_LABEL: &str = "9 3 2\n2 0\n";
/// Shows the second fault.
const OF_FOUR: &str = "4 3 1\n3 0\n";

/// The fault of the label, in a move that is not from four counters.
fn of_label() -> KnownDifference {
    let covers = |divergence: &Divergence| {
        let before = divergence.before.as_ref().map(Picture::text).unwrap_or_default();
        divergence.finding.kind() == Kind::Differs && before != "4\n"
    };
    KnownDifference::new("the label 2 costs a counter", covers).shown_by(OF_LABEL)
}

/// Enough cases for dozens of failures of either fault.
const CASES: u64 = 1_000;

fn plan(threads: usize) -> CampaignPlan {
    CampaignPlan {
        threads,
        step_limit: Duration::from_millis(250),
        ..CampaignPlan::new(5, CampaignBudget::Cases(CASES))
    }
}

#[test]
fn the_time_of_the_caller_is_not_that_of_the_campaign() {
    let budget = CampaignBudget::Time(Duration::from_millis(300));
    let mut paused = Duration::ZERO;
    let mut found = |_| {
        let pause = Duration::from_millis(400);
        std::thread::sleep(pause);
        paused += pause;
        if paused < 3 * pause { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let plan = CampaignPlan { budget, ..plan(1) };
    let visitor = Visitor::new(&mut found);
    campaign::collect(&subject(TWO_FAULTS), &plan, &Arc::default(), visitor);
    assert_eq!(paused, Duration::from_millis(1_200), "the first pause would have used up the time");
}

#[test]
fn a_hang_ends_a_campaign_that_goes_on_behind_divergences() {
    let (all, _) = all_found(&subject(Fault::HangsPlaying), &plan(2));
    assert_eq!(all.len(), 1, "{all:?}");
    assert!(all[0].divergence.finding.is_hung());
}

#[test]
fn a_known_difference_is_counted_and_hides_no_other() {
    let faulty = subject(TWO_FAULTS);
    let knowing = faulty.with_known(&[of_label()]);
    let (all, whole) = all_found(&faulty, &plan(2));
    let is_known = |found: &&FoundDivergence| of_label().covers(&found.divergence);
    let known = all.iter().filter(is_known).count() as u64;
    assert!(known > 5 && known + 5 < all.len() as u64, "{known} of {}", all.len());
    for threads in [1, 3] {
        let (others, stats) = all_found(&knowing, &plan(threads));
        assert_eq!(stats.known, [known]);
        let unknown = all.iter().filter(|found| !is_known(found));
        assert!(others.iter().eq(unknown));
        // A known difference changes no other figure.
        assert_eq!(Stats { known: Vec::new(), ..stats }, whole);
    }
    let all_known =
        faulty.with_known(&[of_label(), KnownDifference::of("any", Kind::Differs.into())]);
    let result = campaign::run(&all_known, &plan(2), &Arc::default(), &mut |_| ());
    assert!(result.found.is_none());
    assert_eq!(result.stats.known.iter().sum::<u64>(), all.len() as u64);
}

#[test]
fn a_known_difference_does_not_attract_shrinking() {
    let found = |text: &str, subject: &Arc<dyn Subject>| {
        let case = subject.case(text)?;
        let (divergence, case) = triage::replay(subject, &case, plan(1).step_limit).failure()?;
        let stop = Arc::default();
        let shrinking = Shrinking { step_limit: plan(1).step_limit, ..Shrinking::new(&stop) };
        let found = FoundDivergence { origin: Origin::Fuzzed, case: Some(case), divergence };
        triage::triage(subject, found, &shrinking).shrunk
    };
    // From four counters with the label 2, both faults are near.
    let both = "4 3 2\n3 0\n";
    let faulty = subject(TWO_FAULTS);
    let to_label = found(both, &faulty).expect("it fails");
    let knowing = faulty.with_known(&[of_label()]);
    assert_eq!(found(&to_label, &knowing), None, "{to_label}");
    assert_eq!(found(both, &knowing).as_deref(), Some("4 2 0\n3 0\n"));
    assert_eq!(found(OF_FOUR, &knowing).as_deref(), Some("4 2 0\n3 0\n"));
    assert_eq!(found(OF_LABEL, &knowing), None);
}

#[test]
fn a_fuzz_target_does_not_fail_on_a_known_difference() {
    let knowing = subject(TWO_FAULTS).with_known(&[of_label()]);
    let tried = |text: &str| try_case(&knowing, text.as_bytes(), Checks::fuzz(), Shrinks::Here);
    let Tried::Agreed(stats) = tried(OF_LABEL) else { panic!("it is known") };
    assert_eq!(stats.known, [1]);
    // The cases behind it are played.
    assert!(matches!(tried(&format!("{OF_LABEL}{OF_FOUR}")), Tried::Diverged(_)));
}

#[test]
fn the_first_known_difference_that_fits_counts_and_hangs_never_do() {
    let any = || KnownDifference::of("any", FindingPattern::from(Kind::Differs));
    let knowing = subject(TWO_FAULTS).with_known(&[of_label(), any(), any()]);
    let checked = |text| checked(&knowing, text, Checks::replay());
    let [of_label, of_four] = [OF_LABEL, OF_FOUR].map(checked);
    assert!(matches!(of_label.verdict, Verdict::Known(0, _)), "{of_label:?}");
    assert!(matches!(of_four.verdict, Verdict::Known(1, _)), "{of_four:?}");
    assert_eq!((of_label.stats.known, of_four.stats.known), (vec![1, 0, 0], vec![0, 1, 0]));
    let everything = KnownDifference::new("everything", |_| true);
    let hanging = subject(Fault::HangsPlaying).with_known(&[everything]);
    let result = campaign::run(&hanging, &plan(2), &Arc::default(), &mut |_| ());
    assert!(result.found.expect("a hang is no known difference").divergence.finding.is_hung());
}

#[test]
fn two_engines_can_be_compared_without_the_oracle() {
    let right = Pairing::new(Nim, nim::Heap::set_up, nim::Heap::set_up).subject();
    let faulty = Pairing::new(Nim, nim::Heap::set_up_faulty, nim::Heap::set_up).subject();
    let answers = |subject: &Arc<dyn Subject>| {
        let verdict = checked(subject, "9\n", Checks::replay()).verdict;
        let Verdict::Diverged(divergence) = verdict else { return None };
        let Finding::Differs { engine, oracle, .. } = divergence.finding else { return None };
        Some([engine, oracle])
    };
    assert_eq!(answers(&right), None);
    let [engine, oracle] = answers(&faulty).expect("the engine is faulty");
    let alone = right.against(&*faulty).expect("both are of one rule set");
    assert_eq!(answers(&alone), Some([oracle, engine]), "the faulty engine is the oracle");
    assert!(right.against(&*subject(Fault::None)).is_none(), "another rule set");
}
