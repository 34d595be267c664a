//! A winning move in a sum of components.
//!
//! By the theory of sums a move wins exactly if it leaves a sum of value 0. Naively all values are
//! computed first. Here only the largest component is left open: the query that proves the position
//! won usually gives the move as well.

use twinboard_vocabulary::paint::{Board, Cell, LegalMove, Square};
use twinboard_vocabulary::two_player::Value;

use super::position::Moves;
use crate::budget::{Exhausted, Metered};
use crate::draws::PositionSearch;
use crate::moves;
use crate::part::Components;
use crate::planted::{Fault, planted};
use crate::position::Position;
use crate::proof::{Claim, Exact, Found, Proved};
use crate::search::{Answer, GrundySearch, Mode as _, add_or_cancel};
use crate::shape::Shape;
use crate::tuning::{TOUGHEST_ANSWERS_EFFORT, TOUGHEST_LISTING_EFFORT, TOUGHEST_MOVES_MAX};

/// A move to a sum of value 0.
#[derive(Debug)]
pub(crate) enum WinningMove {
    /// A move of a component.
    InComponent(LegalMove),
    /// Any move of a number that is a component of its own.
    AnySingle,
}

/// The value of a position that cannot be drawn, with a winning move if it is won.
pub(crate) fn winning_move(
    search: &mut GrundySearch<'_>,
    components: &Components,
) -> Result<(Option<WinningMove>, Proved<Value>), Exhausted> {
    let sum = search.sum::<Exact>(components.clone());
    let Some((last, others)) = sum.open.split_last() else {
        let is_lost = sum.heap.is(0);
        if is_lost.holds() {
            return Ok((None, Proved::by_sum(is_lost)));
        }
        return by_values(search, components);
    };
    let mut heap = sum.heap;
    for shape in others {
        heap = heap ^ search.grundy(shape)?;
    }
    let heap = heap.get();
    let is_lost = search.component_has_value(last, heap)?;
    let value = Proved::by_sum(is_lost);
    if is_lost.holds() {
        return Ok((None, value));
    }
    if let Some(mv) = search.take_refutation(last) {
        return Ok((Some(to_winning_move(&mv, last)), value));
    }
    // If the component is worth less than `heap`, it has no move to `heap`, and a search for one
    // takes long. Otherwise the table knew the answer; finding the move again costs little.
    let known = Exact::known(search, last.key).exactly();
    if known.is_none_or(|known| known.get() >= heap)
        && let Answer::Move(mv) = search.find_move_to(last, heap)?
    {
        return Ok((Some(to_winning_move(&mv, last)), value));
    }
    // The last component is worth less, so the winning move is in another one.
    by_values(search, components)
}

/// Finds the move from the values of all components.
fn by_values(
    search: &mut GrundySearch<'_>,
    components: &Components,
) -> Result<(Option<WinningMove>, Proved<Value>), Exhausted> {
    let mut shapes = Vec::with_capacity(components.shapes.len());
    for shape in &components.shapes {
        add_or_cancel(&mut shapes, shape.clone());
    }
    let values = shapes.iter().map(|shape| search.grundy(shape)).collect::<Result<Vec<_>, _>>()?;
    let of_singles = Claim::of_singles(components.singles % 2);
    let sum: Proved<u32> = values.iter().fold(of_singles, |sum, &value| sum ^ value);
    let is_lost = sum.is(0);
    let value = Proved::by_sum(is_lost);
    if is_lost.holds() {
        return Ok((None, value));
    }
    let heap = sum.get();
    if (heap == 1 || planted(Fault::AnySingle)) && components.singles > 0 {
        return Ok((Some(WinningMove::AnySingle), value));
    }
    for (shape, of_shape) in shapes.iter().zip(&values) {
        let of_shape = of_shape.get();
        if of_shape ^ heap < of_shape
            && let Answer::Move(mv) = search.find_move_to(shape, of_shape ^ heap)?
        {
            return Ok((Some(to_winning_move(&mv, shape)), value));
        }
    }
    // The table has dropped the entry that the move was to be found by.
    Err(Exhausted::Limit)
}

/// The move with rows and columns of the board.
fn to_winning_move(mv: &Found<Exact>, shape: &Shape) -> WinningMove {
    let cells = mv.as_ref().cells(shape).map(|(row, column)| Cell::new(row, column));
    WinningMove::InComponent(LegalMove::new(cells))
}

// The move to make in a lost position.
//
// Every move loses, but not against every opponent. The toughest move leaves the smallest share of
// answers that are proved to win within a small effort: an answer that is hard to prove is hard to
// find, too.

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
