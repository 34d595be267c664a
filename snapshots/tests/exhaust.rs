//! Figures of enumerations within small bounds, on which engine and oracle agree (EX-1 to EX-5 of
//! RULES.md).
//!
//! The bounds are listed in `exhaust/<rule set>.txt`. Nothing here names a rule set.

use std::fmt::Write;
use std::fs;
use std::time::Duration;

use insta::assert_snapshot;
use twinboard_harness::Subject;
use twinboard_harness::exhaust::{Bounds, ExhaustEnd, ExhaustPlan, Figures, FinishedShape};
use twinboard_snapshots::{page, settings};

use super::alone;

/// An enumeration whose figures have a snapshot.
struct Kept {
    name: String,
    bounds: Bounds,
    all_moves: bool,
    note: String,
}

fn listed(rule_set: &str) -> Vec<Kept> {
    let list =
        fs::read_to_string(format!("exhaust/{rule_set}.txt")).expect("every rule set has a list");
    let lines = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let kept = lines.map(|line| {
        let mut columns = line.split_whitespace();
        let mut next = || columns.next().expect("shapes, symbols, `all` or `legal`");
        let (shapes, symbols, moves) = (next(), next(), next());
        assert!(["all", "legal"].contains(&moves), "{line}");
        let side = |text: &str| text.parse::<u8>().expect("a number");
        let pairs = shapes.split(',').map(|shape| shape.split_once('x').expect("such as 2x3"));
        Kept {
            name: format!("{rule_set}-{}-with-{symbols}", shapes.replace(',', "-")),
            bounds: Bounds::new(pairs.map(|(one, two)| (side(one), side(two))), side(symbols)),
            all_moves: moves == "all",
            note: columns.collect::<Vec<_>>().join(" "),
        }
    });
    kept.collect()
}

/// On three threads: the figures were counted on one, and must not depend on it.
fn finished(subject: &dyn Subject, kept: &Kept) -> Vec<FinishedShape> {
    let plan = ExhaustPlan {
        all_moves: kept.all_moves,
        threads: 3,
        step_limit: Duration::from_mins(1),
        ..ExhaustPlan::new(kept.bounds.clone())
    };
    let result = subject.exhaust(&plan, &mut |_| ());
    assert_eq!(result.end, ExhaustEnd::Done, "{}", kept.name);
    result.finished
}

fn line(board: &str, figures: &Figures) -> String {
    let Figures { setups, positions, moves, refused, claims, digest: _, skipped: _ } = figures;
    format!("{board:>5} {setups:>8} {positions:>9} {moves:>8} {refused:>8} {claims:>7}")
}

#[test]
fn figures_are_unchanged() {
    let _alone = alone();
    for subject in twinboard_cli::subjects() {
        for kept in listed(subject.name()) {
            let finished = finished(subject.as_ref(), &kept);
            let mut text = "board  set-ups positions    moves  refused  claims\n".to_owned();
            let mut total = Figures::default();
            for FinishedShape { shape, figures } in &finished {
                let board = format!("{}×{}", shape.rows, shape.columns);
                let _ = writeln!(text, "{}", line(&board, figures));
                total += *figures;
            }
            let _ = writeln!(text, "{}", line("all", &total));
            // Nobody can judge it: it notices boards that change while their numbers stay the same.
            let _ = writeln!(text, "\ndigest of all boards {:016x}", total.digest);
            let settings = settings("exhaust", &kept.note);
            settings.bind(|| assert_snapshot!(kept.name.as_str(), page(text)));
        }
    }
}
