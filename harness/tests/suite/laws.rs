//! Who is to blame: a slip that shows in a transformed game only is a difference like any other, and
//! where a law of the rule set is wrong, neither side is.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use board::{Picture, Plays};
use twinboard_harness::campaign::{self, Budget, Found, Origin, Plan};
use twinboard_harness::conclude::{self, Shrinking, conclude};
use twinboard_harness::exhaust::{self, Bounds, End};
use twinboard_harness::lockstep::{Effort, run};
use twinboard_harness::report::Report;
use twinboard_harness::{
    Activity, Case, Divergence, Finding, Pairing, RuleSet, Side, Stats, Subject, Verdict,
};

use crate::toy::{
    Engine, Heap, LABEL_OF_WRONG_KINDS, LABEL_WITH_ANOTHER_BESIDE, Law, Right, Setup, Take, Wrong,
    pairing,
};

const PATIENCE: Duration = Duration::from_mins(1);

/// Ten counters with this label; four of them are left before the last two moves.
fn case(wrong: Wrong, label: u64) -> Case<Heap> {
    let setup = Setup { wrong, ..Setup::new(10, 3, label) };
    Case::new(setup, [3, 3, 2, 1, 1].map(Take).to_vec())
}

fn played_by<E: Plays<Heap>, O: Plays<Heap>>(
    pairing: &Pairing<Heap, E, O>,
    case: Case<Heap>,
    effort: Effort,
) -> (Divergence, Case<Heap>) {
    match run(pairing, case, None, effort, &Activity::default(), &mut Stats::default()) {
        (Verdict::Diverged(divergence), case) => (*divergence, case),
        (other, _) => panic!("nothing was noticed: {other:?}"),
    }
}

/// What is found, with everything that can be tried, and the case that shows it.
fn found(case: Case<Heap>) -> (Divergence, Case<Heap>) {
    played_by(&pairing(Heap { wrong: case.setup.wrong }), case, Effort::Thorough)
}

fn law(law: Law) -> Case<Heap> {
    case(Wrong::Law(law), 1)
}

fn detail(divergence: Divergence) -> String {
    match divergence.finding {
        Finding::WrongLaw { detail, .. } | Finding::Broken { detail, .. } => detail,
        other => panic!("{other}"),
    }
}

fn subject(wrong: Wrong) -> Arc<dyn Subject> {
    Arc::new(pairing(Heap { wrong }))
}

/// The report of what is found.
fn concluded(wrong: Wrong, found: Found) -> Report {
    let stop = Arc::new(AtomicBool::new(false));
    let (step_limit, time_limit) = (PATIENCE, PATIENCE);
    let shrinking = Shrinking { step_limit, time_limit, stop: &stop, isolated: None };
    conclude(&subject(wrong), found, &shrinking)
}

/// The report of a case.
fn report(case: &Case<Heap>) -> Report {
    let wrong = case.setup.wrong;
    let text = Heap { wrong }.text().print(case);
    let (divergence, text) = conclude::find(&subject(wrong), &text, PATIENCE).expect("it fails");
    let origin = Origin::Corpus { name: "a case".into() };
    concluded(wrong, Found { origin, text: Some(text), divergence })
}

/// The report of a campaign with this seed.
fn campaign(wrong: Wrong, seed: u64) -> Report {
    let (budget, corpus) = (Budget::Cases(2000), Vec::new());
    let plan = Plan { seed, budget, threads: 1, step_limit: PATIENCE, corpus };
    let outcome = campaign::run(&subject(wrong), &plan, &Arc::default(), &mut |_| ());
    concluded(wrong, outcome.found.expect("something is found"))
}

fn cells(picture: Option<&Picture>) -> Option<(&str, Option<u8>)> {
    let cell = &picture?.rows[0].1[0];
    Some((&cell.text, cell.hue))
}

#[test]
fn a_slip_that_shows_in_the_transformed_game_only_is_found_in_the_transformed_case() {
    // With the label 2 it takes one too many; this heap has the label 1.
    let (divergence, shown) = found(case(Wrong::Label, 1));
    let (directly, case) = found(case(Wrong::Label, 2));
    assert_eq!(divergence, directly);
    assert!(matches!(divergence.finding, Finding::Differs { .. }), "{divergence:?}");
    assert_eq!((divergence.step, divergence.mv.as_deref()), (3, Some("take 2")));
    assert_eq!((shown.setup, &shown.moves[..]), (case.setup, &case.moves[..3]));
    assert_eq!(divergence.transformed, None);
}

#[test]
fn one_slip_gives_one_file_however_it_was_met() {
    let [met, directly] = [1, 2].map(|label| report(&case(Wrong::Label, label)));
    assert_eq!(met.shrunk, directly.shrunk);
    assert_eq!(met.divergence, directly.divergence);
    for seed in 0..10 {
        assert_eq!(campaign(Wrong::Label, seed).shrunk, directly.shrunk, "seed {seed}");
    }
    assert_eq!(directly.shrunk.as_deref(), Some("4 2 2\n3 0\n"));
}

#[test]
fn legal_moves_that_are_wrong_in_the_transformed_game_are_a_difference() {
    let (divergence, shown) = found(case(Wrong::ListMissesOtherLabel, 1));
    assert_eq!(divergence.finding.to_string(), "engine and oracle differ in the legal moves");
    assert_eq!((shown.setup.label, divergence.step), (2, 2));
}

#[test]
fn a_panic_in_the_transformed_game_is_found_in_the_transformed_case() {
    let (divergence, shown) = found(case(Wrong::PanicsOtherLabel, 1));
    assert_eq!(divergence.finding.to_string(), "the engine panics while playing the move");
    assert_eq!((shown.setup.label, divergence.transformed), (2, None));
    // Already at the set-up; the heap itself is low enough.
    let (divergence, _) = found(case(Wrong::PanicsSettingUp, 1));
    assert_eq!((divergence.step, divergence.transformed), (0, None));
}

#[test]
fn what_the_case_itself_shows_comes_first() {
    // The transformed game goes another way at once; the position is wrong in step 3.
    let setup = Setup { wrong: Wrong::LabelAndPosition, ..Setup::new(10, 3, 1) };
    let (divergence, shown) = found(Case::new(setup, [3, 3, 2].map(Take).to_vec()));
    assert!(matches!(divergence.finding, Finding::Differs { .. }), "{divergence:?}");
    assert_eq!((divergence.step, shown.setup.label), (3, 1));
}

#[test]
fn an_engine_that_contradicts_itself_is_shown_with_the_transformed_game() {
    let (divergence, shown) = found(case(Wrong::KeyIgnoresLabel, 1));
    assert_eq!((shown.setup.label, shown.moves.len()), (1, 0));
    let transformed = divergence.transformed.clone().expect("it is the transformed game");
    assert_eq!(transformed.symmetry, "another label");
    let of_it = [&transformed.setup, &transformed.expected, &transformed.engine];
    assert_eq!(of_it.map(|picture| cells(picture.as_ref())), [Some(("10", Some(2))); 3]);
    assert_eq!(
        divergence.finding,
        Finding::Broken {
            side: Some(Side::Engine),
            invariant: "a transformed game goes the same way".into(),
            detail: "transformed by another label, the key is 0000000000002710, else \
                 0000000000002710, but the positions differ"
                .into(),
        }
    );
}

#[test]
fn a_wrong_symmetry_is_blamed_and_not_the_engine() {
    let (divergence, shown) = found(law(Law::Symmetry));
    assert_eq!(
        divergence.finding.to_string(),
        "the rule set's symmetry is wrong, neither side is: another label"
    );
    assert_eq!((shown.setup.label, divergence.step), (1, 0));
    let boards = divergence.transformed.clone().expect("it is the transformed game");
    assert_eq!(cells(divergence.oracle.as_ref()), Some(("10", Some(1))));
    assert_eq!(cells(boards.setup.as_ref()), Some(("10", Some(3))));
    assert_eq!(cells(boards.expected.as_ref()), Some(("10", Some(2))));
    assert_eq!(cells(boards.oracle.as_ref()), Some(("10", Some(3))));
    assert!(detail(divergence).ends_with("the position is not the transformed one"));
}

#[test]
fn a_symmetry_that_is_wrong_about_moves_is_shown_where_it_is() {
    let (divergence, _) = found(law(Law::SymmetryOfMoves));
    assert_eq!(divergence.step, 0);
    let detail = detail(divergence);
    let said = "other moves are legal: 2 moves; it misses what the other lists; \
                transformed: 3 moves; it alone lists take 3";
    assert!(detail.ends_with(said), "{detail}");
}

#[test]
fn a_wrong_symmetry_gives_the_same_file_with_every_seed() {
    let first = campaign(Wrong::Law(Law::Symmetry), 0);
    assert!(first.shrunk.is_some(), "it fails again");
    for seed in 0..10 {
        let report = campaign(Wrong::Law(Law::Symmetry), seed);
        assert!(matches!(report.divergence.finding, Finding::WrongLaw { .. }), "{report:?}");
        assert_eq!(report.shrunk, first.shrunk, "seed {seed}");
    }
}

#[test]
fn the_report_of_a_wrong_symmetry_shows_the_game_and_its_image() {
    let rendered = report(&law(Law::Symmetry)).render();
    let rendered = anstream::adapter::strip_str(&rendered).to_string();
    let boards = rendered.lines().find(|line| line.contains("set-up ")).expect("there are boards");
    let titles: Vec<&str> = boards.split_whitespace().collect();
    assert_eq!(titles, ["set-up", "expected", "engine", "oracle"], "{rendered}");
    assert!(rendered.contains("transformed by another label\n"), "{rendered}");
    assert!(!rendered.contains("the engine breaks"), "{rendered}");
}

#[test]
fn a_wrong_set_up_at_a_position_is_blamed() {
    let (divergence, _) = found(law(Law::SetupAt));
    assert_eq!(
        divergence.finding.to_string(),
        "the rule set's `setup_at` is wrong, neither side is"
    );
    assert!(detail(divergence).starts_with("set up anew, the oracle has another board:\n"));
    // The law is right, and the engine breaks it.
    let (divergence, _) = found(case(Wrong::KeyOfMoves, 1));
    assert!(matches!(divergence.finding, Finding::Broken { side: Some(Side::Engine), .. }));
}

#[test]
fn a_wrong_set_up_beside_a_position_is_blamed() {
    let (divergence, _) = found(case(Wrong::Law(Law::SetupBeside), LABEL_WITH_ANOTHER_BESIDE));
    assert_eq!(
        divergence.finding.to_string(),
        "the rule set's `setup_beside` is wrong, neither side is"
    );
}

#[test]
fn positions_that_do_not_say_everything_are_blamed() {
    // How many may be taken at a time is not part of the position.
    let (divergence, _) = found(case(Wrong::KeyOfTakeMax, 0));
    assert_eq!(divergence.finding.to_string(), "the rule set's position is wrong, neither side is");
    let detail = detail(divergence);
    assert!(detail.ends_with("an equal position and other legal moves"), "{detail}");
}

#[test]
fn wrong_kinds_are_blamed() {
    let (divergence, _) = found(case(Wrong::Nowhere, LABEL_OF_WRONG_KINDS));
    assert_eq!(
        divergence.finding.to_string(),
        "the rule set's `same_kind` is wrong, neither side is"
    );
}

#[test]
fn events_that_are_never_the_same_are_blamed() {
    let (divergence, _) = found(law(Law::SameEvent));
    assert_eq!(
        divergence.finding.to_string(),
        "the rule set's `same_event` is wrong, neither side is"
    );
}

#[test]
fn a_move_that_does_not_play_what_it_asks_for_is_blamed() {
    let (divergence, _) = found(law(Law::AskFor));
    assert_eq!(
        divergence.finding.to_string(),
        "the rule set's `ask_for` is wrong, neither side is"
    );
    assert_eq!(detail(divergence), "take 99 is to play take 1, and is refused: TooMany");
}

#[test]
fn an_invariant_that_both_sides_break_may_be_what_is_wrong() {
    let report = report(&law(Law::Invariant));
    let rendered = report.render();
    assert!(rendered.contains("both sides break an invariant: counters are conserved"));
    assert!(rendered.contains("both are wrong, or what the rule set states is\n"), "{rendered}");
}

#[test]
fn canonical_keys_of_positions_that_go_another_way_are_blamed() {
    let bounds = Bounds::new([(1, 4)], 1);
    let plan = exhaust::Plan { threads: 1, step_limit: PATIENCE, ..exhaust::Plan::new(bounds) };
    let subject = subject(Wrong::Law(Law::CanonicalKey));
    let End::Differs(_, difference) = subject.exhaust(&plan, &mut |_| ()).end else {
        panic!("it was not noticed")
    };
    let finding = &difference.divergence.finding;
    assert_eq!(finding.to_string(), "the rule set's `canonical_key` is wrong, neither side is");
}

#[test]
fn an_invariant_that_both_sides_break_in_other_words_is_broken_by_both() {
    // The engine says what it took in other words; then each side is looked at by itself.
    let (divergence, _) = played_by(
        &Pairing::new(Heap { wrong: Wrong::LawInOtherWords }, Engine::set_up, Right::set_up),
        case(Wrong::LawInOtherWords, 1),
        Effort::Thorough,
    );
    assert!(matches!(divergence.finding, Finding::Broken { side: None, .. }), "{divergence:?}");
}
