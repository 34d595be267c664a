//! Neighbours of a cell.

use twinboard_vocabulary::paint::Cell;

/// The cells that share a side with a cell (PT-1).
pub fn neighbours(side: u8, cell: Cell) -> impl Iterator<Item = Cell> {
    let Cell { row, column } = cell;
    let up = row.checked_sub(1).map(|row| Cell::new(row, column));
    let left = column.checked_sub(1).map(|column| Cell::new(row, column));
    let right = (column + 1 < side).then(|| Cell::new(row, column + 1));
    let down = (row + 1 < side).then(|| Cell::new(row + 1, column));
    [up, left, right, down].into_iter().flatten()
}
