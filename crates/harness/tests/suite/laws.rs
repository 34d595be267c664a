//! Blame: a fault that shows only in a transformed game is a difference like any other, and a wrong
//! law of the rule set is reported as such and not as a fault of a side.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use twinboard_harness::campaign::{self, CampaignBudget, CampaignPlan, FoundDivergence, Origin};
use twinboard_harness::exhaust::{Bounds, ExhaustEnd, ExhaustPlan};
use twinboard_harness::report::Report;
use twinboard_harness::triage::{self, Shrinking, triage};
use twinboard_harness::{Case, Checks, Divergence, Finding, RuleSet, Side, Verdict};
use twinboard_vocabulary::Picture;

use crate::toy::{
    self, Fault, Heap, LABEL_OF_WRONG_KINDS, LABEL_WITH_ANOTHER_LOOKALIKE, Law, Setup, Take,
    pairing, subject,
};

const PATIENCE: Duration = Duration::from_mins(1);

/// Ten counters with this label; four of them are left before the last two moves.
fn case(fault: Fault, label: u64) -> Case<Heap> {
    let setup = Setup { fault, ..Setup::new(10, 3, label) };
    Case::new(setup, [3, 3, 2, 1, 1].map(Take).to_vec())
}

/// The divergence found with full checks, and the case that shows it.
fn found(case: Case<Heap>) -> (Divergence, Case<Heap>) {
    match toy::play(&pairing(Heap { fault: case.setup.fault }), case, Checks::replay()) {
        (Verdict::Diverged(divergence), case, _) => (*divergence, case),
        (other, ..) => panic!("the fault was not noticed: {other:?}"),
    }
}

fn law(law: Law) -> Case<Heap> {
    case(Fault::Law(law), 1)
}

fn detail(divergence: Divergence) -> String {
    match divergence.finding {
        Finding::WrongLaw { detail, .. } | Finding::Broken { detail, .. } => detail,
        other => panic!("{other}"),
    }
}

/// The report of a failing case.
fn triaged(fault: Fault, found: FoundDivergence) -> Report {
    let stop = Arc::new(AtomicBool::new(false));
    let shrinking = Shrinking { step_limit: PATIENCE, ..Shrinking::new(&stop) };
    triage(&subject(fault), found, &shrinking)
}

fn report(case: &Case<Heap>) -> Report {
    let fault = case.setup.fault;
    let subject = subject(fault);
    let case = subject.case(&Heap { fault }.text().print(case)).unwrap();
    let found = triage::replay(&subject, &case, PATIENCE).failure();
    let (divergence, case) = found.expect("the case fails");
    let origin = Origin::Corpus { name: "a case".into() };
    triaged(fault, FoundDivergence { origin, case: Some(case), divergence })
}

fn campaign(fault: Fault, seed: u64) -> Report {
    let plan = CampaignPlan::new(seed, CampaignBudget::Cases(2000));
    let result = campaign::run(&subject(fault), &plan, &Arc::default(), &mut |_| ());
    triaged(fault, result.found.expect("the campaign finds a failing case"))
}

fn cells(picture: Option<&Picture>) -> Option<(&str, Option<u8>)> {
    let cell = &picture?.rows[0].1[0];
    Some((&cell.text, cell.hue))
}

/// The divergence is a fault of the rule set.
#[track_caller]
fn assert_blames(divergence: &Divergence, what: &str) {
    let expected = format!("the rule set is at fault, not engine or oracle: {what}");
    assert_eq!(divergence.finding.to_string(), expected);
}

#[test]
fn one_fault_gives_one_case_file_however_it_was_found() {
    let [met, directly] = [1, 2].map(|label| report(&case(Fault::Label, label)));
    assert_eq!(met.shrunk, directly.shrunk);
    assert_eq!(met.divergence, directly.divergence);
    for seed in 0..10 {
        assert_eq!(campaign(Fault::Label, seed).shrunk, directly.shrunk, "seed {seed}");
    }
    assert_eq!(directly.shrunk.as_deref(), Some("4 2 2\n3 0\n"));
}

#[test]
fn every_answer_of_the_transformed_game_is_compared() {
    for (fault, answer, step) in [
        (Fault::RefusalOtherLabel, "the result of the move", 1),
        (Fault::ListMissesOtherLabel, "the legal moves", 3),
        (Fault::OutcomeOtherLabel, "the outcome", 3),
        (Fault::Label, "the position", 4),
    ] {
        let setup = Setup { fault, ..Setup::new(10, 3, 1) };
        let (divergence, shown) = found(Case::new(setup, [0, 3, 3, 2].map(Take).to_vec()));
        let headline = format!("engine and oracle differ in {answer}");
        assert_eq!(divergence.finding.to_string(), headline);
        assert_eq!((shown.setup.label, divergence.step), (2, step), "{fault:?}");
    }
}

#[test]
fn failures_of_the_case_come_before_those_of_the_transformed_one() {
    // The transformed game fails in step 1; the game itself in step 3.
    let setup = Setup { fault: Fault::LabelAndPosition, ..Setup::new(10, 3, 1) };
    let (divergence, shown) = found(Case::new(setup, [3, 3, 2].map(Take).to_vec()));
    assert!(matches!(divergence.finding, Finding::Differs { .. }), "{divergence:?}");
    assert_eq!((divergence.step, shown.setup.label), (3, 1));
    let (divergence, shown) = found(case(Fault::PanicsOtherLabel, 1));
    assert_eq!(divergence.finding.to_string(), "the engine panics while playing the move");
    assert_eq!((shown.setup.label, divergence.transformed), (2, None));
    // A panic at the set-up of the transformed game.
    let (divergence, _) = found(case(Fault::PanicsSettingUp, 1));
    assert_eq!((divergence.step, divergence.transformed), (0, None));
}

#[test]
fn an_inconsistent_engine_is_reported_with_the_transformed_game() {
    let (divergence, shown) = found(case(Fault::KeyIgnoresLabel, 1));
    assert_eq!((shown.setup.label, shown.moves.len()), (1, 0));
    let transformed = divergence.transformed.clone().expect("the transformed game is reported");
    assert_eq!(transformed.symmetry, "another label");
    let of_it = [&transformed.setup, &transformed.expected, &transformed.engine];
    assert_eq!(of_it.map(|picture| cells(picture.as_ref())), [Some(("10", Some(2))); 3]);
    assert_eq!(
        divergence.finding,
        Finding::Broken {
            side: Some(Side::Engine),
            invariant: "a transformed game stays the image of the game".into(),
            detail: "transformed by another label, the key is 0000000000002710, else \
                 0000000000002710, but the positions differ"
                .into(),
        }
    );
}

#[test]
fn a_wrong_symmetry_is_blamed_at_its_position_and_not_the_engine() {
    let (divergence, shown) = found(law(Law::Symmetry));
    assert_blames(&divergence, "its symmetry is wrong (another label)");
    assert_eq!((shown.setup.label, divergence.step), (1, 0));
    let boards = divergence.transformed.clone().expect("the transformed game is reported");
    assert_eq!(cells(divergence.oracle.as_ref()), Some(("10", Some(1))));
    assert_eq!(cells(boards.setup.as_ref()), Some(("10", Some(3))));
    assert_eq!(cells(boards.expected.as_ref()), Some(("10", Some(2))));
    assert_eq!(cells(boards.oracle.as_ref()), Some(("10", Some(3))));
    assert!(detail(divergence).ends_with("the position is not the transformed one"));
    let (divergence, _) = found(law(Law::SymmetryOfMoves));
    assert_eq!(divergence.step, 0);
    let detail = detail(divergence);
    let said = "other moves are legal: 2 moves; it misses what the other lists; \
                transformed: 3 moves; it alone lists take 3";
    assert!(detail.ends_with(said), "{detail}");
}

#[test]
fn a_wrong_method_of_the_rule_set_is_blamed_and_not_the_engine() {
    let anew = "set up anew, the oracle has another position:\n";
    let refused = "take 99 is to play take 1, and is refused: TooMany";
    let similar = LABEL_WITH_ANOTHER_LOOKALIKE;
    for (fault, label, wrong, told) in [
        (Fault::Law(Law::SetupOfPosition), 1, "its `setup_of_position` is wrong", anew),
        (Fault::Law(Law::LookalikeSetup), similar, "its `lookalike_setup` is wrong", ""),
        // The limit of counters per move is not part of the position.
        (Fault::KeyOfTakeMax, 0, "its position does not determine the game", "the legal moves: "),
        (Fault::None, LABEL_OF_WRONG_KINDS, "its `same_kind` is wrong", ""),
        (Fault::Law(Law::SameEvent), 1, "its `same_event` is wrong", ""),
        (Fault::Law(Law::RequestFor), 1, "its `request_for` is wrong", refused),
    ] {
        let (divergence, _) = found(case(fault, label));
        assert_blames(&divergence, wrong);
        let detail = detail(divergence);
        assert!(detail.contains(told), "{fault:?}: {detail}");
    }
    // Here the law is right, and the engine breaks it.
    let (divergence, _) = found(case(Fault::KeyOfMoves, 1));
    assert!(matches!(divergence.finding, Finding::Broken { side: Some(Side::Engine), .. }));
}

#[test]
fn drawn_set_ups_that_cannot_be_read_back_are_blamed() {
    let report = campaign(Fault::Law(Law::SetupText), 0);
    assert_blames(&report.divergence, "it draws a set-up that its own reader refuses");
    let rendered = report.render();
    assert!(rendered.contains("three\n0\n\nit is refused: line 1, column "), "{rendered}");

    let report = campaign(Fault::PrintsNoLabel, 0);
    let finding = report.divergence.finding.to_string();
    assert!(finding.ends_with("its own reader reads differently"), "{finding}");
    let detail = detail(report.divergence);
    assert!(detail.contains("it is read as another set-up, which prints alike"), "{detail}");
}

#[test]
fn an_invariant_is_checked_on_both_sides_and_may_itself_be_wrong() {
    let report = report(&law(Law::Invariant));
    let rendered = report.render();
    assert!(rendered.contains("both sides break an invariant: counters are conserved"));
    assert!(rendered.contains("both are wrong, or the rule set's invariant is\n"), "{rendered}");
    // The engine's event differs from the oracle's but means the same, so both are checked.
    let (divergence, _) = found(case(Fault::LawInOtherWords, 1));
    assert!(matches!(divergence.finding, Finding::Broken { side: None, .. }), "{divergence:?}");
}

#[test]
fn equal_canonical_keys_of_different_positions_are_blamed() {
    let bounds = Bounds::new([(1, 4)], 1);
    let plan = ExhaustPlan { threads: 1, step_limit: PATIENCE, ..ExhaustPlan::new(bounds) };
    let subject = subject(Fault::Law(Law::CanonicalKey));
    let ExhaustEnd::Differs(_, difference) = subject.exhaust(&plan, &mut |_| ()).end else {
        panic!("the fault was not noticed")
    };
    assert_blames(&difference.divergence, "its `canonical_key` is wrong");
}
