//! Cases that are made from others: changed, crossed, gone on with, and what a fuzzer gets of that.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::subject::{Toy, case, parts, subject};
use crate::toy::{ROBOT, Wrong};
use twinboard_harness::fuzz::{Aim, Shrinks, Tried, try_case};
use twinboard_harness::{Activity, DrawCases, FuzzCases, Subject, Verdict, fuzz};

#[test]
fn a_case_is_changed_in_every_way() {
    let right = subject(Wrong::Nowhere);
    let (setup, moves) = ([30, 3, 2], [1, 2, 3, 1, 1, 2, 5, 3]);
    let text = case(setup, &moves);
    let mut ways = BTreeMap::<_, u32>::new();
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
        *ways
            .entry(match new_moves.len() {
                _ if new_setup[1..] != setup[1..] => "fresh",
                _ if !is_same_board => "another board",
                length if length + 1 < moves.len() && moves.starts_with(&new_moves) => "cut off",
                length if length + 1 == moves.len() => "left out",
                length if length < moves.len() => "several left out",
                length if length == moves.len() && sorted(&new_moves) == sorted(&moves) => {
                    "exchanged"
                }
                length if length == moves.len() + 1 => "twice",
                length if length > moves.len() + 4 => "gone on with",
                _ => "several",
            })
            .or_default() += 1;
        fresh += u32::from(new_setup[1..] != setup[1..]);
    }
    for way in ["cut off", "left out", "exchanged", "twice", "gone on with", "another board"] {
        // Each alone comes once or twice in a hundred.
        let count = ways.get(way).copied().unwrap_or(0);
        assert!(count >= 20, "{way}: {ways:?}");
    }
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
    assert!(right.simpler(text.as_bytes(), u64::MAX, 4_096).is_some(), "whatever the seed is");
}

#[test]
fn a_drawn_case_says_whether_it_is_fresh() {
    let right = subject(Wrong::Nowhere);
    let corpus = [case([30, 3, 2], &[1, 2, 3])];
    let drawn = |corpus: &[String]| {
        let mut fresh = (0, 0);
        for index in 0..300 {
            let checked = right.check_drawn(5, index, corpus, &Activity::default());
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

/// What the mutator of a fuzz target makes of a text.
fn fuzzed(subject: &Toy, text: &str, size_max: usize, seed: u32) -> Option<String> {
    let mut data = vec![b'#'; text.len().max(size_max)];
    data[..text.len()].copy_from_slice(text.as_bytes());
    let size = fuzz::mutate(subject, &mut data, text.len(), size_max, seed)?;
    assert!(size <= size_max, "{size} of {size_max}");
    data.truncate(size);
    Some(String::from_utf8(data).unwrap())
}

#[test]
fn a_fuzzer_meets_cases_several_at_once_and_in_any_style() {
    let right = subject(Wrong::Nowhere);
    let text = case([30, 3, 2], &[1, 2, 3, 1, 1, 2]);
    let (mut plain, mut joined, mut restyled, mut both) = (0, 0, 0, 0);
    for seed in 0..1_600 {
        let Some(other) = fuzzed(&right, &text, 4_096, seed) else {
            assert_eq!(seed % 16, 0);
            continue;
        };
        assert_ne!(seed % 16, 0, "the fuzzer's own mutator has its turn");
        let Ok(cases) = right.split(other.as_bytes()) else { continue };
        match &cases[..] {
            [one] if *one == other => plain += 1,
            [_] => restyled += 1,
            [one, two] if *two == text && one.clone() + two == other => joined += 1,
            [_, two] if *two == text => both += 1,
            // A case may have been cut off from its end by another style.
            _ => {}
        }
    }
    assert!((1_000..1_150).contains(&plain), "eleven of sixteen and some more: {plain}");
    assert!((65..120).contains(&joined), "one of sixteen: {joined}");
    assert!((125..300).contains(&restyled), "three of sixteen, less some: {restyled}");
    assert!((30..100).contains(&both), "one of sixteen, less some: {both}");
    let lengths = (0..400).filter_map(|seed| fuzzed(&right, &text, text.len() + 6, seed));
    assert!(lengths.count() == 375, "what would be too long is left as it is");
}

#[test]
fn a_fuzzer_that_minimizes_gets_what_shrinking_tries() {
    let right = subject(Wrong::Nowhere);
    let text = case([30, 3, 2], &[1, 2, 3, 1, 1, 2]);
    let shorter = text.len() - 1;
    for seed in (0..200).filter(|seed| seed % 16 != 0) {
        let simpler = right.simpler(text.as_bytes(), seed.into(), shorter);
        assert_eq!(fuzzed(&right, &text, shorter, seed), simpler);
    }
    // What may be as long as it is is changed in any way.
    let changed = (0..200).filter_map(|seed| fuzzed(&right, &text, text.len(), seed));
    let higher = changed.filter(|text| text.as_bytes() > b"31");
    assert!(higher.count() > 10);
}

#[test]
fn a_fuzzer_crosses_two_texts_in_its_own_memory() {
    let right = subject(Wrong::Nowhere);
    let [one, other] = [case([30, 3, 2], &[1, 2, 3]), case([25, 2, 1], &[2, 1, 1])];
    let mut out = [b'#'; 64];
    for seed in 0..50 {
        let child = right.cross(one.as_bytes(), other.as_bytes(), seed.into(), 64).unwrap();
        let size = fuzz::cross(&right, one.as_bytes(), other.as_bytes(), &mut out, seed);
        assert_eq!(&out[..size.unwrap()], child.as_bytes());
    }
    assert_eq!(fuzz::cross(&right, b"x", other.as_bytes(), &mut out, 1), None);
}

#[test]
fn inputs_are_made_from_a_corpus_from_each_other_and_from_nothing() {
    let right = subject(Wrong::Nowhere);
    // No case of chance has such a label.
    let corpus = [case([30, 3, 9], &[1, 2, 3])];
    for count in [0, 3, 200, 203] {
        let inputs = fuzz::inputs(&right, &corpus, 3, count);
        assert_eq!(inputs.len(), count);
        assert_eq!(inputs, fuzz::inputs(&right, &corpus, 3, 250)[..count]);
    }
    let inputs = fuzz::inputs(&right, &corpus, 3, 600);
    let cases: Vec<_> = inputs.iter().map(|input| right.split(input)).collect();
    let labelled = cases.iter().flatten().flatten().filter(|case| parts(case).0[2] == 9).count();
    assert!((60..300).contains(&labelled), "{labelled} of 600");
    let unreadable = cases.iter().zip(&inputs).filter(|(case, _)| case.is_err());
    assert!((10..90).contains(&unreadable.count()), "bytes are changed, too");
    assert!(inputs.iter().any(|input| str::from_utf8(input).is_err()), "they are no text then");
    let different: BTreeSet<_> = inputs.iter().collect();
    assert!(different.len() > 540, "{}", different.len());

    // One chain in eight is kept, so that of twenty about ten begin with nothing; one input of
    // sixteen is left to bytes, and nothing has none.
    let nothing = (0..20).flat_map(|seed| fuzz::inputs(&right, &[], seed, 100));
    let nothing = nothing.filter(Vec::is_empty).count();
    assert!((9..40).contains(&nothing), "{nothing} of 2000");
}

#[test]
fn what_a_fuzzer_finds_is_shrunk_where_that_is_asked_for() {
    let wrong: Arc<dyn Subject> = Arc::new(subject(Wrong::Position));
    let text = case([10, 3, 0], &[3, 3, 2]);
    let shrunk = |shrinks| match try_case(&wrong, text.as_bytes(), Aim::Sides, shrinks) {
        Tried::Diverged(report) => (report.case.unwrap(), report.shrunk.unwrap()),
        other => panic!("{other:?}"),
    };
    assert_eq!(shrunk(Shrinks::Here), (text.clone(), case([4, 2, 0], &[2])));
    assert_eq!(shrunk(Shrinks::Elsewhere), (text.clone(), text.clone()));
}

#[test]
fn what_is_left_to_the_robot_is_not_gone_on_with() {
    let right = subject(Wrong::Nowhere);
    let text = format!("30 3 2\n2 3 4 {ROBOT}\n");
    let changed: Vec<_> =
        (0..400).filter_map(|seed| right.mutate(text.as_bytes(), seed, 4_096)).collect();
    let robots: Vec<_> = changed.iter().filter(|text| text.contains(&ROBOT.to_string())).collect();
    assert!((250..390).contains(&robots.len()), "{} of 400", robots.len());
    // Changes may double a move four times.
    let words = |text: &&&String| text.split_whitespace().count();
    assert!(robots.iter().all(|text| words(&text) <= 3 + 3 + 4 + 1), "{robots:?}");
    // In campaigns it is: not all moves behind those of the case are the robot's.
    let wrong = subject(Wrong::Position);
    let drawn = (0..200).map(|index| {
        wrong.check_drawn(1, index, std::slice::from_ref(&text), &Activity::default())
    });
    let others =
        drawn.filter(|checked| checked.stats.fresh == 0).filter_map(|checked| checked.text);
    let extended =
        others.filter(|text| parts(text).1.iter().skip(8).any(|&take| take != 2)).count();
    assert!(extended > 2, "{extended} of 200");
}

#[test]
fn one_case_in_ten_is_crossed_from_two_of_the_corpus_and_two_are_changed() {
    // It is wrong about nearly every heap from the beginning, so each case is shown as it was drawn.
    let wrong = subject(Wrong::SetUp);
    let corpus = [case([30, 3, 7], &[8; 6]), case([28, 2, 8], &[9; 6])];
    let (mut changed, mut crossed) = (0, 0);
    for index in 0..2_000 {
        let checked = wrong.check_drawn(5, index, &corpus, &Activity::default());
        let Some(text) = checked.text else { continue };
        let ([_, take_max, label], moves) = parts(&text);
        let is_fresh = label < 7;
        assert_eq!(checked.stats.fresh, u64::from(is_fresh));
        if !is_fresh {
            assert_eq!(take_max + label, 10, "the set-up of one of them");
            changed += 1;
            crossed += u64::from(moves.contains(&if label == 7 { 9 } else { 8 }));
        }
    }
    assert!((500..700).contains(&changed), "three of ten: {changed}");
    // Half of them are crossed with themselves.
    assert!((70..112).contains(&crossed), "one of twenty: {crossed}");
}
