//! The command on a machine that gives little: closed streams, small stacks, missing temporary
//! folders, files without an end, full devices.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

use super::support::{interrupt, json_file, lossy, process, repository, sample, start, text};

/// The output of a command in a shell, where `$0` is the program; `script` sets up what the machine
/// gives.
fn shell(script: &str, arguments: &[&str], folder: &Path) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_twinboard")]).args(arguments);
    command.current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

/// Runs the trials at the same time: most of their time is waiting.
fn all<T: Sync>(trials: &[T], check: impl Fn(&T) + Sync) {
    thread::scope(|scope| {
        for trial in trials {
            scope.spawn(|| check(trial));
        }
    });
}

fn stderr(output: &Output) -> String {
    lossy(&output.stderr)
}

/// A corpus of little.
fn samples() -> String {
    text(sample().parent().unwrap()).to_owned()
}

/// Commands that print to standard output, and their exit code.
fn printing() -> Vec<Vec<String>> {
    const COMMANDS: &str = "
--version
play --help
generate paint --group 1 --seed 4
verify samegame --cases 5 --corpus SAMPLES
diff SAMPLE
show SAMPLE
to-test SAMPLE
play samegame SAMPLE
perft --depth 1 SAMPLE
exhaust samegame --shapes 1x1
completions bash
check samegame --cases 1 --limit 60s --corpus SAMPLES -- python3 PLAYER
";
    let player = repository().join("crates/cli/tests/programs/samegame.py");
    let paths = [("SAMPLE", sample()), ("SAMPLES", samples().into()), ("PLAYER", player)];
    let word = |word: &str| {
        let path = paths.iter().find(|(name, _)| *name == word);
        path.map_or(word, |(_, path)| text(path)).to_owned()
    };
    let lines = COMMANDS.lines().filter(|line| !line.is_empty());
    lines.map(|line| line.split(' ').map(word).collect()).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_an_error_of_every_command_that_prints_and_a_closed_pipe_is_none() {
    let folder = tempfile::tempdir().unwrap();
    all(&printing(), |arguments| {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let done = shell(r#""$0" "$@" >/dev/full"#, &arguments, folder.path());
        let said = stderr(&done);
        assert_eq!(done.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains("cannot write to standard output: No space left"), "{said}");
        let (reader, closed) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = process(&arguments);
        let done = command.current_dir(folder.path()).stdout(closed).stderr(Stdio::piped());
        let done = done.output().unwrap();
        let said = stderr(&done);
        assert_eq!(done.status.code(), Some(0), "{arguments:?}: {said}");
        assert!(!said.contains("error"), "{arguments:?}: {said}");
    });
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_long_work_with_the_results_so_far() {
    let folder = tempfile::tempdir().unwrap();
    let position = repository().join("snapshots/perft/samegame/16x64-of-10-colours.txt");
    let board = folder.path().join("board.txt");
    fs::write(&board, format!("8\n{}", "1#2#1#2#\n#1#2#1#2\n".repeat(4))).unwrap();
    let trials: [(&[&str], &str); 3] = [
        (&["perft", "-d", "9", "--divide", text(&position)], ", interrupted\n"),
        (&["perft", "-d", "9", "--count", text(&position)], ", interrupted\n"),
        (
            &["solve", "paint", text(&board), "--time", "10m", "--json", "-"],
            "\"interrupted\": true",
        ),
    ];
    all(&trials, |(arguments, interrupted)| {
        let child = start(process(arguments));
        interrupt(&child);
        let done = child.wait_with_output().unwrap();
        assert_eq!(done.status.code(), Some(130), "{}", stderr(&done));
        let printed = lossy(&done.stdout);
        assert!(
            printed.contains(interrupted) && !printed.contains("agree to depth 9"),
            "{printed}"
        );
    });
}

#[test]
fn closed_streams_lose_no_exit_code_and_no_file_gets_their_output() {
    let folder = tempfile::tempdir().unwrap();
    let check = ["check", "samegame", "--cases", "1", "--json", "check.json", "--", "sh", "-c"];
    let check = [&check[..], &["cat > /dev/null; echo wrong"]].concat();
    let done = shell(r#""$0" "$@" <&- >&- 2>&-"#, &check, folder.path());
    assert_eq!(done.status.code(), Some(1));
    assert_eq!(json_file(&folder.path().join("check.json"))["status"], "failed");
}

#[test]
fn a_small_stack_is_enough_for_all_commands() {
    let folder = tempfile::tempdir().unwrap();
    all(&printing(), |arguments| {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        for size in ["100", "unlimited"] {
            let script = format!(r#"ulimit -s {size} && "$0" "$@""#);
            let done = shell(&script, &arguments, folder.path());
            let said = stderr(&done);
            if said.contains("ulimit:") {
                eprintln!("not tried: {said}");
                continue;
            }
            assert_eq!(done.status.code(), Some(0), "{arguments:?} {size}: {said}");
        }
    });
}

#[test]
fn no_thread_for_the_work_is_an_error_with_its_reason() {
    let folder = tempfile::tempdir().unwrap();
    // The program itself takes less than this, and the stack of a thread alone takes more.
    let done = shell(r#"ulimit -v 60000 && "$0" "$@""#, &["--version"], folder.path());
    let said = stderr(&done);
    // A large build, such as one that measures coverage, cannot even be loaded.
    if done.status.code().is_none_or(|code| code >= 126) {
        eprintln!("not tried: {:?}: {said}", done.status);
        return;
    }
    assert_eq!(done.status.code(), Some(2), "{said}");
    assert!(said.contains("cannot start a thread: "), "{said}");
    assert!(said.contains("ulimit -v"), "{said}");
}

#[test]
fn an_unusable_temporary_folder_is_named() {
    let folder = tempfile::tempdir().unwrap();
    for place in ["/nonexistent", "/dev/null"] {
        let script = format!(r#"TMPDIR="{place}" "$0" "$@""#);
        let check = ["check", "paint", "--cases", "1", "--", "/bin/true"];
        let done = shell(&script, &check, folder.path());
        let said = stderr(&done);
        assert_eq!(done.status.code(), Some(2), "{place}: {said}");
        assert!(said.contains(&format!("folder in {place}: ")) && said.contains("set TMPDIR"));
    }
}

#[test]
fn files_and_streams_without_an_end_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let player = |name: &str| at.join(name);
    fs::create_dir(player("games")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", player("games/games.jsonl")).unwrap();
    fs::create_dir(player("sparse")).unwrap();
    fs::File::create(player("sparse/games.jsonl")).unwrap().set_len(100 << 30).unwrap();
    let sparse = "sparse/games.jsonl";
    let limit = "exceeds the size limit of";
    let trials: [(&[&str], &str); 11] = [
        (&["exhaust", "merge", "/dev/zero"], "/dev/zero is no regular file"),
        (&["exhaust", "merge", sparse], limit),
        (&["exhaust", "samegame", "--shapes", "1x1", "--resume", "/dev/zero"], "no regular file"),
        (&["verify", "samegame", "--cases", "1", "--known", "/dev/zero"], limit),
        (&["diff", sparse], limit),
        (&["perft", "--depth", "1", "-"], limit),
        (&["solve", "paint", "-"], limit),
        (&["play", "samegame"], "expected the number"),
        (&["match", "--resume", "games"], "games/games.jsonl is no plain file"),
        (&["match", "--resume", "sparse"], limit),
        (&["match", "paint", "--a", "random", "--b", "random", "--boards", "/dev/zero"], limit),
    ];
    all(&trials, |(arguments, complaint)| {
        let done = shell(r#""$0" "$@" < /dev/zero"#, arguments, at);
        let said = stderr(&done);
        assert_eq!(done.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(complaint), "{arguments:?}: {said}");
    });
}

#[test]
fn a_full_device_is_an_error_of_every_file_with_their_reason() {
    let folder = tempfile::tempdir().unwrap();
    let samples = samples();
    let verify = ["verify", "samegame", "--cases", "5", "--corpus", &samples];
    all(&["--html", "--json", "--junit"], |option| {
        for (path, reason) in
            [("/dev/full", "No space left on device"), ("/dev/null/file", "cannot write")]
        {
            let arguments = [&verify[..], &[option, path]].concat();
            let done = shell(r#""$0" "$@" > /dev/null"#, &arguments, folder.path());
            let said = stderr(&done);
            assert_eq!(done.status.code(), Some(2), "{arguments:?}: {said}");
            assert!(said.contains(reason), "{arguments:?}: {said}");
        }
    });
}
