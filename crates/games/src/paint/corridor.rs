//! Boards on which two numbers meet at their greatest distance.
//!
//! A number `a` paints up to `a − 1` steps away, and the cell after those is lost, too. A number
//! `b` needs cells up to `b − 1` steps away. So a move of one can kill the other from `a + b − 1`
//! steps away, and no farther:
//!
//! ```text
//!   4 # # # # # 3        4 and 3, six steps apart
//!   B B B B x # 3        the 4 is painted; x touches paint, and two cells are left for the 3
//! ```
//!
//! Two numbers of a random board are rarely as far apart with nothing around them.

use arbitrary::{Result, Unstructured};
use twinboard_vocabulary::paint::{Board, Cell, NUMBER_MAX, SIDE_MAX, Square};

use super::transform::Transform;

/// Sides of half of these boards: large numbers need room.
const LARGE: std::ops::RangeInclusive<u8> = 9..=SIDE_MAX;

/// Draws a corridor, straight or with a turn, in any direction and often along a border, with a
/// number at each end. Mostly they are at their greatest distance, else one step nearer or farther.
/// The other cells are zeros, which nobody paints (PT-18), and perhaps some ones.
pub(super) fn setup(side: u8, u: &mut Unstructured<'_>) -> Result<Board> {
    let side = if u.arbitrary()? { side } else { u.int_in_range(LARGE)? };
    let path = path(side, u)?;
    let length = path.len() as u8;
    // The largest number often comes, at either end.
    let least = length.saturating_sub(NUMBER_MAX).max(1);
    let is_largest = u.arbitrary()? && length > NUMBER_MAX;
    let most = (length - 1).clamp(1, NUMBER_MAX);
    let a = if is_largest { NUMBER_MAX } else { u.int_in_range(least..=most)? };
    let b = (length - a).saturating_add_signed(*u.choose(&[0, 0, 0, 0, -1, 1])?);
    let numbers = [a, b.min(NUMBER_MAX)];
    let ends = [path[0], path[path.len() - 1]];
    let has_ones = u.ratio(1, 4_u8)?;
    let mut board = Board::from_fn(side, |_| Square::Number(0));
    for (cell, _) in board.clone().cells() {
        if has_ones && u.ratio(1, 32_u8)? {
            board.set(cell, Square::Number(1));
        }
    }
    for &cell in &path {
        board.set(cell, Square::Empty);
    }
    for (&end, number) in ends.iter().zip(numbers) {
        board.set(end, Square::Number(number));
    }
    Ok(u.choose(&Transform::all(side))?.board(&board))
}

/// Cells of a corridor, at most as many as two numbers need: to the right, and perhaps down from
/// there.
fn path(side: u8, u: &mut Unstructured<'_>) -> Result<Vec<Cell>> {
    let row = if u.arbitrary()? { 0 } else { u.int_in_range(0..=side - 1)? };
    let across = if u.arbitrary()? { side } else { u.int_in_range(1..=side)? };
    let first = u.int_in_range(0..=side - across)?;
    let turns: bool = u.arbitrary()?;
    let down = if turns { u.int_in_range(0..=side - 1 - row)? } else { 0 };
    let last = first + across - 1;
    let right = (first..=last).map(|column| Cell::new(row, column));
    let path = right.chain((row + 1..=row + down).map(|row| Cell::new(row, last)));
    Ok(path.take(2 * usize::from(NUMBER_MAX)).collect())
}
