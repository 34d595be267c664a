//! Guesses on boards too large for exhaustive play.

use twinboard_vocabulary::paint::{Board, Square, text};

use crate::Solver;
use crate::budget::{Budget, Metered};
use crate::position::Position;
use crate::random::next_random;

const SIDE: u8 = 14;

/// A board with a number in about every fifth cell.
fn large_board(random: &mut u64) -> Board {
    Board::from_fn(SIDE, |_| match next_random(random) % 20 {
        0..4 => Square::Number(2 + (next_random(random) % 5) as u8),
        4 => Square::Painted,
        _ => Square::Empty,
    })
}

#[test]
fn guesses_leave_no_proofs() {
    let mut random = 1;
    let mut work = 0;
    for _ in 0..20 {
        let board = large_board(&mut random);
        let position = Position::of(&board);
        assert!(!position.can_be_drawn, "a number of this many is dead");
        let mut solver = Solver::new();
        let mut search = solver.begin(&Budget::unlimited()).grundy;
        let sum = search.sum(position.components);
        let guess = search.with_limit(20_000, |search| search.guess_lost(&sum));
        assert!(guess.is_ok(), "the budget has no limit");
        work += solver.guessed.used();
        assert_eq!(solver.proved.used(), 0, "on\n{}", text::board(&board));
    }
    assert!(work > 1_000, "{work} guesses");
}
