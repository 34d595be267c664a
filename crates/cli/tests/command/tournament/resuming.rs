//! Games that are interrupted, saved and resumed.

use super::{
    DRAW, ONES, PAINTS, WIN, boards, command, nothing_is_left, played, played_with, result, run,
};
use crate::prelude::*;

/// A match of two built-in players.
const MATCH: &str = "match paint --a random --b greedy";
/// The command that plays the games that are left of a match.
const RESUME: &str = "match --resume games";

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
fn many_games() -> (TempDir, String) {
    let slow = format!("slow=sh -c 'sleep 0.05; awk \"$0\" game.in > game.out' '{PAINTS}'");
    let players = format!("-p random -p greedy -p {}", shell_words::quote(&slow));
    (boards(&[ONES, WIN, DRAW, ONES]), format!("tournament paint --seed 5 {players}"))
}

/// Starts these games, and waits until some of them have ended.
fn begin(folder: &TempDir, arguments: &str) -> Child {
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
    run_in(&folder, "tournament --resume games --json games.json", 0)
        .stderr(format!("resuming games: {count} of 24 games already played\n"));
    let json = result(&folder)["figures"].clone();
    assert_eq!(without_times(&json), without_times(&whole));
    nothing_is_left(&folder);

    // Equal arguments resume as well; no game is left to play.
    run(&folder, &arguments, 0).stderr("resuming games: 24 of 24 games already played\n");
    // Different arguments are refused with the difference.
    run(&folder, &format!("{arguments} --time 2s"), 2)
        .stderr(contains("games contains games with another time for a move"));
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_prints_the_standings_so_far_and_the_command_to_resume() {
    let (folder, arguments) = many_games();
    let arguments = format!("{arguments} --json games.json -p 'never=sleep 1000' --time 900s");
    let child = begin(&folder, &arguments);
    // The folder is locked for other processes.
    run(&folder, &arguments, 2).stderr(contains("is in use by another process"));
    interrupt(&child);
    let (printed, _) = ended(&child.wait_with_output().unwrap(), 130);
    assert!(printed.contains("place  player"), "{printed}");
    let resume = "\nresume with: twinboard tournament --resume games\n";
    assert!(printed.contains(resume) && printed.contains("of 48 games, interrupted"), "{printed}");
    let result = result(&folder);
    assert_eq!((&result["status"], &result["interrupted"]), (&json!("undecided"), &json!(true)));
    nothing_is_left(&folder);
}

#[test]
fn games_that_cannot_be_saved_end_a_match_which_can_be_resumed() {
    let folder = boards(&[ONES, DRAW]);
    write_files(folder.path(), &[("games/cases", b""), ("my games/cases", b"")]);
    run(&folder, MATCH, 2)
        .stdout(contains("resume with: "))
        .stderr(contains("cannot write games/cases/"));
    fs::remove_file(folder.path().join("games/cases")).unwrap();
    run(&folder, MATCH, 0).stdout(contains("4 games, kept in games"));
    // The command to resume can be copied.
    run_in(&folder, format!("{MATCH} --boards boards --out 'my games'"), 2)
        .stdout(contains("\nresume with: twinboard match --resume 'my games'\n"));
}

#[test]
fn a_damaged_journal_is_refused_with_its_line() {
    let folder = boards(&[DRAW]);
    played(&folder, MATCH);
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
        run_in(&folder, RESUME, 2).stdout(is_empty()).stderr(contains(complaint));
    }
}

#[test]
fn games_of_a_program_that_is_missing_are_not_resumed() {
    let folder = boards(&[ONES, DRAW]);
    let [bot, other] = ["bot", "other"].map(|name| folder.path().join(name));
    write_program(&bot, format!("#!/bin/sh\nexec awk '{PAINTS}' game.in > game.out\n"));
    let arguments = "match paint --a mine=./bot --b random";
    let whole = played(&folder, arguments);
    let journal = folder.path().join("games/games.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    // As if it had been killed after the first game.
    let begun: String = text.split_inclusive('\n').take(2).collect();
    fs::write(&journal, &begun).unwrap();
    fs::rename(&bot, &other).unwrap();
    run_in(&folder, RESUME, 2)
        .stdout(is_empty())
        .stderr(contains("/bot of player mine is missing or not executable"));
    assert_eq!(fs::read_to_string(&journal).unwrap(), begun);
    fs::rename(&other, &bot).unwrap();
    // Some of the games are played before.
    let json = played_with(&folder, arguments, contains("already played"));
    assert_eq!(without_times(&json), without_times(&whole));
    // Without a game to play the program is not needed.
    fs::remove_file(&bot).unwrap();
    run_in(&folder, RESUME, 0);
}

#[test]
fn a_journal_that_was_edited_leads_to_no_panic_and_to_no_other_file() {
    let folder = boards(&[DRAW]);
    played(&folder, MATCH);
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
        run_in(&folder, format!("{RESUME} --html page.html"), 0)
    };
    let most = u64::MAX;
    resumed(&|game| game["repeated"] = most.into())
        .stdout(contains("18,446,744,073,709,551,615 moves made again"));
    let times = json!({"answers": most, "total_ns": most, "worst_ns": most});
    resumed(&|game| game["times"] = json!([times, times]));
    resumed(&|game| game["moves"] = most.into());
    for file in ["/dev/zero", "../board.txt", "cases/../../board.txt", "cases", "other/1.txt"] {
        resumed(&|game| game["file"] = file.into());
    }
    // Whatever lies in the place of a case.
    let case = folder.path().join("games").join(games[0]["file"].as_str().unwrap());
    fs::remove_file(&case).unwrap();
    std::os::unix::fs::symlink("/dev/zero", &case).unwrap();
    resumed(&|_| {});
}
