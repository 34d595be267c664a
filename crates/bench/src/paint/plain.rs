//! Paint (clauses PT-1 to PT-22 of RULES.md) with an array of bytes.
//!
//! The board is a flat array, one byte for each cell, with a ring of walls around it. The valid
//! moves of a number are the connected sets that contain it and no other number. They are found by
//! Redelmeier's algorithm ("Counting polyominoes: yet another attack", 1981), the usual one for
//! counting polyominoes. It has a list of cells that have been met but not tried. The first of them
//! is taken, and its new neighbours are appended to the list; after all sets with it are found, it
//! is excluded for good, and the next one is taken.
//!
//! Optimisations:
//!
//! * arrays of fixed size, no allocation during a search, walls instead of tests for the border;
//! * the list of untried cells is a single array for all levels: each level continues reading after
//!   the position of the level above and appends at the end, so nothing is copied;
//! * the cells that can be painted are determined once for each search;
//! * the last level is not visited: sets that miss a single cell are as many as untried cells.
//!
//! Omitted: checking in advance if a set that excludes some cells can still become large enough. On
//! an open board Redelmeier's algorithm does not need that check. On a crowded one it enters many
//! branches without a result.
//!
//! [`Lean`](super::lean::Lean) is the same search over masks of 64 bits, for boards of up to 7 × 7.

use twinboard_vocabulary::paint::{Board, Cell, SIDE_MAX, Square};

/// Distance in the array from a cell to the cell below it: a row with a wall at either end.
const STRIDE: usize = SIDE_MAX as usize + 2;
const ROOM: usize = STRIDE * STRIDE;

/// Codes of cells without a number; numbers are less than these.
const EMPTY: u8 = 100;
const PAINTED: u8 = 101;
const WALL: u8 = 102;

/// Index of a cell in the array.
type Place = u16;

/// A position of paint.
pub(super) struct Plain {
    side: usize,
    squares: [u8; ROOM],
}

impl Plain {
    pub(super) fn new(board: &Board) -> Self {
        let mut squares = [WALL; ROOM];
        for (cell, square) in board.cells() {
            squares[usize::from(place(cell))] = match square {
                Square::Empty => EMPTY,
                Square::Number(number) => number,
                Square::Painted => PAINTED,
            };
        }
        Self { side: board.side().into(), squares }
    }

    /// Number of valid sets of the number in this cell.
    pub(super) fn count_sets(&self, number: Cell) -> u64 {
        let at = place(number);
        match self.squares[usize::from(at)] {
            0 => 0,
            _ if self.touches_paint(at) => 0,
            1 => 1,
            number => Search::new(self, at).count(0, number.into()),
        }
    }

    fn touches_paint(&self, at: Place) -> bool {
        neighbours(at).into_iter().any(|next| self.squares[usize::from(next)] == PAINTED)
    }
}

/// Search for the sets of a number.
struct Search {
    /// Flags of the cells that can be painted and have not been met.
    open: [bool; ROOM],
    /// Cells met on the way to the set, in this order.
    untried: [Place; ROOM],
    /// Number of cells in `untried`.
    met: usize,
}

impl Search {
    /// A search that has met the neighbours of the number at this place.
    fn new(game: &Plain, at: Place) -> Self {
        let mut open = [false; ROOM];
        for row in 1..=game.side {
            for column in 1..=game.side {
                let place = row * STRIDE + column;
                let is_empty = game.squares[place] == EMPTY;
                open[place] = is_empty && !game.touches_paint(place as Place);
            }
        }
        let mut search = Self { open, untried: [at; ROOM], met: 0 };
        search.meet(at);
        search
    }

    /// Number of ways to complete the set with `number - 1` more cells, at least one, the next of
    /// which is an untried cell from index `first` on.
    fn count(&mut self, first: usize, number: usize) -> u64 {
        let met = self.met;
        if number == 2 {
            return (met - first) as u64;
        }
        let mut count = 0;
        for index in first..met {
            self.meet(self.untried[index]);
            count += self.count(index + 1, number - 1);
            self.forget(met);
        }
        count
    }

    /// Appends the neighbours of a cell that have not been met to the untried cells.
    fn meet(&mut self, cell: Place) {
        for next in neighbours(cell) {
            if self.open[usize::from(next)] {
                self.open[usize::from(next)] = false;
                self.untried[self.met] = next;
                self.met += 1;
            }
        }
    }

    /// Removes the cells that were met after the first `met` ones.
    fn forget(&mut self, met: usize) {
        for &cell in &self.untried[met..self.met] {
            self.open[usize::from(cell)] = true;
        }
        self.met = met;
    }
}

/// Place of a cell. A row of walls and a wall at the start of its row come before it.
fn place(cell: Cell) -> Place {
    ((usize::from(cell.row) + 1) * STRIDE + usize::from(cell.column) + 1) as Place
}

/// The four neighbours of a place.
fn neighbours(place: Place) -> [Place; 4] {
    const BELOW: Place = STRIDE as Place;
    [place - BELOW, place - 1, place + 1, place + BELOW]
}
