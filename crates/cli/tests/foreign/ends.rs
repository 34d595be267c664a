//! The end of an engine: by the end of its input, and by what the system lacks.

use std::fs;
use std::process::Command;
use std::thread;

use crate::engines::cpp;
use crate::support::{engine, folder, quoted, run, run_in, run_with, sample, twinboard};
#[test]
fn an_engine_that_does_not_exit_with_code_0_at_the_end_of_its_input_breaks_the_protocol() {
    let folder = folder(&[]);
    for (end, complaint) in [
        ("exit 0", None),
        ("exit 3", Some("exited with code 3")),
        ("kill -SEGV $$", Some("was killed by SIGSEGV (11)")),
    ] {
        let engine = engine(&format!("sh -c '{}; {end}'", cpp("samegame").command));
        for (command, line) in [
            ("diff", format!("{} --html page.html", quoted(&sample()))),
            ("verify", "--cases 2 --out . --json results.json --html page.html".into()),
            ("exhaust", "samegame --shapes 1x1 --out . --json results.json".into()),
        ] {
            let done = run_in(&folder, format!("{command} {line} --junit junit.xml {engine}"));
            assert!(done.stdout.contains("no divergence"), "{end}: {}", done.stdout);
            let done = done.with_code(i32::from(complaint.is_some()));
            let said = complaint.map(|it| format!("the engine {it} at the end of its input"));
            assert_eq!(done.stderr.contains("(EP-9)"), complaint.is_some(), "{}", done.stderr);
            done.complains(&said.unwrap_or_default());
            // All documents say the same as the exit code.
            let read = |name| fs::read_to_string(folder.path().join(name)).unwrap();
            let failures = if complaint.is_some() { " failures=\"1\"" } else { " failures=\"0\"" };
            let xml = read("junit.xml");
            assert!(xml.lines().nth(1).unwrap().contains(failures), "{xml}");
            let failed = || read("results.json").contains("\"status\": \"failed\"");
            assert!(command == "diff" || failed() == complaint.is_some(), "{command}: {end}");
            let complains = || read("page.html").contains("at the end of its input");
            assert!(command == "exhaust" || complains() == complaint.is_some(), "{command}: {end}");
        }
    }
}

#[test]
fn what_an_engine_writes_after_its_last_answer_fails_every_command() {
    let engine = engine(&format!("sh -c '{}; echo more'", cpp("samegame").command));
    for command in ["diff", "shrink", "perft -d 2"] {
        run(format!("{command} {} {engine}", quoted(&sample())))
            .with_code(1)
            .complains("the engine wrote `more` after its last answer (EP-4)");
    }
}

/// Its answers take so long that the time of the campaign ends within one.
#[test]
fn the_exit_code_of_an_engine_that_owes_an_answer_at_the_end_of_the_time_is_not_lost() {
    let command = &cpp("samegame").command;
    let slow = format!("{command} | while IFS= read -r line; do sleep 0.03; echo \"$line\"; done");
    let slow = shell_words::quote(&format!("{slow}; exit 3")).into_owned();
    let engine = engine(&format!("sh -c {slow}"));
    run(format!("verify --time 50ms --threads 2 {engine}"))
        .with_code(1)
        .complains("the engine exited with code 3 at the end of its input; expected code 0 (EP-9)");
}

/// A small limit on open files ends the work somewhere. It is never a divergence.
#[cfg(unix)]
#[test]
fn what_the_system_lacks_is_no_fault_of_the_engine() {
    let folder = folder(&[]);
    let engine = &cpp("samegame").command;
    let program = twinboard("").get_program().to_owned();
    let verify = |limit: u32| {
        let mut command = Command::new("sh");
        let script = format!("ulimit -n {limit}; exec \"$0\" \"$@\"");
        command.args(["-c", &script]).arg(&program);
        command.args(["verify", "--engine", engine, "--cases", "2"]).current_dir(&folder);
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
