//! Properties of every game of paint, for the engine and for the oracle. That moves are refused for
//! the right reason and paint their cells only is checked at every step by the invariants.
//!
//! Each property is a generic function, run for each side on the same generated cases. Its
//! expectations are derived from boards alone (`support/paint.rs`), and shared neither with a side
//! nor with the invariants that the harness checks.

use twinboard_games::paint::{self, PaintRules};
use twinboard_vocabulary::Game as _;
use twinboard_vocabulary::paint::Paint as Vocabulary;
use twinboard_vocabulary::paint::{Board, LegalMove, Player, Position, Square};

use super::support::paint::{LISTED_MAX, PaintCase, areas, listed, living, moves, outcome};
use super::support::play::{all_lists, each_position, legal_moves, same};
use super::support::{self, Side, agrees, on_both_sides};
use super::{Engine, Oracle, start};

fn holds(property: impl support::Property<PaintRules>) {
    super::holds(file!(), property);
}

on_both_sides! {
    lists_counts_and_outcomes_agree_with_growing_sets: lists_and_counts;
}

#[test]
fn engine_and_oracle_agree() {
    let subject = paint::subject();
    holds(move |case, activity| agrees(&PaintRules, &*subject, case, activity));
}

/// PT-7 and PT-20 to PT-22: the listed moves, the number of moves of each number, and the outcome.
fn lists_and_counts<G: Side<Vocabulary>>(case: &PaintCase) -> Result<(), String> {
    each_position::<G>(case, |game| {
        let Position { board, to_move } = game.position();
        same("the outcome", &game.outcome(), &outcome(&board, to_move))?;
        if let Some(expected) = moves(&board, LISTED_MAX) {
            let listed = listed(game, LISTED_MAX).ok_or("more moves are listed than exist")?;
            same("the legal moves", &listed, &expected)?;
        }
        for (at, _) in living(&board).take(4) {
            let Some(areas) = areas(&board, at, LISTED_MAX) else { continue };
            let count = areas.len() as u64;
            let like = LegalMove::new(areas.into_iter().next().expect("it is alive"));
            let counts = [count, count + 1, u64::MAX].map(|limit| game.count_kind(&like, limit));
            if counts != [Some(count); 3] || game.count_kind(&like, count - 1).is_some() {
                return Err(format!("{at} has {count} moves, but the counts are {counts:?}"));
            }
        }
        Ok(())
    })
}

/// All boards of this side with empty cells, paint and these numbers.
fn all_boards(side: u8, numbers: &[u8]) -> impl Iterator<Item = Board> + use<> {
    let numbers = numbers.iter().map(|&number| Square::Number(number));
    let kinds: Vec<_> = [Square::Empty, Square::Painted].into_iter().chain(numbers).collect();
    let squares = all_lists(kinds, u32::from(side) * u32::from(side));
    squares.map(move |squares| Board::new(side, squares).expect("a small board"))
}

#[test]
fn on_all_small_boards_the_moves_are_those_of_growing_sets() {
    let larger = (1..=6).flat_map(|number| all_boards(3, &[number]));
    for board in all_boards(2, &[0, 1, 2, 3, 4]).chain(larger) {
        let oracle = start::<Oracle>(&board);
        assert_eq!(Some(legal_moves(&oracle)), moves(&board, LISTED_MAX), "{board:?}");
        assert_eq!(oracle.outcome(), outcome(&board, Player::First), "{board:?}");
    }
}
