//! A position with sets of cells in one form: conversion from and to plain data, moves, and the
//! areas of its numbers.

use std::ops::ControlFlow;

use twinboard_vocabulary::paint as vocabulary;
use twinboard_vocabulary::paint::{Cell, Player, Position, Square};

use super::cells::Area;
use super::enumerate::{Counter, Receiver};
use super::hash::{number_key, start_key, turn_key};
use super::search::{BY_STEPS, SearchSet};
use super::set::{Sets, Table};
use crate::planted::{Fault, planted};

/// A position of paint.
#[derive(Clone, Debug)]
pub(super) struct State<S: SearchSet> {
    pub(super) side: u8,
    pub(super) to_move: Player,
    pub(super) sets: Sets<S>,
    /// Numbers by the steps within which they find enough cells while they live; see [`BY_STEPS`].
    pub(super) by_steps: [S; BY_STEPS],
    /// Number of each cell in `numbers`; other entries have no meaning. A painted cell keeps its
    /// entry, so that the move can be undone.
    pub(super) values: S::Table,
}

impl<S: SearchSet> State<S> {
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

    /// Usable cells without a number, as [`Sets::open`].
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
        // Only a copy, here and in `undo`: it takes a few wide loads and stores.
        let before = self.sets;
        self.advance(area);
        before
    }

    #[inline]
    pub(super) fn advance(&mut self, area: &Area) {
        let (cells, number) = (S::from(&area.cells), area.number);
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
    /// Passes the areas of a number to a receiver; a dead number has none.
    #[inline]
    pub(super) fn enumerate(&self, number: Cell, receiver: &mut impl Receiver) -> ControlFlow<()> {
        if !self.sets.living.contains(number) {
            return ControlFlow::Continue(());
        }
        self.enumerate_in(&self.sets, number, receiver)
    }

    /// Passes the areas of a number in `living` to a receiver, with other sets than the current
    /// ones.
    #[inline]
    fn enumerate_in(
        &self,
        sets: &Sets<S>,
        number: Cell,
        receiver: &mut impl Receiver,
    ) -> ControlFlow<()> {
        S::enumerate(sets, number, self.values.get(number).into(), self.side, receiver)
    }

    pub(super) fn count(&self, number: Cell, limit: u64) -> Option<u64> {
        let mut counter = Counter { count: 0, limit };
        self.enumerate(number, &mut counter).is_continue().then_some(counter.count)
    }

    pub(super) fn count_all(&self, limit: u64) -> Option<u64> {
        self.count_all_in(&self.sets, limit)
    }

    #[inline]
    pub(super) fn count_all_after(&self, area: &Area, limit: u64) -> Option<u64> {
        let mut sets = self.sets;
        let lost = sets.paint(S::from(&area.cells), area.number);
        if !planted(Fault::CountAfter) {
            sets.living = sets.living.without(lost);
        }
        // Any of them may have died.
        sets.suspects = sets.living;
        self.count_all_in(&sets, limit)
    }

    #[inline]
    fn count_all_in(&self, sets: &Sets<S>, limit: u64) -> Option<u64> {
        let (count, small) = S::count_small(sets.living, sets.open(), &self.by_steps);
        let mut counter = Counter { count, limit };
        if counter.is_over() {
            return None;
        }
        let others = sets.living.without(small);
        let mut numbers = others.iter();
        let flow = numbers.try_for_each(|number| self.enumerate_in(sets, number, &mut counter));
        flow.is_continue().then_some(counter.count)
    }
}
