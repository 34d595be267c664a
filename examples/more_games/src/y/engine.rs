//! The fast side: chains are sets that grow together (union-find), each with the sides it touches.

use std::ops::ControlFlow;

use twinboard::vocabulary::Game;
use twinboard::vocabulary::cells::RowColumn;

use super::{NO_CELL, OUTCOMES, OVER, TAKEN, Triangle, Y};
use planted::{Fault, planted};

/// Planted faults.
pub mod planted {
    twinboard::faults::catalogue! {
        "game-of-y" in Engine {
            /// A stone is not joined with the one above it on the right.
            Join = "game-of-y-join" breaks "YY-1",

            /// A corner belongs to one side only.
            Corner = "game-of-y-corner" breaks "YY-4",
        }
    }
}

/// Cells of the largest board.
const CELLS: usize = 21;
const LEFT: u8 = 1;
const RIGHT: u8 = 2;
const BOTTOM: u8 = 4;

/// A game in progress. Cells are numbered from the top.
#[derive(Clone, Debug)]
pub struct Unions {
    rows: u8,
    /// The stones of X and of O, a bit for each cell.
    stones: [u32; 2],
    /// Another cell of the chain, nearer to its first; the first has itself.
    parents: [u8; CELLS],
    /// The sides that a chain touches, at its first cell.
    sides: [u8; CELLS],
    /// 0, or the number of the player who has won.
    winner: u8,
}

/// The number of a cell, rows and columns from 0.
fn index(row: u8, column: u8) -> usize {
    usize::from(row * (row + 1) / 2 + column)
}

impl Unions {
    /// Sets a game up; never `None`.
    #[must_use]
    pub fn set_up(board: &Triangle) -> Option<Self> {
        let parents = std::array::from_fn(|cell| cell as u8);
        let rows = board.0.len() as u8;
        let mut game = Self { rows, stones: [0; 2], parents, sides: [0; CELLS], winner: 0 };
        for (row, cells) in (0..).zip(&board.0) {
            for (column, stone) in (0..).zip(cells).filter(|(_, stone)| **stone != '.') {
                game.place(row, column, usize::from(*stone == 'O'));
            }
        }
        Some(game)
    }

    fn find(&self, mut cell: usize) -> usize {
        while usize::from(self.parents[cell]) != cell {
            cell = self.parents[cell].into();
        }
        cell
    }

    fn place(&mut self, row: u8, column: u8, player: usize) {
        let cell = index(row, column);
        self.stones[player] |= 1 << cell;
        let last = self.rows - 1;
        let sides = [(column == 0, LEFT), (column == row, RIGHT), (row == last, BOTTOM)];
        let mut touched = sides.into_iter().filter_map(|(touches, side)| touches.then_some(side));
        self.sides[cell] =
            if planted(Fault::Corner) { touched.next().unwrap_or(0) } else { touched.sum() };
        let mut join = |is_cell: bool, row: u8, column: u8| {
            if is_cell && self.stones[player] >> index(row, column) & 1 == 1 {
                let (here, there) = (self.find(cell), self.find(index(row, column)));
                self.parents[there] = here as u8;
                self.sides[here] |= self.sides[there];
            }
        };
        join(column > 0, row, column.wrapping_sub(1));
        join(column < row, row, column + 1);
        join(row > 0 && column > 0, row.wrapping_sub(1), column.wrapping_sub(1));
        join(row > 0 && column < row && !planted(Fault::Join), row.wrapping_sub(1), column);
        join(row < last, row + 1, column);
        join(row < last, row + 1, column + 1);
        if self.sides[self.find(cell)] == LEFT | RIGHT | BOTTOM {
            self.winner = player as u8 + 1;
        }
    }

    fn mover(&self) -> usize {
        usize::from(self.stones[0].count_ones() > self.stones[1].count_ones())
    }

    fn empty(&self) -> u32 {
        let cells = (1 << index(self.rows, 0)) - 1;
        cells & !(self.stones[0] | self.stones[1])
    }
}

impl Game for Unions {
    type Vocabulary = Y;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&RowColumn) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.winner > 0 {
            return ControlFlow::Continue(());
        }
        let cells = (0..self.rows).flat_map(|row| (0..=row).map(move |column| (row, column)));
        cells.filter(|&(row, column)| self.empty() >> index(row, column) & 1 == 1).try_for_each(
            |(row, column)| {
                visit(&RowColumn { row: u64::from(row) + 1, column: u64::from(column) + 1 })
            },
        )
    }

    fn play(&mut self, mv: &RowColumn) -> Result<RowColumn, &'static str> {
        if !(1..=u64::from(self.rows)).contains(&mv.row) || !(1..=mv.row).contains(&mv.column) {
            return Err(NO_CELL);
        }
        let (row, column) = (mv.row as u8 - 1, mv.column as u8 - 1);
        if self.empty() >> index(row, column) & 1 == 0 {
            return Err(TAKEN);
        }
        if self.winner > 0 {
            return Err(OVER);
        }
        self.place(row, column, self.mover());
        Ok(*mv)
    }

    fn position(&self) -> Triangle {
        let stone = |cell| match [0, 1].map(|player: usize| self.stones[player] >> cell & 1) {
            [1, _] => 'X',
            [_, 1] => 'O',
            _ => '.',
        };
        let row = |row| (0..=row).map(|column| stone(index(row, column))).collect();
        Triangle((0..self.rows).map(row).collect())
    }

    fn outcome(&self) -> &'static str {
        OUTCOMES[usize::from(self.winner)]
    }

    /// Both masks fit beside each other; the size follows from neither, so it is added.
    fn key(&self) -> Option<u64> {
        Some(
            u64::from(self.stones[0])
                | u64::from(self.stones[1]) << 21
                | u64::from(self.rows) << 42,
        )
    }
}
