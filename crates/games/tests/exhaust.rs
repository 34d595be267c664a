//! Totals of exhaustive runs, as docs/VERIFICATION.md reports them. The long runs take minutes each, so
//! they need the feature `long-tests` and a release build. Small bounds are in
//! `snapshots/tests/exhaust.rs`.

use std::sync::Arc;
use std::time::Duration;

use twinboard_harness::Subject;
use twinboard_harness::exhaust::{Bounds, ExhaustEnd, ExhaustPlan, Figures};

fn subject(rule_set: &str) -> Arc<dyn Subject> {
    let all = twinboard_games::all();
    all.into_iter().find(|subject| subject.name() == rule_set).expect("it is built in")
}

/// The totals of all shapes within bounds: set-ups, positions, legal moves, refused moves, and the
/// digest.
fn totals(threads: usize, rule_set: &str, bounds: Bounds, all_moves: bool) -> [u64; 5] {
    let step_limit = Duration::from_mins(1);
    let plan = ExhaustPlan { all_moves, threads, step_limit, ..ExhaustPlan::new(bounds) };
    let result = subject(rule_set).exhaust(&plan, &mut |_| ());
    assert_eq!(result.end, ExhaustEnd::Done);
    let mut all = Figures::default();
    for finished in result.finished {
        all += finished.figures;
    }
    [all.setups, all.positions, all.moves, all.refused, all.digest]
}

const USUAL: [(&str, [u64; 5]); 3] = [
    ("samegame", [1_417_225, 819_429, 4_921_944, 51_609_555, 0x6eaa_7a9a_4140_afa5]),
    ("linkpop", [72_846, 1_064, 101_516, 6_625_044, 0x07a4_a61e_f0c9_7dab]),
    ("paint", [35_019, 27_985, 94_882, 64_331_794, 0x08e5_f960_6ebc_fc64]),
];

#[test]
fn the_usual_bounds_on_one_thread_and_on_three() {
    for (rule_set, expected) in USUAL {
        for threads in [1, 3] {
            let bounds = subject(rule_set).usual_bounds().expect("it can be enumerated");
            let all = totals(threads, rule_set, bounds, true);
            assert_eq!(all, expected, "{rule_set} on {threads} threads");
        }
    }
}

#[test]
fn larger_bounds() {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let of = |rule_set, bounds, all_moves| totals(threads, rule_set, bounds, all_moves);
    let expected = [182_918, 195_076, 857_931, 8_354_418, 0x5d20_d29b_7baf_1aa3];
    assert_eq!(of("samegame", Bounds::new([(3, 4), (4, 3)], 3), true), expected);
    let expected = [1_494_544, 636_064, 4_776_538, 53_200_095, 0x408d_7d7f_5e33_b9e9];
    assert_eq!(of("samegame", Bounds::new([(2, 6), (6, 2)], 4), true), expected);
    let expected = [1_284_301, 1_026_697, 2_923_076, 0, 0x31d3_6f83_441f_f70b];
    assert_eq!(of("paint", Bounds::new([(3, 3)], 4), false), expected);
    let cells_of_six = Bounds::new([(1, 6), (6, 1), (2, 3), (3, 2)], 3);
    let expected = [23_343_698, 460_240, 65_390_121, 0, 0x5227_dbb2_9132_8807];
    assert_eq!(of("linkpop", cells_of_six, false), expected);
}
