//! Lockstep finds every kind of fault and reports it as what it is.

use std::sync::Arc;
use std::time::Duration;

use anstream::adapter::strip_str;
use twinboard_harness::fuzz::{Shrinks, Tried, try_case};
use twinboard_harness::report::render_divergence;
use twinboard_harness::triage;
use twinboard_harness::{
    Assertions, Blame, Case, Checks, Divergence, FailedAssertion, Finding, Pairing, RuleSet, Side,
    Stats, Subject, Verdict,
};
use twinboard_vocabulary::Rest;

use crate::perft::Uncopied;
use crate::toy::{
    self, Engine, Fault, Heap, LABEL_OF_SHORT_GAMES, LABEL_OF_WRONG_ASSERTIONS,
    LABEL_OF_WRONG_GAMES, LABEL_WITH_ANOTHER_LOOKALIKE, Oracle, Played, Plays, SHORT, Setup, Shown,
    Take,
};

/// Ten counters, up to three at a time; moves of every kind, and a position with four counters.
fn case() -> Case<Heap> {
    let setup = Setup::new(10, 3, 1);
    Case::new(setup, [0, 4, 3, 3, 2, 1, 9, 1, 1].map(Take).to_vec())
}

/// Plays a case with two sides, of which an `Engine` has the fault.
fn play<E: Plays, O: Plays>(fault: Fault, mut case: Case<Heap>, checks: Checks) -> Played {
    case.setup.fault = fault;
    let pairing = Pairing::of(Heap { fault }, E::side(), O::side()).with_assertions(Heap { fault });
    toy::play(&pairing, case, checks)
}

fn verdict(fault: Fault, case: Case<Heap>) -> (Verdict, Stats) {
    let (verdict, _, stats) = play::<Engine, Oracle>(fault, case, Checks::campaign().explaining());
    (verdict, stats)
}

#[track_caller]
fn diverged(verdict: Verdict) -> Divergence {
    match verdict {
        Verdict::Diverged(divergence) => *divergence,
        other => panic!("the fault was not noticed: {other:?}"),
    }
}

fn divergence(fault: Fault) -> Divergence {
    diverged(verdict(fault, case()).0)
}

/// The finding and its step.
fn found(fault: Fault) -> (String, usize) {
    let divergence = divergence(fault);
    (divergence.finding.to_string(), divergence.step)
}

#[test]
fn correct_sides_agree_and_every_step_is_counted() {
    let (verdict, stats) = verdict(Fault::None, case());
    assert_eq!(verdict, Verdict::Agreed);
    assert_eq!((stats.cases, stats.steps, stats.accepted, stats.deep), (1, 10, 5, 1));
    assert_eq!(stats.clauses, [5, 4, 2, 0]);
    assert_eq!((stats.listed, stats.sampled), (10, 0));
}

/// Plays the case with a label for which the assertions about small heaps are wrong.
fn asserted(fault: Fault, checks: Checks) -> (Verdict, Stats) {
    let mut case = case();
    case.setup.label = LABEL_OF_WRONG_ASSERTIONS;
    let (verdict, _, stats) = play::<Engine, Oracle>(fault, case, checks);
    (verdict, stats)
}

#[test]
fn a_wrong_assertion_is_found_at_the_first_small_position() {
    let found = diverged(asserted(Fault::None, Checks::replay()).0);
    let wrong = "an assertion about the position is wrong: how many there are";
    assert_eq!(found.finding.to_string(), wrong);
    let Finding::FailedAssertion { detail, .. } = &found.finding else { panic!("{found:?}") };
    assert_eq!(detail, "5 are asserted, 4 are there");
    // The heaps are 10, 10 after two refused moves, 7 and 4.
    assert_eq!((found.step, found.mv.as_deref()), (4, Some("take 3")));
    let shown = found.oracle.as_ref().map(|picture| picture.plain_lines().join("\n"));
    assert!(shown.is_some_and(|shown| shown.contains('4')), "{found:?}");
    assert_eq!(asserted(Fault::None, Checks::own_moves()).0, Verdict::Agreed);
}

/// Assertions that cannot be checked.
struct Panicking;

impl Assertions<Heap> for Panicking {
    fn check(&self, _: &Shown) -> Result<u64, FailedAssertion> {
        panic!("no such heap")
    }
}

/// The step at which these checks show the fault, if they do.
fn step_with(checks: Checks, fault: Fault, case: Case<Heap>) -> Option<usize> {
    step(&play::<Engine, Oracle>(fault, case, checks).0)
}

fn step(verdict: &Verdict) -> Option<usize> {
    if let Verdict::Diverged(divergence) = verdict { Some(divergence.step) } else { None }
}

#[test]
fn the_filters_of_shrinking_make_only_their_own_checks() {
    let with_moves = |count| {
        let mut case = case();
        case.moves.truncate(count);
        case
    };
    let (answers, ends) = (Checks::answers(), Checks::last_steps());
    assert_eq!(step_with(answers, Fault::Position, case()), Some(5));
    assert_eq!(step_with(answers, Fault::Outcome, case()), Some(6));
    assert_eq!(step_with(answers, Fault::RepresentationOfHistory, case()), Some(5));
    assert_eq!(step_with(answers, Fault::ListMisses, case()), None, "nothing is listed");
    // The fault is in steps 4 and 5, of which this checks lists the last two.
    assert_eq!(step_with(ends, Fault::ListMisses, with_moves(4)), Some(4));
    assert_eq!(step_with(ends, Fault::ListMisses, with_moves(5)), Some(4));
    assert_eq!(step_with(ends, Fault::ListMisses, case()), None);
    assert_eq!(step_with(ends, Fault::Position, case()), Some(5), "answers are always compared");
    let step_of = |checks| step(&asserted(Fault::None, checks).0);
    assert_eq!([Checks::assertions(), answers, ends].map(step_of), [Some(4), None, None]);
}

#[test]
fn an_assertion_that_panics_fails_and_a_fault_of_a_side_comes_first() {
    let (verdict, stats) = asserted(Fault::Position, Checks::replay());
    let divergence = diverged(verdict);
    assert_eq!((divergence.finding.is_hung(), divergence.step, stats.assertions), (false, 5, 0));
    assert!(matches!(divergence.finding, Finding::Differs { .. }), "{divergence:?}");
    let pairing = Pairing::of(Heap::CORRECT, Engine::side(), Oracle::side());
    let pairing = pairing.with_assertions(Panicking);
    let found = diverged(toy::play(&pairing, case(), Checks::replay()).0);
    let Finding::FailedAssertion { detail, .. } = &found.finding else { panic!("{found:?}") };
    assert!(detail.starts_with("the check panics: no such heap at "), "{detail}");
}

#[test]
fn fuzzing_for_assertions_ignores_cases_without_small_positions() {
    let subject: Arc<dyn Subject> = toy::pairing(Heap::CORRECT).subject();
    let tried = |counters, label, checks| {
        let case = Case::new(Setup::new(counters, 3, label), vec![Take(2)]);
        try_case(&subject, Heap::CORRECT.text().print(&case).as_bytes(), checks, Shrinks::Elsewhere)
    };
    let asserted = Checks::fuzz_assertions();
    assert!(matches!(tried(9, 1, asserted), Tried::Unreadable), "nine and seven are too large");
    assert!(matches!(tried(9, 1, Checks::fuzz()), Tried::Agreed(_)));
    assert!(matches!(tried(8, 1, asserted), Tried::Agreed(stats) if stats.assertions == 1));
    assert!(matches!(tried(8, LABEL_OF_WRONG_ASSERTIONS, asserted), Tried::Diverged(_)));
}

#[test]
fn fuzzing_checks_assertions_about_the_whole_game_in_few_inputs_and_in_every_replay() {
    let subject = toy::pairing(Heap::CORRECT).subject();
    let noticed = |checks, count: u64| {
        let is_noticed = |&counters: &u64| {
            let case = Case::new(Setup::new(counters, 3, LABEL_OF_WRONG_GAMES), vec![Take(2)]);
            let text = Heap::CORRECT.text().print(&case);
            let tried = try_case(&subject, text.as_bytes(), checks, Shrinks::Elsewhere);
            matches!(tried, Tried::Diverged(_))
        };
        (20..20 + count).filter(is_noticed).count()
    };
    assert_eq!(noticed(Checks::replay_assertions(), 100), 100);
    assert!((1..20).contains(&noticed(Checks::fuzz_assertions(), 1_000)), "one in 512 is expected");
    assert_eq!([Checks::fuzz(), Checks::fuzz_kept()].map(|checks| noticed(checks, 1_000)), [0, 0]);
}

#[test]
fn differences_are_reported_at_their_step() {
    let position = "engine and oracle differ in the position".to_owned();
    assert_eq!(found(Fault::SetUp), (position.clone(), 0));
    assert_eq!(found(Fault::Position), (position, 5));
    let outcome = "engine and oracle differ in the outcome".to_owned();
    assert_eq!(found(Fault::Outcome), (outcome, 6));
    let legal = "engine and oracle differ in the legal moves".to_owned();
    assert_eq!(found(Fault::ListMisses), (legal.clone(), 4));
    assert_eq!(found(Fault::ListRepeats), (legal.clone(), 4));
    assert_eq!(found(Fault::ListReplaces), (legal.clone(), 4));
    assert_eq!(found(Fault::ListTooLong), (legal.clone(), 4));
    assert_eq!(found(Fault::ListMissesAfterRefusal), (legal.clone(), 1));
    assert_eq!(found(Fault::ListEmptyTwoLeft), (legal, 5));
    let result = "engine and oracle differ in the result of the move".to_owned();
    assert_eq!(found(Fault::Event), (result.clone(), 5));
    assert_eq!(found(Fault::Accepts), (result.clone(), 2));
    assert_eq!(found(Fault::Refuses), (result.clone(), 5));
    assert_eq!(found(Fault::RefusalReason), (result, 1));
}

#[test]
fn a_difference_describes_both_sides() {
    let Finding::Differs { engine, oracle, .. } = divergence(Fault::ListMisses).finding else {
        panic!("a difference is expected");
    };
    assert_eq!(engine, "2 moves; it misses what the other lists");
    assert_eq!(oracle, "3 moves; it alone lists take 3");
    let Finding::Differs { engine, .. } = divergence(Fault::ListRepeats).finding else {
        panic!("a difference is expected");
    };
    assert_eq!(engine, "4 moves; it lists twice take 1");
}

#[test]
fn invariants_broken_by_the_engines_board_are_listed() {
    let divergence = divergence(Fault::Position);
    assert_eq!(divergence.blame.engine_breaks, ["counters are conserved: 4 - 2 is not 1"]);
    let [before, engine, oracle] =
        [divergence.before, divergence.engine, divergence.oracle].map(|board| board.unwrap());
    let counters = |board: twinboard_vocabulary::Picture| board.rows[0].1[0].text.clone();
    assert_eq!([before, engine, oracle].map(counters), ["4", "1", "2"]);
}

/// The headline of a case in which the oracle has the fault, and what each side breaks, joined.
fn blamed(fault: Fault, case: Case<Heap>) -> (String, [String; 2]) {
    let explaining = Checks::campaign().explaining();
    let divergence = diverged(play::<Oracle, Engine>(fault, case, explaining).0);
    let Blame { engine_breaks, oracle_breaks, .. } = divergence.blame.clone();
    (divergence.to_string(), [engine_breaks, oracle_breaks].map(|all| all.join("; ")))
}

#[test]
fn an_oracle_that_breaks_an_invariant_is_named() {
    // The general invariants, and the list of each side against its own play.
    let changed = "a refused move changes nothing: the position changed though the move was refused: \
                   Nothing";
    let empty = "the game is over if and only if no move is legal: the outcome is: going on; legal \
                 moves: 0; every move played was listed as legal: played, but not listed: take 1";
    let unlisted = "every move played was listed as legal: played, but not listed: take 3";
    let refused = "every listed move is accepted: listed, but refused: take 2: TooMany";
    for (fault, what, broken) in [
        (Fault::Position, "the position", "counters are conserved: 4 - 2 is not 1"),
        (Fault::RefusedButChanged, "the position", changed),
        (Fault::ListEmptyTwoLeft, "the legal moves", empty),
        (Fault::ListMisses, "the legal moves", unlisted),
        (Fault::ListRepeats, "the legal moves", "no move is listed twice: listed twice: take 1"),
        (Fault::Refuses, "the result of the move", refused),
    ] {
        let differ = format!("engine and oracle differ in {what}; the oracle breaks an invariant");
        assert_eq!(blamed(fault, case()), (differ, [String::new(), broken.to_owned()]));
    }
}

#[test]
fn where_neither_side_breaks_an_invariant_the_report_names_the_clauses() {
    let checks = Checks::campaign().explaining();
    let divergence = diverged(play::<Oracle, Engine>(Fault::RefusalReason, case(), checks).0);
    assert_eq!(divergence.to_string(), "engine and oracle differ in the result of the move");
    let shown = strip_str(&render_divergence(&divergence)).to_string();
    let expected = "neither side breaks an invariant: compare both with ";
    assert!(shown.lines().last().is_some_and(|last| last.starts_with(expected)), "{shown}");
    // It cannot be said of a side whose copies are needed, and that has none.
    let setup = Setup { fault: Fault::ListReplaces, ..Setup::new(6, 3, 1) };
    let set_up = |setup: &Setup| Engine::set_up(setup).map(Uncopied);
    let rules = Heap { fault: setup.fault };
    let blame_of = |pairing: Pairing<Heap>| {
        let case = Case::new(setup, vec![Take(2)]);
        diverged(toy::play(&pairing, case, checks).0).blame
    };
    let copied = blame_of(Pairing::of(rules, Engine::side(), Oracle::side()));
    assert!(!copied.engine_breaks.is_empty(), "{copied:?}");
    let uncopied = blame_of(Pairing::new(rules, set_up, Oracle::set_up));
    assert_eq!(uncopied, Blame::default());
    // Steps with few checks have no lists, without which the invariants mean little.
    let few = Checks::answers().explaining();
    let divergence = diverged(play::<Oracle, Engine>(Fault::Position, case(), few).0);
    assert_eq!(divergence.blame, Blame::default());
}

/// The finding of the first of many cases that fails, for checks that are not made in every step.
fn found_in_some_case(fault: Fault) -> String {
    let cases = (10..200).map(|counters| {
        let setup = Setup::new(counters, 3, counters % 2);
        let moves = (0..counters).map(|number| Take(1 + number % 3));
        Case::new(setup, moves.collect())
    });
    let found = cases.filter_map(|case| match verdict(fault, case).0 {
        Verdict::Diverged(divergence) => Some(divergence.finding.to_string()),
        _ => None,
    });
    found.take(1).next().expect("the fault is noticed")
}

#[test]
fn optional_methods_of_the_engine_are_checked() {
    let breaks = |name: &str| format!("the engine breaks an invariant: {name}");
    let keys = breaks("keys are equal if and only if positions are");
    assert_eq!(found_in_some_case(Fault::KeyOfHistory), keys);
    assert_eq!(found(Fault::KeyOfRefusals), (keys.clone(), 1));
    assert_eq!(found(Fault::KeyIgnoresCounters), (keys, 0));
    let suspects = "(suspects: its text, its set-up, the moves before)";
    let anew = breaks(&format!("a position set up anew is the same {suspects}"));
    assert_eq!(found_in_some_case(Fault::KeyOfMoves), anew);
    let transformed = breaks("a transformed game stays the image of the game");
    assert_eq!(found(Fault::KeyIgnoresLabel), (transformed, 0));
    // The sides differ in the transformed game.
    let position = "engine and oracle differ in the position".to_owned();
    assert_eq!(found(Fault::Label), (position, 5));
    let draws = breaks("a legal move is drawn if and only if there is one");
    assert_eq!(found(Fault::DrawsNothing), (draws.clone(), 4));
    assert_eq!(found_in_some_case(Fault::DrawsIllegal), draws);
    let chances = breaks("legal moves are drawn about as often as promised");
    assert_eq!(found_in_some_case(Fault::DrawsLater), chances);
    let copies = breaks("a copy plays like the original");
    assert_eq!(found(Fault::CopyForgets), (copies.clone(), 5));
    assert_eq!(found_in_some_case(Fault::AdvanceTakesMore), copies);
    assert_eq!(found_in_some_case(Fault::AdvanceRefusesNothing), copies);
    let valid = breaks("consistent representation");
    assert_eq!(found_in_some_case(Fault::Representation), valid);
}

#[test]
fn a_fault_of_both_sides_breaks_an_invariant() {
    fn found_in_both(fault: Fault, case: Case<Heap>) -> String {
        diverged(play::<Engine, Engine>(fault, case, Checks::campaign()).0).finding.to_string()
    }
    let conserved = found_in_both(Fault::Position, case());
    assert_eq!(conserved, "both sides break an invariant: counters are conserved");
    let unlisted = Case::new(Setup::new(4, 4, 1), vec![Take(4)]);
    for (fault, case, law) in [
        (Fault::RefusedButChanged, case(), "a refused move changes nothing"),
        (Fault::OutcomeAfterRefusal, case(), "the game is over if and only if no move is legal"),
        (Fault::ListEmptyTwoLeft, case(), "the game is over if and only if no move is legal"),
        (Fault::ListMissesUndrawn, unlisted, "every move played was listed as legal"),
        (Fault::Refuses, case(), "every listed move is accepted"),
    ] {
        let expected = format!("both sides break a law of every game: {law}");
        assert_eq!(found_in_both(fault, case), expected);
    }
}

#[test]
fn a_panic_is_reported_with_its_stage() {
    let divergence = divergence(Fault::PanicsPlaying);
    assert_eq!(divergence.finding.to_string(), "the engine panics while playing the move");
    assert_eq!(divergence.step, 5);
    let Finding::Panicked { message, .. } = divergence.finding else { unreachable!() };
    // In some steps a copy has replaced the game of the engine before: its moves are no trials.
    assert!(message.starts_with("four counters at ") && !message.contains("tried"), "{message}");
    let setting_up = ("the engine panics while setting up the game".to_owned(), 0);
    assert_eq!(found(Fault::PanicsSettingUp), setting_up);
}

/// Five counters and no moves: a move that leaves four is only tried.
fn five(label: u64) -> Case<Heap> {
    Case::new(Setup::new(5, 3, label), Vec::new())
}

#[test]
fn a_panic_at_a_move_that_is_only_tried_names_it_and_makes_it_part_of_the_case() {
    let played = |case: Case<Heap>, checks| {
        let (verdict, case, _) = play::<Engine, Oracle>(Fault::PanicsPlaying, case, checks);
        (diverged(verdict), case)
    };
    let (divergence, case) = played(five(1), Checks::replay());
    let [Take(1), last] = case.moves[..] else { panic!("{case:?}") };
    assert_eq!(divergence.finding.to_string(), "the engine panics while playing the move");
    assert_eq!((divergence.step, divergence.mv), (2, Some(last.to_string())));
    let cell = divergence.before.map(|before| before.rows[0].1[0].text.clone());
    assert_eq!(cell.as_deref(), Some("4"), "the board before the move that was tried");
    let Finding::Panicked { stage, message } = divergence.finding else { unreachable!() };
    assert_eq!((stage.step, stage.side), (2, Some(Side::Engine)));
    assert!(message.ends_with("\nthe move was only tried, on a copy of the game"), "{message}");
    // From then on the case fails by its own moves.
    let (divergence, again) = played(case.clone(), Checks::own_moves());
    assert_eq!((divergence.step, again), (2, case));
}

#[test]
fn a_hang_at_a_move_that_is_only_tried_names_it_and_makes_it_part_of_the_case() {
    let subject: Arc<dyn Subject> = toy::pairing(Heap { fault: Fault::HangsPlaying }).subject();
    let case = subject.case(&Heap::CORRECT.text().print(&five(1))).unwrap();
    let found = triage::replay(&subject, &case, Duration::from_millis(300)).failure();
    let (divergence, case) = found.expect("the fault is noticed");
    let text = case.text();
    assert_eq!(divergence.finding.to_string(), "the engine hangs while playing the move");
    assert_eq!((divergence.step, &text[..7]), (2, "5 3 1\n2"), "takes 1, and hangs at the next");
    let last = text[7..].split_whitespace().next().and_then(|take| take.parse::<u64>().ok());
    assert_eq!(divergence.mv, last.map(|take| format!("take {}", take - 1)), "{text}");
    let cell = divergence.before.map(|before| before.rows[0].1[0].text.clone());
    assert_eq!(cell.as_deref(), Some("4"));
}

#[test]
fn unlistable_moves_are_sampled_from_both_sides_and_judged_by_the_other() {
    let setup = Setup::new(20_000, 10_000, 1);
    let many = || Case::new(setup, vec![Take(5), Take(0)]);
    let (correct, stats) = verdict(Fault::None, many());
    assert_eq!(correct, Verdict::Agreed);
    assert_eq!((stats.listed, stats.sampled), (0, 3));
    let checks = Checks::campaign().explaining();
    let of_engine = play::<Engine, Oracle>(Fault::RefusesLarge, many(), checks).0;
    let of_oracle = play::<Oracle, Engine>(Fault::RefusesLarge, many(), checks).0;
    for (verdict, is_engine) in [(of_engine, true), (of_oracle, false)] {
        let finding = diverged(verdict).finding;
        assert!(finding.to_string().ends_with("the result of a move that was tried"), "{finding}");
        let Finding::Differs { engine, oracle, .. } = finding else { unreachable!() };
        let (wrong, right) = if is_engine { (engine, oracle) } else { (oracle, engine) };
        let is_said = wrong.ends_with("refused: TooMany") && right.contains("accepted");
        assert!(is_said, "{wrong}, {right}");
    }
}

#[test]
fn an_observation_of_one_side_alone_is_counted_as_such() {
    let (agreed, stats) = verdict(Fault::ObservesAlone, case());
    assert_eq!(agreed, Verdict::Agreed);
    let counts = |name| {
        let count = stats.observations[name];
        [count.compared, count.by_engine_alone, count.by_oracle_alone]
    };
    assert_eq!((counts("left"), counts("parity")), ([10, 0, 0], [0, 10, 0]));
    assert_eq!(stats.uncompared().collect::<Vec<_>>(), [("parity", Side::Engine)]);
    let (.., stats) = play::<Oracle, Engine>(Fault::ObservesAlone, case(), Checks::campaign());
    assert_eq!(stats.observations["parity"].by_oracle_alone, 10);
    assert_eq!(stats.uncompared().collect::<Vec<_>>(), [("parity", Side::Oracle)]);
}

#[test]
fn the_oracle_is_held_to_its_own_checks() {
    let valid = "consistent representation";
    let legal = "`is_legal` agrees with the list and with play";
    // Three counters are left after the last move, and two are taken of four.
    let [three, four] = [[3, 3, 1], [3, 3, 2]].map(|moves| moves.map(Take).to_vec());
    for (fault, moves, checks, name) in [
        (Fault::Representation, &three, Checks::campaign(), valid),
        (Fault::Representation, &three, Checks::answers(), valid),
        (Fault::DeniesLegal, &four, Checks::own_moves(), legal),
    ] {
        let case = Case::new(Setup::new(10, 3, 1), moves.clone());
        let found = diverged(play::<Oracle, Engine>(fault, case, checks).0);
        let finding = found.finding.to_string();
        assert_eq!((finding, found.step), (format!("the oracle breaks an invariant: {name}"), 3));
    }
}

#[test]
fn a_replay_tries_the_same_moves_as_the_campaign() {
    let played = |case: &Case<Heap>, checks| {
        let case = case.clone();
        let (verdict, case, _) = play::<Engine, Oracle>(Fault::AcceptsBeyond, case, checks);
        (verdict, case)
    };
    let mut found_later = 0;
    for counters in 20_000..20_060 {
        // Few of the proposed moves exceed this limit.
        let setup = Setup::new(counters, 19_900, 1);
        let case = Case::new(setup, vec![Take(1); 5]);
        let quick = played(&case, Checks::campaign());
        if let Verdict::Diverged(divergence) = &quick.0 {
            assert_eq!(played(&case, Checks::replay()), quick, "{counters} counters");
            found_later += u64::from(divergence.step > 0);
        }
    }
    assert!(found_later > 5, "{found_later} of the cases show it after a move");
}

/// The robot plays on after these moves, and always takes two.
fn robots_game(fault: Fault, setup: Setup, own: &[u64], checks: Checks) -> Played {
    let moves = own.iter().map(|&take| Take(take)).collect();
    let case = Case { rest: Rest::Repeat(Take(2)), ..Case::new(setup, moves) };
    play::<Engine, Oracle>(fault, case, checks)
}

#[test]
fn a_failing_case_records_the_moves_of_the_robot() {
    let robots_game =
        |fault, own: &[u64]| robots_game(fault, Setup::new(10, 3, 1), own, Checks::campaign());
    let (verdict, case, stats) = robots_game(Fault::None, &[9]);
    assert_eq!((verdict, stats.accepted), (Verdict::Agreed, 5));
    assert_eq!((case.moves, case.rest), (vec![Take(9)], Rest::Repeat(Take(2))));

    let (verdict, case, _) = robots_game(Fault::Refuses, &[9]);
    assert!(matches!(verdict, Verdict::Diverged(divergence) if divergence.step == 5));
    let moves = [9, 2, 2, 2, 2].map(Take).to_vec();
    assert_eq!((case.moves, case.rest), (moves, Rest::Stop));
    // One that fails by its own moves is unchanged.
    let (verdict, case, _) = robots_game(Fault::Refuses, &[3, 3, 2]);
    assert!(matches!(verdict, Verdict::Diverged(divergence) if divergence.step == 3));
    let moves = [3, 3, 2].map(Take).to_vec();
    assert_eq!((case.moves, case.rest), (moves, Rest::Repeat(Take(2))));
}

#[test]
fn the_robot_plays_to_the_end_or_the_limit_of_moves() {
    let steps = |setup, own: &[u64], checks| {
        let (verdict, _, stats) = robots_game(Fault::None, setup, own, checks);
        assert_eq!(verdict, Verdict::Agreed);
        // The set-up counts as a step.
        stats.steps - 1
    };
    assert_eq!(steps(Setup::new(10, 3, 1), &[], Checks::campaign()), 5);
    assert_eq!(steps(Setup::new(10, 3, 1), &[3, 3], Checks::campaign()), 2 + 2);
    // The robot takes two at a time, so it never ends a game with an odd number of counters.
    assert_eq!(steps(Setup::new(11, 3, 1), &[1, 1, 1], Checks::campaign()), 3 + 4);
    assert_eq!(steps(Setup::new(9, 3, 1), &[], Checks::campaign()), 4096);
    let short = Setup::new(60, 3, LABEL_OF_SHORT_GAMES);
    assert_eq!(steps(short, &[1, 1, 1], Checks::campaign()), 3 + SHORT as u64);
    assert_eq!(steps(short, &[1, 1, 1, 1], Checks::replay()), 4 + 28);
    assert_eq!(steps(short, &[1, 1, 1, 1], Checks::replay().with_repetitions(5)), 4 + 5);
}

#[test]
fn a_set_up_that_either_side_does_not_support_is_skipped() {
    let (fault, checks) = (Fault::Unsupported, Checks::campaign());
    let by_engine = play::<Engine, Oracle>(fault, case(), checks);
    let by_oracle = play::<Oracle, Engine>(fault, case(), checks);
    for ((verdict, _, stats), side) in [(by_engine, Side::Engine), (by_oracle, Side::Oracle)] {
        let skipped = (Verdict::Skipped(side), 1, 0);
        assert_eq!((verdict, stats.skipped, stats.cases), skipped);
    }
}

fn replayed(fault: Fault, counters: u64, moves: &[u64]) -> Divergence {
    let moves = moves.iter().map(|&take| Take(take)).collect();
    let case = Case::new(Setup::new(counters, 3, 1), moves);
    diverged(play::<Engine, Oracle>(fault, case, Checks::replay()).0)
}

/// The name and the counters of the board that contradicts that of the engine.
fn beside(divergence: &Divergence) -> (&str, &str) {
    let beside = divergence.beside.as_ref().expect("there is another board");
    (&beside.title, &beside.board.rows[0].1[0].text)
}

#[test]
fn a_position_that_is_another_one_when_set_up_anew_is_shown_beside_that() {
    let divergence = replayed(Fault::SetUpOfSeven, 10, &[3]);
    assert_eq!((divergence.step, beside(&divergence)), (1, ("set up anew", "6")));
    let shown = strip_str(&render_divergence(&divergence)).to_string();
    let expected = "
  before    this position    set up anew
  1 | 10    1 |*7            1 |*6
    +---      +--              +--
       1        1                1

set up anew, it has another position
its set-up: 7 3 1
the cells with a star differ
";
    assert!(shown.ends_with(expected), "{shown}");
    // Keys of moves are another matter: both boards are the same.
    let divergence = replayed(Fault::KeyOfMoves, 10, &[3]);
    let Finding::Broken { detail, .. } = &divergence.finding else { unreachable!() };
    let keys = "the key 0000000000001b59, not 0000000100001b59";
    assert_eq!(*detail, format!("set up anew, it has {keys}\nits set-up: 7 3 1"));
    assert_eq!(divergence.beside, None);
}

#[test]
fn two_positions_with_one_key_are_shown_both() {
    let divergence = replayed(Fault::KeyOfFew, 6, &[2, 9, 2]);
    assert_eq!((divergence.step, beside(&divergence)), (3, ("after step 1", "4")));
    let Finding::Broken { detail, .. } = &divergence.finding else { unreachable!() };
    assert_eq!(detail, "the position after step 1 has the same key, 0000000000000fa1");
    // Of many set-ups with one key the smallest is shown.
    let divergence = replayed(Fault::KeyIgnoresCounters, 30, &[]);
    let (title, counters) = beside(&divergence);
    assert_eq!(title, "another");
    assert!(counters.parse::<u64>().is_ok_and(|counters| counters < 14), "{counters}");
    let case = Case::new(Setup::new(10, 3, LABEL_WITH_ANOTHER_LOOKALIKE), Vec::new());
    assert_eq!(verdict(Fault::None, case.clone()).0, Verdict::Agreed);
    let divergence = diverged(verdict(Fault::KeyIgnoresLabel, case).0);
    let Finding::Broken { invariant, detail, .. } = divergence.finding else { unreachable!() };
    assert_eq!(invariant, "keys are equal if and only if positions are");
    let alike = "a position that looks alike has the same key, 0000000000002710";
    assert_eq!(detail, format!("{alike}\nits set-up: 10 3 80"));
}
