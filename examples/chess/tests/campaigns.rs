//! A short campaign of each engine, the laws of the rule set, and the corpus.

use std::fs;
use std::path::Path;
use std::process::Command;

use chess_engines::{as_is, game::Fen, registration};
use twinboard::harness::{Activity, Verdict, assert_agree, guard};

/// Cases of a campaign with which every clause is reached.
const CASES: u64 = 800;

#[test]
fn every_engine_agrees_with_the_trusted_side_and_every_clause_is_reached() {
    let registration = registration();
    let stats = assert_agree(registration.subject(), 1, CASES);
    let clauses = registration.subject().clauses();
    let unreached: Vec<_> =
        clauses.iter().zip(&stats.clauses).filter(|&(_, count)| *count == 0).collect();
    assert!(unreached.is_empty(), "{unreached:?}");
    assert_eq!(stats.observations["checkers"].by_engine_alone, 0);
    let known: Vec<&str> = as_is().into_iter().map(|(name, _)| name).collect();
    for name in registration.other_engines().filter(|name| !known.contains(name)) {
        let engine = registration.with_other_engine(name).expect("it is listed");
        assert_agree(engine.subject(), 2, CASES / 5);
    }
}

#[test]
fn what_the_adapters_work_around_is_found() {
    let findings =
        ["the position", "set up anew is the same", "if and only if positions are", "the outcome"];
    for ((name, engine), finding) in as_is().into_iter().zip(findings) {
        let report = guard::catch(|| assert_agree(&engine, 1, CASES)).expect_err(name);
        let heading = report.lines().next().unwrap_or_default();
        assert!(heading.ends_with(finding), "{name}: {report}");
    }
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
    assert_eq!(played, 14);
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
fn an_observation_that_a_library_does_not_have_is_named() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chess_engines"));
    let done = command.args(["verify", "--cases", "1", "--seed", "1", "--out"]);
    let done = done.arg(env!("CARGO_TARGET_TMPDIR")).output().unwrap();
    let printed = String::from_utf8_lossy(&done.stdout);
    let line = "not compared: `insufficient material`, which the oracle alone gives\n";
    assert!(printed.contains(line) && !printed.contains("`checkers`"), "{printed}");
}
