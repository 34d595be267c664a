//! Values of positions: the oracle's values are checked against values found by another algorithm
//! (`support/paint.rs`), and against the definition of a value.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use twinboard_games::paint::Transform;
use twinboard_vocabulary::paint::Paint as Vocabulary;
use twinboard_vocabulary::paint::{Board, Outcome, Square, Value};
use twinboard_vocabulary::{Game, Vocabulary as _};

use super::support::paint::{PaintCase, Values, board};
use super::support::play::{each_position, legal_moves, same, set_up};
use super::{Oracle, holds, start};

/// Limit in moves for exhaustive play.
const MOVES_MAX: usize = 500;

/// Checks a property that counts the cases small enough for it, and that there are enough of them.
fn holds_of_small_games(property: fn(&PaintCase) -> Result<bool, String>) {
    let counts = Arc::new([const { AtomicU32::new(0) }; 2]);
    let counted = Arc::clone(&counts);
    holds(file!(), move |case, _| {
        let is_small = property(case)?;
        counted[usize::from(is_small)].fetch_add(1, Ordering::Relaxed);
        Ok(())
    });
    let [large, small] = [0, 1].map(|index| counts[index].load(Ordering::Relaxed));
    // Too few cases, as `PROPTEST_CASES` may ask for, make no share.
    let is_share = small + large >= 50;
    assert!(!is_share || small * 4 >= large, "{small} games are small enough, and {large} are not");
}

#[test]
fn values_agree_with_exhaustive_play_and_take_as_many_moves() {
    holds_of_small_games(|case| {
        let mut values = Values::default();
        let Some(expected) = values.of(&case.setup, MOVES_MAX) else { return Ok(false) };
        let game = set_up::<Oracle>(&case.setup)?;
        let count = values.moves as u64;
        same("the value", &game.value(), &Some(expected))?;
        same("the value within just enough moves", &game.value_within(count), &Some(expected))?;
        if count > 0 {
            same("the value within one move less", &game.value_within(count - 1), &None)?;
        }
        Ok(true)
    });
}

#[test]
fn the_eight_symmetries_commute_with_the_value() {
    holds_of_small_games(|case| {
        let of = |board: &Board| Ok(set_up::<Oracle>(board)?.value_within(MOVES_MAX as u64));
        let expected: Result<Option<Value>, String> = of(&case.setup);
        let expected = expected?;
        for transform in Transform::all(case.setup.side()) {
            same(&transform.to_string(), &of(&transform.board(&case.setup))?, &expected)?;
        }
        Ok(expected.is_some())
    });
}

#[test]
fn the_value_of_a_position_is_that_of_its_best_move_or_of_its_outcome() {
    holds_of_small_games(|case| {
        let mut is_small = false;
        each_position::<Oracle>(case, |game| {
            let Some(value) = game.value_within(MOVES_MAX as u64) else { return Ok(()) };
            is_small = true;
            let expected = match game.outcome() {
                Outcome::Playing => best_of_moves(game),
                Outcome::Drawn => Value::Draw,
                // PT-22: the player to move loses.
                Outcome::Lost(_) => Value::Loss,
            };
            same("the value", &Some(value), &Some(expected))?;
            // PT-4 and PT-20: both players have the same moves.
            let fresh = set_up::<Oracle>(&game.position().board)?;
            same("the value of its board", &fresh.value(), &Some(value))
        })?;
        Ok(is_small)
    });
}

/// The best value of a move: a win has a move to a loss of the other player, a draw has none to a
/// loss but one to a draw; from a loss every move leads to a win.
fn best_of_moves(game: &Oracle) -> Value {
    let moves = legal_moves(game);
    let values = moves.iter().map(|mv| {
        let mut next = game.clone();
        next.play(&Vocabulary::to_move(mv)).expect("it was listed");
        next.value().expect("there are fewer moves than before").for_other()
    });
    values.max().expect("the game goes on")
}

#[test]
fn small_boards_have_the_values_found_by_hand() {
    for (rows, value) in [
        (&["1"][..], Value::Draw),
        (&["0"], Value::Loss),
        (&["2"], Value::Loss),
        (&["#"], Value::Draw),
        (&["B"], Value::Draw),
        (&["1 #", "# 1"], Value::Draw),
        (&["1 1", "# #"], Value::Win),
        (&["0 #", "# 1"], Value::Win),
        (&["B 1", "# #"], Value::Loss),
    ] {
        let board = board(rows);
        assert_eq!(start::<Oracle>(&board).value(), Some(value), "{rows:?}");
        assert_eq!(Values::default().of(&board, 1000), Some(value), "{rows:?}, by playing on");
    }
}

#[test]
fn a_row_of_ones_is_dawsons_kayles() {
    // Painting a 1 removes its neighbours as well: Dawson's Kayles, whose Grundy values begin 0, 1,
    // 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2 (Berlekamp, Conway, Guy, "Winning Ways").
    let lost = [4, 8, 14];
    for count in 2..=16 {
        // With two or more some are always left, so there is no draw.
        let expected = if lost.contains(&count) { Value::Loss } else { Value::Win };
        let board = Board::from_fn(count, |cell| match cell.row {
            0 => Square::Number(1),
            _ => Square::Empty,
        });
        let value = start::<Oracle>(&board).value();
        assert_eq!(value, Some(expected), "{count} in a row");
    }
}
