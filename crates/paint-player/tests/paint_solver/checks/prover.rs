//! A second prover, for endgames that are too large for exhaustive play on the oracle.
//!
//! A move never becomes legal: of the conditions of PT-7 only those about paint depend on the moves
//! before, and paint only increases. A legal move stays legal until a cell of it, or next to it, is
//! painted. So the oracle lists the moves of the first position, and a game is played on that list:
//! a move takes away itself and every move that shares a cell with it or touches it. The player who
//! finds the list empty has lost, or has drawn if every number is painted (PT-21, PT-22).
//!
//! The prover knows nothing of components, outcomes, bounds and guesses, on which the solver rests.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use twinboard_games::paint::neighbours;
use twinboard_vocabulary::Game;
use twinboard_vocabulary::paint::{Board, Cell, LegalMove, Value};

/// The moves of a position, and what is proved about games with them.
#[derive(Clone, Debug)]
pub(crate) struct Prover {
    moves: Vec<LegalMove>,
    /// For each move, the moves that it leaves legal.
    left_by: Vec<FixedBitSet>,
    /// Number of unpainted numbers on the board, dead ones included.
    numbers: usize,
    /// Values by the legal moves and the number of unpainted numbers.
    known: FxHashMap<(FixedBitSet, usize), Value>,
    /// Number of moves that may still be played.
    effort: u64,
}

impl Prover {
    /// A prover for a position, if it has at most `moves_max` legal moves, that plays at most
    /// `effort` moves in all. `None` also if the oracle does not set it up.
    #[must_use]
    pub(crate) fn new(board: &Board, moves_max: usize, effort: u64) -> Option<Self> {
        let mut moves = Vec::new();
        let game = twinboard_oracle::Paint::set_up(board)?;
        let listing = game.visit_legal_moves(&mut |mv| {
            if moves.len() == moves_max {
                return ControlFlow::Break(());
            }
            moves.push(mv.clone());
            ControlFlow::Continue(())
        });
        if listing.is_break() {
            return None;
        }
        // Large moves leave few others; games that begin with them are soon over.
        moves.sort_by_key(|mv| Reverse(mv.cells().len()));
        let left_by = left_by(&moves, board.side());
        let numbers = board.numbers().count();
        Some(Self { moves, left_by, numbers, known: FxHashMap::default(), effort })
    }

    /// The legal moves of the position.
    #[must_use]
    pub(crate) fn moves(&self) -> &[LegalMove] {
        &self.moves
    }

    /// The value of the position for the player to move; `None` if the effort does not suffice.
    pub(crate) fn value(&mut self) -> Option<Value> {
        let mut all = FixedBitSet::with_capacity(self.moves.len());
        all.insert_range(..);
        self.value_of(&all, self.numbers)
    }

    /// The value after a move for the player who has made it. `None` if the effort does not
    /// suffice or the move is not legal.
    pub(crate) fn value_of_move(&mut self, mv: &LegalMove) -> Option<Value> {
        let index = self.moves.iter().position(|other| other == mv)?;
        let left = self.left_by[index].clone();
        self.value_of(&left, self.numbers.checked_sub(1)?).map(Value::for_other)
    }

    /// The value for the player to move, with these moves legal and `numbers` unpainted.
    fn value_of(&mut self, legal: &FixedBitSet, numbers: usize) -> Option<Value> {
        if legal.is_clear() {
            return Some(if numbers == 0 { Value::Draw } else { Value::Loss });
        }
        let key = (legal.clone(), numbers);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        let mut best = Value::Loss;
        for index in legal.ones() {
            self.effort = self.effort.checked_sub(1)?;
            let mut left = self.left_by[index].clone();
            left.intersect_with(legal);
            best = best.max(self.value_of(&left, numbers.checked_sub(1)?)?.for_other());
            if best == Value::Win {
                break;
            }
        }
        self.known.insert(key, best);
        Some(best)
    }
}

/// For each move, those that share no cell with it and do not touch it.
fn left_by(moves: &[LegalMove], side: u8) -> Vec<FixedBitSet> {
    let index = |cell: Cell| usize::from(cell.row) * usize::from(side) + usize::from(cell.column);
    let cells = usize::from(side) * usize::from(side);
    let set = |of: &mut dyn Iterator<Item = Cell>| {
        let mut set = FixedBitSet::with_capacity(cells);
        of.for_each(|cell| set.insert(index(cell)));
        set
    };
    let painted: Vec<FixedBitSet> =
        moves.iter().map(|mv| set(&mut mv.cells().iter().copied())).collect();
    let barred = moves.iter().map(|mv| {
        let near = mv.cells().iter().flat_map(|&cell| neighbours(side, cell));
        set(&mut near.chain(mv.cells().iter().copied()))
    });
    barred
        .map(|barred| {
            let mut left = FixedBitSet::with_capacity(moves.len());
            let free = painted.iter().enumerate().filter(|(_, cells)| cells.is_disjoint(&barred));
            free.for_each(|(index, _)| left.insert(index));
            left
        })
        .collect()
}
