//! The sample of the statement, the table of refusals of RULES.md, and answers, on both sides.

use twinboard_games::assert_case;
use twinboard_vocabulary::paint::text::{AnswerError, read_answer};
use twinboard_vocabulary::paint::{
    Board, Cell, LegalMove, Move, Outcome, Painted, Pick, Player, Position, Refusal,
};
use twinboard_vocabulary::{Game, Vocabulary as _};

use super::support::paint::{board, judgement};
use super::support::play::legal_moves;
use super::{Engine, Oracle, Vocabulary, start};
use crate::support::play::SetUp;

/// The positions of the game in RULES.md (PT-22): the start, and the board after each move.
const BOARDS: [[&str; 5]; 4] = [
    ["# # # # #", "# # 3 1 #", "# # # # #", "2 1 # 5 #", "# # # # #"],
    ["# # # # #", "# # 3 1 #", "# # # # #", "2 1 # B B", "# # B B B"],
    ["# # # # #", "# # 3 B #", "# # # # #", "2 1 # B B", "# # B B B"],
    ["# # # # #", "# # 3 B #", "# # # # #", "B 1 # B B", "B # B B B"],
];

/// The moves of the game, as the corpus has them.
const MOVES: [&[(u64, u64)]; 3] =
    [&[(3, 3), (3, 4), (4, 2), (4, 3), (4, 4)], &[(1, 3)], &[(3, 0), (4, 0)]];

fn request(picks: &[(u64, u64)]) -> Move {
    Move::new(picks.iter().copied())
}

fn goes_as_the_rules_show<G: SetUp<Vocabulary = Vocabulary>>() {
    let mut game: G = start(&board(&BOARDS[0]));
    let players = [Player::First, Player::Second, Player::First, Player::Second];
    let events = [(5, Cell::new(3, 3)), (1, Cell::new(1, 3)), (2, Cell::new(3, 0))];
    for step in 0..4 {
        let shown = Position { board: board(&BOARDS[step]), to_move: players[step] };
        assert_eq!(game.position(), shown, "after {step} moves");
        if step == 3 {
            break;
        }
        assert_eq!(game.outcome(), Outcome::Playing, "after {step} moves");
        let (number, at) = events[step];
        let mut cells: Vec<Cell> = Vec::new();
        cells.extend(MOVES[step].iter().map(|&(row, column)| Cell::new(row as u8, column as u8)));
        let expected = Painted { cells: LegalMove::new(cells), number, at };
        assert_eq!(game.play(&request(MOVES[step])), Ok(expected), "move {}", step + 1);
    }
    // No move is left, and two numbers are: the player to move has lost.
    assert_eq!(game.outcome(), Outcome::Lost(Player::Second));
    assert_eq!(legal_moves(&game), []);
    for (row, column) in [(1, 2), (3, 1)] {
        assert_eq!(game.play(&request(&[(row, column)])), Err(Refusal::GameOver));
    }
}

#[test]
fn the_game_of_the_statement_has_the_positions_of_the_rules() {
    goes_as_the_rules_show::<Engine>();
    goes_as_the_rules_show::<Oracle>();
}

#[test]
fn the_file_of_the_corpus_is_that_game() {
    let path = "corpus/paint/sample/statement.txt";
    let file = twinboard_games::corpus(Vocabulary::NAME).find(|file| file.path == path);
    let text = std::str::from_utf8(file.expect("the sample is in the corpus").text).unwrap();
    let (start, answers) = text.split_at(text.find("\n5\n").expect("the first answer") + 1);
    let endings = [
        "the game goes on",
        "the game goes on",
        "the game goes on",
        "the second player has lost (PT-22)",
    ];
    let mut case = start.to_owned();
    let mut moves =
        MOVES.iter().map(|picks| twinboard_vocabulary::paint::text::answer(&request(picks)));
    for (rows, ending) in BOARDS.iter().zip(endings) {
        let shown = twinboard_vocabulary::paint::text::board(&board(rows));
        assert_case("paint", &case, &format!("{shown}{ending}\n"));
        case.extend(moves.next());
    }
    assert_eq!(case, format!("{start}{answers}"), "these are all moves of the file");
}

fn ends_as_the_rules_show<G: SetUp<Vocabulary = Vocabulary>>(board: &Board, expected: Outcome) {
    let mut game: G = start(board);
    while let Some(mv) = legal_moves(&game).pop() {
        assert_eq!(game.outcome(), Outcome::Playing, "{board:?}");
        game.play(&Vocabulary::to_move(&mv)).expect("it was listed");
    }
    assert_eq!(game.outcome(), expected, "{board:?}");
}

#[test]
fn the_small_boards_of_the_rules_have_their_outcomes() {
    for (rows, outcome) in [
        (&["1"][..], Outcome::Drawn),
        (&["0"], Outcome::Lost(Player::First)),
        (&["1 #", "# 1"], Outcome::Drawn),
        (&["1 1", "# #"], Outcome::Lost(Player::Second)),
        // PT-21: without a number from the start.
        (&["# B", "B #"], Outcome::Drawn),
        (&["1 #", "# 0"], Outcome::Lost(Player::Second)),
    ] {
        ends_as_the_rules_show::<Engine>(&board(rows), outcome);
        ends_as_the_rules_show::<Oracle>(&board(rows), outcome);
    }
}

/// Asserts that engine, oracle and the test's own judge refuse each of these moves for this reason.
#[track_caller]
fn refused(rows: &[&str], moves: &[&[(u64, u64)]], refusal: Refusal) {
    let board = board(rows);
    let (mut engine, mut oracle): (Engine, Oracle) = (start(&board), start(&board));
    for picks in moves {
        let mv = request(picks);
        assert_eq!(engine.play(&mv), Err(refusal), "the engine: {mv}");
        assert_eq!(oracle.play(&mv), Err(refusal), "the oracle: {mv}");
        assert_eq!(judgement(&board, &mv), Err(refusal), "the judge: {mv}");
    }
    let untouched = Position { board, to_move: Player::First };
    assert_eq!(engine.position(), untouched, "the engine");
    assert_eq!(oracle.position(), untouched, "the oracle");
}

/// The board of the table: the position after the first move of the statement's game.
const TABLE: [&str; 5] = BOARDS[1];

fn accepts_the_valid_moves_of_the_table<G: SetUp<Vocabulary = Vocabulary>>() {
    for (picks, number, at) in
        [(&[(1, 2), (0, 2), (0, 1)][..], 3, Cell::new(1, 2)), (&[(3, 1)], 1, Cell::new(3, 1))]
    {
        let mut game: G = start(&board(&TABLE));
        let cells = picks.iter().map(|&(row, column)| Cell::new(row as u8, column as u8));
        let expected = Painted { cells: LegalMove::new(cells), number, at };
        assert_eq!(game.play(&request(picks)), Ok(expected));
        assert_eq!(game.position().to_move, Player::Second);
    }
}

#[test]
fn the_valid_moves_of_the_table_are_accepted() {
    accepts_the_valid_moves_of_the_table::<Engine>();
    accepts_the_valid_moves_of_the_table::<Oracle>();
}

#[test]
fn pt_8_after_the_end_every_move_is_refused_for_that_reason() {
    let every_reason: [&[(u64, u64)]; 9] = [
        &[],
        &[(2, 0)],
        &[(0, 1), (0, 1)],
        &[(0, 0)],
        &[(0, 1), (1, 0)],
        &[(1, 1)],
        &[(0, 1), (1, 1)],
        &[(0, 1)],
        &[(1, 0)],
    ];
    for rows in [["B 1", "0 #"], ["# #", "# #"], ["B B", "B B"], ["0 0", "0 0"]] {
        refused(&rows, &every_reason, Refusal::GameOver);
    }
}

#[test]
fn pt_9_no_cells() {
    refused(&TABLE, &[&[]], Refusal::NoCells);
}

#[test]
fn pt_10_a_cell_off_the_board_before_one_that_is_repeated_or_painted() {
    let moves: [&[(u64, u64)]; 7] = [
        &[(5, 0)],
        &[(0, 5)],
        &[(5, 0), (5, 0)],
        &[(1, 3), (1, 3), (0, 5)],
        &[(3, 3), (0, 5)],
        &[(256, 0)],
        &[(u64::MAX, 1 << 32)],
    ];
    refused(&TABLE, &moves, Refusal::OffBoard);
}

#[test]
fn pt_11_a_cell_repeated_before_one_that_is_painted_or_apart() {
    let moves: [&[(u64, u64)]; 3] =
        [&[(1, 3), (1, 3)], &[(3, 3), (3, 3)], &[(0, 0), (2, 2), (0, 0)]];
    refused(&TABLE, &moves, Refusal::Repeated);
}

#[test]
fn pt_12_a_painted_cell_before_cells_that_are_not_connected() {
    let moves: [&[(u64, u64)]; 3] = [&[(3, 3), (1, 3)], &[(3, 3)], &[(3, 3), (3, 4)]];
    refused(&TABLE, &moves, Refusal::Painted);
}

#[test]
fn pt_13_not_connected_before_what_is_wrong_with_the_numbers() {
    let moves: [&[(u64, u64)]; 4] =
        [&[(1, 2), (0, 1), (0, 0)], &[(0, 0), (2, 2)], &[(3, 0), (1, 2)], &[(0, 4), (1, 0)]];
    refused(&TABLE, &moves, Refusal::NotConnected);
}

#[test]
fn pt_14_no_number_before_paint_beside_it() {
    refused(&TABLE, &[&[(0, 0), (0, 1)], &[(2, 3)]], Refusal::NoNumber);
}

#[test]
fn pt_15_more_than_one_number_before_the_count() {
    let moves: [&[(u64, u64)]; 4] = [
        &[(1, 2), (1, 3), (0, 2)],
        &[(1, 2), (1, 3)],
        &[(3, 0), (3, 1)],
        &[(1, 2), (1, 3), (2, 3)],
    ];
    refused(&TABLE, &moves, Refusal::SeveralNumbers);
    refused(&["0 # #", "# 2 0", "# # #"], &[&[(1, 1), (1, 2)]], Refusal::SeveralNumbers);
}

#[test]
fn pt_16_the_number_differs_from_the_count_before_paint_beside_it() {
    let moves: [&[(u64, u64)]; 3] =
        [&[(1, 2), (0, 2)], &[(1, 2), (2, 2), (2, 3), (2, 4)], &[(3, 1), (3, 2)]];
    refused(&TABLE, &moves, Refusal::WrongCount);
    // PT-18.
    refused(&["0 # #", "# 2 0", "# # #"], &[&[(0, 0)], &[(0, 0), (0, 1)]], Refusal::WrongCount);
}

#[test]
fn pt_17_a_cell_beside_paint() {
    refused(&TABLE, &[&[(1, 2), (2, 2), (2, 3)]], Refusal::TouchesPaint);
    refused(&["# B #", "# 1 #", "1 # #"], &[&[(1, 1)]], Refusal::TouchesPaint);
}

#[test]
fn an_answer_may_be_written_in_any_way_that_numbers_may() {
    let expected = request(&[(1, 2), (0, 2)]);
    for text in ["2\n1 2\n0 2\n", "2 1 2 0 2", "\u{FEFF}\r\n 02\t1\n\n2 000\r\n2\n"] {
        assert_eq!(read_answer(text.as_bytes()).expect(text), expected, "{text:?}");
    }
}

#[test]
fn the_answer_0_is_a_move_without_cells_and_is_judged_as_one() {
    for text in ["0", "0\n", " 000 \r\n"] {
        let mv = read_answer(text.as_bytes()).expect(text);
        assert_eq!(mv, Move::default(), "{text:?}");
        assert_eq!(start::<Engine>(&board(&TABLE)).play(&mv), Err(Refusal::NoCells));
        assert_eq!(start::<Oracle>(&board(&TABLE)).play(&mv), Err(Refusal::NoCells));
    }
}

#[test]
fn an_answer_that_is_no_list_of_pairs_is_unreadable() {
    for text in [
        "",
        " \n\n",
        "x",
        "-1",
        "1",
        "1 3",
        "2 1 3",
        "2 1 3 1",
        "1 1 x",
        "1 1.0 3",
        "1 1 3 4",
        "0 0",
        "1 1 3\n0",
        "99999999999999999999",
        "99999999999999999999 1 3",
    ] {
        let answer = read_answer(text.as_bytes());
        assert!(matches!(answer, Err(AnswerError::Unreadable(_))), "{text:?}: {answer:?}");
    }
}

#[test]
fn a_number_off_the_board_can_be_read_and_makes_the_move_invalid() {
    for (text, pick) in [
        ("1 5 0", Pick { row: 5, column: 0 }),
        ("1 0 18446744073709551615", Pick { row: 0, column: u64::MAX }),
        ("1 256 3", Pick { row: 256, column: 3 }),
    ] {
        let mv = read_answer(text.as_bytes()).expect(text);
        assert_eq!(mv, Move::new([pick]), "{text:?}");
        assert_eq!(judgement(&board(&TABLE), &mv), Err(Refusal::OffBoard));
    }
    // TX-6: a number that fits no machine integer is still a number.
    let mv = read_answer(&b"1 99999999999999999999 0"[..]).expect("it is a number");
    assert_eq!(start::<Engine>(&board(&TABLE)).play(&mv), Err(Refusal::OffBoard));
    assert_eq!(start::<Oracle>(&board(&TABLE)).play(&mv), Err(Refusal::OffBoard));
}
