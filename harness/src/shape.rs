//! Shapes of boards, and bounds on them.

use serde::{Deserialize, Serialize};

/// How many rows and columns a board has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Shape {
    /// Its rows.
    pub rows: u8,
    /// Its columns.
    pub columns: u8,
}

impl Shape {
    /// How many cells such a board has.
    #[must_use]
    pub fn cells(self) -> usize {
        usize::from(self.rows) * usize::from(self.columns)
    }

    /// Whether a board of this shape fits into one of the other.
    #[must_use]
    pub fn fits_into(self, other: Self) -> bool {
        self.rows <= other.rows && self.columns <= other.columns
    }
}

/// Which set-ups are taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounds {
    /// Every board is taken that fits into one of these.
    pub shapes: Vec<Shape>,
    /// So many different colours or symbols at most; in a game with numbers, numbers up to this one.
    pub symbols: u8,
}

impl Bounds {
    /// All boards that fit into one of these, with so many symbols.
    pub fn new(shapes: impl IntoIterator<Item = (u8, u8)>, symbols: u8) -> Self {
        let shape = |(rows, columns)| Shape { rows, columns };
        Self { shapes: shapes.into_iter().map(shape).collect(), symbols }
    }

    /// Every shape that fits, the small ones first.
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
    fn every_shape_that_fits_comes_once() {
        let shapes = Bounds::new([(2, 3), (3, 2)], 4).all_shapes();
        let pairs: Vec<_> = shapes.iter().map(|shape| (shape.rows, shape.columns)).collect();
        assert_eq!(pairs, [(1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 2)]);
        assert!(Shape { rows: 2, columns: 2 }.fits_into(shapes[6]));
        assert!(!Shape { rows: 3, columns: 1 }.fits_into(shapes[6]));
    }
}
