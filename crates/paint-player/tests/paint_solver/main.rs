//! The solver's answers on thousands of boards, checked against exhaustive play
//! (`checks`), without knowledge of its algorithms; and its planted faults, which these checks notice.
//!
//! Boards are of eight kinds ([`Kind`]). The tests count and demand draws, Grundy values of 4 and
//! more, long sets, mirrored and nearly mirrored halves, and rare good moves.

mod boards;
mod budgets;
mod checks;
mod corpus;
mod large;
mod planted;
mod prover;
mod sums;
mod support;

use std::sync::LazyLock;

use crate::checks::{CheckResult, Solution, Truth};
use twinboard_solver::{Budget, Solver, Value};
use twinboard_vocabulary::paint::{Board, Square, text};

use boards::{Boards, Kind};
use support::paint::{areas, living};

/// Limit in moves for exhaustive play.
const MOVES_MAX: usize = 400;

/// Boards of each kind and side.
const OF_EACH: usize = if cfg!(feature = "long-tests") { 60 } else { 24 };

/// A board and its solution.
struct Drawn {
    board: Board,
    known: Solution,
}

/// Boards in equal numbers of each kind and side, from 3 to 6; kinds and sides alternate.
static POOL: LazyLock<Vec<Drawn>> = LazyLock::new(|| {
    let mut boards = Boards::new(1);
    let mut pool = Vec::new();
    for _ in 0..OF_EACH {
        for kind in Kind::ALL {
            for side in 3..=6 {
                pool.push(small_enough(&mut boards, kind, side));
            }
        }
    }
    pool
});

/// The first boards of [`POOL`], `of_each` of each kind and side.
fn pool(of_each: usize) -> &'static [Drawn] {
    &POOL[..of_each * Kind::ALL.len() * 4]
}

/// Draws boards until one is small enough.
fn small_enough(boards: &mut Boards, kind: Kind, side: u8) -> Drawn {
    let mut drawn = (0..1000).map(|_| boards.draw(kind, side));
    let found = drawn.find_map(|board| {
        let known = Truth::new(MOVES_MAX).of(&board)?;
        Some(Drawn { board, known })
    });
    found.unwrap_or_else(|| panic!("no board of kind {kind:?} and side {side} is small enough"))
}

/// Counts of the features that make a solver err.
#[derive(Debug, Default)]
struct Shown {
    boards: usize,
    /// Boards by [`Value`], from the worst.
    values: [usize; 3],
    /// Boards without a possible draw, by Grundy value; the last counts 4 and more.
    grundy: [usize; 5],
    /// Boards from which some game ends as a draw, by value.
    can_be_drawn: [usize; 3],
    with_zero: usize,
    with_paint: usize,
    /// Boards on which a number of 9 or more has at least two moves.
    long: usize,
    /// Boards without a dead number on which no draw is possible nevertheless.
    alive_for_nothing: usize,
}

impl Shown {
    fn count(&mut self, Drawn { board, known }: &Drawn) {
        self.boards += 1;
        self.values[known.value as usize] += 1;
        if known.can_be_drawn {
            self.can_be_drawn[known.value as usize] += 1;
        } else {
            self.grundy[known.grundy.min(4) as usize] += 1;
            self.alive_for_nothing += usize::from(!known.has_dead);
        }
        let has = |square| usize::from(board.squares().contains(&square));
        self.with_zero += has(Square::Number(0));
        self.with_paint += has(Square::Painted);
        let is_long = |(at, number)| {
            number >= 9 && areas(board, at, MOVES_MAX).is_some_and(|areas| areas.len() > 1)
        };
        self.long += usize::from(living(board).any(is_long));
    }

    /// Asserts that all features occur often enough for the check to be meaningful.
    fn assert_rich(&self) {
        let of_100 = |count: usize| count * 100 / self.boards;
        assert!(self.values.iter().all(|&count| of_100(count) >= 4), "{self:?}");
        assert!(self.grundy[..4].iter().all(|&count| of_100(count) >= 8), "{self:?}");
        assert!(of_100(self.grundy[4]) >= 1, "{self:?}");
        let [_, drawn, won] = self.can_be_drawn;
        assert!(of_100(drawn) >= 4 && of_100(won) >= 2, "{self:?}");
        assert!(of_100(self.with_zero) >= 15 && of_100(self.with_paint) >= 15, "{self:?}");
        assert!(of_100(self.long) >= 1 && self.alive_for_nothing > 0, "{self:?}");
    }
}

/// # Panics
///
/// With the board, if an answer is wrong.
#[track_caller]
fn assert_correct(board: &Board, what: &str, checked: CheckResult) {
    if let Err(wrong) = checked {
        let text = text::board(board);
        panic!("{}: {}\n{what}, on\n\n{text}", wrong.assertion, wrong.detail);
    }
}

#[test]
fn a_fresh_solver_is_right() {
    let mut shown = Shown::default();
    let mut checked = 0;
    for drawn in pool(OF_EACH / 3) {
        shown.count(drawn);
        let count = checks::check(&drawn.board);
        checked += usize::from(count.as_ref().is_ok_and(|&count| count > 0));
        assert_correct(&drawn.board, "a fresh solver", count.map(|_| ()));
    }
    shown.assert_rich();
    assert!(checked * 10 >= shown.boards * 9, "{checked} of {} boards were checked", shown.boards);
}

#[test]
fn one_solver_is_right_on_many_boards_in_mixed_order() {
    let mut shown = Shown::default();
    let mut solver = Solver::new();
    let mut boards = Boards::new(2);
    for (number, drawn) in POOL.iter().enumerate() {
        shown.count(drawn);
        let mut truth = Truth::new(MOVES_MAX);
        let board = boards.any_transform(drawn.board.side()).board(&drawn.board);
        let (board, truth) = (&board, &mut truth);
        let what = format!("board {number} of one solver");
        // The first question varies, because each leaves entries in the tables for the next.
        if number.is_multiple_of(7) {
            assert_correct(board, &what, checks::within(truth, &mut solver, board));
        }
        let questions: [fn(&mut Truth, &mut Solver, &Board) -> CheckResult; 3] =
            [checks::value, checks::grundy, checks::advice];
        for ask in 0..questions.len() {
            let ask = questions[(ask + number) % questions.len()];
            assert_correct(board, &what, ask(truth, &mut solver, board));
        }
    }
    shown.assert_rich();
}

/// If a set kills several numbers at once, one path to connect the cells that kill them may be too
/// long and another one may fit.
#[test]
fn values_are_right_where_one_number_can_kill_others() {
    let mut boards = Boards::new(3);
    let mut solver = Solver::new();
    for _ in 0..2000 {
        let board = boards.with_a_killer(4);
        let mut truth = Truth::new(MOVES_MAX);
        if truth.of(&board).is_some() {
            assert_correct(&board, "one solver", checks::value(&mut truth, &mut solver, &board));
            assert_correct(&board, "one solver", checks::grundy(&mut truth, &mut solver, &board));
        }
    }
}

/// A search that exceeds its limit is run again with a larger one. On boards too large
/// for exhaustive play, a hasty solver must agree with a fresh one.
#[test]
fn searches_given_up_and_run_again_find_the_value() {
    let mut boards = Boards::new(4);
    let mut compared = 0;
    for side in [4, 5].repeat(3000) {
        let board = boards.draw(Kind::Any, side);
        let budget = Budget { nodes: Some(20_000), ..Budget::unlimited() };
        if let Some(value) = Solver::new().value(&board, &budget) {
            let hasty = Solver::hasty().value(&board, &Budget::unlimited());
            assert_eq!(hasty, Some(value), "{}", text::board(&board));
            compared += 1;
        }
    }
    assert!(compared > 5_500, "{compared}");
}

#[test]
fn small_boards_have_the_values_found_by_hand() {
    use crate::support::paint::board;
    for (rows, value, grundy) in [
        (&["1"][..], Value::Draw, None),
        (&["0"], Value::Loss, Some(0)),
        (&["2"], Value::Loss, Some(0)),
        (&["#"], Value::Draw, None),
        (&["B"], Value::Draw, None),
        (&["1 #", "# 1"], Value::Draw, None),
        (&["0 #", "# 1"], Value::Win, Some(1)),
        (&["B 1", "# #"], Value::Loss, Some(0)),
        // A lone 1 and two adjacent ones that exclude each other: Grundy values 1 and 1.
        (&["1 0 0", "0 0 0", "1 1 0"], Value::Loss, Some(0)),
        // The 4 can paint a path past both 1s, and only one path does.
        (&["4 # # #", "# # 1 #", "# # # #", "1 # # 0"], Value::Win, Some(2)),
        // The middle one of three ends the game, each of the others leaves one.
        (&["1 1 1", "0 0 0", "0 0 0"], Value::Win, Some(2)),
    ] {
        let board = board(rows);
        let budget = twinboard_solver::Budget::unlimited();
        assert_eq!(Solver::new().value(&board, &budget), Some(value), "{rows:?}");
        assert_eq!(Solver::new().grundy(&board, &budget), grundy, "{rows:?}");
    }
}
