//! A short campaign of each engine, the laws of the rule set, and the corpus.

use std::fs;
use std::path::Path;
use std::process::Command;

use chess_engines::{game::Fen, registration};
use twinboard::harness::{Activity, Checks, Verdict, assert_agree};

/// Cases of a campaign with which every clause is reached.
const CASES: u64 = 500;

#[test]
fn every_engine_agrees_with_the_trusted_side_and_every_clause_is_reached() {
    let registration = registration();
    let stats = assert_agree(registration.subject(), 1, CASES);
    let clauses = registration.subject().clauses();
    let unreached: Vec<_> =
        clauses.iter().zip(&stats.clauses).filter(|&(_, count)| *count == 0).collect();
    assert!(unreached.is_empty(), "{unreached:?}");
    assert_eq!(stats.observations["checkers"].by_engine_alone, 0);
}

#[test]
fn other_engines_agree_but_for_known_differences_which_a_short_campaign_and_their_cases_show() {
    for name in registration().other_engines() {
        let engine = registration().engine_subject(name);
        let stats = assert_agree(&engine, 2, CASES / 4);
        for (index, known) in engine.known().iter().enumerate() {
            assert!(stats.known[index] > 0, "{known:?}");
            let case = known.case().expect("every one has a case");
            let checked = engine.check(case.as_bytes(), &Activity::default()).expect(case);
            assert!(
                matches!(checked.verdict, Verdict::Known(shown, _) if shown == index),
                "{case}"
            );
        }
    }
}

/// The key of step 1 is wrong, which a campaign may not see; that of step 5 is right, but another one.
#[test]
fn a_key_that_changes_after_a_known_difference_is_no_other_one() {
    let case = "4k3/1b3p2/8/8/8/3B4/8/B3K3 b - -\n> f7f5\n> d3b5\n> b7c6\n> b5d3\n> c6b7\n";
    let engine = registration().engine_subject("owlchess");
    let played = |known: &[_]| {
        let engine = engine.with_known(known);
        engine
            .check_with(case.as_bytes(), Checks::campaign(), &Activity::default())
            .unwrap()
            .verdict
    };
    assert!(matches!(played(&[]), Verdict::Diverged(found) if found.step == 5));
    assert!(matches!(played(engine.known()), Verdict::Known(0, found) if found.step == 1));
}

#[test]
fn the_cases_of_the_corpus_are_possible_and_played_to_their_end() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/chess");
    let mut played = 0;
    for file in ["edge", "perft"].iter().flat_map(|kind| fs::read_dir(corpus.join(kind)).unwrap()) {
        let path = file.unwrap().path();
        let text = fs::read(&path).unwrap();
        let checked = registration().subject().check(&text, &Activity::default());
        assert_eq!(checked.expect("a case").verdict, Verdict::Agreed, "{}", path.display());
        played += 1;
    }
    assert_eq!(played, 15);
}

#[test]
fn fen_has_four_fields_or_six() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    for clocks in ["", " 0", " 12 34"] {
        let read: Fen = format!("{start}{clocks}").parse().expect("it is FEN");
        assert_eq!(read.to_string(), start);
    }
    let error = |text: &str| text.parse::<Fen>().expect_err(text).to_string();
    assert_eq!(error("8/8/8/8/8/8/8/K7 w - -"), "expected exactly 1 of `k`, not 0");
    let rights = "some of `KQkq` in this order, or `-`";
    let expected = format!("line 1, column 21: found `kK`, expected the castling, {rights}");
    assert_eq!(error("k7/8/8/8/8/8/8/K7 w kK -"), expected);
    // A pawn of the other colour stands beside the one that moved.
    let en_passant = "4k3/8/8/3Pp3/8/8/8/4K3 w - e6";
    assert_eq!(en_passant.parse::<Fen>().expect("it is FEN").to_string(), en_passant);
    let nobody: Fen = "4k3/8/8/4p3/8/8/8/4K3 w - e6".parse().expect("it is FEN");
    assert_eq!(nobody.to_string(), "4k3/8/8/4p3/8/8/8/4K3 w - -");
}

#[test]
fn the_command_names_an_observation_of_one_side_and_reports_known_differences_if_told_to() {
    let verify = |as_is: bool| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chess_engines"));
        let command =
            command.args(["verify", "--engine", "chess-crate", "--seed", "1", "--cases", "40"]);
        if as_is {
            command.env("AS_IS", "1");
        }
        let done = command.args(["--out", env!("CARGO_TARGET_TMPDIR")]).output().unwrap();
        (done.status.code(), String::from_utf8_lossy(&done.stdout).into_owned())
    };
    let (code, printed) = verify(false);
    let line = "not compared: `insufficient material`, which the oracle alone gives\n";
    assert!(code == Some(0) && printed.contains(line), "{printed}");
    assert!(!printed.contains("`checkers`"), "{printed}");
    let (code, printed) = verify(true);
    assert!(code == Some(1) && printed.contains("differ in the position"), "{printed}");
}
