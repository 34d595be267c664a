//! `twinboard check`, on correct programs and on programs with a planted bug, a "slip".

mod moves;
pub(crate) mod programs;
mod surroundings;

use std::fs;
use std::path::Path;
use std::process::Command;

use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;
use tempfile::TempDir;

use self::programs::{c, python, rust};
use super::support::{lossy, text, twinboard};

/// A seeded check that ends at its first failure. It counts cases, and on a busy machine a program may
/// take seconds for one.
const SEARCH: [&str; 6] = ["--seed", "1", "--cases", "5000", "--limit", "30s"];

/// A search for programs that do not end, each run of which takes the whole limit.
const HASTY_SEARCH: [&str; 6] = ["--seed", "1", "--cases", "5000", "--limit", "1s"];

/// Checks a program. Failures are saved in the returned folder.
fn check(arguments: &[&str], command: &[&str]) -> (TempDir, assert_cmd::assert::Assert) {
    let out = tempfile::tempdir().unwrap();
    let arguments = [&["check"], arguments, &["--out", text(out.path()), "--"], command].concat();
    let done = twinboard(&arguments).assert();
    (out, done)
}

/// The text of a file of the only saved failure.
fn saved(out: &Path, name: &str) -> String {
    let mut folders = fs::read_dir(out).unwrap().map(|entry| entry.unwrap().path());
    let folder = folders.next().expect("a failure was saved");
    assert_eq!(folders.next(), None, "one failure only");
    fs::read_to_string(folder.join(name)).unwrap()
}

/// The input to which a failure of a program shrinks. Asserts the fault in its headline.
fn shrunk(rules: &[&str], command: &[&str], fault: &str) -> String {
    let search = if fault.contains("in time") { HASTY_SEARCH } else { SEARCH };
    let (out, done) = check(&[rules, &search].concat(), command);
    let headline = format!("FAILED {}: {fault}", rules[0]);
    done.code(1).stdout(contains(headline));
    saved(out.path(), "input.txt")
}

#[test]
fn correct_programs_in_all_languages_pass() {
    let short = |rules: &[&'static str]| [rules, &["--cases", "30", "--seed", "1"]].concat();
    let passes = |rules: &[&'static str], command: &[&str]| {
        let (out, done) = check(&[&short(rules)[..], &["--limit", "60s"]].concat(), command);
        done.success().stdout(contains("no failure (seed 1)").and(contains("30 generated")));
        assert_eq!(fs::read_dir(out.path()).unwrap().count(), 0, "nothing is saved");
    };
    passes(&["samegame"], &[rust()]);
    passes(&["samegame", "--exact"], &[rust()]);
    if let Some(python) = python() {
        passes(&["samegame"], &python);
    }
    if let Some(program) = c() {
        passes(&["linkpop"], &[program]);
    }
}

#[test]
fn wrong_answers_shrink_to_minimal_inputs() {
    for (slip, input) in [
        ("reads-nothing", "1 1\n0\n0 0\n0 0\n"),
        ("zero-is-empty", "1 1\n0\n0 0\n0 0\n"),
        ("closes-one-column", "1 2\n0 0\n1 1\n0 0\n0 0\n"),
        ("drops-empty-rows", "2 2\n0 0\n0 1\n1 1\n0 0\n0 0\n"),
    ] {
        assert_eq!(shrunk(&["samegame"], &[rust(), slip], "the answer is wrong"), input, "{slip}");
    }
}

#[test]
fn failures_of_programs_in_other_languages_shrink_as_well() {
    if let Some(python) = python() {
        let command = [&python[..], &["diagonals"]].concat();
        let input = shrunk(&["samegame"], &command, "the answer is wrong");
        assert_eq!(input.lines().next(), Some("2 2"), "{input}");
    }
    let Some(program) = c() else { return };
    let command = [program, "inside", "wrong-tie-break"];
    let input = shrunk(&["linkpop"], &command, "the answer is wrong");
    let size: Vec<usize> =
        input.split_whitespace().take(2).map(|number| number.parse().unwrap()).collect();
    assert!(size[0] * size[1] <= 9, "{input}");
    // A correct program, but with the wrong margin.
    let input = shrunk(&["linkpop"], &[program, "outside"], "the answer is wrong");
    assert_eq!(input.lines().next(), Some("3 1"), "{input}");
}

#[test]
fn cases_that_only_fail_together_shrink_to_the_fewest_and_are_explained() {
    let wrong = "the answer is wrong";
    let keeps = "fails alone: the program carries state from one to the next.";
    for (slip, fault, cases, words) in [
        ("stops-reading-after-a-win", wrong, 2, "it reads too little or too much of that case"),
        ("keeps-the-win", wrong, 2, keeps),
        ("stays-won", wrong, 2, keeps),
        ("closes-its-output-early", wrong, 2, "the program expects fewer cases"),
        (
            "aborts-on-the-third-grid",
            "the program crashed: aborted, SIGABRT (6)",
            3,
            "Any 3 cases in one input fail",
        ),
    ] {
        let (out, done) = check(&[&["samegame"], &SEARCH[..]].concat(), &[rust(), slip]);
        done.code(1).stdout(contains(fault).and(contains(words)));
        let input = saved(out.path(), "input.txt");
        let expected = saved(out.path(), "expected.txt");
        assert_eq!(expected.matches("Grid").count(), cases, "{slip}: {input}");
        assert!(input.len() <= 14 * cases + 8, "{slip}: {input}");
    }
}

/// The case that fails first does so only before another one; a case made from it fails alone.
#[test]
fn a_case_that_fails_alone_is_preferred_to_several_that_fail_together() {
    let input = shrunk(&["samegame"], &[rust(), "stops-at-a-zero"], "the answer is wrong");
    assert_eq!(input, "1 1\n0\n1 0\n1 1\n0 0\n0 0\n");
}

#[test]
fn crashes_are_reported_with_exit_code_or_signal() {
    let input =
        shrunk(&["samegame"], &[rust(), "exit-code-3"], "the program failed with exit code 3");
    assert_eq!(input, "1 1\n0\n0 0\n0 0\n");
    // Only the largest grid of the judge triggers this fault, with any colours.
    let input = shrunk(
        &["samegame"],
        &[rust(), "crashes-on-10x40"],
        "the program failed with exit code 101",
    );
    assert_eq!(
        input,
        format!("10 40\n{}0 0\n0 0\n", format!("{}\n", ["0"; 40].join(" ")).repeat(10))
    );
    let Some(program) = c() else { return };
    let zero = [program, "inside", "divides-by-zero"];
    assert_eq!(shrunk(&["linkpop"], &zero, "the program crashed: arithmetic"), "1 1\nAS\n0 0\n");
}

#[test]
fn the_largest_board_of_the_judge_is_among_the_cases() {
    let Some(program) = c() else { return };
    let command = [program, "inside", "crashes-on-30x30"];
    let input = shrunk(&["linkpop"], &command, "the program crashed: aborted, SIGABRT (6)");
    assert_eq!(input.lines().next(), Some("30 30"));
}

#[test]
fn endless_loops_and_endless_output_are_detected() {
    let late = "the program does not end in time: 1s for one input (--limit)";
    assert_eq!(shrunk(&["samegame"], &[rust(), "never-ends"], late), "1 1\n0\n0 0\n0 0\n");
    // How much simpler it becomes in the time for shrinking depends on the machine.
    let input = shrunk(&["samegame"], &[rust(), "never-ends-on-four-rows"], late);
    assert!(input.starts_with("4 "), "{input}");
    let endless = "the program prints far more than any answer takes";
    assert_eq!(
        shrunk(&["samegame"], &[rust(), "prints-without-end"], endless),
        "1 1\n0\n0 0\n0 0\n"
    );
}

#[test]
fn a_flood_on_standard_error_is_named() {
    let (_out, done) = check(&[&["samegame"], &SEARCH[..]].concat(), &["sh", "-c", "exec yes >&2"]);
    done.code(1).stdout(contains("far more than any answer takes, on standard error"));
}

/// Those at the end do not count, so each case is right alone.
#[test]
fn answers_that_differ_in_empty_lines_only_are_said_to() {
    let blanks = r#""$0" | awk '/^Grid/ && NR > 1 { print "" } { print }'"#;
    let search = [&["samegame"], &SEARCH[..]].concat();
    let (_out, done) = check(&search, &["sh", "-c", blanks, rust()]);
    let words = "None of the 2 cases fails alone: the answers differ in empty lines only.";
    done.code(1).stdout(contains(words));
}

/// The program hangs on the smallest cases, which come first, and is wrong about others.
#[test]
fn a_wrong_answer_is_preferred_to_a_timeout() {
    let slips = "never-ends-on-one-cell,closes-one-column";
    let (out, done) = check(&[&["samegame"], &HASTY_SEARCH[..]].concat(), &[rust(), slips]);
    let before = "Before, the program did not end in time on another input.";
    done.code(1).stdout(contains("FAILED samegame: the answer is wrong").and(contains(before)));
    assert_eq!(saved(out.path(), "input.txt"), "1 2\n0 0\n1 1\n0 0\n0 0\n");
}

#[test]
fn limits_and_isolation_are_named_as_causes() {
    let complaints = "echo \"Perhaps you're using ulimit -v\" >&2; \
                      echo 'cannot create x: Read-only file system' >&2; exit 1";
    let arguments = ["samegame", "--seed", "1", "--memory", "500", "--json", "-"];
    let (_out, done) = check(&arguments, &["sh", "-c", complaints]);
    let json: Value = serde_json::from_slice(&done.code(1).get_output().stdout).unwrap();
    let failure = &json["failures"][0];
    let hints = failure["hints"].to_string();
    assert!(hints.contains("the limit of 500 MiB") && hints.contains("--memory"), "{hints}");
    let is_isolated = json["isolation"] != "limits";
    assert_eq!(hints.contains("--isolation none"), is_isolated, "{hints}");
    // It is repeated within the limit that is named.
    let repeat = failure["repeat"].as_str().unwrap();
    assert!(repeat.starts_with("(ulimit -v 512000 && sh -c "), "{repeat}");
    assert_eq!(failure["limits"]["memory_bytes"], 500 << 20);
    assert_eq!(failure["limits"]["seconds"], 3.0);

    let arguments = ["samegame", "--seed", "1", "--memory", "500"];
    let (_out, done) = check(&arguments, &["sh", "-c", "exit 1"]);
    let ulimit = Command::new("sh").args(["-c", "ulimit -s"]).output().unwrap().stdout;
    let stack = match String::from_utf8(ulimit).unwrap().trim().parse::<u64>() {
        Ok(stack) if stack % 1024 == 0 => format!(", {} MiB of stack", stack / 1024),
        Ok(stack) => format!(", {stack} KiB of stack"),
        Err(_) => String::new(),
    };
    let limits = format!("here it had   3s, 500 MiB of address space{stack}, 64 processes");
    done.code(1).stdout(contains(limits));
    // As after a deep recursion.
    let (_out, done) = check(&arguments, &["sh", "-c", "kill -SEGV $$"]);
    let hint = contains("hint: the cause may be the limit of ").and(contains("on its stack"));
    let has_hint = !stack.is_empty();
    done.code(1).stdout(predicate::function(|text: &str| hint.eval(text) == has_hint));
}

#[test]
fn a_slow_program_within_the_limit_passes() {
    let arguments = ["samegame", "--seed", "1", "--cases", "20", "--limit", "60s"];
    let (_out, done) = check(&arguments, &[rust(), "is-slow"]);
    done.success().stdout(contains("no failure"));
}

/// One case takes longer than the whole check.
#[test]
fn time_that_ends_within_the_corpus_is_a_warning() {
    let arguments = ["samegame", "--seed", "1", "--time", "200ms", "--limit", "60s"];
    let (_out, done) = check(&arguments, &["sh", "-c", "sleep 0.3; exec \"$0\"", rust()]);
    let warning = contains("warning: the time ended within the corpus");
    done.success().stdout(warning.and(contains("not checked: the time ended within the corpus")));
}

#[test]
fn the_diagnosis_of_a_failure_ends_with_the_time_of_the_check() {
    // The first case is a generated one that shrinks in more runs than there is time for.
    let corpus = tempfile::tempdir().unwrap();
    let short = ["samegame", "--seed", "1", "--time", "10ms", "--corpus", text(corpus.path())];
    let (_out, done) = check(&short, &["sh", "-c", "sleep 0.35; echo wrong"]);
    let search = "The search for a smaller input was cut short: its time was over.\n";
    done.code(1).stdout(contains(search));
}

#[test]
fn a_flaky_failure_is_reported_as_flaky() {
    let notes = tempfile::tempdir().unwrap();
    let note = notes.path().join("note");
    let command = [rust(), "fails-by-chance", text(&note)];
    // The program keeps its note outside of its folder.
    let arguments = ["samegame", "--isolation", "none"];
    let (out, done) = check(&[&arguments, &SEARCH[..]].concat(), &command);
    let flaky = "the program failed with exit code 101 (flaky)";
    done.code(1).stdout(contains(flaky).and(contains("The failure did not recur")));
    assert!(saved(out.path(), "errors.txt").contains("as it happens"));
    assert!(saved(out.path(), "input.txt").ends_with("0 0\n"));
}

#[test]
fn trailing_blanks_count_with_exact_only() {
    let short = ["samegame", "--seed", "1", "--cases", "300", "--limit", "60s"];
    check(&short, &[rust(), "trailing-blanks"]).1.success();
    let (out, done) = check(&[&short[..], &["--exact"]].concat(), &[rust(), "trailing-blanks"]);
    done.code(1);
    let (expected, printed) = (saved(out.path(), "expected.txt"), saved(out.path(), "printed.txt"));
    assert_ne!(expected, printed);
    let lines = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    assert_eq!(lines(&expected), lines(&printed));
}

#[test]
fn the_report_shows_both_answers_and_a_command_to_repeat_it() {
    let (out, done) = check(&[&["samegame"], &SEARCH[..]].concat(), &[rust(), "zero-is-empty"]);
    let report = lossy(&done.code(1).get_output().stdout);
    for part in [
        "the input\n  1 1\n  0\n  0 0\n  0 0\n",
        "        expected       printed\n",
        "     2!     0        |     Game Won\n",
        "            ^^^^^^^^ |     ^^^^^^^^\n",
    ] {
        assert!(report.contains(part), "{part}\n{report}");
    }
    let repeat = report.lines().find_map(|line| line.strip_prefix("repeat it     ")).unwrap();
    let again = std::process::Command::new("sh").args(["-c", repeat]).output().unwrap();
    assert_eq!(lossy(&again.stdout), saved(out.path(), "printed.txt"));
}

#[test]
fn a_known_failure_is_counted_and_not_reported() {
    let Some(program) = c() else { return };
    let command = [program, "inside", "divides-by-zero"];
    let search = ["linkpop", "--seed", "1", "--cases", "60", "--limit", "60s"];
    let (out, done) = check(&search, &command);
    done.code(1);
    let folder = super::support::only_file(out.path());
    let known = folder.join("input.txt");
    let (_out, done) = check(&[&search[..], &["--known", text(&known)]].concat(), &command);
    done.success().stdout(contains("known or repeated failures").and(contains("no failure")));
}

/// A program that is wrong about every case in one way.
#[test]
fn known_failures_of_every_case_leave_nothing_that_was_checked() {
    let folder = super::support::folder(&[
        ("known.txt", b"1 1\n0\n0 0\n0 0\n"),
        ("corpus/one.txt", b"1 1\n0\n0 0\n0 0\n"),
    ]);
    let (corpus, known) = (folder.path().join("corpus"), folder.path().join("known.txt"));
    let search = ["samegame", "--seed", "1", "--cases", "2", "--corpus", text(&corpus)];
    let (_out, done) = check(&[&search[..], &["--known", text(&known)]].concat(), &["true"]);
    let why = "they end at known failures, which hide all else";
    done.code(2).stdout(contains(why)).stderr(contains("nothing was checked: 3 cases"));
}

#[test]
fn keep_going_reports_several_failures() {
    let slips = "zero-is-empty,crashes-on-10x40";
    let arguments = ["samegame", "--seed", "1", "--cases", "10", "--keep-going", "9"];
    let arguments = [&arguments[..], &["--limit", "60s", "--json", "-"]].concat();
    let (out, done) = check(&arguments, &[rust(), slips]);
    let json: Value = serde_json::from_slice(&done.code(1).get_output().stdout).unwrap();
    let failures = json["failures"].as_array().unwrap();
    let faults: Vec<&Value> = failures.iter().map(|failure| &failure["fault"]).collect();
    assert!(faults.contains(&&Value::from("wrong_answer")), "{faults:?}");
    assert!(faults.contains(&&serde_json::json!({ "exit_code": 101 })), "{faults:?}");
    assert_eq!(fs::read_dir(out.path()).unwrap().count(), failures.len());
}

#[test]
fn results_are_written_as_json_and_junit() {
    let results = tempfile::tempdir().unwrap();
    let (json, junit) = (results.path().join("json"), results.path().join("junit.xml"));
    let files = ["--json", text(&json), "--junit", text(&junit)];
    let arguments = [&["samegame"], &SEARCH[..], &files].concat();
    check(&arguments, &[rust(), "zero-is-empty"]).1.code(1);
    let json: Value = serde_json::from_slice(&fs::read(&json).unwrap()).unwrap();
    assert_eq!(json["failed"], true);
    let failure = &json["failures"][0];
    assert_eq!(failure["input"], "1 1\n0\n0 0\n0 0\n");
    assert_eq!(failure["expected"], "Grid 1.\n    0\n");
    assert_eq!(failure["printed"], "Grid 1.\n    Game Won\n");
    assert_eq!((&failure["fault"], &failure["cases"]), (&"wrong_answer".into(), &1.into()));
    let junit = fs::read_to_string(&junit).unwrap();
    assert!(junit.contains(r#"tests="1" skipped="0" failures="1""#), "{junit}");
    let name = format!("name=\"{} zero-is-empty\" classname=\"twinboard.check.samegame\"", rust());
    assert!(junit.contains(&name), "{name}\n{junit}");
    assert!(junit.contains(r#"<failure message="the answer is wrong""#), "{junit}");
    assert!(!junit.contains('\u{1b}'), "{junit}");

    let arguments = ["samegame", "--cases", "5", "--seed", "1", "--limit", "60s", "--json", "-"];
    let done = check(&arguments, &[rust()]).1.success();
    let json: Value = serde_json::from_slice(&done.get_output().stdout).unwrap();
    assert_eq!((&json["failed"], &json["generated_cases"]), (&false.into(), &5.into()));
    assert!(json["corpus_cases"].as_u64() > Some(20), "{json}");
}
