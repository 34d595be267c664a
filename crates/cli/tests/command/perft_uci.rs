//! `twinboard perft --against uci:…`: engines that speak UCI, with and without slips.

use super::check::programs;
use crate::prelude::*;

/// Counts 8 counters after a move that takes 1 against the engine with a slip, which ends with this
/// code; `None` without an interpreter.
fn against(slip: &str, arguments: &str, code: i32) -> Option<Assert> {
    speaking("uci", slip, arguments, code)
}

/// The same with another protocol, or with options of the engine, as in `uci[Hash=4]`.
fn speaking(protocol: &str, slip: &str, arguments: &str, code: i32) -> Option<Assert> {
    let engine = format!("{protocol}:{} {slip}", programs::uci()?);
    let mut process = nim(format!("perft - -r nim {arguments} --out . --against"));
    let folder = tempfile::tempdir().unwrap();
    process.arg(engine).current_dir(&folder);
    Some(process.write_stdin("8\n> 1\n> 0\n").assert().code(code))
}

#[test]
fn a_right_engine_counts_the_same_with_merged_positions_and_without() {
    for (depth, more) in [("1", ""), ("5", ""), ("5", "--count"), ("12", "")] {
        let Some(done) = against("right", &format!("-d {depth} {more}"), 0) else { return };
        done.stdout(contains(format!("\nnim: the program counts the same to depth {depth} (")));
    }
    speaking("usi", "right", "-d 3", 0);
}

#[test]
fn each_position_of_a_suite_is_counted() {
    let Some(engine) = programs::uci() else { return };
    let folder = folder(&[("suite.epd", b"3 ;D1 3 ;D2 3\n4 ;D1 3 ;D2 6\n")]);
    let run = |slip: &str, more: &str, code| {
        let mut command = nim(format!("perft -r nim --suite suite.epd --out out {more} --against"));
        command.arg(format!("uci:{engine} {slip}")).current_dir(&folder).assert().code(code)
    };
    run("right", "--count-with 'go perft %d'", 0)
        .stdout(contains("to depth 2 (suite.epd, line 1)").or(contains("suite.epd, line 2)")));
    // One that cannot count is asked once.
    run("searches", "", 2).stdout(contains("has no `go perft`").count(1));
    run("takes-four", "", 1).stdout(contains("the program lists illegal moves"));
}

#[test]
fn a_wrong_count_is_followed_to_a_wrong_move_and_shrunk() {
    let Some(done) = against("takes-four", "-d 4 --count", 1) else { return };
    done.stdout(contains("\nDIVERGENCE nim: the program lists illegal moves\n"))
        .stdout(contains("  4: refused, not that many\n"))
        .stdout(contains("to depth 1, shrunk from 10 bytes to 2\n"));
}

#[test]
fn totals_of_smaller_depths_and_titles_are_no_answers() {
    for slip in ["prints-totals", "prints-a-title"] {
        let Some(done) = against(slip, "-d 3", 0) else { return };
        done.stdout(contains("counts the same to depth 3 ("));
    }
}

#[test]
fn an_engine_that_may_not_have_taken_the_position_is_not_accused() {
    // The lists of Nim are the same, and the counts are not.
    for (slip, said) in [("refuses", "that is no position"), ("refuses-in-silence", "")] {
        let Some(done) = against(slip, "-d 3", 3) else { return };
        done.stderr(contains("may not have taken the position"))
            .stdout(contains("it counts as without any").and(contains(said)));
    }
    // One that takes it is accused, although it says more than counts.
    let Some(done) = against("takes-four", "-d 2", 1) else { return };
    done.stdout(contains("the program said\n  info string perft 2\n"));
}

#[test]
fn an_engine_that_crashes_or_ends_is_at_fault() {
    let crashed = "the program crashed: segmentation fault, SIGSEGV";
    for (slip, title, reason) in [
        ("dies", "does not count", "exit code 3, before it answered go perft 3\n"),
        ("dies", "does not count", "\n  no room for the table\n"),
        ("needs-hash", "does not count", "the program failed with exit code 4"),
        ("crashes-afterwards", "fails after its count", crashed),
    ] {
        let Some(done) = against(slip, "-d 3", 1) else { return };
        let title = format!("DIVERGENCE nim: the program {title}\n");
        done.stdout(contains(title).and(contains(reason)));
    }
    speaking("uci[Hash=4]", "needs-hash", "-d 3", 0);
}

#[test]
fn an_engine_that_cannot_be_asked_is_an_error_that_quotes_it() {
    let slips: [(&str, &str, &str, &[&str]); 8] = [
        ("uci", "searches", "", &["has no `go perft`", "  info depth 1 score cp 3 pv 1\n"]),
        ("uci", "is-never-ready", "20s", &["did not answer isready within 20s"]),
        ("uci", "never-totals", "20s", &["did not answer go perft 3 within 20s"]),
        ("uci", "prints-without-end", "20s", &["go perft 3 within 20s", "string thinking"]),
        ("uci", "never-flushes", "200ms", &["uci within 200ms", "does it flush"]),
        ("uci[Ash=4]", "right", "", &["no option `Ash`; its options: Hash"]),
        ("uci[Hash=10]", "right", "", &["type spin default 1 min 1 max 9: `10`"]),
        ("uci[Hash=4]", "complains", "", &["refuses Hash=4: `No such option`"]),
    ];
    // Most of the time they wait.
    std::thread::scope(|scope| {
        for (protocol, slip, limit, reasons) in slips {
            scope.spawn(move || {
                let limit = if limit.is_empty() { "" } else { &format!("--limit {limit}") };
                let Some(done) = speaking(protocol, slip, &format!("-d 3 {limit}"), 2) else {
                    return;
                };
                let output = done.get_output();
                let said = lossy(&output.stdout) + &lossy(&output.stderr);
                for reason in reasons {
                    assert!(said.contains(reason), "{slip}, {reason}: {said}");
                }
            });
        }
    });
}
