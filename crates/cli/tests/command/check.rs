//! `twinboard check`, on correct programs and on programs with a planted bug, a "slip".

pub(crate) mod programs;
mod surroundings;

use self::programs::{c, python, rust};
use crate::prelude::*;

/// Seeded checks that end at their first failure. They count cases, and on a busy machine a program
/// may take seconds for one.
const SEARCH: &str = "samegame --seed 1 --cases 5000 --limit 30s";

/// The smallest input, which has one grid.
const ONE_CELL: &str = "1 1\n0\n0 0\n0 0\n";

/// Checks a program. Failures are saved in the returned folder.
fn check(arguments: &str, program: &str) -> (TempDir, Assert) {
    let out = tempfile::tempdir().unwrap();
    let check = format!("check {arguments} --out {} -- {program}", quoted(out.path()));
    let done = twinboard(&check).assert();
    (out, done)
}

/// The text of a file of the only saved failure.
fn saved(out: &TempDir, name: &str) -> String {
    fs::read_to_string(only_file(out.path()).join(name)).unwrap()
}

/// The input to which a failure of a program shrinks. Asserts the fault in its headline.
fn shrunk(rules: &str, program: &str, fault: &str) -> String {
    // Each run of a program that does not end takes the whole limit.
    let limit = if fault.contains("in time") { "1s" } else { "30s" };
    let (out, done) = check(&SEARCH.replace("samegame", rules).replace("30s", limit), program);
    done.code(1).stdout(contains(format!("FAILED {rules}: {fault}")));
    saved(&out, "input.txt")
}

#[test]
fn correct_programs_in_all_languages_pass() {
    let passes = |rules: &str, program: &str| {
        let (out, done) = check(&format!("{rules} --cases 30 --seed 1 --limit 60s"), program);
        done.success().stdout(contains("no failure (seed 1)").and(contains("30 generated")));
        assert_eq!(names_in(out.path()), [""; 0], "nothing is saved");
    };
    passes("samegame", rust());
    passes("samegame --exact", rust());
    passes("samegame", &format!("{} is-slow", rust()));
    if let Some(python) = python() {
        passes("samegame", python);
    }
    if let Some(program) = c() {
        passes("linkpop", program);
        passes("linkpop-outside", &format!("{program} outside"));
        // It aborts at a case more than the judge promises.
        let (_, done) = check("linkpop --cases 100 --seed 1 --limit 60s", program);
        done.success().stdout(contains("100 generated"));
    }
}

#[test]
fn failures_of_programs_in_c_shrink_as_well() {
    let Some(program) = c() else { return };
    let wrong =
        |rules, arguments| shrunk(rules, &format!("{program} {arguments}"), "the answer is wrong");
    let input = wrong("linkpop", "inside wrong-tie-break");
    let size: Vec<usize> =
        input.split_whitespace().take(2).map(|number| number.parse().unwrap()).collect();
    assert!(size[0] * size[1] <= 9, "{input}");
    // A correct program, but with the wrong margin.
    for (rules, margin) in [("linkpop", "outside"), ("linkpop-outside", "inside")] {
        let input = wrong(rules, margin);
        assert_eq!(input.lines().next(), Some("3 1"), "{input}");
    }
    let zero = format!("{program} inside divides-by-zero");
    assert_eq!(shrunk("linkpop", &zero, "the program crashed: arithmetic"), "1 1\nAS\n0 0\n");
    // The largest board of the judge is among the cases.
    let largest = format!("{program} inside crashes-on-30x30");
    let input = shrunk("linkpop", &largest, "the program crashed: aborted, SIGABRT (6)");
    assert_eq!(input.lines().next(), Some("30 30"));
}

#[test]
fn cases_that_only_fail_together_shrink_to_the_fewest_and_are_explained() {
    let wrong = "the answer is wrong";
    for (slip, fault, cases) in [
        ("stops-reading-after-a-win", wrong, 2),
        ("keeps-the-win", wrong, 2),
        ("stays-won", wrong, 2),
        ("closes-its-output-early", wrong, 2),
        ("aborts-on-the-third-grid", "the program crashed: aborted, SIGABRT (6)", 3),
    ] {
        let (out, done) = check(SEARCH, &format!("{} {slip}", rust()));
        let words = format!("None of the {cases} cases fails alone: the program carries state");
        done.code(1).stdout(contains(fault).and(contains(words)));
        let input = saved(&out, "input.txt");
        let expected = saved(&out, "expected.txt");
        assert_eq!(expected.matches("Grid").count(), cases, "{slip}: {input}");
        assert!(input.len() <= 14 * cases + 8, "{slip}: {input}");
    }
}

#[test]
fn failures_of_all_kinds_shrink_to_minimal_inputs() {
    let wrong = "the answer is wrong";
    let failed = "the program failed with exit code ";
    let late = "the program does not end in time: 1s for one input (--limit)";
    let endless = "the program prints far more than any answer takes";
    // Only the largest grid of the judge triggers the fault, with any colours.
    let row = ["0"; 40].join(" ") + "\n";
    let largest = format!("10 40\n{}0 0\n0 0\n", row.repeat(10));
    for (slip, fault, input) in [
        ("reads-nothing", wrong, ONE_CELL),
        ("zero-is-empty", wrong, ONE_CELL),
        ("closes-one-column", wrong, "1 2\n0 0\n1 1\n0 0\n0 0\n"),
        ("drops-empty-rows", wrong, "2 2\n0 0\n0 1\n1 1\n0 0\n0 0\n"),
        ("exit-code-3", &format!("{failed}3"), ONE_CELL),
        ("crashes-on-10x40", &format!("{failed}101"), &largest),
        ("never-ends", late, ONE_CELL),
        ("prints-without-end", endless, ONE_CELL),
    ] {
        assert_eq!(shrunk("samegame", &format!("{} {slip}", rust()), fault), input, "{slip}");
    }
    // How much simpler it becomes in the time for shrinking depends on the machine.
    let input = shrunk("samegame", &format!("{} never-ends-on-four-rows", rust()), late);
    assert!(input.starts_with("4 "), "{input}");
    shrunk("samegame", "sh -c 'exec yes >&2'", &format!("{endless}, on standard error"));
}

/// Those at the end do not count, so each case is right alone.
#[test]
fn answers_that_differ_in_empty_lines_only_are_said_to() {
    let blanks = r#""$0" | awk "/^Grid/ && NR > 1 { print \"\" } { print }""#;
    let (_out, done) = check(SEARCH, &format!("sh -c '{blanks}' {}", rust()));
    let words = "None of the 2 cases fails alone: the answers differ in empty lines only.";
    done.code(1).stdout(contains(words));
}

#[test]
fn the_limits_of_a_program_that_fails_are_named() {
    let limited = "samegame --seed 1 --memory 500";
    let (_out, done) = check(&format!("{limited} --json -"), "sh -c 'exit 1'");
    let json = printed_json(&done.code(1));
    let failure = &json["tests"][0]["findings"][0]["details"];
    // It is repeated within the limit that is named.
    let repeat = failure["repeat"].as_str().unwrap();
    assert!(repeat.starts_with("(ulimit -v 512000 && sh -c "), "{repeat}");
    assert_eq!(failure["limits"]["memory_bytes"], 500 << 20);
    assert_eq!(failure["limits"]["seconds"], 3.0);

    let (_out, done) = check(limited, "sh -c 'exit 1'");
    let ulimit = Command::new("sh").args(["-c", "ulimit -s"]).output().unwrap().stdout;
    let stack = match String::from_utf8(ulimit).unwrap().trim().parse::<u64>() {
        Ok(stack) if stack % 1024 == 0 => format!(", {} MiB of stack", stack / 1024),
        Ok(stack) => format!(", {stack} KiB of stack"),
        Err(_) => String::new(),
    };
    let limits = format!("here it had   3s, 500 MiB of address space{stack}, 64 processes");
    done.code(1).stdout(contains(limits));
    // As after a deep recursion.
    let (_out, done) = check(limited, "sh -c 'kill -SEGV $$'");
    let hint = contains("hint: the cause may be the limit of ").and(contains("on its stack"));
    let has_hint = !stack.is_empty();
    done.code(1).stdout(predicate::function(|text: &str| hint.eval(text) == has_hint));
}

/// One case takes longer than the whole check.
#[test]
fn time_that_ends_within_the_corpus_is_a_warning() {
    let slow = format!("sh -c 'sleep 0.3; exec \"$0\"' {}", rust());
    let (_out, done) = check("samegame --seed 1 --time 200ms --limit 60s", &slow);
    let warning = contains("warning: the time ended within the corpus");
    let left = contains("not checked: the time ended within the corpus");
    done.success().stdout(warning.and(left));
}

#[test]
fn the_diagnosis_of_a_failure_ends_with_the_time_of_the_check() {
    // The first case is a generated one that shrinks in more runs than there is time for.
    let corpus = tempfile::tempdir().unwrap();
    let short = format!("samegame --seed 1 --time 10ms --corpus {}", quoted(corpus.path()));
    let (_out, done) = check(&short, "sh -c 'sleep 0.35; echo wrong'");
    let search = "The search for a smaller input was cut short: its time was over.\n";
    done.code(1).stdout(contains(search));
}

#[test]
fn a_flaky_failure_is_reported_as_flaky() {
    let notes = tempfile::tempdir().unwrap();
    let note = notes.path().join("note");
    // The program keeps its note outside of its folder.
    let program = format!("{} fails-by-chance {}", rust(), quoted(&note));
    let (out, done) = check(&format!("{SEARCH} --isolation none"), &program);
    let headline = contains("the program failed with exit code 101 (flaky)");
    done.code(1).stdout(headline.and(contains("The failure did not recur")));
    assert!(saved(&out, "errors.txt").contains("as it happens"));
    assert!(!saved(&out, "input.txt").is_empty());
}

#[test]
fn trailing_blanks_count_with_exact_only() {
    let short = "samegame --seed 1 --cases 300 --limit 60s";
    let program = format!("{} trailing-blanks", rust());
    check(short, &program).1.success();
    let (out, done) = check(&format!("{short} --exact"), &program);
    done.code(1);
    let (expected, printed) = (saved(&out, "expected.txt"), saved(&out, "printed.txt"));
    assert_ne!(expected, printed);
    let lines = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    assert_eq!(lines(&expected), lines(&printed));
}

#[test]
fn the_report_shows_both_answers_and_a_command_to_repeat_it() {
    let (out, done) = check(SEARCH, &format!("{} zero-is-empty", rust()));
    let report = printed(&done.code(1));
    for part in [
        "the input\n  1 1\n  0\n  0 0\n  0 0\n",
        "        expected       printed\n",
        "     2!     0        |     Game Won\n",
        "            ^^^^^^^^ |     ^^^^^^^^\n",
    ] {
        assert!(report.contains(part), "{part}\n{report}");
    }
    let repeat = report.lines().find_map(|line| line.strip_prefix("repeat it     ")).unwrap();
    let again = Command::new("sh").args(["-c", repeat]).output().unwrap();
    assert_eq!(lossy(&again.stdout), saved(&out, "printed.txt"));
}

/// A program that is wrong about every case in one way.
#[test]
fn known_failures_of_every_case_leave_nothing_that_was_checked() {
    let known =
        folder(&[("known.txt", ONE_CELL.as_bytes()), ("corpus/one.txt", ONE_CELL.as_bytes())]);
    let search = "check samegame --seed 1 --cases 2 --corpus corpus --known known.txt -- true";
    run_in(&known, search, 2)
        .stdout(contains("they end at known failures, which hide all else"))
        .stderr(contains("nothing was checked: 3 cases"));
}

#[test]
fn several_failures_are_failures() {
    let arguments = "samegame --seed 1 --cases 10 --findings 9 --limit 60s --json -";
    let (out, done) = check(arguments, &format!("{} zero-is-empty,crashes-on-10x40", rust()));
    let json = printed_json(&done.code(1));
    let failures = json["tests"][0]["findings"].as_array().unwrap();
    let faults: Vec<&Value> = failures.iter().map(|failure| &failure["details"]["fault"]).collect();
    assert!(faults.contains(&&json!({ "kind": "wrong-answer" })), "{faults:?}");
    assert!(faults.contains(&&json!({ "kind": "crash", "code": 101 })), "{faults:?}");
    assert_eq!(names_in(out.path()).len(), failures.len());
}

#[test]
fn results_are_written_as_json_and_junit() {
    let results = tempfile::tempdir().unwrap();
    let paths = ["json", "junit.xml"].map(|name| results.path().join(name));
    let checked = |search, program: &str| {
        let files = format!("--json {} --junit {}", quoted(&paths[0]), quoted(&paths[1]));
        check(&format!("{search} {files}"), program).1.code(1);
        (json_file(&paths[0]), fs::read_to_string(&paths[1]).unwrap())
    };
    let (json, junit) = checked(SEARCH, &format!("{} zero-is-empty", rust()));
    assert_eq!(json["status"], "failed");
    let failure = &json["tests"][0]["findings"][0]["details"];
    assert_eq!(failure["input"], ONE_CELL);
    assert_eq!(failure["expected"], "Grid 1.\n    0\n");
    assert_eq!(failure["printed"], "Grid 1.\n    Game Won\n");
    let wrong = json!({ "kind": "wrong-answer" });
    assert_eq!((&failure["fault"], &failure["cases"]), (&wrong, &1.into()));
    let name = format!("name=\"{} zero-is-empty\" classname=\"twinboard.check.samegame\"", rust());
    for part in [
        r#"tests="1" skipped="0" failures="1""#,
        &name,
        r#"<failure message="the answer is wrong""#,
    ] {
        assert!(junit.contains(part), "{part}\n{junit}");
    }
    assert!(!junit.contains('\u{1b}'), "{junit}");
}
