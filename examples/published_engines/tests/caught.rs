//! A short campaign of each engine that is a crate, and the case of each known difference.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use published_engines::registrations;
use twinboard::Registration;
use twinboard::harness::{
    Activity, Checks, Subject, Verdict, assert_agree, assert_agree_on, guard,
};

/// A crate whose faults are reported: it is caught at its case in `cases/`.
const FAULTY: [&str; 2] = ["shogi-crate-text", "shogi-crate-undo"];

fn engines() -> Vec<(&'static str, Arc<dyn Subject>)> {
    let of = |game: &Registration| -> Vec<(&'static str, Arc<dyn Subject>)> {
        game.other_engines().map(|name| (name, game.engine_subject(name))).collect()
    };
    registrations().iter().flat_map(of).collect()
}

fn engine(wanted: &str) -> Arc<dyn Subject> {
    let found = engines().into_iter().find(|(name, _)| *name == wanted);
    found.expect(wanted).1
}

#[test]
fn engines_agree_but_for_known_differences_which_their_cases_show() {
    for (name, engine) in engines().into_iter().filter(|(name, _)| !FAULTY.contains(name)) {
        // Of the set-ups of Go, Othello and oware the engines support few.
        let cases = match engine.name() {
            "shogi" => 6,
            "go" | "othello" | "oware" => 60,
            _ => 8,
        };
        let stats = assert_agree(&engine, 2, cases);
        assert!(stats.cases > 0, "{name}: {stats:?}");
        for (index, known) in engine.known().iter().enumerate() {
            let case = known.case().expect("each has a case");
            let case = engine.case(case).expect(case);
            let checked = engine.check(&case, Checks::replay(), &Activity::default());
            let is_shown = |verdict| matches!(verdict, Verdict::Known(shown, _) if shown == index);
            assert!(is_shown(checked.verdict), "{name}: {known:?}");
        }
    }
}

#[test]
fn known_differences_are_findings_otherwise() {
    let known: Vec<_> = engines().into_iter().filter(|(_, it)| !it.known().is_empty()).collect();
    let names: Vec<_> = known.iter().map(|(name, _)| *name).collect();
    let expected = [
        "cozy-chess",
        "chess-crate",
        "owlchess",
        "pleco",
        "kish",
        "goban",
        "board-game",
        "haitaka",
    ];
    assert_eq!(names, expected);
    for (name, engine) in known {
        let as_is = engine.with_known(&[]);
        for difference in engine.known() {
            let case = difference.case().expect("each has a case");
            assert!(guard::catch(|| assert_agree_on(&as_is, case)).is_err(), "{name}: {case}");
        }
    }
}

#[test]
fn the_crate_shogi_is_caught_at_its_cases() {
    for (name, case, finding) in [
        ("shogi-crate-text", "shogi-third-repetition-of-a-copy", "draw equal legal moves"),
        ("shogi-crate-undo", "shogi-fourth-repetition", "differ in the position"),
    ] {
        let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/shogi");
        let text = fs::read_to_string(cases.join(case).with_extension("txt")).expect(case);
        let report = guard::catch(|| assert_agree_on(&engine(name), &text)).expect_err(case);
        assert!(report.contains(finding), "{case}: {report}");
    }
}

#[test]
fn chess_libraries_play_the_cases_of_rare_rules() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/chess/edge");
    for file in fs::read_dir(corpus).expect("a folder") {
        let case = fs::read_to_string(file.expect("a file").path()).expect("a text");
        for name in ["cozy-chess", "chess-crate", "owlchess", "pleco", "shakmaty"] {
            let is_known = name == "chess-crate" && case.contains(" e6 ");
            let played = guard::catch(|| assert_agree_on(&engine(name), &case));
            assert!(played.is_ok() || is_known, "{name}: {case}{played:?}");
        }
    }
}
