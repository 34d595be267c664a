//! The conversations of `examples/engines`, and the engines of `twinboard engine-template`.

use std::process::Command;

use crate::engines::{compile, examples};
use crate::support::{repository, run, run_with, text, twinboard};

#[test]
fn the_examples_pass_the_recorded_conversations() {
    let check = repository().join("examples/engines/check.py");
    for example in examples() {
        let mut command = Command::new("python3");
        command.arg(&check).arg(&example.program);
        run_with(command, "").with_code(0).says(" 0 divergences\n");
    }
}

#[test]
fn the_recorded_conversations_notice_every_planted_fault() {
    let check = repository().join("examples/engines/check.py");
    for example in examples().iter().filter(|example| example.is_cpp()) {
        let mut command = Command::new("python3");
        command.args([text(&check), "--planted", text(&repository().join(example.source))]);
        command.arg(&example.program);
        run_with(command, "").with_code(0);
    }
}

/// The conversation of `twinboard talk` with an engine for the game of `twinboard new`.
const TALK: &str = "\
set-up #..#
moves
play 5
play 1
play 2
position
outcome
set-up .#
play 2
outcome
moves
play 1
";

const ANSWERS: &str = "\
ok
moves 4
1
2
3
4
refused
played
played
position 1
#.##
outcome the game goes on
ok
played
outcome the game goes on
moves 2
1
2
played
";

#[test]
fn the_engines_to_start_from_work_as_they_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (language, program) in [("cpp", "engine"), ("python", "engine.py")] {
        let arguments = ["engine-template", language, text(folder), "--rule-set", "my-game"];
        run(&arguments).with_code(0);
        let program = folder.join(program);
        if language == "cpp" {
            compile(&folder.join("engine.cpp"), &program, &[])();
        }
        let done = run_with(twinboard(&["talk", text(&program)]), TALK).with_code(0);
        let (greeting, answers) = done.stdout.split_once('\n').unwrap();
        assert!(greeting.starts_with("rule set my-game; offers: "), "{greeting}");
        assert_eq!(answers, ANSWERS, "{language}");
    }
}
