//! What the solver says of positions, on thousands of boards, against games that are played to all
//! their ends (`games/src/paint/solved`). Nothing is known here of how it finds out.

mod budgets;
mod large;
mod nine_cells;
mod sums;

use std::sync::LazyLock;

use board::paint::{Board, Square, text};
use solver::{Budget, Solver, Value};
use twinboard_games::paint::solved::{self, Checked, Known, Truth};

use super::support::boards::{Boards, Kind};
use super::support::paint::{areas, living};

/// Of how many moves all games from a board are played here.
const MOVES_MAX: usize = 400;

/// A board, and what is so.
struct Drawn {
    board: Board,
    known: Known,
}

/// Boards of all kinds and of sides from 3 to 6, as many of each; kinds and sides come in turn.
static POOL: LazyLock<Vec<Drawn>> = LazyLock::new(|| {
    let mut boards = Boards::new(1);
    let mut pool = Vec::new();
    for _ in 0..60 {
        for kind in Kind::ALL {
            for side in 3..=6 {
                pool.push(small_enough(&mut boards, kind, side));
            }
        }
    }
    pool
});

/// The first boards of [`POOL`]: so many of each kind and side.
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

/// What boards have to show so that a solver can be wrong about them.
#[derive(Debug, Default)]
struct Shown {
    boards: usize,
    /// By [`Value`], from the worst.
    values: [usize; 3],
    /// Boards on which no draw is possible, by their Grundy value; 4 is that or more.
    grundy: [usize; 5],
    /// Boards from which some game ends as a draw, by what they are worth.
    can_be_drawn: [usize; 3],
    with_zero: usize,
    with_paint: usize,
    /// A number of 9 or more has a move, and more than one.
    long: usize,
    /// No number is dead, and no draw is possible all the same.
    alive_for_nothing: usize,
}

impl Shown {
    fn take_down(&mut self, Drawn { board, known }: &Drawn) {
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

    /// Whether a check against such boards is worth something.
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
/// With the board, if something is said of it that is not so.
#[track_caller]
fn is_so(board: &Board, what: &str, checked: Checked) {
    if let Err(wrong) = checked {
        let text = text::board(board);
        panic!("{}: {}\n{what}, on\n\n{text}", wrong.claim, wrong.detail);
    }
}

#[test]
fn what_a_fresh_solver_says_of_a_board_is_so() {
    let mut shown = Shown::default();
    let mut checked = 0;
    for drawn in pool(20) {
        shown.take_down(drawn);
        let count = solved::check(&drawn.board);
        checked += usize::from(count.as_ref().is_ok_and(|&count| count > 0));
        is_so(&drawn.board, "a fresh solver", count.map(|_| ()));
    }
    shown.assert_rich();
    assert!(checked * 10 >= shown.boards * 9, "{checked} of {} boards were checked", shown.boards);
}

#[test]
fn what_one_solver_says_of_many_boards_in_mixed_order_is_so() {
    let mut shown = Shown::default();
    let mut solver = Solver::new();
    let mut boards = Boards::new(2);
    for (number, drawn) in POOL.iter().enumerate() {
        shown.take_down(drawn);
        let mut truth = Truth::new(MOVES_MAX);
        let board = boards.any_transform(drawn.board.side()).board(&drawn.board);
        let (board, truth) = (&board, &mut truth);
        let what = format!("board {number} of one solver");
        // Now this is asked first, now that: what one leaves behind, the next one finds.
        if number.is_multiple_of(7) {
            is_so(board, &what, solved::within(truth, &mut solver, board));
        }
        let questions: [fn(&mut Truth, &mut Solver, &Board) -> Checked; 4] =
            [solved::value, solved::grundy, solved::moves, solved::advice];
        for ask in 0..questions.len() {
            let ask = questions[(ask + number) % questions.len()];
            is_so(board, &what, ask(truth, &mut solver, board));
        }
    }
    shown.assert_rich();
}

/// Where a set kills several numbers at once, one way to join what kills them may be too long and
/// another one not.
#[test]
fn boards_on_which_one_number_can_kill_others_are_worth_what_is_said() {
    let mut boards = Boards::new(3);
    let mut solver = Solver::new();
    for _ in 0..4000 {
        let board = boards.with_a_killer(4);
        let mut truth = Truth::new(MOVES_MAX);
        if truth.of(&board).is_some() {
            is_so(&board, "one solver", solved::value(&mut truth, &mut solver, &board));
            is_so(&board, "one solver", solved::grundy(&mut truth, &mut solver, &board));
        }
    }
}

/// What a solver has not found out soon it comes back to, with what is left of it. On boards that are too
/// large for playing all games, those who come back seldom say what is so.
#[test]
fn what_is_given_up_and_asked_again_is_answered_in_full() {
    let mut boards = Boards::new(4);
    let mut compared = 0;
    for side in [4, 5].repeat(6000) {
        let board = boards.draw(Kind::Any, side);
        let budget = Budget { nodes: Some(20_000), ..Budget::unlimited() };
        if let Some(value) = Solver::new().value(&board, &budget) {
            let hasty = Solver::hasty().value(&board, &Budget::unlimited());
            assert_eq!(hasty, Some(value), "{}", text::board(&board));
            compared += 1;
        }
    }
    assert!(compared > 11_000, "{compared}");
}

#[test]
fn small_boards_are_worth_what_can_be_seen_at_once() {
    use super::support::paint::board;
    for (rows, value, grundy) in [
        (&["1"][..], Value::Draw, None),
        (&["0"], Value::Loss, Some(0)),
        (&["2"], Value::Loss, Some(0)),
        (&["#"], Value::Draw, None),
        (&["B"], Value::Draw, None),
        (&["1 #", "# 1"], Value::Draw, None),
        (&["0 #", "# 1"], Value::Win, Some(1)),
        (&["B 1", "# #"], Value::Loss, Some(0)),
        // A 1 that can be painted alone, and two that are in each other's way: 1 and 1.
        (&["1 0 0", "0 0 0", "1 1 0"], Value::Loss, Some(0)),
        // The 4 can paint a way to both corners beside the 1s, and there is one way only.
        (&["4 # # #", "# # 1 #", "# # # #", "1 # # 0"], Value::Win, Some(2)),
        // Of three in a row the middle one ends it, the others leave one.
        (&["1 1 1", "0 0 0", "0 0 0"], Value::Win, Some(2)),
    ] {
        let board = board(rows);
        let budget = solver::Budget::unlimited();
        assert_eq!(Solver::new().value(&board, &budget), Some(value), "{rows:?}");
        assert_eq!(Solver::new().grundy(&board, &budget), grundy, "{rows:?}");
    }
}
