//! `twinboard perft --against uci:…`: engines that speak UCI, with and without slips.

use predicates::prelude::*;
use predicates::str::contains;

use super::check::programs;
use super::support::{folder, lossy, nim, text};

/// Counts 8 counters after a move that takes 1 against the engine with a slip; `None` without an
/// interpreter.
fn against(slip: &str, more: &[&str]) -> Option<assert_cmd::Command> {
    with_options("", slip, more)
}

/// The same with options of the engine, as in `[Hash=4]`.
fn with_options(options: &str, slip: &str, more: &[&str]) -> Option<assert_cmd::Command> {
    let [python, file] = programs::uci()?;
    let command = format!("uci{options}:{python} '{file}' {slip}");
    let arguments = ["perft", "-", "-r", "nim", "--against", &command];
    let mut process = nim(&[&arguments, more].concat());
    process.write_stdin("8\n> 1\n> 0\n");
    Some(process)
}

#[test]
fn a_right_engine_counts_the_same_with_merged_positions_and_without() {
    for more in [&["-d", "1"][..], &["-d", "5"], &["-d", "5", "--count"], &["-d", "12"]] {
        let Some(mut process) = against("right", more) else { return };
        let depth = more[1];
        let done = process.assert().success();
        done.stdout(contains(format!("\nnim: the program counts the same to depth {depth} (")));
    }
    let Some([python, file]) = programs::uci() else { return };
    let usi = format!("usi:{python} '{file}' right");
    let mut process = nim(&["perft", "-", "-r", "nim", "-d", "3", "--against", &usi]);
    process.write_stdin("8\n> 1\n> 0\n").assert().success();
}

#[test]
fn each_position_of_a_suite_is_counted() {
    let Some([python, file]) = programs::uci() else { return };
    let out = folder(&[("suite.epd", b"3 ;D1 3 ;D2 3\n4 ;D1 3 ;D2 6\n")]);
    let suite = out.path().join("suite.epd");
    let run = |slip: &str, more: &[&str]| {
        let command = format!("uci:{python} '{file}' {slip}");
        let arguments = ["perft", "-r", "nim", "--suite", text(&suite), "--against", &command];
        nim(&[&arguments[..], &["--out", text(out.path())], more].concat()).assert()
    };
    let done = run("right", &["--count-with", "go perft %d"]).success();
    done.stdout(contains("to depth 2 (suite.epd, line 1)").or(contains("suite.epd, line 2)")));
    // One that cannot count is asked once.
    let done = run("searches", &[]).code(2);
    let said = lossy(&done.get_output().stdout);
    assert_eq!(said.matches("has no `go perft`").count(), 1, "{said}");
    let done = run("takes-four", &[]).code(1);
    done.stdout(contains("the program lists illegal moves"));
}

#[test]
fn a_wrong_count_is_followed_to_a_wrong_move_and_shrunk() {
    let out = folder(&[]);
    let more = ["-d", "4", "--count", "--out", text(out.path())];
    let Some(mut process) = against("takes-four", &more) else { return };
    let done = process.assert().code(1);
    let printed = lossy(&done.get_output().stdout);
    assert!(printed.contains("\nDIVERGENCE nim: the program lists illegal moves\n"), "{printed}");
    assert!(printed.contains("  4: refused, not that many\n"), "{printed}");
    assert!(printed.contains("to depth 1, shrunk from 10 bytes to 2\n"), "{printed}");
}

#[test]
fn totals_of_smaller_depths_and_titles_are_no_answers() {
    for slip in ["prints-totals", "prints-a-title"] {
        let Some(mut process) = against(slip, &["-d", "3"]) else { return };
        process.assert().success().stdout(contains("counts the same to depth 3 ("));
    }
}

#[test]
fn an_engine_that_may_not_have_taken_the_position_is_not_accused() {
    // The lists of Nim are the same, and the counts are not.
    for (slip, said) in [("refuses", "that is no position"), ("refuses-in-silence", "")] {
        let Some(mut process) = against(slip, &["-d", "3"]) else { return };
        let done = process.assert().code(3).stderr(contains("may not have taken the position"));
        done.stdout(contains("it counts as without any")).stdout(contains(said));
    }
    // One that takes it is accused, although it says more than counts.
    let out = folder(&[]);
    let more = ["-d", "2", "--out", text(out.path())];
    let Some(mut process) = against("takes-four", &more) else { return };
    let done = process.assert().code(1);
    done.stdout(contains("the program said\n  info string perft 2\n"));
}

#[test]
fn an_engine_that_crashes_or_ends_is_at_fault() {
    let out = folder(&[]);
    let slips = [
        ("dies", "does not count", "exit code 3, before it answered go perft 3\n"),
        ("dies", "does not count", "\n  no room for the table\n"),
        ("needs-hash", "does not count", "the program failed with exit code 4"),
        (
            "crashes-afterwards",
            "fails after its count",
            "the program crashed: segmentation fault, SIGSEGV",
        ),
    ];
    for (slip, title, reason) in slips {
        let more = ["-d", "3", "--out", text(out.path())];
        let Some(mut process) = against(slip, &more) else { return };
        let title = format!("DIVERGENCE nim: the program {title}\n");
        process.assert().code(1).stdout(contains(title)).stdout(contains(reason));
    }
    let Some(mut process) = with_options("[Hash=4]", "needs-hash", &["-d", "3"]) else { return };
    process.assert().success();
}

#[test]
fn an_engine_that_cannot_be_asked_is_an_error_that_quotes_it() {
    let slips: [(&str, &[&str], &[&str]); 8] = [
        ("searches", &[], &["has no `go perft`", "  info depth 1 score cp 3 pv 1\n"]),
        ("is-never-ready", &["--limit", "20s"], &["did not answer isready within 20s"]),
        ("never-totals", &["--limit", "20s"], &["did not answer go perft 3 within 20s"]),
        ("prints-without-end", &["--limit", "20s"], &["go perft 3 within 20s", "string thinking"]),
        ("never-flushes", &["--limit", "200ms"], &["uci within 200ms", "does it flush"]),
        ("right", &["[Ash=4]"], &["no option `Ash`; its options: Hash"]),
        ("right", &["[Hash=10]"], &["type spin default 1 min 1 max 9: `10`"]),
        ("complains", &["[Hash=4]"], &["refuses Hash=4: `No such option`"]),
    ];
    // Most of the time they wait.
    std::thread::scope(|scope| {
        for (slip, more, reasons) in slips {
            scope.spawn(move || {
                let options = more.first().filter(|it| it.starts_with('['));
                let more = if options.is_some() { &[] } else { more };
                let more = [&["-d", "3"], more].concat();
                let options = options.copied().unwrap_or_default();
                let Some(mut process) = with_options(options, slip, &more) else { return };
                let done = process.assert().code(2);
                let output = done.get_output();
                let said = lossy(&output.stdout) + &lossy(&output.stderr);
                for reason in reasons {
                    assert!(said.contains(reason), "{slip}, {reason}: {said}");
                }
            });
        }
    });
}
