//! All boards of 3 × 3 cells, once up to the eight symmetries: with numbers up to 2 in every run,
//! with numbers up to 4 a sample, and all of those with the feature `long-tests`.

use std::ops::{AddAssign, Range};

use crate::checks::{self, Truth};
use twinboard_solver::Solver;
use twinboard_vocabulary::paint::Square;

use super::assert_correct;
use super::support::nine_cells::{UP_TO_FOUR, UP_TO_TWO, check_all, drawn_boards, least_boards};

/// Totals of all boards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Counts {
    boards: usize,
    /// Boards by value, from the worst.
    values: [usize; 3],
    /// Boards without a possible draw, by Grundy value.
    grundy: [usize; 5],
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.boards += other.boards;
        let sums = self.values.iter_mut().chain(&mut self.grundy);
        for (sum, count) in sums.zip(other.values.into_iter().chain(other.grundy)) {
            *sum += count;
        }
    }
}

/// Checks all boards of a part with one solver.
fn check_part(contents: &[Square], part: Range<usize>) -> Counts {
    // Solutions are kept for this part only: those of all boards would fill the memory.
    let (mut truth, mut solver) = (Truth::new(usize::MAX), Solver::new());
    let mut counts = Counts::default();
    for board in least_boards(contents, part) {
        assert_correct(
            &board,
            "a solver of many boards",
            checks::value(&mut truth, &mut solver, &board),
        );
        assert_correct(
            &board,
            "a solver of many boards",
            checks::grundy(&mut truth, &mut solver, &board),
        );
        let known = truth.of(&board).expect("there is no limit");
        counts.boards += 1;
        counts.values[known.value as usize] += 1;
        if !known.can_be_drawn {
            counts.grundy[known.grundy as usize] += 1;
        }
    }
    counts
}

#[test]
fn the_solver_is_right_on_all_boards_of_nine_cells_with_numbers_up_to_two() {
    // The boards and their values are those of `small.rs`, from a separate program.
    let expected = Counts {
        boards: 34_960,
        values: [16_229, 279, 18_452],
        grundy: [16_229, 13_637, 3_277, 1_499, 16],
    };
    assert_eq!(check_all(UP_TO_TWO, |part| check_part(UP_TO_TWO, part)), expected);
}

/// The Grundy values are those of a plain mex; no other program has counted them.
#[cfg(feature = "long-tests")]
#[test]
fn the_solver_is_right_on_all_boards_of_nine_cells_with_numbers_up_to_four() {
    let expected = Counts {
        boards: 1_284_066,
        values: [593_478, 323, 690_265],
        grundy: [593_478, 560_149, 102_545, 27_458, 44],
    };
    assert_eq!(check_all(UP_TO_FOUR, |part| check_part(UP_TO_FOUR, part)), expected);
}

#[test]
fn all_answers_are_right_on_a_sample_of_boards_of_nine_cells_with_numbers_up_to_four() {
    let contents: Vec<Square> = UP_TO_FOUR.iter().copied().chain([Square::Number(0)]).collect();
    let mut checked = 0;
    for board in drawn_boards(&contents, 500) {
        let count = checks::check(&board);
        checked += usize::from(count.as_ref().is_ok_and(|&count| count > 0));
        assert_correct(&board, "a fresh solver", count.map(|_| ()));
    }
    assert_eq!(checked, 500);
}
