//! `twinboard play` of a two-player game: a move, as a contest demands it.

use std::time::{Duration, Instant};

use twinboard_vocabulary::paint::text as paint;
use twinboard_vocabulary::{CaseReader, Game, Item, Limits};

use crate::prelude::*;

/// The answer to [`WON`].
const WINS: &str = "2\n0 1\n1 1\n";
/// No move: a 0 is never painted (PT-18).
const OVER: &str = "2\n0 #\n# B\n";

/// The command in this folder. It ends with this code.
fn play(folder: &TempDir, arguments: &str, code: i32) -> Assert {
    run_in(folder, format!("play paint {arguments}"), code)
}

/// The command with this board on standard input.
fn asked(arguments: &str, board: &str) -> Assert {
    twinboard(format!("play paint {arguments}")).write_stdin(board).assert()
}

/// The answer in a folder.
fn answer(folder: &TempDir) -> String {
    fs::read_to_string(folder.path().join("game.out")).unwrap()
}

/// True if the engine accepts this answer to that board.
fn is_valid(board: &str, answer: &str) -> bool {
    let mut reader = paint::Reader::new(board.as_bytes(), Limits::Judge);
    let Ok(Some(Item::Setup(board))) = reader.next_item() else { panic!("{board} is no board") };
    let mut game = twinboard_engine::paint::Paint::set_up(&board).unwrap();
    paint::read_answer(answer.as_bytes()).is_ok_and(|mv| game.play(&mv).is_ok())
}

#[test]
fn a_board_in_this_folder_is_answered_in_another_file() {
    let folder = folder(&[("game.in", WON.as_bytes()), ("game.out", b"an old answer, longer")]);
    play(&folder, "", 0).stdout(is_empty()).stderr(is_empty());
    assert_eq!(answer(&folder), WINS);
    assert_eq!(names_in(folder.path()).len(), 2, "nothing else is left behind");
}

#[test]
fn a_board_from_a_file_or_a_stream_is_answered_on_standard_output() {
    let folder = folder(&[("board.txt", WON.as_bytes())]);
    play(&folder, "board.txt", 0).stdout(WINS).stderr(is_empty());
    for stream in ["--stdio", "-"] {
        let mut play = twinboard(format!("play paint {stream}"));
        let done = play.current_dir(&folder).write_stdin(WON).assert();
        done.success().stdout(WINS).stderr(is_empty());
    }
    assert_eq!(names_in(folder.path()), ["board.txt"]);
}

#[test]
fn without_a_move_the_answer_is_0() {
    let folder = folder(&[("game.in", OVER.as_bytes())]);
    play(&folder, "", 0).stdout(is_empty()).stderr(is_empty());
    assert_eq!(answer(&folder), "0\n");
    asked("--stdio", "1\n#\n").success().stdout("0\n");
}

#[test]
fn an_answer_on_a_large_board_comes_in_time() {
    let folder = folder(&[("game.in", LARGE.as_bytes())]);
    for time in ["0.05", "1ms"] {
        let started = Instant::now();
        play(&folder, &format!("--time {time}"), 0).stderr(is_empty());
        // A generous limit, since other tests keep the machine busy.
        assert!(started.elapsed() < Duration::from_secs(30), "{time}");
        let answer = answer(&folder);
        assert!(is_valid(LARGE, &answer), "{answer}");
    }
    assert!(!is_valid(LARGE, "1\n0 1\n"), "is_valid rejects an invalid answer");
}

#[test]
fn a_bad_board_is_named_by_its_place_and_not_answered() {
    let folder = folder(&[("game.in", b"2\n# #\n# x\n"), ("game.out", b"1\n0 0\n")]);
    let fault = "line 3, column 3: found `x`, expected the cell in row 1, column 1";
    play(&folder, "", 2).stdout(is_empty()).stderr(contains(fault));
    let done = asked("--stdio", "2\n# #\n# x\n").code(2);
    done.stdout(is_empty()).stderr(contains(fault));
    // A board file has no moves (PT-26).
    asked("--stdio", "1\n1\n1 0 0\n").code(2).stderr(contains("line 3, column 1"));
    assert_eq!(answer(&folder), "1\n0 0\n");
}

#[test]
fn files_that_cannot_be_read_or_written_are_named() {
    let empty = folder(&[]);
    play(&empty, "", 2).stderr(contains("there is no game.in in this folder"));
    play(&empty, "none.txt", 2).stderr(contains("cannot open none.txt"));
    let blocked = folder(&[("game.in", WON.as_bytes()), ("game.out/file", b"")]);
    play(&blocked, "", 2).stdout(is_empty()).stderr(contains("cannot write game.out"));
}

#[test]
fn a_built_in_player_makes_the_move_instead_of_the_solver() {
    let folder = folder(&[("game.in", LARGE.as_bytes()), ("over", OVER.as_bytes())]);
    for player in ["random", "greedy", "optimal"] {
        play(&folder, &format!("--player {player}"), 0).stdout(is_empty());
        let answer = answer(&folder);
        assert!(is_valid(LARGE, &answer), "{player}: {answer}");
    }
    let random = || printed(&play(&folder, "--player random game.in", 0));
    assert_eq!(random(), random(), "the board is the seed");
    play(&folder, "--player random over", 2)
        .stdout(is_empty())
        .stderr(contains("the game is over: there is no move to make"));
    play(&folder, "--player deep", 2)
        .stderr(contains("no player is called deep; built-in players: random, greedy, optimal"));
}

#[test]
fn a_given_side_prints_the_final_position() {
    for side in ["engine", "oracle"] {
        let done = asked(&format!("--with {side}"), OVER).success();
        done.stdout(format!("{OVER}the first player has lost (PT-22)\n"));
    }
}
