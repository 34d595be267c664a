//! Shapes of boards, and bounds on the boards to enumerate.

use serde::{Deserialize, Serialize};

/// Rows and columns of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Shape {
    /// Number of rows.
    pub rows: u8,
    /// Number of columns.
    pub columns: u8,
}

impl Shape {
    /// Number of cells: rows times columns.
    #[must_use]
    pub fn cells(self) -> usize {
        usize::from(self.rows) * usize::from(self.columns)
    }

    /// True if a board of this shape fits into one of the other, without rotating it.
    #[must_use]
    pub fn fits_into(self, other: Self) -> bool {
        self.rows <= other.rows && self.columns <= other.columns
    }
}

/// Bounds on the set-ups that `exhaust` enumerates.
///
/// ```
/// use twinboard_harness::shape::Bounds;
///
/// // All boards up to 1 × 3 and up to 2 × 2, with at most three colours.
/// let bounds = Bounds::new([(1, 3), (2, 2)], 3);
/// let shapes: Vec<_> =
///     bounds.all_shapes().iter().map(|shape| (shape.rows, shape.columns)).collect();
/// assert_eq!(shapes, [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounds {
    /// Largest shapes: a board is within bounds if it fits into one of them.
    pub shapes: Vec<Shape>,
    /// Largest number of different colours or symbols; in a game with numbers, the largest number.
    pub symbols: u8,
}

impl Bounds {
    /// Bounds of these largest shapes, each as rows and columns.
    pub fn new(shapes: impl IntoIterator<Item = (u8, u8)>, symbols: u8) -> Self {
        let shape = |(rows, columns)| Shape { rows, columns };
        Self { shapes: shapes.into_iter().map(shape).collect(), symbols }
    }

    /// Every shape within the bounds, once, in ascending order of its number of cells.
    #[must_use]
    pub fn all_shapes(&self) -> Vec<Shape> {
        let all = self.shapes.iter().flat_map(|bound| {
            let rows = 1..=bound.rows;
            rows.flat_map(|rows| (1..=bound.columns).map(move |columns| Shape { rows, columns }))
        });
        let mut all: Vec<Shape> = all.collect();
        all.sort_by_key(|shape| (shape.cells(), *shape));
        all.dedup();
        all
    }
}

#[cfg(test)]
mod tests {
    use super::{Bounds, Shape};

    #[test]
    fn every_shape_within_bounds_is_listed_once() {
        let shapes = Bounds::new([(2, 3), (3, 2)], 4).all_shapes();
        let pairs: Vec<_> = shapes.iter().map(|shape| (shape.rows, shape.columns)).collect();
        assert_eq!(pairs, [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2)]);
        assert!(Shape { rows: 2, columns: 2 }.fits_into(shapes[6]));
        assert!(!Shape { rows: 3, columns: 1 }.fits_into(shapes[6]));
    }
}
