//! Gomoku. Rules: the freestyle and the standard game of the Gomocup tournament.
//!
//! * **GM-1** (board). 5 to 19 rows and columns; a point is empty (`.`) or has a stone of `x`, who
//!   begins, or `o`. A set-up is the rows from the top, a line `overline=wins` (freestyle) or
//!   `overline=none` (standard), and a line `x to move` or `o to move`. Not both players have won.
//! * **GM-2** (move). A stone is placed on an empty point, named by a letter for the column from
//!   the left and a number for the row from the bottom.
//! * **GM-3** (win). A player with five stones in an unbroken row, upright, level or diagonal, wins,
//!   and the game is over. An overline, which is six stones or more, wins as well with
//!   `overline=wins`; with `overline=none` it counts for nothing.
//! * **GM-4** (draw). The game is a draw when the board is full and nobody has won.

use crate::board::{Board, Cell, LINES, other, read_board_and_turn};
use crate::listed::Listed;

/// The set-ups with which games begin.
pub(crate) const STARTS: &[&str] = &[
    "...............\n...............\n...............\n...............\n...............\n\
     ...............\n...............\n...............\n...............\n...............\n\
     ...............\n...............\n...............\n...............\n...............\n\
     overline=none\nx to move",
    "......\n......\n......\n......\n......\n......\noverline=wins\nx to move",
    ".......\n.xx.xx.\n..oo.o.\n.......\n.o.....\n..x....\n.......\noverline=none\nx to move",
    "........\n.xxx.xx.\n........\n.oo.ooo.\n...x..o.\n........\noverline=none\nx to move",
    "........\n.xxx.xx.\n........\n.oo.ooo.\n...x..o.\n........\noverline=wins\no to move",
    "xxoxx.\noo.oox\nxxoxx.\noo.oox\nxxoxx.\noverline=wins\no to move",
];

/// Gomoku, a game in progress.
#[derive(Clone, Debug)]
pub(crate) struct Gomoku {
    board: Board,
    overline_wins: bool,
    player: char,
}

impl Gomoku {
    /// True if `player` has a row of GM-3.
    fn has_won(&self, player: char) -> bool {
        let is_winning = |row: Vec<Cell>| row.len() == 5 || row.len() > 5 && self.overline_wins;
        let stones = self.board.cells_with(player);
        stones.iter().any(|stone| {
            LINES.iter().any(|direction| is_winning(self.board.row_through(*stone, *direction)))
        })
    }

    fn read(setup: &str) -> Option<Self> {
        let (rest, turn) = setup.rsplit_once('\n')?;
        let (board, overline) = rest.rsplit_once('\n')?;
        let overline_wins = match overline {
            "overline=wins" => true,
            "overline=none" => false,
            _ => return None,
        };
        let (board, player) = read_board_and_turn(&format!("{board}\n{turn}"))?;
        let is_size = [board.rows(), board.columns()].iter().all(|size| (5..=19).contains(size));
        let game = Self { board, overline_wins, player };
        (is_size && !(game.has_won('x') && game.has_won('o'))).then_some(game)
    }
}

impl Listed for Gomoku {
    type Step = Cell;
    const ILLEGAL: &'static str = "it is no empty point of the board (GM-2)";
    const OVER: Option<&'static str> = Some("the game is over (GM-3, GM-4)");

    fn set_up(setup: &str) -> Result<Self, String> {
        Self::read(setup).ok_or_else(|| {
            "5 to 19 rows of 5 to 19 points `.`, `x` or `o` in which not both players have won, \
             then `overline=wins` or `overline=none`, then `x to move` or `o to move`"
                .to_owned()
        })
    }

    fn steps(&self) -> Vec<(String, Cell)> {
        let empty = self.board.cells_with('.').into_iter();
        empty.map(|point| (self.board.name_from_bottom(point), point)).collect()
    }

    fn take(&mut self, point: Cell) {
        self.board.put(point, self.player);
        self.player = other(self.player);
    }

    fn position(&self) -> String {
        let overline = if self.overline_wins { "wins" } else { "none" };
        format!("{}overline={overline}\n{} to move", self.board.text(), self.player)
    }

    fn outcome(&self) -> Option<String> {
        let winner = ['x', 'o'].into_iter().find(|player| self.has_won(*player));
        let is_full = self.board.cells_with('.').is_empty();
        match winner {
            Some(player) => Some(format!("{player} wins")),
            None => is_full.then(|| "draw".to_owned()),
        }
    }

    fn player(&self) -> Option<String> {
        Some(self.player.to_string())
    }
}
