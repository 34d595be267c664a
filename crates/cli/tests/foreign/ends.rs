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
        for arguments in [&["diff", text(&case)][..], &["verify", "--cases", "2", "--out", out]] {
            let done = run(&[arguments, &["--engine", &engine]].concat());
            assert!(done.stdout.contains("no divergence"), "{end}: {}", done.stdout);
            let done = done.with_code(i32::from(complaint.is_some()));
            let complaint = complaint.map(|it| format!("the engine {it} at the end of its input"));
            assert_eq!(done.stderr.contains("(EP-9)"), complaint.is_some(), "{}", done.stderr);
            assert!(done.stderr.contains(&complaint.unwrap_or_default()), "{}", done.stderr);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn neither_engine_nor_launcher_outlives_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let engine = folder.path().join("engine");
    fs::copy(&cpp("samegame").program, &engine).unwrap();
    let case = repository().join("corpus/samegame/sample/statement.txt");
    // It ignores the end of its input for a while.
    let slow = format!("sh -c '{}; sleep 9'", text(&engine));
    for command in [text(&engine), &slow] {
        run(&["diff", text(&case), "--engine", command]).with_code(0);
        let entries = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
        let lines = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
        let lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
        let left: Vec<_> = lines.filter(|line| line.contains(text(folder.path()))).collect();
        assert_eq!(left, [""; 0], "{command}");
    }
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
