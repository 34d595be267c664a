//! A subject's methods on text: answering, showing, splitting, shrinking.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use twinboard_harness::Pairing;
use twinboard_harness::inputs::PlayError;
use twinboard_harness::watch::Hang;
use twinboard_harness::{Action, AnyCase, Side, Stage, Subject};
use twinboard_vocabulary::Limits;

use crate::toy::{Fault, Heap, ROBOT, pairing};

pub(crate) type Toy = Pairing<Heap>;

pub(crate) fn subject(fault: Fault) -> Toy {
    pairing(Heap { fault })
}

fn read(subject: &Toy, text: &str) -> AnyCase {
    subject.case(text).expect("a case")
}

/// The numbers of a case: the set-up, and the counters taken by each move.
pub(crate) fn parts(text: &str) -> ([u64; 3], Vec<u64>) {
    let numbers: Vec<u64> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let (&end, numbers) = numbers.split_last().expect("a case has an end");
    assert_eq!(end, 0, "{text}");
    let (setup, moves) = numbers.split_at(3);
    (setup.try_into().unwrap(), moves.iter().map(|number| number - 1).collect())
}

pub(crate) fn case(setup: [u64; 3], moves: &[u64]) -> String {
    let setup = setup.map(|number| number.to_string()).join(" ");
    let moves: String = moves.iter().map(|number| format!("{} ", number + 1)).collect();
    format!("{setup}\n{moves}0\n")
}

fn answers(subject: &Toy, side: Side, text: &str) -> (Result<(), PlayError>, String) {
    let mut answers = Vec::new();
    let played = subject.play(side, Box::new(text.as_bytes()), Limits::Judge, &mut answers);
    (played, String::from_utf8(answers).unwrap())
}

/// A stream that cannot be written to.
struct Full;

impl Write for Full {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::other("full"))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn each_side_answers_every_case_with_its_number_up_to_an_error() {
    // Take 3, 3 and 2 of ten counters; take 1 of three, then 4, which is refused.
    let text = case([10, 3, 1], &[3, 3, 2]) + &case([3, 3, 0], &[1, 4]);
    let correct = subject(Fault::None);
    let expected = "1: 2 going on\n2: 2 going on\n".to_owned();
    for side in [Side::Engine, Side::Oracle] {
        let (played, answered) = answers(&correct, side, &text);
        assert!(played.is_ok());
        assert_eq!(answered, expected);
    }
    let faulty = subject(Fault::Position);
    assert_eq!(answers(&faulty, Side::Oracle, &text).1, expected);
    assert_eq!(answers(&faulty, Side::Engine, &text).1, "1: 1 going on\n2: 2 going on\n");
    let small = case([3, 3, 0], &[3]);
    let large = case([9, 3, 0], &[]);
    let (played, answered) =
        answers(&subject(Fault::Unsupported), Side::Engine, &(small.clone() + &large));
    assert!(matches!(played, Err(PlayError::Unsupported)), "{played:?}");
    assert_eq!(answered, "1: 0 over\n");
    let (played, answered) = answers(&subject(Fault::None), Side::Oracle, &(small.clone() + "x"));
    assert!(matches!(played, Err(PlayError::Input(_))), "{played:?}");
    assert_eq!(answered, "1: 0 over\n");
    let correct = subject(Fault::None);
    let played = correct.play(Side::Engine, Box::new(small.as_bytes()), Limits::Judge, &mut Full);
    assert!(matches!(played, Err(PlayError::Output(_))), "{played:?}");
}

#[test]
fn frames_show_the_oracles_board_after_each_step() {
    let faulty = subject(Fault::Position);
    let text = case([10, 3, 1], &[3, 4, 3, 2, 2]);
    let played = read(&faulty, &text);
    let frames = faulty.frames(&played);
    let shown = frames.iter().map(|frame| {
        let counters = frame.picture.rows[0].1[0].text.as_str();
        (frame.title.as_deref(), counters, frame.outcome.as_str(), frame.legal)
    });
    let expected = [
        (None, "10", "going on", Some(3)),
        (Some("take 3"), "7", "going on", Some(3)),
        (Some("take 4: refused, TooMany"), "7", "going on", Some(3)),
        (Some("take 3"), "4", "going on", Some(3)),
        (Some("take 2"), "2", "going on", Some(2)),
        (Some("take 2"), "0", "over", Some(0)),
    ];
    assert_eq!(shown.collect::<Vec<_>>(), expected);
    let many = faulty.frames(&read(&faulty, &case([20_000, 4_097, 0], &[1])));
    assert_eq!(many[0].legal, None, "there are too many moves to count");
    let some = faulty.frames(&read(&faulty, &case([20_000, 4_096, 0], &[1])));
    assert_eq!(some[1].legal, Some(4_096));
    let mut seen = 0;
    let all_but = |_| {
        seen += 1;
        if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    faulty.visit_frames(Side::Oracle, &played, &mut { all_but });
    assert_eq!(seen, 3);
}

#[test]
fn a_hang_is_reported_with_the_board_before_it() {
    let text = case([10, 3, 1], &[3, 3, 2]);
    let report_hang = |step, side| {
        let stage = Stage { step, side: Some(side), action: Action::Play };
        let correct = subject(Fault::None);
        let after = Duration::from_millis(70);
        let hang = Hang { stage, text: Some(text.clone()), after, has_computed: false };
        let (case, divergence) = correct.report_hang(None, &hang);
        assert_eq!(case, Some(read(&correct, &text)));
        let before = divergence.before.map(|board| board.rows[0].1[0].text.clone());
        assert!(divergence.finding.is_hung());
        (divergence.step, divergence.mv, before)
    };
    assert_eq!(report_hang(2, Side::Engine), (2, Some("take 3".into()), Some("7".into())));
    assert_eq!(report_hang(3, Side::Engine), (3, Some("take 2".into()), Some("4".into())));
    assert_eq!(report_hang(0, Side::Engine), (0, None, None));
    // If the oracle hangs, it cannot show the board before.
    assert_eq!(report_hang(3, Side::Oracle), (3, Some("take 2".into()), None));
}

#[test]
fn a_printer_that_changes_the_case_is_reported() {
    let complaint = |fault, text: &str| subject(fault).check_text(text.as_bytes()).err();
    for text in ["10 3 1\n2 0\n", "10 3 0\n0\n", "10 3", "x", ""] {
        assert_eq!(complaint(Fault::None, text), None);
    }
    assert_eq!(complaint(Fault::PrintsNoLabel, "10 3 0\n0\n"), None);
    let said = complaint(Fault::PrintsNoLabel, "10 3 0\n0\n10 3 1\n2 0\n").unwrap();
    assert!(said.starts_with("printed text reads as another case:\n10 3 0"), "{said}");
}

#[test]
fn texts_of_several_cases_are_split_and_joined() {
    let correct = subject(Fault::None);
    let [one, other] = [case([10, 3, 1], &[3]), case([3, 3, 0], &[1, 4])];
    let both = correct.join(one.as_bytes(), other.as_bytes()).unwrap();
    assert_eq!(both, one.clone() + &other);
    let texts = |text: &[u8]| -> Vec<String> {
        correct.read(text).unwrap().iter().map(|case| case.text().to_owned()).collect()
    };
    assert_eq!(texts(both.as_bytes()), [one.clone(), other]);
    assert_eq!(texts(b"10\n3 1 04 0"), [one.as_str()], "as it is printed");
    assert!(correct.read(b"10 x").is_err());
    assert!(correct.read(b"").unwrap().is_empty());
    assert_eq!(correct.join(one.as_bytes(), b"x"), None);
}

#[test]
fn programs_are_only_fed_with_possible_judge_input() {
    let correct = subject(Fault::None);
    let given = [case([20, 2, 0], &[1, 2]), case([9, 1, 0], &[1])];
    let input = format!("2\n{}{}", given[0], given[1]);
    let given = given.map(|text| read(&correct, &text));
    assert_eq!(correct.judge_input(&given).unwrap(), input);
    for other in [case([21, 2, 0], &[1]), case([20, 2, 1], &[1])] {
        let other = read(&correct, &other);
        assert_eq!(correct.judge_input(&[given[0].clone(), other.clone()]), None, "{other:?}");
    }
    // Candidates for a program stay possible judge input.
    let mut asked = BTreeSet::new();
    let mut first_failing = |some: &[AnyCase]| {
        assert!(correct.judge_input(some).is_some(), "{some:?}");
        asked.extend(some.iter().map(|case| case.text().to_owned()));
        some.iter().position(|case| parts(case.text()).0[0] >= 7)
    };
    let shrunk = correct.shrink_for_judge(&given[0], &mut first_failing);
    assert_eq!(shrunk.text(), case([7, 0, 0], &[]));
    assert!(asked.len() > 5, "{asked:?}");

    let mut robots = 0;
    for index in 0..100 {
        let drawn = correct.draw_for_judge(3, index, &[]).expect("the judge gives cases");
        assert!(correct.judge_input(std::slice::from_ref(&drawn)).is_some(), "{drawn:?}");
        let drawn = drawn.text();
        if drawn.ends_with(&format!("{ROBOT}\n")) {
            assert!(drawn.lines().nth(1) == Some(&ROBOT.to_string()), "{drawn}");
            robots += 1;
        } else {
            assert!(parts(drawn).1.len() >= 2, "{drawn}");
        }
    }
    assert!((20..50).contains(&robots), "one of three takes three at a time: {robots}");
}

#[test]
fn the_robot_plays_a_game_to_its_end() {
    let correct = subject(Fault::None);
    let text = format!("10 3 1\n4 {ROBOT}\n9 1 0\n2 {ROBOT}\n");
    // Seven counters of the first heap are left, of which the robot takes six. The second heap
    // permits one per move, so the robot's move is refused.
    for side in [Side::Engine, Side::Oracle] {
        assert_eq!(answers(&correct, side, &text).1, "1: 1 going on\n2: 8 going on\n");
    }
    let even = format!("10 3 1\n3 {ROBOT}\n");
    assert_eq!(answers(&correct, Side::Oracle, &even).1, "1: 0 over\n");
    let titles = |text: &str| -> Vec<String> {
        let frames = correct.frames(&read(&correct, text));
        frames.into_iter().filter_map(|frame| frame.title).collect()
    };
    let robots = "take 2";
    assert_eq!(titles(&even), [robots; 5]);
    // A refused move of the case is shown; a refused move of the robot ends the game.
    assert_eq!(titles(&text), ["take 3", robots, robots, robots]);
    let refused = format!("3 1 1\n3 {ROBOT}\n");
    assert_eq!(titles(&refused), ["take 2: refused, TooMany"]);
    assert_eq!(titles("3 3 1\n3 0\n"), [robots], "the case ends without the robot");
}
