//! Each faulty engine that is a crate is caught at its case in `cases/`, by the check that found it;
//! a short campaign finds those that no rare position hides, and the others play without a finding.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use arbitrary::Unstructured;
use published_engines::draughts::Draughts;
use published_engines::go::Go;
use published_engines::othello::Othello;
use published_engines::registrations;
use published_engines::shogi::Shogi;
use published_engines::table::{Rules, Table};
use twinboard::harness::{RuleSet, Subject, assert_agree, assert_agree_on, guard};

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
        ("shogi", "shogi-crate-text", "shogi-third-repetition-of-a-copy", "differ in the outcome"),
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
        let played = guard::catch(|| assert_agree(&subject(rules, engine), 1, 60));
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

/// Draws set-ups of a game and reads their texts.
fn drawn_set_ups_read_back<R: Rules>() {
    for seed in 0..200_u32 {
        let bytes: Vec<u8> = (0..4000_u32).map(|at| ((at * 31 + seed * 7919) >> 3) as u8).collect();
        let setup = Table::<R>::default().generate_setup(&mut Unstructured::new(&bytes));
        let setup = setup.expect("enough bytes");
        assert_eq!(setup.to_string().parse(), Ok(setup), "{}", R::NAME);
    }
}

#[test]
fn all_drawn_set_ups_read_back() {
    drawn_set_ups_read_back::<Othello>();
    drawn_set_ups_read_back::<Go<true>>();
    drawn_set_ups_read_back::<Shogi>();
    drawn_set_ups_read_back::<Draughts<0>>();
    drawn_set_ups_read_back::<Draughts<1>>();
    drawn_set_ups_read_back::<Draughts<2>>();
    drawn_set_ups_read_back::<Draughts<3>>();
    drawn_set_ups_read_back::<Draughts<4>>();
}
