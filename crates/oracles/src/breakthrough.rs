//! Breakthrough. Rules: Dan Troyka (2000), as in the competition that the game won.
//!
//! * **BT-1** (board). 3 to 8 rows and 2 to 8 columns; a cell is empty (`.`) or has a man of `x` or
//!   `o`. `x` moves up and `o` moves down. A set-up is the rows from the top and a line `x to move`
//!   or `o to move`; the game begins with two rows of men on each side.
//! * **BT-2** (move). A man moves one cell forwards, straight or diagonally, to a cell without an own
//!   man. Straight ahead the cell must be empty; diagonally a man of the opponent is captured.
//!   Captures are not compulsory. A move is the names of both cells: a letter for the column and
//!   the row from the bottom, as in `a2b3`.
//! * **BT-3** (end). Whoever has a man on the last row in its direction has won, and so has the
//!   opponent of a player without men. The game is over then. A set-up in which the player to
//!   move has won is refused: whoever wins has just moved.
//! * **BT-4** (no move). In no other position of the game is a player without a move: the foremost
//!   man can move diagonally. In a set-up it can occur on boards of one column, which there are
//!   none of.

use crate::board::{Board, Cell, other, read_board_and_turn};
use crate::listed::Listed;

/// The set-ups with which games begin.
pub(crate) const STARTS: &[&str] = &[
    "oooooooo\noooooooo\n........\n........\n........\n........\nxxxxxxxx\nxxxxxxxx\nx to move",
    "ooooo\nooooo\n.....\nxxxxx\nxxxxx\nx to move",
    "ooo\n...\n...\nxxx\nx to move",
];

/// Breakthrough, a game in progress.
#[derive(Clone, Debug)]
pub(crate) struct Breakthrough {
    board: Board,
    player: char,
}

impl Breakthrough {
    /// BT-3.
    fn has_won(&self, player: char) -> bool {
        let last = if player == 'x' { 0 } else { self.board.rows() - 1 };
        let men = self.board.cells_with(player);
        men.iter().any(|(row, _)| *row == last) || self.board.cells_with(other(player)).is_empty()
    }
}

impl Listed for Breakthrough {
    type Step = (Cell, Cell);
    const ILLEGAL: &'static str = "no man of the player can move so (BT-2)";
    const OVER: Option<&'static str> = Some("the game is over (BT-3)");

    fn set_up(setup: &str) -> Result<Self, String> {
        let is_size =
            |board: &Board| (3..=8).contains(&board.rows()) && (2..=8).contains(&board.columns());
        let read = read_board_and_turn(setup).filter(|(board, _)| is_size(board));
        let read = read.map(|(board, player)| Self { board, player });
        let read = read.filter(|game| !game.has_won(game.player));
        read.ok_or_else(|| {
            "3 to 8 rows of 2 to 8 cells `.`, `x` or `o`, then `x to move` or `o to move`, but not a \
             player who has won"
                .to_owned()
        })
    }

    /// The moves of a player by BT-2, as names and cells.
    fn steps(&self) -> Vec<(String, (Cell, Cell))> {
        let down = if self.player == 'x' { -1 } else { 1 };
        let mut steps = Vec::new();
        for from in self.board.cells_with(self.player) {
            for right in [-1, 0, 1] {
                let Some(to) = self.board.step(from, (down, right), 1) else { continue };
                let target = self.board.at(to);
                if target == '.' || (right != 0 && target == other(self.player)) {
                    let names = [from, to].map(|cell| self.board.name_from_bottom(cell));
                    steps.push((names.concat(), (from, to)));
                }
            }
        }
        steps
    }

    fn take(&mut self, (from, to): (Cell, Cell)) {
        self.board.put(from, '.');
        self.board.put(to, self.player);
        self.player = other(self.player);
    }

    fn position(&self) -> String {
        format!("{}{} to move", self.board.text(), self.player)
    }

    fn outcome(&self) -> Option<String> {
        let winner = ['x', 'o'].into_iter().find(|player| self.has_won(*player));
        winner.map(|player| format!("{player} wins"))
    }

    fn player(&self) -> Option<String> {
        Some(self.player.to_string())
    }
}
