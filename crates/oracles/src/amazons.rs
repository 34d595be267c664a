//! Game of the Amazons. Rules: Walter Zamkauskas (1988), as in the article of Wikipedia.
//!
//! * **AZ-1** (board). 3 to 10 rows and columns; a cell is empty (`.`), burnt by an arrow (`#`) or has
//!   an amazon of `x` (white) or `o` (black). A player has one to four amazons. A set-up is the rows
//!   from the top and a line `x to move` or `o to move`. The game begins on 10 rows and columns,
//!   with white on a4, d1, g1 and j4, black on a7, d10, g10 and j7, and white to move.
//! * **AZ-2** (amazon). A move begins with an amazon of the player, which goes any distance along a
//!   row, column or diagonal over empty cells to an empty cell. Nothing is captured.
//! * **AZ-3** (arrow). From there the amazon shoots an arrow, which flies in the same way to an empty
//!   cell and burns it for the rest of the game. The cell that the amazon has left is empty.
//! * **AZ-4** (text). The cells of a move are a letter for the column and the row from the bottom:
//!   `d1-d7/g7` is an amazon's way from d1 to d7 and an arrow to g7.
//! * **AZ-5** (end). A player without a move in the own turn has lost. There is no draw.

use crate::board::{Board, Cell, DIRECTIONS, other, read_turn};
use crate::listed::Listed;

/// The set-ups with which games begin.
pub(crate) const STARTS: &[&str] = &[
    "...o..o...\n..........\n..........\no........o\n..........\n..........\nx........x\n\
     ..........\n..........\n...x..x...\nx to move",
    "..o...\n.....o\n......\n......\nx.....\n...x..\nx to move",
    "..oo..\n......\no....o\nx....x\n......\n..xx..\no to move",
    ".o..\n#..x\no..#\n..x.\nx to move",
    "o.#.x\n.##..\n#..x#\n..#..\nx.#.o\no to move",
];

/// Amazons, a game in progress.
#[derive(Clone, Debug)]
pub(crate) struct Amazons {
    board: Board,
    player: char,
}

/// The cells that are reached over empty cells (AZ-2).
fn reached(board: &Board, from: Cell) -> Vec<Cell> {
    let is_empty = |cell: &Cell| board.at(*cell) == '.';
    let rays = DIRECTIONS.into_iter().map(|direction| board.ray(from, direction));
    rays.flat_map(|ray| ray.into_iter().take_while(is_empty)).collect()
}

impl Listed for Amazons {
    type Step = Board;
    const ILLEGAL: &'static str = "no amazon of the player can move and shoot so (AZ-2 to AZ-5)";

    fn set_up(setup: &str) -> Result<Self, String> {
        let read = setup.rsplit_once('\n').and_then(|(board, turn)| {
            Some(Self { board: Board::read(board, ".#xo")?, player: read_turn(turn)? })
        });
        let is_possible = |Self { board, .. }: &Self| {
            let has_amazons = |player| (1..=4).contains(&board.cells_with(player).len());
            [board.rows(), board.columns()].iter().all(|size| (3..=10).contains(size))
                && ['x', 'o'].into_iter().all(has_amazons)
        };
        read.filter(is_possible).ok_or_else(|| {
            "3 to 10 rows of 3 to 10 cells `.`, `#`, `x` or `o` with one to four amazons of each \
             player, then `x to move` or `o to move`"
                .to_owned()
        })
    }

    /// The moves of a player with the boards after them.
    fn steps(&self) -> Vec<(String, Board)> {
        let mut steps = Vec::new();
        for from in self.board.cells_with(self.player) {
            for to in reached(&self.board, from) {
                let mut moved = self.board.clone();
                moved.put(from, '.');
                moved.put(to, self.player);
                for arrow in reached(&moved, to) {
                    let [from, to, burnt] =
                        [from, to, arrow].map(|cell| self.board.name_from_bottom(cell));
                    let mut next = moved.clone();
                    next.put(arrow, '#');
                    steps.push((format!("{from}-{to}/{burnt}"), next));
                }
            }
        }
        steps
    }

    fn take(&mut self, next: Board) {
        self.board = next;
        self.player = other(self.player);
    }

    fn position(&self) -> String {
        format!("{}{} to move", self.board.text(), self.player)
    }

    fn outcome(&self) -> Option<String> {
        // An amazon that can move can shoot to the cell it has left.
        let mut amazons = self.board.cells_with(self.player).into_iter();
        let can_move = amazons.any(|from| !reached(&self.board, from).is_empty());
        (!can_move).then(|| format!("{} wins", other(self.player)))
    }

    fn player(&self) -> Option<String> {
        Some(self.player.to_string())
    }
}
