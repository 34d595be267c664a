//! `twinboard play` of a game for one player: answers to judge input.

use std::io::{BufReader, Read, Write};

use crate::prelude::*;

/// The answer to the sample of the statement, byte by byte as in SG-19.
const SAMPLE_ANSWER: &str = "Grid 1.\n    Game Won\n\nGrid 2.\n\n    1   2\n    1 2 1\n\n\
                             Grid 3.\n    Game Won\n";

const PLAY: &str = "play samegame";

#[test]
fn both_sides_answer_the_sample_to_the_byte() {
    let sample = sample();
    for side in ["engine", "oracle"] {
        for file in ["", "-", &quoted(&sample)] {
            let mut play = twinboard(format!("{PLAY} --with {side} {file}"));
            let done = play.pipe_stdin(&sample).unwrap().assert();
            done.success().stdout(SAMPLE_ANSWER).stderr(is_empty());
        }
    }
}

#[test]
fn a_grid_is_answered_while_the_input_is_still_open() {
    let mut child = start(process(PLAY));
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
    let done = twinboard(PLAY).write_stdin("1 1 5 0 0\n2 2\n1 2\n3 x\n").assert();
    done.code(2).stdout("Grid 1.\n    5\n").stderr(contains("line 4, column 3: found `x`"));
}

#[cfg(target_os = "linux")]
mod on_linux {
    use std::io::{BufRead, BufReader, Write};

    use super::PLAY;
    use crate::prelude::*;

    /// At least 64 kB of a text.
    fn block(text: &[u8]) -> Vec<u8> {
        text.repeat(1 + (1 << 16) / text.len())
    }

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

        let mut child = start(process(PLAY));
        let mut input = child.stdin.take().unwrap();
        let block = block(b"2 3\n1 2 3\n4 5 6\n1 1 2 2\n3 3 4 4\n0 0\n");
        // Until the stream is closed.
        let feeder = std::thread::spawn(move || while input.write_all(&block).is_ok() {});
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

    #[test]
    fn endless_selections_numbers_and_blanks_take_no_memory() {
        for (head, endless) in [(&b"1 1 5\n"[..], &b"1 1\n"[..]), (b"1 1 5\n", b"9"), (b"", b" ")] {
            let mut child = start(process(PLAY));
            let mut input = child.stdin.take().unwrap();
            input.write_all(head).unwrap();
            // 32 MiB, which is more than the limit.
            let block = block(endless);
            for _ in 0..512 {
                input.write_all(&block).unwrap();
            }
            let peak = peak_memory_kb(&child);
            child.kill().unwrap();
            child.wait().unwrap();
            assert!(peak < MEMORY_MAX_KB, "{peak} kB for {:?} and so on", lossy(endless));
        }
    }
}
