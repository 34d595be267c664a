//! `twinboard match` and `twinboard tournament`.

mod programs;
mod resuming;
mod statistics;

use crate::prelude::*;

/// Three numbers 1 that do not touch each other: any game has three moves and is drawn.
const ONES: &[u8] = b"3\n1 # 1\n# # #\n1 # #\n";
/// A number 1: the first player paints it, and the game is drawn.
const DRAW: &[u8] = b"2\n1 #\n# #\n";
/// Two numbers 1 side by side: the first player paints one, and the other player has no move.
const WIN: &[u8] = b"2\n1 1\n# #\n";

/// Paints the first 1 of a board.
const PAINTS: &str =
    r#"NR > 1 { for (i = 1; i <= NF; i++) if ($i == "1") { print 1, NR - 2, i - 1; exit } }"#;

/// A player that is a script, as a word of a line of arguments.
fn script(name: &str, text: &str) -> String {
    assert!(!text.contains('\''), "{text}");
    shell_words::quote(&format!("{name}=sh -c '{text}'")).into_owned()
}

/// A temporary folder with a subfolder of boards.
fn boards(boards: &[&[u8]]) -> TempDir {
    let names: Vec<_> = (0..boards.len()).map(|number| format!("boards/{number}.txt")).collect();
    let files: Vec<_> = names.iter().map(String::as_str).zip(boards.iter().copied()).collect();
    folder(&files)
}

/// The command in that folder, with games in `games`.
fn command(folder: &TempDir, arguments: &str) -> Command {
    // A busy machine may take long for a move.
    let time = if arguments.contains("--time") { "" } else { "--time 60s" };
    let mut command = process(format!("{arguments} --boards boards --out games {time}"));
    command.current_dir(folder);
    command
}

/// The end of that command, which has this code.
fn run(folder: &TempDir, arguments: &str, code: i32) -> Assert {
    run_to_end(command(folder, arguments)).assert().code(code)
}

/// The JSON of games that are played to their end.
fn played(folder: &TempDir, arguments: &str) -> Value {
    played_with(folder, arguments, is_empty())
}

/// The JSON of games that are played to their end, with this on standard error.
fn played_with(folder: &TempDir, arguments: &str, stderr: impl Predicate<str>) -> Value {
    run(folder, &format!("{arguments} --json games.json"), 0).stderr(stderr);
    let result = result(folder);
    assert_eq!(result["status"], "passed", "{result}");
    result["figures"].clone()
}

/// The result that the command has written as JSON.
fn result(folder: &TempDir) -> Value {
    json_file(&folder.path().join("games.json"))["tests"][0].clone()
}

/// No folder of a move is left.
fn nothing_is_left(folder: &TempDir) {
    assert_eq!(names_in(&folder.path().join("games")), ["cases", "games.jsonl"]);
}

#[test]
fn a_match_prints_its_games_the_standings_and_the_first_fault() {
    let folder = boards(&[WIN]);
    let quits = script("quits", "echo no idea >&2; exit 3");
    run(&folder, &format!("match paint --a greedy --b {quits}"), 0)
        .stderr(is_empty())
        .stdout(starts_with(
            "boards/0.txt  greedy – quits  3 : 0      1 move\n\
             boards/0.txt  quits – greedy  0 : 3      0 moves, then crash: exit code 3\n",
        ))
        .stdout(contains("place  player  points  games  won  drawn  lost  average"))
        .stdout(contains("    1  greedy     6.0      2    2      0     0"))
        .stdout(contains(
            "quits: in games/cases/paint-0002-quits-greedy.txt: crash: exit code 3; \
             last error line: no idea",
        ))
        .stdout(ends_with("\npaint: 2 games, kept in games\n"));
}

#[test]
fn every_saved_game_can_be_drawn() {
    let folder = boards(&[WIN]);
    let wrong = script("wrong", "echo 0 > game.out");
    played(&folder, &format!("match paint --a random --b {wrong}"));
    for (name, part) in [
        ("paint-0001-random-wrong.txt", "the second player has lost (PT-22)"),
        // The last move is the invalid one.
        ("paint-0002-wrong-random.txt", "(PT-9)"),
    ] {
        run_in(&folder, format!("show games/cases/{name}"), 0).stdout(contains(part));
    }
}

#[test]
fn a_divergence_of_the_judges_is_no_fault_of_a_player_and_its_case_is_saved() {
    let folder = folder(&[]);
    let wrong = |arguments: &str| {
        planted("paint-wrong-loser", arguments).current_dir(&folder).assert().code(1)
    };
    wrong("match paint --a random --b random --group 3 --seeds 1..4 --out games")
        .stderr(contains("error: the judges disagree: ").and(contains("no player is to blame")))
        .stdout(contains("of 8 games\n").and(contains("\nresume with: ")));
    let diff = "diff games/paint-divergence.txt";
    wrong(diff);
    run_in(&folder, diff, 0);
    // With correct judges the match can be completed.
    run_in(&folder, "match --resume games", 0);
}

#[test]
fn a_panic_of_a_built_in_player_fails_the_command() {
    let folder = boards(&[WIN]);
    let arguments = "match paint --a random --b greedy";
    played(&folder, arguments);
    // No built-in player panics, so the panic is written into the journal.
    let journal = folder.path().join("games/games.jsonl");
    let text = fs::read_to_string(&journal).unwrap();
    let panic = r#""fault":{"kind":"crash","panic":"why"}"#;
    fs::write(&journal, text.replacen("\"fault\":null", panic, 1)).unwrap();
    run(&folder, arguments, 1)
        .stdout(contains("crash: panic: why").and(contains("2 games, kept in games")));
}

/// A match of a player with a second for a move, in a process that is stopped for longer as soon as
/// a move has begun. Checks that nobody loses by that, and returns how many moves were made again.
#[cfg(target_os = "linux")]
fn repeated_after_a_pause(board: &[u8], player: &str, has_begun: impl Fn(&Path) -> bool) -> u64 {
    use std::thread::sleep;
    use std::time::Duration;

    let folder = boards(&[board]);
    fs::create_dir(folder.path().join("tmp")).unwrap();
    let own = "--b random --json games.json --time 1s --jobs 1";
    let mut command = command(&folder, &format!("match paint --a {player} {own}"));
    let child = start(command.env("TMPDIR", folder.path().join("tmp")));
    wait_until("a move has begun", || has_begun(folder.path()));
    sleep(Duration::from_millis(150));
    send("-STOP", &child);
    sleep(Duration::from_millis(2500));
    send("-CONT", &child);
    let (printed, _) = ended(&child.wait_with_output().unwrap(), 0);
    let json = result(&folder)["figures"].clone();
    let games = json["games"].as_array().unwrap();
    assert!(games.iter().all(|game| game["fault"].is_null()), "{json}");
    assert!(printed.contains(" made again, because this process was paused"), "{printed}");
    games.iter().filter_map(|game| game["repeated"].as_u64()).sum()
}

#[cfg(target_os = "linux")]
#[test]
fn no_player_loses_by_a_pause_of_the_process() {
    // The first moves take all of their time.
    let games = |folder: &Path| folder.join("games/games.jsonl").exists();
    assert!(repeated_after_a_pause(LARGE.as_bytes(), "optimal", games) > 0);
    // It needs 0.4 s.
    let program = format!("slow=sh -c 'sleep 0.4; awk \"$0\" game.in > game.out' '{PAINTS}'");
    let program = shell_words::quote(&program);
    let below = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten();
    let a_file =
        |folder: &Path| below(&folder.join("tmp")).any(|it| below(&it.path()).next().is_some());
    assert_eq!(repeated_after_a_pause(WIN, &program, a_file), 1);
}

#[test]
fn boards_of_a_sequential_match_are_drawn_when_they_are_played() {
    let folder = folder(&[]);
    let games = folder.path().join("games");
    let own = "--sprt 0,200 --group 1 --seeds 1..20000 --time 60s --out games";
    run_in(&folder, format!("match paint --a greedy --b random {own}"), 0)
        .stdout(contains("of 40,000 games until the decision"));
    let journal = fs::read_to_string(games.join("games.jsonl")).unwrap();
    let head: Value = serde_json::from_str(journal.lines().next().unwrap()).unwrap();
    let last = json!({ "name": "group 1, seed 20000", "drawn": [1, 20_000] });
    assert_eq!(head["settings"]["boards"][19_999], last);
    // The first board is that of its seed.
    let first = games.join("cases").join(&names_in(&games.join("cases"))[0]);
    let board = printed(&twinboard("generate paint --group 1 --seed 1").assert());
    assert!(fs::read_to_string(first).unwrap().starts_with(&board), "{board}");
    run_in(&folder, "match --resume games", 0);
}

#[test]
fn games_are_saved_in_a_new_folder_by_default() {
    let folder = folder(&[]);
    for number in 1..=2 {
        run_in(&folder, "match paint --a random --b random --group 1 --seeds 1..2", 0)
            .stderr(is_empty())
            .stdout(contains(format!("4 games, kept in twinboard-out/paint-match-{number}\n")))
            .stdout(contains("random – random-2").and(contains("group 1, seed 2")));
    }
}
