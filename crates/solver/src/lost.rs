//! The move to make in a lost position.
//!
//! Every move loses, but not against every opponent. The toughest move leaves the smallest share of
//! answers that are proved to win within a small effort: an answer that is hard to prove is hard to
//! find, too.

use twinboard_vocabulary::paint::{Board, LegalMove, Square};
use twinboard_vocabulary::two_player::Value;

use crate::budget::Metered;
use crate::draws::PositionSearch;
use crate::moves;
use crate::position::Position;
use crate::tuning::{TOUGHEST_ANSWERS_EFFORT, TOUGHEST_LISTING_EFFORT, TOUGHEST_MOVES_MAX};
use crate::value::Moves;

/// The toughest move of a lost position; `None` if the budget allowed no comparison.
pub(crate) fn toughest_move(
    search: &mut PositionSearch<'_>,
    board: &Board,
    position: &Position,
) -> Option<LegalMove> {
    let listed = search.with_limit(TOUGHEST_LISTING_EFFORT, |search| {
        Ok(moves::costliest(search, position, TOUGHEST_MOVES_MAX))
    });
    let mut best: Option<(Difficulty, LegalMove)> = None;
    let Ok(Ok(listed)) = listed else { return None };
    for mv in listed {
        let after = Position::of(&painted(board, &mv));
        let Ok(Ok(answers)) =
            search.with_limit(TOUGHEST_ANSWERS_EFFORT, |search| Ok(moves::all(search, &after)))
        else {
            break;
        };
        let answers = Moves::from(answers);
        if search.meter().step().is_err() {
            // The budget ran out, so answers or values may be missing.
            break;
        }
        // Without an answer the game is over and this move has won: the position was not lost.
        if answers.moves.is_empty() && answers.is_complete {
            return Some(mv);
        }
        let wins = answers.moves.iter().filter(|rated| rated.value == Some(Value::Win)).count();
        let difficulty = Difficulty { wins, answers: answers.moves.len() };
        if best.as_ref().is_none_or(|(toughest, _)| difficulty.exceeds(toughest)) {
            best = Some((difficulty, mv));
        }
    }
    best.map(|(_, mv)| mv)
}

/// Proved wins among the answers to a move.
#[derive(Clone, Copy, Debug)]
struct Difficulty {
    wins: usize,
    answers: usize,
}

impl Difficulty {
    /// True if fewer of the answers win, or as small a share of more answers.
    fn exceeds(&self, other: &Self) -> bool {
        let (this, that) = (self.wins * other.answers, other.wins * self.answers);
        this < that || this == that && self.answers > other.answers
    }
}

/// The board after a move; its validity is not checked.
fn painted(board: &Board, mv: &LegalMove) -> Board {
    let mut after = board.clone();
    for &cell in mv.cells() {
        after.set(cell, Square::Painted);
    }
    after
}
