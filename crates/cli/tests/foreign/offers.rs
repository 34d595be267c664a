//! Engines that offer what they have: a library that judges moves, one that lists them and shows
//! nothing else, and an environment that begins at its start only. Each is seen to be noticed if it
//! is wrong.

use std::fs;

use crate::engines::python;
use crate::support::{Done, run, text};

/// Connect Four under names that are none of the kit's.
const CONNECT_FOUR: &str = r#"
class Board:
    def __init__(self, setup):
        *self.rows, turn = setup.strip().split("\n")
        self.player = turn[0]

    def four(self):
        height, width = len(self.rows), len(self.rows[0])
        for row in range(height):
            for column in range(width):
                for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    cells = [(row + i * down, column + i * right) for i in range(4)]
                    if all(0 <= r < height and 0 <= c < width for r, c in cells):
                        discs = {self.rows[r][c] for r, c in cells}
                        if len(discs) == 1 and discs != {"."}:
                            return True
        return False

    def listed(self):
        free = [str(c + 1) for c, cell in enumerate(self.rows[0]) if cell == "."]
        return [] if self.four() else free

    def judge(self, move):
        return move in self.listed()

    def put(self, move):
        if not self.judge(move):
            return False
        column = int(move) - 1
        row = max(r for r, cells in enumerate(self.rows) if cells[column] == ".")
        self.rows[row] = self.rows[row][:column] + self.player + self.rows[row][column + 1:]
        self.player = "xo"[self.player == "x"]
        return True

    def text(self):
        return "\n".join(self.rows) + f"\n{self.player} to move"

    def result(self):
        if self.four():
            return "xo"[self.player == "x"] + " wins"
        return "playing" if self.listed() else "draw"
"#;

/// A campaign with an engine that is a class with this body, derived from a board with another one.
fn verify(engine: &str, board: &str) -> Done {
    let folder = tempfile::tempdir().unwrap();
    let kit = python("samegame").program.parent().expect("it is in a folder");
    let program = folder.path().join("engine.py");
    let source = format!(
        "import sys\nsys.path.insert(0, {:?})\nimport twinboard\n{CONNECT_FOUR}\n\
         class Changed(Board):\n    {board}\n\nclass Engine(Changed):\n    {engine}\n\n\
         twinboard.serve(Engine, rule_set=\"connect-four\")\n",
        text(kit)
    );
    fs::write(&program, source).unwrap();
    let command = format!("python3 {}", text(&program));
    let options =
        ["--cases", "60", "--seed", "1", "--shrink-time", "1s", "--out", text(folder.path())];
    run(&[&["verify", "connect-four", "--engine", &command][..], &options].concat())
}

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
    let environment = "start_only, limits = True, {'rows': (4, 4), 'columns': (5, 9)}\n    \
                       moves, play, position, outcome = Changed.listed, Changed.put, Changed.text, \
                       Changed.result";
    let done = verify(environment, "pass").with_code(0);
    assert!(
        done.stdout.contains("60 cases, ") && !done.stdout.contains("not compared: "),
        "{done:?}"
    );
    assert!(done.stdout.contains("set-ups other than its start"), "{done:?}");
    let result = "result = lambda self: Board.result(self).replace('draw', 'o wins')";
    let found = verify(environment, result).with_code(1);
    let found = found.says("engine and oracle differ in the outcome");
    assert!(
        found.stdout.contains("\n  .....\n  .....\n  .....\n  .....\n  x to move\n"),
        "{found:?}"
    );
    // No start of the game has as many rows.
    let lost = environment.replace("(4, 4)", "(9, 9)");
    let lost = verify(&lost, "pass").with_code(2);
    assert!(lost.stderr.contains("no start of the rule set is within its limits"), "{lost:?}");
}
