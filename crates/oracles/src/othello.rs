//! Othello. Rules: World Othello Federation, "Official rules for the game Othello".
//!
//! * **OT-1** (board). 4, 6 or 8 rows and as many columns; a cell is empty (`.`) or has a disc of
//!   `x` (black) or `o` (white). A set-up is the rows from the top and a line `x to move` or
//!   `o to move`; the game begins with two discs of each player crosswise in the centre.
//! * **OT-2** (move). A disc is placed on an empty cell, named by a letter for the column from the
//!   left and a number for the row from the top: `d3`.
//! * **OT-3** (outflank). The disc turns every unbroken line of the opponent's discs that begins next
//!   to it and ends at an own disc, in all eight directions at once. It must turn at least one.
//! * **OT-4** (pass). A player without a placement, whose opponent has one, moves `pass`; with a
//!   placement `pass` is illegal.
//! * **OT-5** (end). The game is over when neither player has a placement, also before the board is
//!   full. The player with more discs wins; with equally many it is a draw.

use twinboard_vocabulary::text_game::TextGame;

use crate::board::{Board, Cell, DIRECTIONS, more_wins, other, read_board_and_turn};

/// The set-ups with which games begin.
pub(crate) const STARTS: &[&str] = &[
    "........\n........\n........\n...ox...\n...xo...\n........\n........\n........\nx to move",
    "......\n......\n..ox..\n..xo..\n......\n......\nx to move",
    "....\n.ox.\n.xo.\n....\nx to move",
];

/// Othello, a game in progress.
#[derive(Clone, Debug)]
pub(crate) struct Othello {
    board: Board,
    player: char,
}

impl Othello {
    /// The discs that a disc of `player` on this cell turns (OT-3).
    fn turned(&self, cell: Cell, player: char) -> Vec<Cell> {
        let mut turned = Vec::new();
        for direction in DIRECTIONS {
            let ray = self.board.ray(cell, direction);
            let is_others = |cell: &&Cell| self.board.at(**cell) == other(player);
            let line: Vec<Cell> = ray.iter().take_while(is_others).copied().collect();
            let is_closed = ray.get(line.len()).is_some_and(|end| self.board.at(*end) == player);
            if is_closed {
                turned.extend(line);
            }
        }
        turned
    }

    fn placements(&self, player: char) -> Vec<Cell> {
        let empty = self.board.cells_with('.').into_iter();
        empty.filter(|cell| !self.turned(*cell, player).is_empty()).collect()
    }
}

impl TextGame for Othello {
    fn set_up(setup: &str) -> Result<Self, String> {
        let read = read_board_and_turn(setup);
        let is_size =
            |board: &Board| board.rows() == board.columns() && [4, 6, 8].contains(&board.rows());
        let read = read.filter(|(board, _)| is_size(board));
        let (board, player) = read.ok_or(
            "4, 6 or 8 rows of as many cells `.`, `x` or `o`, then `x to move` or `o to move`",
        )?;
        Ok(Self { board, player })
    }

    fn moves(&self) -> Vec<String> {
        let placements = self.placements(self.player);
        if placements.is_empty() && !self.placements(other(self.player)).is_empty() {
            return vec!["pass".to_owned()];
        }
        placements.into_iter().map(Board::name_from_top).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        if !self.moves().iter().any(|legal| legal == mv) {
            return Err("no disc can be placed there (OT-3, OT-4)".to_owned());
        }
        let cells = self.board.cells().into_iter();
        for cell in cells.filter(|cell| Board::name_from_top(*cell) == mv).collect::<Vec<_>>() {
            for turned in self.turned(cell, self.player) {
                self.board.put(turned, self.player);
            }
            self.board.put(cell, self.player);
        }
        self.player = other(self.player);
        Ok(())
    }

    fn position(&self) -> String {
        format!("{}{} to move", self.board.text(), self.player)
    }

    fn outcome(&self) -> Option<String> {
        let is_over = ['x', 'o'].iter().all(|player| self.placements(*player).is_empty());
        let count = |player| self.board.cells_with(player).len();
        is_over.then(|| more_wins(count('x'), count('o')))
    }

    fn observe(&self) -> Vec<(&'static str, String)> {
        vec![("board", self.board.text().trim_end().to_owned())]
    }
}
