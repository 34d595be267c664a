//! The command, as its users run it.

use std::process::Command;

/// What the command exits with, and what it prints to both streams.
fn run(arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lights_out"));
    let done = command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    let printed = [done.stdout, done.stderr].concat();
    (done.status.code(), String::from_utf8(printed).unwrap())
}

#[test]
fn what_it_cannot_do_is_not_in_its_help_and_says_why() {
    let (_, help) = run(&["--help"]);
    assert!(help.contains("  exhaust ") && !help.contains("  match "), "{help}");
    for arguments in [&["match"][..], &["match", "lights-out", "a", "b"]] {
        let (code, printed) = run(arguments);
        assert_eq!(code, Some(2), "{printed}");
        let why = "lights_out does not support match: no rule set is a two-player game";
        assert!(printed.contains(why), "{printed}");
    }
}

#[test]
fn a_step_says_once_what_was_pressed() {
    let (code, shown) = run(&["show", "corpus/lights-out/sample/a-cross-in-one-press.txt"]);
    assert_eq!(code, Some(0), "{shown}");
    assert!(shown.contains("step 1: 2 2\n"), "{shown}");
}
