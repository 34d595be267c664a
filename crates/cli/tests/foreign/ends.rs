//! The end of an engine: by the end of its input, and by what the system lacks.

use std::fs;
use std::process::Command;
use std::thread;

use crate::engines::cpp;
use crate::support::{repository, run, run_with, text, twinboard};

#[test]
fn an_engine_that_does_not_exit_with_code_0_at_the_end_of_its_input_breaks_the_protocol() {
    let out = tempfile::tempdir().unwrap();
    let (out, engine) = (text(out.path()), &cpp("samegame").command);
    let case = repository().join("corpus/samegame/sample/statement.txt");
    for (end, complaint) in [
        ("exit 0", None),
        ("exit 3", Some("exited with code 3")),
        ("kill -SEGV $$", Some("was killed by SIGSEGV (11)")),
    ] {
        let engine = format!("sh -c '{engine}; {end}'");
        let [junit, html, json] =
            ["junit.xml", "page.html", "results.json"].map(|it| format!("{out}/{it}"));
        for arguments in [
            &["diff", text(&case)][..],
            &["verify", "--cases", "2", "--out", out, "--json", &json],
            &["exhaust", "samegame", "--shapes", "1x1", "--out", out, "--json", &json],
        ] {
            let documents = if arguments[0] == "exhaust" { 2 } else { 4 };
            let documents = &["--junit", &junit, "--html", &html][..documents];
            let done = run(&[arguments, documents, &["--engine", &engine]].concat());
            assert!(done.stdout.contains("no divergence"), "{end}: {}", done.stdout);
            let done = done.with_code(i32::from(complaint.is_some()));
            let said = complaint.map(|it| format!("the engine {it} at the end of its input"));
            assert_eq!(done.stderr.contains("(EP-9)"), complaint.is_some(), "{}", done.stderr);
            assert!(done.stderr.contains(&said.unwrap_or_default()), "{}", done.stderr);
            // All documents say the same as the exit code.
            let read = |path: &str| fs::read_to_string(path).unwrap();
            let failures = if complaint.is_some() { " failures=\"1\"" } else { " failures=\"0\"" };
            let xml = read(&junit);
            assert!(xml.lines().nth(1).unwrap().contains(failures), "{xml}");
            let failed = || read(&json).contains("\"status\": \"failed\"");
            assert!(arguments[0] == "diff" || failed() == complaint.is_some(), "{arguments:?}");
            let complains = || read(&html).contains("at the end of its input");
            assert!(arguments[0] == "exhaust" || complains() == complaint.is_some());
        }
    }
}

#[test]
fn what_an_engine_writes_after_its_last_answer_fails_every_command() {
    let engine = format!("sh -c '{}; echo more'", cpp("samegame").command);
    let case = repository().join("corpus/samegame/sample/statement.txt");
    for command in [&["diff"][..], &["shrink"], &["perft", "-d", "2"]] {
        let done = run(&[command, &[text(&case), "--engine", &engine]].concat()).with_code(1);
        let complaint = "the engine wrote `more` after its last answer (EP-4)";
        assert!(done.stderr.contains(complaint), "{command:?}: {}", done.stderr);
    }
}

/// Its answers take so long that the time of the campaign ends within one.
#[test]
fn the_exit_code_of_an_engine_that_owes_an_answer_at_the_end_of_the_time_is_not_lost() {
    let out = tempfile::tempdir().unwrap();
    let engine = &cpp("samegame").command;
    let slow = format!("{engine} | while IFS= read -r line; do sleep 0.03; echo \"$line\"; done");
    let engine = shell_words::quote(&format!("{slow}; exit 3")).into_owned();
    let engine = format!("sh -c {engine}");
    let done = run(&[
        "verify",
        "--time",
        "50ms",
        "--threads",
        "2",
        "--out",
        text(out.path()),
        "--engine",
        &engine,
    ]);
    let done = done.with_code(1);
    let complaint = "the engine exited with code 3 at the end of its input; expected code 0 (EP-9)";
    assert!(done.stderr.contains(complaint), "{}", done.stderr);
}

/// A small limit on open files ends the work somewhere. It is never a divergence.
#[cfg(unix)]
#[test]
fn what_the_system_lacks_is_no_fault_of_the_engine() {
    let out = tempfile::tempdir().unwrap();
    let (out, engine) = (text(out.path()), &cpp("samegame").command);
    let program = twinboard(&[]).get_program().to_owned();
    let verify = |limit: u32| {
        let mut command = Command::new("sh");
        let script = format!("ulimit -n {limit}; exec \"$0\" \"$@\"");
        command.args(["-c", &script]).arg(&program);
        command.args(["verify", "--engine", engine, "--cases", "2", "--out", out]);
        let done = run_with(command, "");
        match done.code {
            Some(0) => true,
            Some(2) => {
                assert!(done.stderr.contains("open files"), "{limit}: {done:?}");
                false
            }
            _ => panic!("{limit}: {done:?}"),
        }
    };
    thread::scope(|scope| {
        let limits = [6, 8, 9, 10, 11, 12, 13, 14, 16, 64];
        let all: Vec<_> = limits.map(|limit| scope.spawn(move || verify(limit))).into();
        let works: Vec<bool> = all.into_iter().map(|one| one.join().unwrap()).collect();
        assert!(!works[0] && works[works.len() - 1], "{works:?}");
    });
}
