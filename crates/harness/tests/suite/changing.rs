//! Mutation, crossover and extension of cases, and their use by fuzz targets.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use twinboard_harness::fuzz::{Shrinks, Tried, try_case};
use twinboard_harness::random::SplitMix;
use twinboard_harness::{Activity, Checks, Subject, fuzz};

use crate::subject::{Toy, case, parts, subject};
use crate::toy::Fault;

/// Number of successive mutations that libFuzzer applies to an input before it picks another one.
const CHANGES: usize = 5;
/// libFuzzer's default for the longest input, in bytes.
const LENGTH_MAX: usize = 4096;

#[test]
fn all_kinds_of_mutations_occur() {
    let correct = subject(Fault::None);
    let (setup, moves) = ([30, 3, 2], [1, 2, 3, 1, 1, 2, 5, 3]);
    let text = case(setup, &moves);
    let mut ways = BTreeMap::<_, u32>::new();
    let mut fresh = 0;
    for seed in 0..2_000 {
        let changed = correct.mutate(text.as_bytes(), seed, 4_096).expect("there is room");
        assert_eq!(correct.mutate(text.as_bytes(), seed, 4_096).as_deref(), Some(&*changed));
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
        // Each kind alone has a probability of one or two percent.
        let count = ways.get(way).copied().unwrap_or(0);
        assert!(count >= 20, "{way}: {ways:?}");
    }
    assert!((100..400).contains(&fresh), "four of 32 are fresh, {fresh} of 2000 were");
    // Cases that end early are mostly replaced by fresh ones.
    let tiny = case([12, 2, 3], &[2; 6]);
    let kept = |text: &str| {
        let changed = (0..400).filter_map(|seed| correct.mutate(text.as_bytes(), seed, 4_096));
        changed.filter(|changed| parts(changed).0[1..] == parts(text).0[1..]).count()
    };
    assert!(kept(&tiny) < 150, "{} of 400", kept(&tiny));
    assert!(kept(&case([13, 2, 3], &[2; 6])) > 300);
    // An unreadable case is replaced by a fresh one.
    assert!(correct.mutate(b"x", 1, 4_096).is_some());
}

#[test]
fn all_that_a_fuzzer_makes_fits_and_reads_back_as_it_is_written() {
    let correct = subject(Fault::None);
    let (text, other) = (case([30, 3, 2], &[1; 30]), case([25, 2, 1], &[2; 12]));
    let (text, other) = (text.as_bytes(), other.as_bytes());
    for length_max in [9, 12, 40, 4_096] {
        let made = (0..200).flat_map(|seed| {
            let crossed = correct.cross(text, other, seed, length_max);
            let others = [crossed, correct.simpler(text, seed, length_max)];
            others.into_iter().chain([correct.mutate(text, seed, length_max)])
        });
        let made: Vec<String> = made.flatten().collect();
        assert!(made.len() > 300, "{} texts of up to {length_max} bytes", made.len());
        for text in &made {
            assert_eq!(texts(&correct, text), [text.as_str()]);
        }
        let longest = made.iter().map(String::len).max().unwrap();
        assert!(longest <= length_max && longest > length_max.min(80) / 2, "{longest} bytes");
    }
    assert_eq!(correct.mutate(text, 3, 5), None, "no case has only five bytes");
}

#[test]
fn crossover_joins_the_beginning_of_one_case_with_the_end_of_another() {
    let correct = subject(Fault::None);
    let (one, other) = ([30, 3, 2], [25, 2, 1]);
    let (moves, others) = ([1, 2, 3, 1, 2], [2, 1, 1, 2, 2, 2]);
    let [first, second] = [case(one, &moves), case(other, &others)];
    let mut is_child = 0;
    let mut kinds = BTreeSet::new();
    for seed in 0..400 {
        let crossed = correct.cross(first.as_bytes(), second.as_bytes(), seed, 4_096);
        let (setup, crossed) = parts(&crossed.expect("both have moves"));
        assert_eq!(setup, one);
        let whole = (0..=moves.len())
            .flat_map(|head| (0..=others.len()).map(move |tail| (head, tail)))
            .find(|&(head, tail)| crossed == [&moves[..head], &others[tail..]].concat());
        is_child += u32::from(whole.is_some());
        kinds.extend(whole.map(|(head, tail)| (head > 0, tail < others.len())));
    }
    assert!(is_child > 100, "the others were extended: {is_child} of 400");
    assert!(kinds.len() > 2, "{kinds:?}");
    let tiny = case([12, 2, 3], &[2, 1]);
    let crossed = correct.cross(tiny.as_bytes(), second.as_bytes(), 1, 4_096);
    assert_eq!(parts(&crossed.unwrap()).0, other, "the larger board is kept");
    assert_eq!(correct.cross(tiny.as_bytes(), tiny.as_bytes(), 1, 4_096), None);
    assert_eq!(correct.cross(b"x", second.as_bytes(), 1, 4_096), None);
}

#[test]
fn simpler_cases_are_candidates_of_the_shrinker() {
    let correct = subject(Fault::None);
    let text = case([30, 3, 2], &[1, 2, 3]);
    let simpler: BTreeSet<String> =
        (0..100).filter_map(|seed| correct.simpler(text.as_bytes(), seed, 4_096)).collect();
    assert!(simpler.len() > 5 && !simpler.contains(&text), "{simpler:?}");
    assert!(simpler.contains(&case([30, 3, 0], &[1, 2, 3])), "{simpler:?}");
    let short = (0..100).filter_map(|seed| correct.simpler(text.as_bytes(), seed, 14));
    assert!(short.map(|text| text.len()).max().is_some_and(|longest| longest <= 14));
    assert_eq!(correct.simpler(b"", 1, 4_096), None);
    assert!(correct.simpler(text.as_bytes(), u64::MAX, 4_096).is_some(), "every seed is valid");
}

/// The cases of a text, each as a text of its own.
fn texts(subject: &Toy, text: &str) -> Vec<String> {
    let cases = subject.read(text.as_bytes()).unwrap();
    cases.iter().map(|case| case.text().to_owned()).collect()
}

/// The result of a fuzz target's mutator.
fn fuzzed(subject: &Toy, text: &str, size_max: usize, seed: u32) -> Option<String> {
    let mut data = vec![b'#'; text.len().max(size_max)];
    data[..text.len()].copy_from_slice(text.as_bytes());
    let size = fuzz::mutate(subject, &mut data, text.len(), size_max, seed)?;
    assert!(size <= size_max, "{size} of {size_max}");
    data.truncate(size);
    Some(String::from_utf8(data).unwrap())
}

#[test]
fn the_mutator_joins_some_cases() {
    let correct = subject(Fault::None);
    let text = case([30, 3, 2], &[1, 2, 3, 1, 1, 2]);
    let (mut plain, mut joined) = (0, 0);
    for seed in 0..1_600 {
        let Some(other) = fuzzed(&correct, &text, 4_096, seed) else {
            assert_eq!(seed % 16, 0);
            continue;
        };
        assert_ne!(seed % 16, 0, "the fuzzer's own mutator runs");
        match &texts(&correct, &other)[..] {
            [one] if *one == other => plain += 1,
            [one, two] if *two == text && one.clone() + two == other => joined += 1,
            cases => panic!("{cases:?}"),
        }
    }
    assert!((140..240).contains(&joined), "two of sixteen: {joined}");
    assert_eq!(plain + joined, 1_500);
    let lengths = (0..400).filter_map(|seed| fuzzed(&correct, &text, text.len() + 6, seed));
    assert!(lengths.count() == 375, "joined cases that would be too long are dropped");
}

#[test]
fn a_minimizing_fuzzer_gets_candidates_of_the_shrinker() {
    let correct = subject(Fault::None);
    let text = case([30, 3, 2], &[1, 2, 3, 1, 1, 2]);
    let shorter = text.len() - 1;
    for seed in (0..200).filter(|seed| seed % 16 != 0) {
        let simpler = correct.simpler(text.as_bytes(), seed.into(), shorter);
        assert_eq!(fuzzed(&correct, &text, shorter, seed), simpler);
    }
    // If the length may stay, the fuzzer is not minimizing, and all mutations occur.
    let changed = (0..200).filter_map(|seed| fuzzed(&correct, &text, text.len(), seed));
    let higher = changed.filter(|text| text.as_bytes() > b"31");
    assert!(higher.count() > 10);
}

#[test]
fn crossover_writes_into_the_buffer_of_the_fuzzer() {
    let correct = subject(Fault::None);
    let [one, other] = [case([30, 3, 2], &[1, 2, 3]), case([25, 2, 1], &[2, 1, 1])];
    let mut out = [b'#'; 64];
    for seed in 0..50 {
        let child = correct.cross(one.as_bytes(), other.as_bytes(), seed.into(), 64).unwrap();
        let size = fuzz::cross(&correct, one.as_bytes(), other.as_bytes(), &mut out, seed);
        assert_eq!(&out[..size.unwrap()], child.as_bytes());
    }
    assert_eq!(fuzz::cross(&correct, b"x", other.as_bytes(), &mut out, 1), None);
}

/// Simulates the inputs that libFuzzer gives to a target, starting from the texts of `corpus` and
/// an empty input. Equal seeds give equal inputs.
///
/// libFuzzer takes an input of its corpus, mutates it, executes the result and mutates that again,
/// up to five times. It keeps inputs that reach new code; here one chain in eight is kept at
/// random.
pub(crate) fn inputs(
    subject: &dyn Subject,
    corpus: &[String],
    seed: u64,
    count: usize,
) -> Vec<Vec<u8>> {
    let mut random = SplitMix::new(seed);
    let mut below = |bound: usize| {
        twinboard_vocabulary::game::below(&mut || random.next_u64(), bound as u64) as usize
    };
    let mut kept = vec![Vec::new()];
    kept.extend(corpus.iter().map(|text| text.clone().into_bytes()));
    let mut made = Vec::with_capacity(count);
    while made.len() < count {
        let mut input = kept[below(kept.len())].clone();
        for _ in 0..CHANGES.min(count - made.len()) {
            let other = &kept[below(kept.len())];
            input = changed(subject, &input, other, &mut below);
            made.push(input.clone());
        }
        if below(8) == 0 {
            kept.push(input);
        }
    }
    made
}

/// A single mutation of [`inputs`].
fn changed(
    subject: &dyn Subject,
    input: &[u8],
    other: &[u8],
    below: &mut impl FnMut(usize) -> usize,
) -> Vec<u8> {
    let seed = below(1 << 32) as u32;
    let mut out = vec![0; LENGTH_MAX];
    if below(2) == 0
        && let Some(size) = fuzz::cross(subject, input, other, &mut out, seed)
    {
        out.truncate(size);
        return out;
    }
    let size = input.len().min(LENGTH_MAX);
    out[..size].copy_from_slice(&input[..size]);
    let size = fuzz::mutate(subject, &mut out, size, LENGTH_MAX, seed).unwrap_or_else(|| {
        // A crude model of libFuzzer's own mutator: a random byte is replaced.
        if size > 0 {
            out[below(size)] = below(256) as u8;
        }
        size
    });
    out.truncate(size);
    out
}

#[test]
fn every_case_of_an_input_is_played_and_shrunk_only_if_requested() {
    let text = case([20, 3, 1], &[3]) + &case([4, 2, 0], &[2]);
    let tried = |fault| {
        let subject: Arc<dyn Subject> = Arc::new(subject(fault));
        try_case(&subject, text.as_bytes(), Checks::fuzz(), Shrinks::Elsewhere)
    };
    assert!(matches!(tried(Fault::None), Tried::Agreed(stats) if stats.cases == 2));
    assert!(matches!(tried(Fault::Position), Tried::Diverged(_)), "the second case fails");
    let faulty: Arc<dyn Subject> = Arc::new(subject(Fault::Position));
    let text = case([10, 3, 0], &[3, 3, 2]);
    let shrunk = |shrinks| match try_case(&faulty, text.as_bytes(), Checks::fuzz(), shrinks) {
        Tried::Diverged(report) => (report.case.unwrap(), report.shrunk.unwrap()),
        other => panic!("{other:?}"),
    };
    assert_eq!(shrunk(Shrinks::Here), (text.clone(), case([4, 2, 0], &[2])));
    assert_eq!(shrunk(Shrinks::Elsewhere), (text.clone(), text.clone()));
}

#[test]
fn three_in_ten_cases_are_mutations_of_the_corpus_and_one_of_them_a_crossover() {
    // Nearly every set-up fails at once, so each case is reported as it was drawn.
    let faulty = subject(Fault::SetUp);
    let corpus = [case([30, 3, 7], &[8; 6]), case([28, 2, 8], &[9; 6])];
    let corpus = corpus.map(|text| faulty.case(&text).unwrap());
    let (mut changed, mut crossed) = (0, 0);
    for index in 0..2_000 {
        let checked = faulty.check_drawn(5, index, &corpus, &Activity::default());
        let Some(case) = checked.case else { continue };
        let ([_, take_max, label], moves) = parts(case.text());
        let is_fresh = label < 7;
        assert_eq!(checked.stats.fresh, u64::from(is_fresh));
        if !is_fresh {
            assert_eq!(take_max + label, 10, "the set-up is from the corpus");
            changed += 1;
            crossed += u64::from(moves.contains(&if label == 7 { 9 } else { 8 }));
        }
    }
    assert!((500..700).contains(&changed), "three of ten: {changed}");
    // Half of them are crossed with themselves.
    assert!((70..112).contains(&crossed), "one of twenty: {crossed}");
}
