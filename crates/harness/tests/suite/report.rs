//! Texts of reports and of games shown step by step.

use anstream::adapter::strip_str;
use twinboard_harness::campaign::Origin;
use twinboard_harness::report::{Report, Substitutes, render_divergence};
use twinboard_harness::{Action, Activity, Aspect, Blame, Divergence, Finding, Side, Stage};
use twinboard_vocabulary::{Glyph, Picture};

/// A row of cells.
fn picture(cells: &[&str]) -> Picture {
    let glyph = |&cell: &&str| Glyph::new(cell, cell.len() as u8);
    Picture {
        rows: vec![("1".into(), cells.iter().map(glyph).collect())],
        columns: (1..=cells.len()).map(|column| column.to_string()).collect(),
        ..Picture::default()
    }
}

fn plain(text: &str) -> String {
    strip_str(text).to_string()
}

fn hung() -> Finding {
    let stage = Stage { step: 1, side: Some(Side::Engine), action: Action::Play };
    Finding::Hung { stage, limit_ms: 700 }
}

fn panicked() -> Finding {
    let stage = Stage { step: 1, side: Some(Side::Engine), action: Action::Play };
    Finding::Panicked { stage, message: "out of cells at a.rs:3\n".into() }
}

fn differs(aspect: Aspect) -> Finding {
    Finding::Differs { aspect, engine: "this".into(), oracle: "that".into() }
}

fn report(origin: Origin, finding: Finding) -> Report {
    Report {
        engine: None,
        rule_set: "toy".into(),
        origin,
        case: Some("1 2 3\n".into()),
        shrunk: Some("1 2 3\n".into()),
        divergence: Divergence::of(finding.clone()),
        found: Divergence::of(finding),
        is_unshrunk: false,
        cut_short: false,
        tried: 7,
        note: None,
        campaign: None,
        saved: None,
    }
}

#[test]
fn without_its_shrunk_case_a_report_is_about_the_case_as_it_was_found() {
    let found = Divergence { step: 3, ..Divergence::of(differs(Aspect::Position)) };
    let case = Some("1 2 3 4 5\n".to_owned());
    let shrunk = report(Origin::Fuzzed, panicked());
    let mut report = Report { case: case.clone(), found: found.clone(), ..shrunk };
    assert!(plain(&report.render()).contains("found by fuzzing, shrunk from 10 bytes to 6\n"));
    report.unshrink();
    assert_eq!((&report.shrunk, &report.divergence), (&case, &found));
    let rendered = plain(&report.render());
    assert!(rendered.contains("\nfound by fuzzing; not shrunk\n"), "{rendered}");
    let is_unshrunk = rendered.contains("\nthe positions differ\n");
    assert!(is_unshrunk && rendered.contains("  1 2 3 4 5\n"), "{rendered}");
}

#[test]
fn a_report_states_the_origin_of_the_case_and_the_result_of_shrinking() {
    let found = |report: &Report| plain(&report.render()).lines().nth(2).unwrap().to_owned();
    let origins = [
        (Origin::Corpus { name: "a.txt".into() }, "found in a.txt"),
        (Origin::Walked { name: "b.txt".into(), depth: 3 }, "found at depth 3 of perft of b.txt"),
        (
            Origin::Enumerated { rows: 2, columns: 5, size: None, index: 7 },
            "found by enumeration, from set-up 7 of the 2 × 5 boards",
        ),
        (Origin::Fuzzed, "found by fuzzing"),
        (Origin::Drawn { seed: 4, index: 9 }, "found as case 9 of seed 4"),
    ];
    for (origin, said) in origins {
        let said = format!("{said}; nothing simpler fails (7 candidates tried)");
        assert_eq!(found(&report(origin, panicked())), said);
    }
    let panics = || report(Origin::Fuzzed, panicked());
    let hangs = || Report { tried: 0, ..report(Origin::Fuzzed, hung()) };
    let (case, smaller, equal) = (Some("1 2 3\n"), Some("1\n"), Some("1 1 1\n"));
    let shrunk = |text: Option<&str>| text.map(str::to_owned);
    for (report, said, text) in [
        (Report { tried: 1, ..panics() }, "; nothing simpler fails (1 candidate tried)", case),
        (hangs(), "; not shrunk", case),
        (Report { tried: 0, ..panics() }, "; nothing simpler to try", case),
        (Report { cut_short: true, ..panics() }, "; not shrunk", case),
        (Report { shrunk: shrunk(smaller), ..hangs() }, ", shrunk from 6 bytes to 2", smaller),
        (Report { shrunk: shrunk(equal), ..hangs() }, ", made simpler at the same size", equal),
        (Report { shrunk: None, ..hangs() }, "; it did not fail again when replayed", case),
        (Report { shrunk: None, case: None, ..hangs() }, "; the case could not be generated", None),
    ] {
        assert_eq!(found(&report), format!("found by fuzzing{said}"));
        assert_eq!(report.text(), text, "{said}");
        assert_eq!(plain(&report.render()).contains("the case\n"), text.is_some(), "{said}");
    }
}

#[test]
fn unsaved_cases_are_printed_in_full_and_saved_ones_with_the_commands_to_replay_them() {
    let finding = Finding::Hung { stage: Activity::default().stage(), limit_ms: 1 };
    let mut report = Report {
        case: Some("line\n".repeat(24) + "last line\n"),
        shrunk: None,
        ..report(Origin::Drawn { seed: 1, index: 0 }, finding)
    };
    assert!(report.render().contains("last line"));
    assert!(report.render().contains('\u{1b}') && !report.to_string().contains('\u{1b}'));
    assert!(report.to_string().contains("last line"));
    report.saved = Some("case.txt".into());
    assert!(report.render().contains("… and 1 more line\n"));
    assert!(report.render().contains(" twinboard diff case.txt\n"));
    assert!(report.render().contains(" twinboard show case.txt\n"));
    let printed = report.render_for("my program", Substitutes::default());
    assert!(printed.contains(" 'my program' to-test case.txt\n"));
    // An engine in another process gets a corpus in place of a test in Rust.
    let sides = Substitutes { engine: Some("e"), ..Substitutes::default() };
    let printed = report.render_for("p", sides);
    assert!(printed.contains(" p diff --engine e case.txt\n"), "{printed}");
    assert!(printed.contains(" p diff --engine e .\n"), "{printed}");
    // An engine of the program is named in the title, a command is not.
    let title_of = |report: &Report| {
        let printed = plain(&report.render_for("p", sides));
        printed.split_once(": the rule set is at fault, ").map(|(title, _)| title.to_owned())
    };
    assert_eq!(title_of(&report).as_deref(), Some("DIVERGENCE toy"));
    report.engine = Some("fast".into());
    assert_eq!(title_of(&report).as_deref(), Some("DIVERGENCE fast"));
    let printed = report.render_for("p", Substitutes { oracle: Some("a b"), ..sides });
    assert!(printed.contains(" p diff --engine e --oracle 'a b' case.txt\n"), "{printed}");
    let printed = report.render_for("p", Substitutes { options: "--env A", ..sides });
    assert!(printed.contains(" p diff --engine e --env A case.txt\n"), "{printed}");
}

#[test]
fn cells_that_differ_are_marked_with_a_star() {
    let mut divergence = Divergence {
        step: 4,
        mv: Some("take 2".into()),
        before: Some(picture(&["a", "b"])),
        engine: Some(picture(&["a", "c"])),
        oracle: Some(picture(&["a", "d"])),
        blame: Blame { engine_breaks: vec!["b is kept".into()], ..Blame::default() },
        ..Divergence::of(differs(Aspect::Position))
    };
    let rendered = plain(&render_divergence(&divergence));
    let expected = "\
step 4: take 2

  before     engine     oracle
  1 | a b    1 | a*c    1 | a*d
     --         --         --
      1 2        1 2        1 2

the cells with a star differ
the engine breaks an invariant: b is kept
";
    let without_rules = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.contains("--")).map(str::to_owned).collect()
    };
    assert_eq!(without_rules(&rendered), without_rules(expected), "{rendered}");
    // With the board of one side only there are no stars.
    divergence.oracle = None;
    divergence.mv = None;
    let rendered = plain(&render_divergence(&divergence));
    assert!(rendered.starts_with("the set-up\n\n  before"), "{rendered}");
    assert!(!rendered.contains('*') && !rendered.contains("oracle"), "{rendered}");
    (divergence.before, divergence.engine) = (None, None);
    let rendered = plain(&render_divergence(&divergence));
    assert!(rendered.starts_with("the set-up\nthe positions differ"), "{rendered}");
}

/// The report of positions with these rows and captions, without its first line.
fn positions(engine: Picture, oracle: Picture, texts: [&str; 2]) -> String {
    let [own, other] = texts.map(str::to_owned);
    let finding = Finding::Differs { aspect: Aspect::Position, engine: own, oracle: other };
    let (engine, oracle) = (Some(engine), Some(oracle));
    let divergence = Divergence { engine, oracle, ..Divergence::of(finding) };
    plain(&render_divergence(&divergence)).strip_prefix("the set-up\n\n").unwrap().to_owned()
}

#[test]
fn positions_that_look_the_same_are_shown_as_texts() {
    let same = || picture(&["a", "b"]);
    let shown = positions(same(), same(), ["a b\nrights KQ\n", "a b\nrights K\n"]);
    let expected = "
both boards look the same, but the positions are not equal:
  engine  a b
          rights *KQ
  oracle  a b
          rights *K
";
    assert!(shown.ends_with(expected), "{shown}");
    let unknown = positions(same(), same(), ["a b"; 2]);
    assert!(unknown.ends_with("are not equal; no text of them shows why\n"), "{unknown}");
}

#[test]
fn every_finding_is_explained() {
    let explained = |finding| {
        let rendered = plain(&render_divergence(&Divergence::of(finding)));
        rendered.strip_prefix("the set-up\n").expect("nothing was played").to_owned()
    };
    let outcome = explained(differs(Aspect::Outcome));
    assert_eq!(outcome, "the outcome:\n  engine  this\n  oracle  that\n");
    assert_eq!(explained(differs(Aspect::Position)), "the positions differ\n");
    assert_eq!(explained(hung()), "abandoned after 700 ms without progress\n");
    assert_eq!(explained(panicked()), "out of cells at a.rs:3\n");
    let (invariant, detail) = ("all is well".to_owned(), "it is not".to_owned());
    let broken =
        |side| Finding::Broken { side, invariant: invariant.clone(), detail: detail.clone() };
    assert_eq!(explained(broken(Some(Side::Engine))), "it is not\n");
    // If both sides agree, the invariant may be wrong.
    let by_both = "engine and oracle agree: both are wrong, or the rule set's invariant is\n";
    assert_eq!(explained(broken(None)), format!("it is not\n{by_both}"));
    let law = Finding::WrongLaw { law: "symmetry".into(), name: None, detail: detail.clone() };
    assert_eq!(explained(law), "it is not\n");
    let asserted = Finding::FailedAssertion { assertion: "a win".into(), detail };
    assert_eq!(explained(asserted), "it is not\n");
    let killed = explained(Finding::Killed { status: "signal 9".into() });
    assert!(killed.starts_with("signal 9; neither a panic nor a hang"), "{killed}");
}
