//! Boards with too many candidate shapes for a search that tries them all.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use twinboard_oracle::Paint;
use twinboard_vocabulary::paint::{
    Board, Cell, LegalMove, NUMBER_MAX, Outcome, Paint as Vocabulary, Player, SIDE_MAX, Square,
};
use twinboard_vocabulary::{Game as _, Vocabulary as _, random};

use super::{legal_moves, set_up, start};

/// The first `most` listed moves.
fn first_moves(game: &Paint, most: usize) -> Vec<LegalMove> {
    let mut moves = Vec::new();
    let flow = game.visit_legal_moves(&mut |mv| {
        moves.push(mv.clone());
        if moves.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(flow.is_break(), moves.len() == most);
    moves
}

/// Board of the largest size, divided by zeros into pockets of 5×4 cells with a 20 in each. The
/// pockets selected by `full` have all 20 cells, the others only 19.
fn pockets(full: impl Fn(u8, u8) -> bool) -> Board {
    Board::from_fn(SIDE_MAX, |Cell { row, column }| {
        let (pocket_row, pocket_column) = (row / 6, column / 5);
        match (row % 6, column % 5) {
            (5, _) | (_, 4) => Square::Number(0),
            (2, 2) => Square::Number(NUMBER_MAX),
            (4, 3) if !full(pocket_row, pocket_column) => Square::Number(0),
            _ => Square::Empty,
        }
    })
}

#[test]
fn the_existence_of_a_move_is_decided_without_trying_every_shape() {
    let none = set_up(&pockets(|_, _| false));
    assert_eq!(none.outcome(), Outcome::Lost(Player::First));
    assert_eq!(legal_moves(&none), []);
    let one = set_up(&pockets(|row, column| (row, column) == (4, 5)));
    assert_eq!(one.outcome(), Outcome::Playing);
    let moves = legal_moves(&one);
    assert_eq!(moves.len(), 1, "the whole pocket");
    assert_eq!(moves[0].cells().len(), 20);
    let all = set_up(&pockets(|_, _| true));
    assert_eq!(legal_moves(&all).len(), 30);
}

#[test]
fn an_aborted_listing_has_shown_distinct_valid_moves() {
    let sparse = Board::from_fn(SIDE_MAX, |Cell { row, column }| match (row % 7, column % 7) {
        (3, 3) => Square::Number(NUMBER_MAX),
        _ => Square::Empty,
    });
    let game = set_up(&sparse);
    for most in [1, 2, 3000] {
        let moves = first_moves(&game, most);
        assert_eq!(moves.iter().collect::<BTreeSet<_>>().len(), most);
        for mv in moves.iter().step_by(100) {
            let painted = game.clone().play(&Vocabulary::to_move(mv)).unwrap();
            assert_eq!(&Vocabulary::played(&painted), mv);
        }
    }
}

#[test]
fn numbers_of_moves_on_an_empty_board_follow_from_polyomino_counts() {
    // The moves of a k in the middle of a large board are the fixed polyominoes of k cells with a
    // marked cell: k times their number (A001168).
    for (number, polyominoes) in (1..).zip([1, 2, 6, 19, 63, 216, 760, 2725]) {
        let mut board = Board::from_fn(17, |_| Square::Empty);
        board.set(Cell::new(8, 8), Square::Number(number));
        let count = legal_moves(&set_up(&board)).len();
        assert_eq!(count, usize::from(number) * polyominoes, "{number}");
    }
}

#[test]
fn sampled_moves_are_exactly_the_listed_ones() {
    let mut state = 1;
    let mut random = || random::next(&mut state);
    for rows in [
        &["# # # # #", "# # 3 1 #", "# # # # #", "2 1 # B B", "# # B B B"][..],
        &["4 # #", "# 0 #", "# # 2"],
        &["# # #", "# 5 #", "# # #"],
        &["1"],
    ] {
        let game = start(rows);
        let drawn = (0..20_000).filter_map(|_| game.sample_legal_move(&mut random));
        let drawn: BTreeSet<_> = drawn.collect();
        assert!(drawn.into_iter().eq(legal_moves(&game)), "{rows:?}");
    }
    for over in [&["0"][..], &["#"], &["B 1", "1 B"]] {
        assert_eq!(start(over).sample_legal_move(&mut random), None);
    }
}
