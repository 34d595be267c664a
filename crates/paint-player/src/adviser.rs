//! Moves from the solver, with a valid move ready at any time: the first valid move that the engine
//! finds is the answer until there is a better one. The built-in player `optimal` is an adviser that
//! lives for one game.

use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

use twinboard_referee::MoveBudget;
use twinboard_solver::{Advice, Counts, ParallelSolver, Solver};
use twinboard_vocabulary::paint::Board;

/// Time left unsearched before the deadline: `MARGIN`, and 1/`MARGIN_PARTS` of the time that is
/// left. On a busy machine the thread may have to wait for others two or three times before it runs
/// again, and must still answer in time.
const MARGIN: Duration = Duration::from_millis(30);
const MARGIN_PARTS: u32 = 20;

/// A parallel solver that keeps its tables between the moves of a game.
#[derive(Debug, Default)]
pub(super) struct Adviser {
    solver: ParallelSolver,
}

impl Adviser {
    /// Passes a valid move to `better` at once, and then the solver's advice. `better` is not called
    /// if there is no move.
    pub(super) fn advise(
        &mut self,
        board: &Board,
        budget: &MoveBudget<'_>,
        better: &mut dyn FnMut(Advice),
    ) {
        let Some(first) = first_move(board) else { return };
        better(first);
        let until = budget.deadline.checked_sub(margin(budget.left()));
        if until.is_none_or(|until| Instant::now() >= until) {
            return;
        }
        let limits = twinboard_solver::Budget {
            deadline: until,
            stop: Some(budget.stop),
            ..twinboard_solver::Budget::unlimited()
        };
        // More threads than processors would wait for each other at the end.
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let threads = budget.threads.min(processors);
        let advice = self.solver.advise(board, &limits, threads);
        better(advice.expect("the solver advises a move where there is one"));
    }

    /// The solver that answers all other questions.
    pub(super) fn solver(&mut self) -> &mut Solver {
        self.solver.first()
    }

    pub(super) fn counts(&self) -> Counts {
        self.solver.counts()
    }
}

fn margin(left: Duration) -> Duration {
    MARGIN + left / MARGIN_PARTS
}

/// The first valid move that the engine finds; `None` if there is none.
pub(super) fn first_move(board: &Board) -> Option<Advice> {
    let board = twinboard_engine::paint::Board::from_setup(board);
    let number = board.alive().iter().next()?;
    let mut first = None;
    let _ = board.visit_areas(number, &mut |area| {
        first = Some(area.to_legal_move());
        ControlFlow::Break(())
    });
    first.map(|mv| Advice { mv, value: None, is_hopeful: false })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::{Duration, Instant};

    use twinboard_referee::MoveBudget;
    use twinboard_solver::{Advice, Value};
    use twinboard_vocabulary::paint::{Board, Paint, Square};
    use twinboard_vocabulary::{Game, Vocabulary as _};

    use super::{Adviser, first_move, margin};

    /// A 1 and a 2 next to each other in the top row: the 2 alone has two valid moves.
    fn board() -> Board {
        Board::from_fn(3, |cell| match (cell.row, cell.column) {
            (0, 0) => Square::Number(1),
            (0, 1) => Square::Number(2),
            _ => Square::Empty,
        })
    }

    /// The advice passed to `better`, in order.
    fn advised(adviser: &mut Adviser, board: &Board, time: Duration) -> Vec<Advice> {
        let stop = AtomicBool::new(false);
        let budget = MoveBudget { deadline: Instant::now() + time, threads: 1, stop: &stop };
        let mut given = Vec::new();
        adviser.advise(board, &budget, &mut |advice| given.push(advice));
        given
    }

    #[test]
    fn a_valid_move_comes_at_once_and_the_advice_last() {
        let mut adviser = Adviser::default();
        let given = advised(&mut adviser, &board(), Duration::from_mins(1));
        assert_eq!(given.len(), 2);
        for advice in &given {
            let mut game = twinboard_engine::paint::Paint::set_up(&board()).unwrap();
            assert!(game.play(&Paint::to_move(&advice.mv)).is_ok(), "{}", advice.mv);
        }
        // Painting a cell next to the other number leaves no move.
        assert_eq!(given[1].value, Some(Value::Win));
    }

    #[test]
    fn without_time_the_first_move_is_the_answer_and_without_moves_there_is_none() {
        let mut adviser = Adviser::default();
        assert_eq!(
            advised(&mut adviser, &board(), Duration::ZERO),
            [first_move(&board()).unwrap()]
        );
        assert_eq!(adviser.counts().nodes, 0);
        let over = Board::from_fn(2, |_| Square::Number(0));
        assert_eq!(advised(&mut adviser, &over, Duration::from_mins(1)), []);
    }

    #[test]
    fn the_margin_is_never_zero() {
        assert_eq!(margin(Duration::from_secs(1)), Duration::from_millis(80));
        assert!(margin(Duration::ZERO) > Duration::ZERO);
    }
}
