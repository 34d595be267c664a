//! Shapes drawn over a [`Picture`](crate::Picture) that show a move.

/// Cells or a line over a picture, in rows and columns from 0 as drawn.
///
/// ```text
/// 2 |[7]. .       Cells: an outline around each cell
/// 1 | 7 +-+       Line: from centre to centre, perhaps outside of the board
///   +------       Arrow: a line with a head, from the first cell to the last
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Highlight {
    /// Cells that belong together, such as those that a move takes. Cells off the picture are not
    /// drawn.
    Cells(Vec<(usize, usize)>),
    /// A line through the centres of cells, with corners. Row or column -1, and the number of rows
    /// or columns, are outside of the board by one cell.
    Line(Vec<(i32, i32)>),
    /// A move from a cell to another, in any direction: a line with a head at the last cell. Cells
    /// in between are corners, as of a piece that jumps several times.
    Arrow(Vec<(i32, i32)>),
}
