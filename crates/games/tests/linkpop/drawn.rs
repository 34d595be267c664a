//! Distribution of generated set-ups: everything occurs, and rare features occur often enough.

use std::collections::BTreeSet;

use arbitrary::Unstructured;
use twinboard_games::linkpop::LinkPopRules;
use twinboard_harness::RuleSet;
use twinboard_harness::random::case_bytes;
use twinboard_vocabulary::linkpop::{Attribute, Setup};

/// Set-ups that are drawn, as in a short campaign.
const COUNT: u64 = 3_000;

fn set_ups() -> impl Iterator<Item = Setup> {
    (0..COUNT).map(|index| {
        let bytes = case_bytes(1, index);
        LinkPopRules::default()
            .generate_setup(&mut Unstructured::new(&bytes))
            .expect("enough bytes")
    })
}

/// Set-ups per 1000 that satisfy a predicate.
fn share(is_so: impl Fn(&Setup) -> bool) -> u64 {
    set_ups().filter(is_so).count() as u64 * 1000 / COUNT
}

fn kinds(setup: &Setup) -> usize {
    setup.board.blocks().map(|(_, block)| block.symbol).collect::<BTreeSet<_>>().len()
}

#[test]
fn every_letter_and_every_attribute_is_common() {
    let mut letters = [0_u32; 26];
    let mut attributes = [0_u32; 5];
    for setup in set_ups() {
        for (_, block) in setup.board.blocks() {
            letters[usize::from(block.symbol.index())] += 1;
            let of = |attribute: &Attribute| *attribute == block.attribute;
            attributes[Attribute::ALL.iter().position(of).expect("it is one of them")] += 1;
        }
    }
    for counts in [&letters[..], &attributes] {
        let all: u32 = counts.iter().sum();
        let fair = all / counts.len() as u32;
        assert!(counts.iter().all(|&count| count > fair / 2), "{counts:?}");
    }
}

#[test]
fn sizes_reach_from_one_cell_to_the_limits() {
    let size = |setup: &Setup| (setup.board.rows(), setup.board.columns());
    let sizes: BTreeSet<_> = set_ups().map(|setup| size(&setup)).collect();
    for wanted in [(1, 1), (1, 32), (32, 1), (30, 30), (32, 32)] {
        assert!(sizes.contains(&wanted), "{wanted:?} is not among {} sizes", sizes.len());
    }
    for side in 1..=32 {
        assert!(sizes.iter().any(|&(rows, _)| rows == side), "{side} rows");
        assert!(sizes.iter().any(|&(_, columns)| columns == side), "{side} columns");
    }
    let tiny = share(|setup| setup.board.cells().len() <= 8);
    assert!((5..=50).contains(&tiny), "{tiny} of 1000 are tiny");
    let large = share(|setup| setup.board.cells().len() >= 200);
    assert!((15..=60).contains(&large), "{large} of 1000 are large: they take long");
}

#[test]
fn boards_are_full_thinned_or_nearly_empty_with_few_symbols_or_many() {
    let filled = |setup: &Setup| setup.board.blocks().count() * 100 / setup.board.cells().len();
    for (what, share) in [
        ("full", share(|setup| filled(setup) == 100)),
        ("thinned", share(|setup| (50..100).contains(&filled(setup)))),
        ("less than half full", share(|setup| filled(setup) < 50)),
        ("of one symbol", share(|setup| kinds(setup) == 1)),
        ("of two or three", share(|setup| (2..=3).contains(&kinds(setup)))),
        ("of more than eight, which need a second chunk of lanes", share(|setup| kinds(setup) > 8)),
    ] {
        assert!(share >= 25, "{share} of 1000 are {what}");
    }
    assert!(set_ups().any(|setup| kinds(&setup) == 26), "all letters on one board");
}
