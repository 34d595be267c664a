//! Engine and oracle agree.

use std::fs;

use my_game::subject;
use twinboard::harness::{assert_agree, assert_agree_on};

#[test]
fn engine_and_oracle_agree_and_every_clause_is_reached() {
    let stats = assert_agree(&subject(), 1, 1_000);
    for (clause, count) in subject().clauses().iter().zip(&stats.clauses) {
        assert!(
            *count > 0,
            "{} ({}) was never reached",
            clause.id,
            clause.name
        );
    }
}

#[test]
fn engine_and_oracle_agree_on_the_corpus() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/my-game/edge");
    for file in fs::read_dir(folder).unwrap() {
        assert_agree_on(
            &subject(),
            &fs::read_to_string(file.unwrap().path()).unwrap(),
        );
    }
}
