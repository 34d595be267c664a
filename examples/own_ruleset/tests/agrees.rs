//! Engine and oracle agree on random rows, on the corpus and on all small rows.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use own_ruleset::engine::Bits;
use own_ruleset::oracle::Naive;
use own_ruleset::pairing;
use own_ruleset::rules::PegRules;
use own_ruleset::vocabulary::{Direction, Jump, Pegs, Row};
use twinboard::harness::exhaust::small_setups;
use twinboard::harness::{Subject, assert_agree, assert_agree_on, assert_case};
use twinboard::vocabulary::Game;

fn subject() -> Arc<dyn Subject> {
    pairing().subject()
}

#[test]
fn engine_and_oracle_agree_and_every_clause_is_reached() {
    let subject = subject();
    let stats = assert_agree(&subject, 1, 10_000);
    assert_eq!((stats.cases, stats.skipped), (10_000, 0));
    for (clause, count) in subject.clauses().iter().zip(&stats.clauses) {
        assert!(*count >= 10, "{} ({}): {count} times", clause.id, clause.name);
    }
}

#[test]
fn engine_and_oracle_agree_on_the_corpus() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/pegs/edge");
    let files: Vec<_> = fs::read_dir(corpus).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(!files.is_empty());
    for file in files {
        assert_agree_on(&subject(), &fs::read_to_string(file).unwrap());
    }
}

/// Printed by `cargo run -- to-test`.
#[test]
fn pegs_two_for_two() {
    assert_case(
        &subject(),
        concat!("oo.o\n", "> 1 right\n", "> 4 left\n"),
        concat!(". o . .\n", "won (PG-8)\n"),
    );
}

/// Every position of a game is a set-up, so this covers all games on rows of up to ten holes.
#[test]
fn every_jump_in_every_row_of_up_to_ten_holes_has_the_same_effect_on_both_sides() {
    let mut legal = 0;
    for row in small_setups(&PegRules, 10) {
        let engine = Bits::set_up(&row).expect("the engine supports every row");
        let oracle = Naive::set_up(&row).expect("the oracle supports every row");
        assert_eq!(engine.outcome(), oracle.outcome(), "{row}");
        assert_eq!(listed(&engine), listed(&oracle), "{row}");
        for jump in jumps(&row) {
            let (mut engine, mut oracle) = (engine.clone(), oracle.clone());
            let played = oracle.play(&jump);
            assert_eq!(engine.play(&jump), played, "{jump} in {row}");
            assert_eq!(engine.position(), oracle.position(), "{jump} in {row}");
            legal += u64::from(played.is_ok());
        }
    }
    // Expected count: in a row of n holes, n − 2 places for the three holes of a jump, two
    // directions, and any pegs in the other n − 3 holes.
    let expected = (3..=10_u32).map(|n| u64::from(n - 2) * 2 * (1 << (n - 3)));
    assert_eq!(legal, expected.sum::<u64>());
}

fn listed(game: &impl Game<Vocabulary = Pegs>) -> Vec<Jump> {
    let mut all = Vec::new();
    let _ = game.visit_legal_moves(&mut |jump| {
        all.push(*jump);
        std::ops::ControlFlow::Continue(())
    });
    all.sort_unstable();
    all
}

/// All jumps from holes of the row, and some from holes that it does not have.
fn jumps(row: &Row) -> impl Iterator<Item = Jump> {
    let holes = 0..=row.pegs().len() as u64 + 2;
    let froms = holes.chain([65, 1 << 32, u64::MAX]);
    froms.flat_map(|from| [Direction::Left, Direction::Right].map(|to| Jump { from, to }))
}
