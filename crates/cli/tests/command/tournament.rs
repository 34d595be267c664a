//! `twinboard match` and `twinboard tournament`.

mod programs;
mod resuming;
mod statistics;

use std::fs;
use std::path::Path;

use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::support::{
    folder, json_file, lossy, planted, process, run_to_end, start, text, twinboard, wait_until,
};

/// Three numbers 1 that do not touch each other: any game has three moves and is drawn.
const ONES: &[u8] = b"3\n1 # 1\n# # #\n1 # #\n";
/// A number 1: the first player paints it, and the game is drawn.
const DRAW: &[u8] = b"2\n1 #\n# #\n";
/// Two numbers 1 side by side: the first player paints one, and the other player has no move.
const WIN: &[u8] = b"2\n1 1\n# #\n";

/// Paints the first 1 of a board.
const PAINTS: &str =
    r#"NR > 1 { for (i = 1; i <= NF; i++) if ($i == "1") { print 1, NR - 2, i - 1; exit } }"#;

/// A player that is a script.
fn script(name: &str, text: &str) -> String {
    assert!(!text.contains('\''), "{text}");
    format!("{name}=sh -c '{text}'")
}

/// A temporary folder with a subfolder of boards.
fn boards(boards: &[&[u8]]) -> TempDir {
    let names: Vec<_> = (0..boards.len()).map(|number| format!("boards/{number}.txt")).collect();
    let files: Vec<_> = names.iter().map(String::as_str).zip(boards.iter().copied()).collect();
    folder(&files)
}

/// The command in that folder, with games in `games`.
fn command(folder: &TempDir, arguments: &[&str]) -> std::process::Command {
    let mut command = process(arguments);
    command.args(["--boards", "boards", "--out", "games"]).current_dir(folder.path());
    // A busy machine may take long for a move.
    if !arguments.contains(&"--time") {
        command.args(["--time", "60s"]);
    }
    command
}

/// The JSON of games that are played to their end.
fn played(folder: &TempDir, arguments: &[&str]) -> Value {
    played_with(folder, arguments, is_empty())
}

/// The JSON of games that are played to their end, with this on standard error.
fn played_with(folder: &TempDir, arguments: &[&str], stderr: impl Predicate<str>) -> Value {
    let arguments = [arguments, &["--json", "games.json"]].concat();
    run_to_end(command(folder, &arguments)).assert().success().stderr(stderr);
    let result = result(folder);
    assert_eq!(result["status"], "passed", "{result}");
    result["figures"].clone()
}

/// The result that the command has written as JSON.
fn result(folder: &TempDir) -> Value {
    json_file(&folder.path().join("games.json"))["tests"][0].clone()
}

/// No folder of a move is left.
fn nothing_is_left(folder: &Path) {
    let games = fs::read_dir(folder.join("games")).unwrap();
    let mut names: Vec<_> = games.map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["cases", "games.jsonl"]);
}

#[test]
fn a_match_prints_its_games_the_standings_and_the_first_fault() {
    let folder = boards(&[WIN]);
    let quits = script("quits", "echo no idea >&2; exit 3");
    let arguments = ["match", "paint", "--a", "greedy", "--b", &quits];
    let done = run_to_end(command(&folder, &arguments)).assert().success().stderr(is_empty());
    let printed = lossy(&done.get_output().stdout);
    let games = printed.lines().take(2).collect::<Vec<_>>().join("\n");
    assert_eq!(
        games,
        "boards/0.txt  greedy – quits  3 : 0      1 move\n\
         boards/0.txt  quits – greedy  0 : 3      0 moves, then crash: exit code 3"
    );
    assert!(
        printed.contains("place  player  points  games  won  drawn  lost  average"),
        "{printed}"
    );
    assert!(printed.contains("    1  greedy     6.0      2    2      0     0"), "{printed}");
    let first = "quits: in games/cases/paint-0002-quits-greedy.txt: crash: exit code 3; last error line: no idea";
    assert!(printed.contains(first), "{printed}");
    assert!(printed.ends_with("\npaint: 2 games, kept in games\n"), "{printed}");
}

#[test]
fn every_saved_game_can_be_drawn() {
    let folder = boards(&[WIN]);
    let arguments =
        ["match", "paint", "--a", "random", "--b", &script("wrong", "echo 0 > game.out")];
    played(&folder, &arguments);
    let show = |name: &str| {
        let path = folder.path().join("games/cases").join(name);
        twinboard(&["show", text(&path)]).assert().success()
    };
    show("paint-0001-random-wrong.txt").stdout(contains("the second player has lost (PT-22)"));
    // The last move is the invalid one.
    show("paint-0002-wrong-random.txt").stdout(contains("(PT-9)"));
}

#[test]
fn a_divergence_of_the_judges_is_no_fault_of_a_player_and_its_case_is_saved() {
    let folder = folder(&[]);
    let boards = ["--group", "3", "--seeds", "1..4", "--out"];
    let games = folder.path().join("games");
    let arguments = [&["match", "paint", "--a", "random", "--b", "random"], &boards[..]].concat();
    let arguments = [&arguments[..], &[text(&games)]].concat();
    let done = planted("paint-wrong-loser", &arguments).assert().code(1);
    done.stderr(contains("error: the judges disagree: ").and(contains("no player is to blame")))
        .stdout(contains("of 8 games\n").and(contains("\nresume with: ")));
    let case = games.join("paint-divergence.txt");
    planted("paint-wrong-loser", &["diff", text(&case)]).assert().code(1);
    twinboard(&["diff", text(&case)]).assert().success();
    // With correct judges the match can be completed.
    twinboard(&["match", "--resume", text(&games)]).assert().success();
}

#[test]
fn a_panic_of_a_built_in_player_fails_the_command() {
    let folder = boards(&[WIN]);
    let arguments = ["match", "paint", "--a", "random", "--b", "greedy"];
    played(&folder, &arguments);
    // No built-in player panics, so the panic is written into the journal.
    let journal = folder.path().join("games/games.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    let panic = r#""fault":{"kind":"crash","panic":"why"}"#;
    fs::write(&journal, text.replacen("\"fault\":null", panic, 1)).unwrap();
    let done = run_to_end(command(&folder, &arguments)).assert().code(1);
    done.stdout(contains("crash: panic: why").and(contains("2 games, kept in games")));
}

/// A match of a player with a second for a move, in a process that is stopped for longer as soon as
/// a move has begun. Checks that nobody loses by that, and returns how many moves were made again.
#[cfg(target_os = "linux")]
fn repeated_after_a_pause(board: &[u8], player: &str, has_begun: impl Fn(&Path) -> bool) -> u64 {
    use std::thread::sleep;
    use std::time::Duration;

    let folder = boards(&[board]);
    fs::create_dir(folder.path().join("tmp")).unwrap();
    let arguments = ["match", "paint", "--a", player, "--b", "random", "--json", "games.json"];
    let mut command =
        command(&folder, &[&arguments[..], &["--time", "1s", "--jobs", "1"]].concat());
    command.env("TMPDIR", folder.path().join("tmp"));
    let child = start(command);
    let signal = |name: &str| {
        let id = child.id().to_string();
        let sent = std::process::Command::new("kill").args([name, &id]).status();
        assert!(sent.unwrap().success());
    };
    wait_until("a move has begun", || has_begun(folder.path()));
    sleep(Duration::from_millis(150));
    signal("-STOP");
    sleep(Duration::from_millis(2500));
    signal("-CONT");
    let done = child.wait_with_output().unwrap();
    assert_eq!(done.status.code(), Some(0), "{}", lossy(&done.stderr));
    let json = result(&folder)["figures"].clone();
    let games = json["games"].as_array().unwrap();
    assert!(games.iter().all(|game| game["fault"].is_null()), "{json}");
    let printed = lossy(&done.stdout);
    assert!(printed.contains(" made again, because this process was paused"), "{printed}");
    games.iter().filter_map(|game| game["repeated"].as_u64()).sum()
}

#[cfg(target_os = "linux")]
#[test]
fn no_player_loses_by_a_pause_of_the_process() {
    // The first moves take all of their time.
    let board = "8\n".to_owned() + &"1#2#1#2#\n#1#2#1#2\n".repeat(4);
    let games = |folder: &Path| folder.join("games/games.jsonl").exists();
    assert!(repeated_after_a_pause(board.as_bytes(), "optimal", games) > 0);
    // It needs 0.4 s.
    let program = format!("slow=sh -c 'sleep 0.4; awk \"$0\" game.in > game.out' '{PAINTS}'");
    let below = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten();
    let a_file =
        |folder: &Path| below(&folder.join("tmp")).any(|it| below(&it.path()).next().is_some());
    assert_eq!(repeated_after_a_pause(WIN, &program, a_file), 1);
}

#[test]
fn boards_of_a_sequential_match_are_drawn_when_they_are_played() {
    let folder = folder(&[]);
    let games = folder.path().join("games");
    let match_ = ["match", "paint", "--a", "greedy", "--b", "random", "--sprt", "0,200"];
    let own = ["--group", "1", "--seeds", "1..20000", "--time", "60s", "--out", text(&games)];
    let done = twinboard(&[&match_[..], &own].concat()).assert().success();
    done.stdout(contains("of 40,000 games until the decision"));
    let journal = fs::read_to_string(games.join("games.jsonl")).unwrap();
    let head: Value = serde_json::from_str(journal.lines().next().unwrap()).unwrap();
    let last = json!({ "name": "group 1, seed 20000", "drawn": [1, 20_000] });
    assert_eq!(head["settings"]["boards"][19_999], last);
    // The first board is that of its seed.
    let first = fs::read_dir(games.join("cases")).unwrap();
    let first = first.map(|entry| entry.unwrap().path()).min().unwrap();
    let board = twinboard(&["generate", "paint", "--group", "1", "--seed", "1"]).assert();
    let board = lossy(&board.get_output().stdout);
    assert!(fs::read_to_string(first).unwrap().starts_with(&board), "{board}");
    twinboard(&["match", "--resume", text(&games)]).assert().success();
}

#[test]
fn games_are_saved_in_a_new_folder_by_default() {
    let folder = folder(&[]);
    let arguments =
        ["match", "paint", "--a", "random", "--b", "random", "--group", "1", "--seeds", "1..2"];
    for number in 1..=2 {
        let mut twinboard = twinboard(&arguments);
        let done = twinboard.current_dir(folder.path()).assert().success().stderr(is_empty());
        done.stdout(contains(format!("4 games, kept in twinboard-out/paint-match-{number}\n")))
            .stdout(contains("random – random-2").and(contains("group 1, seed 2")));
    }
}
