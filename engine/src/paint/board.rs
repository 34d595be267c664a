//! The board itself: how it comes from and becomes plain data, and how a move is played and taken
//! back.

use board::paint::{self as vocabulary, Cell, LegalMove, Player, Position, Square};

use super::cells::{Cells, ROOM};
use super::frame::Frame;
use super::hash::{PAINT, cell_key, numbered, start_key, turn_key};
use crate::planted::{Fault, planted};

/// A position of paint.
#[derive(Clone, Debug)]
pub struct Board {
    pub(super) side: u8,
    pub(super) to_move: Player,
    /// The cells that are not painted.
    pub(super) free: Cells,
    /// The free cells that are no neighbours of paint: those that can be painted.
    pub(super) usable: Cells,
    /// The free cells with a number.
    pub(super) numbers: Cells,
    /// The numbers that have a valid move.
    pub(super) alive: Cells,
    /// The hash of what can be seen.
    pub(super) key: u64,
    /// By row and column, the number of each cell in `numbers`. What stands elsewhere means
    /// nothing: a painted cell keeps its number here, so that a move can be taken back.
    pub(super) values: [[u8; ROOM]; ROOM],
    /// By row and column, within how many steps of a living number there are enough cells for it.
    ///
    /// Mostly that is a few, and paint farther away cannot kill it. A move that is taken back gives
    /// cells back, so what was enough is enough again.
    pub(super) needs: [[u8; ROOM]; ROOM],
}

/// A valid move (PT-7): the cells that it paints, and which of them holds the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Area {
    /// The cells that it paints.
    pub cells: Cells,
    /// Where its number stands.
    pub number: Cell,
}

impl Area {
    /// The move as it is listed.
    #[must_use]
    pub fn to_words(&self) -> LegalMove {
        LegalMove::new(self.cells.iter())
    }
}

/// What [`Board::undo`] needs to take a move back.
#[derive(Clone, Copy, Debug)]
#[must_use = "without it the move cannot be taken back; `let _ =` says that it need not be"]
pub struct Undo {
    area: Area,
    /// A cell may touch older paint, too, so what was usable does not follow from the area.
    usable: Cells,
    alive: Cells,
    key: u64,
}

impl Board {
    /// The board of a set-up; the first player moves (PT-5).
    #[must_use]
    pub fn from_words(from: &vocabulary::Board) -> Self {
        let mut board = Self {
            side: from.side(),
            to_move: Player::First,
            free: Cells::square(from.side()),
            usable: Cells::NONE,
            numbers: Cells::NONE,
            alive: Cells::NONE,
            key: start_key(from.side()),
            values: [[0; ROOM]; ROOM],
            needs: [[0; ROOM]; ROOM],
        };
        for (cell, square) in from.cells() {
            match square {
                Square::Empty => {}
                Square::Number(number) => {
                    board.numbers.insert(cell);
                    board.values[usize::from(cell.row)][usize::from(cell.column)] = number;
                    board.key ^= cell_key(cell, numbered(number));
                }
                Square::Painted => {
                    board.free.remove(cell);
                    board.key ^= cell_key(cell, PAINT);
                }
            }
        }
        board.usable = board.fresh_usable();
        for cell in board.numbers.iter() {
            if let Some(steps) = board.steps_needed(cell) {
                board.alive.insert(cell);
                board.needs[usize::from(cell.row)][usize::from(cell.column)] = steps;
            }
        }
        board
    }

    /// The board of a position, whoever is to move.
    #[must_use]
    pub fn from_position(from: &Position) -> Self {
        let mut board = Self::from_words(&from.board);
        if from.to_move != board.to_move {
            board.turn();
        }
        board
    }

    /// What can be seen of the board and of whose turn it is.
    #[must_use]
    pub fn to_words(&self) -> Position {
        let board = vocabulary::Board::from_fn(self.side, |cell| {
            if !self.free.contains(cell) {
                Square::Painted
            } else if self.numbers.contains(cell) {
                Square::Number(self.value(cell))
            } else {
                Square::Empty
            }
        });
        Position { board, to_move: self.to_move }
    }

    /// N: how many rows and how many columns it has.
    #[must_use]
    pub fn side(&self) -> u8 {
        self.side
    }

    /// Whose turn it is.
    #[must_use]
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// The free cells that are no neighbours of paint (PT-17).
    #[must_use]
    pub fn usable(&self) -> Cells {
        self.usable
    }

    /// The numbers that are not painted, those of which no move is left included.
    #[must_use]
    pub fn numbers(&self) -> Cells {
        self.numbers
    }

    /// The numbers that have a valid move.
    #[must_use]
    pub fn alive(&self) -> Cells {
        self.alive
    }

    /// The number of a cell in [`numbers`](Self::numbers).
    #[must_use]
    #[inline]
    pub fn value(&self, cell: Cell) -> u8 {
        debug_assert!(self.numbers.contains(cell), "no number is left at {cell}");
        self.values[usize::from(cell.row)][usize::from(cell.column)]
    }

    /// A key of 64 bits of what can be seen, whose turn it is included. It does not depend on how
    /// the position was reached, nor on the numbers below the paint (PT-4).
    #[must_use]
    #[inline]
    pub fn hash(&self) -> u64 {
        self.key
    }

    /// Plays a valid move: paints its cells (PT-19) and gives the turn to the other (PT-5).
    ///
    /// What [`check`](Self::check), [`visit_areas`](Self::visit_areas) and
    /// [`sample_area`](Self::sample_area) give is valid as long as no other move was played.
    pub fn play(&mut self, area: &Area) -> Undo {
        debug_assert!(area.cells.without(self.usable).is_empty(), "the cells can be painted");
        debug_assert!((area.cells & self.numbers) == Cells::one(area.number), "one number");
        let Self { usable, alive, key, .. } = *self;
        let undo = Undo { area: *area, usable, alive, key };
        for cell in area.cells.iter() {
            self.key ^= cell_key(cell, PAINT);
        }
        if !planted(Fault::NumberHashed) {
            self.key ^= cell_key(area.number, numbered(self.value(area.number)));
        }
        self.turn();
        let lost = area.cells | area.cells.around();
        self.free = self.free.without(area.cells);
        self.usable =
            self.usable.without(if planted(Fault::StillUsable) { area.cells } else { lost });
        self.numbers.remove(area.number);
        self.find_dead(area, lost);
        undo
    }

    /// Strikes out the numbers that a move has killed by taking away the cells `lost`.
    fn find_dead(&mut self, area: &Area, lost: Cells) {
        let frame = Frame::of(&area.cells);
        let candidates = self.alive.without(lost);
        self.alive = candidates;
        for cell in candidates.iter() {
            // A lost cell is at most one step from the paint.
            let needs = self.needs[usize::from(cell.row)][usize::from(cell.column)];
            let margin = u32::from(!planted(Fault::StaleAlive));
            if frame.distance(cell) > u32::from(needs) + margin {
                continue;
            }
            match self.steps_needed(cell) {
                Some(steps) => self.needs[usize::from(cell.row)][usize::from(cell.column)] = steps,
                None => self.alive.remove(cell),
            }
        }
    }

    /// Takes the last move back: the one whose playing gave `undo`.
    pub fn undo(&mut self, undo: &Undo) {
        self.to_move = self.to_move.other();
        self.free = self.free | undo.area.cells;
        self.usable = undo.usable;
        if planted(Fault::UndoForgets) {
            self.usable = self.usable | (undo.area.cells.around() & self.free);
        }
        self.numbers.insert(undo.area.number);
        self.alive = undo.alive;
        self.key = undo.key;
    }

    /// The usable cells, from the free ones.
    pub(super) fn fresh_usable(&self) -> Cells {
        let painted = Cells::square(self.side).without(self.free);
        self.free.without(painted.around())
    }

    fn turn(&mut self) {
        self.to_move = self.to_move.other();
        if !planted(Fault::TurnUnhashed) {
            self.key ^= turn_key();
        }
    }
}
