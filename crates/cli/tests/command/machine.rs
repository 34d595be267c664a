//! The command on a machine that gives little: closed streams, small stacks, missing temporary
//! folders, files without an end, limits on files.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;

use super::support::{repository, sample, text};

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
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A corpus of little.
fn samples() -> String {
    text(sample().parent().unwrap()).to_owned()
}

/// Commands that print to standard output, and their exit code.
fn printing() -> Vec<Vec<String>> {
    let sample = sample();
    let player = repository().join("crates/cli/tests/programs/samegame.py");
    let (sample, player, samples) = (text(&sample), text(&player), samples());
    let all: [&[&str]; 13] = [
        &["--version"],
        &["play", "--help"],
        &["generate", "paint", "--group", "1", "--seed", "4"],
        &["verify", "samegame", "--cases", "5", "--corpus", &samples],
        &["diff", sample],
        &["show", sample],
        &["to-test", sample],
        &["play", "samegame", sample],
        &["perft", "--depth", "1", sample],
        &["exhaust", "samegame", "--shapes", "1x1"],
        &["completions", "bash"],
        &["man"],
        &[
            "check", "samegame", "--cases", "1", "--limit", "60s", "--corpus", &samples, "--",
            "python3", player,
        ],
    ];
    all.iter().map(|one| one.iter().map(|&word| word.to_owned()).collect()).collect()
}

#[test]
fn a_command_with_closed_standard_output_fails_and_with_a_null_device_it_does_not() {
    let folder = tempfile::tempdir().unwrap();
    all(&printing(), |arguments| {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let done = shell(r#""$0" "$@" >&-"#, &arguments, folder.path());
        let said = stderr(&done);
        assert_eq!(done.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains("cannot write to standard output: it is closed"), "{said}");
        // Parents open the device for writing, or for both, as the runtime does.
        for streams in [">/dev/null", "<&- 1<>/dev/null 2>&-"] {
            let script = format!(r#""$0" "$@" {streams}"#);
            let done = shell(&script, &arguments, folder.path());
            assert_eq!(done.status.code(), Some(0), "{arguments:?} {streams}");
        }
    });
}

#[test]
fn closed_streams_lose_no_exit_code_and_no_file_gets_their_output() {
    let folder = tempfile::tempdir().unwrap();
    let sample = sample();
    let written = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let samples = samples();
    let verify =
        |json| ["verify", "samegame", "--cases", "5", "--corpus", &samples, "--json", json];
    let closed = shell(r#""$0" "$@" <&- >&- 2>&-"#, &verify("closed.json"), folder.path());
    assert_eq!(closed.status.code(), Some(2));
    let open = shell(r#""$0" "$@" "#, &verify("open.json"), folder.path());
    assert_eq!(open.status.code(), Some(0), "{}", stderr(&open));
    let keys = |name| {
        let json: serde_json::Value = serde_json::from_str(&written(name)).unwrap();
        json["tests"][0].as_object().unwrap().keys().cloned().collect::<Vec<_>>()
    };
    assert_eq!(keys("closed.json"), keys("open.json"));
    // Standard input that is closed is at its end.
    let done = shell(r#""$0" "$@" <&-"#, &["play", "samegame"], folder.path());
    assert_eq!((done.status.code(), done.stdout.len()), (Some(0), 0), "{}", stderr(&done));
    // Programs that are started get streams of their own, and their output stays out of files.
    let check = ["check", "samegame", "--cases", "1", "--json", "check.json", "--", "sh", "-c"];
    let check = [&check[..], &["cat > /dev/null; echo wrong"]].concat();
    let done = shell(r#""$0" "$@" <&- >&- 2>&-"#, &check, folder.path());
    assert_eq!(done.status.code(), Some(1));
    assert!(serde_json::from_str::<serde_json::Value>(&written("check.json")).is_ok());
    // An error that nobody sees.
    let wrong =
        shell(r#""$0" "$@" 2>&-"#, &["diff", "--rules", "paint", text(&sample)], folder.path());
    assert_eq!(wrong.status.code(), Some(2));
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
    fs::write(folder.path().join("file"), "").unwrap();
    fs::create_dir(folder.path().join("with blank")).unwrap();
    fs::create_dir(folder.path().join("read-only")).unwrap();
    let read_only = fs::Permissions::from_mode(0o555);
    fs::set_permissions(folder.path().join("read-only"), read_only).unwrap();
    // Root writes everywhere.
    let is_root = fs::write(folder.path().join("read-only/file"), "").is_ok();
    let trials = [
        ("", Some("/tmp")),
        ("/nonexistent", None),
        ("file", None),
        ("read-only", is_root.then_some("read-only")),
        (".", Some(".")),
        ("with blank", Some("with blank")),
    ];
    all(&trials, |(place, usable)| {
        let script = format!(r#"PATH= TMPDIR="{place}" "$0" "$@""#);
        let done = shell(&script, &["doctor"], folder.path());
        let printed = String::from_utf8_lossy(&done.stdout).into_owned();
        assert_eq!(done.status.code(), Some(0), "{place}: {}", stderr(&done));
        let line = printed.lines().find(|line| line.starts_with("temporary folder")).unwrap();
        let named = format!("TMPDIR is {place}: set it to a folder");
        match usable {
            Some(place) => assert!(line.ends_with(&format!(" {place}")), "{line}"),
            None => assert!(line.contains(" missing (") && line.contains(&named), "{line}"),
        }
        let check = ["check", "paint", "--cases", "1", "--", "/bin/true"];
        let done = shell(&script, &check, folder.path());
        let said = stderr(&done);
        // The program gives no answer.
        let code = if usable.is_some() { 1 } else { 2 };
        assert_eq!(done.status.code(), Some(code), "{place}: {said}");
        assert!(usable.is_some() || said.contains(&named), "{said}");
    });
}

#[test]
fn files_and_streams_without_an_end_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let player = |name: &str| at.join(name);
    // An engine that says that it is ready, and waits.
    let engine =
        r"read hello; printf '1 hello 2\nprotocol 1\nrule-set samegame\n'; cat > /dev/null";
    fs::write(player("engine.sh"), engine).unwrap();
    fs::create_dir(player("games")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", player("games/games.jsonl")).unwrap();
    fs::create_dir(player("sparse")).unwrap();
    fs::File::create(player("sparse/games.jsonl")).unwrap().set_len(100 << 30).unwrap();
    let sparse = "sparse/games.jsonl";
    let limit = "exceeds the size limit of";
    let trials: [(&[&str], &str); 12] = [
        (&["talk", "sh engine.sh"], "standard input has a line of more than 1 MiB"),
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
fn a_limit_on_file_sizes_and_a_full_device_are_errors_with_their_reason() {
    let folder = tempfile::tempdir().unwrap();
    let samples = samples();
    let verify: &[&str] = &["verify", "samegame", "--cases", "5", "--corpus", &samples];
    let check: &[&str] =
        &["check", "samegame", "--cases", "1", "--limit", "60s", "--corpus", &samples];
    let program: &[&str] = &["--", "python3"];
    let player = repository().join("crates/cli/tests/programs/samegame.py");
    let program = [program, &[text(&player)]].concat();
    let trials = [
        [verify, &["--html"]].concat(),
        [verify, &["--json"]].concat(),
        [check, &["--json"]].concat(),
        [check, &["--junit"]].concat(),
    ];
    all(&trials, |arguments| {
        let option = arguments.last().unwrap();
        let file = format!("{}-{}.out", arguments[0], &option[2..]);
        for (limit, path, reason) in [
            ("ulimit -f 0", &*file, "File too large"),
            (":", "/dev/full", "No space left on device"),
            (":", "/dev/null/file", "cannot write"),
        ] {
            let mut arguments = [&arguments[..], &[path]].concat();
            if arguments[0] == "check" {
                arguments.extend(&program);
            }
            let script = format!(r#"{limit} && "$0" "$@" > /dev/null"#);
            let done = shell(&script, &arguments, folder.path());
            let said = stderr(&done);
            assert_eq!(done.status.code(), Some(2), "{arguments:?} {limit}: {said}");
            assert!(said.contains(reason), "{arguments:?} {limit}: {said}");
            assert!(!folder.path().join(&file).exists(), "a partial file");
        }
    });
}

#[test]
fn programs_have_folders_that_they_can_use_whatever_the_umask() {
    let folder = tempfile::tempdir().unwrap();
    let player = r#"b=sh -c "echo 0 > game.out""#;
    let games = ["match", "paint", "--a", "random", "--b", player, "--group", "1", "--seeds", "1"];
    let done = shell(r#"umask 777; "$0" "$@""#, &games, folder.path());
    let printed = String::from_utf8_lossy(&done.stdout);
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    assert!(printed.contains("invalid move: no cells"), "{printed}");
    let results = folder.path().join("twinboard-out");
    assert_eq!(results.metadata().unwrap().permissions().mode() & 0o777, 0o700);
}
