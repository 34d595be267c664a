//! `--isolation`.

use crate::prelude::*;

/// By what `--isolation best` says.
#[cfg(target_os = "linux")]
fn has_sandbox() -> bool {
    !files_left("best").1.contains("isolation: no sandbox on this machine: ")
}

#[test]
fn an_engine_that_fails_at_its_start_gets_a_hint_at_its_isolation() {
    for (isolation, has_hint) in [("best", true), ("none", false)] {
        let verify = format!("verify samegame --isolation {isolation} --engine \"sh -c 'exit 3'\"");
        let done = twinboard(verify).assert().code(2);
        let hint = "--isolation none starts it without a sandbox";
        assert_eq!(lossy(&done.get_output().stderr).contains(hint), has_hint);
    }
}

/// A match of a player that tries to leave a file beside its folder, and answers. True if it is
/// there, and the output.
fn files_left(isolation: &str) -> (bool, String) {
    let place = folder(&[("board", b"1\n1\n")]);
    let own = format!("match paint --boards board --isolation {isolation} --out games --b random");
    let leaves = "--a \"leaves=sh -c 'touch ../left; echo 1 0 0 > game.out'\"";
    let done = twinboard(format!("{own} {leaves}")).current_dir(&place).assert();
    let output = done.get_output();
    assert!(matches!(output.status.code(), Some(0 | 2)), "{}", lossy(&output.stderr));
    let left = place.path().join("games/moves/left").exists();
    (left, lossy(&output.stdout) + &lossy(&output.stderr))
}

#[cfg(target_os = "linux")]
#[test]
fn a_player_writes_beside_its_folder_only_without_isolation() {
    let (_, out) = files_left("none");
    assert!(!out.contains("isolation"), "{out}");
    let [best, required] = ["best", "require"].map(files_left);
    assert!(!best.0 && !required.0, "{}{}", best.1, required.1);
    let out = required.1;
    let refused = "--isolation require: no sandbox on this machine";
    assert_eq!(out.contains(refused), !has_sandbox(), "{out}");
}

/// A folder with an executable `program` of this text.
fn with_program(script: &str) -> TempDir {
    let place = folder(&[("board", b"1\n1\n")]);
    write_program(place.path().join("program"), script);
    place
}

#[cfg(target_os = "linux")]
#[test]
fn programs_of_all_commands_see_the_allowed_variables_only() {
    let place = with_program("#!/bin/sh\nenv > \"$1\"\nexit 3\n");
    let case = repository().join("corpus/samegame/sample/statement.txt");
    let case = quoted(&case);
    let seen = place.path().join("seen");
    let spy = format!("./program {}", text(&seen));
    for (command, arguments) in [
        ("check", format!("samegame --cases 1 -- {spy}")),
        ("match", format!("paint --boards board --b random --a '{spy}'")),
        ("tournament", format!("paint --boards board -p random -p '{spy}'")),
        ("verify", format!("--cases 1 --engine '{spy}'")),
        ("verify", format!("samegame --cases 1 --oracle '{spy}'")),
        ("diff", format!("{case} --engine '{spy}'")),
        ("exhaust", format!("samegame --engine '{spy}'")),
        ("play", format!("samegame --engine '{spy}'")),
        ("perft", format!("{case} --depth 1 --against '{spy}'")),
    ] {
        for isolation in ["none", "best"] {
            let _ = fs::remove_file(&seen);
            // In a sandbox the program can write to this file only if the folder is its own.
            let variables = "--env PASSED --env 'GIVEN=2 3'";
            let line = format!("{command} --isolation {isolation} {variables} {arguments}");
            let mut process = twinboard(&line);
            process.current_dir(&place);
            for (name, value) in
                [("SECRET_TOKEN", "x"), ("PASSED", "1"), ("LC_TIME", "C"), ("HOME", "/root")]
            {
                process.env(name, value);
            }
            let done = process.assert();
            let output = done.get_output();
            let said = lossy(&output.stderr) + &lossy(&output.stdout);
            assert!(!said.contains("unexpected argument"), "{line}: {said}");
            let Ok(seen) = fs::read_to_string(&seen) else {
                assert_eq!(isolation, "best", "{line}: {said}");
                continue;
            };
            // Messages have no values: those of the machine may be secrets.
            let names: Vec<&str> =
                seen.lines().filter_map(|line| Some(line.split_once('=')?.0)).collect();
            for variable in ["PASSED=1", "GIVEN=2 3", "LC_TIME=C"] {
                assert!(seen.lines().any(|it| it == variable), "{line} {variable}: {names:?}");
            }
            assert!(seen.lines().any(|it| it.starts_with("PATH=/")), "{line}: {names:?}");
            assert!(!seen.contains("SECRET") && !seen.contains("HOME=/root\n"), "{names:?}");
        }
    }
}

#[test]
fn commands_that_repeat_a_failure_give_the_same_variables() {
    let place = with_program("#!/bin/sh\necho >&2 failed; exit 3\n");
    let run = |arguments: &str, code| {
        let mut command = twinboard(arguments);
        command.current_dir(&place).env("JAVA_HOME", "/java").assert().code(code)
    };
    run("check samegame --cases 0 --env PATH --env 'A=b c' -- ./program", 1)
        .stdout(contains("env 'A=b c' ./program < "))
        .stderr(contains("hint: programs get few variables, and not").and(contains("JAVA_HOME")));
    run("verify --engine ./program --env JAVA_HOME", 2)
        .stderr(contains("exited with code 3").and(contains("JAVA_HOME").not()));
}

#[test]
fn resumed_games_need_the_variables_that_they_were_begun_with() {
    let place = with_program("#!/bin/sh\n[ \"$MODE\" = fast ] && echo 1 0 0 > game.out\n");
    let begun = "match paint --boards board --time 60s --b random --a ./program --out games";
    let figures_of = |arguments: &str| {
        let results = printed_json(&run_in(&place, format!("{arguments} --json -"), 0));
        results["tests"][0]["figures"].clone()
    };
    let figures = figures_of(&format!("{begun} --env MODE=fast"));
    assert_eq!(figures["settings"]["env"], json!(["MODE"]));
    assert!(figures["games"][0]["fault"].is_null(), "{figures}");
    let journal = place.path().join("games/games.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    assert!(!text.contains("fast"), "the journal has no values: {text}");
    let first: String = text.split_inclusive('\n').take(2).collect();
    fs::write(&journal, first).unwrap();
    for (arguments, complaint) in [
        ("match --resume games", "give it with --env MODE=VALUE"),
        (
            "match --resume games --env OTHER=1",
            "--env OTHER: the games were begun without this variable",
        ),
        (begun, "games contains games with other variables (--env)"),
    ] {
        run_in(&place, arguments, 2).stderr(contains(complaint));
    }
    let figures = figures_of("match --resume games --env MODE=fast");
    assert!(figures["games"][1]["fault"].is_null(), "{figures}");
}

#[cfg(target_os = "linux")]
#[test]
fn two_programs_that_fail_on_one_input_have_a_folder_each() {
    let place = folder(&[]);
    let saved = |answer: &str| {
        let check = format!("check samegame --out results --cases 0 -- echo {answer}");
        let said = printed(&run_in(&place, check, 1));
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
        let verify = "verify samegame --seed 1 --cases 200 --corpus none";
        let done = planted(LOWEST_RUN, verify).current_dir(&place).assert().code(1);
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
    let (true, Ok(hidden)) = (has_sandbox(), tempfile::tempdir_in("/dev/shm")) else {
        eprintln!("not tried: a program in /dev/shm under a sandbox");
        return;
    };
    let program = hidden.path().join("program.sh");
    write_program(&program, "#!/bin/sh\necho 1 0 0 > game.out\n");
    let place = folder(&[("board", b"1\n1\n"), ("case", b"1 2\n0 0\n0 0\n")]);
    std::os::unix::fs::symlink(&program, place.path().join("link")).unwrap();
    let program = text(&program);
    let games = "match paint --boards board --out games --a random --b";
    let hides = |arguments: String| {
        let complaint = "it lies in /dev, which is private in the sandbox";
        run_in(&place, arguments, 2).stderr(contains(complaint));
    };
    for player in [program, &format!("'sh {program}'"), "./link"] {
        hides(format!("{games} {player}"));
        assert!(!place.path().join("games").exists(), "no games are begun");
        hides(format!("verify samegame --cases 1 --engine {player}"));
    }
    hides(format!("check samegame --cases 1 -- {program}"));
    hides(format!("perft -r samegame case --depth 1 --against {program}"));
    run_in(&place, format!("{games} {program} --isolation none"), 0)
        .stdout(contains("not started").not());
}
