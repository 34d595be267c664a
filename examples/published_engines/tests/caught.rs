//! Each faulty engine that is a crate is caught at its case in `cases/`, by the check that found it;
//! a short campaign finds those that no rare position hides, and the others play without a finding.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use published_engines::registrations;
use twinboard::harness::{Activity, Subject, Verdict, assert_agree, assert_agree_on, guard};

/// The engine of a rule set; an empty name is the registered one.
fn subject(rules: &str, engine: &str) -> Arc<dyn Subject> {
    let all = registrations();
    let registration = all.iter().find(|it| it.name() == rules).expect(rules);
    if engine.is_empty() {
        return registration.subject().clone();
    }
    registration.with_other_engine(engine).expect(engine).subject().clone()
}

#[test]
fn every_faulty_crate_is_caught_at_its_case() {
    for (rules, engine, case, finding) in [
        ("go", "go-goban-matrix", "goban-matrix", "differ in the position"),
        ("go", "go-goban-rectangles", "goban-rectangles", "differ in the legal moves"),
        ("go-superko", "", "goban-sending-two-returning-one", "it alone lists a3"),
        ("shogi", "", "haitaka-drop-of-a-piece-not-in-hand", "panics while playing the move"),
        ("shogi", "shogi-haitaka-listed", "haitaka-mate-by-a-dropped-pawn", "it alone lists P*4e"),
        ("shogi", "shogi-crate-text", "shogi-third-repetition-of-a-copy", "draw equal legal moves"),
        ("shogi", "shogi-crate-undo", "shogi-fourth-repetition", "differ in the position"),
        ("draughts-turkish", "", "kish-capture-back-to-its-start", "panics while listing"),
        ("draughts-turkish", "", "kish-blocked-side-not-to-move", "differ in the outcome"),
    ] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases").join(rules);
        let text = fs::read_to_string(folder.join(case).with_extension("txt")).expect(case);
        let played = guard::catch(|| assert_agree_on(&subject(rules, engine), &text));
        let report = played.expect_err(case);
        assert!(report.contains(finding), "{case}: {report}");
    }
}

#[test]
fn short_campaigns_find_what_is_frequent() {
    for (rules, engine, finding) in [
        ("go", "go-goban-matrix", "differ in the position"),
        ("go", "go-goban-rectangles", "DIVERGENCE"),
        ("go-superko", "", "differ in the legal moves"),
        ("shogi", "", "panics while playing the move"),
    ] {
        let played = guard::catch(|| assert_agree(&subject(rules, engine), 1, 300));
        let report = played.expect_err(engine);
        assert!(report.contains(finding), "{engine}: {report}");
    }
}

#[test]
fn the_oracles_agree_with_engines_that_have_shown_no_difference() {
    for (rules, engine, cases) in [
        ("go", "", 40),
        ("othello", "", 40),
        ("draughts-turkish", "", 20),
        ("shogi", "shogi-crate", 1),
    ] {
        let stats = assert_agree(&subject(rules, engine), 2, cases);
        assert!(stats.cases > 0, "{rules}: {stats:?}");
    }
}

#[test]
fn chess_libraries_agree_but_for_known_differences_which_their_cases_show() {
    for name in ["cozy-chess", "chess-crate", "owlchess", "pleco", "shakmaty"] {
        let engine = subject("chess", name);
        let stats = assert_agree(&engine, 2, 8);
        assert!(stats.cases > 2, "{name}: {stats:?}");
        assert_eq!(engine.known().is_empty(), name == "shakmaty", "{name}");
        for (index, known) in engine.known().iter().enumerate() {
            let case = known.case().expect("each has a case");
            let checked = engine.check(case.as_bytes(), &Activity::default()).expect(case);
            let is_shown = |verdict| matches!(verdict, Verdict::Known(shown, _) if shown == index);
            assert!(is_shown(checked.verdict), "{known:?}");
        }
    }
}

#[test]
fn chess_libraries_play_the_cases_of_rare_rules() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/chess/edge");
    for file in fs::read_dir(corpus).expect("a folder") {
        let case = fs::read_to_string(file.expect("a file").path()).expect("a text");
        for name in ["cozy-chess", "chess-crate", "owlchess", "pleco", "shakmaty"] {
            let is_known = name == "chess-crate" && case.contains(" e6 ");
            let played = guard::catch(|| assert_agree_on(&subject("chess", name), &case));
            assert!(played.is_ok() || is_known, "{name}: {case}{played:?}");
        }
    }
}
