//! Engine and oracle agree on random boards, on the corpus and on all small boards.

use std::fs;
use std::path::Path;

use lights_out::engine::Bits;
use lights_out::game::{LightsOut, WON};
use lights_out::oracle::Naive;
use lights_out::registration;
use twinboard::harness::RuleSet;
use twinboard::harness::shape::Shape;
use twinboard::harness::{assert_agree, assert_agree_on, assert_case};
use twinboard::vocabulary::{Game, Vocabulary};

#[test]
fn engine_and_oracle_agree_and_every_clause_is_reached() {
    let registration = registration();
    let stats = assert_agree(registration.subject(), 1, 2_000);
    assert_eq!((stats.cases, stats.skipped), (2_000, 0));
    for (clause, count) in registration.subject().clauses().iter().zip(&stats.clauses) {
        assert!(*count >= 20, "{} ({}): {count} times", clause.id, clause.name);
    }
}

#[test]
fn engine_and_oracle_agree_on_the_corpus() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(LightsOut::NAME);
    for (kind, count) in [("sample", 2), ("edge", 4)] {
        let files: Vec<_> = fs::read_dir(corpus.join(kind)).unwrap().collect();
        assert_eq!(files.len(), count, "{kind}");
        for file in files {
            let text = fs::read_to_string(file.unwrap().path()).unwrap();
            assert_agree_on(registration().subject(), &text);
        }
    }
}

/// These are the boards of three lights: a corner and its two neighbours.
#[test]
fn a_single_press_wins_four_boards_of_two_by_two() {
    let mut won = 0;
    let all = LightsOut.enumeration().unwrap();
    for board in (1..=2).flat_map(|columns| all.setups(Shape { rows: 2, columns }, 2)) {
        let (engine, oracle) = (Bits::set_up(&board).unwrap(), Naive::set_up(&board).unwrap());
        let _ = oracle.visit_legal_moves(&mut |press| {
            let (mut engine, mut oracle) = (engine.clone(), oracle.clone());
            assert_eq!(engine.play(press), oracle.play(press), "{press} on\n{board}");
            assert_eq!(engine.position(), oracle.position(), "{press} on\n{board}");
            won += u32::from(board.0[0].len() == 2 && oracle.outcome() == WON);
            std::ops::ControlFlow::Continue(())
        });
    }
    assert_eq!(won, 4);
}

/// Printed by `cargo run -- to-test`.
#[test]
fn lights_out_two_presses_win() {
    assert_case(
        registration().subject(),
        concat!("##.\n", "#.#\n", ".##\n", "> 1 1\n", "> 3 3\n"),
        concat!(". . .\n", ". . .\n", ". . .\n", "won (LO-5)\n"),
    );
}
