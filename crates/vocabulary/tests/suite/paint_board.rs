//! Kinds of paint's moves.

use twinboard_vocabulary::Vocabulary;
use twinboard_vocabulary::paint::{Board, Cell, LegalMove, Paint, Player, Position, Square};

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
