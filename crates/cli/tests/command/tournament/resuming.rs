//! Games that are interrupted, saved and resumed.

use std::fs;

use predicates::str::{contains, is_empty};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::super::support::{interrupt, lossy, process, run_to_end, start, twinboard, wait_until};
use super::{
    DRAW, ONES, PAINTS, WIN, boards, command, nothing_is_left, played, played_with, result,
};

/// The JSON of games that are played to their end, some of them before.
fn played_again(folder: &TempDir, arguments: &[&str]) -> Value {
    played_with(folder, arguments, contains("already played"))
}

/// Plays the games that are left in the folder `games`.
fn resume(folder: &TempDir, arguments: &[&str]) -> assert_cmd::assert::Assert {
    twinboard(arguments).current_dir(folder.path()).assert()
}

/// The results without times.
fn without_times(json: &Value) -> Value {
    let mut json = json.clone();
    for list in ["games", "standings"] {
        for entry in json[list].as_array_mut().unwrap() {
            entry.as_object_mut().unwrap().remove("times");
        }
    }
    json
}

/// Many short games that take some seconds in all.
fn many_games() -> (TempDir, Vec<String>) {
    let slow = format!("slow=sh -c 'sleep 0.05; awk \"$0\" game.in > game.out' '{PAINTS}'");
    let players =
        ["tournament", "paint", "--seed", "5", "-p", "random", "-p", "greedy", "-p", &slow];
    (boards(&[ONES, WIN, DRAW, ONES]), players.map(str::to_owned).into())
}

/// Starts these games, and waits until some of them have ended.
fn begin(folder: &TempDir, arguments: &[&str]) -> std::process::Child {
    let child = start(command(folder, arguments));
    let journal = folder.path().join("games/games.jsonl");
    wait_until("games have ended", || {
        fs::read_to_string(&journal).is_ok_and(|text| text.lines().count() > 4)
    });
    child
}

#[test]
fn a_killed_tournament_is_resumed_with_the_same_results() {
    let (folder, arguments) = many_games();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let whole = played(&folder, &arguments);

    let (folder, _) = many_games();
    let mut child = begin(&folder, &arguments);
    child.kill().unwrap();
    child.wait().unwrap();
    let journal = folder.path().join("games/games.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    let count = text.matches('\n').count() - 1;
    assert!((4..24).contains(&count), "{count} of 24 games have ended");
    // As if it had been killed while it wrote.
    fs::write(&journal, format!("{text}{{\"game\":")).unwrap();
    let done = resume(&folder, &["tournament", "--resume", "games", "--json", "games.json"]);
    done.success().stderr(format!("resuming games: {count} of 24 games already played\n"));
    let json = result(&folder)["figures"].clone();
    assert_eq!(without_times(&json), without_times(&whole));
    nothing_is_left(folder.path());

    // Equal arguments resume as well; no game is left to play.
    let done = run_to_end(command(&folder, &arguments)).assert().success();
    done.stderr("resuming games: 24 of 24 games already played\n");
    // Different arguments are refused with the difference.
    let done = run_to_end(command(&folder, &[&arguments[..], &["--time", "2s"]].concat())).assert();
    done.code(2).stderr(contains("games contains games with another time for a move"));
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_prints_the_standings_so_far_and_the_command_to_resume() {
    let (folder, arguments) = many_games();
    let mut arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    arguments.extend(["--json", "games.json", "-p", "never=sleep 1000", "--time", "900s"]);
    let child = begin(&folder, &arguments);
    // The folder is locked for other processes.
    let done = run_to_end(command(&folder, &arguments)).assert().code(2);
    done.stderr(contains("is in use by another process"));
    interrupt(&child);
    let done = child.wait_with_output().unwrap();
    assert_eq!(done.status.code(), Some(130), "{}", lossy(&done.stderr));
    let printed = lossy(&done.stdout);
    assert!(printed.contains("place  player"), "{printed}");
    let resume = "\nresume with: twinboard tournament --resume games\n";
    assert!(printed.contains(resume) && printed.contains("of 48 games, interrupted"), "{printed}");
    let result = result(&folder);
    assert_eq!((&result["status"], &result["interrupted"]), (&json!("undecided"), &json!(true)));
    nothing_is_left(folder.path());
}

#[test]
fn games_that_cannot_be_saved_end_a_match_which_can_be_resumed() {
    let folder = boards(&[ONES, DRAW]);
    let arguments = ["match", "paint", "--a", "random", "--b", "greedy"];
    fs::create_dir(folder.path().join("games")).unwrap();
    let in_the_way = folder.path().join("games/cases");
    fs::write(&in_the_way, "").unwrap();
    let done = run_to_end(command(&folder, &arguments)).assert().code(2);
    done.stdout(contains("resume with: ")).stderr(contains("cannot write games/cases/"));
    fs::remove_file(&in_the_way).unwrap();
    let done = run_to_end(command(&folder, &arguments)).assert().success();
    done.stdout(contains("4 games, kept in games"));
    // The command to resume can be copied.
    fs::create_dir_all(folder.path().join("my games")).unwrap();
    fs::write(folder.path().join("my games/cases"), "").unwrap();
    let mut spaced = process(&arguments);
    spaced.args(["--boards", "boards", "--out", "my games"]).current_dir(folder.path());
    let done = run_to_end(spaced).assert().code(2);
    done.stdout(contains("\nresume with: twinboard match --resume 'my games'\n"));
}

#[test]
fn a_damaged_journal_is_refused_with_its_line() {
    let folder = boards(&[DRAW]);
    let arguments = ["match", "paint", "--a", "random", "--b", "greedy"];
    played(&folder, &arguments);
    let journal = folder.path().join("games/games.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    for (damaged, complaint) in [
        (text.replace("\"winner\"", "\"loser\""), "line 2 is damaged: unknown field"),
        (text.replacen("\"moves\":1", "\"moves\":", 1), "line 2 is damaged: expected value"),
        (text.replacen("\"version\":4", "\"version\":3", 1), "format 3, expected 4"),
        (String::new(), "games/games.jsonl: the line with the settings is missing"),
    ] {
        assert_ne!(damaged, text);
        fs::write(&journal, damaged).unwrap();
        let done = resume(&folder, &["match", "--resume", "games"]).code(2);
        done.stdout(is_empty()).stderr(contains(complaint));
    }
}

#[test]
fn games_of_a_program_that_is_missing_are_not_resumed() {
    use std::os::unix::fs::PermissionsExt;

    let folder = boards(&[ONES, DRAW]);
    let [bot, other] = ["bot", "other"].map(|name| folder.path().join(name));
    fs::write(&bot, format!("#!/bin/sh\nexec awk '{PAINTS}' game.in > game.out\n")).unwrap();
    fs::set_permissions(&bot, fs::Permissions::from_mode(0o755)).unwrap();
    let arguments = ["match", "paint", "--a", "mine=./bot", "--b", "random"];
    let whole = played(&folder, &arguments);
    let journal = folder.path().join("games/games.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    // As if it had been killed after the first game.
    let begun: String = text.split_inclusive('\n').take(2).collect();
    fs::write(&journal, &begun).unwrap();
    let resume = || resume(&folder, &["match", "--resume", "games"]);
    fs::rename(&bot, &other).unwrap();
    let refused = resume().code(2).stdout(is_empty());
    refused.stderr(contains("/bot of player mine is missing or not executable"));
    assert_eq!(fs::read_to_string(&journal).unwrap(), begun);
    fs::rename(&other, &bot).unwrap();
    let json = played_again(&folder, &arguments);
    assert_eq!(without_times(&json), without_times(&whole));
    // Without a game to play the program is not needed.
    fs::remove_file(&bot).unwrap();
    resume().success();
}

#[test]
fn a_journal_that_was_edited_leads_to_no_panic_and_to_no_other_file() {
    let folder = boards(&[DRAW]);
    played(&folder, &["match", "paint", "--a", "random", "--b", "greedy"]);
    let journal = folder.path().join("games/games.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let head = lines.next().unwrap();
    let games: Vec<Value> = lines.collect();
    let resumed = |edit: &dyn Fn(&mut Value)| {
        let mut lines = vec![head.to_string()];
        lines.extend(games.iter().map(|game| {
            let mut game = game.clone();
            edit(&mut game);
            game.to_string()
        }));
        fs::write(&journal, lines.join("\n") + "\n").unwrap();
        resume(&folder, &["match", "--resume", "games", "--html", "page.html"])
    };
    let most = u64::MAX;
    resumed(&|game| game["repeated"] = most.into())
        .success()
        .stdout(contains("18,446,744,073,709,551,615 moves made again"));
    let times = json!({"answers": most, "total_ns": most, "worst_ns": most});
    resumed(&|game| game["times"] = json!([times, times])).success();
    resumed(&|game| game["moves"] = most.into()).success();
    for file in ["/dev/zero", "../board.txt", "cases/../../board.txt", "cases", "other/1.txt"] {
        resumed(&|game| game["file"] = file.into()).success();
    }
    // Whatever lies in the place of a case.
    let case = folder.path().join("games").join(games[0]["file"].as_str().unwrap());
    fs::remove_file(&case).unwrap();
    std::os::unix::fs::symlink("/dev/zero", &case).unwrap();
    resumed(&|_| {}).success();
}
