//! Candidates of the shrinker and their order.

use twinboard_harness::shrink::{candidates, shrink};
use twinboard_harness::{Case, RuleSet};

use crate::toy::{Fault, Heap, LABEL_OF_NAMES, Setup, Take, subject};

fn case(counters: u64, label: u64, moves: &[u64]) -> Case<Heap> {
    Case::new(Setup::new(counters, 2, label), moves.iter().map(|&take| Take(take)).collect())
}

#[test]
fn moves_are_removed_all_at_once_then_in_pieces_from_the_end_then_in_pairs() {
    let case = case(30, 0, &[1, 2, 3, 4, 5, 6]);
    let same =
        candidates(&Heap::CORRECT, Vec::new(), &case).filter(|other| other.setup == case.setup);
    let moves: Vec<String> =
        same.map(|other| other.moves.iter().map(|take| take.0.to_string()).collect()).collect();
    let pieces = ["", "123", "456", "1234", "1256", "3456"];
    let single = ["12345", "12346", "12356", "12456", "13456", "23456"];
    // Two moves that do not follow each other, the closest first.
    let pairs = ["2456", "1356", "1246", "1235", "2356", "1346", "1245", "2346", "1345", "2345"];
    assert_eq!(moves, [&pieces[..], &single, &pairs].concat());
}

#[test]
fn a_case_is_replaced_by_its_canonical_form_and_not_by_itself() {
    let named = |label| case(4, label, &[2]);
    let (first, other) = (LABEL_OF_NAMES, LABEL_OF_NAMES + 5);
    let shrunk = |fails: &mut dyn FnMut(&Case<Heap>) -> bool| {
        shrink(&Heap::CORRECT, named(other), fails).setup.label
    };
    assert_eq!(shrunk(&mut |case| case.setup.label >= first), first);
    assert_eq!(shrunk(&mut |case| case.setup.label == other), other);
    assert_eq!(shrunk(&mut |_| true), 0);
    let case = case(4, 0, &[2, 1]);
    let mut asked = Vec::new();
    let shrunk = shrink(&Heap::CORRECT, case.clone(), &mut |other| {
        asked.push(other.clone());
        false
    });
    assert_eq!(shrunk, case);
    assert!(asked.len() > 5 && !asked.contains(&case), "{asked:?}");
}

#[test]
fn batches_for_a_program_double_while_no_case_fails() {
    let correct = subject(Fault::None);
    let text = Heap::CORRECT.text().print(&case(20, 0, &[1; 60]));
    let case = correct.case(&text).expect("a case");
    assert!(correct.judge_input(std::slice::from_ref(&case)).is_some(), "the judge could give it");
    let mut sizes = Vec::new();
    let shrunk = correct.shrink_for_judge(&case, &mut |some| {
        sizes.push(some.len());
        None
    });
    assert_eq!(shrunk, case);
    let (last, sizes) = sizes.split_last().expect("there are candidates");
    assert_eq!(sizes[..6], [1, 2, 4, 8, 16, 32]);
    assert!(sizes[6..].iter().all(|size| *size == 64), "{sizes:?}");
    assert!((1..=64).contains(last), "{last}");
}
