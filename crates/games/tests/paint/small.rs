//! All boards of 3 × 3 cells on both sides and on a third, independent judge (`support/paint.rs`).
//!
//! All boards with numbers up to 2 are checked in every run of the tests. With numbers up to 4 a
//! sample is, and all of them with the feature `long-tests`. Of boards that are images of each
//! other only the smallest is checked; `properties.rs` checks that the symmetries commute with
//! play.

use std::ops::{AddAssign, Range};
use std::sync::LazyLock;

use twinboard_games::paint::PaintRules;
use twinboard_harness::{Case, RuleSet};
use twinboard_vocabulary::paint::{Board, Cell, LegalMove, Move, Outcome, Square, Value};
use twinboard_vocabulary::{Game, Vocabulary as _};

use super::support::explorer;
use super::support::nine_cells::{
    CELLS, SIDE, UP_TO_FOUR, UP_TO_TWO, check_all, drawn_boards, least_board,
};
use super::support::paint::{Values, areas, judgement, moves, outcome, request};
use super::support::play::legal_moves;
use super::{Engine, Oracle, Vocabulary, start};

/// More moves than any of these boards has.
const MOVES_MAX: usize = 1 << 20;

/// Totals of all boards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Counts {
    boards: usize,
    moves: usize,
    /// Boards without a move, drawn and lost.
    drawn: usize,
    lost: usize,
    /// Boards by [`Value`], from the worst.
    values: [usize; 3],
    /// Boards on which all 512 sets of cells were judged.
    judged: usize,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.boards += other.boards;
        self.moves += other.moves;
        self.drawn += other.drawn;
        self.lost += other.lost;
        self.judged += other.judged;
        for (sum, count) in self.values.iter_mut().zip(other.values) {
            *sum += count;
        }
    }
}

#[test]
fn engine_and_oracle_agree_on_all_boards_of_nine_cells_with_numbers_up_to_two() {
    // The boards by Burnside's lemma: (4^9 + 2·4^3 + 4^5 + 4·4^6) / 8. The other totals are from a
    // separate program in C, written from RULES.md before this test.
    let expected = Counts {
        boards: 34_960,
        moves: 56_676,
        drawn: 102,
        lost: 11_334,
        values: [16_229, 279, 18_452],
        judged: 745,
    };
    assert_eq!(check_all(UP_TO_TWO, |part| check_part(UP_TO_TWO, part, 47)), expected);
}

/// Takes nine minutes of processor time.
#[cfg(feature = "long-tests")]
#[test]
fn engine_and_oracle_agree_on_all_boards_of_nine_cells_with_numbers_up_to_four() {
    // (6^9 + 2·6^3 + 6^5 + 4·6^6) / 8 boards; the other totals are from the same program.
    let expected = Counts {
        boards: 1_284_066,
        moves: 1_906_353,
        drawn: 102,
        lost: 413_777,
        values: [593_478, 323, 690_265],
        judged: 1_284_066,
    };
    assert_eq!(check_all(UP_TO_FOUR, |part| check_part(UP_TO_FOUR, part, 1)), expected);
}

#[test]
fn engine_and_oracle_agree_on_a_sample_of_boards_of_nine_cells_with_numbers_up_to_four() {
    let mut values = Values::default();
    let mut counts = Counts::default();
    let with_zero: Vec<_> = UP_TO_FOUR.iter().copied().chain([Square::Number(0)]).collect();
    for board in drawn_boards(&with_zero, 3_000) {
        counts += check_board(&board, &mut values);
        if counts.boards.is_multiple_of(10) {
            judge_every_set(&board);
        }
    }
    assert_eq!(counts.boards, 3_000);
    assert!(counts.moves > counts.boards, "{counts:?}");
    assert!(counts.values.iter().all(|&count| count > 0), "{counts:?}");
}

#[test]
fn every_set_of_cells_is_judged_equally_in_all_positions_of_a_sample_of_games() {
    let mut seen = 0;
    let mut ends = [0; 2];
    for board in drawn_boards(UP_TO_TWO, 150).chain(drawn_boards(UP_TO_FOUR, 150)) {
        explorer::explore::<_, Engine, Oracle>(&PaintRules, &board, &SETS, &mut |game, legal| {
            let position = game.position();
            let expected = moves(&position.board, MOVES_MAX).expect("a small board");
            assert_eq!(legal, expected, "{board:?}");
            assert_eq!(game.outcome(), outcome(&position.board, position.to_move), "{board:?}");
            seen += 1;
            match game.outcome() {
                Outcome::Playing => {}
                Outcome::Drawn => ends[0] += 1,
                Outcome::Lost(_) => ends[1] += 1,
            }
        });
    }
    assert!(seen > 600 && ends[1] > 200, "{seen} positions, of which {ends:?} are ends");
}

/// All 512 sets of the nine cells.
static SETS: LazyLock<Vec<Move>> = LazyLock::new(|| {
    let cell = |index: usize| Cell::new(index as u8 / SIDE, index as u8 % SIDE);
    let set = |set: usize| request((0..CELLS).filter(|index| set >> index & 1 == 1).map(cell));
    (0..1 << CELLS).map(set).collect()
});

/// Checks a part of the boards, and every `one_of`-th board with all sets of cells as moves. A
/// prime that does not divide the number of contents makes a sample in which every cell still has
/// all contents.
fn check_part(contents: &[Square], part: Range<usize>, one_of: usize) -> Counts {
    // Values are kept for this part only: those of all boards would fill the memory.
    let mut values = Values::default();
    let mut counts = Counts::default();
    for number in part {
        let Some(board) = least_board(contents, number) else { continue };
        counts += check_board(&board, &mut values);
        if number.is_multiple_of(one_of) {
            judge_every_set(&board);
            counts.judged += 1;
        }
    }
    counts
}

/// Compares both sides with the third judge on a board and after each of its moves.
///
/// # Panics
///
/// With the case that shows a difference.
fn check_board(board: &Board, values: &mut Values) -> Counts {
    let (engine, oracle): (Engine, Oracle) = (start(board), start(board));
    let expected = moves(board, MOVES_MAX).expect("a small board");
    check(board, &[], "the oracle's list", &legal_moves(&oracle), &expected);
    let position = oracle.position();
    check(board, &[], "the oracle's position", &position.board, board);
    let ending = outcome(board, position.to_move);
    check(board, &[], "the oracle's outcome", &oracle.outcome(), &ending);
    shows_the_same(board, &[], &engine, &oracle);
    counts_the_same(board, &engine, &oracle);
    for legal in &expected {
        let (mut engine, mut oracle) = (engine.clone(), oracle.clone());
        let mv = Vocabulary::to_move(legal);
        let played = oracle.play(&mv);
        check(board, &[&mv], "the oracle's answer", &played, &judgement(board, &mv));
        check(board, &[&mv], "the engine's answer", &engine.play(&mv), &played);
        shows_the_same(board, &[&mv], &engine, &oracle);
    }
    let value = values.of(board, usize::MAX).expect("there is no limit");
    check(board, &[], "the oracle's value", &oracle.value(), &Some(value));
    let mut counts = Counts { boards: 1, moves: expected.len(), ..Counts::default() };
    counts.drawn = usize::from(ending == Outcome::Drawn);
    counts.lost = usize::from(matches!(ending, Outcome::Lost(_)));
    let place = Value::ALL.iter().position(|&one| one == value).expect("it is one of them");
    counts.values[place] = 1;
    counts
}

/// Compares the engine with the oracle after the same moves.
fn shows_the_same(board: &Board, path: &[&Move], engine: &Engine, oracle: &Oracle) {
    check(board, path, "the engine's position", &engine.position(), &oracle.position());
    check(board, path, "the engine's outcome", &engine.outcome(), &oracle.outcome());
    check(board, path, "the engine's list", &legal_moves(engine), &legal_moves(oracle));
    check(board, path, "the engine's own validation", &engine.validate(), &Ok(()));
}

/// Compares both sides with the third judge.
fn counts_the_same(board: &Board, engine: &Engine, oracle: &Oracle) {
    for (at, _) in board.numbers() {
        let areas = areas(board, at, MOVES_MAX).expect("a small board");
        let count = areas.len() as u64;
        let Some(like) = areas.into_iter().next().map(LegalMove::new) else { continue };
        for (limit, expected) in [(count, Some(count)), (count - 1, None)] {
            let what = format!("the count at {at}, at most {limit}");
            check(board, &[], &what, &engine.count_kind(&like, limit), &expected);
            check(board, &[], &what, &oracle.count_kind(&like, limit), &expected);
        }
    }
}

/// Compares the judgements of every set of cells. Refused moves are tried on one game, without
/// copies.
fn judge_every_set(board: &Board) {
    let (engine, oracle): (Engine, Oracle) = (start(board), start(board));
    let (mut refusing_engine, mut refusing_oracle) = (engine.clone(), oracle.clone());
    for mv in SETS.iter() {
        let expected = judgement(board, mv);
        let results = if expected.is_ok() {
            [engine.clone().play(mv), oracle.clone().play(mv)]
        } else {
            [refusing_engine.play(mv), refusing_oracle.play(mv)]
        };
        check(board, &[mv], "the engine's answer", &results[0], &expected);
        check(board, &[mv], "the oracle's answer", &results[1], &expected);
    }
    check(
        board,
        &[],
        "the oracle, after refusals",
        &refusing_oracle.position(),
        &oracle.position(),
    );
    shows_the_same(board, &[], &refusing_engine, &refusing_oracle);
}

#[track_caller]
fn check<T: PartialEq + std::fmt::Debug>(
    board: &Board,
    path: &[&Move],
    what: &str,
    actual: &T,
    expected: &T,
) {
    if actual != expected {
        let case = Case::new(board.clone(), path.iter().copied().cloned().collect());
        let case = PaintRules.text().print(&case);
        panic!("{what} should be {expected:?} and is {actual:?}, after\n\n{case}");
    }
}
