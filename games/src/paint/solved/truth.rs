//! What is so: all games from a board, played on the oracle.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use board::Game;
use board::paint::{Board, LegalMove, Square, Value};

/// What is known of a board when all games from it are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Known {
    /// What it is worth to the player to move.
    pub value: Value,
    /// The least number that is not the Grundy value of a board after one move. Where no draw is
    /// possible, the board is worth a loss if and only if it is 0 (Sprague 1935, Grundy 1939).
    pub grundy: u32,
    /// Whether some game from here ends as a draw.
    pub can_be_drawn: bool,
    /// Whether a number has no move: then no game ends as a draw.
    pub has_dead: bool,
}

/// Plays all games from boards to their ends, each position once, and remembers what came of it. As
/// plain as can be: no symmetries, no components, no bounds.
#[derive(Debug)]
pub struct Truth {
    known: HashMap<Board, Known>,
    moves_max: usize,
    moves: usize,
}

impl Truth {
    /// One that looks at `moves_max` moves in all, of each position once.
    #[must_use]
    pub fn new(moves_max: usize) -> Self {
        Self { known: HashMap::new(), moves_max, moves: 0 }
    }

    /// Of how many boards something is known.
    #[must_use]
    pub fn boards(&self) -> usize {
        self.known.len()
    }

    /// How many moves it has looked at.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// What is known of the boards after each move of one that is known.
    ///
    /// # Panics
    ///
    /// If it is not.
    pub fn of_moves(&mut self, board: &Board) -> Vec<Known> {
        let after = after_moves(board).into_iter();
        after.map(|(_, next)| self.of(&next).expect("the board is known")).collect()
    }

    /// What is known of a board; `None` if more moves would have to be looked at than there may be.
    pub fn of(&mut self, board: &Board) -> Option<Known> {
        if let Some(&known) = self.known.get(board) {
            return Some(known);
        }
        let room = self.moves_max - self.moves;
        if has_more_moves(board, room) {
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
        let known = Known {
            value: best.unwrap_or(at_its_end),
            grundy: (0..=grundies.len() as u32)
                .find(|number| !grundies.contains(number))
                .expect("one of so many is missing"),
            can_be_drawn: is_empty || after.iter().any(|next| next.can_be_drawn),
            has_dead: board.numbers().any(|(cell, _)| !alive.contains(&cell)),
        };
        self.known.insert(board.clone(), known);
        Some(known)
    }
}

/// Every legal move of a board, and the board after it.
pub(super) fn after_moves(board: &Board) -> Vec<(LegalMove, Board)> {
    let mut after = Vec::new();
    let game = oracle::Paint::set_up(board).expect("it is played on every board");
    let _ = game.visit_legal_moves(&mut |mv| {
        let mut next = board.clone();
        mv.cells().iter().for_each(|&cell| next.set(cell, Square::Painted));
        after.push((mv.clone(), next));
        ControlFlow::Continue(())
    });
    after
}

/// Whether a board has more than so many legal moves.
pub(super) fn has_more_moves(board: &Board, most: usize) -> bool {
    let game = oracle::Paint::set_up(board).expect("it is played on every board");
    let mut count = 0;
    let listing = game.visit_legal_moves(&mut |_| {
        count += 1;
        if count > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    listing.is_break()
}
