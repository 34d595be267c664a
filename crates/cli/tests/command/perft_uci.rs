//! `twinboard perft --against … --uci`: engines that speak UCI, with and without slips.

use predicates::str::{contains, starts_with};

use super::check::programs;
use super::support::{folder, lossy, nim, text, twinboard};

/// Counts 8 counters after a move that takes 1 against the engine with a slip; `None` without an
/// interpreter.
fn against(slip: &str, more: &[&str]) -> Option<assert_cmd::Command> {
    let [python, file] = programs::uci()?;
    let command = format!("{python} '{file}' {slip}");
    let arguments = ["perft", "-", "-r", "nim", "--against", &command, "--uci"];
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
        done.stdout(contains(format!("\nnim: the program counts the same to depth {depth}\n")));
    }
}

#[test]
fn a_wrong_count_is_followed_to_a_wrong_move_and_shrunk() {
    let out = folder(&[]);
    let more = ["-d", "4", "--count", "--out", text(out.path())];
    let Some(mut process) = against("takes-four", &more) else { return };
    let done = process.assert().code(1);
    let printed = lossy(&done.get_output().stdout);
    assert!(printed.starts_with("DIVERGENCE nim: the program lists illegal moves\n"), "{printed}");
    assert!(printed.contains("  4: refused, not that many\n"), "{printed}");
    assert!(printed.contains("to depth 1, shrunk from 10 bytes to 2\n"), "{printed}");
}

#[test]
fn an_engine_that_gives_no_count_is_reported_with_the_request() {
    let out = folder(&[]);
    let slips = [
        ("dies", "60s", "exit code 3, before it answered go perft\n  no room for the table\n"),
        ("is-never-ready", "4s", "the program did not answer isready within 4s"),
        ("never-totals", "4s", "the program did not answer go perft within 4s"),
        ("prints-without-end", "4s", "the program did not answer go perft within 4s"),
        ("needs-hash", "60s", "the program failed with exit code 4"),
    ];
    // Most of the time they wait.
    std::thread::scope(|scope| {
        for (slip, limit, reason) in slips {
            let more = ["-d", "3", "--limit", limit, "--out", text(out.path())];
            scope.spawn(move || {
                let Some(mut process) = against(slip, &more) else { return };
                let done = process.assert().code(1);
                done.stdout(starts_with("DIVERGENCE nim: the program does not count\n"))
                    .stdout(contains(reason));
            });
        }
    });
    let more = ["-d", "3", "--limit", "200ms", "--out", text(out.path())];
    let Some(mut process) = against("never-flushes", &more) else { return };
    process.assert().code(1).stdout(contains(
        "the program did not answer uci within 200ms\nit runs, but nothing of its output has \
         arrived: does it flush",
    ));
    let more = ["-d", "3", "--uci-option", "Hash = 4"];
    let Some(mut process) = against("needs-hash", &more) else { return };
    process.assert().success();
}

#[test]
fn what_no_engine_can_be_asked_is_bad_usage() {
    let grid = "1 2\n0 0\n0 0\n0 0\n";
    let usages: [(&[&str], &str); 5] = [
        (&["-d", "1", "--against", "x", "--uci"], "--uci needs set-ups and moves of a single line"),
        (&["-d", "0", "--against", "x", "--uci"], "--uci needs a depth of at least 1"),
        (&["-d", "1", "--uci"], "--against <COMMAND>"),
        (&["-d", "1", "--against", "x", "--uci-option", "a=b"], "--uci"),
        (&["-d", "1", "--against", "x", "--uci", "--uci-option", "ab"], "a name and a value"),
    ];
    for (arguments, complaint) in usages {
        let done = twinboard(&[&["perft", "-"], arguments].concat()).write_stdin(grid).assert();
        done.code(2).stderr(contains(complaint));
    }
    let missing = ["perft", "-", "-r", "nim", "-d", "1", "--against", "no-such-engine", "--uci"];
    let done = nim(&missing).write_stdin("3\n").assert().code(2);
    done.stderr(contains("cannot start the program: no-such-engine"));
}
