//! Exhaustive play: all games from a board, played on the oracle.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;
use twinboard_vocabulary::Game;
use twinboard_vocabulary::paint::{Board, LegalMove, Square, Value};

/// Largest number of moves in all games from a board that is checked; they take some hundredths of
/// a second.
pub const BOARD_MOVES_MAX: usize = 1500;

/// The solution of a board, from all its games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Solution {
    /// The value for the player to move.
    pub value: Value,
    /// The mex of the Grundy values after each move. If no draw is possible, the position is lost
    /// if and only if it is 0 (Sprague 1935, Grundy 1939).
    pub grundy: u32,
    /// True if some game from here ends as a draw.
    pub can_be_drawn: bool,
    /// True if a number has no move. Then no game ends as a draw.
    pub has_dead: bool,
}

/// Plays all games from boards to their ends, each position once, and keeps the solutions. As
/// simple as possible: no symmetries, no components, no bounds.
#[derive(Debug)]
pub struct Truth {
    known: FxHashMap<Board, Solution>,
    moves_max: usize,
    moves: usize,
}

impl Truth {
    /// Without solutions, and with a limit of `moves_max` moves in all, counted once per position.
    #[must_use]
    pub fn new(moves_max: usize) -> Self {
        Self { known: FxHashMap::default(), moves_max, moves: 0 }
    }

    /// Number of solved boards.
    #[must_use]
    pub fn boards(&self) -> usize {
        self.known.len()
    }

    /// Number of moves played so far.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// The solutions after each move of a solved board.
    ///
    /// # Panics
    ///
    /// If the board is not solved.
    pub fn of_moves(&mut self, board: &Board) -> Vec<Solution> {
        let after = after_moves(board).into_iter();
        after.map(|(_, next)| self.of(&next).expect("the board is known")).collect()
    }

    /// The solution of a board; `None` if it takes more moves than the limit leaves.
    pub fn of(&mut self, board: &Board) -> Option<Solution> {
        if let Some(&known) = self.known.get(board) {
            return Some(known);
        }
        let left = self.moves_max.saturating_sub(self.moves);
        if has_more_moves(board, left) {
            return None;
        }
        let mut alive = BTreeSet::new();
        let mut after = Vec::new();
        for (mv, next) in after_moves(board) {
            alive.extend(
                mv.cells()
                    .iter()
                    .filter(|&&cell| matches!(board.get(cell), Square::Number(_)))
                    .copied(),
            );
            after.push(next);
        }
        self.moves += after.len();
        let after = after.iter().map(|next| self.of(next)).collect::<Option<Vec<_>>>()?;
        let is_empty = board.numbers().next().is_none();
        let at_its_end = if is_empty { Value::Draw } else { Value::Loss };
        let best = after.iter().map(|next| next.value.for_other()).max();
        let grundies: BTreeSet<u32> = after.iter().map(|next| next.grundy).collect();
        let known = Solution {
            value: best.unwrap_or(at_its_end),
            grundy: (0..=grundies.len() as u32)
                .find(|number| !grundies.contains(number))
                .expect("n values leave one of 0 to n free"),
            can_be_drawn: is_empty || after.iter().any(|next| next.can_be_drawn),
            has_dead: board.numbers().any(|(cell, _)| !alive.contains(&cell)),
        };
        self.known.insert(board.clone(), known);
        Some(known)
    }
}

/// The legal moves of a board, each with the board after it.
#[must_use]
pub fn after_moves(board: &Board) -> Vec<(LegalMove, Board)> {
    let mut after = Vec::new();
    let Some(game) = twinboard_oracle::Paint::set_up(board) else { return after };
    let _ = game.visit_legal_moves(&mut |mv| {
        let mut next = board.clone();
        mv.cells().iter().for_each(|&cell| next.set(cell, Square::Painted));
        // A move that paints nothing is a fault of the oracle, and games would have no end.
        if next != *board {
            after.push((mv.clone(), next));
        }
        ControlFlow::Continue(())
    });
    after
}

/// True if a board has more than `limit` legal moves, or the oracle does not set it up.
#[must_use]
pub fn has_more_moves(board: &Board, limit: usize) -> bool {
    let Some(game) = twinboard_oracle::Paint::set_up(board) else { return true };
    let mut count = 0;
    let listing = game.visit_legal_moves(&mut |_| {
        count += 1;
        if count > limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    listing.is_break()
}
