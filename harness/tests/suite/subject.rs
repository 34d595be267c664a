//! What a subject does with a text: it answers it, shows it, splits it and shrinks it.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use crate::toy::{Engine, Heap, ROBOT, Right, Wrong};
use board::{FromFn, Limits};
use twinboard_harness::judge::PlayError;
use twinboard_harness::{
    Action, Activity, CheckCases, FuzzCases, JudgeCases, Pairing, ShowCases, ShrinkCases, Side,
    Stage, Subject, Verdict, bytes,
};

pub(crate) type Toy = Pairing<Heap, FromFn<Engine>, FromFn<Right>>;

pub(crate) fn subject(wrong: Wrong) -> Toy {
    Pairing::new(Heap { wrong }, Engine::set_up, Right::set_up)
}

/// What the numbers of a case say: the set-up, and what is taken.
pub(crate) fn parts(text: &str) -> ([u64; 3], Vec<u64>) {
    let numbers: Vec<u64> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let (&end, numbers) = numbers.split_last().expect("a case has an end");
    assert_eq!(end, 0, "{text}");
    let (setup, moves) = numbers.split_at(3);
    (setup.try_into().unwrap(), moves.iter().map(|number| number - 1).collect())
}

/// A case with these moves.
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

/// Where nothing can be written.
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
fn each_side_answers_every_case_with_its_number() {
    // Take 3, 3 and 2 of ten, and take 1 of three; then 4, which is refused.
    let text = case([10, 3, 1], &[3, 3, 2]) + &case([3, 3, 0], &[1, 4]);
    let right = subject(Wrong::Nowhere);
    let expected = "1: 2 going on\n2: 2 going on\n".to_owned();
    for side in [Side::Engine, Side::Oracle] {
        let (played, answered) = answers(&right, side, &text);
        assert!(played.is_ok());
        assert_eq!(answered, expected);
    }
    let wrong = subject(Wrong::Position);
    assert_eq!(answers(&wrong, Side::Oracle, &text).1, expected);
    assert_eq!(answers(&wrong, Side::Engine, &text).1, "1: 1 going on\n2: 2 going on\n");
}

#[test]
fn what_was_answered_before_a_fault_is_kept() {
    let small = case([3, 3, 0], &[3]);
    let large = case([9, 3, 0], &[]);
    let (played, answered) =
        answers(&subject(Wrong::Unsupported), Side::Engine, &(small.clone() + &large));
    assert!(matches!(played, Err(PlayError::Unsupported)), "{played:?}");
    assert_eq!(answered, "1: 0 over\n");
    let (played, answered) =
        answers(&subject(Wrong::Nowhere), Side::Oracle, &(small.clone() + "x"));
    assert!(matches!(played, Err(PlayError::Input(_))), "{played:?}");
    assert_eq!(answered, "1: 0 over\n");
    let right = subject(Wrong::Nowhere);
    let played = right.play(Side::Engine, Box::new(small.as_bytes()), Limits::Judge, &mut Full);
    assert!(matches!(played, Err(PlayError::Output(_))), "{played:?}");
}

#[test]
fn frames_show_the_oracles_board_after_each_step() {
    let wrong = subject(Wrong::Position);
    let text = case([10, 3, 1], &[3, 4, 3, 2, 2]);
    let frames = wrong.frames(text.as_bytes()).unwrap();
    let shown: Vec<_> = frames
        .iter()
        .map(|frame| {
            let counters = frame.picture.rows[0].1[0].text.clone();
            (frame.title.as_deref(), counters, frame.outcome.as_str(), frame.legal)
        })
        .collect();
    let shown: Vec<_> = shown.iter().map(|(a, b, c, d)| (*a, b.as_str(), *c, *d)).collect();
    assert_eq!(
        shown,
        [
            (None, "10", "going on", Some(3)),
            (Some("take 3"), "7", "going on", Some(3)),
            (Some("take 4: refused, TooMany"), "7", "going on", Some(3)),
            (Some("take 3"), "4", "going on", Some(3)),
            (Some("take 2"), "2", "going on", Some(2)),
            (Some("take 2"), "0", "over", Some(0)),
        ]
    );
    let many = wrong.frames(case([20_000, 4_097, 0], &[1]).as_bytes()).unwrap();
    assert_eq!(many[0].legal, None, "they are too many to be counted");
    let some = wrong.frames(case([20_000, 4_096, 0], &[1]).as_bytes()).unwrap();
    assert_eq!(some[1].legal, Some(4_096));
    let mut seen = 0;
    let all_but = |_| {
        seen += 1;
        if seen == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    wrong.visit_frames(text.as_bytes(), &mut { all_but }).unwrap();
    assert_eq!(seen, 3);
}

#[test]
fn a_side_that_hung_is_told_with_what_stood_before() {
    let text = case([10, 3, 1], &[3, 3, 2]);
    let report_hang = |step, side| {
        let stage = Stage { step, side: Some(side), action: Action::Play };
        let divergence = subject(Wrong::Nowhere).report_hang(text.as_bytes(), stage, 70);
        let before = divergence.before.map(|board| board.rows[0].1[0].text.clone());
        assert!(divergence.finding.is_hung());
        (divergence.step, divergence.mv, before)
    };
    assert_eq!(report_hang(2, Side::Engine), (2, Some("take 3".into()), Some("7".into())));
    assert_eq!(report_hang(3, Side::Engine), (3, Some("take 2".into()), Some("4".into())));
    assert_eq!(report_hang(0, Side::Engine), (0, None, None));
    // The oracle is not asked what stood there if it is the one that hangs.
    assert_eq!(report_hang(3, Side::Oracle), (3, Some("take 2".into()), None));
}

#[test]
fn printed_text_that_reads_as_another_case_is_a_complaint() {
    let limit = Duration::from_mins(1);
    let complaint = |wrong, text: &'static str| {
        let subject: std::sync::Arc<dyn Subject> = std::sync::Arc::new(subject(wrong));
        bytes::complaint(&subject, text.as_bytes(), limit)
    };
    for text in ["10 3 1\n2 0\n", "10 3 0\n0\n", "10 3", "x", ""] {
        assert_eq!(complaint(Wrong::Nowhere, text), None);
    }
    assert_eq!(complaint(Wrong::PrintsNoLabel, "10 3 0\n0\n"), None);
    let said = complaint(Wrong::PrintsNoLabel, "10 3 0\n0\n10 3 1\n2 0\n").unwrap();
    assert!(said.starts_with("printed text reads as another case:\n10 3 0"), "{said}");
}

#[test]
fn a_subject_is_what_its_rules_are() {
    let right = subject(Wrong::Nowhere);
    assert_eq!(right.name(), "heap");
    let clauses: Vec<_> = right.clauses().iter().map(|clause| (clause.id, clause.name)).collect();
    assert_eq!(clauses, [("1", "taken"), ("2", "refused"), ("3", "over"), ("4", "impossible")]);
    assert_eq!(right.settings()[0].values, ["right", "wrong"]);
    let text = case([10, 3, 0], &[3, 3, 2]);
    let wrong = right.with_setting("engine", "wrong").expect("there is such a setting");
    let verdict = |subject: &dyn Subject| {
        subject.check(text.as_bytes(), &Activity::default()).expect("it is a case").verdict
    };
    assert_eq!(verdict(&right), Verdict::Agreed);
    assert!(matches!(verdict(&*wrong), Verdict::Diverged(_)));
    assert!(right.with_setting("engine", "asleep").is_none());
}

#[test]
fn texts_of_several_cases_are_split_and_joined() {
    let right = subject(Wrong::Nowhere);
    let [one, other] = [case([10, 3, 1], &[3]), case([3, 3, 0], &[1, 4])];
    let both = right.join(one.as_bytes(), other.as_bytes()).unwrap();
    assert_eq!(both, one.clone() + &other);
    assert_eq!(right.split(both.as_bytes()).unwrap(), [one.clone(), other]);
    assert_eq!(right.split(b"10\n3 1 04 0").unwrap(), [one.as_str()], "as it is printed");
    assert!(right.split(b"10 x").is_err());
    assert_eq!(right.join(one.as_bytes(), b"x"), None);
}

#[test]
fn a_case_that_fails_is_shrunk() {
    let right = subject(Wrong::Nowhere);
    let text = case([30, 3, 2], &[1, 2, 3]);
    // It fails while there is a move that takes three.
    let takes_three = |text: &str| parts(text).1.contains(&3);
    let shrunk = right.shrink(text.as_bytes(), &mut { takes_three }).unwrap();
    assert_eq!(shrunk, case([0, 0, 0], &[3]));
    assert_eq!(right.shrink(b"", &mut |_| true).unwrap(), "");
    assert!(right.shrink(b"x", &mut |_| true).is_err());
}

#[test]
fn programs_of_others_are_only_fed_with_what_the_judge_gives() {
    let right = subject(Wrong::Nowhere);
    let given = [case([20, 2, 0], &[1, 2]), case([9, 1, 0], &[1])];
    assert_eq!(right.judge_input(&given).unwrap(), format!("2\n{}{}", given[0], given[1]));
    for other in [case([21, 2, 0], &[1]), case([20, 2, 1], &[1]), "x".to_owned(), String::new()] {
        assert_eq!(right.judge_input(&[given[0].clone(), other.clone()]), None, "{other}");
    }
    // What is shrunk for a program stays what the judge could give.
    let mut asked = BTreeSet::new();
    let mut first_failing = |some: &[String]| {
        assert!(right.judge_input(some).is_some(), "{some:?}");
        asked.extend(some.to_vec());
        some.iter().position(|text| parts(text).0[0] >= 7)
    };
    let shrunk = right.shrink_for_judge(given[0].as_bytes(), &mut first_failing).unwrap();
    assert_eq!(shrunk, case([7, 0, 0], &[]));
    assert!(asked.len() > 5, "{asked:?}");
    assert_eq!(right.shrink_for_judge(b"", &mut |_| None).unwrap(), "");

    let mut robots = 0;
    for index in 0..100 {
        let drawn = right.draw_for_judge(3, index, &[]).expect("the judge gives cases");
        assert!(right.judge_input(std::slice::from_ref(&drawn)).is_some(), "{drawn}");
        if drawn.ends_with(&format!("{ROBOT}\n")) {
            assert!(drawn.lines().nth(1) == Some(&ROBOT.to_string()), "{drawn}");
            robots += 1;
        } else {
            assert!(parts(&drawn).1.len() > 2, "{drawn}");
        }
    }
    assert!((20..50).contains(&robots), "one of three takes three at a time: {robots}");
}

#[test]
fn a_game_that_is_left_to_the_robot_is_played_to_its_end() {
    let right = subject(Wrong::Nowhere);
    let text = format!("10 3 1\n4 {ROBOT}\n9 1 0\n2 {ROBOT}\n");
    // Of the first heap seven are left, of which the robot cannot take more than six. It may not
    // take two of the second.
    for side in [Side::Engine, Side::Oracle] {
        assert_eq!(answers(&right, side, &text).1, "1: 1 going on\n2: 8 going on\n");
    }
    let even = format!("10 3 1\n3 {ROBOT}\n");
    assert_eq!(answers(&right, Side::Oracle, &even).1, "1: 0 over\n");
    let titles = |text: &str| -> Vec<String> {
        let frames = right.frames(text.as_bytes()).unwrap();
        frames.into_iter().filter_map(|frame| frame.title).collect()
    };
    let robots = "take 2";
    assert_eq!(titles(&even), [robots; 5]);
    // A move of the case that is refused is shown, one of the robot ends the game.
    assert_eq!(titles(&text), ["take 3", robots, robots, robots]);
    let refused = format!("3 1 1\n3 {ROBOT}\n");
    assert_eq!(titles(&refused), ["take 2: refused, TooMany"]);
    assert_eq!(titles("3 3 1\n3 0\n"), [robots], "nobody asked the robot");
}
