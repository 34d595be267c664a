//! The board: conversion from and to plain data, playing a move, and undoing it.

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
    /// Cells that are not painted.
    pub(super) free: Cells,
    /// Free cells without a painted neighbour: those that can be painted.
    pub(super) usable: Cells,
    /// Free cells with a number.
    pub(super) numbers: Cells,
    /// Numbers that have a valid move.
    pub(super) alive: Cells,
    /// Hash of the visible position.
    pub(super) key: u64,
    /// Number of each cell in `numbers`, by row and column. Other entries have no meaning: a
    /// painted cell keeps its number here, so that the move can be undone.
    pub(super) values: [[u8; ROOM]; ROOM],
    /// Number of steps, by row and column, within which a living number finds enough cells.
    ///
    /// Paint farther away cannot kill the number; the distance is usually small. An undone move
    /// only adds cells, so an old entry is still an upper bound after it.
    pub(super) needs: [[u8; ROOM]; ROOM],
}

/// A valid move (PT-7): the cells that it paints, and the cell of its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Area {
    /// Cells that it paints.
    pub cells: Cells,
    /// Cell of its number.
    pub number: Cell,
}

impl Area {
    /// The move as plain data.
    #[must_use]
    pub fn to_legal_move(&self) -> LegalMove {
        LegalMove::new(self.cells.iter())
    }
}

/// State that [`Board::undo`] needs to undo a move.
#[derive(Clone, Copy, Debug)]
#[must_use = "a move cannot be undone without it; discard it with `let _ =` if that is not needed"]
pub struct Undo {
    area: Area,
    /// Neighbours of the area may touch older paint, so the area alone does not determine this.
    usable: Cells,
    alive: Cells,
    key: u64,
}

impl Board {
    /// Board of a set-up; the first player moves (PT-5).
    #[must_use]
    pub fn from_setup(from: &vocabulary::Board) -> Self {
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

    /// Board of a position, with its player to move.
    #[must_use]
    pub fn from_position(from: &Position) -> Self {
        let mut board = Self::from_setup(&from.board);
        if from.to_move != board.to_move {
            board.turn();
        }
        board
    }

    /// The visible position as plain data.
    #[must_use]
    pub fn to_position(&self) -> Position {
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

    /// N, the number of rows and of columns.
    #[must_use]
    pub fn side(&self) -> u8 {
        self.side
    }

    /// Player to move.
    #[must_use]
    pub fn to_move(&self) -> Player {
        self.to_move
    }

    /// Free cells without a painted neighbour (PT-17).
    #[must_use]
    pub fn usable(&self) -> Cells {
        self.usable
    }

    /// Unpainted numbers, including those without a valid move.
    #[must_use]
    pub fn numbers(&self) -> Cells {
        self.numbers
    }

    /// Numbers that have a valid move.
    #[must_use]
    pub fn alive(&self) -> Cells {
        self.alive
    }

    /// Number of a cell in [`numbers`](Self::numbers).
    #[must_use]
    #[inline]
    pub fn value(&self, cell: Cell) -> u8 {
        debug_assert!(self.numbers.contains(cell), "there is no unpainted number at {cell}");
        self.values[usize::from(cell.row)][usize::from(cell.column)]
    }

    /// 64-bit hash of the visible position, including the player to move. Independent of the moves
    /// that led to the position and of numbers below the paint (PT-4).
    #[must_use]
    #[inline]
    pub fn hash(&self) -> u64 {
        self.key
    }

    /// Plays a valid move: paints its cells (PT-19) and passes the turn to the other player (PT-5).
    ///
    /// Areas from [`check`](Self::check), [`visit_areas`](Self::visit_areas) and
    /// [`sample_area`](Self::sample_area) are valid until another move is played.
    pub fn play(&mut self, area: &Area) -> Undo {
        debug_assert!(
            area.cells.without(self.usable).is_empty(),
            "all cells of a valid move are usable"
        );
        debug_assert!(
            (area.cells & self.numbers) == Cells::one(area.number),
            "a valid move has one number"
        );
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

    /// Removes the numbers from `alive` that a move has killed by making the cells `lost` unusable.
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

    /// Undoes the last move, which must be the one that returned `undo`.
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

    /// Usable cells, computed from the free ones.
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
