//! The command, run as a process.

use std::process::Command;

/// Runs the command. Returns its exit code and its output on both streams.
fn run(arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lights_out"));
    let done = command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    let printed = [done.stdout, done.stderr].concat();
    (done.status.code(), String::from_utf8(printed).unwrap())
}

#[test]
fn unavailable_commands_are_not_in_the_help_and_explain_why() {
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
fn a_step_names_its_press_once() {
    let (code, shown) = run(&["show", "corpus/lights-out/sample/a-cross-in-one-press.txt"]);
    assert_eq!(code, Some(0), "{shown}");
    assert!(shown.contains("step 1: 2 2\n"), "{shown}");
}
