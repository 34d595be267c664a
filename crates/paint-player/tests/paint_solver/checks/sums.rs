//! Sums of boards: boards placed on one larger board so that no move of one affects another.
//!
//! The Grundy value of a sum is the exclusive or of those of its parts (Sprague 1935, Grundy 1939).
//! This gives the value of boards too large for exhaustive play, and confronts the solver with
//! components that are nearly equal.
//!
//! ```text
//! a a 0 0 0 0
//! a a 0 0 0 0      the sum of two boards of 2 × 2,
//! 0 0 0 0 0 0      with zeros between them: no set
//! 0 0 0 b b 0      crosses a 0 (PT-18)
//! 0 0 0 b b 0
//! 0 0 0 0 0 0
//! ```

use twinboard_games::paint::{Transform, neighbours};
use twinboard_harness::FailedAssertion;
use twinboard_solver::{Budget, Solver, Value};
use twinboard_vocabulary::Game;
use twinboard_vocabulary::paint::{Board, Cell, Move, SIDE_MAX, Square, text};

use twinboard_paint_player::checks::answers::{
    ADVICE, CheckResult, GRUNDY, VALUE, game_on, grundy, same, solution, value, wrong,
};
use twinboard_paint_player::checks::truth::{BOARD_MOVES_MAX, Truth};

/// The squares between the boards of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wall {
    /// Zeros, which no set crosses.
    Zeros,
    /// Paint, behind a border of empty cells that touch it; the boards themselves must not touch
    /// it.
    Paint,
}

/// Boards placed along the diagonal of a larger board.
#[derive(Clone, Debug)]
pub(crate) struct Sum {
    /// The whole board.
    pub(crate) board: Board,
    /// Row and column at which each part begins, and its side.
    parts: Vec<(u8, u8)>,
}

impl Sum {
    /// Places boards along the diagonal in this order, with walls everywhere else and a dead number
    /// among them. `None` if the sum exceeds the largest board.
    #[must_use]
    pub(crate) fn of(boards: &[Board], wall: Wall) -> Option<Self> {
        let gap = if wall == Wall::Zeros { 1 } else { 3 };
        let mut parts = Vec::new();
        let mut side: u8 = 0;
        for part in boards {
            parts.push((side, part.side()));
            side = side.checked_add(part.side() + gap).filter(|&side| side <= SIDE_MAX)?;
        }
        let part_at = |cell: Cell| {
            boards.iter().zip(&parts).find_map(|(part, &(start, _))| {
                let (row, column) = (cell.row.checked_sub(start)?, cell.column.checked_sub(start)?);
                let cell = Cell::new(row, column);
                part.has(cell).then(|| part.get(cell))
            })
        };
        let mut board = Board::from_fn(side, |cell| match (part_at(cell), wall) {
            (Some(square), _) => square,
            (None, Wall::Zeros) => Square::Number(0),
            (None, Wall::Paint) => {
                let is_beside = neighbours(side, cell).any(|near| part_at(near).is_some());
                if is_beside { Square::Empty } else { Square::Painted }
            }
        });
        if wall == Wall::Paint {
            // The last row and column lie in the gap after the last board.
            board.set(Cell::new(side - 1, side - 1), Square::Number(1));
        }
        Some(Self { board, parts })
    }

    /// The squares of a part on a board that moves on the sum led to.
    fn part(&self, index: usize, board: &Board) -> Board {
        let (start, side) = self.parts[index];
        Board::from_fn(side, |cell| board.get(Cell::new(start + cell.row, start + cell.column)))
    }
}

/// Number of boards that are placed next to the board, one more with mirrored surroundings.
const OTHERS: usize = 6;
/// Limit in moves for all of these boards: four times that of one board.
const MOVES_MAX: usize = 4 * BOARD_MOVES_MAX;

/// Checks the sums of the board with boards that nearly equal its images: with each of them, then
/// with as many as fit on one board. These boards have a [`Truth`] of their own with a larger
/// limit.
///
/// # Errors
///
/// If the solver contradicts the exclusive or of the parts.
pub(crate) fn beside(solver: &mut Solver, board: &Board) -> CheckResult {
    let mut truth = Truth::new(MOVES_MAX);
    let mut boards = vec![board.clone()];
    boards.extend(near_copies(board));
    // Boards too large for exhaustive play are left out.
    boards.retain(|board| truth.of(board).is_some());
    if boards.first() != Some(board) {
        return Ok(());
    }
    let truth = &mut truth;
    for (index, other) in boards.iter().enumerate() {
        let wall = if index % 2 == 0 { Wall::Zeros } else { Wall::Paint };
        if let Some(sum) = Sum::of(&[board.clone(), other.clone()], wall) {
            check_sum(truth, solver, &sum)?;
        }
    }
    let sum = (2..=boards.len()).rev().find_map(|count| Sum::of(&boards[..count], Wall::Zeros));
    sum.map_or(Ok(()), |sum| check_sum(truth, &mut Solver::new(), &sum))
}

/// Near copies that a solver is asked about before the board itself.
const ASKED_BEFORE: usize = 2;

/// Checks value and Grundy value of a board, asked of a solver whose tables hold what it knows of
/// boards that nearly equal it.
///
/// # Errors
///
/// If one of them is wrong or missing.
pub(crate) fn after_near_copies(
    truth: &mut Truth,
    solver: &mut Solver,
    board: &Board,
) -> CheckResult {
    let copies = near_copies(board);
    let step = (copies.len() / ASKED_BEFORE).max(1);
    for other in copies.iter().step_by(step).take(ASKED_BEFORE) {
        let budget = Budget { nodes: Some(NODES_BEFORE), ..Budget::unlimited() };
        solver.value(other, &budget);
        solver.grundy(other, &budget);
    }
    value(truth, solver, board)?;
    grundy(truth, solver, board)
}

/// Nodes that a solver may search for the value of a near copy, which may be much harder.
const NODES_BEFORE: u64 = 300;

/// Near copies of the board: with one square changed, under alternating transforms; and one that is
/// mirrored except for its numbers.
fn near_copies(board: &Board) -> Vec<Board> {
    let transforms = Transform::all(board.side());
    let places =
        board.cells().step_by(usize::from(board.side()) * usize::from(board.side()) / OTHERS + 1);
    let changed = places.map(|(cell, square)| {
        let mut other = board.clone();
        other.set(
            cell,
            match square {
                Square::Empty => Square::Number(0),
                Square::Number(0) | Square::Painted => Square::Empty,
                Square::Number(number) => Square::Number(number - 1),
            },
        );
        other
    });
    let transformed =
        |(index, other): (usize, Board)| transforms[index / 2 % transforms.len()].board(&other);
    let mut nearly: Vec<Board> = changed.enumerate().map(transformed).collect();
    nearly.push(Board::from_fn(board.side(), |cell| {
        let [here, there] = [board.get(cell), board.get(transforms[1].cell(cell))];
        match (here, there) {
            (Square::Number(1..), _) => here,
            (_, Square::Number(1..)) => Square::Empty,
            _ => there,
        }
    }));
    nearly
}

/// The Grundy value of a position of the sum, from its parts.
fn grundy_of(truth: &mut Truth, sum: &Sum, board: &Board) -> Result<u32, FailedAssertion> {
    let mut parts = 0..sum.parts.len();
    // The walls hold a dead number, so the last player to move wins in every part.
    parts.try_fold(0, |all, index| Ok(all ^ solution(truth, &sum.part(index, board))?.grundy))
}

fn check_sum(truth: &mut Truth, solver: &mut Solver, sum: &Sum) -> CheckResult {
    let board = &sum.board;
    let grundy = grundy_of(truth, sum, board)?;
    let of = format!(" of this sum of boards:\n{}\n", text::board(board));
    let exact = if grundy == 0 { Value::Loss } else { Value::Win };
    let budget = Budget::unlimited();
    same(VALUE, solver.value(board, &budget), Some(exact), &of)?;
    same(GRUNDY, solver.grundy(board, &budget), Some(grundy), &of)?;
    let Some(advice) = solver.advise(board, &budget) else {
        return if grundy == 0 { Ok(()) } else { wrong(ADVICE, format!("none is advised{of}")) };
    };
    let mut game = game_on(board)?;
    if let Err(refusal) = game.play(&Move::new(advice.mv.cells().iter().copied())) {
        return wrong(ADVICE, format!("{} is refused{of}: {refusal}", advice.mv));
    }
    let after = grundy_of(truth, sum, &game.position().board)?;
    let led_to = if after == 0 { Value::Win } else { Value::Loss };
    same(ADVICE, advice.value, Some(led_to), &format!(" of {}{of}", advice.mv))?;
    same(ADVICE, advice.value, Some(exact), &format!(" of {}, the best move,{of}", advice.mv))
}
