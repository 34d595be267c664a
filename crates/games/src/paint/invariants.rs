//! Invariants of paint, which need no second implementation.
//!
//! They check one step at a time and say less than the rules. Each is simple enough to be obviously
//! true, so a mistake that both sides share is still noticed.

#[cfg(test)]
mod tests;

use twinboard_harness::{Invariant, Observed};
use twinboard_vocabulary::Vocabulary as _;
use twinboard_vocabulary::paint::{
    Board, Cell, LegalMove, Move, Outcome, Paint, Painted, Player, Position, Refusal, Square,
};

use super::transform::neighbours;

type Observation<'a> = Observed<'a, Paint>;

/// The invariants of every step.
pub(super) const INVARIANTS: &[Invariant<Paint>] = &[
    Invariant::new("the set-up is shown as it is (PT-4, PT-5)", set_up_is_shown),
    Invariant::new(
        "a move paints its cells and nothing else (PT-19)",
        exactly_its_cells_are_painted,
    ),
    Invariant::new("a move paints as many cells as its number says (PT-7)", number_counts),
    Invariant::new("a move is what was asked for (PT-6)", move_is_the_requested_one),
    Invariant::new("the turn passes, and only then (PT-5)", turn_passes),
    Invariant::new("a move is refused for its first reason (PT-8 to PT-17)", refusals_are_right),
    Invariant::new("listed moves are valid (PT-7)", listed_moves_are_valid),
    Invariant::new("dead numbers stay dead (PT-7)", dead_stay_dead),
    Invariant::new(
        "a number with a straight row of cells next to it is alive (PT-7)",
        numbers_with_room_are_alive,
    ),
    Invariant::new("it ends as a draw or as a loss (PT-20 to PT-22)", outcome_matches_the_numbers),
];

/// The board before an accepted step, and the event of the step.
fn painted<'a>(observed: &'a Observation) -> Option<(&'a Board, &'a Painted)> {
    Some((&observed.step.as_ref()?.before.position.board, observed.event()?))
}

fn set_up_is_shown(observed: &Observation) -> Result<(), String> {
    let shown = &observed.now.position;
    if observed.step.is_none() && (shown.board != *observed.setup || shown.to_move != Player::First)
    {
        return Err("the position after the set-up is not the board with the first to move".into());
    }
    Ok(())
}

fn exactly_its_cells_are_painted(observed: &Observation) -> Result<(), String> {
    let Some((before, event)) = painted(observed) else { return Ok(()) };
    let now = &observed.now.position.board;
    for (cell, was) in before.cells() {
        let is = now.get(cell);
        let expected = if event.cells.cells().contains(&cell) { Square::Painted } else { was };
        if is != expected {
            return Err(format!("{cell} was {was} and is {is}, where {expected} should be"));
        }
    }
    Ok(())
}

fn count_painted(board: &Board) -> usize {
    board.squares().iter().filter(|&&square| square == Square::Painted).count()
}

fn number_counts(observed: &Observation) -> Result<(), String> {
    let Some((before, event)) = painted(observed) else { return Ok(()) };
    let count = |board| count_painted(board).cast_signed();
    let grown = count(&observed.now.position.board) - count(before);
    let number = event.cells.cells().contains(&event.at).then(|| before.get(event.at));
    if number == Some(Square::Number(event.number)) && grown == isize::from(event.number) {
        return Ok(());
    }
    let (number, at) = (event.number, event.at);
    Err(format!("the event names the {number} at {at}, and {grown} cells became painted"))
}

fn move_is_the_requested_one(observed: &Observation) -> Result<(), String> {
    let (Some(step), Some(event)) = (&observed.step, observed.event()) else { return Ok(()) };
    let mut requested = step.mv.picks().to_vec();
    requested.sort_unstable();
    if requested == Paint::to_move(&event.cells).picks() {
        return Ok(());
    }
    Err(format!("asked for {}, painted {}", step.mv, event.cells))
}

fn turn_passes(observed: &Observation) -> Result<(), String> {
    let Some(step) = &observed.step else { return Ok(()) };
    let (was, is) = (step.before.position.to_move, observed.now.position.to_move);
    if (was != is) == step.result.is_ok() {
        return Ok(());
    }
    Err(format!("the {was} player was to move, and now it is the {is}"))
}

/// The first reason to refuse a move in the order of the clauses, apart from PT-8.
fn first_reason(board: &Board, mv: &Move) -> Option<Refusal> {
    let side = u64::from(board.side());
    let picks = mv.picks();
    if picks.is_empty() {
        return Some(Refusal::NoCells);
    }
    if picks.iter().any(|pick| pick.row >= side || pick.column >= side) {
        return Some(Refusal::OffBoard);
    }
    let mut cells: Vec<Cell> =
        picks.iter().map(|pick| Cell::new(pick.row as u8, pick.column as u8)).collect();
    cells.sort_unstable();
    if cells.windows(2).any(|pair| pair[0] == pair[1]) {
        return Some(Refusal::Repeated);
    }
    let is_painted = |cell: Cell| board.get(cell) == Square::Painted;
    if cells.iter().any(|&cell| is_painted(cell)) {
        return Some(Refusal::Painted);
    }
    if !is_connected(board.side(), &cells) {
        return Some(Refusal::NotConnected);
    }
    let numbers = cells.iter().filter_map(|&cell| match board.get(cell) {
        Square::Number(number) => Some(usize::from(number)),
        Square::Empty | Square::Painted => None,
    });
    let numbers: Vec<usize> = numbers.collect();
    match numbers[..] {
        [] => return Some(Refusal::NoNumber),
        [number] if number == cells.len() => {}
        [_] => return Some(Refusal::WrongCount),
        _ => return Some(Refusal::SeveralNumbers),
    }
    let mut around = cells.iter().flat_map(|&cell| neighbours(board.side(), cell));
    around.any(is_painted).then_some(Refusal::TouchesPaint)
}

fn is_connected(side: u8, cells: &[Cell]) -> bool {
    let mut reached = vec![cells[0]];
    let mut next = 0;
    while let Some(&cell) = reached.get(next) {
        next += 1;
        for neighbour in neighbours(side, cell) {
            if cells.contains(&neighbour) && !reached.contains(&neighbour) {
                reached.push(neighbour);
            }
        }
    }
    reached.len() == cells.len()
}

fn refusals_are_right(observed: &Observation) -> Result<(), String> {
    let Some(step) = &observed.step else { return Ok(()) };
    let before = step.before;
    let reason = match before.outcome {
        Outcome::Playing => first_reason(&before.position.board, step.mv),
        Outcome::Drawn | Outcome::Lost(_) => Some(Refusal::GameOver),
    };
    let given = step.result.as_ref().err().copied();
    if given == reason {
        return Ok(());
    }
    let describe =
        |refusal: Option<Refusal>| refusal.map_or("none".to_owned(), |it| it.to_string());
    Err(format!("refused because of: {}; there was: {}", describe(given), describe(reason)))
}

/// Listed moves that are checked at most, spread evenly over a long list.
const CHECKED_MAX: usize = 64;

fn listed_moves_are_valid(observed: &Observation) -> Result<(), String> {
    let legal = observed.now.legal.as_deref().unwrap_or_default();
    let checked = legal.iter().step_by(legal.len() / CHECKED_MAX + 1).chain(legal.last());
    for legal in checked {
        if let Some(reason) = first_reason(&observed.now.position.board, &Paint::to_move(legal)) {
            return Err(format!("{legal} is listed; {reason}"));
        }
    }
    Ok(())
}

/// The cell of the number in a set.
fn number_of(board: &Board, legal: &LegalMove) -> Option<Cell> {
    let is_number = |cell: &&Cell| matches!(board.get(**cell), Square::Number(_));
    legal.cells().iter().find(is_number).copied()
}

/// The numbers that have a move, in order; `None` if the moves are too many to be listed.
fn alive(position: &Position, legal: Option<&Vec<LegalMove>>) -> Option<Vec<Cell>> {
    let mut alive: Vec<Cell> =
        legal?.iter().filter_map(|legal| number_of(&position.board, legal)).collect();
    alive.sort_unstable();
    alive.dedup();
    Some(alive)
}

fn dead_stay_dead(observed: &Observation) -> Result<(), String> {
    let Some(step) = &observed.step else { return Ok(()) };
    let before = alive(&step.before.position, step.before.legal.as_ref());
    let now = alive(&observed.now.position, observed.now.legal.as_ref());
    let (Some(before), Some(now)) = (before, now) else { return Ok(()) };
    match now.iter().find(|cell| before.binary_search(cell).is_err()) {
        Some(cell) => Err(format!("the number at {cell} had no move, and has one now")),
        None => Ok(()),
    }
}

/// True if a cell can belong to a set: it is not painted, and no neighbour is.
fn is_untouched(board: &Board, cell: Cell) -> bool {
    board.get(cell) != Square::Painted
        && neighbours(board.side(), cell).all(|other| board.get(other) != Square::Painted)
}

/// True if the number has a valid set in a straight line in one of the four directions.
fn has_a_line(board: &Board, at: Cell, number: u8) -> bool {
    if number == 0 || !is_untouched(board, at) {
        return false;
    }
    [(-1, 0), (1, 0), (0, -1), (0, 1)].into_iter().any(|(down, right): (i8, i8)| {
        (1..number.cast_signed()).all(|steps| {
            let row = at.row.checked_add_signed(down * steps);
            let column = at.column.checked_add_signed(right * steps);
            let (Some(row), Some(column)) = (row, column) else { return false };
            let cell = Cell::new(row, column);
            board.has(cell) && board.get(cell) == Square::Empty && is_untouched(board, cell)
        })
    })
}

fn numbers_with_room_are_alive(observed: &Observation) -> Result<(), String> {
    let board = &observed.now.position.board;
    let alive = alive(&observed.now.position, observed.now.legal.as_ref());
    let with_room = board.numbers().filter(|&(at, number)| has_a_line(board, at, number));
    for (at, number) in with_room {
        let is_alive = match &alive {
            Some(alive) => alive.binary_search(&at).is_ok(),
            // Too many moves to list: at least the game must go on.
            None => observed.now.outcome == Outcome::Playing,
        };
        if !is_alive {
            return Err(format!("the {number} at {at} has room in a straight line, and no move"));
        }
    }
    Ok(())
}

fn outcome_matches_the_numbers(observed: &Observation) -> Result<(), String> {
    let position = &observed.now.position;
    let is_number_left = position.board.numbers().next().is_some();
    let right = match observed.now.outcome {
        Outcome::Playing => true,
        Outcome::Drawn => !is_number_left,
        Outcome::Lost(player) => is_number_left && player == position.to_move,
    };
    if right {
        return Ok(());
    }
    let left = if is_number_left { "a number is left" } else { "no number is left" };
    Err(format!("{}; {left}, the {} player is to move", observed.now.outcome, position.to_move))
}
