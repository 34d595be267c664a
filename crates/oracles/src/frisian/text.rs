//! Set-ups and positions of Frisian draughts as texts (FR-1, FR-7).

use super::{Frisian, is_dark, last_row, number};
use crate::board::{Board, Cell};

impl Frisian {
    /// The whole position.
    pub(super) fn text(&self) -> String {
        let kings = self.moved.iter();
        let kings = kings.map(|(cell, times)| format!("king {} moved {times}\n", number(*cell)));
        let player = if self.is_white { "white" } else { "black" };
        format!("{}{}{player} to move", self.board.text(), kings.collect::<String>())
    }

    /// Reads a set-up; `None` if it is none, or not as [`Self::text`] writes it.
    pub(super) fn read(setup: &str) -> Option<Self> {
        let lines: Vec<&str> = setup.lines().collect();
        let (rows, rest) = lines.split_at_checked(10)?;
        let (turn, kings) = rest.split_last()?;
        let board = Board::read(&rows.join("\n"), ".wWbB")?;
        let is_white = *turn == "white to move";
        let mut moved = Vec::new();
        for line in kings {
            let (square, times) = line.strip_prefix("king ")?.split_once(" moved ")?;
            let mut squares = board.cells().into_iter().filter(is_dark);
            let cell = squares.find(|cell| number(*cell).to_string() == square)?;
            moved.push((cell, ["1", "2", "3"].iter().position(|it| *it == times)? + 1));
        }
        let mut game = Self { board, is_white, moved };
        game.tidy_moved();
        (game.is_possible() && game.text() == setup).then_some(game)
    }

    fn is_possible(&self) -> bool {
        let is_place = |cell: Cell| match self.board.at(cell) {
            '.' => true,
            'w' | 'b' if cell.0 == last_row(self.board.at(cell) == 'w') => false,
            _ => is_dark(&cell),
        };
        let numbers = [true, false].map(|is_white| self.pieces(is_white).len());
        (self.board.rows(), self.board.columns()) == (10, 10)
            && numbers.iter().all(|number| *number <= 20)
            && numbers[usize::from(self.is_white)] > 0
            && self.board.cells().into_iter().all(is_place)
    }
}
