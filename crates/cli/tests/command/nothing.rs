//! Commands that compared nothing, or have no answer: neither is a success.

use predicates::prelude::*;
use predicates::str::{contains, ends_with};
use tempfile::TempDir;

use super::support::{folder, nim, text, twinboard};

/// The command with an engine of nim that supports no set-up, or those with an even number.
fn refusing(supported: &str, arguments: &[&str]) -> assert_cmd::Command {
    let mut command = nim(arguments);
    command.env("NIM", supported);
    command
}

/// A folder with set-ups of one to four counters, a case each.
fn heaps() -> (TempDir, String) {
    let folder = folder(&[
        ("1.txt", b"1\n"),
        ("2.txt", b"2\n"),
        ("3.txt", b"3\n"),
        ("4.txt", b"4\n"),
        ("out/.keep", b""),
    ]);
    let path = text(folder.path()).to_owned();
    (folder, path)
}

#[test]
fn an_engine_that_supports_no_set_up_is_no_success_of_any_command() {
    let (kept, heaps) = heaps();
    let one = text(&kept.path().join("1.txt")).to_owned();
    let suite = folder(&[("suite.txt", b"3 ;D1 3\n")]);
    let suite = text(&suite.path().join("suite.txt")).to_owned();
    let shard = text(&kept.path().join("out/shard")).to_owned();
    for (arguments, reason) in [
        (
            &["diff", "-r", "nim", &heaps][..],
            "nothing was compared: 4 cases were left out: the engine",
        ),
        (
            &["shrink", "-r", "nim", &one],
            "nothing was compared: 1 case was left out: the engine does",
        ),
        (
            &["verify", "nim", "--cases", "7", "--corpus", &heaps],
            "nim: nothing was compared: 11 cases were left out: the engine does not support the",
        ),
        (
            &["exhaust", "nim", "--shapes", "3"],
            "nothing was compared: 3 set-ups were left out: a side does not support them",
        ),
        (
            &["exhaust", "nim", "--shapes", "3", "--shard", "1/1", "--resume", &shard],
            "nothing was compared: 3 set-ups were left out: a side does not support them",
        ),
        (&["perft", "-r", "nim", &one, "-d", "2"], "the engine does not support the board in"),
        (
            &["perft", "-r", "nim", &one, "-d", "2", "--count"],
            "the engine does not support the board",
        ),
        (&["perft", "-r", "nim", "--suite", &suite], "the engine does not support the board"),
        (&["play", "nim", &one], "the engine does not support the board in"),
    ] {
        let done = refusing("none", arguments).assert().code(2).stderr(contains(reason));
        done.stdout(contains("no divergence").or(contains("agree")).not());
    }
}

#[test]
fn the_last_line_counts_the_set_ups_that_a_side_refuses() {
    let (_kept, heaps) = heaps();
    let rest = "; 2 of 4 cases not compared: the engine does not support the set-up\n";
    let done = refusing("even", &["diff", "-r", "nim", &heaps]).assert().success();
    done.stdout(ends_with(format!("4 cases in 4 files: no divergence{rest}")));
    let arguments = ["verify", "nim", "--cases", "0", "--corpus", &heaps, "--threads", "1"];
    let done = refusing("even", &arguments).assert().success();
    done.stdout(ends_with(format!("{rest}\n")));
    let done = refusing("even", &["exhaust", "nim", "--shapes", "3"]).assert().success();
    done.stdout(ends_with("; 2 of 3 set-ups not compared: a side does not support them\n"));
    // Not even --quiet hides it: an engine may refuse just the cases on which it is wrong.
    for quiet in [&arguments[..], &["diff", "-r", "nim", &heaps]] {
        let done = refusing("even", &[quiet, &["-q"]].concat()).assert().success().stdout("");
        done.stderr(contains("warning: ").and(ends_with(rest.trim_start_matches("; "))));
    }
    let done = refusing("even", &["exhaust", "nim", "--shapes", "3", "-q"]).assert().success();
    done.stdout("").stderr(contains("warning: ").and(contains("not support")));
    let mut shrink = nim(&["shrink", "-r", "memory", "-"]);
    let done = shrink.write_stdin("2\n\n200\n").assert().success();
    done.stderr(contains(
        "engine and oracle agree, there is nothing to shrink; 1 of 2 cases not compared: the engine",
    ));
    let mut show = nim(&["show", "-r", "memory", "-"]);
    let done = show.write_stdin("200\n\n2\n").assert().success();
    done.stdout(ends_with("1 of 2 cases not shown: the oracle does not support the set-up\n"));
}

#[test]
fn each_of_several_engines_has_to_compare_something() {
    let (kept, _) = heaps();
    let large = folder(&[("large.txt", b"150\n")]);
    let files = [text(large.path()).to_owned(), text(&kept.path().join("2.txt")).to_owned()];
    let both = ["diff", "-r", "memory", &files[0], &files[1]];
    nim(&both).assert().success().stdout(contains("; 1 of 2 cases not compared: the engine"));
    nim(&both[..4]).assert().code(2).stdout(contains("1 case in 1 file: nothing was compared;"));
}

#[test]
fn a_file_without_cases_is_no_success() {
    let folder = folder(&[("a.txt", b""), ("b.txt", b"0 0\n"), ("paint-1.txt", b"1\n#\n")]);
    let file = |name: &str| text(&folder.path().join(name)).to_owned();
    let (a, b, other) = (file("a.txt"), file("b.txt"), file("paint-1.txt"));
    let blank = format!("{a} contains no case");
    let both = format!("{blank}; {b} contains no case");
    let skipped = "skipped 1 file of other rule sets".to_owned();
    for (arguments, reason) in [
        (&["diff", &a, &b][..], format!("nothing was compared: {both}")),
        (&["diff", &a, &other, "--engine", "samegame-batch"], format!("{blank}; {skipped}")),
        (&["show", &a], format!("nothing was shown: {blank}")),
        (&["shrink", &a], format!("nothing was compared: {blank}")),
        (&["to-test", &a], format!("nothing was printed: {blank}")),
        (&["perft", &a, "-d", "1"], format!("{a} has no case to walk from")),
    ] {
        let done = twinboard(arguments).assert().code(2);
        done.stderr(contains(format!("error: {reason}\n")).or(contains(format!(": {reason}\n"))))
            .stdout(contains("agree").or(contains("no divergence")).not());
    }
}

#[test]
fn files_without_cases_among_others_are_counted() {
    let folder = folder(&[("a.txt", b""), ("b.txt", b"1 1\n5\n0 0\n")]);
    let path = text(folder.path());
    let done = twinboard(&["diff", path, "-r", "samegame"]).assert().success();
    done.stdout("1 case in 2 files: no divergence; 1 file without a case\n");
    let done = twinboard(&["verify", "samegame", "--cases", "0", "--corpus", path]).assert();
    done.success().stderr(contains("1 file of the corpus without a case\n"));
}

#[test]
fn limits_that_leave_nothing_out_of_nothing_are_bad_usage() {
    let suite = folder(&[("suite.txt", b"3 ;D1 3 ;D2 5\n")]);
    let suite = text(&suite.path().join("suite.txt")).to_owned();
    for (arguments, reason) in [
        (
            &["perft", "-r", "nim", "--suite", &suite, "-d", "0"][..],
            "nothing was compared: 2 counts were left out: deeper than 0",
        ),
        (
            &["perft", "-r", "nim", "--suite", &suite, "--time", "1ns"],
            "nothing was compared: the time is over before the first count",
        ),
        (
            &["exhaust", "nim", "--time", "1ns"],
            "nothing was compared: its limit ended it before a set-up was finished",
        ),
        (
            &["verify", "nim", "--cases", "0"],
            "nim: nothing was compared: no case was played; choose",
        ),
    ] {
        nim(arguments).assert().code(2).stderr(contains(reason));
    }
}

#[test]
fn a_count_that_a_limit_ends_is_undecided() {
    let mut count = nim(&["perft", "-r", "nim", "-", "-d", "9", "--count", "--time", "1ns"]);
    let done = count.write_stdin("99\n").assert().code(3);
    done.stdout(contains("to depth 0; the time is over before depth 1 ("));
}

#[cfg(unix)]
#[test]
fn a_wrong_count_is_a_finding_although_the_time_ends_before_its_position_is_found() {
    let files = folder(&[("nine.txt", b"9\n")]);
    let nine = text(&files.path().join("nine.txt")).to_owned();
    let out = text(&files.path().join("out")).to_owned();
    // A busy machine may not even finish the count of engine and oracle.
    for (time, pause) in [("0.2", "0.3"), ("1", "1.2"), ("5", "6")] {
        let program = format!("sh -c 'sleep {pause}; printf \"1 4\\n2 3\\n3 3\\n10\\n\"'");
        let arguments = ["perft", "-r", "nim", &nine, "-d", "2", "--count", "--time", time];
        let more = ["--against", &program, "--out", &out, "--isolation", "none"];
        let done = nim(&[&arguments[..], &more].concat()).assert();
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
    let known = "[[known]]\nreason = \"all\"\nkind = \"differs\"\n";
    let files = folder(&[("known.toml", known.as_bytes()), ("corpus/nim-1.txt", b"9\n")]);
    let known = text(&files.path().join("known.toml")).to_owned();
    let corpus = text(&files.path().join("corpus")).to_owned();
    let engine = ["--engine", "nim-four", "--known", &known];
    let verify = ["verify", "nim", "--cases", "0", "--corpus", &corpus];
    let done = nim(&[&verify[..], &engine].concat()).assert().code(2);
    done.stderr(contains(
        "nothing was compared: 1 case was left out: they end at known differences",
    ));
    // A file is replayed to see whether it is known.
    let done = nim(&[&["diff", &corpus, "-r", "nim"], &engine[..]].concat()).assert().success();
    done.stdout(ends_with("1 case in 1 file: no divergence, 1 known difference\n"));
}

#[test]
fn a_check_that_skips_cases_says_so_in_its_last_line() {
    let large = "16 1\n1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2\n0 0\n0 0\n";
    let corpus = folder(&[("large.txt", large.as_bytes())]);
    let out = tempfile::tempdir().unwrap();
    let arguments = ["check", "samegame", "--corpus", text(corpus.path()), "--cases", "0"];
    let more = ["--out", text(out.path()), "--", "true"];
    let done = twinboard(&[&arguments[..], &more].concat()).assert().code(2);
    done.stdout(ends_with("; 1 case left out: the judge cannot give them\n"))
        .stderr(contains("nothing was checked: 1 case was left out: the judge cannot give them"));
    let empty = text(out.path());
    let none = ["check", "samegame", "--cases", "0", "--corpus", empty, "--", "true"];
    let done = twinboard(&none).assert().code(2);
    done.stderr(contains("nothing was checked: choose more --cases"));
}

#[test]
fn an_engine_that_ends_the_process_does_not_end_it_with_success() {
    let ran = refusing("exits", &["verify", "nim", "--cases", "5"]).assert().failure();
    ran.stderr(contains("error: the process was ended from within, before the command had"));
}
