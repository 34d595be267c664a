//! The fast side: a word with four bits for each cell, four cells for each row. A tile is the
//! exponent of its value, an empty cell is 0.

use std::ops::ControlFlow;

use twinboard::vocabulary::Game;
use twinboard::vocabulary::cells::RowColumn;

use super::{
    Board, Direction, Move, NO_CELL, NO_SLIDE, NOT_ITS_TURN, OVER, PLAYING, TAKEN, Turn, Twenty48,
    WRONG_TILE,
};
use planted::{Fault, planted};

/// Planted faults, activated one at a time.
pub mod planted {
    twinboard::faults::catalogue! {
        "twenty48" in Engine {
            /// A tile that has merged merges again in the same slide: 2 2 4 becomes 8.
            MergesTwice = "twenty48-merges-twice" breaks "TT-3",

            /// A tile right behind a gap stays where it is.
            StopsEarly = "twenty48-stops-early" breaks "TT-3",

            /// The largest tiles merge, and their exponent runs over into the next cell.
            LargestMerges = "twenty48-largest-merges" breaks "TT-3",

            /// A slide that moves nothing hands the turn to nature.
            IdleSlide = "twenty48-idle-slide" breaks "TT-4",

            /// A new tile may be any power of two.
            AnyTile = "twenty48-any-tile" breaks "TT-6",
        }
    }
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Nibbles {
    rows: u32,
    columns: u32,
    cells: u64,
    turn: Turn,
}

/// Largest exponent.
const TOP: u64 = 15;

/// Position of a cell in the word, in bits.
fn shift(row: u32, column: u32) -> u32 {
    16 * row + 4 * column
}

impl Nibbles {
    /// Sets a game up.
    #[must_use]
    pub fn set_up(board: &Board) -> Option<Self> {
        let (rows, columns) = (board.rows.len() as u32, board.rows[0].len() as u32);
        let mut cells = 0;
        for (row, tiles) in (0..).zip(&board.rows) {
            for (column, tile) in (0..).zip(tiles) {
                cells |= u64::from(tile.checked_ilog2().unwrap_or(0)) << shift(row, column);
            }
        }
        Some(Self { rows, columns, cells, turn: board.turn })
    }

    fn at(&self, place: u32) -> u64 {
        self.cells >> place & 15
    }

    /// The word after a slide: each tile in turn, from the edge on, is appended to a new line, or
    /// merged with its last tile unless that has merged already.
    fn after(&self, direction: Direction) -> u64 {
        let (lines, length) = match direction {
            Direction::L | Direction::R => (self.rows, self.columns),
            Direction::U | Direction::D => (self.columns, self.rows),
        };
        let mut cells = 0;
        for line in 0..lines {
            let place = |at: u32| match direction {
                Direction::L => shift(line, at),
                Direction::R => shift(line, length - 1 - at),
                Direction::U => shift(at, line),
                Direction::D => shift(length - 1 - at, line),
            };
            // The number of tiles of the new line, and the last of them while it may merge.
            let (mut count, mut last) = (0, 0);
            for at in 0..length {
                let tile = self.at(place(at));
                if tile == 0 {
                    let behind = at + 1 < length && self.at(place(at + 1)) != 0;
                    if planted(Fault::StopsEarly) && behind {
                        (count, last) = (at + 1, 0);
                    }
                    continue;
                }
                if tile == last && (tile < TOP || planted(Fault::LargestMerges)) {
                    cells += 1 << place(count - 1);
                    last = if planted(Fault::MergesTwice) { tile + 1 } else { 0 };
                    continue;
                }
                cells += tile << place(count);
                (count, last) = (count + 1, tile);
            }
        }
        cells
    }

    fn may_slide(&self, direction: Direction) -> bool {
        self.after(direction) != self.cells || planted(Fault::IdleSlide)
    }

    fn empty_cells(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let cells =
            (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column)));
        cells.filter(|&(row, column)| self.at(shift(row, column)) == 0)
    }

    /// The place of a cell of the board.
    fn place(&self, cell: RowColumn) -> Option<u32> {
        let is_cell = (1..=self.rows.into()).contains(&cell.row)
            && (1..=self.columns.into()).contains(&cell.column);
        is_cell.then(|| shift(cell.row as u32 - 1, cell.column as u32 - 1))
    }

    fn is_over(&self) -> bool {
        match self.turn {
            Turn::Player => !Direction::ALL.into_iter().any(|it| self.may_slide(it)),
            Turn::Nature => self.empty_cells().next().is_none(),
        }
    }
}

impl Game for Nibbles {
    type Vocabulary = Twenty48;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.turn == Turn::Player {
            let slides = Direction::ALL.into_iter().filter(|&it| self.may_slide(it));
            return slides.map(Move::Slide).try_for_each(|slide| visit(&slide));
        }
        self.empty_cells().try_for_each(|(row, column)| {
            let cell = RowColumn { row: u64::from(row) + 1, column: u64::from(column) + 1 };
            visit(&Move::Tile(2, cell))?;
            visit(&Move::Tile(4, cell))
        })
    }

    fn play(&mut self, mv: &Move) -> Result<Move, &'static str> {
        if self.is_over() {
            return Err(OVER);
        }
        match (*mv, self.turn) {
            (Move::Slide(_), Turn::Nature) | (Move::Tile(..), Turn::Player) => {
                return Err(NOT_ITS_TURN);
            }
            (Move::Slide(direction), _) => {
                if !self.may_slide(direction) {
                    return Err(NO_SLIDE);
                }
                self.cells = self.after(direction);
                self.turn = Turn::Nature;
            }
            (Move::Tile(value, cell), _) => {
                let place = self.place(cell).ok_or(NO_CELL)?;
                if self.at(place) != 0 {
                    return Err(TAKEN);
                }
                let is_any = planted(Fault::AnyTile)
                    && value.is_power_of_two()
                    && (2..=1 << TOP).contains(&value);
                if value != 2 && value != 4 && !is_any {
                    return Err(WRONG_TILE);
                }
                self.cells |= u64::from(value.ilog2()) << place;
                self.turn = Turn::Player;
            }
        }
        Ok(*mv)
    }

    fn position(&self) -> Board {
        let tile = |place| 1_u32 << self.at(place) & !1;
        let row = |row| (0..self.columns).map(|column| tile(shift(row, column))).collect();
        Board { rows: (0..self.rows).map(row).collect(), turn: self.turn }
    }

    fn outcome(&self) -> &'static str {
        if self.is_over() { OVER } else { PLAYING }
    }

    fn key(&self) -> Option<u64> {
        let size = u64::from(self.rows * 16 + self.columns * 2);
        let turn = u64::from(self.turn == Turn::Player);
        let mixed = (self.cells ^ self.cells >> 31).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (size + turn) << 40 ^ mixed >> 29).wrapping_mul(0x94D0_49BB_1331_11EB);
        Some(mixed ^ mixed >> 32)
    }
}
