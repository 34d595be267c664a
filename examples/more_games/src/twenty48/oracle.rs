//! The naive side: rows of tiles, and functions in the order of the rules.

use std::ops::ControlFlow;

use twinboard::vocabulary::Game;
use twinboard::vocabulary::cells::RowColumn;

use super::{
    Board, Direction, LARGEST, Move, NO_CELL, NO_SLIDE, NOT_ITS_TURN, OVER, PLAYING, TAKEN, Turn,
    Twenty48, WRONG_TILE,
};

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Naive(Board);

/// TT-3: a line of tiles, the first one at the edge that they slide to, after the slide.
fn slid(line: &[u32]) -> Vec<u32> {
    let tiles: Vec<u32> = line.iter().copied().filter(|&tile| tile != 0).collect();
    let mut slid = Vec::new();
    let mut at = 0;
    while at < tiles.len() {
        let tile = tiles[at];
        if tile != LARGEST && tiles.get(at + 1) == Some(&tile) {
            slid.push(2 * tile);
            at += 2;
        } else {
            slid.push(tile);
            at += 1;
        }
    }
    slid.resize(line.len(), 0);
    slid
}

impl Naive {
    /// Sets a game up.
    #[must_use]
    pub fn set_up(board: &Board) -> Option<Self> {
        Some(Self(board.clone()))
    }

    /// The cells of each line along a direction, the first one at its edge, as row and column.
    fn lines(&self, direction: Direction) -> Vec<Vec<(usize, usize)>> {
        let (rows, columns) = (self.0.rows.len(), self.0.rows[0].len());
        let mut lines: Vec<Vec<(usize, usize)>> = match direction {
            Direction::L | Direction::R => {
                (0..rows).map(|row| (0..columns).map(|column| (row, column)).collect()).collect()
            }
            Direction::U | Direction::D => {
                (0..columns).map(|column| (0..rows).map(|row| (row, column)).collect()).collect()
            }
        };
        if matches!(direction, Direction::R | Direction::D) {
            lines.iter_mut().for_each(|line| line.reverse());
        }
        lines
    }

    /// TT-3: the rows after a slide.
    fn after(&self, direction: Direction) -> Vec<Vec<u32>> {
        let mut rows = self.0.rows.clone();
        for line in self.lines(direction) {
            let tiles: Vec<u32> =
                line.iter().map(|&(row, column)| self.0.rows[row][column]).collect();
            for (&(row, column), tile) in line.iter().zip(slid(&tiles)) {
                rows[row][column] = tile;
            }
        }
        rows
    }

    /// TT-5: the content of a cell; `None` beyond the board.
    fn at(&self, cell: RowColumn) -> Option<u32> {
        let row = usize::try_from(cell.row.checked_sub(1)?).ok()?;
        let column = usize::try_from(cell.column.checked_sub(1)?).ok()?;
        self.0.rows.get(row)?.get(column).copied()
    }

    /// TT-2 to TT-6: why a move is refused.
    fn refusal(&self, mv: Move) -> Option<&'static str> {
        match (mv, self.0.turn) {
            (Move::Slide(_), Turn::Nature) | (Move::Tile(..), Turn::Player) => Some(NOT_ITS_TURN),
            (Move::Slide(direction), _) if self.after(direction) == self.0.rows => Some(NO_SLIDE),
            (Move::Slide(_), _) => None,
            (Move::Tile(value, cell), _) => match self.at(cell) {
                None => Some(NO_CELL),
                Some(0) if value == 2 || value == 4 => None,
                Some(0) => Some(WRONG_TILE),
                Some(_) => Some(TAKEN),
            },
        }
    }

    /// All moves that could be legal, and those of them that are.
    fn legal(&self) -> Vec<Move> {
        let (rows, columns) = (self.0.rows.len() as u64, self.0.rows[0].len() as u64);
        let mut moves = Direction::ALL.map(Move::Slide).to_vec();
        for (row, column) in (1..=rows).flat_map(|row| (1..=columns).map(move |it| (row, it))) {
            moves.extend([2, 4].map(|value| Move::Tile(value, RowColumn { row, column })));
        }
        moves.retain(|&mv| self.refusal(mv).is_none());
        moves
    }
}

impl Game for Naive {
    type Vocabulary = Twenty48;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.legal().iter().try_for_each(visit)
    }

    fn play(&mut self, mv: &Move) -> Result<Move, &'static str> {
        if self.legal().is_empty() {
            return Err(OVER);
        }
        if let Some(refusal) = self.refusal(*mv) {
            return Err(refusal);
        }
        self.0.turn = match *mv {
            Move::Slide(direction) => {
                self.0.rows = self.after(direction);
                Turn::Nature
            }
            Move::Tile(value, RowColumn { row, column }) => {
                self.0.rows[row as usize - 1][column as usize - 1] = value as u32;
                Turn::Player
            }
        };
        Ok(*mv)
    }

    fn position(&self) -> Board {
        self.0.clone()
    }

    /// TT-7: the one to move has no legal move.
    fn outcome(&self) -> &'static str {
        if self.legal().is_empty() { OVER } else { PLAYING }
    }
}
