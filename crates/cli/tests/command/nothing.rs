//! Commands that compared nothing, or have no answer: neither is a success.

use crate::prelude::*;

/// A folder with set-ups of one to four counters, a case each, and a suite.
fn heaps() -> TempDir {
    folder(&[
        ("heaps/1.txt", b"1\n"),
        ("heaps/2.txt", b"2\n"),
        ("heaps/3.txt", b"3\n"),
        ("heaps/4.txt", b"4\n"),
        ("large.txt", b"150\n"),
        ("suite.txt", b"3 ;D1 3 ;D2 5\n"),
    ])
}

/// The command in a folder with an engine of nim that supports no set-up, or those with an even
/// number. It ends with this code.
fn refusing(supported: &str, folder: &TempDir, arguments: &str, code: i32) -> Assert {
    let mut command = nim(arguments);
    command.env("NIM", supported).current_dir(folder).assert().code(code)
}

#[test]
fn an_engine_that_supports_no_set_up_is_no_success_of_any_command() {
    let heaps = heaps();
    let board = "the engine does not support the board";
    let set_ups = "nothing was compared: 3 set-ups were left out: a side does not support them";
    for (arguments, reason) in [
        ("diff -r nim heaps", "nothing was compared: 4 cases were left out: the engine"),
        ("shrink -r nim heaps/1.txt", "nothing was compared: 1 case was left out: the engine does"),
        (
            "verify nim --cases 7 --corpus heaps",
            "nim: nothing was compared: 11 cases were left out: the engine does not support the",
        ),
        ("exhaust nim --shapes 3", set_ups),
        ("exhaust nim --shapes 3 --shard 1/1 --resume shard", set_ups),
        ("perft -r nim heaps/1.txt -d 2", "the engine does not support the board in"),
        ("perft -r nim heaps/1.txt -d 2 --count", board),
        ("perft -r nim --suite suite.txt", board),
        ("play nim heaps/1.txt", "the engine does not support the board in"),
    ] {
        refusing("none", &heaps, arguments, 2)
            .stderr(contains(reason))
            .stdout(contains("no divergence").or(contains("agree")).not());
    }
}

#[test]
fn the_last_line_counts_the_set_ups_that_a_side_refuses() {
    let heaps = heaps();
    let even = |arguments: &str| refusing("even", &heaps, arguments, 0);
    let rest = "; 2 of 4 cases not compared: the engine does not support the set-up\n";
    let (diff, exhaust) = ("diff -r nim heaps", "exhaust nim --shapes 3");
    let verify = "verify nim --cases 0 --corpus heaps --threads 1";
    even(diff).stdout(ends_with(format!("4 cases in 4 files: no divergence{rest}")));
    even(verify).stdout(ends_with(format!("{rest}\n")));
    let refused = "; 2 of 3 set-ups not compared: a side does not support them\n";
    even(exhaust).stdout(ends_with(refused));
    // Not even --quiet hides it: an engine may refuse just the cases on which it is wrong.
    let warning = || contains("warning: ");
    for arguments in [verify, diff] {
        let end = ends_with(rest.trim_start_matches("; "));
        even(&format!("{arguments} -q")).stdout("").stderr(warning().and(end));
    }
    let said = warning().and(contains("not support"));
    even(&format!("{exhaust} -q")).stdout("").stderr(said);
    let done = nim("shrink -r memory -").write_stdin("2\n\n200\n").assert().success();
    done.stderr(contains(
        "engine and oracle agree, there is nothing to shrink; 1 of 2 cases not compared: the engine",
    ));
    let done = nim("show -r memory -").write_stdin("200\n\n2\n").assert().success();
    done.stdout(ends_with("1 of 2 cases not shown: the oracle does not support the set-up\n"));
}

#[test]
fn each_of_several_engines_has_to_compare_something() {
    let heaps = heaps();
    let diff = |files: &str| nim(format!("diff -r memory {files}")).current_dir(&heaps).assert();
    let both = diff("large.txt heaps/2.txt").success();
    both.stdout(contains("; 1 of 2 cases not compared: the engine"));
    diff("large.txt").code(2).stdout(contains("1 case in 1 file: nothing was compared;"));
}

#[test]
fn a_file_without_cases_is_no_success() {
    let folder = folder(&[("a.txt", b""), ("b.txt", b"0 0\n"), ("paint-1.txt", b"1\n#\n")]);
    let blank = "a.txt contains no case";
    for (arguments, reason) in [
        ("diff a.txt b.txt", &*format!("nothing was compared: {blank}; b.txt contains no case")),
        (
            "diff a.txt paint-1.txt --engine samegame-batch",
            &format!("{blank}; skipped 1 file of other rule sets"),
        ),
        ("show a.txt", &format!("nothing was shown: {blank}")),
        ("shrink a.txt", &format!("nothing was compared: {blank}")),
        ("to-test a.txt", &format!("nothing was printed: {blank}")),
        ("perft a.txt -d 1", "a.txt has no case to walk from"),
    ] {
        run_in(&folder, arguments, 2)
            .stderr(contains(format!("error: {reason}\n")).or(contains(format!(": {reason}\n"))))
            .stdout(contains("agree").or(contains("no divergence")).not());
    }
}

#[test]
fn files_without_cases_among_others_are_counted() {
    let folder = folder(&[("a/a.txt", b""), ("a/b.txt", b"1 1\n5\n0 0\n")]);
    run_in(&folder, "diff a -r samegame", 0)
        .stdout("1 case in 2 files: no divergence; 1 file without a case\n");
    run_in(&folder, "verify samegame --cases 0 --corpus a", 0)
        .stderr(contains("1 file of the corpus without a case\n"));
}

#[test]
fn limits_that_leave_nothing_out_of_nothing_are_bad_usage() {
    let heaps = heaps();
    for (arguments, reason) in [
        (
            "perft -r nim --suite suite.txt -d 0",
            "nothing was compared: 2 counts were left out: deeper than 0",
        ),
        (
            "perft -r nim --suite suite.txt --time 1ns",
            "nothing was compared: the time is over before the first count",
        ),
        (
            "exhaust nim --time 1ns",
            "nothing was compared: its limit ended it before a set-up was finished",
        ),
        ("verify nim --cases 0", "nim: nothing was compared: no case was played; choose"),
    ] {
        nim(arguments).current_dir(&heaps).assert().code(2).stderr(contains(reason));
    }
}

#[test]
fn a_count_that_a_limit_ends_is_undecided() {
    let mut count = nim("perft -r nim - -d 9 --count --time 1ns");
    let done = count.write_stdin("99\n").assert().code(3);
    done.stdout(contains("to depth 0; the time is over before depth 1 ("));
}

#[cfg(unix)]
#[test]
fn a_wrong_count_is_a_finding_although_the_time_ends_before_its_position_is_found() {
    let files = folder(&[("nine.txt", b"9\n")]);
    // A busy machine may not even finish the count of engine and oracle.
    for (time, pause) in [("0.2", "0.3"), ("1", "1.2"), ("5", "6")] {
        let count = format!("perft -r nim nine.txt -d 2 --count --time {time}");
        let program = format!("sh -c 'sleep {pause}; printf \"1 4\\n2 3\\n3 3\\n10\\n\"'");
        let mut count = nim(format!("{count} --out out --isolation none --against"));
        let done = count.arg(program).current_dir(&files).assert();
        if done.get_output().status.code() == Some(3) {
            done.stderr(contains("the program was not asked: engine and oracle have not counted"));
            continue;
        }
        let found = "the time is over before the position that it comes from was found\n";
        done.code(1).stdout(contains(found)).stdout(contains("\nnim: 1 divergence ("));
        return;
    }
    panic!("the count of 9 counters to depth 2 takes more than 5 s");
}

#[test]
fn a_known_difference_that_covers_every_case_is_no_success() {
    let known = b"[[known]]\nreason = \"all\"\nkind = \"differs\"\n";
    let files = folder(&[("known.toml", known), ("corpus/nim-1.txt", b"9\n")]);
    let run = |arguments: &str| {
        let engine = "--engine nim-four --known known.toml";
        nim(format!("{arguments} {engine}")).current_dir(&files).assert()
    };
    run("verify nim --cases 0 --corpus corpus").code(2).stderr(contains(
        "nothing was compared: 1 case was left out: they end at known differences",
    ));
    // A file is replayed to see whether it is known.
    run("diff corpus -r nim")
        .success()
        .stdout(ends_with("1 case in 1 file: no divergence, 1 known difference\n"));
}

#[test]
fn a_check_that_skips_cases_says_so_in_its_last_line() {
    let large = b"16 1\n1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2\n0 0\n0 0\n";
    let folder = folder(&[("corpus/large.txt", large)]);
    run_in(&folder, "check samegame --corpus corpus --cases 0 -- true", 2)
        .stdout(ends_with("; 1 case left out: the judge cannot give them\n"))
        .stderr(contains("nothing was checked: 1 case was left out: the judge cannot give them"));
}

#[test]
fn an_engine_that_ends_the_process_does_not_end_it_with_success() {
    let ran = nim("verify nim --cases 5").env("NIM", "exits").assert().failure();
    ran.stderr(contains("error: the process was ended from within, before the command had"));
}
