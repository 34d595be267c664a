//! The second prover against exhaustive play, and solvers against each other on larger boards.

use crate::checks::{Prover, Truth, cross_examine};
use twinboard_harness::random::SplitMix;
use twinboard_vocabulary::paint::text;

use super::boards::{Boards, Kind};
use super::{MOVES_MAX, assert_correct, pool};

#[test]
fn the_prover_agrees_with_exhaustive_play() {
    for drawn in pool(8) {
        let board = text::board(&drawn.board);
        let mut prover = Prover::new(&drawn.board, MOVES_MAX, u64::MAX).expect("few moves");
        assert_eq!(prover.value(), Some(drawn.known.value), "{board}");
        let mut truth = Truth::new(MOVES_MAX);
        truth.of(&drawn.board).expect("few moves");
        let after = truth.of_moves(&drawn.board);
        let mut exact: Vec<_> = after.iter().map(|after| Some(after.value.for_other())).collect();
        let moves = prover.moves().to_vec();
        let mut found: Vec<_> = moves.iter().map(|mv| prover.value_of_move(mv)).collect();
        exact.sort();
        found.sort();
        assert_eq!(found, exact, "values of the moves of\n{board}");
    }
}

#[test]
fn the_prover_gives_up_within_its_limits() {
    let board = &pool(1)[0].board;
    let all = Prover::new(board, MOVES_MAX, u64::MAX).unwrap().moves().len();
    assert!(Prover::new(board, all, 0).is_some_and(|mut prover| prover.value().is_none()));
    assert!(all > 0 && Prover::new(board, all - 1, 0).is_none());
}

/// Boards of up to 10 × 10, most of which exhaustive play cannot finish.
#[test]
fn solvers_stand_up_to_cross_examination() {
    let mut boards = Boards::new(5);
    let mut random = SplitMix::new(5);
    let mut examined = 0;
    for kind in Kind::ALL {
        for side in [7, 8, 9, 10] {
            let board = boards.draw(kind, side);
            let count = cross_examine(&board, &mut || random.next_u64());
            examined += *count.as_ref().unwrap_or(&0);
            assert_correct(&board, "cross-examined", count.map(|_| ()));
        }
    }
    assert!(examined >= 100, "{examined} positions were examined");
}
