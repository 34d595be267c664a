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

#[cfg(test)]
mod tests {
    use twinboard_vocabulary::paint::{Board, Square};

    use super::{Difficulty, TOUGHEST_MOVES_MAX, painted};
    use crate::random::next_random;
    use crate::{Budget, Solver, Value};

    fn boards() -> impl Iterator<Item = Board> {
        let mut random = 1;
        (0..).map(move |_| {
            Board::from_fn(3 + (next_random(&mut random) % 2) as u8, |_| {
                match next_random(&mut random) % 12 {
                    number @ 1..=4 => Square::Number(number as u8),
                    5 => Square::Painted,
                    _ => Square::Empty,
                }
            })
        })
    }

    #[test]
    fn a_smaller_share_of_wins_is_harder_and_of_equal_shares_that_of_more_answers() {
        // From the easiest to the hardest.
        let order = [(2, 2), (3, 3), (1, 2), (2, 4), (3, 6), (1, 3), (0, 1), (0, 5)];
        let order = order.map(|(wins, answers)| Difficulty { wins, answers });
        for (place, this) in order.iter().enumerate() {
            for (other_place, other) in order.iter().enumerate() {
                let exceeds = this.exceeds(other);
                assert_eq!(exceeds, place > other_place, "{this:?} exceeds {other:?}");
            }
        }
    }

    #[test]
    fn the_toughest_move_leaves_the_smallest_share_of_winning_answers() {
        let all = &Budget::unlimited();
        let share = |board: &Board| {
            let answers = Solver::new().moves(board, all).moves;
            let wins = answers.iter().filter(|answer| answer.value == Some(Value::Win)).count();
            (wins as f64 / answers.len() as f64, answers.len())
        };
        let mut has_choice = 0;
        for board in boards() {
            let moves = Solver::new().moves(&board, all);
            if moves.value != Some(Value::Loss)
                || !(2..TOUGHEST_MOVES_MAX).contains(&moves.moves.len())
            {
                continue;
            }
            let shares: Vec<f64> =
                moves.moves.iter().map(|rated| share(&painted(&board, &rated.mv)).0).collect();
            let advice = Solver::new().advise(&board, all).unwrap();
            let (advised, answers) = share(&painted(&board, &advice.mv));
            let min = shares.iter().copied().fold(f64::INFINITY, f64::min);
            let max = shares.iter().copied().fold(0.0, f64::max);
            assert!(answers > 0, "the game is not over: {advice:?}\n{board:?}");
            assert!(advised <= min, "{advised} instead of {min}: {advice:?}\n{board:?}");
            has_choice += usize::from(min < max);
            if has_choice == 30 {
                return;
            }
        }
    }
}
