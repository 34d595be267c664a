//! No process of an engine survives the command, even if that is killed.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::engines::{cpp, python};
use crate::support::{text, twinboard, wait_until};

/// True if a process has this folder in one of the first words of its command line.
fn is_running(folder: &Path, words: usize) -> bool {
    let entries = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let mut processes = entries
        .filter(|entry| entry.file_name().to_str().is_some_and(|name| name.parse::<u32>().is_ok()));
    processes.any(|process| {
        // Empty if the process has just ended.
        let arguments = fs::read(process.path().join("cmdline")).unwrap_or_default();
        let arguments = String::from_utf8_lossy(&arguments).into_owned();
        arguments.split('\0').take(words).any(|word| word.contains(text(folder)))
    })
}

#[test]
fn no_engine_survives_a_killed_command() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // Programs in a new folder, by which their processes are recognised.
    let engine = folder.join("engine");
    fs::copy(&cpp("samegame").program, &engine).unwrap();
    let script = folder.join("script.py");
    let example = text(&python("samegame").program);
    let run = format!("import runpy\nrunpy.run_path({example:?}, run_name=\"__main__\")\n");
    fs::write(&script, run).unwrap();

    let hung = format!("env TWINBOARD_PLANTED=samegame-endless-fill {}", text(&engine));
    let in_python = format!("python3 {}", text(&script));
    for command in [text(&engine), &hung, &in_python] {
        let out = folder.join("out");
        let arguments = ["verify", "--engine", command, "--time", "1h", "--out", text(&out)];
        let mut twinboard = twinboard(&arguments);
        let twinboard = twinboard.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = twinboard.spawn().unwrap();
        // The program, or the script behind it.
        wait_until("an engine runs", || is_running(folder, 2));
        thread::sleep(Duration::from_millis(500));
        child.kill().unwrap();
        child.wait().unwrap();
        wait_until("no engine is left", || !is_running(folder, usize::MAX));
    }
}
