//! Connect Four. Rules: Milton Bradley, "Connect Four" (1974), the leaflet of the game.
//!
//! * **CF-1** (board). 1 to 9 rows and columns, 6 and 7 in the ordinary game; a cell is empty (`.`)
//!   or has a disc of `x` or `o`. Below a disc no cell is empty, and not both players have four in a
//!   row. A set-up is the rows from the top and a line `x to move` or `o to move`.
//! * **CF-2** (move). The player names a column by its number from the left, from 1. The disc falls
//!   to the lowest empty cell; a full column is illegal.
//! * **CF-3** (win). Whoever has four discs in an unbroken row, upright, level or diagonal, wins, and
//!   the game is over.
//! * **CF-4** (draw). The game is a draw when the board is full and nobody has won.

use crate::board::{Board, Cell, DIRECTIONS, other, read_board_and_turn};
use crate::listed::Listed;

/// The set-ups with which games begin.
pub(crate) const STARTS: &[&str] = &[
    ".......\n.......\n.......\n.......\n.......\n.......\nx to move",
    ".....\n.....\n.....\n.....\nx to move",
    "....\n....\n....\n....\nx to move",
];

/// Connect Four, a game in progress.
#[derive(Clone, Debug)]
pub(crate) struct ConnectFour {
    board: Board,
    player: char,
}

impl ConnectFour {
    /// True if `player` has four in a row (CF-3).
    fn has_won(&self, player: char) -> bool {
        let is_line = |cell: Cell, direction| {
            let four = (0..4).map(|steps| self.board.step(cell, direction, steps));
            four.into_iter().all(|cell| cell.is_some_and(|cell| self.board.at(cell) == player))
        };
        let cells = self.board.cells();
        cells.iter().any(|cell| DIRECTIONS.iter().any(|direction| is_line(*cell, *direction)))
    }

    /// The cell on which a disc in a column comes to rest (CF-2); `None` if the column is full.
    fn lowest(&self, column: usize) -> Option<Cell> {
        let rows = (0..self.board.rows()).rev();
        rows.map(|row| (row, column)).find(|cell| self.board.at(*cell) == '.')
    }
}

impl Listed for ConnectFour {
    type Step = Cell;
    const ILLEGAL: &'static str = "no column with an empty cell, or the game is over (CF-2, CF-3)";
    const OVER: Option<&'static str> = Some(Self::ILLEGAL);

    fn set_up(setup: &str) -> Result<Self, String> {
        let hovers = |board: &Board, cell: Cell| {
            let below = board.step(cell, (1, 0), 1);
            board.at(cell) != '.' && below.is_some_and(|below| board.at(below) == '.')
        };
        let is_board = |board: &Board| {
            board.rows() <= 9
                && board.columns() <= 9
                && !board.cells().into_iter().any(|cell| hovers(board, cell))
        };
        let read = read_board_and_turn(setup).filter(|(board, _)| is_board(board));
        let read = read.map(|(board, player)| Self { board, player });
        let read = read.filter(|game| !(game.has_won('x') && game.has_won('o')));
        read.ok_or_else(|| {
            "up to 9 rows and columns of `.`, `x` or `o`, no disc above an empty cell, four in a row \
             for one player only, then `x to move` or `o to move`"
                .to_owned()
        })
    }

    fn steps(&self) -> Vec<(String, Cell)> {
        let step = |column: usize| Some(((column + 1).to_string(), self.lowest(column)?));
        (0..self.board.columns()).filter_map(step).collect()
    }

    fn take(&mut self, cell: Cell) {
        self.board.put(cell, self.player);
        self.player = other(self.player);
    }

    fn position(&self) -> String {
        format!("{}{} to move", self.board.text(), self.player)
    }

    fn outcome(&self) -> Option<String> {
        let winner = ['x', 'o'].into_iter().find(|player| self.has_won(*player));
        match winner {
            Some(player) => Some(format!("{player} wins")),
            None => self.board.cells_with('.').is_empty().then(|| "draw".to_owned()),
        }
    }

    fn player(&self) -> Option<String> {
        Some(self.player.to_string())
    }

    /// Of the board and its mirror image the text that comes first.
    fn canonical(&self) -> Option<String> {
        let text = self.position();
        let mirrored = |row: &str| row.chars().rev().collect::<String>();
        let rows: Vec<String> = self.board.text().lines().map(mirrored).collect();
        Some(text.min(format!("{}\n{} to move", rows.join("\n"), self.player)))
    }
}
