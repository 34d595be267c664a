//! Moves from the solver, with a valid move ready at any time.
//!
//! The first valid move that the engine finds is the answer until there is a better one. The engine
//! judges the solver's advice before it counts. A solver that panics or breaks its contract is
//! discarded, with a message on standard error. The built-in player `optimal` is an adviser that
//! lives for one game.

use std::fmt;
use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

use twinboard_harness::guard;
use twinboard_referee::MoveBudget;
use twinboard_solver::{Advice, Counts, ParallelSolver, Solver};
use twinboard_vocabulary::Game;
use twinboard_vocabulary::Vocabulary as _;
use twinboard_vocabulary::paint::{Board, LegalMove, Paint};

/// Time left unsearched before the deadline: `MARGIN`, and 1/`MARGIN_PARTS` of the time that is
/// left. On a busy machine the thread may have to wait for others two or three times before it runs
/// again, and must still answer in time.
const MARGIN: Duration = Duration::from_millis(30);
const MARGIN_PARTS: u32 = 20;

/// A parallel solver that keeps its tables between the moves of a game.
#[derive(Debug, Default)]
pub(super) struct Adviser {
    solver: ParallelSolver,
    /// Number of times that the solver broke its contract.
    breaches: u32,
}

/// A breach of the solver's contract.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ContractBreach {
    Panicked(String),
    /// There is a move, and the solver gave none.
    NoMove,
    InvalidMove(LegalMove),
}

impl fmt::Display for ContractBreach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Panicked(message) => write!(f, "the solver panicked: {message}"),
            Self::NoMove => f.write_str("the solver gives no move although there is one"),
            Self::InvalidMove(mv) => write!(f, "the solver advises {mv}, which is not valid"),
        }
    }
}

impl Adviser {
    /// Passes a valid move to `better` at once, and then the solver's advice, if it is valid.
    /// `better` is not called if there is no move.
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
        match checked(board, || self.solver.advise(board, &limits, threads)) {
            Ok(advice) => better(advice),
            Err(breach) => self.report_breach(board, &breach),
        }
    }

    /// Runs a query on the same solver; `None` if it panics.
    pub(super) fn ask<T>(
        &mut self,
        board: &Board,
        ask: impl FnOnce(&mut Solver) -> T,
    ) -> Option<T> {
        match guard::catch(|| ask(self.solver.first())) {
            Ok(answer) => Some(answer),
            Err(message) => {
                self.report_breach(board, &ContractBreach::Panicked(message));
                None
            }
        }
    }

    pub(super) fn counts(&self) -> Counts {
        self.solver.counts()
    }

    /// Reports a breach of contract on standard error, so that it is noticed although a valid move
    /// is played, and replaces the solver.
    fn report_breach(&mut self, board: &Board, breach: &ContractBreach) {
        self.breaches += 1;
        let board = twinboard_vocabulary::paint::text::board(board);
        eprintln!("{breach}; this is a bug in Twinboard, on the board\n{board}");
        // The tables may be inconsistent.
        self.solver = ParallelSolver::new();
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

/// Advice that the engine accepts as a valid move; an error if the solver breaks its contract.
fn checked(board: &Board, ask: impl FnOnce() -> Option<Advice>) -> Result<Advice, ContractBreach> {
    let advice =
        guard::catch(ask).map_err(ContractBreach::Panicked)?.ok_or(ContractBreach::NoMove)?;
    let mut game =
        twinboard_engine::paint::Paint::set_up(board).expect("the engine accepts every board");
    match game.play(&Paint::to_move(&advice.mv)) {
        Ok(_) => Ok(advice),
        Err(_) => Err(ContractBreach::InvalidMove(advice.mv)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::{Duration, Instant};

    use twinboard_referee::MoveBudget;
    use twinboard_solver::{Advice, Value};
    use twinboard_vocabulary::paint::{Board, Cell, LegalMove, Square};

    use super::{Adviser, ContractBreach, checked, first_move, margin};

    /// A 1 and a 2 next to each other in the top row: the 2 alone has two valid moves.
    fn board() -> Board {
        Board::from_fn(3, |cell| match (cell.row, cell.column) {
            (0, 0) => Square::Number(1),
            (0, 1) => Square::Number(2),
            _ => Square::Empty,
        })
    }

    fn advice(cells: &[(u8, u8)]) -> Advice {
        let cells = cells.iter().map(|&(row, column)| Cell::new(row, column));
        Advice { mv: LegalMove::new(cells), value: None, is_hopeful: false }
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
    fn each_breach_of_contract_is_recognized() {
        let right = advice(&[(0, 1), (0, 2)]);
        assert_eq!(checked(&board(), || Some(right.clone())), Ok(right));
        assert_eq!(checked(&board(), || None), Err(ContractBreach::NoMove));
        for wrong in [&[(0, 1)][..], &[(0, 1), (0, 0)], &[(2, 2)], &[(9, 9)], &[]] {
            let wrong = advice(wrong);
            let breach = ContractBreach::InvalidMove(wrong.mv.clone());
            assert_eq!(checked(&board(), || Some(wrong)), Err(breach));
        }
        let panicked = checked(&board(), || panic!("no idea")).unwrap_err();
        let message = panicked.to_string();
        assert!(message.starts_with("the solver panicked: no idea at "), "{message}");
    }

    #[test]
    fn a_solver_that_panics_is_discarded_and_counted() {
        let mut adviser = Adviser::default();
        let all = &twinboard_solver::Budget::unlimited();
        assert!(adviser.ask(&board(), |solver| solver.value(&board(), all)).is_some());
        assert!(adviser.counts().nodes > 0);
        assert_eq!(adviser.ask(&board(), |_| -> () { panic!("no idea") }), None);
        assert_eq!((adviser.breaches, adviser.counts().nodes), (1, 0));
    }

    #[test]
    fn a_valid_move_comes_at_once_and_the_advice_last() {
        let mut adviser = Adviser::default();
        let given = advised(&mut adviser, &board(), Duration::from_mins(1));
        assert_eq!(given.len(), 2);
        for advice in &given {
            assert_eq!(checked(&board(), || Some(advice.clone())).as_ref(), Ok(advice));
        }
        // Painting a cell next to the other number leaves no move.
        assert_eq!(given[1].value, Some(Value::Win));
        assert_eq!(adviser.breaches, 0);
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
        assert_eq!(adviser.breaches, 0);
    }

    #[test]
    fn the_margin_is_never_zero() {
        assert_eq!(margin(Duration::from_secs(1)), Duration::from_millis(80));
        assert!(margin(Duration::ZERO) > Duration::ZERO);
    }
}
