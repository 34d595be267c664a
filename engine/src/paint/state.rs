//! A position with sets of cells in one form: conversion from and to plain data, playing a move,
//! and undoing it.

use twinboard_vocabulary::paint::{self as vocabulary, Cell, Player, Position, Square};

use super::board::Area;
use super::hash::{number_key, start_key, turn_key};
use super::life::BY_STEPS;
use super::set::{CellSet, Table};
use crate::planted::{Fault, planted};

/// A position of paint.
#[derive(Clone, Debug)]
pub(super) struct State<S: CellSet> {
    pub(super) side: u8,
    pub(super) to_move: Player,
    pub(super) sets: Sets<S>,
    /// Numbers by the steps within which they find enough cells while they live; see
    /// [`life`](super::life).
    pub(super) by_steps: [S; BY_STEPS],
    /// Number of each cell in `numbers`. Other entries have no meaning: a painted cell keeps its
    /// number here, so that the move can be undone.
    pub(super) values: S::Table,
}

/// The part of a position that changes with each move, except for the player to move. A copy of it
/// undoes a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sets<S> {
    /// Cells that are not painted.
    pub(super) free: S,
    /// Free cells without a painted neighbour: those that can be painted.
    pub(super) usable: S,
    /// Free cells with a number.
    pub(super) numbers: S,
    /// All living numbers, and perhaps some dead ones; these are suspects.
    pub(super) living: S,
    /// Numbers in `living` that may have died.
    pub(super) suspects: S,
    /// Hash of the side and of the numbers.
    pub(super) key: u64,
}

impl<S: CellSet> Sets<S> {
    /// Cells that a set can contain in addition to its number.
    #[inline]
    pub(super) fn open(&self) -> S {
        self.usable.without(self.numbers)
    }

    /// Paints the cells of a valid move and returns those that it makes unusable. Leaves the key
    /// and the living numbers as they are.
    #[inline]
    pub(super) fn paint(&mut self, cells: S, number: Cell) -> S {
        debug_assert!(cells.without(self.usable).is_empty(), "cells of a valid move are usable");
        debug_assert!((cells & self.numbers) == S::one(number), "a valid move has one number");
        let lost = cells | cells.around();
        let unusable = if planted(Fault::StillUsable) { cells } else { lost };
        self.free = self.free.without(cells);
        self.usable = self.usable.without(unusable);
        self.numbers.remove(number);
        lost
    }
}

impl<S: CellSet> State<S> {
    pub(super) fn from_setup(from: &vocabulary::Board) -> Self {
        let mut state = Self {
            side: from.side(),
            to_move: Player::First,
            sets: Sets {
                free: S::square(from.side()),
                usable: S::NONE,
                numbers: S::NONE,
                living: S::NONE,
                suspects: S::NONE,
                key: start_key(from.side()),
            },
            by_steps: [S::NONE; BY_STEPS],
            values: S::Table::ZERO,
        };
        for (cell, square) in from.cells() {
            match square {
                Square::Empty => {}
                Square::Number(number) => {
                    state.sets.numbers.insert(cell);
                    state.values.set(cell, number);
                    state.sets.key ^= number_key(cell, number);
                }
                Square::Painted => state.sets.free.remove(cell),
            }
        }
        state.sets.usable = state.sets.free.without(state.painted().around());
        state.start_life();
        state
    }

    pub(super) fn from_position(from: &Position) -> Self {
        Self { to_move: from.to_move, ..Self::from_setup(&from.board) }
    }

    pub(super) fn to_position(&self) -> Position {
        let board = vocabulary::Board::from_fn(self.side, |cell| {
            if !self.sets.free.contains(cell) {
                Square::Painted
            } else if self.sets.numbers.contains(cell) {
                Square::Number(self.value(cell))
            } else {
                Square::Empty
            }
        });
        Position { board, to_move: self.to_move }
    }

    #[inline]
    pub(super) fn value(&self, cell: Cell) -> u8 {
        debug_assert!(self.sets.numbers.contains(cell), "there is no unpainted number at {cell}");
        self.values.get(cell)
    }

    /// Cells that a set can contain in addition to its number.
    #[inline]
    pub(super) fn open(&self) -> S {
        self.sets.open()
    }

    fn painted(&self) -> S {
        S::square(self.side).without(self.sets.free)
    }

    pub(super) fn hash(&self) -> u64 {
        let is_second = self.to_move == Player::Second && !planted(Fault::TurnUnhashed);
        self.sets.key ^ self.painted().hash() ^ if is_second { turn_key() } else { 0 }
    }

    pub(super) fn play(&mut self, area: &Area) -> Sets<S> {
        // Nothing but a copy: it is made with wide loads and stores, as `undo` makes it.
        let before = self.sets;
        self.advance(area);
        before
    }

    #[inline]
    pub(super) fn advance(&mut self, area: &Area) {
        let (cells, number) = (S::of(&area.cells), area.number);
        let lost = self.sets.paint(cells, number);
        if !planted(Fault::NumberHashed) {
            self.sets.key ^= number_key(number, self.values.get(number));
        }
        self.to_move = self.to_move.other();
        self.suspect_near(cells, lost);
    }

    pub(super) fn undo(&mut self, before: &Sets<S>) {
        let cells = before.free.without(self.sets.free);
        self.to_move = self.to_move.other();
        self.sets = *before;
        if planted(Fault::UndoForgets) {
            self.sets.usable = before.usable | (cells.around() & before.free);
        }
    }
}
