//! The oracle compared with the brute-force implementation on all small boards.

use twinboard_vocabulary::paint::{
    Board, Cell, Move, Outcome, Paint as Vocabulary, Painted, Player, Position, Square,
};
use twinboard_vocabulary::{Game as _, Vocabulary as _};

use super::naive::{self, all_boards, connected_sets};
use super::{SplitMix64, drawn, legal_moves, set_up};

/// Asserts that listing and outcome of a board equal those of the brute-force implementation.
#[track_caller]
fn assert_agrees(board: &Board, connected: &[Vec<Cell>]) {
    let game = set_up(board);
    let expected = naive::legal_moves(board, connected);
    assert_eq!(legal_moves(&game), expected, "{:?}", drawn(board));
    let outcome = match (expected.is_empty(), board.numbers().next().is_none()) {
        (false, _) => Outcome::Playing,
        (true, true) => Outcome::Drawn,
        (true, false) => Outcome::Lost(Player::First),
    };
    assert_eq!(game.outcome(), outcome, "{:?}", drawn(board));
}

#[test]
fn on_all_small_boards_the_moves_are_the_sets_of_cells_that_the_rules_allow() {
    let connected = connected_sets(2);
    for board in all_boards(2, &["#", "B", "0", "1", "2", "3", "4"]) {
        assert_agrees(&board, &connected);
    }
    let connected = connected_sets(3);
    for number in ["1", "2", "3", "4", "5", "6"] {
        for board in all_boards(3, &["#", "B", number]) {
            assert_agrees(&board, &connected);
        }
    }
}

#[test]
fn on_a_sample_of_boards_the_moves_are_the_sets_of_cells_that_the_rules_allow() {
    let mut random = SplitMix64(3);
    let connected = connected_sets(3);
    let kinds =
        ["#", "#", "#", "#", "#", "#", "B", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
    for _ in 0..20_000 {
        assert_agrees(&random.board(3, &kinds), &connected);
    }
    let connected = connected_sets(4);
    assert_eq!(connected.len(), 11_506, "published number of connected sets of a 4×4 grid");
    let kinds = ["#", "#", "#", "#", "#", "#", "#", "#", "B", "0", "3", "5", "7", "9", "12"];
    for _ in 0..300 {
        assert_agrees(&random.board(4, &kinds), &connected);
    }
}

#[test]
fn exactly_the_listed_moves_are_accepted_and_all_others_refused_for_the_first_reason() {
    let connected = connected_sets(2);
    let picks = [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (2, 1)];
    let lists = |length: u32| {
        (0..picks.len().pow(length)).map(move |number| {
            Move::new((0..length).map(|place| picks[number / picks.len().pow(place) % picks.len()]))
        })
    };
    let moves: Vec<Move> = (0..=4).flat_map(lists).collect();
    for board in all_boards(2, &["#", "B", "0", "1", "2", "4"]) {
        let legal = naive::legal_moves(&board, &connected);
        let game = set_up(&board);
        for mv in &moves {
            let mut played = game.clone();
            match (played.play(mv), naive::refusal(&board, legal.is_empty(), mv)) {
                (Ok(painted), None) => {
                    assert!(legal.contains(&painted.cells), "{:?}: {mv}", drawn(&board));
                    assert_is_played(&board, mv, &painted, &played.position());
                }
                (Err(refusal), Some(expected)) => {
                    assert_eq!(refusal, expected, "{:?}: {mv}", drawn(&board));
                }
                (played, expected) => {
                    panic!("{:?}: {mv}: {played:?}, expected {expected:?}", drawn(&board))
                }
            }
        }
        for mv in legal {
            assert!(
                game.clone().play(&Vocabulary::to_move(&mv)).is_ok(),
                "{:?}: {mv}",
                drawn(&board)
            );
        }
    }
}

/// Asserts that a move had exactly the effect of PT-19, and that its report is correct.
#[track_caller]
fn assert_is_played(before: &Board, mv: &Move, painted: &Painted, after: &Position) {
    let mut expected = before.clone();
    for pick in mv.picks() {
        expected.set(Cell::new(pick.row as u8, pick.column as u8), Square::Painted);
    }
    assert_eq!((&after.board, after.to_move), (&expected, Player::Second));
    assert_eq!(painted.cells.cells().len(), mv.picks().len());
    assert!(painted.cells.cells().iter().all(|&cell| after.board.get(cell) == Square::Painted));
    assert_eq!(before.get(painted.at), Square::Number(painted.number));
    assert!(painted.cells.cells().contains(&painted.at));
}
