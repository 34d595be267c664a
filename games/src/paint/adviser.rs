//! Moves that a solver advises, and a valid one whatever becomes of the solver.

use std::fmt;
use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

use board::Game;
use board::Vocabulary;
use board::paint::{Board, LegalMove};
use harness::guard;
use referee::Budget;
use solver::{Advice, Counts, ParallelSolver, Solver};

use super::Words;

/// Of the time for an answer, this is not searched; and of what is left, this part: on a busy machine the
/// thread may have to wait for the others two or three times before it is asked again, and has to come
/// back in time all the same.
const MARGIN: Duration = Duration::from_millis(30);
const MARGIN_PARTS: u32 = 20;

/// Solvers that are asked for moves, with what they remember.
#[derive(Debug, Default)]
pub(super) struct Adviser {
    solver: ParallelSolver,
    /// How often the solver did not do what it promises.
    troubles: u32,
}

/// What is wrong with what a solver advised.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Trouble {
    Panicked(String),
    /// No move, although there is one.
    Nothing,
    NotValid(LegalMove),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Panicked(message) => write!(f, "the solver panicked: {message}"),
            Self::Nothing => f.write_str("the solver knows no move, although there is one"),
            Self::NotValid(mv) => write!(f, "the solver advises {mv}, which is not valid"),
        }
    }
}

impl Adviser {
    /// Gives `better` a valid move at once, and then what the solver advises, if that is valid.
    /// Without a move it is given none.
    pub(super) fn advise(
        &mut self,
        board: &Board,
        budget: &Budget<'_>,
        better: &mut dyn FnMut(Advice),
    ) {
        let Some(first) = first_move(board) else { return };
        better(first);
        let until = budget.deadline.checked_sub(margin(budget.left()));
        if until.is_none_or(|until| Instant::now() >= until) {
            return;
        }
        let limits = solver::Budget { deadline: until, nodes: None, stop: Some(budget.stop) };
        // More threads than processors would wait for each other at the end.
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let threads = budget.threads.min(processors);
        match checked(board, || self.solver.advise(board, &limits, threads)) {
            Ok(advice) => better(advice),
            Err(trouble) => self.complain(board, &trouble),
        }
    }

    /// What is searched with the same solver, and not played.
    pub(super) fn ask<T>(
        &mut self,
        board: &Board,
        ask: impl FnOnce(&mut Solver) -> T,
    ) -> Option<T> {
        match guard::catch(|| ask(self.solver.first())) {
            Ok(answer) => Some(answer),
            Err(message) => {
                self.complain(board, &Trouble::Panicked(message));
                None
            }
        }
    }

    pub(super) fn counts(&self) -> Counts {
        self.solver.counts()
    }

    /// Says what is wrong on standard error, where it is seen whatever is played instead.
    fn complain(&mut self, board: &Board, trouble: &Trouble) {
        self.troubles += 1;
        let board = board::paint::text::board(board);
        eprintln!("{trouble}; this is a mistake of Twinboard, on the board\n{board}");
        // What is remembered may be half of something.
        self.solver = ParallelSolver::new();
    }
}

fn margin(left: Duration) -> Duration {
    MARGIN + left / MARGIN_PARTS
}

/// A valid move, the first that the engine finds.
fn first_move(board: &Board) -> Option<Advice> {
    let board = engine::paint::Board::from_words(board);
    let number = board.alive().iter().next()?;
    let mut first = None;
    let _ = board.visit_areas(number, &mut |area| {
        first = Some(area.to_words());
        ControlFlow::Break(())
    });
    first.map(|mv| Advice { mv, value: None, is_hopeful: false })
}

/// What a solver advises, if it does what it promises.
fn checked(board: &Board, ask: impl FnOnce() -> Option<Advice>) -> Result<Advice, Trouble> {
    let advice = guard::catch(ask).map_err(Trouble::Panicked)?.ok_or(Trouble::Nothing)?;
    let mut game = engine::paint::Paint::set_up(board).expect("the engine is made for every board");
    match game.play(&Words::to_move(&advice.mv)) {
        Ok(_) => Ok(advice),
        Err(_) => Err(Trouble::NotValid(advice.mv)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::time::{Duration, Instant};

    use board::paint::{Board, Cell, LegalMove, Square};
    use referee::Budget;
    use solver::{Advice, Value};

    use super::{Adviser, Trouble, checked, first_move, margin};

    /// A 1 and a 2 side by side in the top row: the 2 alone has two valid moves.
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

    /// What is given one after the other.
    fn advised(adviser: &mut Adviser, board: &Board, time: Duration) -> Vec<Advice> {
        let stop = AtomicBool::new(false);
        let budget = Budget { deadline: Instant::now() + time, threads: 1, stop: &stop };
        let mut given = Vec::new();
        adviser.advise(board, &budget, &mut |advice| given.push(advice));
        given
    }

    #[test]
    fn what_a_solver_must_not_do_is_told_apart() {
        let right = advice(&[(0, 1), (0, 2)]);
        assert_eq!(checked(&board(), || Some(right.clone())), Ok(right));
        assert_eq!(checked(&board(), || None), Err(Trouble::Nothing));
        for wrong in [&[(0, 1)][..], &[(0, 1), (0, 0)], &[(2, 2)], &[(9, 9)], &[]] {
            let wrong = advice(wrong);
            let trouble = Trouble::NotValid(wrong.mv.clone());
            assert_eq!(checked(&board(), || Some(wrong)), Err(trouble));
        }
        let panicked = checked(&board(), || panic!("no idea")).unwrap_err();
        let said = panicked.to_string();
        assert!(said.starts_with("the solver panicked: no idea at "), "{said}");
    }

    #[test]
    fn a_solver_that_panics_is_forgotten_and_counted() {
        let mut adviser = Adviser::default();
        let all = &solver::Budget::unlimited();
        assert!(adviser.ask(&board(), |solver| solver.value(&board(), all)).is_some());
        assert!(adviser.counts().nodes > 0);
        assert_eq!(adviser.ask(&board(), |_| -> () { panic!("no idea") }), None);
        assert_eq!((adviser.troubles, adviser.counts().nodes), (1, 0));
    }

    #[test]
    fn a_valid_move_is_there_at_once_and_what_is_advised_comes_last() {
        let mut adviser = Adviser::default();
        let given = advised(&mut adviser, &board(), Duration::from_mins(1));
        assert_eq!(given.len(), 2);
        for advice in &given {
            assert_eq!(checked(&board(), || Some(advice.clone())).as_ref(), Ok(advice));
        }
        // Whoever paints a cell beside the other number has left no move.
        assert_eq!(given[1].value, Some(Value::Win));
        assert_eq!(adviser.troubles, 0);
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
        assert_eq!(adviser.troubles, 0);
    }

    #[test]
    fn some_time_is_always_left_for_answering() {
        assert_eq!(margin(Duration::from_secs(1)), Duration::from_millis(80));
        assert!(margin(Duration::ZERO) > Duration::ZERO);
    }
}
