//! `twinboard play` of a two-player game: a move, as a contest demands it.

use std::fs;
use std::time::{Duration, Instant};

use predicates::str::{contains, is_empty};
use tempfile::TempDir;
use twinboard_vocabulary::paint::text as paint;
use twinboard_vocabulary::{CaseReader, Game, Item, Limits};

use super::support::{folder, lossy, only_file, text, twinboard};

/// Painting the 2 downwards wins: it leaves no move. After either 1 the other one is left.
const WON: &str = "3\n1 2 1\n# # #\n# # #\n";
const WINS: &str = "2\n0 1\n1 1\n";
/// No move: a 0 is never painted (PT-18).
const OVER: &str = "2\n0 #\n# B\n";
/// Every other cell is a number, which no search can prove.
const LARGE: &str =
    "8\n1#2#1#2#\n#1#2#1#2\n1#2#1#2#\n#1#2#1#2\n1#2#1#2#\n#1#2#1#2\n1#2#1#2#\n#1#2#1#2\n";

/// The command in this folder.
fn play(folder: &TempDir, arguments: &[&str]) -> assert_cmd::Command {
    let mut command = twinboard(&[&["play", "paint"], arguments].concat());
    command.current_dir(folder.path());
    command
}

/// True if the engine accepts this answer to that board.
fn is_valid(board: &str, answer: &[u8]) -> bool {
    let mut reader = paint::Reader::new(board.as_bytes(), Limits::Judge);
    let Ok(Some(Item::Setup(board))) = reader.next_item() else { panic!("{board} is no board") };
    let mut game = twinboard_engine::paint::Paint::set_up(&board).unwrap();
    paint::read_answer(answer).is_ok_and(|mv| game.play(&mv).is_ok())
}

#[test]
fn a_board_in_this_folder_is_answered_in_another_file() {
    let folder = folder(&[("game.in", WON.as_bytes()), ("game.out", b"an old answer, longer")]);
    play(&folder, &[]).assert().success().stdout(is_empty()).stderr(is_empty());
    assert_eq!(fs::read_to_string(folder.path().join("game.out")).unwrap(), WINS);
    let names = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(names, 2, "nothing else is left behind");
}

#[test]
fn a_board_from_a_file_or_a_stream_is_answered_on_standard_output() {
    let folder = folder(&[("board.txt", WON.as_bytes())]);
    play(&folder, &["board.txt"]).assert().success().stdout(WINS).stderr(is_empty());
    for stream in ["--stdio", "-"] {
        let done = play(&folder, &[stream]).write_stdin(WON).assert();
        done.success().stdout(WINS).stderr(is_empty());
    }
    assert_eq!(text(&only_file(folder.path())), text(&folder.path().join("board.txt")));
}

#[test]
fn without_a_move_the_answer_is_0() {
    let folder = folder(&[("game.in", OVER.as_bytes())]);
    play(&folder, &[]).assert().success().stdout(is_empty()).stderr(is_empty());
    assert_eq!(fs::read_to_string(folder.path().join("game.out")).unwrap(), "0\n");
    play(&folder, &["--stdio"]).write_stdin("1\n#\n").assert().success().stdout("0\n");
}

#[test]
fn an_answer_on_a_large_board_comes_in_time() {
    let folder = folder(&[("game.in", LARGE.as_bytes())]);
    for time in ["0.05", "1ms"] {
        let started = Instant::now();
        play(&folder, &["--time", time]).assert().success().stderr(is_empty());
        // A generous limit, since other tests keep the machine busy.
        assert!(started.elapsed() < Duration::from_secs(30), "{time}");
        let answer = fs::read(folder.path().join("game.out")).unwrap();
        assert!(is_valid(LARGE, &answer), "{}", lossy(&answer));
    }
    assert!(!is_valid(LARGE, b"1\n0 1\n"), "is_valid rejects an invalid answer");
}

#[test]
fn a_bad_board_is_named_by_its_place_and_not_answered() {
    let folder = folder(&[("game.in", b"2\n# #\n# x\n"), ("game.out", b"1\n0 0\n")]);
    let fault = "line 3, column 3: found `x`, expected the cell in row 1, column 1";
    play(&folder, &[]).assert().code(2).stdout(is_empty()).stderr(contains(fault));
    let done = play(&folder, &["--stdio"]).write_stdin("2\n# #\n# x\n").assert();
    done.code(2).stdout(is_empty()).stderr(contains(fault));
    // A board file has no moves (PT-26).
    let done = play(&folder, &["--stdio"]).write_stdin("1\n1\n1 0 0\n").assert();
    done.code(2).stderr(contains("line 3, column 1"));
    assert_eq!(fs::read(folder.path().join("game.out")).unwrap(), b"1\n0 0\n");
}

#[test]
fn files_that_cannot_be_read_or_written_are_named() {
    let empty = folder(&[]);
    play(&empty, &[]).assert().code(2).stderr(contains("there is no game.in in this folder"));
    play(&empty, &["none.txt"]).assert().code(2).stderr(contains("cannot open none.txt"));
    let blocked = folder(&[("game.in", WON.as_bytes()), ("game.out/file", b"")]);
    play(&blocked, &[])
        .assert()
        .code(2)
        .stdout(is_empty())
        .stderr(contains("cannot write game.out"));
}

#[test]
fn a_built_in_player_makes_the_move_instead_of_the_solver() {
    let folder = folder(&[("game.in", LARGE.as_bytes()), ("over", OVER.as_bytes())]);
    for player in ["random", "greedy", "optimal"] {
        play(&folder, &["--player", player]).assert().success().stdout(is_empty());
        let answer = fs::read(folder.path().join("game.out")).unwrap();
        assert!(is_valid(LARGE, &answer), "{player}: {}", lossy(&answer));
    }
    let random = || play(&folder, &["--player", "random", "game.in"]).assert().success();
    assert_eq!(random().get_output().stdout, random().get_output().stdout, "the board is the seed");
    let over = play(&folder, &["--player", "random", "over"]).assert().code(2);
    over.stdout(is_empty()).stderr(contains("the game is over: there is no move to make"));
    let unknown = play(&folder, &["--player", "deep"]).assert().code(2);
    unknown.stderr(contains("no player is called deep; built-in players: random, greedy, optimal"));
}

#[test]
fn a_given_side_prints_the_final_position() {
    for side in ["engine", "oracle"] {
        let done = twinboard(&["play", "paint", "--with", side]).write_stdin(OVER).assert();
        done.success().stdout(format!("{OVER}the first player has lost (PT-22)\n"));
    }
}
