//! `--isolation` and `doctor`.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use predicates::prelude::*;
use predicates::str::contains;

use super::support::{folder, lossy, planted, printed_json, repository, text, twinboard};

#[test]
fn doctor_names_the_isolation_and_the_tools() {
    let done = twinboard(&["doctor"]).assert().success();
    let printed = lossy(&done.get_output().stdout);
    let isolation = printed.lines().find(|line| line.starts_with("isolation ")).unwrap();
    let levels = ["limits", "landlock", "sandbox"];
    assert!(levels.iter().any(|level| isolation.contains(level)), "{printed}");
    assert!(printed.lines().count() > 6 && printed.lines().all(|line| line.contains("  for ")));
}

#[test]
fn an_engine_that_fails_at_its_start_gets_a_hint_at_its_isolation() {
    for (isolation, has_hint) in [("best", true), ("none", false)] {
        let verify = ["verify", "samegame", "--isolation", isolation, "--engine", "sh -c 'exit 3'"];
        let done = twinboard(&verify).assert().code(2);
        let hint = "--isolation none starts it without a sandbox";
        assert_eq!(lossy(&done.get_output().stderr).contains(hint), has_hint);
    }
}

/// A player that tries to leave a file beside its folder, and answers.
const LEAVES: &str = "touch ../left; echo 1 0 0 > game.out";

fn files_left(isolation: &str) -> (bool, String) {
    let place = folder(&[("board", b"1\n1\n")]);
    let player = format!("leaves=sh -c '{LEAVES}'");
    let arguments =
        ["match", "paint", "--boards", "board", "--isolation", isolation, "--out", "games"];
    let mut command = twinboard(&[&arguments[..], &["--a", &player, "--b", "random"]].concat());
    let done = command.current_dir(place.path()).assert();
    let output = done.get_output();
    assert!(matches!(output.status.code(), Some(0 | 2)), "{}", lossy(&output.stderr));
    let moves = place.path().join("games/moves/left");
    (moves.exists(), lossy(&output.stdout) + &lossy(&output.stderr))
}

#[cfg(target_os = "linux")]
#[test]
fn a_player_writes_beside_its_folder_only_without_isolation() {
    let (_, out) = files_left("none");
    assert!(!out.contains("isolation"), "{out}");
    let best = twinboard(&["doctor"]).assert().get_output().stdout.clone();
    let (left, out) = files_left("best");
    assert!(!left, "{out}");
    let (left, out) = files_left("require");
    assert!(!left, "{out}");
    let has_sandbox = lossy(&best).contains("sandbox");
    assert_eq!(
        out.contains("--isolation require: no sandbox on this machine"),
        !has_sandbox,
        "{out}"
    );
}

/// A folder with an executable `program` of this text.
pub(super) fn with_program(script: &str) -> tempfile::TempDir {
    let place = folder(&[("program", script.as_bytes()), ("board", b"1\n1\n")]);
    let path = place.path().join("program");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    place
}

#[cfg(target_os = "linux")]
#[test]
fn programs_of_all_commands_see_the_allowed_variables_only() {
    let place = with_program("#!/bin/sh\nenv > \"$1\"\nexit 3\n");
    let case = repository().join("corpus/samegame/sample/statement.txt");
    let case = text(&case);
    let seen = place.path().join("seen");
    let spy = format!("./program {}", text(&seen));
    let commands: [&[&str]; 10] = [
        &["check", "samegame", "--cases", "1", "--", "./program", text(&seen)],
        &["check", "paint", "--cases", "1", "--", "./program", text(&seen)],
        &["match", "paint", "--boards", "board", "--b", "random", "--a", &spy],
        &["tournament", "paint", "--boards", "board", "-p", "random", "-p", &spy],
        &["verify", "--cases", "1", "--engine", &spy],
        &["verify", "samegame", "--cases", "1", "--oracle", &spy],
        &["diff", case, "--engine", &spy],
        &["exhaust", "samegame", "--engine", &spy],
        &["play", "samegame", "--engine", &spy],
        &["perft", case, "--depth", "1", "--against", &spy],
    ];
    for command in commands {
        for isolation in ["none", "best"] {
            let _ = fs::remove_file(&seen);
            // In a sandbox the program can write to this file only if the folder is its own.
            let mut process = twinboard(&command[..1]);
            process.args(["--isolation", isolation, "--env", "PASSED", "--env", "GIVEN=2 3"]);
            process.args(&command[1..]).current_dir(place.path());
            for (name, value) in
                [("SECRET_TOKEN", "x"), ("PASSED", "1"), ("LC_TIME", "C"), ("HOME", "/root")]
            {
                process.env(name, value);
            }
            let done = process.assert();
            let output = done.get_output();
            let said = lossy(&output.stderr) + &lossy(&output.stdout);
            assert!(!said.contains("unexpected argument"), "{command:?}: {said}");
            let Ok(seen) = fs::read_to_string(&seen) else {
                assert_eq!(isolation, "best", "{command:?}: {said}");
                continue;
            };
            // Messages have no values: those of the machine may be secrets.
            let names: Vec<&str> =
                seen.lines().filter_map(|line| Some(line.split_once('=')?.0)).collect();
            for line in ["PASSED=1", "GIVEN=2 3", "LC_TIME=C"] {
                assert!(seen.lines().any(|it| it == line), "{command:?} {line}: {names:?}");
            }
            assert!(seen.lines().any(|it| it.starts_with("PATH=/")), "{command:?}: {names:?}");
            assert!(!seen.contains("SECRET") && !seen.contains("HOME=/root\n"), "{names:?}");
        }
    }
}

#[test]
fn commands_that_repeat_a_failure_give_the_same_variables() {
    let place = with_program("#!/bin/sh\necho >&2 failed; exit 3\n");
    let command =
        ["check", "samegame", "--cases", "0", "--env", "PATH", "--env", "A=b c", "--", "./program"];
    let mut check = twinboard(&command);
    let done = check.current_dir(place.path()).env("JAVA_HOME", "/java").assert().code(1);
    done.stdout(contains("env 'A=b c' ./program < "))
        .stderr(contains("hint: programs get few variables, and not").and(contains("JAVA_HOME")));
    let engine = ["verify", "--engine", "./program", "--env", "JAVA_HOME"];
    let mut verify = twinboard(&engine);
    let done = verify.current_dir(place.path()).env("JAVA_HOME", "/java").assert().code(2);
    done.stderr(contains("exited with code 3").and(contains("JAVA_HOME").not()));
}

#[test]
fn resumed_games_need_the_variables_that_they_were_begun_with() {
    let place = with_program("#!/bin/sh\n[ \"$MODE\" = fast ] && echo 1 0 0 > game.out\n");
    let begun = ["match", "paint", "--boards", "board", "--time", "60s", "--b", "random"];
    let begun = [&begun[..], &["--a", "./program"]].concat();
    let run = |arguments: &[&str]| twinboard(arguments).current_dir(place.path()).assert();
    let given = ["--env", "MODE=fast", "--out", "games"];
    let json = ["--json", "-"];
    let done = run(&[&begun[..], &given, &json].concat()).success();
    let results = printed_json(&done);
    let figures = &results["tests"][0]["figures"];
    assert_eq!(figures["settings"]["env"], serde_json::json!(["MODE"]));
    assert!(figures["games"][0]["fault"].is_null(), "{results}");
    let journal = place.path().join("games/games.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    assert!(!text.contains("fast"), "the journal has no values: {text}");
    let first: String = text.split_inclusive('\n').take(2).collect();
    fs::write(&journal, first).unwrap();
    let resume = ["match", "--resume", "games"];
    run(&resume).code(2).stderr(contains("give it with --env MODE=VALUE"));
    let other = run(&[&resume[..], &["--env", "OTHER=1"]].concat()).code(2);
    other.stderr(contains("--env OTHER: the games were begun without this variable"));
    let other = run(&[&begun[..], &["--out", "games"]].concat()).code(2);
    other.stderr(contains("games contains games with other variables (--env)"));
    let done = run(&[&resume[..], &["--env", "MODE=fast"], &json].concat()).success();
    let results = printed_json(&done);
    assert!(results["tests"][0]["figures"]["games"][1]["fault"].is_null(), "{results}");
}

#[cfg(target_os = "linux")]
#[test]
fn two_programs_that_fail_on_one_input_have_a_folder_each() {
    let place = folder(&[]);
    let saved = |answer: &str| {
        let check = ["check", "samegame", "--out", "results", "--cases", "0", "--", "echo", answer];
        let done = twinboard(&check).current_dir(place.path()).assert().code(1);
        let said = lossy(&done.get_output().stdout);
        let folder = said.split_once("saved in ").unwrap().1.lines().next().unwrap();
        place.path().join(folder)
    };
    let [one, two] = ["one", "two"].map(|answer| (answer, saved(answer)));
    assert_ne!(one.1, two.1);
    for (answer, folder) in [one, two] {
        let files = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
        let mut texts = files.map(|path| fs::read_to_string(path).unwrap());
        assert!(texts.any(|text| text == format!("{answer}\n")), "{}", folder.display());
    }
}

#[test]
fn a_case_that_another_run_has_saved_is_left() {
    let place = folder(&[]);
    fs::create_dir(place.path().join("none")).unwrap();
    let find = || {
        let arguments = ["verify", "samegame", "--seed", "1", "--cases", "200", "--corpus", "none"];
        let mut command = planted("samegame-lowest-run", &arguments);
        let done = command.current_dir(place.path()).assert().code(1);
        let said = lossy(&done.get_output().stderr);
        let unshrunk = said.split_once("; shrinking ").expect("it is announced").1;
        place.path().join(unshrunk.lines().next().unwrap())
    };
    let unshrunk = find();
    assert!(!unshrunk.exists(), "a surplus file is removed");
    fs::write(&unshrunk, "").unwrap();
    assert_eq!(find(), unshrunk);
    assert!(unshrunk.exists(), "it may be a report's of another run");
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_the_sandbox_hides_is_bad_usage() {
    let best = twinboard(&["doctor"]).assert().get_output().stdout.clone();
    let hidden = tempfile::tempdir_in("/dev/shm");
    let (true, Ok(hidden)) = (lossy(&best).contains("sandbox"), hidden) else {
        eprintln!("not tried: a program in /dev/shm under a sandbox");
        return;
    };
    let program = hidden.path().join("program.sh");
    fs::write(&program, "#!/bin/sh\necho 1 0 0 > game.out\n").unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let place = folder(&[("board", b"1\n1\n"), ("case", b"1 2\n0 0\n0 0\n")]);
    std::os::unix::fs::symlink(&program, place.path().join("link")).unwrap();
    let program = text(&program);
    let script = format!("sh {program}");
    let run = |arguments: &[&str], code: i32| {
        twinboard(arguments).current_dir(place.path()).assert().code(code)
    };
    let games = ["match", "paint", "--boards", "board", "--out", "games", "--a", "random", "--b"];
    let hides = "it lies in /dev, which is private in the sandbox";
    for player in [program, &script, "./link"] {
        run(&[&games[..], &[player]].concat(), 2).stderr(contains(hides));
        assert!(!place.path().join("games").exists(), "no games are begun");
        let engine = ["verify", "samegame", "--cases", "1", "--engine", player];
        run(&engine, 2).stderr(contains(hides));
    }
    run(&["check", "paint", "--cases", "1", "--", program], 2).stderr(contains(hides));
    run(&["check", "samegame", "--cases", "1", "--", program], 2).stderr(contains(hides));
    let against = ["perft", "-r", "samegame", "case", "--depth", "1", "--against", program];
    run(&against, 2).stderr(contains(hides));
    let without = [&games[..], &[program, "--isolation", "none"]].concat();
    run(&without, 0).stdout(contains("not started").not());
}
