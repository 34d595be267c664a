//! An engine in another process has dice of its own, and they are compared with the weights.

use std::process::Command;

/// Plays an engine against the oracle. Returns the exit code and the output on both streams.
fn verify(engine: &str) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_more_games"));
    let arguments = ["verify", "pig", "--seed", "1", "--cases", "20", "--engine", engine];
    // No file is written for what is found on purpose.
    let folder = std::env::temp_dir();
    command.args(arguments).arg("--out").arg(folder.join("more-games-pig"));
    let done = command.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    let printed = [done.stdout, done.stderr].concat();
    (done.status.code(), String::from_utf8(printed).unwrap())
}

#[test]
fn dice_of_an_engine_in_another_process_are_compared_with_the_weights() {
    let (code, printed) = verify("./pig.py");
    assert_eq!(code, Some(0), "{printed}");
    let (code, printed) = verify("./pig.py even");
    assert_eq!(code, Some(1), "{printed}");
    assert!(printed.contains(", whose weight is 1 of 36; 98 are expected"), "{printed}");
}
