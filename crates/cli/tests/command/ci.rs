//! What a CI service gets: `JUnit` XML, and the summary and annotations of GitHub Actions.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use crate::prelude::*;

/// A campaign that shows [`LOWEST_RUN`], the fault of the README.
const VERIFY: &str = "verify samegame --cases 100 --seed 1 --engine samegame";

/// The output of a command in a folder.
fn run(folder: &TempDir, mut command: Command) -> Output {
    command.current_dir(folder.path());
    run_to_end(command).output().unwrap()
}

/// The output of a command in a folder, as on GitHub Actions, with the summary.
fn on_github(folder: &TempDir, mut command: Command) -> (Output, String) {
    let summary = folder.path().join("summary.md");
    command.env("GITHUB_ACTIONS", "true").env("GITHUB_STEP_SUMMARY", &summary);
    command.env("GITHUB_WORKSPACE", folder.path());
    let output = run(folder, command);
    (output, fs::read_to_string(summary).unwrap_or_default())
}

/// The test cases of a file: its lines with a name, without the time.
fn test_cases(folder: &TempDir) -> Vec<String> {
    let xml = fs::read_to_string(folder.path().join("junit.xml")).unwrap();
    let lines = xml.lines().map(str::trim).filter(|line| line.starts_with("<testcase "));
    let lines = lines.map(|line| line.split(" time=").next().unwrap().trim_end_matches('>'));
    lines.map(|line| line["<testcase ".len()..].to_owned()).collect()
}

#[test]
fn a_campaign_is_a_test_with_the_same_name_in_each_run() {
    let folder = folder(&[("cases/a.txt", b"1 1\n0\n0 0\n0 0\n")]);
    let verify = |more: &str| {
        let own = "verify samegame --cases 5 --corpus cases --junit junit.xml --seed";
        run_in(&folder, format!("{own} {more}"), 0);
        test_cases(&folder)
    };
    let names = verify("1");
    assert_eq!(names, verify("2"));
    let first = r#"name="samegame against the oracle" classname="twinboard.verify.samegame""#;
    assert_eq!(names[0], first);
    assert!(names.len() > 2, "each engine is a test: {names:?}");
    let expected =
        first.replace("samegame against the oracle", "samegame-batch against samegame-list");
    assert_eq!(verify("1 --engine samegame-batch --oracle samegame-list"), [expected]);
}

#[test]
fn a_divergence_on_github_has_a_summary_that_repeats_it_and_an_annotation() {
    let folder = folder(&[]);
    let verify = planted_process(LOWEST_RUN, format!("{VERIFY} --junit junit.xml"));
    let (output, summary) = on_github(&folder, verify);
    let (stdout, stderr) = ended(&output, 1);
    for part in [
        "### twinboard verify: 1 failed\n",
        "| ❌ failed | samegame | samegame against the oracle | 1 divergence (seed 1) in ",
        "#### samegame against the oracle: engine and oracle differ in the position; the engine \
         breaks an invariant\n",
        "  before     engine     oracle\n",
        "play it again          twinboard diff ",
        "```sh\ntwinboard diff --engine samegame - --rules samegame <<'END'\n",
    ] {
        assert!(summary.contains(part), "{part}\n{summary}");
    }
    let annotations: Vec<&str> = stderr.lines().filter(|line| line.starts_with("::")).collect();
    let [annotation] = annotations[..] else { panic!("one finding, one annotation: {stderr}") };
    let expected = "::error file=twinboard-out/samegame-";
    assert!(annotation.starts_with(expected) && annotation.contains(",line=1,"), "{annotation}");
    let message = "::engine and oracle differ in the position; the engine breaks an \
                   invariant%0Aplay it again: twinboard diff ";
    assert!(annotation.contains(message), "{annotation}");
    assert!(!stdout.contains("::error"), "{stdout}");
    // The command of the summary, in a folder without the file.
    let (_, script) = summary.split_once("```sh\n").unwrap();
    let (script, _) = script.split_once("\n```").unwrap();
    let program = planted_process(LOWEST_RUN, "").get_program().to_owned();
    let elsewhere = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(program, elsewhere.path().join("twinboard")).unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("PATH=\"$PWD:$PATH\"; {script}")]);
    shell.env("TWINBOARD_PLANTED", LOWEST_RUN).env_remove("GITHUB_ACTIONS");
    let (printed, _) = ended(&run(&elsewhere, shell), 1);
    assert!(printed.contains("1 case in 1 file: 1 divergence\n"), "{printed}");
    // The test has the report.
    let xml = fs::read_to_string(folder.path().join("junit.xml")).unwrap();
    let failure = "<failure message=\"engine and oracle differ in the position; the engine breaks an \
                   invariant\" type=\"failure\">";
    assert!(xml.contains(failure) && xml.contains("the cells with a star differ"), "{xml}");
}

#[test]
fn elsewhere_there_is_no_summary_and_no_annotation() {
    let folder = folder(&[]);
    for value in [None, Some("false"), Some("")] {
        let mut command = planted_process(LOWEST_RUN, VERIFY);
        command.env("GITHUB_STEP_SUMMARY", folder.path().join("summary.md"));
        value.map(|value| command.env("GITHUB_ACTIONS", value));
        let (stdout, stderr) = ended(&run(&folder, command), 1);
        let printed = stdout + &stderr;
        assert!(!printed.contains("::") && !folder.path().join("summary.md").exists(), "{printed}");
    }
}

/// A replay of the cases of a folder.
const DIFF: &str = "diff --rules samegame cases --junit junit.xml";

#[test]
fn a_summary_that_cannot_be_written_is_a_warning() {
    let folder = folder(&[("cases/a.txt", b"1 1\n0\n0 0\n0 0\n")]);
    for path in ["no/folder/summary.md", "cases", "/dev/full"] {
        let mut command = process(DIFF);
        command.env("GITHUB_ACTIONS", "true").env("GITHUB_STEP_SUMMARY", path);
        let (stdout, stderr) = ended(&run(&folder, command), 0);
        assert!(stderr.starts_with("warning: no summary for GitHub Actions: "), "{path}: {stderr}");
        assert_eq!(stdout, "1 case in 1 file: no divergence\n");
        assert_eq!(test_cases(&folder).len(), 1);
    }
}

#[test]
fn each_file_of_diff_is_a_test_whatever_its_name_is() {
    let folder = folder(&[
        ("cases/a&b|<`>%,:.txt", TWO_GAPS),
        ("cases/broken.txt", b"4 x\n"),
        ("cases/empty.txt", b"0 0\n"),
        ("cases/right.txt", b"1 1\n0\n0 0\n0 0\n"),
    ]);
    let odd = folder.path().join(OsStr::from_bytes(b"cases/z\xff\n\x1b[31m.txt"));
    fs::write(&odd, TWO_GAPS).unwrap();
    let (output, summary) = on_github(&folder, planted_process(LOWEST_RUN, DIFF));
    let (_, stderr) = ended(&output, 1);
    let xml = fs::read_to_string(folder.path().join("junit.xml")).unwrap();
    let head = r#"tests="5" skipped="1" failures="2" errors="1""#;
    assert!(xml.contains(head), "{xml}");
    let expected = [
        ("samegame", "a&amp;b|&lt;`&gt;%,:.txt"),
        ("unknown", "broken.txt"),
        ("samegame", "empty.txt"),
        ("samegame", "right.txt"),
        ("samegame", "z\u{fffd}\\n\\u{1b}[31m.txt"),
    ]
    .map(|(of, name)| format!("name=\"cases/{name}\" classname=\"twinboard.diff.{of}\""));
    let mut names = test_cases(&folder);
    names.sort_by_key(|name| expected.iter().position(|it| it == name));
    assert_eq!(names, expected);
    // The table has a row for each file, and nothing in a name has a meaning.
    let rows: Vec<&str> = summary.lines().filter(|line| line.starts_with("| ")).collect();
    assert_eq!(rows.len(), 6, "{summary}");
    assert!(rows.iter().all(|row| row.matches('|').count() == 6), "{rows:#?}");
    assert!(
        summary.contains("### twinboard diff: 2 failed, 1 with an error, 1 undecided, 1 passed")
    );
    let errors: Vec<&str> = stderr.lines().filter(|line| line.starts_with("::error")).collect();
    assert_eq!(errors.len(), 3, "{stderr}");
    let escaped =
        "::error file=cases/a&b|<`>%25%2C%3A.txt,line=1,title=twinboard diff%3A samegame%2C ";
    assert!(errors.iter().any(|line| line.starts_with(escaped)), "{errors:#?}");
    assert!(!stderr.contains('\u{1b}'), "{stderr}");
}

#[test]
fn a_program_that_cannot_start_is_an_error_for_the_service() {
    let folder = folder(&[("engine.sh", b"#!/bin/sh\n")]);
    let junit = folder.path().join("junit.xml");
    for (command, program) in [
        ("verify", "--engine ./nope.py"),
        ("verify", "--engine 'sh engine.sh'"),
        ("check", "-- ./nope.sh"),
    ] {
        let _ = fs::remove_file(&junit);
        let _ = fs::remove_file(folder.path().join("summary.md"));
        let arguments = format!("{command} samegame --junit junit.xml {program}");
        let (output, summary) = on_github(&folder, process(&arguments));
        let (_, stderr) = ended(&output, 2);
        let named = format!(r#"name="{command}" classname="twinboard.{command}.unknown""#);
        assert_eq!(test_cases(&folder), [named]);
        let xml = fs::read_to_string(&junit).unwrap();
        assert!(xml.contains(r#"failures="0" errors="1""#), "{xml}");
        assert!(xml.contains("<error message=\""), "{xml}");
        assert!(summary.starts_with(&format!("### twinboard {command}: 1 with an error\n")));
        assert!(summary.contains("| ❌ error | unknown | "), "{summary}");
        assert_eq!(commands_in(&output).len(), 1, "{stderr}");
    }
    // The file may not be written; the service is told nevertheless.
    let verify = "verify samegame --engine ./engine.sh --junit engine.sh";
    let (output, _) = on_github(&folder, process(verify));
    assert_eq!((output.status.code(), commands_in(&output).len()), (Some(2), 1));
    assert_eq!(fs::read(folder.path().join("engine.sh")).unwrap(), b"#!/bin/sh\n");
}

/// The lines of an output that are commands for GitHub Actions.
fn commands_in(output: &Output) -> Vec<String> {
    let printed = lossy(&output.stdout) + "\n" + &lossy(&output.stderr);
    let is_command = |line: &&str| line.trim_start().starts_with("::") || line.contains("##[");
    printed.split(['\n', '\r']).filter(is_command).map(str::to_owned).collect()
}

#[test]
fn no_text_of_a_program_is_a_command_for_the_service() {
    let hostile = b"echo '::stop-commands::x'; echo ' ##[error]x'; echo ' ::error::x' >&2\n\
                    echo 'x##[group]y' >&2; exit 1\n";
    let folder = folder(&[
        ("hostile.sh", hostile),
        ("cases/a.txt", b"1 1\n0\n0 0\n0 0\n"),
        ("cases/broken.txt", b"\n  ::error::broken ##[error]\n"),
    ]);
    for arguments in [
        "verify samegame --engine 'sh hostile.sh'",
        "exhaust samegame --shapes 2x2 --symbols 2 --engine 'sh hostile.sh'",
        "diff --rules samegame cases/a.txt --engine 'sh hostile.sh'",
        "diff --rules samegame cases",
        "check samegame --cases 1 -- sh hostile.sh",
    ] {
        let (output, _) = on_github(&folder, process(arguments));
        let printed = lossy(&output.stdout) + &lossy(&output.stderr);
        assert!(printed.contains(r"\u003a:") || printed.contains(r"\u0023#["), "{printed}");
        let commands = commands_in(&output);
        let [only] = &commands[..] else { panic!("{arguments}: {commands:#?}\n{printed}") };
        assert!(only.starts_with("::error "), "{only}");
    }
    // Elsewhere the text is as it was.
    let output = run(&folder, process("diff --rules samegame cases"));
    assert!(lossy(&output.stderr).contains("::error::broken ##["), "{output:?}");
}

/// The scripts of the action by the names of their steps, which `run: |` begins.
fn scripts(action: &str) -> Vec<(String, String)> {
    let mut scripts = Vec::new();
    let mut name = "";
    let mut lines = action.lines();
    while let Some(line) = lines.next() {
        if let Some(of_step) = line.trim_start().strip_prefix("- name: ") {
            name = of_step;
        }
        if line.trim() == "run: |" {
            let indent = " ".repeat(line.len() - line.trim_start().len() + 2);
            let is_in = |line: &&str| line.trim().is_empty() || line.starts_with(&indent);
            let script = lines.clone().take_while(is_in);
            let script = script.map(|line| line.strip_prefix(&indent).unwrap_or_default());
            scripts.push((name.to_owned(), script.collect::<Vec<_>>().join("\n")));
        }
    }
    scripts
}

#[test]
fn the_action_has_options_that_the_command_has_and_fails_as_it_does() {
    let action = fs::read_to_string(repository().join("action.yml")).unwrap();
    let (inputs, steps) = action.split_once("\noutputs:").unwrap();
    let inputs = inputs.split_once("\ninputs:\n").unwrap().1.lines();
    let inputs = inputs.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let inputs: Vec<&str> = inputs.map(|line| line.trim().trim_end_matches(':')).collect();
    let page = fs::read_to_string(repository().join("docs/in-ci.md")).unwrap();
    for input in &inputs {
        assert!(steps.contains(&format!("inputs.{input} ")), "{input} has no effect");
        assert!(page.contains(&format!("\n| `{input}` |")), "{input} is not in docs/in-ci.md");
    }
    for used in steps.split("inputs.").skip(1) {
        let used = used.split([' ', '}']).next().unwrap();
        assert!(inputs.contains(&used), "{used} is not declared");
    }
    let scripts = scripts(&action);
    assert_eq!(scripts.len(), 3, "{scripts:?}");
    for (name, script) in &scripts {
        let checked = assert_cmd::Command::new("bash").arg("-n").write_stdin(&**script).ok();
        assert!(checked.is_ok(), "{name}: {checked:?}");
    }
    let (_, script) = scripts.iter().find(|(name, _)| name == "Run the command").unwrap();
    let folder = folder(&[("two words/a.txt", TWO_GAPS)]);
    let work = |command: &str, rule_set: &str, arguments: &str, engine: &str| {
        let planted = planted_process(LOWEST_RUN, "");
        let mut bash = Command::new("bash");
        bash.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script]);
        bash.env("TWINBOARD_PLANTED", LOWEST_RUN).env_remove("GITHUB_ACTIONS");
        bash.env("PROGRAM", format!("'{}'", planted.get_program().to_str().unwrap()));
        bash.env("RUNNER_TEMP", folder.path()).env("RESULTS", folder.path().join("results"));
        bash.env("COMMAND", command).env("RULE_SET", rule_set);
        bash.env("ARGUMENTS", arguments).env("ENGINE", engine);
        let output = run(&folder, bash);
        (output.status.code(), lossy(&output.stdout), lossy(&output.stderr))
    };
    for command in ["verify", "diff", "exhaust", "fuzz", "check"] {
        let (code, stdout, stderr) = work(command, "", "--help", "");
        assert_eq!(code, Some(2), "{command}: a job that checks nothing is green: {stderr}");
        assert!(stdout.contains("Usage: "), "{command}: {stdout}");
        assert!(stdout.contains("::nothing was checked: "), "{command}: {stdout}");
    }
    // The results of another step are none of this one.
    fs::create_dir_all(folder.path().join("results")).unwrap();
    fs::write(folder.path().join("results/junit.xml"), "<testsuites/>").unwrap();
    assert_eq!(work("verify", "", "--help", "").0, Some(2));
    let (code, stdout, stderr) = work("diff", "samegame", "'two words'", "samegame");
    assert_eq!(code, Some(1), "{stdout}{stderr}");
    assert!(stdout.ends_with("1 case in 1 file: 1 divergence\n"), "{stdout}");
    let results = folder.path().join("results");
    for name in ["junit.xml", "results.html"] {
        assert!(results.join(name).is_file(), "{} has {name}", text(&results));
    }
    // Arguments of libFuzzer come last, and the engine is none of them.
    let (code, stdout, stderr) = work("fuzz", "", "-- -max_len=100", "./nope");
    assert!(code == Some(2) && stderr.contains("./nope"), "{stdout}{stderr}");
    // A quote that is left open is an error, and not a run without the arguments.
    assert_eq!(work("diff", "samegame", "'two words", "").0, Some(1));
    assert_eq!(work("play", "", "", "").0, Some(2));
}
