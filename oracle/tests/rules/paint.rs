//! The oracle of paint, compared with boards worked out by hand from the rules.
//! `crates/games/tests/paint` compares it with another implementation, on all small boards.
//!
//! Boards are written as in case files: the top row first, `#` an empty cell, `B` a painted one.
//! Cells are `(row, column)`, both from 0.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use twinboard_oracle::Paint;
use twinboard_oracle::paint::VALUE_MOVES_MAX;
use twinboard_vocabulary::paint::{
    Board, Cell, LegalMove, Move, NUMBER_MAX, Outcome, Paint as Vocabulary, Painted, Player,
    Refusal, SIDE_MAX, Square, Value,
};
use twinboard_vocabulary::{Game as _, Vocabulary as _, random};

use super::{assert_refused, legal_moves};

/// Row and column of a cell.
type Place = (u8, u8);

fn board(rows: &[&str]) -> Board {
    format!("{}\n{}\n", rows.len(), rows.join("\n")).parse().expect("the rows are a board")
}

fn start(rows: &[&str]) -> Paint {
    set_up(&board(rows))
}

fn set_up(board: &Board) -> Paint {
    Paint::set_up(board).expect("every board can be set up")
}

fn cells(places: &[Place]) -> LegalMove {
    LegalMove::new(places.iter().map(|&(row, column)| Cell::new(row, column)))
}

fn play(game: &mut Paint, places: &[Place]) -> Result<Painted, Refusal> {
    game.play(&Move::new(places.iter().map(|&(row, column)| Cell::new(row, column))))
}

#[track_caller]
fn assert_shows(game: &Paint, rows: &[&str], to_move: Player) {
    let position = game.position();
    assert_eq!((position.board, position.to_move), (board(rows), to_move));
}

/// The cells may be off the board.
#[track_caller]
fn assert_refuses(game: &Paint, picks: &[(u64, u64)], refusal: Refusal) {
    assert_refused(game, &Move::new(picks.iter().copied()), refusal);
}

// Refusals of moves and their order (PT-8 to PT-17).

/// Board of the example in the rules, with five painted cells.
const BOARD: [&str; 5] = ["# # # # #", "# # 3 1 #", "# # # # #", "2 1 # B B", "# # B B B"];

#[test]
fn the_valid_moves_of_the_table_of_the_rules_are_played() {
    let mut game = start(&BOARD);
    let painted = play(&mut game, &[(1, 2), (0, 2), (0, 1)]).unwrap();
    let expected =
        Painted { cells: cells(&[(0, 1), (0, 2), (1, 2)]), number: 3, at: Cell::new(1, 2) };
    assert_eq!(painted, expected);
    let after = ["# B B # #", "# # B 1 #", "# # # # #", "2 1 # B B", "# # B B B"];
    assert_shows(&game, &after, Player::Second);

    let mut game = start(&BOARD);
    let painted = play(&mut game, &[(3, 1)]).unwrap();
    assert_eq!((painted.number, painted.at), (1, Cell::new(3, 1)), "(4,2) is at a corner only");
}

#[test]
fn the_refused_moves_of_the_table_of_the_rules_are_refused() {
    use Refusal::{
        NoCells, NoNumber, NotConnected, OffBoard, Painted, Repeated, SeveralNumbers, TouchesPaint,
        WrongCount,
    };
    let game = start(&BOARD);
    for (picks, refusal) in [
        (&[][..], NoCells),
        (&[(5, 0)], OffBoard),
        (&[(1, 3), (1, 3)], Repeated),
        (&[(3, 3), (1, 3)], Painted),
        (&[(1, 2), (0, 1), (0, 0)], NotConnected),
        (&[(0, 0), (0, 1)], NoNumber),
        (&[(1, 2), (1, 3), (0, 2)], SeveralNumbers),
        (&[(1, 2), (0, 2)], WrongCount),
        (&[(1, 2), (2, 2), (2, 3)], TouchesPaint),
    ] {
        assert_refuses(&game, picks, refusal);
    }
}

#[test]
fn of_two_reasons_the_first_in_the_order_of_the_rules_is_given() {
    use Refusal::{
        GameOver, NoNumber, NotConnected, OffBoard, Painted, Repeated, SeveralNumbers, WrongCount,
    };
    // PT-8 before PT-9, before PT-10, before what any other clause says of the cells.
    let over = start(&["B 1", "0 #"]);
    for picks in [&[][..], &[(2, 0)], &[(0, 1), (0, 1)], &[(0, 0)], &[(0, 1)], &[(1, 1)]] {
        assert_refuses(&over, picks, GameOver);
    }
    let game = start(&BOARD);
    for (picks, refusal) in [
        // PT-10 and PT-11: the same cell off the board, or another one, twice.
        (&[(5, 0), (5, 0)][..], OffBoard),
        (&[(1, 3), (1, 3), (0, 5)], OffBoard),
        // PT-10 and PT-12.
        (&[(3, 3), (0, 5)], OffBoard),
        // PT-11 and PT-12.
        (&[(3, 3), (3, 3)], Repeated),
        // PT-11 and PT-13.
        (&[(0, 0), (0, 0), (1, 2)], Repeated),
        // PT-12 and PT-13; PT-12 and PT-14.
        (&[(0, 0), (4, 4)], Painted),
        (&[(3, 3), (3, 4)], Painted),
        // PT-13 and PT-14.
        (&[(0, 0), (2, 2)], NotConnected),
        // PT-13 and PT-15.
        (&[(3, 0), (1, 2)], NotConnected),
        // PT-13 and PT-17: (2,4) touches the painted (3,4).
        (&[(1, 2), (0, 2), (2, 4)], NotConnected),
        // PT-14 and PT-17.
        (&[(2, 3)], NoNumber),
        // PT-15 and PT-16: neither number is 2.
        (&[(1, 2), (1, 3)], SeveralNumbers),
        // PT-15 and PT-17.
        (&[(1, 2), (1, 3), (2, 3)], SeveralNumbers),
        // PT-16 and PT-17.
        (&[(1, 2), (2, 2), (2, 3), (2, 4)], WrongCount),
    ] {
        assert_refuses(&game, picks, refusal);
    }
}

// The end of a game and its outcome (PT-8, PT-18, PT-20 to PT-22).

#[test]
fn the_small_boards_of_the_rules_end_as_written_there() {
    let mut one = start(&["1"]);
    assert_eq!(one.outcome(), Outcome::Playing);
    play(&mut one, &[(0, 0)]).unwrap();
    assert_eq!(one.outcome(), Outcome::Drawn);

    assert_eq!(start(&["0"]).outcome(), Outcome::Lost(Player::First));

    for order in [[(0, 0), (1, 1)], [(1, 1), (0, 0)]] {
        let mut corners = start(&["1 #", "# 1"]);
        for place in order {
            assert_eq!(corners.outcome(), Outcome::Playing);
            play(&mut corners, &[place]).unwrap();
        }
        assert_eq!(corners.outcome(), Outcome::Drawn);
    }

    for place in [(0, 0), (0, 1)] {
        let mut neighbours = start(&["1 1", "# #"]);
        play(&mut neighbours, &[place]).unwrap();
        assert_eq!(neighbours.outcome(), Outcome::Lost(Player::Second));
    }
}

// Values of positions under perfect play of both players.

#[track_caller]
fn assert_is_worth(rows: &[&str], value: Value) {
    assert_eq!(start(rows).value(), Some(value), "{rows:?}");
}

#[test]
fn values_equal_those_of_the_rules_and_those_worked_out_by_hand() {
    assert_is_worth(&["1"], Value::Draw);
    assert_is_worth(&["0"], Value::Loss);
    assert_is_worth(&["1 #", "# 1"], Value::Draw);
    assert_is_worth(&["1 1", "# #"], Value::Win);
    // A single number can be painted: then none is left, or the other player cannot move.
    assert_is_worth(&["# #", "2 #"], Value::Draw);
    assert_is_worth(&["1 0", "# #"], Value::Win);
    // After either number is painted, the other one cannot be.
    assert_is_worth(&["2 #", "# 1"], Value::Win);
    // Two pairs of neighbours: one of each is painted, then the first player has no move.
    assert_is_worth(&["1 1 #", "# # #", "# 1 1"], Value::Loss);
    // The middle one ends the game; an end leaves the other end to the opponent.
    assert_is_worth(&["1 1 1", "# # #", "# # #"], Value::Win);
    // Three cells from the opposite corner can keep away from the 1, so both numbers get painted.
    // Four cells can reach a neighbour of the 1.
    assert_is_worth(&["3 # #", "# # #", "# # 1"], Value::Draw);
    assert_is_worth(&["4 # #", "# # #", "# # 1"], Value::Win);
    // Two moves in either order; then the 0 is left and the first player has no move.
    assert_is_worth(&["2 # 0", "# # #", "# # 1"], Value::Loss);
    // The 4 can reach a neighbour of the 1, so there is no second move.
    assert_is_worth(&["4 # 0", "# # #", "# # 1"], Value::Win);
}

#[test]
fn values_are_those_to_the_player_to_move_up_to_a_limit_of_moves() {
    let mut game = start(&["1 1 #", "# # #", "# 1 1"]);
    assert_eq!(game.value(), Some(Value::Loss));
    play(&mut game, &[(0, 0)]).unwrap();
    assert_eq!(game.position().to_move, Player::Second);
    assert_eq!(game.value(), Some(Value::Win));
    play(&mut game, &[(2, 2)]).unwrap();
    assert_eq!(game.value(), Some(Value::Loss));
    // Two first moves, and one after each of them, but to different positions: four.
    let game = start(&["1 #", "# 1"]);
    assert_eq!(game.value_within(4), Some(Value::Draw));
    assert_eq!(game.value_within(3), None);
    assert_eq!(start(&["0"]).value_within(0), Some(Value::Loss), "no move needs to be played");
    let large = Board::from_fn(SIDE_MAX, |Cell { row, column }| match (row + 2 * column) % 5 {
        0 => Square::Number(15),
        _ => Square::Empty,
    });
    assert_eq!(set_up(&large).value_within(VALUE_MOVES_MAX / 100), None);
}

// Boards with too many candidate shapes for a search that tries them all.

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
