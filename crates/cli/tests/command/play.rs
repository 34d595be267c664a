//! `twinboard play` of a game for one player: answers to judge input.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::ChildStdin;
use std::thread::{self, JoinHandle};

use predicates::prelude::*;
use predicates::str::{contains, is_empty};

use super::support::{SAMPLE_ANSWER, folder, lossy, process, sample, start, text, twinboard};

const PLAY: [&str; 2] = ["play", "samegame"];

#[test]
fn both_sides_answer_the_sample_to_the_byte() {
    let path = sample();
    let input = std::fs::read(&path).unwrap();
    for side in ["engine", "oracle"] {
        let play = ["play", "samegame", "--with", side];
        let done = twinboard(&play).write_stdin(input.clone()).assert();
        done.success().stdout(SAMPLE_ANSWER).stderr(is_empty());
        let done = twinboard(&[&play[..], &["-"]].concat()).write_stdin(input.clone()).assert();
        done.success().stdout(SAMPLE_ANSWER).stderr(is_empty());
        let done = twinboard(&[&play[..], &[text(&path)]].concat()).assert();
        done.success().stdout(SAMPLE_ANSWER).stderr(is_empty());
    }
}

#[test]
fn input_without_grids_has_an_empty_answer() {
    for input in ["", " \n\t\x0c\r\n", "0", "0 99", "11 0", "0 abc"] {
        let done = twinboard(&PLAY).write_stdin(input).assert();
        done.success().stdout(is_empty()).stderr(is_empty());
    }
}

#[test]
fn marks_and_line_ends_of_other_systems_are_read() {
    for input in ["\u{feff}1 1 5 0 0", "1 1\r\n5\r\n0 0\r\n", "1\t1\x0c5\r0 0"] {
        let done = twinboard(&PLAY).write_stdin(input).assert();
        done.success().stdout("Grid 1.\n    5\n").stderr(is_empty());
    }
}

#[test]
fn a_grid_is_answered_while_the_input_is_still_open() {
    let mut child = start(process(&PLAY));
    let mut input = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    let mut read = |expected: &str| {
        let mut answer = vec![0; expected.len()];
        answers.read_exact(&mut answer).unwrap();
        assert_eq!(lossy(&answer), expected);
    };
    // The line feed after the last zero may come later, as from other programs. Without any blank
    // after it, the zero could still become another number.
    input.write_all(b"1 2 3 3 1 1 0 0 ").unwrap();
    read("Grid 1.\n    Game Won\n");
    input.write_all(b"1 2 3 4 0 0\n").unwrap();
    read("\nGrid 2.\n    3 4\n");
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn answers_before_a_fault_of_the_input_are_printed() {
    let done = twinboard(&PLAY).write_stdin("1 1 5 0 0\n2 2\n1 2\n3 x\n").assert();
    done.code(2).stdout("Grid 1.\n    5\n").stderr(contains("line 4, column 3: found `x`"));
}

#[test]
fn a_grid_whose_end_is_missing_is_not_answered() {
    let done = twinboard(&PLAY).write_stdin("1 1 5 0 0 1 1 5 1 1").assert();
    done.code(2).stdout("Grid 1.\n    5\n").stderr(contains("the input ends"));
}

#[test]
fn errors_in_the_input_state_the_place_and_the_expectation() {
    let inputs: &[(&[u8], &str)] = &[
        (b"x", "line 1, column 1: found `x`, expected the number of rows, 1 to 10"),
        (b"11 41", "line 1, column 1: found `11`, expected the number of rows, 1 to 10"),
        (b"10 41", "line 1, column 4: found `41`, expected the number of columns, 1 to 40"),
        (b"11", "line 1, column 3: the input ends, expected the number of columns"),
        (b"3 5\n1 2 3\n", "line 2, column 6: the input ends, expected a colour, 0 to 9"),
        (b"2 2\n1 2\n3 10\n", "line 3, column 3: found `10`, expected a colour, 0 to 9"),
        (b"2 2\n1 2\n3 -1\n", "line 3, column 3: found `-1`, expected a colour, 0 to 9"),
        (b"1 1 5 1.5 1", "line 1, column 7: found `1.5`, expected the row of a selection"),
        (b"1 1 5 0 +0", "line 1, column 9: found `+0`, expected the column of a selection"),
        ("1 1\tфф 5".as_bytes(), "line 1, column 5: found `фф`, expected a colour"),
        (b"1 1 \xff\xfe 5", "line 1, column 5: found `\u{fffd}\u{fffd}`, expected a colour"),
        ("\u{feff}\u{feff}1".as_bytes(), "line 1, column 1: found `"),
        (b"1 1 5\0 0 0", "line 1, column 5: found `5"),
        (b"99999999999999999999 1", "column 1: found `99999999999999999999`, expected"),
    ];
    for (input, complaint) in inputs {
        let done = twinboard(&PLAY).write_stdin(*input).assert();
        done.code(2).stdout(is_empty()).stderr(contains(*complaint));
    }
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let folder = folder(&[("bad.txt", b"x")]);
    let (missing, bad) = (folder.path().join("missing.txt"), folder.path().join("bad.txt"));
    for path in [&missing, &bad, &folder.path().to_owned()] {
        let done = twinboard(&["play", "samegame", text(path)]).assert();
        done.code(2).stdout(is_empty()).stderr(contains(text(path)));
    }
}

#[test]
fn a_closed_output_is_no_error() {
    let mut child = start(process(&PLAY));
    let feeder = feed(child.stdin.take().unwrap(), b"1 1 5 0 0\n");
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    answers.read_line(&mut line).unwrap();
    assert_eq!(line, "Grid 1.\n");
    drop(answers);
    let done = child.wait_with_output().unwrap();
    assert_eq!((done.status.code(), lossy(&done.stderr).as_str()), (Some(0), ""));
    feeder.join().unwrap();
}

/// Sends a text repeatedly until the stream is closed.
fn feed(mut input: ChildStdin, text: &'static [u8]) -> JoinHandle<()> {
    let block = text.repeat(1 + (1 << 16) / text.len());
    thread::spawn(move || while input.write_all(&block).is_ok() {})
}

#[test]
fn an_endless_invalid_token_is_refused_early() {
    let mut child = start(process(&PLAY));
    let feeder = feed(child.stdin.take().unwrap(), b"x");
    let done = child.wait_with_output().unwrap();
    assert_eq!(done.status.code(), Some(2));
    assert!(contains("line 1, column 1: found `xxxx").eval(&lossy(&done.stderr)));
    feeder.join().unwrap();
}

#[cfg(target_os = "linux")]
mod on_linux {
    use std::fs;
    use std::io::{BufRead, BufReader, Write};
    use std::process::Child;

    use super::super::support::{lossy, process, start};
    use super::{PLAY, feed};

    /// Peak memory of a process in kB.
    fn peak_memory_kb(child: &Child) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        peak.trim().trim_end_matches(" kB").parse().unwrap()
    }

    /// Far more memory than the command needs, and far less than its input.
    const MEMORY_MAX_KB: u64 = 24 * 1024;

    #[test]
    fn endless_input_is_answered_in_bounded_memory() {
        const ANSWERS: usize = 400_000;

        let mut child = start(process(&PLAY));
        let feeder =
            feed(child.stdin.take().unwrap(), b"2 3\n1 2 3\n4 5 6\n1 1 2 2\n3 3 4 4\n0 0\n");
        let answers = BufReader::new(child.stdout.take().unwrap());
        let mut heads =
            answers.lines().map_while(Result::ok).filter(|line| line.starts_with("Grid "));
        assert_eq!(heads.by_ref().take(ANSWERS).last(), Some(format!("Grid {ANSWERS}.")));
        // Before its output is closed, which ends it: an ended process has no memory.
        let peak = peak_memory_kb(&child);
        drop(heads);
        assert!(peak < MEMORY_MAX_KB, "{peak} kB");
        assert!(child.wait().unwrap().success());
        feeder.join().unwrap();
    }

    /// Peak memory in kB after an input of 32 MiB, which is more than [`MEMORY_MAX_KB`].
    fn peak_memory_kb_of(head: &[u8], endless: &[u8]) -> u64 {
        let mut child = start(process(&PLAY));
        let mut input = child.stdin.take().unwrap();
        input.write_all(head).unwrap();
        let block = endless.repeat(1 + (1 << 16) / endless.len());
        for _ in 0..512 {
            input.write_all(&block).unwrap();
        }
        let peak = peak_memory_kb(&child);
        child.kill().unwrap();
        child.wait().unwrap();
        peak
    }

    #[test]
    fn endless_selections_numbers_and_blanks_take_no_memory() {
        for (head, endless) in [(&b"1 1 5\n"[..], &b"1 1\n"[..]), (b"1 1 5\n", b"9"), (b"", b" ")] {
            let peak = peak_memory_kb_of(head, endless);
            assert!(peak < MEMORY_MAX_KB, "{peak} kB for {:?} and so on", lossy(endless));
        }
    }
}
