//! The commands for case files, `diff`, `show`, `shrink` and `to-test`, on agreeing sides. For
//! divergences see `planted.rs`.

use crate::prelude::*;

const COMMANDS: [&str; 4] = ["diff", "show", "shrink", "to-test"];

/// A grid of one row; the pair is removed, then the third cell is selected.
const ONE: &str = "1 3\n4 4 7\n1 2\n1 1\n0 0\n";
/// Three grids, one of them larger than the judge allows.
const THREE: &str =
    "1 1\n5\n0 0\n2 2\n1 1\n1 1\n1 1\n0 0\n16 1\n1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2\n0 0\n0 0\n";
/// A grid with a word, and what is said about it.
const BAD: &str = "2 2\n1 2\n3 x\n";
const COMPLAINT: &str = "line 3, column 3: found `x`";

/// A command that reads this text.
fn reads(arguments: &str, input: &str) -> Assert {
    twinboard(arguments).write_stdin(input).assert()
}

#[test]
fn bad_files_are_named_with_the_place_of_the_fault() {
    let folder = folder(&[("word.txt", BAD.as_bytes())]);
    for command in COMMANDS {
        let done = run_in(&folder, format!("{command} --rules samegame word.txt"), 2);
        done.stderr(contains(COMPLAINT).and(contains("word.txt")));
        let done = reads(&format!("{command} --rules samegame -"), BAD).code(2);
        done.stderr(contains(COMPLAINT).and(contains("standard input")));
    }
    // The error is that of the rule set that reads furthest.
    reads("diff -", BAD).code(2).stderr(contains(format!("{COMPLAINT}, expected a colour")));
    let unknown = "error: cannot detect the rule set of -; name it with --rules\n";
    reads("diff -", "x\n").code(2).stderr(unknown);
}

#[test]
fn files_beside_cases_are_skipped_in_a_folder_and_counted() {
    let folder = folder(&[
        ("all/case.txt", ONE.as_bytes()),
        ("all/README.md", b"# Cases\n"),
        ("all/found/case.txt", ONE.as_bytes()),
        ("all/found/errors.txt", b"Traceback\n"),
        ("all/found/expected.txt", b"Grid 1.\n    Game Won\n"),
        ("all/found/printed.txt", b"\n"),
        ("none/README.md", b"# Cases\n"),
        ("broken/README.md", b"# Cases\n"),
        ("broken/case.txt", b"1 3\n4 4 x\n"),
    ]);
    let diff = |files: &str, code| run_in(&folder, format!("diff --rules samegame {files}"), code);
    let skipped = "skipped 4 files that are no cases: all/README.md, all/found/errors.txt, \
                   all/found/expected.txt, …\n";
    diff("all", 0).stdout(format!("2 cases in 2 files: no divergence; {skipped}"));
    diff("none", 2).stderr(contains("skipped 1 file that is no case: none/README.md"));
    // A case with a fault is none of them, and neither is a file that is named.
    diff("broken", 2).stderr(contains("line 2, column 5: found `x`"));
    diff("all none/README.md", 2).stderr(contains("none/README.md"));
}

#[test]
fn files_and_folders_named_after_other_rule_sets_are_skipped_by_an_engine_of_one() {
    let folder = folder(&[
        ("all/samegame/edge/a.txt", ONE.as_bytes()),
        ("all/linkpop/edge/b.txt", b"1 2\nAS AS\n0 0\n"),
        ("all/paint-2.txt", b"1\n#\n"),
        ("paint/mine/d.txt", ONE.as_bytes()),
        ("plain/samegame-1.txt", ONE.as_bytes()),
        ("plain/paint-2.txt", b"1\n#\n"),
    ]);
    let run = |arguments: &str, code| {
        run_in(&folder, format!("{arguments} --engine samegame-batch"), code)
    };
    let skipped = "1 case in 1 file: no divergence; skipped 2 files of other rule sets\n";
    run("diff all", 0).stdout(skipped).stderr(is_empty());
    // A folder above the one that is named says nothing.
    run("diff paint/mine", 0).stdout("1 case in 1 file: no divergence\n");
    let nothing = "nothing was compared: skipped 1 file of other rule sets";
    run("diff all/paint-2.txt", 2).stderr(contains(nothing));
    run("verify samegame --cases 1 --corpus plain", 0)
        .stdout(contains("; corpus: 1 of 1 case played\n"))
        .stderr(contains("skipped 1 file of other rule sets\n"));
}

#[test]
fn the_text_and_whole_names_say_what_a_file_is_and_not_a_part_of_a_folder_s_name() {
    let folder = folder(&[
        ("painter/one.txt", ONE.as_bytes()),
        ("paint/one.txt", ONE.as_bytes()),
        ("paint/samegame/bad.txt", BAD.as_bytes()),
        ("samegame/paint-1.txt", b"2 2\nx"),
    ]);
    for name in ["painter/one.txt", "paint/one.txt"] {
        let done = run_in(&folder, format!("diff {name}"), 0);
        done.stdout("1 case in 1 file: no divergence\n");
    }
    for (name, complaint) in [
        ("paint/samegame/bad.txt", "line 3, column 3: found `x`, expected a colour"),
        ("samegame/paint-1.txt", "N stands alone"),
    ] {
        run_in(&folder, format!("diff {name}"), 2).stderr(contains(complaint));
    }
}

#[test]
fn show_draws_one_case_of_several_or_all() {
    let show = |arguments: &str| {
        let titles = printed(&reads(&format!("show {arguments} -"), THREE).success());
        let titles = titles.lines().filter(|line| line.starts_with("===")).map(str::to_owned);
        titles.collect::<Vec<_>>()
    };
    let title = |number| format!("=== standard input, case {number} of 3");
    assert_eq!(show(""), [title(1), title(2), title(3)]);
    assert_eq!(show("--case 2"), [title(2)]);
}

#[test]
fn to_test_prints_an_entry_and_a_test_with_the_answer_of_the_oracle() {
    let folder = folder(&[("samegame-Pair Removed.txt", ONE.as_bytes())]);
    run_in(&folder, "to-test 'samegame-Pair Removed.txt'", 0).stderr(is_empty()).stdout(
        r#"// The corpus entry, which every campaign and every test run plays: corpus/samegame/regression/pair-removed.txt
//     1 3
//     4 4 7
//     1 2
//     1 1
//     0 0
//     0 0

// The test, with the oracle's answer, for crates/games/tests/regressions.rs:
#[test]
fn samegame_pair_removed() {
    twinboard_games::assert_case(
        "samegame",
        concat!(
            "1 3\n",
            "4 4 7\n",
            "1 2\n",
            "1 1\n",
            "0 0\n",
            "0 0\n",
        ),
        concat!(
            "Grid 1.\n",
            "    7\n",
        ),
    );
}

"#,
    );
}

#[test]
fn to_test_numbers_the_cases_of_a_file() {
    let mut done = reads("to-test -", THREE).success();
    for number in 1..=3 {
        done = done
            .stdout(contains(format!("corpus/samegame/regression/regression-{number}.txt")))
            .stdout(contains(format!("fn samegame_regression_{number}()")));
    }
    reads("to-test -", ONE).success().stdout(contains("fn samegame_regression()"));
}

#[cfg(unix)]
#[test]
fn an_engine_is_not_started_for_a_file_that_breaks_its_format() {
    let files = folder(&[("bad.txt", b"2 2\n3 x"), ("good.txt", ONE.as_bytes())]);
    let mark = files.path().join("started");
    let run = |arguments: &str| {
        run_in(&files, format!("{arguments} --isolation none --engine 'touch {}'", text(&mark)), 2)
    };
    for arguments in [
        "diff bad.txt",
        "diff no-bad.txt",
        "shrink bad.txt",
        "perft -d 1 bad.txt",
        "diff good.txt --known bad.txt",
    ] {
        run(arguments).stderr(contains("bad.txt").and(contains("(EP-").not()));
        assert!(!mark.exists(), "{arguments} has started the engine");
    }
    // The mark is made where the arguments are right.
    run("diff good.txt").stderr(contains("(EP-"));
    assert!(mark.exists());
}

/// A Latin-1 name, as archives and old disks have them.
#[cfg(target_os = "linux")]
#[test]
fn names_need_not_be_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = folder(&[]);
    let below = folder.path().join(OsStr::from_bytes(b"caf\xe9"));
    fs::create_dir(&below).unwrap();
    fs::write(below.join(OsStr::from_bytes(b"\xe9.txt")), "1 2\n0 0\n1 1\n0 0\n0 0\n").unwrap();
    std::os::unix::fs::symlink(&below, folder.path().join("caf")).unwrap();
    let run = |arguments: &str, last: &[u8], code| {
        let mut command = twinboard(arguments);
        command.arg(OsStr::from_bytes(last)).current_dir(&folder).assert().code(code)
    };
    for command in COMMANDS {
        run(&format!("{command} --rules samegame"), b"caf\xe9/\xe9.txt", 0);
    }
    run("diff --rules samegame", b"caf\xe9", 0).stdout(contains("1 case in 1 file"));
    run("diff --rules samegame caf --html", b"\xe9.html", 0);
    assert!(folder.path().join(OsStr::from_bytes(b"\xe9.html")).is_file());
    // A command line is text; the error names the argument.
    run("diff caf --rules samegame --engine", b"./\xe9", 2)
        .stderr(contains(r"the argument $'./\xe9' is not UTF-8"));
}

/// A board whose two blocks of symbol A can only be linked outside of the board.
const AROUND: &str = "1 3\nAS BS AS\n0 0\n";

#[test]
fn a_case_is_of_a_variant_if_it_says_so() {
    for (script, rule_set) in [
        ("", "linkpop"),
        ("robot\n", "linkpop"),
        ("margin inside\n", "linkpop"),
        ("margin outside\nrobot\n", "linkpop-outside"),
    ] {
        let to_test = reads("to-test -", &format!("{AROUND}{script}"));
        to_test.success().stdout(contains(format!("corpus/{rule_set}/")));
    }
    reads("diff -", "1 2\nAS aS\n0 0\n").code(2).stderr(contains("line 2, column 4"));
}

#[test]
fn the_variant_plays_cases_that_do_not_name_a_margin_with_its_own() {
    for side in ["engine", "oracle"] {
        for (rule_set, answer) in [("linkpop", "\nABA\n"), ("linkpop-outside", "\n.B.\n")] {
            let play = format!("play {rule_set} --with {side}");
            reads(&play, AROUND).success().stdout(contains(answer));
        }
    }
    let named = format!("{AROUND}margin inside\nrobot\n");
    reads("show --rules linkpop-outside -", &named).stdout(contains("step 1: robot: refused"));
}
