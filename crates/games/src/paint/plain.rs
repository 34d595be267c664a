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
//! * counting does not visit the last level: sets that miss a single cell are as many as untried
//!   cells;
//! * a breadth-first search that stops at enough cells decides whether a number has a move at all,
//!   and no sets are searched if it has none;
//! * undoing a move needs no copy of the board.
//!
//! Omitted: keeping information from one position to the next, and checking in advance if a set
//! that excludes some cells can still become large enough. On an open board Redelmeier's algorithm
//! does not need that check. On a crowded one it enters many branches without a result.
//!
//! [`Lean`] is the same search over masks of 64 bits, for boards of up to 7 × 7. `twinboard bench`
//! prints both.

mod lean;
mod sets;

use std::ops::ControlFlow;

use twinboard_vocabulary::Game;
use twinboard_vocabulary::game::below;
use twinboard_vocabulary::paint::{
    self as vocabulary, Cell, LegalMove, Move, Outcome, Painted, Pick, Player, Position, Refusal,
    SIDE_MAX, Square,
};

pub use lean::{Lean, Mask};
use sets::Search;

/// Distance in the array from a cell to the cell below it: a row with a wall at either end.
const STRIDE: usize = SIDE_MAX as usize + 2;
const ROOM: usize = STRIDE * STRIDE;

/// Codes of cells without a number; numbers are less than these.
const EMPTY: u8 = 100;
const PAINTED: u8 = 101;
const WALL: u8 = 102;

/// Index of a cell in the array.
pub type Place = u16;

/// A game of paint.
#[derive(Clone, Debug)]
pub struct Plain {
    side: u8,
    squares: [u8; ROOM],
    to_move: Player,
}

/// A valid move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// Cells that it paints, in any order.
    pub cells: Vec<Place>,
    /// Place of its number.
    pub at: Place,
    /// Its number, equal to the number of cells.
    pub number: u8,
}

impl Plain {
    /// The game at the start.
    #[must_use]
    pub fn new(board: &vocabulary::Board) -> Self {
        let mut squares = [WALL; ROOM];
        for (cell, square) in board.cells() {
            squares[usize::from(place(cell))] = match square {
                Square::Empty => EMPTY,
                Square::Number(number) => number,
                Square::Painted => PAINTED,
            };
        }
        Self { side: board.side(), squares, to_move: Player::First }
    }

    /// All unpainted numbers in row-major order, each with its place.
    pub fn numbers(&self) -> impl Iterator<Item = (Place, u8)> + '_ {
        let numbered = |place: Place| (place, self.squares[usize::from(place)]);
        self.places().map(numbered).filter(|&(_, square)| square < EMPTY)
    }

    /// Number of valid sets of the number at this place.
    #[must_use]
    pub fn count_sets(&self, at: Place) -> u64 {
        if self.has_move(at) { Search::new(self, at).count() } else { 0 }
    }

    /// Shows every valid set of a number once, until `visit` breaks off.
    pub fn visit_sets(
        &self,
        at: Place,
        visit: &mut impl FnMut(&[Place]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.has_move(at) {
            Search::new(self, at).visit(visit)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// True if the number at this place has a valid move: enough cells can be reached from it.
    #[must_use]
    pub fn has_move(&self, at: Place) -> bool {
        let number = usize::from(self.squares[usize::from(at)]);
        if number == 0 || self.touches_paint(at) {
            return false;
        }
        let mut met = [false; ROOM];
        met[usize::from(at)] = true;
        let mut reached = [at; ROOM];
        let (mut index, mut count) = (0, 1);
        while count < number && index < count {
            for next in neighbours(reached[index]) {
                if !met[usize::from(next)] && self.is_open(next) {
                    met[usize::from(next)] = true;
                    reached[count] = next;
                    count += 1;
                }
            }
            index += 1;
        }
        count >= number
    }

    /// Number of numbers that have a valid move.
    #[must_use]
    pub fn count_alive(&self) -> usize {
        self.numbers().filter(|&(at, _)| self.has_move(at)).count()
    }

    /// Paints the cells of a valid move.
    pub fn paint(&mut self, cells: &[Place]) {
        for &cell in cells {
            self.squares[usize::from(cell)] = PAINTED;
        }
        self.to_move = self.to_move.other();
    }

    /// Takes the last move back: its cells, and the number among them with its place.
    pub fn unpaint(&mut self, cells: &[Place], (at, number): (Place, u8)) {
        for &cell in cells {
            self.squares[usize::from(cell)] = EMPTY;
        }
        self.squares[usize::from(at)] = number;
        self.to_move = self.to_move.other();
    }

    /// Checks a move.
    ///
    /// # Errors
    ///
    /// If the move is not valid: the first refusal of PT-8 to PT-17 that applies.
    pub fn check(&self, mv: &Move) -> Result<Area, Refusal> {
        if self.is_over() {
            return Err(Refusal::GameOver);
        }
        if mv.picks().is_empty() {
            return Err(Refusal::NoCells);
        }
        let cells: Option<Vec<Place>> = mv.picks().iter().map(|&pick| self.picked(pick)).collect();
        let cells = cells.ok_or(Refusal::OffBoard)?;
        let mut is_cell = [false; ROOM];
        for &cell in &cells {
            if is_cell[usize::from(cell)] {
                return Err(Refusal::Repeated);
            }
            is_cell[usize::from(cell)] = true;
        }
        if cells.iter().any(|&cell| self.squares[usize::from(cell)] == PAINTED) {
            return Err(Refusal::Painted);
        }
        if !is_connected(&cells, is_cell) {
            return Err(Refusal::NotConnected);
        }
        let mut numbers = cells.iter().filter(|&&cell| self.squares[usize::from(cell)] < EMPTY);
        let &at = numbers.next().ok_or(Refusal::NoNumber)?;
        let number = self.squares[usize::from(at)];
        if numbers.next().is_some() {
            Err(Refusal::SeveralNumbers)
        } else if usize::from(number) != cells.len() {
            Err(Refusal::WrongCount)
        } else if cells.iter().any(|&cell| self.touches_paint(cell)) {
            Err(Refusal::TouchesPaint)
        } else {
            Ok(Area { cells, at, number })
        }
    }

    /// True if no number has a valid move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        !self.numbers().any(|(at, _)| self.has_move(at))
    }

    fn picked(&self, pick: Pick) -> Option<Place> {
        let side = u64::from(self.side);
        let is_on_board = pick.row < side && pick.column < side;
        is_on_board.then(|| place(Cell::new(pick.row as u8, pick.column as u8)))
    }

    /// All places of the board in row-major order.
    fn places(&self) -> impl Iterator<Item = Place> + use<> {
        let side = usize::from(self.side);
        let row = move |row| (1..=side).map(move |column| (row * STRIDE + column) as Place);
        (1..=side).flat_map(row)
    }

    fn touches_paint(&self, at: Place) -> bool {
        neighbours(at).into_iter().any(|next| self.squares[usize::from(next)] == PAINTED)
    }

    /// True if a set can contain this cell in addition to its number.
    fn is_open(&self, at: Place) -> bool {
        self.squares[usize::from(at)] == EMPTY && !self.touches_paint(at)
    }
}

/// True if the marked cells are connected; `cells` lists all of them and is not empty.
fn is_connected(cells: &[Place], mut is_cell: [bool; ROOM]) -> bool {
    let mut stack = vec![cells[0]];
    is_cell[usize::from(cells[0])] = false;
    let mut reached = 0;
    while let Some(cell) = stack.pop() {
        reached += 1;
        for next in neighbours(cell) {
            if is_cell[usize::from(next)] {
                is_cell[usize::from(next)] = false;
                stack.push(next);
            }
        }
    }
    reached == cells.len()
}

/// Place of a cell. A row of walls and a wall at the start of its row come before it.
#[must_use]
pub fn place(cell: Cell) -> Place {
    ((usize::from(cell.row) + 1) * STRIDE + usize::from(cell.column) + 1) as Place
}

/// Cell of a place on the board.
#[must_use]
pub fn cell(place: Place) -> Cell {
    let place = usize::from(place);
    Cell::new((place / STRIDE - 1) as u8, (place % STRIDE - 1) as u8)
}

/// The four neighbours of a place.
fn neighbours(place: Place) -> [Place; 4] {
    const BELOW: Place = STRIDE as Place;
    [place - BELOW, place - 1, place + 1, place + BELOW]
}

fn to_legal_move(cells: &[Place]) -> LegalMove {
    LegalMove::new(cells.iter().map(|&place| cell(place)))
}

impl Plain {
    /// Sets up a game; always `Some`.
    #[must_use]
    pub fn set_up(board: &vocabulary::Board) -> Option<Self> {
        Some(Self::new(board))
    }
}

impl Game for Plain {
    type Vocabulary = vocabulary::Paint;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&LegalMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (at, _) in self.numbers() {
            self.visit_sets(at, &mut |cells| visit(&to_legal_move(cells)))?;
        }
        ControlFlow::Continue(())
    }

    fn visit_kind(
        &self,
        like: &LegalMove,
        visit: &mut dyn FnMut(&LegalMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut places = like.cells().iter().map(|&cell| place(cell));
        let at = places.find(|&place| self.squares[usize::from(place)] < EMPTY);
        self.visit_sets(at.expect("a move has a number"), &mut |cells| visit(&to_legal_move(cells)))
    }

    fn play(&mut self, mv: &Move) -> Result<Painted, Refusal> {
        let area = self.check(mv)?;
        self.paint(&area.cells);
        Ok(Painted { cells: to_legal_move(&area.cells), number: area.number, at: cell(area.at) })
    }

    fn position(&self) -> Position {
        let square = |cell| match self.squares[usize::from(place(cell))] {
            EMPTY => Square::Empty,
            PAINTED => Square::Painted,
            number => Square::Number(number),
        };
        Position { board: vocabulary::Board::from_fn(self.side, square), to_move: self.to_move }
    }

    fn outcome(&self) -> Outcome {
        if !self.is_over() {
            Outcome::Playing
        } else if self.numbers().next().is_some() {
            Outcome::Lost(self.to_move)
        } else {
            Outcome::Drawn
        }
    }

    /// Chooses one of the numbers that have a move, uniformly, and grows a set from it: each next
    /// cell is one of the set's neighbours, uniformly.
    fn sample_legal_move(&self, random: &mut dyn FnMut() -> u64) -> Option<LegalMove> {
        let alive: Vec<_> = self.numbers().filter(|&(at, _)| self.has_move(at)).collect();
        if alive.is_empty() {
            return None;
        }
        let (at, number) = alive[below(random, alive.len() as u64) as usize];
        let (mut set, mut untried) = (vec![at], Vec::new());
        let mut met = [false; ROOM];
        met[usize::from(at)] = true;
        while set.len() < number.into() {
            for next in neighbours(set[set.len() - 1]) {
                if !met[usize::from(next)] && self.is_open(next) {
                    met[usize::from(next)] = true;
                    untried.push(next);
                }
            }
            set.push(untried.swap_remove(below(random, untried.len() as u64) as usize));
        }
        Some(to_legal_move(&set))
    }

    /// Growing gives compact sets far more often than long ones.
    fn sampling_bias(&self) -> Option<u32> {
        None
    }
}
