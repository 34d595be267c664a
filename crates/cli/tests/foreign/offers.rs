//! Engines that offer what they have: a library that judges moves, one that lists them and shows
//! nothing else, and an environment that begins at its start only. Each is seen to be noticed if it
//! is wrong.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::engines::{compile, python};
use crate::support::{Done, engine, folder, repository, run_in, run_with, text, write_files};

/// Connect Four under names that are none of the kit's.
const CONNECT_FOUR: &str = include_str!("../programs/connect_four.py");

/// The command of an engine that is a class with this body, derived from a board with another one.
fn written(folder: &Path, engine: &str, board: &str) -> String {
    let kit = python().program.parent().expect("it is in a folder");
    let program = folder.join("engine.py");
    let source = format!(
        "import itertools, sys\nsys.path.insert(0, {:?})\nimport twinboard\n{CONNECT_FOUR}\n\
         class Changed(Board):\n    {board}\n\nclass Engine(Changed):\n    {engine}\n\n\
         twinboard.serve(Engine, rule_set=\"connect-four\")\n",
        text(kit)
    );
    fs::write(&program, source).unwrap();
    format!("python3 {}", text(&program))
}

/// A campaign with such an engine.
fn verify(engine: &str, board: &str) -> Done {
    let folder = folder(&[]);
    verify_in(folder.path(), &written(folder.path(), engine, board), "")
}

fn verify_in(folder: &Path, command: &str, options: &str) -> Done {
    let limits = "--cases 120 --seed 1 --shrink-time 1s --out .";
    run_in(folder, format!("verify connect-four {} {limits} {options}", engine(command)))
}

/// A class that begins at its start and has what is compared.
const ENVIRONMENT: &str = "start_only, limits = True, {'rows': (4, 4), 'columns': (5, 9)}\n    \
                           moves, play, position, outcome = Changed.listed, Changed.put, \
                           Changed.text, Changed.result";
/// A fault of such a class.
const LOST_DRAW: &str = "result = lambda self: Board.result(self).replace('draw', 'o wins')";

#[test]
fn a_library_that_judges_moves_is_checked() {
    let judge = "name, legal, play = 'judge', Changed.judge, Changed.put";
    let done = verify(judge, "pass").with_code(0);
    let said = "not compared with judge: position, outcome, copy, undo, key, ";
    assert!(done.stderr.contains(said) && done.stdout.contains(said), "{done:?}");
    let misses = "judge = lambda self, move: move != '1' and move in self.listed()";
    verify(judge, misses).with_code(1).says("engine and oracle differ in the legal moves");
    verify(judge, "four = lambda self: False").with_code(1).says("DIVERGENCE connect-four");
    // It takes a move for legal that it refuses, and the other way round.
    for play in ["move != '2' and self.put(move)", "self.put('1' if move == '0' else move)"] {
        let other = format!("legal = Changed.judge\n    play = lambda self, move: {play}");
        verify(&other, "pass").with_code(1).says("DIVERGENCE connect-four");
    }
    let zero = "legal = lambda self, move: move == '0' or self.judge(move)\n    play = Changed.put";
    verify(zero, "pass").with_code(1).says("legal, says `is_legal`");
}

#[test]
fn a_library_that_lists_moves_and_shows_nothing_else_is_checked() {
    let lister = "moves, play = Changed.listed, Changed.put";
    let done = verify(lister, "pass").with_code(0);
    assert!(done.stdout.contains(": position, outcome, copy, "), "{done:?}");
    let full = "listed = lambda self: Board.listed(self)[:3]";
    verify(lister, full).with_code(1).says("engine and oracle differ in the legal moves");
}

#[test]
fn an_environment_that_begins_at_its_start_only_is_checked_with_all_cases() {
    let done = verify(ENVIRONMENT, "pass").with_code(0);
    // The corpus has other set-ups; those of the 120 cases follow from the start.
    let left_out = "9 of 129 cases not compared: outside of the engine's limits (its start only, ";
    assert!(done.stdout.contains("120 cases, ") && done.stdout.contains(left_out), "{done:?}");
    assert!(done.stdout.contains("set-ups other than its start"), "{done:?}");
    let found = verify(ENVIRONMENT, LOST_DRAW).with_code(1);
    let found = found.says("engine and oracle differ in the outcome");
    found.says("\n  .....\n  .....\n  .....\n  .....\n  x to move\n");
    // No start of the game has as many rows, so one is made; a board has at most nine.
    let tall = ENVIRONMENT.replace("(4, 4)", "(9, 9)");
    verify(&tall, "pass").with_code(0).says("set-ups other than its start");
    let lost = ENVIRONMENT.replace("(4, 4)", "(10, 10)");
    let lost = verify(&lost, "pass").with_code(2);
    lost.complains("no start of the rule set is within its limits");
}

#[test]
fn a_part_of_positions_that_is_known_to_differ_is_left_out() {
    let folder = folder(&[]);
    let board = "text = lambda self: Board.text(self).replace('o to move', 'white')";
    let command = written(folder.path(), ENVIRONMENT, board);
    verify_in(folder.path(), &command, "").with_code(1).says("differ in the position");
    let ignore = |part: &str| {
        let known = format!("[[ignored]]\nreason = \"other names\"\npart = \"{part}\"\n");
        write_files(folder.path(), &[("known.toml", known.as_bytes())]);
    };
    ignore("line 5");
    let verify = |command: &str| verify_in(folder.path(), command, "--known known.toml");
    verify(&command).with_code(0).says("; line 5 of positions (other names)\n");
    // The rest of the position is compared.
    let board = format!("{board}.replace('o', '.', 1)");
    let command = written(folder.path(), ENVIRONMENT, &board);
    verify(&command).with_code(1).says("differ in the position");
    ignore("row 5");
    let done = verify(&command).with_code(2).complains("line 3, column 8");
    done.complains("expected `field NUMBER`, ");
}

/// Connect Four on 3 × 3, where nobody has four in a row, in C++. It judges moves and counts discs; its
/// argument is a fault.
const JUDGE: &str = include_str!("../programs/judge.cpp");

#[test]
fn the_kit_for_cpp_offers_what_a_class_has() {
    let folder = folder(&[]);
    let (source, program) = (folder.path().join("judge.cpp"), folder.path().join("judge"));
    fs::write(&source, JUDGE).unwrap();
    let kit = repository().join("crates/command/engine-kits/cpp");
    compile("g++", &source, &program, &["-I", text(&kit)])();
    let requests = "1 hello 1\n2 set-up 1 4\n...\n...\n..x\no to move\n3 legal 1 1\n4 legal 1 9\n\
                    5 observe 1\n6 moves 1 9\n";
    let answers = "1 hello 8\nprotocol 1\nrule-set connect-four\noffers end copy legal observe\n\
                   name judge\nlimit rows 3 3\nlimit rows = columns\nnote it judges\n\
                   lacks moves position outcome\n\
                   2 ok\n3 legal yes\n4 legal no\n5 observe 3\ndiscs 1\nboard a row\n\
                   board another\n6 unknown\n";
    assert_eq!(run_with(Command::new(&program), requests).with_code(0).stdout, answers);
    let play = |fault| verify_in(folder.path(), &format!("{} {fault}", text(&program)), "");
    let said = "not compared with judge: position, outcome, undo, key, ";
    play("").with_code(0).says(said).says("not compared: `discs`, which the engine alone gives");
    play("full").with_code(1).says("DIVERGENCE connect-four");
    play("zero").with_code(1).says("legal, says `is_legal`");
}
