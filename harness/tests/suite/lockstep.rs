//! Every way in which an engine can be wrong is noticed, and is called what it is.

use std::sync::Arc;

use crate::toy::{
    Engine, Heap, LABEL_OF_SHORT_GAMES, LABEL_OF_TAKING_BACK, LABEL_OF_WRONG_CLAIMS,
    LABEL_WITH_ANOTHER_BESIDE, Plays, Right, SHORT, Setup, Take, What, Wrong,
};
use board::Rest;
use twinboard_harness::fuzz::{Aim, Shrinks, Tried, try_case};
use twinboard_harness::lockstep::{Effort, run};
use twinboard_harness::{
    Activity, Case, Divergence, Finding, Pairing, RuleSet, Side, Stats, Subject, Verdict,
};

/// Ten counters, up to three at a time; moves of every kind, and a position with four counters.
fn case() -> Case<Heap> {
    let setup = Setup::new(10, 3, 1);
    Case::new(setup, [0, 4, 3, 3, 2, 1, 9, 1, 1].map(Take).to_vec())
}

/// Plays a case with two sides; those that may be wrong are so in this way.
fn play<E, O>(
    wrong: Wrong,
    mut case: Case<Heap>,
    effort: Effort,
    stats: &mut Stats,
) -> (Verdict, Case<Heap>)
where
    E: Plays,
    O: Plays,
{
    case.setup.wrong = wrong;
    let pairing = Pairing::of(Heap { wrong }, E::side(), O::side());
    run(&pairing, case, None, effort, &Activity::default(), stats)
}

fn verdict(wrong: Wrong, case: Case<Heap>) -> (Verdict, Stats) {
    let mut stats = Stats::default();
    let (verdict, _) = play::<Engine, Right>(wrong, case, Effort::Quick, &mut stats);
    (verdict, stats)
}

fn divergence(wrong: Wrong) -> Divergence {
    match verdict(wrong, case()).0 {
        Verdict::Diverged(divergence) => *divergence,
        other => panic!("the fault was not noticed: {other:?}"),
    }
}

/// What is found, in words, and in which step.
fn found(wrong: Wrong) -> (String, usize) {
    let divergence = divergence(wrong);
    (divergence.finding.to_string(), divergence.step)
}

#[test]
fn two_right_sides_agree_and_every_step_is_counted() {
    let (verdict, stats) = verdict(Wrong::Nowhere, case());
    assert_eq!(verdict, Verdict::Agreed);
    assert_eq!((stats.cases, stats.steps, stats.accepted, stats.deep), (1, 10, 5, 1));
    assert_eq!(stats.clauses, [5, 4, 2, 0]);
    assert_eq!((stats.listed, stats.sampled), (10, 0));
}

/// The same case, of whose small heaps something wrong is claimed.
fn claimed(wrong: Wrong, effort: Effort) -> (Verdict, Stats) {
    let mut case = case();
    case.setup.label = LABEL_OF_WRONG_CLAIMS;
    let mut stats = Stats::default();
    let (verdict, _) = play::<Engine, Right>(wrong, case, effort, &mut stats);
    (verdict, stats)
}

#[test]
fn a_wrong_claim_is_found_at_the_first_position_that_is_small_enough() {
    let (verdict, _) = claimed(Wrong::Nowhere, Effort::Thorough);
    let Verdict::Diverged(divergence) = verdict else { panic!("{verdict:?}") };
    assert_eq!(
        divergence.finding.to_string(),
        "what is said of a position is wrong: how many there are"
    );
    let Finding::Claimed { detail, .. } = &divergence.finding else { panic!("{divergence:?}") };
    assert_eq!(detail, "5 are claimed, 4 are there");
    // Ten, twice refused, seven, four.
    assert_eq!((divergence.step, divergence.mv.as_deref()), (4, Some("take 3")));
    let shown = divergence.oracle.as_ref().map(|picture| picture.plain_lines().join("\n"));
    assert!(shown.is_some_and(|shown| shown.contains('4')), "{divergence:?}");
    assert_eq!(claimed(Wrong::Nowhere, Effort::OwnMoves).0, Verdict::Agreed);
}

#[test]
fn a_fault_of_a_side_is_found_before_a_wrong_claim() {
    let (verdict, stats) = claimed(Wrong::Position, Effort::Thorough);
    let Verdict::Diverged(divergence) = verdict else { panic!("{verdict:?}") };
    assert_eq!((divergence.finding.is_hung(), divergence.step, stats.claims), (false, 5, 0));
    assert!(matches!(divergence.finding, Finding::Differs { .. }), "{divergence:?}");
}

#[test]
fn what_is_fuzzed_for_claims_has_positions_that_are_small_enough() {
    let subject: Arc<dyn Subject> =
        Arc::new(Pairing::new(Heap::RIGHT, Engine::set_up, Right::set_up));
    let tried = |counters, label, aim| {
        let case = Case::new(Setup::new(counters, 3, label), vec![Take(2)]);
        try_case(&subject, Heap::RIGHT.text().print(&case).as_bytes(), aim, Shrinks::Elsewhere)
    };
    assert!(
        matches!(tried(9, 1, Aim::Assertions), Tried::Unreadable),
        "nine and seven are too many"
    );
    assert!(matches!(tried(9, 1, Aim::Sides), Tried::Agreed(_)));
    assert!(matches!(tried(8, 1, Aim::Assertions), Tried::Agreed(stats) if stats.claims == 1));
    assert!(matches!(tried(8, LABEL_OF_WRONG_CLAIMS, Aim::Assertions), Tried::Diverged(_)));
}

#[test]
fn differences_are_found_where_they_are() {
    let position = "engine and oracle differ in the position".to_owned();
    assert_eq!(found(Wrong::SetUp), (position.clone(), 0));
    assert_eq!(found(Wrong::Position), (position, 5));
    let outcome = "engine and oracle differ in how the game stands".to_owned();
    assert_eq!(found(Wrong::Outcome), (outcome, 6));
    let legal = "engine and oracle differ in the legal moves".to_owned();
    assert_eq!(found(Wrong::ListMisses), (legal.clone(), 4));
    assert_eq!(found(Wrong::ListRepeats), (legal.clone(), 4));
    assert_eq!(found(Wrong::ListReplaces), (legal.clone(), 4));
    assert_eq!(found(Wrong::ListTooLong), (legal.clone(), 4));
    assert_eq!(found(Wrong::ListEmptyTwoLeft), (legal, 5));
    let result = "engine and oracle differ in what became of the move".to_owned();
    assert_eq!(found(Wrong::Event), (result.clone(), 5));
    assert_eq!(found(Wrong::Accepts), (result.clone(), 2));
    assert_eq!(found(Wrong::Refuses), (result.clone(), 5));
    assert_eq!(found(Wrong::RefusalReason), (result, 1));
}

#[test]
fn a_difference_says_what_each_side_says() {
    let Finding::Differs { engine, oracle, .. } = divergence(Wrong::ListMisses).finding else {
        panic!("a difference is expected");
    };
    assert_eq!(engine, "2 moves; it misses what the other lists");
    assert_eq!(oracle, "3 moves; it alone lists take 3");
    let Finding::Differs { engine, .. } = divergence(Wrong::ListRepeats).finding else {
        panic!("a difference is expected");
    };
    assert_eq!(engine, "4 moves; it lists twice take 1");
}

#[test]
fn the_engines_own_board_may_break_an_invariant_too() {
    let divergence = divergence(Wrong::Position);
    assert_eq!(divergence.engine_breaks, ["counters are conserved: 4 - 2 is not 1"]);
    let [before, engine, oracle] =
        [divergence.before, divergence.engine, divergence.oracle].map(|board| board.unwrap());
    let counters = |board: board::Picture| board.rows[0].1[0].text.clone();
    assert_eq!([before, engine, oracle].map(counters), ["4", "1", "2"]);
}

#[test]
fn what_is_changed_by_asking_after_the_last_move_is_noticed() {
    let setup = Setup::new(3, 3, 1);
    let case = Case::new(setup, vec![Take(3)]);
    match verdict(Wrong::AskingChanges, case).0 {
        Verdict::Diverged(divergence) => assert_eq!(
            (divergence.finding.to_string(), divergence.step),
            ("the engine breaks an invariant: asking a game changes nothing".to_owned(), 1)
        ),
        other => panic!("the fault was not noticed: {other:?}"),
    }
}

/// Many cases, until something is found: for promises that are not checked in every step.
fn found_in_some_case(wrong: Wrong) -> String {
    let cases = (10..200).map(|counters| {
        let setup = Setup::new(counters, 3, counters % 2);
        let moves = (0..counters).map(|number| Take(1 + number % 3));
        Case::new(setup, moves.collect())
    });
    let found = cases.filter_map(|case| match verdict(wrong, case).0 {
        Verdict::Diverged(divergence) => Some(divergence.finding.to_string()),
        _ => None,
    });
    found.take(1).next().expect("the fault is noticed")
}

#[test]
fn promises_of_the_engine_are_checked() {
    let breaks = |name: &str| format!("the engine breaks an invariant: {name}");
    let keys = breaks("equal positions have equal keys, others do not");
    assert_eq!(found_in_some_case(Wrong::KeyOfHistory), keys);
    assert_eq!(found(Wrong::KeyOfRefusals), (keys.clone(), 1));
    assert_eq!(found(Wrong::KeyIgnoresCounters), (keys, 0));
    let detail = |wrong| match divergence(wrong).finding {
        Finding::Broken { detail, .. } => detail,
        other => panic!("{other}"),
    };
    let same_key = detail(Wrong::KeyIgnoresCounters);
    assert!(same_key.starts_with("another position has the same key:\n"), "{same_key}");
    let same_key = detail(Wrong::KeyIgnoresLabel);
    assert!(same_key.ends_with(", but the positions differ"), "{same_key}");
    let anew = breaks("a position is the same when it is set up anew");
    assert_eq!(found_in_some_case(Wrong::KeyOfMoves), anew);
    let transformed = breaks("a transformed game goes the same way");
    assert_eq!(found(Wrong::KeyIgnoresLabel), (transformed, 0));
    // In the transformed game the sides differ.
    let position = "engine and oracle differ in the position".to_owned();
    assert_eq!(found(Wrong::Label), (position, 5));
    let draws = breaks("a legal move is drawn if and only if there is one");
    assert_eq!(found(Wrong::DrawsNothing), (draws.clone(), 4));
    assert_eq!(found_in_some_case(Wrong::DrawsIllegal), draws);
    let copies = breaks("a copy plays like the original");
    assert_eq!(found(Wrong::CopyForgets), (copies.clone(), 5));
    assert_eq!(found_in_some_case(Wrong::AdvanceTakesMore), copies);
    assert_eq!(found_in_some_case(Wrong::AdvanceRefusesNothing), copies);
    let valid = breaks("its own representation is in order");
    assert_eq!(found_in_some_case(Wrong::Representation), valid);
}

#[test]
fn what_both_sides_get_wrong_alike_breaks_an_invariant() {
    fn found_in_both(wrong: Wrong, case: Case<Heap>) -> String {
        let stats = &mut Stats::default();
        match play::<Engine, Engine>(wrong, case, Effort::Quick, stats).0 {
            Verdict::Diverged(divergence) => divergence.finding.to_string(),
            other => panic!("the fault was not noticed: {other:?}"),
        }
    }
    let both_break = |name: &str| format!("both sides break an invariant: {name}");
    let conserved = found_in_both(Wrong::Position, case());
    assert_eq!(conserved, both_break("counters are conserved"));
    let refused = found_in_both(Wrong::RefusedButChanged, case());
    assert_eq!(refused, both_break("a refused move changes nothing"));
    let outcome = found_in_both(Wrong::OutcomeAfterRefusal, case());
    assert!(outcome.starts_with("both sides break an invariant: "), "{outcome}");
    let over = found_in_both(Wrong::ListEmptyTwoLeft, case());
    assert_eq!(over, both_break("the game is over if and only if no move is legal"));
    let setup = Setup::new(4, 4, 1);
    let unlisted = Case::new(setup, vec![Take(4)]);
    let listed = found_in_both(Wrong::ListMissesUndrawn, unlisted);
    assert_eq!(listed, both_break("what is played has been listed"));
    let accepted = found_in_both(Wrong::Refuses, case());
    assert_eq!(accepted, both_break("what is listed is accepted"));
}

#[test]
fn a_panic_is_a_finding_with_the_stage_it_came_in() {
    let divergence = divergence(Wrong::PanicsPlaying);
    assert_eq!(divergence.finding.to_string(), "the engine panics while playing the move");
    assert_eq!(divergence.step, 5);
    let Finding::Panicked { message, .. } = divergence.finding else { unreachable!() };
    assert!(message.starts_with("four counters at "), "{message}");
    let setting_up = ("the engine panics while setting up the game".to_owned(), 0);
    assert_eq!(found(Wrong::PanicsSettingUp), setting_up);
}

#[test]
fn a_set_up_that_one_side_is_not_made_for_is_skipped_and_counted() {
    let (verdict, stats) = verdict(Wrong::Unsupported, case());
    assert_eq!(verdict, Verdict::Skipped(Side::Engine));
    assert_eq!((stats.cases, stats.skipped, stats.steps), (0, 1, 0));
}

#[test]
fn where_moves_are_too_many_to_list_each_side_judges_moves_of_the_other() {
    let setup = Setup::new(20_000, 10_000, 1);
    let many = || Case::new(setup, vec![Take(5), Take(0)]);
    let (right, stats) = verdict(Wrong::Nowhere, many());
    assert_eq!(right, Verdict::Agreed);
    assert_eq!((stats.listed, stats.sampled), (0, 3));
    let (wrong, _) = verdict(Wrong::RefusesLarge, many());
    let Verdict::Diverged(divergence) = wrong else { panic!("it was not noticed") };
    assert!(divergence.finding.to_string().ends_with("what became of a move that was tried"));
    let Finding::Differs { engine, oracle, .. } = divergence.finding else { unreachable!() };
    assert!(engine.starts_with("trying take ") && engine.ends_with("refused: TooMany"), "{engine}");
    assert!(oracle.contains("accepted"), "{oracle}");
}

#[test]
fn where_moves_are_too_many_to_list_those_of_a_kind_are_counted() {
    let setup = Setup::new(20_000, 10_000, 1);
    let many = || Case::new(setup, vec![Take(5), Take(5)]);
    assert_eq!(verdict(Wrong::Nowhere, many()).1.counted, 3);
    let (wrong, _) = verdict(Wrong::CountsFewerOfMany, many());
    let Verdict::Diverged(divergence) = wrong else { panic!("it was not noticed") };
    assert!(divergence.finding.to_string().ends_with("the legal moves"));
    let Finding::Differs { engine, oracle, .. } = divergence.finding else { unreachable!() };
    assert!(engine.starts_with("999 moves of the kind of take "), "{engine}");
    assert!(oracle.starts_with("1000 moves of the kind of take "), "{oracle}");
}

#[test]
fn a_listing_can_be_broken_off_and_says_so() {
    let breaking_off = "the engine breaks an invariant: a listing of legal moves can be broken off";
    // A game that is over has nothing to be broken off.
    assert_eq!(found(Wrong::BreaksOffSilently), (breaking_off.to_owned(), 0));
    let (verdict, _) = verdict(Wrong::AsksOn, case());
    let Verdict::Diverged(divergence) = verdict else { panic!("it was not noticed") };
    let Finding::Broken { detail, .. } = divergence.finding else { unreachable!() };
    assert_eq!(detail, "broken off at the first move, it asked 3 times and said Break(())");
}

#[test]
fn moves_that_are_taken_back_leave_everything_as_it_was() {
    let taking_back = |wrong, counters, effort| {
        let case = Case::new(Setup::new(counters, 3, LABEL_OF_TAKING_BACK), Vec::new());
        play::<Engine, Right>(wrong, case, effort, &mut Stats::default()).0
    };
    assert_eq!(taking_back(Wrong::Nowhere, 10, Effort::Thorough), Verdict::Agreed);
    let detail = |what| {
        let verdict = taking_back(Wrong::TakesBack(what), 10, Effort::Thorough);
        let Verdict::Diverged(divergence) = verdict else { panic!("{what:?} was not noticed") };
        let Finding::Broken { invariant, detail, .. } = divergence.finding else { unreachable!() };
        assert_eq!(invariant, "moves that are taken back leave everything as it was");
        let (moves, detail) = detail.split_once(" and back, ").expect("both are told");
        assert_eq!(moves.matches("take ").count(), 3, "{moves}");
        detail.to_owned()
    };
    assert!(detail(What::Position).starts_with("the position is\n"));
    assert_eq!(detail(What::Key), "the key is another one");
    assert_eq!(detail(What::Outcome), "the outcome is: over");
    assert_eq!(detail(What::LegalMoves), "other moves are legal");
    assert_eq!(detail(What::Representation), "something was taken back");
    assert_eq!(detail(What::Possible), "it cannot be done any more");
    let in_campaigns = (10..50).filter(|&counters| {
        let quick = taking_back(Wrong::TakesBack(What::Key), counters, Effort::Quick);
        quick != Verdict::Agreed
    });
    assert!((3..25).contains(&in_campaigns.count()), "in one of four steps");
}

#[test]
fn where_they_are_listed_too_they_are_counted_as_they_are_listed() {
    let counts = "legal moves of a kind are counted as they are listed";
    let less = found_in_some_case(Wrong::CountsOneLess);
    assert!(less.contains(counts), "{less}");
    let on = found_in_some_case(Wrong::CountsOn);
    assert!(on.contains(counts), "{on}");
}

#[test]
fn moves_that_may_be_illegal_are_tried_where_there_are_too_many_to_list() {
    let setup = Setup::new(20_000, 10_000, 1);
    let (wrong, _) = verdict(Wrong::AcceptsBeyond, Case::new(setup, vec![Take(1)]));
    let Verdict::Diverged(divergence) = wrong else { panic!("it was not noticed") };
    let Finding::Differs { engine, oracle, .. } = divergence.finding else { unreachable!() };
    assert!(engine.contains("accepted") && oracle.contains("refused"), "{engine}, {oracle}");
}

#[test]
fn what_is_tried_in_a_campaign_is_tried_again_when_the_case_is_replayed() {
    let played = |case: &Case<Heap>, effort| {
        let stats = &mut Stats::default();
        play::<Engine, Right>(Wrong::AcceptsBeyond, case.clone(), effort, stats)
    };
    let mut found_later = 0;
    for counters in 20_000..20_060 {
        // Few of the moves that are proposed are beyond this.
        let setup = Setup::new(counters, 19_900, 1);
        let case = Case::new(setup, vec![Take(1); 5]);
        let quick = played(&case, Effort::Quick);
        if let Verdict::Diverged(divergence) = &quick.0 {
            assert_eq!(played(&case, Effort::Thorough), quick, "{counters} counters");
            found_later += u64::from(divergence.step > 0);
        }
    }
    assert!(found_later > 5, "{found_later} of the cases show it after a move");
}

#[test]
fn either_sides_moves_are_judged_where_there_are_too_many_to_list() {
    let setup = Setup::new(20_000, 10_000, 1);
    let (case, stats) = (Case::new(setup, vec![Take(1)]), &mut Stats::default());
    let turned = play::<Right, Engine>(Wrong::RefusesLarge, case, Effort::Quick, stats).0;
    let Verdict::Diverged(divergence) = turned else { panic!("it was not noticed") };
    let Finding::Differs { engine, oracle, .. } = divergence.finding else { unreachable!() };
    assert!(engine.contains("accepted") && oracle.contains("refused"), "{engine}, {oracle}");
}

#[test]
fn games_of_any_length_are_played_to_their_end() {
    let setup = Setup::new(500, 3, 1);
    let (verdict, stats) = verdict(Wrong::Nowhere, Case::new(setup, vec![Take(1); 500]));
    assert_eq!((verdict, stats.steps), (Verdict::Agreed, 501));
}

#[test]
fn what_a_copy_has_lost_shows_when_the_game_goes_on_with_it() {
    let found = found_in_some_case(Wrong::CopyForgetsLater);
    assert!(!found.is_empty());
}

#[test]
fn the_robot_plays_on_and_what_it_played_is_written_out_if_something_is_wrong() {
    fn robots_game(wrong: Wrong) -> (Verdict, Case<Heap>, u64) {
        let mut stats = Stats::default();
        let setup = Setup::new(10, 3, 1);
        let case = Case { rest: Rest::Robot, ..Case::new(setup, vec![Take(9)]) };
        let (verdict, case) = play::<Engine, Right>(wrong, case, Effort::Quick, &mut stats);
        (verdict, case, stats.accepted)
    }
    let (verdict, case, accepted) = robots_game(Wrong::Nowhere);
    assert_eq!((verdict, accepted), (Verdict::Agreed, 5));
    assert_eq!((case.moves, case.rest), (vec![Take(9)], Rest::Robot));

    let (verdict, case, _) = robots_game(Wrong::Refuses);
    assert!(matches!(verdict, Verdict::Diverged(divergence) if divergence.step == 5));
    let moves = [9, 2, 2, 2, 2].map(Take).to_vec();
    assert_eq!((case.moves, case.rest), (moves, Rest::Stop));
}

#[test]
fn a_case_whose_own_moves_show_what_is_wrong_is_left_as_it_is() {
    let setup = Setup::new(10, 3, 1);
    let case = Case { rest: Rest::Robot, ..Case::new(setup, vec![Take(3), Take(3), Take(2)]) };
    let stats = &mut Stats::default();
    let (verdict, played) =
        play::<Engine, Right>(Wrong::Refuses, case.clone(), Effort::Quick, stats);
    assert!(matches!(verdict, Verdict::Diverged(divergence) if divergence.step == 3));
    assert_eq!((played.moves, played.rest), (case.moves, Rest::Robot));
}

#[test]
fn the_robot_is_asked_until_the_game_is_over_and_not_for_ever() {
    let steps = |setup, own: &[u64], effort| {
        let moves = own.iter().map(|&take| Take(take)).collect();
        let case = Case { rest: Rest::Robot, ..Case::new(setup, moves) };
        let mut stats = Stats::default();
        let (verdict, _) = play::<Engine, Right>(Wrong::Nowhere, case, effort, &mut stats);
        assert_eq!(verdict, Verdict::Agreed);
        // The set-up is one.
        stats.steps - 1
    };
    assert_eq!(steps(Setup::new(10, 3, 1), &[], Effort::Quick), 5);
    assert_eq!(steps(Setup::new(10, 3, 1), &[3, 3], Effort::Quick), 2 + 2);
    // It never takes the last one of an odd number.
    assert_eq!(steps(Setup::new(11, 3, 1), &[1, 1, 1], Effort::Quick), 3 + 4);
    assert_eq!(steps(Setup::new(9, 3, 1), &[], Effort::Quick), 4096);
    let short = Setup::new(60, 3, LABEL_OF_SHORT_GAMES);
    assert_eq!(steps(short, &[1, 1, 1], Effort::Quick), 3 + SHORT as u64);
    assert_eq!(steps(short, &[1, 1, 1, 1], Effort::Thorough), 4 + 28);
}

#[test]
fn a_set_up_that_either_side_is_not_made_for_is_passed_over() {
    let mut stats = Stats::default();
    let engine = play::<Engine, Right>(Wrong::Unsupported, case(), Effort::Quick, &mut stats).0;
    let oracle = play::<Right, Engine>(Wrong::Unsupported, case(), Effort::Quick, &mut stats).0;
    assert_eq!(engine, Verdict::Skipped(Side::Engine));
    assert_eq!(oracle, Verdict::Skipped(Side::Oracle));
    assert_eq!((stats.skipped, stats.cases), (2, 0));
}

#[test]
fn claims_are_looked_at_once_in_a_case() {
    let mut stats = Stats::default();
    // 10, 7, 4, 2 and 1: three of them are small enough.
    play::<Engine, Right>(Wrong::Nowhere, case(), Effort::Thorough, &mut stats);
    assert_eq!(stats.claims, 1);
}

#[test]
fn cases_and_steps_are_counted_by_the_cells_of_the_board() {
    // Boards of 12 cells end a class, those of 13 begin the next one.
    for (counters, class) in [(4, 0), (5, 1), (12, 1), (13, 2)] {
        let case = Case::new(Setup::new(counters, 3, 1), vec![Take(1)]);
        let (_, stats) = verdict(Wrong::Nowhere, case);
        let mut expected = [0; 8];
        expected[class] = 1;
        assert_eq!(stats.cases_by_size, expected, "{counters}");
        assert_eq!(stats.steps_by_size, expected.map(|cases| 2 * cases), "{counters}");
    }
}

#[test]
fn a_position_is_set_up_anew_whenever_a_case_is_looked_at_thoroughly() {
    let mut quick = 0;
    for counters in 10..40 {
        let found = |effort| {
            let case = Case::new(Setup::new(counters, 3, 1), vec![Take(3)]);
            let verdict =
                play::<Engine, Right>(Wrong::KeyOfMoves, case, effort, &mut Stats::default());
            matches!(verdict.0, Verdict::Diverged(_))
        };
        assert!(found(Effort::Thorough), "{counters}");
        quick += u64::from(found(Effort::Quick));
    }
    assert!((2..20).contains(&quick), "in one of four steps: {quick} of 30");
}

#[test]
fn what_looks_much_like_a_position_has_another_key() {
    let case = Case::new(Setup::new(10, 3, LABEL_WITH_ANOTHER_BESIDE), Vec::new());
    assert_eq!(verdict(Wrong::Nowhere, case.clone()).0, Verdict::Agreed);
    let Verdict::Diverged(divergence) = verdict(Wrong::KeyIgnoresLabel, case).0 else {
        panic!("it was not noticed")
    };
    let Finding::Broken { invariant, detail, .. } = divergence.finding else { unreachable!() };
    assert_eq!(invariant, "equal positions have equal keys, others do not");
    assert!(detail.starts_with("this position has the same key:\n"), "{detail}");
}
