//! The sample of the statement, the table of refusals of RULES.md, and answers, on both sides.

use twinboard_games::assert_case;
use twinboard_vocabulary::Vocabulary as _;
use twinboard_vocabulary::paint::{
    Board, Cell, LegalMove, Move, Outcome, Painted, Player, Position, Refusal,
};

use super::support::paint::board;
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
