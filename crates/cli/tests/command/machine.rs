//! The command on a machine that gives little: closed streams, small stacks, missing temporary
//! folders, files without an end, full devices.

use std::thread;

use crate::prelude::*;

/// The output of a command in a shell, where `$0` is the program; `script` sets up what the machine
/// gives.
fn shell(script: &str, arguments: &str, folder: &TempDir) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_twinboard")]).args(words(arguments));
    command.current_dir(folder).stdin(Stdio::null()).output().unwrap()
}

/// What such a command says on standard error. It ends with code 2.
fn refused(script: &str, arguments: &str, folder: &TempDir) -> String {
    ended(&shell(script, arguments, folder), 2).1
}

/// Runs the trials at the same time: most of their time is waiting.
fn all<T: Sync>(trials: &[T], check: impl Fn(&T) + Sync) {
    thread::scope(|scope| {
        for trial in trials {
            scope.spawn(|| check(trial));
        }
    });
}

/// A corpus of little.
fn samples() -> String {
    quoted(sample().parent().unwrap()).into_owned()
}

/// Commands that print to standard output.
fn printing() -> Vec<String> {
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
    let commands = COMMANDS.replace("SAMPLES", &samples()).replace("PLAYER", &quoted(&player));
    let commands = commands.replace("SAMPLE", &quoted(&sample()));
    commands.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_an_error_of_every_command_that_prints_and_a_closed_pipe_is_none() {
    let folder = tempfile::tempdir().unwrap();
    all(&printing(), |arguments| {
        let said = refused(r#""$0" "$@" >/dev/full"#, arguments, &folder);
        let full = "cannot write to standard output: No space left";
        assert!(said.contains(full), "{arguments}: {said}");
        let (reader, closed) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = process(arguments);
        command.current_dir(&folder).stdout(closed).stderr(Stdio::piped());
        let (_, said) = ended(&command.output().unwrap(), 0);
        assert!(!said.contains("error"), "{arguments}: {said}");
    });
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_long_work_with_the_results_so_far() {
    let folder = folder(&[("board.txt", LARGE.as_bytes())]);
    let position = repository().join("snapshots/perft/samegame/16x64-of-10-colours.txt");
    fs::copy(position, folder.path().join("position.txt")).unwrap();
    let trials = [
        ("perft -r samegame -d 9 --divide position.txt", ", interrupted\n"),
        ("perft -r samegame -d 9 --count position.txt", ", interrupted\n"),
        ("solve paint board.txt --time 10m --json -", "\"interrupted\": true"),
    ];
    all(&trials, |&(arguments, end)| {
        let (printed, _) = interrupted(process(arguments).current_dir(&folder), 130);
        assert!(printed.contains(end) && !printed.contains("agree to depth 9"), "{printed}");
    });
}

#[test]
fn closed_streams_lose_no_exit_code_and_no_file_gets_their_output() {
    let folder = tempfile::tempdir().unwrap();
    let program = "sh -c 'cat > /dev/null; echo wrong'";
    let check = format!("check samegame --cases 1 --json check.json -- {program}");
    let done = shell(r#""$0" "$@" <&- >&- 2>&-"#, &check, &folder);
    assert_eq!(done.status.code(), Some(1));
    assert_eq!(json_file(&folder.path().join("check.json"))["status"], "failed");
}

#[test]
fn a_small_stack_is_enough_for_all_commands() {
    let folder = tempfile::tempdir().unwrap();
    all(&printing(), |arguments| {
        for size in ["100", "unlimited"] {
            let script = format!(r#"ulimit -s {size} && "$0" "$@""#);
            let done = shell(&script, arguments, &folder);
            let said = lossy(&done.stderr);
            if said.contains("ulimit:") {
                eprintln!("not tried: {said}");
                continue;
            }
            assert_eq!(done.status.code(), Some(0), "{arguments} {size}: {said}");
        }
    });
}

#[test]
fn no_thread_for_the_work_is_an_error_with_its_reason() {
    let folder = tempfile::tempdir().unwrap();
    // The program itself takes less than this, and the stack of a thread alone takes more.
    let done = shell(r#"ulimit -v 60000 && "$0" "$@""#, "--version", &folder);
    let said = lossy(&done.stderr);
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
        let said = refused(&script, "match paint --a random --b random --out games", &folder);
        assert!(said.contains(&format!("folder in {place}: ")) && said.contains("set TMPDIR"));
    }
}

#[test]
fn files_and_streams_without_an_end_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let [games, sparse] = ["games", "sparse"].map(|name| folder.path().join(name));
    fs::create_dir(&games).unwrap();
    std::os::unix::fs::symlink("/dev/zero", games.join("games.jsonl")).unwrap();
    fs::create_dir(&sparse).unwrap();
    fs::File::create(sparse.join("games.jsonl")).unwrap().set_len(100 << 30).unwrap();
    let limit = "exceeds the size limit of";
    let trials = [
        ("exhaust merge /dev/zero", "/dev/zero is no regular file"),
        ("exhaust merge sparse/games.jsonl", limit),
        ("exhaust samegame --shapes 1x1 --resume /dev/zero", "no regular file"),
        ("verify samegame --cases 1 --known /dev/zero", limit),
        ("diff sparse/games.jsonl", limit),
        ("perft --depth 1 -", limit),
        ("solve paint -", limit),
        ("play samegame", "expected the number"),
        ("match --resume games", "games/games.jsonl is no plain file"),
        ("match --resume sparse", limit),
        ("match paint --a random --b random --boards /dev/zero", limit),
    ];
    all(&trials, |&(arguments, complaint)| {
        let said = refused(r#""$0" "$@" < /dev/zero"#, arguments, &folder);
        assert!(said.contains(complaint), "{arguments}: {said}");
    });
}

#[test]
fn a_full_device_is_an_error_of_every_file_with_their_reason() {
    let folder = tempfile::tempdir().unwrap();
    let verify = format!("verify samegame --cases 5 --corpus {}", samples());
    all(&["--html", "--json", "--junit"], |option| {
        for (path, reason) in
            [("/dev/full", "No space left on device"), ("/dev/null/file", "cannot write")]
        {
            let arguments = format!("{verify} {option} {path}");
            let said = refused(r#""$0" "$@" > /dev/null"#, &arguments, &folder);
            assert!(said.contains(reason), "{arguments}: {said}");
        }
    });
}
