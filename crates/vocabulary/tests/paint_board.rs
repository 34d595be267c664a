//! Descriptions of paint's types, and kinds of moves.

use std::error::Error;
use std::io;

use twinboard_vocabulary::paint::text::AnswerError;
use twinboard_vocabulary::paint::{
    Board, Cell, LegalMove, NUMBER_MAX, Paint, Player, Position, Square,
};
use twinboard_vocabulary::{InputError, Vocabulary};

#[test]
fn everything_has_a_description() {
    let squares = [Square::Empty, Square::Number(7), Square::Painted];
    assert_eq!(format!("{squares:?} {:?}", Cell::new(3, 4)), "[#, 7, B] (3,4)");
    let closed = || io::Error::other("closed");
    let of_answer = AnswerError::Io(closed());
    assert_eq!(of_answer.to_string(), "cannot read the answer: closed");
    assert_eq!(of_answer.source().map(ToString::to_string), Some("closed".into()));
    let of_input = InputError::Io(closed());
    assert_eq!(of_input.source().map(ToString::to_string), Some("closed".into()));
}

#[test]
fn moves_around_the_same_number_are_of_a_kind() {
    // 2 # 2
    let board = Board::from_fn(3, |cell| match (cell.row, cell.column) {
        (0, 0 | 2) => Square::Number(2),
        _ => Square::Empty,
    });
    assert!(
        board.has(Cell::new(2, 2)) && !board.has(Cell::new(2, 3)) && !board.has(Cell::new(3, 2))
    );
    let position = Position { board, to_move: Player::First };
    let set =
        |cells: [(u8, u8); 2]| LegalMove::new(cells.map(|(row, column)| Cell::new(row, column)));
    let [right, down, other] = [[(0, 0), (0, 1)], [(0, 0), (1, 0)], [(0, 1), (0, 2)]].map(set);
    assert!(Paint::same_kind(&position, &right, &down));
    assert!(!Paint::same_kind(&position, &right, &other));
    let picture = Paint::picture(&position);
    let hues: Vec<_> = picture.rows[0].1.iter().map(|glyph| glyph.hue).collect();
    assert_eq!(hues, [Some(2), None, Some(2)]);
}

#[test]
fn paint_has_a_hue_of_its_own() {
    let all: Vec<Square> = (0..=NUMBER_MAX).map(Square::Number).chain([Square::Painted]).collect();
    let board = |square| Board::from_fn(1, |_| square);
    let hues: Vec<_> = all
        .iter()
        .map(|&square| Paint::picture(&Position { board: board(square), to_move: Player::First }))
        .map(|picture| picture.rows[0].1[0].hue)
        .collect();
    let (painted, numbers) = hues.split_last().unwrap();
    assert!(painted.is_some() && !numbers.contains(painted), "{painted:?}");
}
