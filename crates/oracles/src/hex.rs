//! Hex. Rules: as published by Piet Hein (1942) and John Nash; the swap as in tournaments.
//!
//! * **HX-1** (board). A rhombus of 1 to 13 rows and as many columns; a cell is empty (`.`) or has a
//!   stone of `x` or `o`. A cell touches six others: those beside it in its row, those above and
//!   below it, the one above to the right and the one below to the left. A set-up is the rows from
//!   the top, a line `swap=yes` or `swap=no`, and a line `x to move` or `o to move`.
//! * **HX-2** (move). A stone is placed on an empty cell, named by a letter for the column and a
//!   number for the row from the top.
//! * **HX-3** (swap). `x` begins. With `swap=yes`, `o` may answer the first stone with `swap`: if the
//!   board has a single stone, one of `x`, it is replaced by one of `o` on the cell with row and column
//!   exchanged.
//! * **HX-4** (end). `x` wins by a chain of touching stones from the top row to the bottom row, `o`
//!   by one from the first column to the last one. The game is over then; there is no draw. Not
//!   both chains are in a set-up, since they cannot be.

use crate::board::{Board, Cell, other, read_board_and_turn};
use crate::listed::Listed;

/// The set-ups with which games begin.
pub(crate) const STARTS: &[&str] = &[
    "...\n...\n...\nswap=yes\nx to move",
    ".....\n.....\n.....\n.....\n.....\nswap=yes\nx to move",
    "....\n....\n....\n....\nswap=no\nx to move",
    "...........\n...........\n...........\n...........\n...........\n...........\n...........\n\
     ...........\n...........\n...........\n...........\nswap=yes\nx to move",
];

/// The six directions in which cells touch (HX-1).
const TOUCHING: [(isize, isize); 6] = [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, -1)];

/// Hex, a game in progress.
#[derive(Clone, Debug)]
pub(crate) struct Hex {
    board: Board,
    may_swap: bool,
    player: char,
}

impl Hex {
    /// The chain of HX-4.
    fn has_won(&self, player: char) -> bool {
        let last = self.board.rows() - 1;
        let along = |(row, column): Cell| if player == 'x' { row } else { column };
        let begins = self.board.cells_with(player).into_iter().filter(|cell| along(*cell) == 0);
        begins.into_iter().any(|cell| {
            let chain = self.board.connected(cell, &TOUCHING);
            chain.into_iter().any(|cell| along(cell) == last)
        })
    }

    /// The stone that may be swapped (HX-3).
    fn swapped(&self) -> Option<Cell> {
        let is_second = self.player == 'o' && self.board.cells_with('o').is_empty();
        match &self.board.cells_with('x')[..] {
            [stone] if self.may_swap && is_second => Some(*stone),
            _ => None,
        }
    }
}

impl Listed for Hex {
    /// The stone that is swapped, and the cell of the new one.
    type Step = (Option<Cell>, Cell);
    const ILLEGAL: &'static str =
        "no empty cell, no stone to swap, or the game is over (HX-2 to HX-4)";
    const OVER: Option<&'static str> = Some(Self::ILLEGAL);

    fn set_up(setup: &str) -> Result<Self, String> {
        let read = || {
            let (rest, turn) = setup.rsplit_once('\n')?;
            let (board, swap) = rest.rsplit_once('\n')?;
            let may_swap = match swap {
                "swap=yes" => true,
                "swap=no" => false,
                _ => return None,
            };
            let (board, player) = read_board_and_turn(&format!("{board}\n{turn}"))?;
            let is_size = board.rows() == board.columns() && board.rows() <= 13;
            is_size.then_some(Self { board, may_swap, player })
        };
        read().ok_or_else(|| {
            "up to 13 rows of as many cells `.`, `x` or `o`, then `swap=yes` or `swap=no`, then \
             `x to move` or `o to move`"
                .to_owned()
        })
    }

    fn steps(&self) -> Vec<(String, (Option<Cell>, Cell))> {
        let empty = self.board.cells_with('.').into_iter();
        let mut steps: Vec<_> =
            empty.map(|cell| (Board::name_from_top(cell), (None, cell))).collect();
        if let Some(stone) = self.swapped() {
            steps.push(("swap".to_owned(), (Some(stone), (stone.1, stone.0))));
        }
        steps
    }

    fn take(&mut self, (swapped, cell): (Option<Cell>, Cell)) {
        if let Some(stone) = swapped {
            self.board.put(stone, '.');
        }
        self.board.put(cell, self.player);
        self.player = other(self.player);
    }

    fn position(&self) -> String {
        let swap = if self.may_swap { "yes" } else { "no" };
        format!("{}swap={swap}\n{} to move", self.board.text(), self.player)
    }

    fn outcome(&self) -> Option<String> {
        let winner = ['x', 'o'].into_iter().find(|player| self.has_won(*player));
        winner.map(|player| format!("{player} wins"))
    }

    fn player(&self) -> Option<String> {
        Some(self.player.to_string())
    }
}
