//! `twinboard check`: arguments, Ctrl-C, and processes left behind.

use super::programs::rust;
use super::{ONE_CELL, SEARCH, check, saved};
use crate::prelude::*;

/// The processes with exactly this command line, as folders of `/proc`.
fn running(words: &[&str]) -> Vec<String> {
    let line = words.iter().flat_map(|word| [word, "\0"]).collect::<String>();
    let pids = fs::read_dir("/proc").unwrap().map(|entry| entry.unwrap().path());
    let pids =
        pids.filter(|path| fs::read(path.join("cmdline")).is_ok_and(|at| at == line.as_bytes()));
    pids.map(|path| path.display().to_string()).collect()
}

/// A unique argument for `sleep`, by which a test finds its processes.
fn marker(number: u32) -> String {
    format!("{}.{number}", 200_000 + std::process::id())
}

#[test]
fn child_processes_left_behind_are_reported_and_killed() {
    let marker = marker(1);
    let (out, done) = check(SEARCH, &format!("{} leaves-a-child {marker}", rust()));
    done.code(1).stdout(contains("the program ends and leaves processes behind"));
    assert_eq!(saved(&out, "input.txt"), ONE_CELL);
    assert_eq!(running(&["sleep", &marker]), [""; 0]);
}

#[test]
fn no_process_of_the_program_survives_a_killed_check() {
    let marker = marker(2);
    let script = format!("setsid sleep {marker} & sleep {marker}; true");
    let mut child = start(process(format!("check samegame --limit 60s -- sh -c '{script}'")));
    wait_until("both sleep", || running(&["sleep", &marker]).len() == 2);
    child.kill().unwrap();
    child.wait().unwrap();
    wait_until("nothing is left", || running(&["sleep", &marker]).is_empty());
}

#[test]
fn ctrl_c_ends_a_check_with_its_summary_even_if_the_program_hangs() {
    for program in [rust(), "sleep 3000"] {
        let check = format!("check samegame --time 60s --limit 50m -- {program}");
        let (printed, _) = interrupted(process(check), 130);
        // On a busy machine no run may have ended yet.
        let is_clean = printed.contains("no failure") || printed.contains("nothing was checked");
        assert!(is_clean && printed.contains(", interrupted"), "{printed}");
    }
}

/// Such as Ctrl-C for a job in the background, or the end of the terminal under `nohup`.
#[test]
fn signals_that_the_parent_ignores_do_not_end_a_check() {
    let corpus = tempfile::tempdir().unwrap();
    let marker = format!("1.0{}", std::process::id());
    let script = format!("sh -c 'sleep {marker}; exec \"$0\"' {}", rust());
    let check = format!("check samegame --seed 1 --cases 1 --limit 60s --corpus . -- {script}");
    let mut ignoring = Command::new("env");
    ignoring.args(["--ignore-signal=INT,TERM,HUP", env!("CARGO_BIN_EXE_twinboard")]);
    ignoring.args(words(&check)).current_dir(corpus.path());
    let child = start(ignoring);
    wait_until("the program sleeps", || !running(&["sleep", &marker]).is_empty());
    for signal in ["-INT", "-TERM", "-HUP"] {
        send(signal, &child);
    }
    let (printed, _) = ended(&child.wait_with_output().unwrap(), 0);
    assert!(printed.contains("no failure") && !printed.contains("interrupted"), "{printed}");
}

#[test]
fn a_failure_that_cannot_be_saved_is_reported_nevertheless() {
    let check = "check samegame --seed 1 --out /dev/null/folder --";
    twinboard(format!("{check} {} zero-is-empty", rust()))
        .assert()
        .code(1)
        .stdout(contains("the input\n  1 1\n  0\n  0 0\n  0 0\n").and(contains("saved in").not()))
        .stderr(contains("cannot write"));
}

#[test]
fn a_program_runs_in_the_current_folder() {
    let folder = folder(&[]);
    write_program(folder.path().join("program"), "#!/bin/sh\npwd >&2\nexit 9\n");
    let printed = printed(&run_in(&folder, "check samegame -- ./program", 1));
    let here = folder.path().canonicalize().unwrap();
    assert!(printed.contains("exit code 9") && printed.contains(text(&here)), "{printed}");
    assert!(folder.path().join("twinboard-out").is_dir());
}
