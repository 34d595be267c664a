//! Every small board, once up to the eight symmetries.

use board::paint::{Board, NUMBER_MAX, SIDE_MAX, Square};

use super::Turn;

/// All boards of up to `cells_max` cells: empty cells, paint, and numbers from 0 to one more than
/// there are cells, as all larger ones are as dead as that. Of boards that are turned images of each
/// other only the least is among them.
pub(super) fn setups(cells_max: usize) -> impl Iterator<Item = Board> {
    let cells_of = |side: u8| usize::from(side) * usize::from(side);
    let sides = (1..=SIDE_MAX).take_while(move |&side| cells_of(side) <= cells_max);
    sides.flat_map(move |side| {
        let number_max = (cells_of(side) + 1).min(NUMBER_MAX.into()) as u8;
        let start = vec![Square::Empty; cells_of(side)];
        let all = std::iter::successors(Some(start), move |squares| following(squares, number_max));
        all.map(move |squares| Board::new(side, squares).expect("a small board")).filter(is_least)
    })
}

fn is_least(board: &Board) -> bool {
    Turn::all(board.side()).iter().all(|turn| *board <= turn.board(board))
}

/// The next contents: the last square that can be raised is, and all behind it begin anew.
fn following(squares: &[Square], number_max: u8) -> Option<Vec<Square>> {
    let raised = |square: Square| match square {
        Square::Empty => Some(Square::Painted),
        Square::Painted => Some(Square::Number(0)),
        Square::Number(number) => (number < number_max).then(|| Square::Number(number + 1)),
    };
    let index = squares.iter().rposition(|&square| raised(square).is_some())?;
    let mut next = squares.to_vec();
    next[index] = raised(squares[index])?;
    next[index + 1..].fill(Square::Empty);
    Some(next)
}

#[cfg(test)]
mod tests {
    use super::setups;

    #[test]
    fn boards_of_up_to_four_cells_are_counted_by_burnside() {
        // One cell: empty, painted, 0, 1, 2.
        let one = 5;
        // Four cells with 8 contents each. Fixed by nothing: 8^4; by the quarter turns 8 each; by
        // the half turn 8^2; by the two mirrors along the sides 8^2 each; along the diagonals 8^3
        // each.
        let two = (4096 + 8 + 8 + 64 + 64 + 64 + 512 + 512) / 8;
        assert_eq!(setups(3).count(), one);
        assert_eq!(setups(4).count(), one + two);
    }
}
