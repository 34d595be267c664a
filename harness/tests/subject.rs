//! What a subject does with one case or two: it answers, draws, changes and crosses them.

mod toy;

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use board::Limits;
use toy::{Engine, Heap, Right, Wrong};
use twinboard_harness::judge::PlayError;
use twinboard_harness::{Action, Pairing, Pulse, Side, Stage, Subject, Verdict, bytes};

type Toy = Pairing<Heap, Engine, Right>;

fn subject(wrong: Wrong) -> Toy {
    Pairing::new(Heap { wrong })
}

/// What the numbers of a case say: the set-up, and what is taken.
fn parts(text: &str) -> ([u64; 3], Vec<u64>) {
    let numbers: Vec<u64> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let (&end, numbers) = numbers.split_last().expect("a case has an end");
    assert_eq!(end, 0, "{text}");
    let (setup, moves) = numbers.split_at(3);
    (setup.try_into().unwrap(), moves.iter().map(|number| number - 1).collect())
}

/// A case with these moves.
fn case(setup: [u64; 3], moves: &[u64]) -> String {
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
            (Some("take 3: take 3"), "7", "going on", Some(3)),
            (Some("take 4: refused, TooMany"), "7", "going on", Some(3)),
            (Some("take 3: take 3"), "4", "going on", Some(3)),
            (Some("take 2: take 2"), "2", "going on", Some(2)),
            (Some("take 2: take 2"), "0", "over", Some(0)),
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
    let hung = |step, side| {
        let stage = Stage { step, side: Some(side), action: Action::Play };
        let divergence = subject(Wrong::Nowhere).hung(text.as_bytes(), stage, 70);
        let before = divergence.before.map(|board| board.rows[0].1[0].text.clone());
        assert!(divergence.finding.is_hung());
        (divergence.step, divergence.mv, before)
    };
    assert_eq!(hung(2, Side::Engine), (2, Some("take 3".into()), Some("7".into())));
    assert_eq!(hung(3, Side::Engine), (3, Some("take 2".into()), Some("4".into())));
    assert_eq!(hung(0, Side::Engine), (0, None, None));
    // The oracle is not asked what stood there if it is the one that hangs.
    assert_eq!(hung(3, Side::Oracle), (3, Some("take 2".into()), None));
}

#[test]
fn a_case_is_changed_in_every_way() {
    let right = subject(Wrong::Nowhere);
    let (setup, moves) = ([30, 3, 2], [1, 2, 3, 1, 1, 2, 5, 3]);
    let text = case(setup, &moves);
    let mut ways = BTreeSet::new();
    let mut fresh = 0;
    for seed in 0..2_000 {
        let changed = right.mutate(text.as_bytes(), seed, 4_096).expect("there is room");
        assert_eq!(right.mutate(text.as_bytes(), seed, 4_096).as_deref(), Some(&*changed));
        let (new_setup, new_moves) = parts(&changed);
        let is_same_board = new_setup == setup;
        let sorted = |moves: &[u64]| {
            let mut moves = moves.to_vec();
            moves.sort_unstable();
            moves
        };
        ways.insert(match new_moves.len() {
            _ if new_setup[1..] != setup[1..] => "fresh",
            _ if !is_same_board => "another board",
            length if length < moves.len() && moves.starts_with(&new_moves) => "cut off",
            length if length < moves.len() => "left out",
            length if length == moves.len() && sorted(&new_moves) == sorted(&moves) => "exchanged",
            length if length == moves.len() + 1 => "twice",
            length if length > moves.len() + 4 => "gone on with",
            _ => "several",
        });
        fresh += u32::from(new_setup[1..] != setup[1..]);
    }
    let all = [
        "another board",
        "cut off",
        "exchanged",
        "fresh",
        "gone on with",
        "left out",
        "several",
        "twice",
    ];
    assert!(ways.iter().eq(&all), "{ways:?}");
    assert!((100..400).contains(&fresh), "four of 32 are fresh, {fresh} of 2000 were");
    // What is over before anything happens is mostly left behind.
    let tiny = case([12, 2, 3], &[2; 6]);
    let kept = |text: &str| {
        let changed = (0..400).filter_map(|seed| right.mutate(text.as_bytes(), seed, 4_096));
        changed.filter(|changed| parts(changed).0[1..] == parts(text).0[1..]).count()
    };
    assert!(kept(&tiny) < 150, "{} of 400", kept(&tiny));
    assert!(kept(&case([13, 2, 3], &[2; 6])) > 300);
    // What cannot be read makes room for a fresh one.
    assert!(right.mutate(b"x", 1, 4_096).is_some());
}

#[test]
fn what_is_made_is_no_longer_than_it_may_be() {
    let right = subject(Wrong::Nowhere);
    let text = case([30, 3, 2], &[1; 30]);
    for length_max in [9, 12, 40] {
        let made = (0..200).filter_map(|seed| right.mutate(text.as_bytes(), seed, length_max));
        let made: Vec<String> = made.collect();
        assert!(made.len() > 100 && made.iter().all(|text| text.len() <= length_max), "{made:?}");
        assert!(made.iter().any(|text| text.len() > length_max / 2));
    }
    assert_eq!(right.mutate(text.as_bytes(), 3, 5), None, "no board is so short");
}

#[test]
fn a_child_has_the_board_and_the_beginning_of_one_and_the_end_of_the_other() {
    let right = subject(Wrong::Nowhere);
    let (one, other) = ([30, 3, 2], [25, 2, 1]);
    let (moves, others) = ([1, 2, 3, 1, 2], [2, 1, 1, 2, 2, 2]);
    let [first, second] = [case(one, &moves), case(other, &others)];
    let mut is_child = 0;
    let mut kinds = BTreeSet::new();
    for seed in 0..400 {
        let crossed = right.cross(first.as_bytes(), second.as_bytes(), seed, 4_096);
        let (setup, crossed) = parts(&crossed.expect("both have moves"));
        assert_eq!(setup, one);
        let whole = (0..=moves.len())
            .flat_map(|head| (0..=others.len()).map(move |tail| (head, tail)))
            .find(|&(head, tail)| crossed == [&moves[..head], &others[tail..]].concat());
        is_child += u32::from(whole.is_some());
        kinds.extend(whole.map(|(head, tail)| (head > 0, tail < others.len())));
    }
    assert!(is_child > 100, "the others have been gone on with: {is_child} of 400");
    assert!(kinds.len() > 2, "{kinds:?}");
    let tiny = case([12, 2, 3], &[2, 1]);
    let crossed = right.cross(tiny.as_bytes(), second.as_bytes(), 1, 4_096);
    assert_eq!(parts(&crossed.unwrap()).0, other, "the larger board is kept");
    assert_eq!(right.cross(tiny.as_bytes(), tiny.as_bytes(), 1, 4_096), None);
    assert_eq!(right.cross(b"x", second.as_bytes(), 1, 4_096), None);
}

#[test]
fn a_simpler_case_is_one_of_those_that_shrinking_tries() {
    let right = subject(Wrong::Nowhere);
    let text = case([30, 3, 2], &[1, 2, 3]);
    let simpler: BTreeSet<String> =
        (0..100).filter_map(|seed| right.simpler(text.as_bytes(), seed, 4_096)).collect();
    assert!(simpler.len() > 5 && !simpler.contains(&text), "{simpler:?}");
    assert!(simpler.contains(&case([30, 3, 0], &[1, 2, 3])), "{simpler:?}");
    let short = (0..100).filter_map(|seed| right.simpler(text.as_bytes(), seed, 14));
    assert!(short.map(|text| text.len()).max().is_some_and(|longest| longest <= 14));
    assert_eq!(right.simpler(b"", 1, 4_096), None);
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
fn a_drawn_case_says_whether_it_is_fresh() {
    let right = subject(Wrong::Nowhere);
    let corpus = [case([30, 3, 2], &[1, 2, 3])];
    let drawn = |corpus: &[String]| {
        let mut fresh = (0, 0);
        for index in 0..300 {
            let checked = right.check_drawn(5, index, corpus, &Pulse::default());
            assert_eq!((checked.verdict, checked.stats.cases), (Verdict::Agreed, 1));
            assert!(checked.stats.fresh_deep <= checked.stats.deep);
            fresh = (fresh.0 + checked.stats.fresh, fresh.1 + checked.stats.fresh_deep);
        }
        fresh
    };
    let (all, deep) = drawn(&[]);
    assert!(all == 300 && deep > 250, "{all}, {deep}");
    let (some, deep) = drawn(&corpus);
    assert!((180..240).contains(&some) && deep > 150, "seven of ten are fresh: {some}, {deep}");
}
